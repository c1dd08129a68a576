package frontend

import (
	"fmt"
	"math/big"
	"reflect"
	"strconv"
	"strings"

	"github.com/goivy/goivy/internal/format"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// TypeName returns the name that Python has for the type of an argument: "int", "list",
// "NoneType", of the framework's own arrays [Framework.ArrayType].
func (n *Namespace) TypeName(v any) string {
	switch v := v.(type) {
	case nil:
		return "NoneType"
	case bool:
		return "bool"
	case int:
		return "int"
	case float64:
		return "float"
	case complex128:
		return "complex"
	case string:
		return "str"
	case dtype.Dtype, interface{ Ivy() dtype.Dtype }:
		return "dtype"
	case ivy.Span:
		return "slice"
	case *big.Int:
		return "int"
	case interface{ Self() *Instance }:
		if o := InstanceOf(v); o != nil {
			return o.Type()
		}
		return "NoneType"
	case *ivy.Array, *Array, interface{ Ivy() *ivy.Array }:
		if n.ArrayType != "" && n.own(v) != nil {
			return n.ArrayType
		}
		return "array"
	case interface{ Type() string }: // of a language that drives the frontend
		return v.Type()
	}
	switch {
	case v == ivy.Ellipsis:
		return "ellipsis"
	case v == ivy.NewAxis:
		return "NoneType"
	}
	if _, isList := Sequence(v); isList {
		return "list"
	}
	if s, ok := pythonScalar(v); ok {
		if s.IsInteger() {
			return "int"
		}
		return s.Kind.String()
	}
	return "object"
}

// Shown returns an argument as an error shows it: numbers, strings and lists as Python
// writes them, arrays by their shapes, anything else by its type. It is short.
func (n *Namespace) Shown(v any) string {
	var b strings.Builder
	n.show(&b, v, 0)
	return b.String()
}

// Readable returns what is to be formatted with "%v" as Python writes it where Go would write a
// pointer, a struct, a nil or a slice: see [Namespace.Shown].
func (n *Namespace) Readable(args []any) []any {
	out := make([]any, len(args))
	for i, a := range args {
		switch a.(type) {
		case nil, bool, []any, []int, *ivy.Array, *Array, interface{ Ivy() *ivy.Array }:
			out[i] = n.Shown(a)
			continue
		case error, fmt.Stringer:
			out[i] = a
			continue
		}
		switch reflect.TypeOf(a).Kind() {
		case reflect.Func, reflect.Struct, reflect.Pointer, reflect.Map, reflect.Chan, reflect.Slice:
			a = n.Shown(a)
		}
		out[i] = a
	}
	return out
}

// shownLength is how long a shown list gets, about.
const shownLength = 60

func (n *Namespace) show(b *strings.Builder, v any, depth int) {
	switch v := v.(type) {
	case nil:
		b.WriteString("None")
		return
	case bool:
		b.WriteString(map[bool]string{true: "True", false: "False"}[v])
		return
	case string:
		if len(v) > shownLength {
			v = v[:shownLength] + "…"
		}
		b.WriteString("'" + strings.Trim(strconv.Quote(v), `"`) + "'")
		return
	case float64:
		b.WriteString(format.PythonFloat(v))
		return
	case *big.Int:
		b.WriteString(v.String())
		return
	case dtype.Dtype:
		b.WriteString(n.Name + "." + v.String())
		return
	case interface{ Ivy() dtype.Dtype }:
		fmt.Fprintf(b, "%s.%v", n.Name, v)
		return
	case *ivy.Array, *Array, interface{ Ivy() *ivy.Array }:
		if !isNil(v) {
			if o, err := n.Operand(v); err == nil && o.A != nil {
				fmt.Fprintf(b, "%s of shape %s", n.TypeName(v), shape.Text(o.A.V.Shape()))
				return
			}
		}
	}
	if list, isList := Sequence(v); isList {
		b.WriteByte('[')
		for i, e := range list {
			if i > 0 {
				b.WriteString(", ")
			}
			if b.Len() > shownLength || depth > 8 {
				b.WriteString("…")
				break
			}
			n.show(b, e, depth+1)
		}
		b.WriteByte(']')
		return
	}
	if s, ok := pythonScalar(v); ok {
		switch s.Kind {
		case dtype.KindFloat:
			b.WriteString(format.PythonFloat(s.Float64()))
		case dtype.KindComplex:
			b.WriteString(format.PythonComplex(s.Complex128()))
		case dtype.KindBool:
			n.show(b, s.Bool(), depth)
		default:
			fmt.Fprint(b, s)
		}
		return
	}
	b.WriteString(n.TypeName(v))
}

// pythonScalar returns a number that is no array. It makes no error, which would show the value.
func pythonScalar(v any) (backend.Scalar, bool) {
	s, d, ok := backend.ScalarOf(v)
	return s, ok && !d.IsValid()
}
