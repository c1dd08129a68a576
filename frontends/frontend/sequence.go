package frontend

import "reflect"

func elements[T any](s []T) []any {
	list := make([]any, len(s))
	for i, e := range s {
		list[i] = e
	}
	return list
}

// reflected returns the elements of a slice of any other type but of numbers, whose
// slices are arrays: of a frontend's own arrays, of lists.
func reflected(v any) ([]any, bool) {
	r := reflect.ValueOf(v)
	if !r.IsValid() || r.Kind() != reflect.Slice {
		return nil, false
	}
	switch r.Type().Elem().Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Interface:
	default:
		return nil, false
	}
	list := make([]any, r.Len())
	for i := range list {
		list[i] = r.Index(i).Interface()
	}
	return list, true
}
