package native_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/internal/thorough"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// blockLens are the lengths at which compiled functions change how they go through
// memory, for elements of some dtype, and those next to them: of SIMD registers, of rows
// that are worked on together, of the blocks of a reduction, of a pass, and twice that.
var blockLens = func() (lens []int) {
	for _, n := range []int{0, 1, 8, 16, 32, 64, 512, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15, 1 << 16, 1 << 17} {
		for _, k := range []int{n - 1, n, n + 1} {
			if k >= 0 && !slices.Contains(lens, k) {
				lens = append(lens, k)
			}
		}
	}
	return append(lens, 3, 7, 100, 5000, 24_000, 40_000, 64_923)
}()

// mostElements is how many elements the arrays of these tests have at most.
const mostElements = 1<<18 + 16

// A blockCase is a call of a row on arrays about whose lengths the passes of compiled
// functions differ.
type blockCase struct {
	op      *ops.Op
	dtype   ivy.Dtype
	shape   []int
	layouts [3]int // of the operands
	opts    []ivy.Option
	chained bool // among other operations, with which it may share a pass
}

func (c *blockCase) String() string {
	return fmt.Sprintf("%s of %v %v, layouts %v, options %v, chained %t", c.op.Name, c.dtype, c.shape, c.layouts, c.opts, c.chained)
}

// newBlockCase draws a case of op and d.
func newBlockCase(r *rand.Rand, op *ops.Op, d ivy.Dtype) *blockCase {
	c := &blockCase{op: op, dtype: d, chained: r.IntN(3) > 0}
	cols := blockLens[r.IntN(len(blockLens))]
	rest := min(mostElements-16, 1<<17) / max(cols, 1) // how often cols may be repeated
	switch r.IntN(5) {
	case 0:
		c.shape = []int{cols}
	case 1:
		c.shape = []int{min(2, max(rest, 1)), cols}
	case 2:
		c.shape = []int{min(1+r.IntN(70), max(rest, 1)), cols}
	case 3: // rows of several axes
		a := []int{2, 3, 7, 64}[r.IntN(4)]
		c.shape = []int{min(1+r.IntN(3), max(rest, 1)), max(cols/a, 1), a}
	default:
		c.shape = []int{cols, min(1+r.IntN(3), max(rest, 1))}
	}
	if op.Name == "Kron" { // whose results are near the limit of memory otherwise, where compiled functions part from calls
		for i := range c.shape {
			c.shape[i] = min(c.shape[i], 700)
		}
	}
	for i := range c.layouts {
		c.layouts[i] = r.IntN(8)
	}
	rank := len(c.shape)
	if op.Takes(ops.Axis) {
		switch first := rank - 1 - r.IntN(rank); {
		case op.Family != ops.FamilyReduce || op == ops.ArgMax.Op || op == ops.ArgMin.Op || r.IntN(4) == 0:
			c.opts = append(c.opts, ivy.Axis(first))
		case r.IntN(4) > 0:
			c.opts = append(c.opts, ivy.Axes([]int{0, 1, 2}[first:rank]))
		}
	}
	if op.Takes(ops.KeepDims) && r.IntN(2) > 0 {
		c.opts = append(c.opts, ivy.KeepDims(true))
	}
	if op.Takes(ops.Correction) && r.IntN(2) > 0 {
		c.opts = append(c.opts, ivy.Correction(1))
	}
	return c
}

// run calls the row on arrays and returns what it and its neighbours give. A neighbour
// that does not take the dtype is left out.
func (c *blockCase) run(e *ivy.Env, xs []*ivy.Array) []*ivy.Array {
	args := make([]any, len(xs))
	var zs []*ivy.Array
	neighbour := func(f func() *ivy.Array) *ivy.Array {
		var z *ivy.Array
		if ivy.Try(func() { z = f() }) == nil {
			zs = append(zs, z)
		}
		return z
	}
	for i, x := range xs {
		args[i] = x
		if c.chained && i == 0 {
			if z := neighbour(func() *ivy.Array { return e.Maximum(x, e.GetItem(x, ivy.Slice(nil, 1))) }); z != nil {
				args[0] = z
			}
		}
	}
	out := e.Call(c.op, args, c.opts...)
	zs = append(zs, out...)
	if c.chained && len(out) > 0 {
		z := out[0]
		neighbour(func() *ivy.Array { return e.Add(xs[0], z) })
		neighbour(func() *ivy.Array { return e.Any(z, ivy.Axis(-1)) })
		neighbour(func() *ivy.Array { return e.Sum(e.Square(z), ivy.Axis(-1), ivy.KeepDims(true)) })
	}
	return zs
}

// A pool has elements of a dtype that arrays are views of.
type pool struct {
	e     *ivy.Env
	whole map[ivy.Dtype]*ivy.Array
}

// array returns an array of dtype d and a shape that broadcasts to dims, laid out in one
// of eight ways.
func (p *pool) array(d ivy.Dtype, dims []int, layout, at int) *ivy.Array {
	e, whole := p.e, p.whole[d]
	if whole == nil {
		r := rand.New(rand.NewPCG(1, uint64(d)))
		vs := make([]float64, mostElements)
		for i := range vs {
			vs[i] = r.NormFloat64() * 3
			switch r.IntN(500) {
			case 0:
				vs[i] = math.NaN()
			case 1:
				vs[i] = math.Inf(1 - 2*r.IntN(2))
			case 2:
				vs[i] = math.Copysign(0, -1)
			case 3:
				vs[i] = 1e30
			}
		}
		whole = e.Astype(e.Asarray(vs), d)
		if d == ivy.Bool { // most rows of bools are to be decided by one of the last elements
			whole = e.Less(e.Asarray(vs), 9)
		}
		p.whole[d] = whole
	}
	n := 1
	for _, k := range dims {
		n *= k
	}
	rank := len(dims)
	thin := slices.Clone(dims)
	switch layout {
	case 1: // backwards
		return e.Reshape(e.GetItem(whole, ivy.Slice(nil, nil, -1), ivy.Ellipsis).Get(ivy.Slice(at, at+n)), dims)
	case 2: // backwards along the last axis
		return e.GetItem(p.array(d, dims, 0, at), ivy.Ellipsis, ivy.Slice(nil, nil, -1))
	case 3: // transposed
		slices.Reverse(thin)
		return e.PermuteDims(p.array(d, thin, 0, at), []int{2, 1, 0}[3-rank:])
	case 4: // every other one, where there are as many
		if 2*n+at <= mostElements {
			return e.Reshape(e.GetItem(whole, ivy.Slice(at, at+2*n, 2)), dims)
		}
	case 5: // one for each row
		thin[rank-1] = min(thin[rank-1], 1)
		return p.array(d, thin, 0, at)
	case 6: // one for each column
		return p.array(d, dims[rank-1:], 0, at)
	case 7: // one
		return p.array(d, nil, 0, at)
	}
	return e.Reshape(e.GetItem(whole, ivy.Slice(at, at+n)), dims)
}

// outcomeOf returns what f returns, or the kind of the *ivy.Error that it panics with. Any
// other panic is a fault.
func outcomeOf(f func() []*ivy.Array) (zs []*ivy.Array, kind error) {
	err := ivy.Try(func() { zs = f() })
	if err == nil {
		return zs, nil
	}
	for _, kind := range []error{ivy.ErrValue, ivy.ErrShape, ivy.ErrDtype, ivy.ErrIndex, ivy.ErrUnsupported, ivy.ErrLinAlg} {
		if errors.Is(err, kind) {
			return nil, kind
		}
	}
	return nil, err
}

// check compares a case with itself compiled.
func (c *blockCase) check(e *ivy.Env, xs []*ivy.Array) (diff string) {
	defer func() {
		if p := recover(); p != nil {
			diff = fmt.Sprintf("panics with a %T: %v", p, p)
		}
	}()
	want, wantKind := outcomeOf(func() []*ivy.Array { return c.run(e, xs) })
	g := e.Compile(func(xs ...*ivy.Array) []*ivy.Array { return c.run(e, xs) })
	for range 2 { // the second time with what the first has left behind
		got, kind := outcomeOf(func() []*ivy.Array { return g.CallMany(xs...) })
		switch {
		case kind != wantKind:
			return fmt.Sprintf("error %v, want %v", kind, wantKind)
		case len(got) != len(want):
			return fmt.Sprintf("%d results, want %d", len(got), len(want))
		}
		for i := range want {
			if diff := same(want[i], got[i]); diff != "" {
				return fmt.Sprintf("result %d: %s", i, diff)
			}
		}
	}
	if err := g.Eager(); err != nil && wantKind == nil {
		return fmt.Sprintf("not compiled: %v", err)
	}
	return ""
}

// Compiled functions of every row give bit for bit what they give call by call, whatever
// the lengths of their rows, and nothing but an *ivy.Error escapes them.
func TestCompiledBlocks(t *testing.T) {
	race.CoveredBy(t, "TestCompiledLarge")
	e := newEnv(t)
	e.SetMaxBytes(64<<20 - 1) // a column and a row, which are not what is looked for, make a matrix
	p := &pool{e, map[ivy.Dtype]*ivy.Array{}}
	native.Backend{}.SetThreads(2)
	defer native.Backend{}.SetThreads(0)
	// Rows whose results' shapes depend on values, or that read elements.
	eager := []string{"ArgWhere", "Bincount", "Digitize", "Histogram", "HistogramDD", "InvertPermutation", "NanQuantile", "Quantile", "FromDlpack", "Nonzero", "Repeat", "HSplit", "VSplit", "DSplit", "TrimZeros", "UniqueAll", "UniqueConsecutive", "UniqueCounts", "UniqueInverse", "UniqueValues"}
	cases := 0
	for _, op := range ops.All() {
		if op.Hidden || len(op.Params) == 0 || len(op.Params) > 3 || slices.Contains(eager, op.Name) ||
			slices.ContainsFunc(op.Params, func(p ops.Param) bool { return p.Kind != ops.Operand }) {
			continue
		}
		times, every := 2, 1 // cases of each dtype, of every so many dtypes
		switch reduces := op.Family == ops.FamilyReduce; {
		case testing.Short() && reduces:
			times = 2
		case testing.Short():
			times, every = 1, 7
		case reduces && thorough.All():
			times = 24
		case reduces:
			times = 8
		case !thorough.All():
			every = 2
		}
		for i, d := range dtype.All.Dtypes() {
			if i%every != int(op.ID)%every {
				continue
			}
			var seed [32]byte
			binary.LittleEndian.PutUint64(seed[:], uint64(op.ID)<<8|uint64(d))
			r := rand.New(rand.NewChaCha8(seed))
			for range times {
				c := newBlockCase(r, op, d)
				xs := make([]*ivy.Array, len(op.Params))
				for i := range xs {
					layout := c.layouts[i]
					if i == 0 {
						layout %= 5 // it has every element
					}
					xs[i] = p.array(d, c.shape, layout, r.IntN(16))
				}
				cases++
				if diff := c.check(e, xs); diff != "" {
					t.Errorf("%v: %s", c, diff)
				}
			}
		}
	}
	t.Logf("%d cases", cases)
}

// Rows longer than what a reduction keeps in a cache, but shorter than a block of the
// pass, which only elements of one and two bytes have: the sizes of its buffers.
func TestCompiledReductionsOfShortDtypes(t *testing.T) {
	e := newEnv(t)
	for _, d := range []ivy.Dtype{ivy.Bool, ivy.Int8, ivy.Uint8, ivy.Int16, ivy.Uint16, ivy.Float16, ivy.BFloat16} {
		for _, n := range []int{16_384, 16_385, 20_000, 32_767, 32_768, 32_769, 64_923, 65_535, 65_536, 65_537} {
			x := e.Ones([]int{2, n}, d)
			for name, f := range map[string]func(x any, opts ...ivy.Option) *ivy.Array{"Any": e.Any, "All": e.All, "Max": e.Max, "Min": e.Min, "Sum": e.Sum, "Prod": e.Prod} {
				g := e.Compile(func(x *ivy.Array) *ivy.Array { return f(x, ivy.Axis(1)) })
				require.NotPanics(t, func() {
					var want, got *ivy.Array
					wantErr := ivy.Try(func() { want = f(x, ivy.Axis(1)) })
					err := ivy.Try(func() { got = g.Call(x) })
					if wantErr != nil || err != nil {
						assert.Equal(t, fmt.Sprint(kindOf(wantErr)), fmt.Sprint(kindOf(err)))
						return
					}
					assert.Empty(t, same(want, got))
				}, "%s of (2, %d) %v", name, n, d)
			}
		}
	}
}
