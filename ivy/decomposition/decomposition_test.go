package decomposition_test

import (
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/goivy/goivy/backends/libtorch"   // if it is built in
	_ "github.com/goivy/goivy/backends/tensorflow" // if it is built in
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/decomposition"
)

// onEvery calls f with an Env of each backend that is linked.
func onEvery(t *testing.T, f func(t *testing.T, e *ivy.Env)) {
	for _, name := range backend.Linked() {
		t.Run(name, func(t *testing.T) {
			e, err := ivy.NewEnv(name)
			require.NoError(t, err)
			f(t, e)
		})
	}
}

type stored struct {
	Shape []int
	Data  []float64
}

func (s stored) array(e *ivy.Env, d ivy.Dtype) *ivy.Array {
	return e.Reshape(e.Asarray(s.Data, d), s.Shape)
}

type golden struct {
	Args, Results []stored
	Rank, Modes   []int
	Iterations, N int
	Tolerance     float64
	Errors        []float64
	ByU           bool `json:"by_u"`
	Kind          string
}

type cases struct{ Cases map[string]golden }

// run calls what a case's name says.
func (g golden) run(name string, x []*ivy.Array) (results []*ivy.Array, errors []float64) {
	kind, _, _ := strings.Cut(name, " ")
	options := decomposition.Options{Iterations: g.Iterations, Tolerance: g.Tolerance}
	tucker := func(t decomposition.TuckerTensor, errors []float64) ([]*ivy.Array, []float64) {
		return append([]*ivy.Array{t.Core}, t.Factors...), errors
	}
	switch kind {
	case "tucker":
		t, errors := decomposition.Tucker(x[0], g.Rank, options)
		z, _ := tucker(t, nil)
		return append(z, t.Array()), errors
	case "partial":
		return tucker(decomposition.PartialTucker(x[0], g.Rank, g.Modes, options))
	case "masked":
		options.Mask = x[1]
		return tucker(decomposition.PartialTucker(x[0], g.Rank, nil, options))
	case "train":
		if name == "train matrix" {
			return []*ivy.Array{decomposition.TTMatrixToTensor(x)}, nil
		}
		t := decomposition.TensorTrain(x[0], g.Rank)
		return append(t.Factors, t.Array()), nil
	case "truncated":
		u, s, v := decomposition.TruncatedSVD(x[0], g.N)
		u, v = decomposition.SVDFlip(u, v, true)
		return []*ivy.Array{u, s, v}, nil
	case "flip":
		u, v := decomposition.SVDFlip(x[0], x[1], g.ByU)
		return []*ivy.Array{u, v}, nil
	case "nonnegative":
		w, h := decomposition.MakeSVDNonNegative(x[0], x[1], x[2], x[3], g.Kind)
		return []*ivy.Array{w, h}, nil
	case "cp":
		t := decomposition.CPTensor{Weights: x[0], Factors: x[1:]}
		n := t.Normalized()
		return append([]*ivy.Array{t.Array(), n.Weights}, n.Factors...), nil
	case "ring":
		return []*ivy.Array{decomposition.TRTensor{Factors: x}.Array()}, nil
	case "parafac2":
		t := decomposition.Parafac2Tensor{Weights: x[0], Factors: [3]*ivy.Array(x[1:4]), Projections: x[4:]}
		n := t.Normalized()
		return append(append([]*ivy.Array{t.Array(), n.Weights}, n.Factors[:]...), n.Slices()...), nil
	}
	return nil, nil
}

// What TensorLy computes of the same arrays.
func TestGolden(t *testing.T) {
	var file cases
	data, err := os.ReadFile("testdata/tensorly.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &file))
	require.Len(t, file.Cases, 43)
	onEvery(t, func(t *testing.T, e *ivy.Env) { file.compare(t, e) })
}

// compare compares with the cases: numbers are off by 1e-9 at most in float64, and by 1e-3 in float32, on every backend. Errors of
// decompositions are roots of differences, so small ones are not compared.
func (file cases) compare(t *testing.T, e *ivy.Env) {
	for name, g := range file.Cases {
		for _, d := range []ivy.Dtype{ivy.Float64, ivy.Float32} {
			t.Run(name+"/"+d.String(), func(t *testing.T) {
				var x []*ivy.Array
				for _, a := range g.Args {
					x = append(x, a.array(e, d))
				}
				results, errors := g.run(name, x)
				tolerance := map[ivy.Dtype]float64{ivy.Float64: 1e-9, ivy.Float32: 1e-3}[d]
				require.Len(t, results, len(g.Results))
				for i, want := range g.Results {
					z := results[i]
					assert.Equal(t, d, z.Dtype(), i)
					require.Equal(t, want.Shape, z.Shape(), i)
					if name == "truncated 5 3 0" && i == 0 || name == "truncated 3 5 4" && i == 2 {
						continue // vectors without a value: any basis is right, and looked at below
					}
					off := e.Max(e.Abs(e.Subtract(z, want.array(e, d)))).Float()
					assert.LessOrEqual(t, off, tolerance, i)
				}
				if d == ivy.Float64 || len(errors) == g.Iterations {
					require.Len(t, errors, len(g.Errors))
					for i, want := range g.Errors {
						if want > 1e-6 { // else the root of a difference of equal numbers
							assert.InDelta(t, want, errors[i], tolerance, i)
						}
					}
				}
			})
		}
	}
}

func TestTruncatedSVDCompletesBases(t *testing.T) { onEvery(t, testTruncatedSVDCompletesBases) }

func testTruncatedSVDCompletesBases(t *testing.T, e *ivy.Env) {
	g := e.NewGenerator(1)
	for _, dims := range [][]int{{5, 3}, {3, 5}, {1, 4}} {
		for _, d := range []ivy.Dtype{ivy.Float64, ivy.Complex128} {
			x := e.Astype(g.Normal(0, 1, dims, ivy.Float64), d)
			if d.IsComplex() {
				x = e.Add(x, e.Multiply(g.Normal(0, 1, dims, ivy.Float64), 1i))
			}
			u, s, v := decomposition.TruncatedSVD(x, 0)
			u, v = decomposition.SVDFlip(u, v, true)
			assert.Equal(t, []int{min(dims[0], dims[1])}, s.Shape())
			near(t, e.Eye(dims[0], d), e.MatMul(e.Adjoint(u), u))
			near(t, e.Eye(dims[1], d), e.MatMul(v, e.Adjoint(v)))
			k := s.Shape()[0]
			near(t, x, e.MatMul(e.Multiply(u.Get(ivy.Slice(nil, nil), ivy.Slice(nil, k)), s), v.Get(ivy.Slice(nil, k))))
		}
	}
}

func near(t *testing.T, want, got *ivy.Array) {
	t.Helper()
	require.Equal(t, want.Shape(), got.Shape())
	e := want.Env()
	assert.LessOrEqual(t, e.Max(e.Abs(e.Subtract(want, got))).Float(), 1e-10)
}

// With full ranks nothing is lost, of complex numbers too.
func TestWhole(t *testing.T) { onEvery(t, testWhole) }

func testWhole(t *testing.T, e *ivy.Env) {
	g := e.NewGenerator(2)
	x := e.Add(g.Normal(0, 1, []int{3, 4, 2}, ivy.Float64), e.Multiply(g.Normal(0, 1, []int{3, 4, 2}, ivy.Float64), 1i))
	tucker, errors := decomposition.Tucker(x, nil, decomposition.Options{})
	near(t, x, tucker.Array())
	assert.InDelta(t, 0, errors[0], 1e-6)
	near(t, x, decomposition.TensorTrain(x, []int{100}).Array())
	partial, _ := decomposition.PartialTucker(x, nil, []int{-1, 0}, decomposition.Options{})
	near(t, x, partial.Array())

	whole := e.Reshape(e.Arange(24), []int{2, 3, 4})
	tucker, _ = decomposition.Tucker(whole, nil, decomposition.Options{})
	assert.Equal(t, ivy.Float32, tucker.Core.Dtype(), "integers are floats")
	assert.Equal(t, ivy.Float32, decomposition.TensorTrain(whole, []int{2}).Array().Dtype())
}

func TestStarts(t *testing.T) { onEvery(t, testStarts) }

func testStarts(t *testing.T, e *ivy.Env) {
	low := decomposition.RandomTucker(e.NewGenerator(3), []int{6, 5, 4}, []int{2, 3, 2}, decomposition.RandomOptions{Dtype: ivy.Float64})
	x := low.Array()
	rank := []int{2, 3, 2}

	random, errors := decomposition.Tucker(x, rank, decomposition.Options{Random: e.NewGenerator(4), Tolerance: -1, Iterations: 30})
	assert.Len(t, errors, 30)
	near(t, x, random.Array())

	again, errors := decomposition.Tucker(x, rank, decomposition.Options{Init: &random})
	assert.Len(t, errors, 3, "it is there already")
	near(t, x, again.Array())

	// The factor of a fixed mode stays; what it does not span is lost.
	fixed, _ := decomposition.Tucker(x, rank, decomposition.Options{Init: &random, Fixed: []int{1}})
	assert.Same(t, random.Factors[1], fixed.Factors[1])
	near(t, x, fixed.Array())
	all, errors := decomposition.Tucker(x, rank, decomposition.Options{Init: &random, Fixed: []int{0, 1, -1}})
	assert.Empty(t, errors)
	assert.Same(t, random.Core, all.Core)

	first := decomposition.InitializeTucker(x, rank, nil, decomposition.Options{})
	near(t, x, first.Array())
	positive := decomposition.InitializeTucker(e.Subtract(x, e.Mean(x)), rank, nil, decomposition.Options{NonNegative: true})
	for _, a := range append(positive.Factors, positive.Core) {
		assert.GreaterOrEqual(t, e.Min(a).Float(), 0.0)
	}
}

func TestRandom(t *testing.T) { onEvery(t, testRandom) }

func testRandom(t *testing.T, e *ivy.Env) {
	g := func() *ivy.Generator { return e.NewGenerator(5) }
	options := decomposition.RandomOptions{Dtype: ivy.Float64, Orthogonal: true}
	orthonormal := func(f *ivy.Array) {
		t.Helper()
		near(t, e.Eye(f.Shape()[1], ivy.Float64), e.MatMul(e.Adjoint(f), f))
	}

	tucker := decomposition.RandomTucker(g(), []int{4, 5}, []int{2}, options)
	assert.Equal(t, []int{2, 2}, tucker.Core.Shape())
	assert.Equal(t, []int{4, 5}, tucker.Array().Shape())
	for _, f := range tucker.Factors {
		orthonormal(f)
	}
	options.NonNegative = true
	for _, f := range decomposition.RandomTucker(g(), []int{4, 5}, []int{2, 3}, options).Factors {
		assert.GreaterOrEqual(t, e.Min(f).Float(), 0.0)
	}
	options.NonNegative = false

	cp := decomposition.RandomCP(g(), []int{4, 5, 3}, 2, options)
	assert.Equal(t, []int{4, 5, 3}, cp.Array().Shape())
	near(t, e.Ones([]int{2}, ivy.Float64), cp.Weights)
	normal := decomposition.RandomCP(g(), []int{4, 5, 3}, 2, decomposition.RandomOptions{Dtype: ivy.Float64})
	raw := decomposition.RandomCP(g(), []int{4, 5, 3}, 2, decomposition.RandomOptions{Dtype: ivy.Float64, Raw: true})
	near(t, raw.Array(), normal.Array())
	assert.False(t, e.AllClose(normal.Weights, e.Ones([]int{2}, ivy.Float64)).Bool())

	tt := decomposition.RandomTT(g(), []int{4, 5, 3}, []int{1, 2, 3, 1}, decomposition.RandomOptions{})
	assert.Equal(t, []int{2, 5, 3}, tt.Factors[1].Shape())
	assert.Equal(t, ivy.Float32, tt.Array().Dtype())
	tr := decomposition.RandomTR(g(), []int{4, 5, 3}, []int{2, 2, 3, 2}, decomposition.RandomOptions{})
	assert.Equal(t, []int{4, 5, 3}, tr.Array().Shape())
	p := decomposition.RandomParafac2(g(), [][2]int{{5, 3}, {4, 3}}, 2, decomposition.RandomOptions{Dtype: ivy.Float64})
	assert.Equal(t, []int{2, 5, 3}, p.Array().Shape())
	for _, q := range p.Projections {
		orthonormal(q)
	}
	assert.Equal(t, decomposition.RandomTT(g(), []int{4}, []int{1}, decomposition.RandomOptions{}).Array().String(),
		decomposition.RandomTT(g(), []int{4}, []int{1}, decomposition.RandomOptions{}).Array().String(), "of a seed")
	assert.NotNil(t, decomposition.RandomCP(nil, []int{2}, 1, decomposition.RandomOptions{}).Array())
}

// A decomposition is differentiated through the singular value decomposition.
func TestGradient(t *testing.T) { onEvery(t, testGradient) }

func testGradient(t *testing.T, e *ivy.Env) {
	x := e.NewGenerator(6).Normal(0, 1, []int{3, 2, 2}, ivy.Float64)
	f := func(x *ivy.Array) *ivy.Array { return e.Sum(e.Square(decomposition.TensorTrain(x, []int{1}).Array())) }
	z := e.Grad(f)(x).(*ivy.Array)
	for i := range 3 {
		const h = 1e-6
		at := func(h float64) float64 {
			y := e.CopyArray(x)
			y.Set(e.Add(y.Get(i, 1, 0), h), i, 1, 0)
			return f(y).Float()
		}
		assert.InDelta(t, (at(h)-at(-h))/(2*h), z.Get(i, 1, 0).Float(), 1e-5)
	}
}

func TestErrors(t *testing.T) { onEvery(t, testErrors) }

func testErrors(t *testing.T, e *ivy.Env) {
	x := e.Ones([]int{3, 4, 2})
	m := e.Ones([]int{3, 4})
	v := e.Ones([]int{3})
	none := decomposition.Options{}
	whole := decomposition.InitializeTucker(x, nil, nil, none)
	g := e.NewGenerator(7)
	plain := decomposition.RandomOptions{}
	for name, c := range map[string]struct {
		kind error
		call func()
	}{
		"SVD of a vector":        {ivy.ErrShape, func() { decomposition.TruncatedSVD(v, 1) }},
		"SVD of less":            {ivy.ErrValue, func() { decomposition.TruncatedSVD(m, -1) }},
		"flip of a vector":       {ivy.ErrShape, func() { decomposition.SVDFlip(v, m, true) }},
		"kind":                   {ivy.ErrValue, func() { decomposition.MakeSVDNonNegative(m, m, v, m, "nndsvdx") }},
		"complex":                {ivy.ErrDtype, func() { decomposition.MakeSVDNonNegative(e.Astype(m, ivy.Complex64), m, v, m, "nndsvd") }},
		"too many values":        {ivy.ErrShape, func() { decomposition.MakeSVDNonNegative(m, m, e.Ones([]int{9}), m, "nndsvd") }},
		"Tucker of a vector":     {ivy.ErrShape, func() { decomposition.Tucker(v, nil, none) }},
		"Tucker of nothing":      {ivy.ErrShape, func() { decomposition.Tucker(e.Ones([]int{0, 3}), nil, none) }},
		"ranks":                  {ivy.ErrValue, func() { decomposition.Tucker(x, []int{1, 2}, none) }},
		"rank 0":                 {ivy.ErrValue, func() { decomposition.Tucker(x, []int{0}, none) }},
		"rank above the length":  {ivy.ErrValue, func() { decomposition.Tucker(x, []int{3, 4, 3}, none) }},
		"mode":                   {ivy.ErrIndex, func() { decomposition.PartialTucker(x, nil, []int{3}, none) }},
		"mode twice":             {ivy.ErrIndex, func() { decomposition.PartialTucker(x, nil, []int{0, -3}, none) }},
		"fixed without Init":     {ivy.ErrValue, func() { decomposition.Tucker(x, nil, decomposition.Options{Fixed: []int{0}}) }},
		"fixed of PartialTucker": {ivy.ErrValue, func() { decomposition.PartialTucker(x, nil, nil, decomposition.Options{Fixed: []int{0}}) }},
		"NonNegative":            {ivy.ErrValue, func() { decomposition.Tucker(x, nil, decomposition.Options{NonNegative: true}) }},
		"Iterations":             {ivy.ErrValue, func() { decomposition.Tucker(x, nil, decomposition.Options{Iterations: -1}) }},
		"Tolerance":              {ivy.ErrValue, func() { decomposition.Tucker(x, nil, decomposition.Options{Tolerance: math.NaN()}) }},
		"Init of other ranks":    {ivy.ErrShape, func() { decomposition.Tucker(x, []int{1}, decomposition.Options{Init: &whole}) }},
		"Init of other modes":    {ivy.ErrValue, func() { decomposition.PartialTucker(x, nil, []int{0}, decomposition.Options{Init: &whole}) }},
		"Mask":                   {ivy.ErrShape, func() { decomposition.Tucker(x, nil, decomposition.Options{Mask: e.Ones([]int{5})}) }},
		"train ranks":            {ivy.ErrValue, func() { decomposition.TensorTrain(x, []int{1, 2, 1}) }},
		"train ends":             {ivy.ErrValue, func() { decomposition.TensorTrain(x, []int{1, 2, 2, 2}) }},
		"train of a number":      {ivy.ErrShape, func() { decomposition.TensorTrain(e.Ones(nil), []int{1}) }},
		"train of other ranks":   {ivy.ErrShape, func() { decomposition.TTTensor{Factors: []*ivy.Array{x, x}}.Array() }},
		"train of nothing":       {ivy.ErrValue, func() { decomposition.TTTensor{}.Array() }},
		"ring that is open":      {ivy.ErrShape, func() { decomposition.TRTensor{Factors: []*ivy.Array{x}}.Array() }},
		"train matrix":           {ivy.ErrShape, func() { decomposition.TTMatrixToTensor([]*ivy.Array{x}) }},
		"cp":                     {ivy.ErrShape, func() { decomposition.CPTensor{Factors: []*ivy.Array{m, x}}.Array() }},
		"cp weights":             {ivy.ErrShape, func() { decomposition.CPTensor{Weights: v, Factors: []*ivy.Array{m}}.Array() }},
		"parafac2":               {ivy.ErrShape, func() { decomposition.Parafac2Tensor{Factors: [3]*ivy.Array{m, m, m}}.Array() }},
		"orthonormal":            {ivy.ErrValue, func() { decomposition.RandomCP(g, []int{2, 3}, 3, decomposition.RandomOptions{Orthogonal: true}) }},
		"option of others":       {ivy.ErrValue, func() { decomposition.RandomTT(g, []int{2, 3}, []int{1}, decomposition.RandomOptions{Raw: true}) }},
		"ring ranks":             {ivy.ErrValue, func() { decomposition.RandomTR(g, []int{2, 3}, []int{1, 2, 3}, plain) }},
		"a shape of nothing":     {ivy.ErrShape, func() { decomposition.RandomTucker(g, nil, []int{1}, plain) }},
		"a length below 0":       {ivy.ErrShape, func() { decomposition.RandomTucker(g, []int{-1}, []int{1}, plain) }},
		"a huge length":          {ivy.ErrShape, func() { decomposition.RandomCP(g, []int{math.MaxInt, 2}, 3, plain) }},
		"an integer dtype":       {ivy.ErrDtype, func() { decomposition.RandomCP(g, []int{2, 2}, 3, decomposition.RandomOptions{Dtype: ivy.Int32}) }},
		"columns":                {ivy.ErrShape, func() { decomposition.RandomParafac2(g, [][2]int{{3, 2}, {3, 3}}, 2, plain) }},
	} {
		t.Run(name, func(t *testing.T) {
			err := ivy.Try(c.call)
			require.Error(t, err)
			assert.ErrorIs(t, err, c.kind, "%v", err)
			assert.Contains(t, err.Error(), "decomposition.")
		})
	}
}
