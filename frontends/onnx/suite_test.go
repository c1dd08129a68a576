package onnx

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/goivy/goivy/backends/libtorch" // if it is built in
	_ "github.com/goivy/goivy/backends/native"
	_ "github.com/goivy/goivy/backends/tensorflow" // if it is built in
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
)

// A suiteCase is one of the official node suite: a model of one node or its expansion, inputs and outputs.
type suiteCase struct {
	name            string
	model           []byte
	inputs, outputs [][]byte
}

// suite returns the cases of the archive that GOIVY_ONNX_SUITE names, or of the sample in testdata; support/oracle/gen_onnx_suite.py writes both.
func suite(t *testing.T) []*suiteCase {
	t.Helper()
	name := os.Getenv("GOIVY_ONNX_SUITE")
	if name == "" {
		name = "testdata/node_suite.tar.gz"
	}
	f, err := os.Open(name)
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	var cases []*suiteCase
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		data, err := io.ReadAll(r)
		require.NoError(t, err)
		of, file := path.Split(h.Name)
		of = strings.TrimSuffix(of, "/")
		if len(cases) == 0 || cases[len(cases)-1].name != of {
			cases = append(cases, &suiteCase{name: of})
		}
		c := cases[len(cases)-1]
		switch {
		case file == "model.onnx":
			c.model = data
		case strings.HasPrefix(file, "input_"):
			c.inputs = append(c.inputs, data)
		default:
			c.outputs = append(c.outputs, data)
		}
	}
	return cases
}

// An exception is cases that do not pass, and why: testdata/node_suite_exceptions.txt has "pattern: reason" lines.
type exception struct{ pattern, reason string }

func exceptions(t *testing.T) []exception {
	t.Helper()
	f, err := os.Open("testdata/node_suite_exceptions.txt")
	require.NoError(t, err)
	defer f.Close()
	var all []exception
	for s := bufio.NewScanner(f); s.Scan(); {
		pattern, reason, ok := strings.Cut(s.Text(), ": ")
		if ok && !strings.HasPrefix(pattern, "#") {
			all = append(all, exception{pattern, reason})
		}
	}
	return all
}

func tensorOf(data []byte) (*constant, error) {
	d := &decoder{}
	p := d.tensor(data)
	if d.err != nil {
		return nil, d.err
	}
	return (&outside{}).constant(p)
}

// random are operators of which dtypes and shapes alone are compared.
var random = []string{"test_bernoulli", "test_random", "test_multinomial"}

// runCase runs a case on a backend: compiled and, as a function, operator by operator.
func runCase(t *testing.T, c *suiteCase, name string) error {
	m, err := NewReader(bytes.NewReader(c.model), int64(len(c.model)))
	if err != nil {
		return err
	}
	e, err := ivy.NewEnv(name)
	require.NoError(t, err)
	inputs := map[string]*ivy.Array{}
	var xs []*ivy.Array
	for i, data := range c.inputs {
		p, err := tensorOf(data)
		if err != nil {
			return fmt.Errorf("input %d: %w", i, err)
		}
		inputs[m.inputs[i].Name] = p.array(e)
		xs = append(xs, p.array(e))
	}
	outs, err := m.Run(inputs)
	if err != nil {
		return err
	}
	if name == "native" && !slices.ContainsFunc(random, func(p string) bool { return strings.HasPrefix(c.name, p) }) {
		for range 2 { // what has no compiled function as a whole has compiled segments the next time
			again, err := m.Run(inputs)
			if err != nil {
				return fmt.Errorf("again: %w", err)
			}
			for name, z := range outs {
				if !bytes.Equal(z.Bytes(), again[name].Bytes()) {
					return fmt.Errorf("output %s is another one the next time", name)
				}
			}
		}
	}
	var eager []*ivy.Array
	if len(xs) > 0 {
		if err := ivy.Try(func() { eager = m.Func()(xs...) }); err != nil {
			return fmt.Errorf("operator by operator: %w", err)
		}
	}
	for i, data := range c.outputs {
		want, err := tensorOf(data)
		if err != nil {
			return fmt.Errorf("output %d: %w", i, err)
		}
		got := outs[m.outputs[i].Name]
		if got.Dtype() != want.elem.dtype() {
			return fmt.Errorf("output %d of dtype %v, want %v", i, got.Dtype(), want.elem.dtype())
		}
		if !slices.Equal(got.Shape(), want.shape) {
			return fmt.Errorf("output %d of shape %v, want %v", i, got.Shape(), want.shape)
		}
		if slices.ContainsFunc(random, func(p string) bool { return strings.HasPrefix(c.name, p) }) {
			continue
		}
		if err := near(got, want.array(e)); err != nil {
			return fmt.Errorf("output %d: %w", i, err)
		}
		if eager != nil && name == "native" && !bytes.Equal(eager[i].Bytes(), got.Bytes()) {
			return fmt.Errorf("output %d is not bit for bit the same operator by operator", i)
		}
	}
	return nil
}

// near compares by the tolerance of the official runner, of which the absolute one is 1e-5 of the greatest number instead where that is more.
func near(got, want *ivy.Array) error {
	e := got.Env()
	parts := []*ivy.Array{got, want}
	if got.Dtype().IsComplex() {
		parts = []*ivy.Array{e.Real(got), e.Real(want), e.Imag(got), e.Imag(want)}
	}
	for i := 0; i < len(parts); i += 2 {
		g, w := ivy.Values[float64](e.Astype(parts[i], ivy.Float64)), ivy.Values[float64](e.Astype(parts[i+1], ivy.Float64))
		most := 0.0
		for _, v := range w {
			if !math.IsInf(v, 0) && !math.IsNaN(v) {
				most = max(most, math.Abs(v))
			}
		}
		atol := max(1e-7, 1e-5*most)
		rtol := 1e-3
		switch d := got.Dtype(); {
		case d == ivy.BFloat16: // two units in the last place: the suite rounds after each step
			rtol = 1.0 / 64
		case d == ivy.Float16:
			rtol = 1.0 / 512
		case d.IsInteger() || d.IsBool():
			atol = 0
		}
		for k := range w {
			if g[k] == w[k] || math.IsNaN(g[k]) && math.IsNaN(w[k]) {
				continue
			}
			if !(math.Abs(g[k]-w[k]) <= atol+rtol*math.Abs(w[k])) {
				return fmt.Errorf("element %d is %v, want %v", k, g[k], w[k])
			}
		}
	}
	return nil
}

// TestNodeSuite runs the official suite, or a sample of it: all cases pass but the exceptions, which fail.
func TestNodeSuite(t *testing.T) {
	cases, excepted := suite(t), exceptions(t)
	require.NotEmpty(t, cases)
	used := map[string]bool{}
	for _, name := range backend.Linked() {
		passed := 0
		for _, c := range cases {
			at := slices.IndexFunc(excepted, func(x exception) bool {
				pattern, on, ok := strings.Cut(x.pattern, " on ")
				match, err := path.Match(pattern, c.name)
				require.NoError(t, err)
				return match && (!ok || on == name)
			})
			err := runCase(t, c, name)
			switch {
			case err == nil && at >= 0:
				t.Errorf("%s on %s passes, but is an exception: %s", c.name, name, excepted[at].reason)
			case err != nil && at < 0:
				t.Errorf("%s on %s: %v", c.name, name, err)
			case err == nil:
				passed++
			}
			if at >= 0 {
				used[excepted[at].pattern] = true
			}
		}
		t.Logf("%s: %d of %d cases pass", name, passed, len(cases))
		if os.Getenv("GOIVY_ONNX_SUITE") != "" {
			assert.GreaterOrEqual(t, float64(passed), 0.94*float64(len(cases)), name)
		}
	}
	if os.Getenv("GOIVY_ONNX_SUITE") != "" {
		for _, x := range excepted {
			assert.True(t, used[x.pattern] || strings.Contains(x.pattern, " on "), "no case is named %s", x.pattern)
		}
	}
}
