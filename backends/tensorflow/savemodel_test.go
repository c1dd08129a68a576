//go:build tensorflow

package tensorflow

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// A savedSignature is a Signature, arguments for it and the results of the function.
type savedSignature struct {
	Signature
	args, results []*ivy.Array
}

// savedSignatures are functions of every dtype and of all that may be odd about results.
func savedSignatures(e *ivy.Env) (list []savedSignature) {
	add := func(name string, f any, outputs []string, args ...*ivy.Array) {
		s := savedSignature{Signature{Name: name, Function: e.Compile(f), Outputs: outputs}, args, nil}
		for i, x := range args {
			s.Inputs = append(s.Inputs, TensorSpec{Name: string(rune('x' + i)), Dtype: x.Dtype(), Shape: x.Shape()})
		}
		s.results = s.Function.CallMany(args...)
		list = append(list, s)
	}
	w := e.Reshape(e.Linspace(-1, 1, 12, ivy.Float32), []int{4, 3})
	x := e.Reshape(e.Arange(8, ivy.Float32), []int{2, 4})
	add("", func(x *ivy.Array) (*ivy.Array, *ivy.Array) {
		p := e.Softmax(e.Add(e.MatMul(x, w), 0.5))
		return p, e.ArgMax(p, ivy.Axis(-1))
	}, []string{"probabilities", "class"}, x)
	for _, d := range dtype.All.Dtypes() {
		a := e.Astype(e.Asarray([]int{0, 1, 3, 2}), d)
		f := func(x, y *ivy.Array) *ivy.Array { return e.Subtract(e.Multiply(x, y), x) }
		if d == ivy.Bool {
			f = func(x, y *ivy.Array) *ivy.Array { return e.LogicalXor(x, y) }
		}
		add("of "+d.String(), f, nil, a, e.Flip(a))
	}
	add("aliases", func(x, y *ivy.Array) (*ivy.Array, *ivy.Array, *ivy.Array, *ivy.Array, *ivy.Array) {
		z := e.Exp(x)
		return x, z, z, w, x
	}, []string{"a", "b", "c", "d", "e"}, x, x)
	add("no inputs", func() *ivy.Array { return e.Multiply(w, 2.0) }, nil)
	add("empty and scalar", func(x, y *ivy.Array) *ivy.Array { return e.Add(e.Sum(x), y) }, []string{"sum"},
		e.Zeros([]int{0, 3}), e.Asarray(float32(4)))
	add("moves", func(x *ivy.Array) (*ivy.Array, *ivy.Array, *ivy.Array) {
		return e.Sort(x, ivy.Descending(true)), x.Get(1, []int{2, -1}), e.CumulativeSum(x, ivy.Axis(1))
	}, nil, x)
	add("loops", func(x *ivy.Array) (*ivy.Array, *ivy.Array) {
		last, all := e.Scan(func(s, r *ivy.Array) (*ivy.Array, *ivy.Array) {
			s = e.IfElse(e.Greater(e.Sum(s), 1), func(s *ivy.Array) *ivy.Array { return e.Multiply(s, 0.5) },
				func(s *ivy.Array) *ivy.Array {
					return e.ForRange(0, 3, func(i, s *ivy.Array) *ivy.Array { return e.Add(s, r) }, s).(*ivy.Array)
				}, s).(*ivy.Array)
			return s, e.Sum(s)
		}, e.Zeros([]int{4}, ivy.Float32), x)
		return last.(*ivy.Array), all.(*ivy.Array)
	}, nil, x)
	return list
}

func names(s savedSignature) []string {
	switch {
	case s.Outputs != nil:
		return s.Outputs
	case len(s.results) == 1:
		return []string{"output_0"}
	}
	return []string{"output_0", "output_1", "output_2"}
}

// What SaveModel writes TensorFlow's own loader loads, with the same results. The folder
// GOIVY_SAVED_MODEL gets the model and its answers, for support/oracle/check_saved_model.py.
func TestSaveModel(t *testing.T) {
	e := newEnv(t)
	dir := os.Getenv("GOIVY_SAVED_MODEL")
	if dir == "" {
		dir = filepath.Join(t.TempDir(), "model")
	}
	list := savedSignatures(e)
	var signatures []Signature
	for _, s := range list {
		signatures = append(signatures, s.Signature)
	}
	require.NoError(t, SaveModel(dir, signatures...))
	entries, err := os.ReadDir(filepath.Dir(dir))
	require.NoError(t, err)
	for _, entry := range entries {
		assert.NotContains(t, entry.Name(), ".model", "nothing is left next to it")
	}

	m, err := LoadSavedModel(dir)
	require.NoError(t, err)
	defer m.Close()
	assert.Len(t, m.Functions(), len(list))
	type tensor struct {
		Dtype string
		Shape []int
		Data  []byte
	}
	type answer struct{ Inputs, Outputs map[string]tensor }
	of := func(x *ivy.Array) tensor { return tensor{x.Dtype().String(), x.Shape(), x.Bytes()} }
	answers := map[string]answer{}
	for _, s := range list {
		name := s.Name
		if name == "" {
			name = "serving_default"
		}
		f, err := m.Function(name)
		require.NoError(t, err)
		a := answer{map[string]tensor{}, map[string]tensor{}}
		in := map[string]*ivy.Array{}
		for i, x := range s.args {
			in[s.Inputs[i].Name] = x
			a.Inputs[s.Inputs[i].Name] = of(x)
			assert.Equal(t, s.Inputs[i].Name, f.Inputs[i].Name)
			assert.Equal(t, x.Shape(), f.Inputs[i].Shape)
			assert.Equal(t, x.Dtype(), f.Inputs[i].Dtype)
		}
		out, err := f.Call(in)
		require.NoError(t, err, name)
		require.Len(t, out, len(s.results))
		for i, want := range s.results {
			n := names(s)[i]
			a.Outputs[n] = of(want)
			if z := out[n]; assert.NotNil(t, z, n) {
				assert.Equal(t, of(want), of(z), "%s of %s", n, name)
			}
		}
		answers[name] = a
	}
	text, err := json.Marshal(answers)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "answers.json"), text, 0o644))
}

func TestSaveModelErrors(t *testing.T) {
	e := newEnv(t)
	dir := filepath.Join(t.TempDir(), "model")
	f := e.Compile(func(x *ivy.Array) *ivy.Array { return e.Sin(x) })
	x := []TensorSpec{{Name: "x", Dtype: ivy.Float32, Shape: []int{2}}}
	with := func(specs ...TensorSpec) []Signature { return []Signature{{Function: f, Inputs: specs}} }
	for _, c := range []struct {
		signatures []Signature
		kind       error
		want       string
	}{
		{nil, ivy.ErrValue, "without signatures"},
		{[]Signature{{Inputs: x}}, ivy.ErrValue, "a nil function"},
		{[]Signature{{Function: f, Inputs: x}, {Function: f, Inputs: x, Name: "serving_default"}}, ivy.ErrValue, "two signatures"},
		{[]Signature{{Function: f, Inputs: x, Name: "__saved_model_init_op"}}, ivy.ErrValue, "TensorFlow's own"},
		{[]Signature{{Function: f, Inputs: x, Name: "\xff"}}, ivy.ErrValue, ""},
		{[]Signature{{Function: f, Inputs: x, Outputs: []string{"a", "b"}}}, ivy.ErrValue, "2 names for 1 outputs"},
		{[]Signature{{Function: f, Inputs: x, Outputs: []string{""}}}, ivy.ErrValue, "output 1 has no name"},
		{with(), ivy.ErrValue, "0 arrays for"},
		{with(TensorSpec{Dtype: ivy.Float32, Shape: []int{2}}), ivy.ErrValue, "input 1 has no name"},
		{with(x[0], x[0]), ivy.ErrValue, "two inputs"},
		{with(TensorSpec{Name: "x", Shape: []int{2}}), ivy.ErrDtype, "no dtype"},
		{with(TensorSpec{Name: "x", Strings: true, Shape: []int{2}}), ivy.ErrDtype, "no dtype"},
		{with(TensorSpec{Name: "x", Dtype: ivy.Float32}), ivy.ErrShape, "lengths that are known"},
		{with(TensorSpec{Name: "x", Dtype: ivy.Float32, Shape: []int{-1, 2}}), ivy.ErrShape, "lengths that are known"},
		{with(TensorSpec{Name: "x", Dtype: ivy.Float32, Shape: []int{1 << 40, 1 << 40}}), ivy.ErrShape, ""},
		{[]Signature{{Function: e.Compile(func(x *ivy.Array) *ivy.Array { return e.Add(x, x.Get(0).Float()) }), Inputs: x}}, ivy.ErrUnsupported, "looks at values"},
		{[]Signature{{Function: e.Compile(func(x *ivy.Array) *ivy.Array { return e.Add(x, e.Ones([]int{3})) }), Inputs: x}}, ivy.ErrShape, "shape"},
		{[]Signature{{Function: e.Compile(func(x *ivy.Array) (*ivy.Array, *ivy.Array) { return x, x }), Inputs: x, Outputs: []string{"a", "a"}}}, ivy.ErrValue, "two outputs"},
	} {
		fails(t, SaveModel(dir, c.signatures...), c.kind, c.want)
		assert.NoDirExists(t, dir)
	}
	assert.NoError(t, f.Eager(), "tracing for a model is no call")

	require.NoError(t, os.Mkdir(dir, 0o755)) // empty, yet there
	err := SaveModel(dir, with(x...)...)
	fails(t, err, ivy.ErrValue, "model")
	assert.ErrorIs(t, err, fs.ErrExist)
	err = SaveModel(filepath.Join(dir, "no", "folder"), with(x...)...)
	fails(t, err, ivy.ErrValue, "no")
	assert.ErrorIs(t, err, fs.ErrNotExist)

	defer func(n int) { mostModelBytes = n }(mostModelBytes)
	mostModelBytes = 1 << 16
	large := e.Ones([]int{1<<14 + 1}, ivy.Float32)
	g := e.Compile(func(x *ivy.Array) *ivy.Array { return e.Sum(e.Add(large, e.Sum(x))) })
	fails(t, SaveModel(dir+"2", Signature{Function: g, Inputs: x}), ivy.ErrValue, "the format allows 65536")
	assert.NoDirExists(t, dir+"2")
}
