package ivy_test

import (
	"compress/gzip"
	"encoding/json"
	"math"
	"math/cmplx"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/ops"
)

// An edgeCase is what JAX and PyTorch give as gradients of a row at points with ties, zeros,
// infinities, NaN and subnormals, as support/oracle/gen_gradients.py has recorded it.
type edgeCase struct {
	Row        string
	X          [][]string
	Jax, Torch [][]string
}

// readEdges decodes a file of testdata.
func readEdges(t *testing.T, name string, to any) {
	f, err := os.Open("testdata/" + name + ".json.gz")
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	require.NoError(t, json.NewDecoder(z).Decode(to))
}

func numbers(t *testing.T, texts []string) []float64 {
	z := make([]float64, len(texts))
	for i, s := range texts {
		var err error
		z[i], err = strconv.ParseFloat(s, 64)
		require.NoError(t, err)
	}
	return z
}

func alike(a, b float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1e-13*max(math.Abs(a), math.Abs(b), 1e-300)
}

// Derivatives at the edges are those of JAX or those of PyTorch.
func TestGradientEdges(t *testing.T) {
	var cases []edgeCase
	readEdges(t, "gradients", &cases)
	require.Greater(t, len(cases), 150)
	e := ivy.Standard()
	for _, c := range cases {
		op := ops.Lookup(c.Row)
		require.NotNil(t, op, c.Row)
		xs := make([]ivy.Tree, len(c.X))
		points := make([][]float64, len(c.X))
		for i, x := range c.X {
			points[i] = numbers(t, x)
			xs[i] = ivy.Asarray(points[i])
		}
		nums := make([]int, len(xs))
		for i := range nums {
			nums[i] = i
		}
		grads := e.Grad(func(xs ...ivy.Tree) *ivy.Array {
			z := e.Call(op, xs)[0]
			if n := z.Size(); z.Ndim() > 0 && n <= 3 { // a weight for each element
				z = e.Multiply(z, ivy.Asarray([]float64{1, -2, 0.5}[:n]))
			}
			return e.Sum(z)
		}, ivy.Argnums(nums...))(xs...)
		all, several := grads.([]ivy.Tree)
		if !several {
			all = []ivy.Tree{grads}
		}
		for k, g := range all {
			jax, torch := numbers(t, c.Jax[k]), numbers(t, c.Torch[k])
			for i, got := range ivy.Values[float64](g.(*ivy.Array)) {
				at := make([]float64, len(points))
				for j := range points {
					at[j] = points[j][i]
				}
				if !alike(got, jax[i]) && !alike(got, torch[i]) && !chosen(c.Row, at, got, jax[i]) {
					assert.Failf(t, c.Row, "operand %d, element %d at %v of %v: %v, JAX has %v, PyTorch %v", k, i, at, points[0][:min(3, len(points[0]))], got, jax[i], torch[i])
				}
			}
		}
	}
}

// chosen reports whether a gradient that neither framework gives is one of our conventions: ties share, and what is NaN
// stays so.
func chosen(row string, at []float64, got, jax float64) bool {
	switch row {
	case "Fmax", "Fmin", "LogAddExp":
		return at[0] == at[1] && got == 0.5
	case "Abs":
		return math.IsNaN(at[0]) && math.IsNaN(got)
	case "Celu", "Elu", "Selu": // a factor z + 1, as exact as 1; NaN is on neither side
		return math.Abs(got-jax) < 0x1p-52 || math.IsNaN(at[0])
	case "Hardsigmoid": // PyTorch's 1/6 is a float32
		return math.Abs(got-jax) < 1e-8 || math.IsNaN(at[0])
	case "Mish", "Softsign": // where PyTorch divides infinities
		return math.IsInf(at[0], 0) && got == 0
	case "L1Loss": // NaN is their difference
		return math.IsNaN(at[0] - at[1])
	case "Hardswish", "HingeEmbeddingLoss":
		return slices.ContainsFunc(at, func(x float64) bool { return math.IsNaN(x) })
	case "Sigmoid": // z·(1 − z): as exact as 1 − z
		return math.Abs(got-jax) < 0x1p-52
	}
	return false
}

// A complexEdgeCase is what is pulled back of u, which is 1 or i, for each element; complex numbers are pairs.
type complexEdgeCase struct {
	edgeCase
	U []string
}

func complexNumbers(t *testing.T, texts []string) []complex128 {
	v := numbers(t, texts)
	z := make([]complex128, len(v)/2)
	for i := range z {
		z[i] = complex(v[2*i], v[2*i+1])
	}
	return z
}

func finite(z complex128) bool { return !cmplx.IsNaN(z) && !cmplx.IsInf(z) }

// alikeComplex takes numbers that are not finite in a part for one.
func alikeComplex(a, b complex128) bool {
	return !finite(a) && !finite(b) || a == b || cmplx.Abs(a-b) <= 1e-12*max(cmplx.Abs(a), cmplx.Abs(b))
}

// complexConventions say whose derivatives of complex functions ours are where JAX and PyTorch differ, which is at the
// edges of most: where the one or the other has NaN for a number, or zeros of the two signs on different sides of a branch
// cut. JAX takes the sign of a complex number for constant; it turns along with it.
var complexConventions = map[string]string{
	"Acos": "JAX", "Asin": "JAX", "Asinh": "JAX", "Atan": "JAX", "Log": "JAX", "Log10": "JAX", "Log1p": "JAX", "Log2": "JAX", "Prod": "JAX", "Reciprocal": "JAX",
	"Sign": "PyTorch", "Cosh": "PyTorch", "CumulativeProd": "PyTorch", "Exp": "PyTorch", "Std": "PyTorch",
	"Acosh": "one or the other", "Atanh": "one or the other", "Pow": "one or the other", "Sigmoid": "one or the other", "Sqrt": "one or the other",
}

// Derivatives of complex functions at the edges are those of JAX or those of PyTorch.
func TestComplexGradientEdges(t *testing.T) {
	var cases []complexEdgeCase
	readEdges(t, "gradients_complex", &cases)
	require.Greater(t, len(cases), 150)
	follows := map[string]string{}
	for _, c := range cases {
		xs := make([]ivy.Tree, len(c.X))
		points := make([][]complex128, len(c.X))
		for i, x := range c.X {
			points[i] = complexNumbers(t, x)
			xs[i] = ivy.Asarray(points[i])
		}
		z, pull := ivy.VJP(func(xs ...ivy.Tree) *ivy.Array { return ivy.Standard().Call(ops.Lookup(c.Row), xs)[0] }, xs...)
		u := ivy.OnesLike(z.(*ivy.Array))
		if u.Dtype().IsComplex() {
			u = ivy.Multiply(u, complexNumbers(t, c.U)[0])
		}
		for k, g := range pull(u) {
			jax, torch := complexNumbers(t, c.Jax[k]), complexNumbers(t, c.Torch[k])
			for i, got := range ivy.Values[complex128](g.(*ivy.Array)) {
				at := make([]complex128, len(points))
				for j := range points {
					at[j] = points[j][i]
				}
				asJax, asTorch := alikeComplex(got, jax[i]), alikeComplex(got, torch[i])
				switch {
				case !asJax && !asTorch && !chosenComplex(c.Row, at, got):
					assert.Failf(t, c.Row, "operand %d at %v, of %v: %v, JAX has %v, PyTorch %v", k, at, c.U, got, jax[i], torch[i])
				case asJax != asTorch:
					name := map[bool]string{true: "JAX", false: "PyTorch"}[asJax]
					if before := follows[c.Row]; before != "" && before != name {
						name = "one or the other"
					}
					follows[c.Row] = name
				}
			}
		}
	}
	assert.Equal(t, complexConventions, follows)
}

// chosenComplex reports whether a gradient that neither framework gives is one of our conventions.
func chosenComplex(row string, at []complex128, got complex128) bool {
	x := at[0]
	switch row {
	case "Acos", "Asin": // where their squares overflow
		return cmplx.Abs(x) > 1e150 && alikeComplex(complex(cmplx.Abs(got), 0), complex(1/cmplx.Abs(x), 0))
	case "Acosh": // below its branch cut, where frameworks are above it
		if imag(x) == 0 && math.Signbit(imag(x)) && real(x) <= 0 {
			return alikeComplex(complex(cmplx.Abs(got), 0), 1/cmplx.Sqrt(1-x*x))
		}
	case "Pow": // 0 to any power near this one is 0
		return x == 0 && real(at[1]) > 0 && got == 0
	}
	// An operand that is infinite in a part is infinite though the other be NaN: there the function is flat.
	return cmplx.IsInf(x) && got == 0
}
