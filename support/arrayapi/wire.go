package arrayapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/support/script"
)

// A request is [backend, kind, name, [argument, …], {keyword: argument, …}], an answer
// {"ok": value} or {"error": [kind, message]}. Values are
//
//	null, true, 12, 1.5, "text", [value, …]   None, bools, ints, floats, strings, lists
//	{"float": "nan"}                          a float that JSON lacks: nan, -nan, inf, -inf
//	{"complex": [re, im]}
//	{"tuple": [value, …]}
//	{"slice": [lo, hi, step]}, {"ellipsis": 0}
//	{"dtype": "float32"}
//	{"dict": [[key, value], …]}               in answers
//	{"array": number}                         an array, in answers with "dtype" and "shape"
//	{"data": [dtype, shape]}                  an array of the elements sent with the request
//
// A number with a point or an exponent is a float.

func (b *Bridge) parse(text, data []byte) (*request, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var parts [5]any
	if err := d.Decode(&parts); err != nil {
		return nil, fmt.Errorf("a request that is no JSON array: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("a request with something after it")
	}
	backend, ok1 := parts[0].(string)
	kind, ok2 := parts[1].(string)
	name, ok3 := parts[2].(string)
	args, ok4 := parts[3].([]any)
	kwargs, ok5 := parts[4].(map[string]any)
	if !ok1 || !ok2 || !ok3 || !ok4 || !ok5 {
		return nil, errors.New("a request is [backend, kind, name, [arguments], {keywords}]")
	}
	s, err := b.session(backend)
	if err != nil {
		return nil, err
	}
	r := &request{s: s, kind: kind, name: name}
	in := &reader{b, s, data}
	if r.args, err = in.values(args); err != nil {
		return nil, err
	}
	for k, v := range kwargs {
		x, err := in.value(v)
		if err != nil {
			return nil, err
		}
		r.kwargs = append(r.kwargs, script.Keyword{Name: k, Value: x})
	}
	return r, nil
}

// A reader makes values of a request Go's.
type reader struct {
	b    *Bridge
	s    *script.Session
	data []byte
}

func (r *reader) values(vs []any) ([]any, error) {
	out := make([]any, len(vs))
	for i, v := range vs {
		var err error
		if out[i], err = r.value(v); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (r *reader) value(v any) (any, error) {
	switch v := v.(type) {
	case nil, bool, string:
		return v, nil
	case json.Number:
		if strings.ContainsAny(v.String(), ".eE") {
			return v.Float64()
		}
		i, ok := new(big.Int).SetString(v.String(), 10)
		if !ok {
			return nil, fmt.Errorf("%q is no number", v)
		}
		return i, nil
	case []any:
		return r.values(v)
	case map[string]any:
		for tag, x := range v {
			if len(v) == 1 {
				return r.tagged(tag, x)
			}
		}
	}
	return nil, fmt.Errorf("a %T is no value of a request", v)
}

// tagged reads a value of a request that JSON has no like of, by its tag.
func (r *reader) tagged(tag string, v any) (x any, err error) {
	switch tag {
	case "array":
		x, err = r.array(v)
	case "dtype":
		x, err = r.dtype(v)
	case "tuple":
		x, err = r.tuple(v)
	case "slice":
		x, err = r.slice(v)
	case "ellipsis":
		x = script.Ellipsis
	case "float":
		x, err = r.float(v)
	case "complex":
		x, err = r.complex(v)
	case "data":
		x, err = r.elements(v)
	default:
		return nil, fmt.Errorf("no values have the tag %q", tag)
	}
	if errors.Is(err, errBad) {
		return nil, fmt.Errorf("a bad value of tag %q", tag)
	}
	return x, err
}

// errBad says that a value is not what its tag says.
var errBad = errors.New("a bad value")

// list reads a list of n values, or of any number where n is negative.
func (r *reader) list(v any, n int) ([]any, error) {
	l, ok := v.([]any)
	if !ok || n >= 0 && len(l) != n {
		return nil, errBad
	}
	return r.values(l)
}

func (r *reader) array(v any) (any, error) {
	n, ok := v.(json.Number)
	if !ok {
		return nil, errBad
	}
	handle, err := strconv.ParseUint(n.String(), 10, 64)
	if err != nil {
		return nil, errBad
	}
	return r.b.Array(handle)
}

func (r *reader) dtype(v any) (any, error) {
	name, ok := v.(string)
	if !ok {
		return nil, errBad
	}
	return ivy.ParseDtype(name)
}

func (r *reader) tuple(v any) (any, error) {
	l, err := r.list(v, -1)
	return script.Tuple(l), err
}

func (r *reader) slice(v any) (any, error) {
	l, err := r.list(v, 3)
	if err != nil {
		return nil, err
	}
	return script.Slice{Lo: l[0], Hi: l[1], Step: l[2]}, nil
}

func (r *reader) float(v any) (any, error) {
	text, _ := v.(string)
	f, ok := specialFloats[text]
	if !ok {
		return nil, errBad
	}
	return f, nil
}

func (r *reader) complex(v any) (any, error) {
	l, err := r.list(v, 2)
	if err != nil {
		return nil, err
	}
	re, ok1 := l[0].(float64)
	im, ok2 := l[1].(float64)
	if !ok1 || !ok2 {
		return nil, errBad
	}
	return complex(re, im), nil
}

// elements reads an array whose elements are the bytes behind the request.
func (r *reader) elements(v any) (any, error) {
	l, err := r.list(v, 2)
	if err != nil {
		return nil, err
	}
	name, ok1 := l[0].(string)
	dims, ok2 := l[1].([]any)
	if !ok1 || !ok2 {
		return nil, errBad
	}
	shape := make([]int, len(dims))
	for i, n := range dims {
		k, ok := n.(*big.Int)
		if !ok || !k.IsInt64() {
			return nil, errBad
		}
		shape[i] = int(k.Int64())
	}
	d, err := ivy.ParseDtype(name)
	if err != nil {
		return nil, err
	}
	var x *ivy.Array
	err = ivy.Try(func() { x = r.s.Env().FromBytes(d, shape, r.data) })
	return x, err
}

// success is the answer with a value.
func (b *Bridge) success(v any) []byte {
	out, err := b.write([]byte(`{"ok":`), v)
	if err != nil {
		return Failure(err)
	}
	return append(out, '}')
}

// Failure is the answer that there was an error.
func Failure(err error) []byte {
	text, e := json.Marshal(map[string]any{"error": []string{script.KindOf(err), err.Error()}})
	if e != nil { // strings always have a form
		panic(e)
	}
	return text
}

// write appends a value.
func (b *Bridge) write(out []byte, v any) ([]byte, error) {
	list := func(open string, n int, at func(i int) any, end string) ([]byte, error) {
		out = append(out, open...)
		for i := range n {
			if i > 0 {
				out = append(out, ',')
			}
			var err error
			if out, err = b.write(out, at(i)); err != nil {
				return nil, err
			}
		}
		return append(out, end...), nil
	}
	switch v := v.(type) {
	case nil:
		return append(out, "null"...), nil
	case bool:
		return strconv.AppendBool(out, v), nil
	case int:
		return strconv.AppendInt(out, int64(v), 10), nil
	case *big.Int:
		return v.Append(out, 10), nil
	case float64:
		return appendFloat(out, v), nil
	case complex128:
		return list(`{"complex":[`, 2, func(i int) any { return [...]float64{real(v), imag(v)}[i] }, "]}")
	case string:
		text, err := json.Marshal(v)
		return append(out, text...), err
	case ivy.Dtype:
		return fmt.Appendf(out, `{"dtype":%q}`, v.String()), nil
	case []any:
		return list("[", len(v), func(i int) any { return v[i] }, "]")
	case script.Tuple:
		return list(`{"tuple":[`, len(v), func(i int) any { return v[i] }, "]}")
	case script.Dict:
		return list(`{"dict":[`, len(v.Keys), func(i int) any { return []any{v.Keys[i], v.Values[i]} }, "]}")
	case *ivy.Array:
		out = fmt.Appendf(out, `{"array":%d,"dtype":%q,"shape":[`, b.hold(v), v.Dtype().String())
		for i, n := range v.Shape() {
			if i > 0 {
				out = append(out, ',')
			}
			out = strconv.AppendInt(out, int64(n), 10)
		}
		return append(out, "]}"...), nil
	}
	return nil, fmt.Errorf("a %T is no value of an answer", v)
}

// specialFloats are the floats that JSON lacks. Of a NaN the sign stays.
var specialFloats = map[string]float64{
	"nan": math.NaN(), "-nan": math.Copysign(math.NaN(), -1), "inf": math.Inf(1), "-inf": math.Inf(-1),
}

func appendFloat(out []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		name := map[bool]string{true: "nan", false: "inf"}[math.IsNaN(f)]
		if math.Signbit(f) {
			name = "-" + name
		}
		return fmt.Appendf(out, `{"float":%q}`, name)
	}
	begin := len(out)
	out = strconv.AppendFloat(out, f, 'g', -1, 64)
	if !bytes.ContainsAny(out[begin:], ".e") {
		out = append(out, ".0"...)
	}
	return out
}
