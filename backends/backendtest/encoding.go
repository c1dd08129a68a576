package backendtest

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// encoding takes arrays of every dtype and layout through every encoding and back.
func (s *suite) encoding(t *testing.T) {
	race.Sequential(t)
	defer ivy.WithBackend(s.name)() // decoded arrays are on the standard Env's backend
	for _, d := range ivy.AllDtypes() {
		t.Run(d.String(), func(t *testing.T) {
			for name, x := range s.encoded(d) {
				s.roundTrips(t, name, x)
			}
		})
	}
	t.Run("into", s.decodeInto)
	t.Run("printed", s.printed)
}

// encoded returns arrays of dtype d.
func (s *suite) encoded(d dtype.Dtype) map[string]*ivy.Array {
	r := rand.New(rand.NewPCG(1, uint64(d)))
	n := 4096
	if d.Component().Size() == 2 {
		n = 1 << 16 // every value
	}
	part := d.Component().Size()
	data := make([]byte, n*d.Size())
	for i := 0; i < len(data); i += part {
		v := r.Uint64()
		if part == 2 {
			v = uint64(i / 2)
		} else if k := i / part; k < 64*2 { // powers of two and their neighbours, as bits and as floats
			v = 1<<(k/2) - uint64(k%2)
			if d == ivy.Float64 || d == ivy.Complex128 {
				v <<= 46
			} else if d.IsFloat() || d.IsComplex() {
				v <<= 20
			}
		}
		if d == ivy.Bool {
			v &= 1
		}
		var b [8]byte
		binary.NativeEndian.PutUint64(b[:], v)
		from := b[:part]
		if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
			from = b[8-part:]
		}
		copy(data[i:], from)
	}
	x := s.env.FromBytes(d, []int{n}, data)
	special := s.env.Asarray([]float64{0, 1}, d)
	if d.IsFloat() || d.IsComplex() {
		f := ivy.Finfo(d)
		special = s.env.Astype(s.env.Asarray([]float64{0, -f.SmallestNormal, f.SmallestNormal / 2, f.SmallestNormal * f.Eps, f.Max, f.Min, f.Eps, 1e-7, 1e21, 0.1}), d)
		special = s.env.Concat([]*ivy.Array{special, s.env.Negative(special), s.env.Divide(special, 0)})
	} else if d.IsInteger() {
		i := ivy.Iinfo(d)
		special = s.env.Concat([]*ivy.Array{s.env.Full([]int{1}, i.Max, d), s.env.Full([]int{1}, i.Min, d)})
	}
	return map[string]*ivy.Array{
		"bits": x, "special": special, "without axes": special.Get(0), "one": special.Get(ivy.Slice(0, 1)),
		"empty": s.env.Zeros([]int{0, 3}, d), "empty rows": s.env.Zeros([]int{2, 0}, d), "many empty rows": s.env.Zeros([]int{sized(1<<40) / 16, 0}, d),
		"backwards": x.Get(ivy.Slice(nil, nil, -3)), "transposed": s.env.PermuteDims(s.env.Reshape(x.Get(ivy.Slice(0, 60)), []int{3, 4, 5}), []int{2, 0, 1}),
		"broadcast": s.env.BroadcastTo(special.Get(ivy.Slice(0, 1)), []int{3, 2}), "many axes": s.env.Reshape(x.Get(ivy.Slice(0, 4)), []int{1, 2, 1, 1, 2, 1, 1, 1, 1, 1}),
		"part": s.env.Reshape(x.Get(ivy.Slice(0, 16)), []int{4, 4}).Get(ivy.Colon, 2),
	}
}

// requireBits compares arrays bit by bit; with nans set a NaN may be any.
func requireBits(t *testing.T, want, got *ivy.Array, nans bool, what string) {
	t.Helper()
	require.Equal(t, want.Dtype(), got.Dtype(), what)
	require.Equal(t, want.Shape(), got.Shape(), what)
	a, b := want.Bytes(), got.Bytes()
	if nans && (want.Dtype().IsFloat() || want.Dtype().IsComplex()) {
		clean(want.Dtype(), a)
		clean(want.Dtype(), b)
	}
	if !bytes.Equal(a, b) {
		t.Errorf("%s: %v of %v, want %v", what, got, got.Dtype(), want)
	}
}

// clean gives all NaNs the same bits.
func clean(d dtype.Dtype, data []byte) {
	part := d.Component()
	size := part.Size()
	nan := bytes.Repeat([]byte{0xff}, size)
	x := ivy.FromBytes(part, []int{len(data) / size}, data).ToBackend("native")
	for i, is := range ivy.Values[bool](x.Env().IsNan(x)) {
		if is {
			copy(data[i*size:], nan)
		}
	}
}

func (s *suite) roundTrips(t *testing.T, name string, x *ivy.Array) {
	text, err := json.Marshal(x)
	require.NoError(t, err, name)
	var y ivy.Array
	require.NoError(t, json.Unmarshal(text, &y), "%s: %.300s", name, text)
	requireBits(t, x, &y, true, name+" as JSON")
	assert.Equal(t, s.name, y.Backend())
	var spaced bytes.Buffer
	require.NoError(t, json.Indent(&spaced, text, " ", "\t"))
	var v ivy.Array
	require.NoError(t, json.Unmarshal(spaced.Bytes(), &v), name)
	requireBits(t, &y, &v, false, name+" as indented JSON")

	text, err = json.Marshal(ivy.Base64(x))
	require.NoError(t, err, name)
	var z ivy.Array
	require.NoError(t, json.Unmarshal(text, &z), name)
	requireBits(t, x, &z, false, name+" as base64")

	data, err := x.MarshalBinary()
	require.NoError(t, err, name)
	behind, err := x.AppendBinary([]byte("abc"))
	require.NoError(t, err, name)
	require.True(t, bytes.Equal(behind[3:], data) && string(behind[:3]) == "abc", name)
	var u ivy.Array
	require.NoError(t, u.UnmarshalBinary(data), name)
	requireBits(t, x, &u, false, name+" as bytes")

	type fields struct {
		N       int
		Pointer *ivy.Array
		Value   ivy.Array
		Nil     *ivy.Array
		List    []*ivy.Array
	}
	in, out := &fields{N: 3, Pointer: x, List: []*ivy.Array{x, x}}, &fields{}
	require.NoError(t, in.Value.UnmarshalBinary(data))
	var w bytes.Buffer
	require.NoError(t, gob.NewEncoder(&w).Encode(in), name)
	require.NoError(t, gob.NewDecoder(&w).Decode(out), name)
	requireBits(t, x, out.Pointer, false, name+" by gob")
	requireBits(t, x, &out.Value, false, name+" by gob, a value")
	requireBits(t, x, out.List[1], false, name+" by gob, in a list")
	assert.Nil(t, out.Nil)

	text, err = json.Marshal(in)
	require.NoError(t, err, name)
	out = &fields{}
	require.NoError(t, json.Unmarshal(text, out), name)
	requireBits(t, x, out.Pointer, true, name+", a JSON field")
	requireBits(t, x, &out.Value, true, name+", a JSON field that is a value")
	assert.Nil(t, out.Nil)
	assert.Len(t, out.List, 2)

	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("now", "x", x)
	assert.Contains(t, log.String(), fmt.Sprintf("x.dtype=%v", x.Dtype()))
	assert.Contains(t, log.String(), "x.backend="+s.name)
	assert.Less(t, log.Len(), 1000)
}

// decodeInto decodes into arrays that are in use.
func (s *suite) decodeInto(t *testing.T) {
	for _, n := range []int{3, 1 << 16} {
		e := s.env
		fresh := func() *ivy.Array { return e.Full([]int{n}, 2, ivy.Int16) }
		x := fresh()
		view, back := x.Get(ivy.Slice(1, nil)), x.Get(ivy.Slice(nil, nil, -1))
		shared := e.Reshape(x, []int{1, n})
		text, err := json.Marshal(e.Asarray([]float32{1.5, 2.5}))
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(text, x))
		assert.Equal(t, []float32{1.5, 2.5}, ivy.Values[float32](x))
		assert.Equal(t, int16(2), ivy.Values[int16](view)[0], "views keep their elements")
		view.Set(7, 0)
		assert.Equal(t, int16(7), ivy.Values[int16](back)[n-2], "views of one array stay such")
		assert.Equal(t, int16(2), ivy.Values[int16](shared)[1])
		x.Set(9, 0)
		assert.Equal(t, []float32{9, 2.5}, ivy.Values[float32](x))
		assert.Equal(t, int16(2), ivy.Values[int16](back)[n-1])

		require.NoError(t, view.UnmarshalJSON(text)) // a view becomes an array of its own
		view.Set(8, 0)
		assert.Equal(t, []float32{8, 2.5}, ivy.Values[float32](view))
		assert.Equal(t, int16(7), ivy.Values[int16](back)[n-2])

		gone := fresh()
		gone.Free()
		require.NoError(t, gone.UnmarshalJSON(text))
		assert.Equal(t, []float32{1.5, 2.5}, ivy.Values[float32](gone))
		gone.Free()

		kept := fresh()
		for _, bad := range []string{`{"dtype":"float32","shape":[2],"data":[1,2,3]}`, `{"dtype":"float32","shape":[2],"data":[1,2]`, `{`, ``, `[]`} {
			assert.ErrorIs(t, ivy.Try(func() {
				if err := kept.UnmarshalJSON([]byte(bad)); err != nil {
					panic(err)
				}
			}), ivy.ErrValue, bad)
			requireBits(t, fresh(), kept, false, bad)
		}
		require.NoError(t, kept.UnmarshalJSON([]byte(" null ")))
		requireBits(t, fresh(), kept, false, "null")
	}
}

// printed holds that verbs are applied to the elements, as package fmt does to a Go
// number, and that elements stand in columns.
func (s *suite) printed(t *testing.T) {
	e := s.env
	specs := []string{"%d", "%+d", "% d", "%05d", "%-6d", "%x", "%X", "%#x", "%o", "%O", "%b", "%q", "%c", "%U", "%t", "%6t", "%e", "%E", "%f", "%F", "%g", "%G",
		"%.3f", "%8.2f", "%-9.3e", "%+.2f", "%08.3f", "%.3g", "%12v", "%.2v", "%z", "%.1x", "% .2e"}
	for _, d := range ivy.AllDtypes() {
		x := e.Astype(e.Reshape(e.Asarray([]int{0, 1, 64, 9, 100, 7}), []int{2, 3}), d)
		if d.IsFloat() || d.IsComplex() {
			x = e.Divide(x, e.Astype(e.Asarray(-8), d))
		}
		x = x.Get(ivy.Colon, ivy.Slice(nil, nil, -1))
		for _, spec := range specs {
			var words []string
			for _, v := range goValues(x) {
				word := fmt.Sprintf(spec, v)
				if d == ivy.BFloat16 || d == ivy.Float16 { // of which every element here is exact
					word = strings.Replace(word, "(float32=", "("+d.String()+"=", 1)
				}
				words = append(words, word)
			}
			assert.Equal(t, columns(words, 2, strings.Contains(spec, "-")), strings.ReplaceAll(fmt.Sprintf(spec, x), "\n  ", " "), "%s of %v", spec, d) // of which long lines are broken
			assert.Equal(t, words[1], fmt.Sprintf(spec, x.Get(0, 1)), "%s of %v without axes", spec, d)
		}
		for _, spec := range []string{"%v", "%+v", "%s"} {
			assert.Equal(t, x.String(), fmt.Sprintf(spec, x), spec)
		}
		assert.Equal(t, x.GoString(), fmt.Sprintf("%#v", x))
		assert.Equal(t, "*ivy.Array", fmt.Sprintf("%T", x))
		assert.Equal(t, "[]", fmt.Sprintf("%.3f", e.Zeros([]int{0, 3}, d)))
	}
	for d, want := range map[dtype.Dtype]string{ivy.BFloat16: "[  0.1 3e+38]", ivy.Float16: "[  0.1  +Inf]", ivy.Float32: "[  0.1 3e+38]", ivy.Float64: "[  0.1 3e+38]"} {
		assert.Equal(t, want, fmt.Sprintf("%5g", e.Astype(e.Asarray([]float64{0.1, 3e38}), d)), "%v", d)
	}
	big := e.Astype(e.Arange(40000), ivy.Float64)
	assert.Equal(t, "[0.00e+00 1.00e+00 2.00e+00 ... 4.00e+04 4.00e+04 4.00e+04]", fmt.Sprintf("%.2e", big))
	assert.Equal(t, "float32(2, 3)", fmt.Sprintf("%.2f", e.Abstract(ivy.Float32, 2, 3)))
}

// goValues returns the elements of x as their Go types; of 16-bit floats as float32.
func goValues(x *ivy.Array) (vs []any) {
	if d := x.Dtype(); d == ivy.BFloat16 || d == ivy.Float16 {
		x = x.Env().Astype(x, ivy.Float32)
	}
	for i := range x.Size() {
		vs = append(vs, x.Env().Reshape(x, []int{x.Size()}).Get(i).Nested())
	}
	return vs
}

// columns lays words out as a matrix of so many rows.
func columns(words []string, rows int, left bool) string {
	width := 0
	for _, w := range words {
		width = max(width, len([]rune(w)))
	}
	var lines []string
	for line := range slices.Chunk(words, len(words)/rows) {
		var padded []string
		for _, w := range line {
			pad := strings.Repeat(" ", width-len([]rune(w)))
			if left {
				w += pad
			} else {
				w = pad + w
			}
			padded = append(padded, w)
		}
		lines = append(lines, "["+strings.Join(padded, " ")+"]")
	}
	return "[" + strings.Join(lines, "\n ") + "]"
}
