// Package describe writes arguments of calls for messages of errors, as those who write
// Python know them: without Go's types, structs and pointers.
package describe

import (
	"fmt"
	"math/big"
	"reflect"
	"strings"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

const (
	maxParts  = 8   // elements of a list that are written
	maxNested = 4   // lists within one another that are written
	maxText   = 200 // bytes of a text that are written
)

// Value returns the text of x: None, True, a number, a text as it is, a list, or what an
// array is like.
func Value(x any) string { return value(x, 0) }

func value(x any, depth int) string {
	switch x := x.(type) {
	case nil:
		return "None"
	case bool:
		if x {
			return "True"
		}
		return "False"
	case string:
		if len(x) > maxText {
			return strings.ToValidUTF8(x[:maxText], "") + "…"
		}
		if depth > 0 {
			return "'" + x + "'"
		}
		return x
	case dtype.Dtype:
		return x.String()
	}
	if a := arrayOf(x); a != nil {
		shape := strings.ReplaceAll(strings.Trim(fmt.Sprint(a.Shape()), "[]"), " ", ", ")
		return fmt.Sprintf("an array of shape (%s) and dtype %v", shape, a.Dtype())
	}
	switch s := x.(type) {
	case error:
		return s.Error()
	case fmt.Stringer:
		return s.String()
	}
	v := reflect.ValueOf(x)
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		if depth >= maxNested {
			return "[…]"
		}
		var parts []string
		for i := range min(v.Len(), maxParts) {
			parts = append(parts, value(v.Index(i).Interface(), depth+1))
		}
		if v.Len() > maxParts {
			parts = append(parts, "…")
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16,
		reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128, reflect.String:
		return fmt.Sprint(x)
	}
	return "a " + Type(x)
}

// Type returns the name of x's type in Python.
func Type(x any) string {
	switch x.(type) {
	case nil:
		return "NoneType"
	case *big.Int:
		return "int"
	case dtype.Dtype, ivy.NativeDtype:
		return "dtype"
	}
	if arrayOf(x) != nil {
		return "array"
	}
	switch reflect.TypeOf(x).Kind() {
	case reflect.Bool:
		return "bool"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16,
		reflect.Uint32, reflect.Uint64:
		return "int"
	case reflect.Float32, reflect.Float64:
		return "float"
	case reflect.Complex64, reflect.Complex128:
		return "complex"
	case reflect.String:
		return "str"
	case reflect.Slice, reflect.Array:
		return "list"
	case reflect.Map:
		return "dict"
	case reflect.Func:
		return "function"
	}
	return "object"
}

// arrayOf returns the array that x is, or is made of: a frontend's has it in its field V.
func arrayOf(x any) *ivy.Array {
	if a, ok := x.(*ivy.Array); ok {
		return a
	}
	v := reflect.ValueOf(x)
	for range 3 { // types of arrays hold one another
		if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
			return nil
		}
		s := v.Elem()
		if _, ok := s.Type().FieldByName("V"); ok {
			for i := range s.NumField() {
				if f := s.Type().Field(i); f.Name == "V" && s.Field(i).CanInterface() {
					a, _ := s.Field(i).Interface().(*ivy.Array)
					return a
				}
			}
		}
		if s.NumField() == 0 || !s.Type().Field(0).Anonymous {
			return nil
		}
		v = s.Field(0)
	}
	return nil
}

// Sprintf is fmt.Sprintf with arguments as Value has them, and their types, for %T, as
// Type has them. Numbers, texts and what has a text of its own are fmt's.
func Sprintf(format string, args ...any) string {
	out := make([]any, len(args))
	var b strings.Builder
	next := 0
	for i := 0; i < len(format); i++ {
		b.WriteByte(format[i])
		if format[i] != '%' {
			continue
		}
		for i++; i < len(format) && strings.IndexByte("+-# 0123456789.", format[i]) >= 0; i++ {
			b.WriteByte(format[i])
		}
		if i == len(format) {
			break
		}
		verb := format[i]
		if verb == '%' || next == len(args) {
			b.WriteByte(verb)
			continue
		}
		switch x := args[next]; {
		case verb == 'T':
			verb, out[next] = 's', Type(x)
		case own(x):
			out[next] = x
		default:
			if verb != 'q' {
				verb = 's'
			}
			out[next] = Value(x)
		}
		b.WriteByte(verb)
		next++
	}
	copy(out[next:], args[next:])
	return fmt.Sprintf(b.String(), out...)
}

// own reports whether fmt's text of x says nothing of Go.
func own(x any) bool {
	if x == nil || arrayOf(x) != nil {
		return false
	}
	switch x.(type) {
	case error, fmt.Stringer:
		return true
	}
	t := reflect.TypeOf(x)
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		switch t.Elem().Kind() {
		case reflect.Int, reflect.String, reflect.Uint8, reflect.Int32:
			return true
		}
		return false
	case reflect.Bool, reflect.Pointer, reflect.Struct, reflect.Func, reflect.Map, reflect.Interface, reflect.Chan, reflect.UnsafePointer:
		return false
	}
	return true
}
