package ivy

import "reflect"

// IsScalar reports whether x is one number: a bool or number of Go, or an array without axes. A nil and an array that was
// freed are none.
func IsScalar(x any) bool {
	if a, ok := x.(*Array); ok {
		return a != nil && a.usable() == nil && len(a.shape) == 0
	}
	switch reflect.ValueOf(x).Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32,
		reflect.Uint64, reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return true
	}
	return false
}
