package elementwise

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// inGo calls f while nothing of package simd is used.
func inGo(f func()) {
	avx2, avx512 := simd.AVX2, simd.AVX512
	simd.AVX2, simd.AVX512 = false, false
	defer func() { simd.AVX2, simd.AVX512 = avx2, avx512 }()
	f()
}

// arithEdges are bits worth trying as an element of a dtype.
func arithEdges(d dtype.Dtype) []uint64 {
	if d == dtype.Bool {
		return []uint64{0, 1}
	}
	if d.IsInteger() {
		top := uint64(1) << (8*d.Size() - 1)
		es := []uint64{top, top - 1, top + 1, math.MaxUint64, math.MaxUint64 - 1, 1 << 53, 1<<53 + 1, 1<<53 - 1, 1<<54 + 2, 1<<54 + 3,
			-(1<<53 + 1) & math.MaxUint64, 1<<24 + 1, 1<<24 + 3, 1<<62 + 1<<37, 1<<62 + 1<<37 + 1, 1<<63 + 1<<39, 1<<63 + 1<<39 + 1, 1<<63 + 1<<10,
			1<<63 + 1<<10 + 1, 1<<31 + 1<<7, 1<<16 + 1<<8, 1<<16 + 1<<8 + 1, 1<<9 + 1, 1<<11 + 1, 65519, 65520, 65504}
		for v := range uint64(70) {
			es = append(es, v, -v)
		}
		return es
	}
	part := partOf(d)
	var fs []float64
	for _, v := range []float64{0, 1, 0.5, 1.5, 2.5, 0.49999999999999994, 3, 127, 127.5, 128, 129, 255, 255.9, 256, 32767, 32768, 65535, 65535.5, 65536,
		65504, 65519, 65520, 2147483647, 2147483647.5, 0x1p31, 4294967295, 0x1p32, 4294967040, 0x1p52, 0x1p53 - 1, 0x1p53, 0x1p62, 0x1p63 - 1024, 0x1p63, 0x1p63 + 4096,
		0x1p64 - 2048, 0x1p64, 0x1p64 + 8192, 0x1p65, 1e300, 0x1p-14, 0x1p-24, 0x1p-25, 0x1.8p-25, 0x1p-126, 0x1p-133, 0x1p-134, 0x1.8p-134, 0x1p-149, 0x1p-150, 5e-324, math.MaxFloat32,
		0x1.ffffffp127, 0x1.fffffffp127, 0x1.01p0, 0x1.0100000001p0, 0x1.00ffffffp0, 0x1.001p0, 0x1.00100000001p0, 0x1.fep127, 0x1.ffp127, 0x1.feffffp127,
		math.MaxFloat64, math.Inf(1), math.NaN(), 7.3, 1e10} {
		fs = append(fs, v, -v)
	}
	var es []uint64
	for _, v := range fs {
		es = append(es, floatBits(part, v))
	}
	exponent := map[dtype.Dtype]uint64{dtype.BFloat16: brainInf, dtype.Float16: halfInf, dtype.Float32: float32Inf, dtype.Float64: float64Inf}[part]
	return append(es, exponent+1, exponent<<1|1, 1, 1|1<<(8*part.Size()-1)) // signalling NaN; the smallest numbers
}

func floatBits(d dtype.Dtype, v float64) uint64 {
	switch d {
	case dtype.BFloat16:
		return uint64(dtype.BrainFromFloat64(v))
	case dtype.Float16:
		return uint64(dtype.HalfFromFloat64(v))
	case dtype.Float32:
		return uint64(math.Float32bits(float32(v)))
	}
	return math.Float64bits(v)
}

// arithDraw fills b with edges, numbers near 0 and random bits.
func arithDraw(r *rand.Rand, b *array.Buffer, edges []uint64) {
	part := partOf(b.Dtype)
	size := part.Size()
	mem := unsafe.Slice((*byte)(b.Mem), b.Size*b.Dtype.Size())
	for i := 0; i < len(mem); i += size {
		v := edges[r.IntN(len(edges))]
		switch r.IntN(3) {
		case 0:
			switch {
			case b.Dtype == dtype.Bool:
			case b.Dtype.IsInteger():
				v = r.Uint64() >> r.IntN(64)
			default:
				v = r.Uint64()
			}
		case 1:
			switch {
			case b.Dtype == dtype.Bool:
			case b.Dtype.IsInteger():
				v = uint64(r.IntN(100) - 20)
			default:
				v = floatBits(part, r.NormFloat64()*math.Ldexp(1, r.IntN(70)-20))
			}
		}
		var word [8]byte
		binary.LittleEndian.PutUint64(word[:], v)
		copy(mem[i:i+size], word[:])
	}
}

// arithSame reports whether element i of two blocks is the same, all NaN being one.
func arithSame(a, b *array.Buffer, i int) bool {
	size := a.Dtype.Size()
	p, q := unsafe.Slice((*byte)(a.Mem), a.Size*size)[i*size:][:size], unsafe.Slice((*byte)(b.Mem), b.Size*size)[i*size:][:size]
	part := partOf(a.Dtype)
	inf := map[dtype.Dtype]uint64{dtype.BFloat16: brainInf, dtype.Float16: halfInf, dtype.Float32: float32Inf, dtype.Float64: float64Inf}[part]
	for at := 0; at < size; at += part.Size() {
		var v, w [8]byte
		copy(v[:], p[at:at+part.Size()])
		copy(w[:], q[at:at+part.Size()])
		x, y := binary.LittleEndian.Uint64(v[:]), binary.LittleEndian.Uint64(w[:])
		rest := uint64(1)<<(8*part.Size()-1) - 1
		if x != y && !(inf != 0 && x&rest > inf && y&rest > inf) {
			return false
		}
	}
	return true
}

// arithDiffers returns the first of the elements low to high that are not the same, or -1.
func arithDiffers(a, b *array.Buffer, low, high int) int {
	size := a.Dtype.Size()
	if bytes.Equal(array.BytesOf(a)[low*size:high*size], array.BytesOf(b)[low*size:high*size]) {
		return -1
	}
	for i := low; i < high; i++ {
		if !arithSame(a, b, i) {
			return i
		}
	}
	return -1
}

func arithElement(b *array.Buffer, i int) string {
	size := b.Dtype.Size()
	return fmt.Sprintf("%x", unsafe.Slice((*byte)(b.Mem), b.Size*size)[i*size:][:size])
}

func arithBuffer(t *testing.T, d dtype.Dtype, n int) *array.Buffer {
	b, err := array.NewBuffer(backend.Spec{Dtype: d, Shape: []int{n}})
	require.NoError(t, err)
	return b
}

// testArith compares a loop with the reference loop in Go, both operands long or either one element,
// in place, at any offset, and looks whether anything is written outside the result.
func testArith(t *testing.T, wide, reference Loop, out dtype.Dtype, in ...dtype.Dtype) {
	r := rand.New(rand.NewPCG(uint64(out), uint64(in[0])))
	a := newArithTest(t, r, wide, reference, out, in)
	lengths := []int{500, 1023, 4096, 4097, 4096 + 100, 8999}
	step := 1
	if testing.Short() {
		step = 3
	}
	for n := 1; n <= 131; n += step {
		lengths = append(lengths, n)
	}
	for _, n := range lengths {
		for ones := range 1 << len(in) {
			if reference.Long&uint8(ones) != 0 || n > 1 && ones == 1<<len(in)-1 && len(in) < 3 {
				continue
			}
			a.compare(n, r.IntN(80), ones)
		}
	}
	if len(in) == 2 {
		a.compareEdges()
	}
}

// An arithTest compares a loop with the reference loop.
type arithTest struct {
	t                 *testing.T
	r                 *rand.Rand
	wide, reference   Loop
	out               dtype.Dtype
	in                []dtype.Dtype
	operands          [array.MaxOperands - 1]*array.Buffer
	got, want, before *array.Buffer // results, and what they hold before
}

// arithLen is how many elements the buffers of an arithTest have.
const arithLen = 9100

func newArithTest(t *testing.T, r *rand.Rand, wide, reference Loop, out dtype.Dtype, in []dtype.Dtype) *arithTest {
	a := &arithTest{t: t, r: r, wide: wide, reference: reference, out: out, in: in}
	for k, d := range in {
		a.operands[k] = arithBuffer(t, d, arithLen)
		arithDraw(r, a.operands[k], arithEdges(d))
	}
	a.got, a.want, a.before = arithBuffer(t, out, arithLen), arithBuffer(t, out, arithLen), arithBuffer(t, out, arithLen)
	arithDraw(r, a.before, []uint64{1})
	return a
}

// compare compares n results at an index, of operands at random ones; those whose bits ones has are one element.
func (a *arithTest) compare(n, at, ones int) {
	var s Spans
	for k := range a.in {
		s[k] = Span{a.operands[k], a.r.IntN(20), n}
		if ones>>k&1 != 0 {
			s[k].N = 1
		}
	}
	copy(array.BytesOf(a.got), array.BytesOf(a.before))
	copy(array.BytesOf(a.want), array.BytesOf(a.before))
	a.wide.Run(Span{a.got, at, n}, s)
	inGo(func() { a.reference.Run(Span{a.want, at, n}, s) })
	if i := arithDiffers(a.got, a.want, 0, arithLen); i >= 0 {
		var with []string
		for k := range a.in {
			with = append(with, arithElement(a.operands[k], s[k].At+min(max(i-at, 0), s[k].N-1)))
		}
		require.FailNow(a.t, "differs", "%d of %d at %d, ones %b: of %v %s, not %s", i-at, n, at, ones, with, arithElement(a.got, i), arithElement(a.want, i))
	}
	a.compareInPlace(s, n, at, ones)
}

// compareInPlace compares the results in place of each operand that is long and of the result's dtype.
func (a *arithTest) compareInPlace(s Spans, n, at, ones int) {
	size := a.out.Size()
	for k := range a.in {
		if a.in[k] != a.out || s[k].N != n {
			continue
		}
		copy(array.BytesOf(a.got)[at*size:(at+n)*size], array.BytesOf(a.operands[k])[s[k].At*size:])
		p := s
		p[k] = Span{a.got, at, n}
		a.wide.Run(Span{a.got, at, n}, p)
		if i := arithDiffers(a.got, a.want, 0, arithLen); i >= 0 {
			require.FailNow(a.t, "differs in place", "operand %d, %d of %d, ones %b: %s, not %s", k, i-at, n, ones, arithElement(a.got, i), arithElement(a.want, i))
		}
	}
}

// compareEdges compares the results of every two edges of the operands' dtypes.
func (a *arithTest) compareEdges() {
	edges := arithEdges(a.in[1])
	all := arithBuffer(a.t, a.in[1], arithLen)
	for i := range min(len(edges), arithLen) {
		var word [8]byte
		binary.LittleEndian.PutUint64(word[:], edges[i])
		size := partOf(a.in[1]).Size()
		for at := 0; at < a.in[1].Size(); at += size {
			copy(array.BytesOf(all)[i*a.in[1].Size()+at:][:size], word[:])
		}
	}
	first := arithBuffer(a.t, a.in[0], 1)
	for _, e := range arithEdges(a.in[0]) {
		arithDraw(a.r, first, []uint64{e})
		for _, turned := range []bool{false, true} {
			s := Spans{{first, 0, 1}, {all, 0, len(edges)}}
			if turned && a.in[0] == a.in[1] {
				s[0], s[1] = s[1], s[0]
			}
			a.wide.Run(Span{a.got, 0, len(edges)}, s)
			inGo(func() { a.reference.Run(Span{a.want, 0, len(edges)}, s) })
			if i := arithDiffers(a.got, a.want, 0, len(edges)); i >= 0 {
				require.FailNow(a.t, "differs", "of %s and %s, turned %t: %s, not %s", arithElement(first, 0), arithElement(all, i), turned, arithElement(a.got, i), arithElement(a.want, i))
			}
		}
	}
}

func needAVX2(t *testing.T) {
	if !simd.AVX2 {
		t.Skip("this machine has no AVX2, or IVY_SIMD is off")
	}
}

// code tells the functions of loops apart.
func code(l Loop) uintptr { return reflect.ValueOf(l.Run).Pointer() }

func TestArithRows(t *testing.T) {
	race.Sequential(t)
	needAVX2(t)
	found := 0
	for name, table := range map[string]func() loopTable{"elementwise": elementwiseLoops, "activations": activationLoops} {
		var references loopTable
		inGo(func() { references = table() })
		for op, ls := range table() {
			for d := dtype.Bool; d < dtype.Count; d++ {
				reference := references[op][d]
				if reference.Run == nil && dtype.Narrow.Has(d) {
					reference = through32(references[op][dtype.Float32])
				}
				if ls[d].Run == nil || reference.Run != nil && code(ls[d]) == code(references[op][d]) {
					continue
				}
				found++
				t.Run(fmt.Sprintf("%s/%v/%v", name, op, d), func(t *testing.T) {
					in := []dtype.Dtype{d, d}
					if op.Family == ops.FamilyUnary {
						in = in[:1]
					}
					testArith(t, ls[d], reference, op.Out(d, dtype.StandardDefaults), in...)
				})
			}
		}
	}
	require.Greater(t, found, 380, "loops of package simd")
}

func TestArithCasts(t *testing.T) {
	needAVX2(t)
	var references *castTable
	inGo(func() { references = newCastTable() })
	found := 0
	for from := dtype.Bool; from < dtype.Count; from++ {
		for to := dtype.Bool; to < dtype.Count; to++ {
			if CastLoops[from][to].Run == nil || code(CastLoops[from][to]) == code(references[from][to]) {
				continue
			}
			found++
			t.Run(fmt.Sprintf("%v/%v", from, to), func(t *testing.T) {
				testArith(t, CastLoops[from][to], references[from][to], to, from)
			})
		}
	}
	without := 2 // with AVX2, int64 to float32 and complex64
	if simd.AVX512 {
		without = 0
	}
	require.Equal(t, 13*15+2*3-without, found, "of real dtypes to all, of complex ones to complex and bool")
}

func TestArithWhere(t *testing.T) {
	needAVX2(t)
	for size, d := range map[int]dtype.Dtype{1: dtype.Uint8, 2: dtype.Float16, 4: dtype.Float32, 8: dtype.Complex64, 16: dtype.Complex128} {
		t.Run(d.String(), func(t *testing.T) {
			reference := map[int]Loop{1: whereLoop(choose[uint8]), 2: whereLoop(choose[uint16]), 4: whereLoop(choose[uint32]),
				8: whereLoop(choose[uint64]), 16: whereLoop(chooseComplex)}[size]
			require.NotEqual(t, code(reference), code(WhereLoops[size]))
			testArith(t, WhereLoops[size], reference, d, dtype.Bool, d, d)
		})
	}
}

func TestFillWide(t *testing.T) {
	needAVX2(t)
	testFillWide[uint8](t, 3)
	testFillWide[uint16](t, 0x1234)
	testFillWide[float32](t, 1.5)
	testFillWide[float64](t, -1.5)
	testFillWide[complex128](t, complex(1, 2))
}

func testFillWide[T array.Element](t *testing.T, v T) {
	for n := shortLen; n < 400; n++ {
		for at := range 5 {
			z := make([]T, n+10)
			z[at] = v
			require.True(t, array.FillWide(z[at:at+n]))
			want := make([]T, n+10)
			for i := range n {
				want[at+i] = v
			}
			require.Equal(t, want, z)
		}
	}
}
