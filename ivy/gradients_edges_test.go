package ivy_test

import (
	"compress/gzip"
	"encoding/json"
	"math"
	"os"
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
	f, err := os.Open("testdata/gradients.json.gz")
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	var cases []edgeCase
	require.NoError(t, json.NewDecoder(z).Decode(&cases))
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
	case "Sigmoid": // z·(1 − z): as exact as 1 − z
		return math.Abs(got-jax) < 0x1p-52
	}
	return false
}
