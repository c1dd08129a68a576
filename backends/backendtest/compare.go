package backendtest

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// What a golden file may leave open about a number.
const (
	openZero   = 1 // the sign of zero
	openNumber = 2
	nextIsFine = 3 // one unit in the last place more
	openSign   = 4
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// compare returns how got differs from what the row wants, or "".
func (r *row) compare(got []*ivy.Array) string {
	if len(got) != len(r.Out) {
		return fmt.Sprintf("%d results, want %d", len(got), len(r.Out))
	}
	for i, n := range r.Out {
		want, err := n.raw(r.group)
		if err != nil {
			return err.Error()
		}
		if diff := compareArray(got[i], want, n, r.Tol); diff != "" {
			if len(got) > 1 {
				diff = fmt.Sprintf("result %d: %s", i, diff)
			}
			return diff
		}
	}
	return ""
}

func compareArray(got *ivy.Array, want rawArray, n *number, tol float64) string {
	switch {
	case got == nil:
		return "a nil array"
	case got.Dtype() != want.dtype:
		return fmt.Sprintf("dtype %v, want %v", got.Dtype(), want.dtype)
	case !slices.Equal(got.Shape(), want.shape):
		return fmt.Sprintf("shape %s, want %s", shape.Text(got.Shape()), shape.Text(want.shape))
	}
	data := native(rawArray{dtype: want.dtype, shape: want.shape, data: got.Bytes()}) // little-endian, as want's
	open := make([]byte, len(data)/want.dtype.Component().Size())
	slack := make([]float64, len(open))
	if n.M != "" {
		m, err := base64.StdEncoding.DecodeString(n.M)
		if err != nil || len(m) != len(open) {
			return fmt.Sprintf("golden mask of %d numbers: %v", len(m), err)
		}
		open = m
	}
	if n.E != "" {
		e, err := base64.StdEncoding.DecodeString(n.E)
		if err != nil || len(e) != 8*len(slack) {
			return fmt.Sprintf("golden errors of %d numbers: %v", len(e)/8, err)
		}
		for i := range slack {
			slack[i] = math.Float64frombits(binary.LittleEndian.Uint64(e[8*i:]))
		}
	}
	return compareData(data, want, open, slack, tol)
}

// compareData returns how data, little-endian elements, differ from want's, or "". A
// float may be tol units in the last place or its slack away, or its part open.
func compareData(data []byte, want rawArray, open []byte, slack []float64, tol float64) string {
	d := want.dtype.Component()
	parts := want.dtype.Size() / d.Size()
	bad, first := 0, -1
	size := d.Size()
	for i := range open {
		g, w := data[i*size:(i+1)*size], want.data[i*size:(i+1)*size]
		same := string(g) == string(w)
		if !same && d.IsFloat() {
			unit := 0.0
			if parts == 2 {
				k := i &^ 1
				unit = unitOf(math.Max(math.Abs(float(d, want.data[k*size:])), math.Abs(float(d, want.data[(k+1)*size:]))), d)
			}
			same = closeFloats(d, g, w, open[i], tol, slack[i], unit)
		}
		if !same && open[i] != openNumber {
			if bad++; first < 0 {
				first = i
			}
		}
	}
	if bad == 0 {
		return ""
	}
	at := first / parts
	text := fmt.Sprintf("element %s is %s, want %s", position(at, want.shape), element(want.dtype, data, at), element(want.dtype, want.data, at))
	if d.IsFloat() && (tol > 0 || slack[first] > 0) {
		text += fmt.Sprintf(" (%.3g units in the last place, %g allowed", ulps(d, data[first*size:], want.data[first*size:]), tol)
		if slack[first] > 0 {
			text += fmt.Sprintf(", or an error of %.3g", slack[first])
		}
		text += ")"
	}
	if bad > 1 {
		text += fmt.Sprintf("; %d of %d differ", bad, len(open))
	}
	return text
}

// closeFloats reports whether g is near enough to w, which are not the same bits.
func closeFloats(d dtype.Dtype, g, w []byte, open byte, tol, slack, unit float64) bool {
	x, y := float(d, g), float(d, w)
	if x != x || y != y {
		return x != x && y != y
	}
	if open == openSign && math.Signbit(x) != math.Signbit(y) {
		g = slices.Clone(g)
		g[len(g)-1] ^= 0x80
		x = -x
	}
	if x == y {
		return open == openZero || x != 0 || math.Signbit(x) == math.Signbit(y)
	}
	if open == nextIsFine {
		tol++
	}
	if ulps(d, g, w) <= tol {
		return true
	}
	diff := math.Abs(x - y)
	return diff <= slack || !math.IsInf(unit, 0) && diff <= tol*unit
}

// float returns the first element of data.
func float(d dtype.Dtype, data []byte) float64 {
	switch d {
	case dtype.Float64:
		return math.Float64frombits(binary.LittleEndian.Uint64(data))
	case dtype.Float32:
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(data)))
	case dtype.Float16:
		return float64(dtype.Half(binary.LittleEndian.Uint16(data)).Float32())
	}
	return float64(dtype.Brain(binary.LittleEndian.Uint16(data)).Float32())
}

// ulps returns how many numbers of dtype d lie between the first elements of g and w.
func ulps(d dtype.Dtype, g, w []byte) float64 {
	order := func(b []byte) int64 {
		var v, sign int64
		switch d.Size() {
		case 8:
			v, sign = int64(binary.LittleEndian.Uint64(b)), math.MinInt64
		case 4:
			v, sign = int64(binary.LittleEndian.Uint32(b)), 1<<31
		default:
			v, sign = int64(binary.LittleEndian.Uint16(b)), 1<<15
		}
		if v&sign != 0 {
			return -(v &^ sign)
		}
		return v
	}
	x, y := order(g), order(w)
	return float64(uint64(max(x, y)) - uint64(min(x, y))) // as integers: a float64 would round a few units away
}

// unitOf returns a unit in the last place of x in dtype d.
func unitOf(x float64, d dtype.Dtype) float64 {
	f, err := dtype.Finfo(d)
	if err != nil || x != x || math.IsInf(x, 0) {
		return math.Inf(1)
	}
	_, exp := math.Frexp(math.Max(x, f.SmallestNormal))
	return math.Ldexp(f.Eps, exp-1)
}

// position returns the index of the element at offset i in row-major order.
func position(i int, s []int) string {
	idx := make([]string, len(s))
	for a := len(s) - 1; a >= 0; a-- {
		idx[a] = fmt.Sprint(i % s[a])
		i /= s[a]
	}
	return "[" + strings.Join(idx, ", ") + "]"
}

// element returns the element at offset i, as Go writes it.
func element(d dtype.Dtype, data []byte, i int) string {
	data = data[i*d.Size():]
	switch {
	case d == dtype.Bool:
		return fmt.Sprint(data[0] != 0)
	case d.IsComplex():
		p := d.Component()
		return fmt.Sprintf("%v%+gi", float(p, data), float(p, data[p.Size():]))
	case d.IsFloat():
		return fmt.Sprint(float(d, data))
	}
	var u uint64
	for k := d.Size() - 1; k >= 0; k-- {
		u = u<<8 | uint64(data[k])
	}
	if d.IsUnsigned() {
		return fmt.Sprint(u)
	}
	s := 64 - d.Bits()
	return fmt.Sprint(int64(u<<s) >> s)
}

// text returns an array in a line: its first elements, dtype and shape.
func (a rawArray) text() string {
	var b strings.Builder
	b.WriteString(a.dtype.String())
	b.WriteString(shape.Text(a.shape))
	b.WriteByte('[')
	n := shape.Size(a.shape)
	for i := range min(n, 12) {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(element(a.dtype, a.data, i))
	}
	if n > 12 {
		b.WriteString(" …")
	}
	b.WriteByte(']')
	if a.form != nil {
		b.WriteString(a.form.String())
	}
	return b.String()
}

// text returns an argument in a line.
func (n *number) text(g *group) string {
	switch {
	case n == nil:
		return "nil"
	case n.isArray():
		a, err := n.raw(g)
		if err != nil {
			return err.Error()
		}
		s := a.text()
		for _, v := range n.V {
			s += fmt.Sprintf(".%s(%s)", strings.Trim(string(v[0]), `"`), v[1])
		}
		return s
	case n.Py != "":
		return strings.Trim(string(n.X), `"`)
	case n.Ints != nil:
		return fmt.Sprint(*n.Ints)
	case n.Int != nil:
		return fmt.Sprint(*n.Int)
	case n.Pairs != nil:
		return fmt.Sprint(*n.Pairs)
	case n.Dtype != "":
		return n.Dtype
	case n.Text != nil:
		return fmt.Sprintf("%q", *n.Text)
	case n.List != nil:
		parts := make([]string, len(*n.List))
		for i := range parts {
			parts[i] = (*n.List)[i].text(g)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case n.Index != nil:
		parts := make([]string, len(*n.Index))
		for i, it := range *n.Index {
			switch {
			case it.I != nil:
				parts[i] = fmt.Sprint(*it.I)
			case it.SL != nil:
				parts[i] = span(it.SL).String()
			case it.Ell:
				parts[i] = "..."
			case it.New:
				parts[i] = "None"
			default:
				parts[i] = it.Arr.text(g)
			}
		}
		return "key[" + strings.Join(parts, ", ") + "]"
	}
	return "?"
}

// text returns the call as Go would write it, about.
func (r *row) text() string {
	parts := make([]string, 0, len(r.In)+len(r.O))
	for _, n := range r.In {
		parts = append(parts, n.text(r.group))
	}
	for _, k := range sortedKeys(r.O) {
		parts = append(parts, k+"="+string(r.O[k]))
	}
	return r.Op + "(" + strings.Join(parts, ", ") + ")"
}
