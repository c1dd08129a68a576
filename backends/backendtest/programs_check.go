package backendtest

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"fmt"
	"math/cmplx"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// drawnPrograms is how many programs are drawn, always the same.
const drawnPrograms = 80

// gradientPrograms holds that gradients of random programs with views, writes into them, indices, loops and branches are
// those that differences show and those of PyTorch, and that the backend's are the native one's. With RAPID_CHECKS
// in the environment so many other programs are drawn, from RAPID_SEED, and what fails is made smaller.
func (s *suite) gradientPrograms(t *testing.T) {
	t.Run("drawn", func(t *testing.T) {
		t.Parallel()
		if os.Getenv("RAPID_CHECKS") != "" {
			rapid.Check(t, func(r *rapid.T) { s.drawnProgram(r, programs().Draw(r, "program"), 0) })
			return
		}
		n := drawnPrograms
		if testing.Short() {
			n /= 8
		}
		for seed := range n {
			s.drawnProgram(t, programs().Example(seed), uint64(seed))
		}
	})
	t.Run("recorded", func(t *testing.T) {
		t.Parallel()
		ps := recordedPrograms(t)
		for i, p := range ps {
			if testing.Short() && i%10 != 0 {
				continue
			}
			if err := ivy.Try(func() { s.recordedProgram(t, fmt.Sprintf("program %d", i), p) }); err != nil {
				t.Errorf("program %d: %v\n%v", i, err, p)
			}
		}
	})
}

// at returns the program as a differential on an Env, at a point.
func (p *program) at(e *ivy.Env, params [][]complex128) *differential {
	d, err := dtype.Parse(p.Dtype)
	if err != nil {
		panic(err)
	}
	return &differential{e: e, d: d, x: params, s: p.Shapes, fs: make([]*form, len(params)),
		f: func(x []*ivy.Array) ivy.Tree { return p.run(e, x) }}
}

// drawnProgram checks a program that was drawn, on the native backend and that of the suite.
func (s *suite) drawnProgram(t reporter, p *drawnProgram, seed uint64) {
	what := fmt.Sprintf("program %d: %v at %v", seed, &p.program, p.params)
	err := ivy.Try(func() {
		q := p.at(s.env, p.params)
		q.wary = true
		q.check(t, what, rand.New(rand.NewPCG(seed, 1)), true)
		if s.name == "native" {
			return
		}
		other := p.at(drawingEnv(), p.params)
		other.u = q.u
		zs, gs := q.pulled(q.arrays(q.x))
		wantZ, wantG := other.pulled(other.arrays(other.x))
		agree(t, what+": result", zs, wantZ)
		agree(t, what+": gradient", gs, wantG)
	})
	if err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

// agree compares arrays of two backends.
func agree(t reporter, what string, got, want []*ivy.Array) {
	for i, x := range got {
		compareNumbers(t, fmt.Sprintf("%s %d", what, i), valuesOf(x), valuesOf(want[i]))
	}
}

// compareNumbers reports numbers that are more than 1e-12 apart, relative to the largest.
func compareNumbers(t reporter, what string, got, want []complex128) {
	scale := max(1, largest(want))
	if len(got) != len(want) {
		t.Errorf("%s: %d elements, want %d", what, len(got), len(want))
		return
	}
	for i := range got {
		if !(cmplx.Abs(got[i]-want[i]) <= 1e-12*scale) {
			t.Errorf("%s: element %d is %v, want %v", what, i, got[i], want[i])
			return
		}
	}
}

//go:embed testdata/gradient_programs.json.gz
var gradientProgramsData []byte

// A recordedProgram is a program and what PyTorch makes of it. Complex numbers are pairs.
type recordedProgram struct {
	program
	Params     [][]float64
	Values     [][]float64 // the results
	Cotangents [][]float64 // the gradients of results
	Gradients  [][]float64 // the gradients of parameters that these give
}

func recordedPrograms(t *testing.T) (ps []*recordedProgram) {
	z, err := gzip.NewReader(bytes.NewReader(gradientProgramsData))
	require.NoError(t, err)
	require.NoError(t, json.NewDecoder(z).Decode(&ps))
	require.Greater(t, len(ps), 250)
	return ps
}

// numbers returns recorded numbers.
func (p *recordedProgram) numbers(all [][]float64) [][]complex128 {
	out := make([][]complex128, len(all))
	for i, v := range all {
		if p.Dtype == "float64" {
			for _, x := range v {
				out[i] = append(out[i], complex(x, 0))
			}
			continue
		}
		for j := 0; j < len(v); j += 2 {
			out[i] = append(out[i], complex(v[j], v[j+1]))
		}
	}
	return out
}

// recordedProgram compares a program's results and gradients with PyTorch's.
func (s *suite) recordedProgram(t reporter, what string, p *recordedProgram) {
	q := p.at(s.env, p.numbers(p.Params))
	q.u = p.numbers(p.Cotangents)
	what += " of " + p.String()
	zs, gs := q.pulled(q.arrays(q.x))
	for i, z := range p.numbers(p.Values) {
		compareNumbers(t, fmt.Sprintf("%s: result %d", what, i), valuesOf(zs[i]), z)
	}
	for i, g := range p.numbers(p.Gradients) {
		if !slices.Equal(gs[i].Shape(), p.Shapes[i]) {
			t.Errorf("%s: gradient %d of shape %v", what, i, gs[i].Shape())
		}
		compareNumbers(t, fmt.Sprintf("%s: gradient %d", what, i), valuesOf(gs[i]), g)
	}
}
