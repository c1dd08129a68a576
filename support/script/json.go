package script

import (
	"bufio"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// WriteJSON writes the value as one line of JSON: an array, a dtype's values and its
// bytes, as {"dtype":…,"weak":false,"shape":[…],"data":"<base64>"}, a complex number
// as such an array without axes, a tuple as a list, None as null, floats that are not
// finite as "NaN", "Infinity" and "-Infinity", dtypes as their names, other values as
// they are. The line end is not written.
func (v Value) WriteJSON(w io.Writer) error {
	x, err := v.Go()
	if err != nil {
		return err
	}
	return WriteJSON(w, x)
}

// WriteJSON is [Value.WriteJSON] of a value that [Value.Go] gave.
func WriteJSON(w io.Writer, x any) error {
	b := bufio.NewWriterSize(w, 1<<16)
	if err := writeJSON(b, x); err != nil {
		return err
	}
	return b.Flush()
}

// WritePlain is [Value.WriteJSON] with the elements of arrays as nested lists of numbers,
// complex ones as [real, imaginary].
func (v Value) WritePlain(w io.Writer) error {
	x, err := v.Go()
	if err != nil {
		return err
	}
	if x, err = nestedNumbers(x); err != nil {
		return err
	}
	return WriteJSON(w, x)
}

// plainBytes is about what an element takes as a value of Go in lists: the interface twice,
// the number and its digits, the copy that it is made from.
const plainBytes = 96

// nestedNumbers returns a value with lists in the place of arrays.
func nestedNumbers(x any) (any, error) {
	list := func(items []any) (any, error) {
		out := make([]any, len(items))
		for i, e := range items {
			var err error
			if out[i], err = nestedNumbers(e); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	switch x := x.(type) {
	case []any:
		return list(x)
	case Tuple:
		return list(x)
	case Dict:
		values, err := list(x.Values)
		if err != nil {
			return nil, err
		}
		return Dict{x.Keys, values.([]any)}, nil
	case complex128:
		return []any{real(x), imag(x)}, nil
	case *frontend.Array:
		return nestedNumbers(x.V)
	case *ivy.Array:
		var flat []any
		if err := try(func() { flat = elementsOf(x) }); err != nil {
			return nil, err
		}
		z, _ := folded(x.Shape(), flat)
		return z, nil
	}
	return x, nil
}

// elementsOf returns an array's elements as writeJSON takes them. It panics if memory does
// not hold them.
func elementsOf(x *ivy.Array) []any {
	if err := backend.CheckElements(x.Size(), plainBytes); err != nil {
		panic(err)
	}
	out := make([]any, 0, x.Size())
	switch x.Dtype().Kind() {
	case dtype.KindBool:
		for _, v := range ivy.Values[bool](x) {
			out = append(out, v)
		}
	case dtype.KindInt:
		for _, v := range ivy.Values[int64](x) {
			out = append(out, big.NewInt(v))
		}
	case dtype.KindUint:
		for _, v := range ivy.Values[uint64](x) {
			out = append(out, new(big.Int).SetUint64(v))
		}
	case dtype.KindFloat:
		for _, v := range ivy.Values[float64](x) {
			out = append(out, v)
		}
	default:
		for _, v := range ivy.Values[complex128](x) {
			out = append(out, []any{real(v), imag(v)})
		}
	}
	return out
}

// folded returns the first elements in lists of a shape, and those that are left.
func folded(shape []int, flat []any) (any, []any) {
	if len(shape) == 0 {
		return flat[0], flat[1:]
	}
	out := make([]any, shape[0])
	for i := range out {
		out[i], flat = folded(shape[1:], flat)
	}
	return out, flat
}

func writeJSON(b *bufio.Writer, x any) error {
	list := func(items []any) error {
		b.WriteByte('[')
		for i, e := range items {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := writeJSON(b, e); err != nil {
				return err
			}
		}
		return b.WriteByte(']')
	}
	switch x := x.(type) {
	case nil:
		b.WriteString("null")
	case bool:
		b.WriteString(strconv.FormatBool(x))
	case *big.Int:
		b.WriteString(x.String())
	case float64:
		b.WriteString(jsonFloat(x))
	case complex128:
		var a *ivy.Array
		if err := try(func() { a = ivy.FromBytes(ivy.Complex128, nil, complexBytes(x)) }); err != nil {
			return err
		}
		return writeArray(b, a)
	case string:
		return jsonText(b, x)
	case ivy.Dtype:
		return jsonText(b, x.String())
	case ivy.NativeDtype:
		return jsonText(b, x.Name)
	case *ivy.Array:
		return writeArray(b, x)
	case *frontend.Array:
		return writeTensor(b, x)
	case []any:
		return list(x)
	case Tuple:
		return list(x)
	case Dict:
		b.WriteByte('{')
		for i, k := range x.Keys {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := jsonText(b, k); err != nil {
				return err
			}
			b.WriteByte(':')
			if err := writeJSON(b, x.Values[i]); err != nil {
				return err
			}
		}
		return b.WriteByte('}')
	}
	return nil
}

func jsonText(b *bufio.Writer, s string) error {
	var buf strings.Builder
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return err
	}
	_, err := b.WriteString(strings.TrimSuffix(buf.String(), "\n"))
	return err
}

func jsonFloat(f float64) string {
	switch {
	case math.IsNaN(f):
		return `"NaN"`
	case math.IsInf(f, 1):
		return `"Infinity"`
	case math.IsInf(f, -1):
		return `"-Infinity"`
	}
	return floatText(f)
}

func complexBytes(c complex128) []byte {
	out := make([]byte, 0, 16)
	for _, f := range []float64{real(c), imag(c)} {
		u := math.Float64bits(f)
		for i := range 8 {
			out = append(out, byte(u>>(8*i)))
		}
	}
	return out
}

// writeArray writes an array; its bytes are those of memory, which are little-endian
// on every machine that the native backend runs on.
func writeArray(b *bufio.Writer, a *ivy.Array) error {
	var data []byte
	if err := try(func() { data = a.Bytes() }); err != nil {
		return err
	}
	return writeData(b, a.Dtype().String(), false, a.Shape(), data)
}

// writeTensor writes a frontend's array. The elements of PyTorch's complex32 are pairs
// of float16.
func writeTensor(b *bufio.Writer, x *frontend.Array) error {
	if !x.Half {
		var data []byte
		if err := try(func() { data = x.V.Bytes() }); err != nil {
			return err
		}
		return writeData(b, x.V.Dtype().String(), x.Weak, x.V.Shape(), data)
	}
	var data []byte
	err := try(func() {
		for _, c := range ivy.Values[complex64](x.V) {
			for _, f := range []float32{real(c), imag(c)} {
				data = binary.LittleEndian.AppendUint16(data, uint16(dtype.HalfFromFloat64(float64(f))))
			}
		}
	})
	if err != nil {
		return err
	}
	return writeData(b, "complex32", x.Weak, x.V.Shape(), data)
}

func writeData(b *bufio.Writer, name string, weak bool, shape []int, data []byte) error {
	b.WriteString(`{"dtype":"` + name + `","weak":` + strconv.FormatBool(weak) + `,"shape":[`)
	for i, n := range shape {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(n))
	}
	b.WriteString(`],"data":"`)
	enc := base64.NewEncoder(base64.StdEncoding, b)
	if _, err := enc.Write(data); err != nil {
		return err
	}
	if err := enc.Close(); err != nil {
		return err
	}
	_, err := b.WriteString(`"}`)
	return err
}
