//go:build tensorflow

package tensorflow

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	tf "github.com/wamuir/graft/tensorflow"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// A SavedModel is a model that TensorFlow saved, with its variables. Its methods may be
// called from many goroutines.
type SavedModel struct {
	path      string
	model     *tf.SavedModel
	functions map[string]*ModelFunction
}

// A ModelFunction is a signature of a SavedModel: a function of arrays with names.
type ModelFunction struct {
	Name            string
	Inputs, Outputs []TensorSpec // by name, ascending

	model *SavedModel
}

// A TensorSpec is an input or output of a ModelFunction.
type TensorSpec struct {
	Name  string
	Dtype dtype.Dtype // Invalid for what no array has, as strings
	Shape []int       // −1 for a length that is open; nil if the number of axes is

	output tf.Output
}

// LoadSavedModel loads the model in a folder that tf.saved_model.save wrote, for tags
// ("serve" if there are none).
func LoadSavedModel(path string, tags ...string) (*SavedModel, error) {
	if len(tags) == 0 {
		tags = []string{"serve"}
	}
	loaded, err := tf.LoadSavedModel(path, tags, sessions)
	if err != nil {
		return nil, fmt.Errorf("tensorflow: the saved model %s with tags %v: %w", path, tags, err)
	}
	m := &SavedModel{path: path, model: loaded, functions: map[string]*ModelFunction{}}
	for name, s := range loaded.Signatures {
		if strings.HasPrefix(name, "__saved_model") { // the library's own
			continue
		}
		f := &ModelFunction{Name: name, model: m}
		if f.Inputs, err = m.specs(s.Inputs); err == nil {
			f.Outputs, err = m.specs(s.Outputs)
		}
		if err != nil {
			return nil, fmt.Errorf("tensorflow: the saved model %s, function %s: %w", path, name, err)
		}
		m.functions[name] = f
	}
	return m, nil
}

func (m *SavedModel) specs(infos map[string]tf.TensorInfo) ([]TensorSpec, error) {
	var specs []TensorSpec
	for _, name := range slices.Sorted(maps.Keys(infos)) {
		info := infos[name]
		s := TensorSpec{Name: name, Dtype: dtype.Dtype(max(slices.Index(natives[1:], info.DType)+1, 0))}
		if dims, err := info.Shape.ToSlice(); err == nil {
			s.Shape = make([]int, len(dims))
			for i, n := range dims {
				s.Shape[i] = int(n)
			}
		}
		at, index, ok := strings.Cut(info.Name, ":")
		i, err := strconv.Atoi(index)
		op := m.model.Graph.Operation(at)
		if !ok || err != nil || op == nil || i >= op.NumOutputs() {
			return nil, fmt.Errorf("%s is no tensor of its graph", info.Name)
		}
		s.output = op.Output(i)
		specs = append(specs, s)
	}
	return specs, nil
}

// Functions returns the names of the model's functions, ascending.
func (m *SavedModel) Functions() []string { return slices.Sorted(maps.Keys(m.functions)) }

// Function returns the function of that name.
func (m *SavedModel) Function(name string) (*ModelFunction, error) {
	if f := m.functions[name]; f != nil {
		return f, nil
	}
	return nil, fmt.Errorf("tensorflow: the saved model %s has no function %q (there is %s)", m.path, name, strings.Join(m.Functions(), ", "))
}

// Close gives the model's memory back. Its functions fail then.
func (m *SavedModel) Close() error { return m.model.Session.Close() }

// Call calls the function with an array for each input, of its dtype and shape and on the
// backend tensorflow, and returns an array for each output.
func (f *ModelFunction) Call(inputs map[string]*ivy.Array) (map[string]*ivy.Array, error) {
	zs, err := f.call(inputs)
	if err != nil {
		return nil, fmt.Errorf("tensorflow: %s of the saved model %s: %w", f.Name, f.model.path, err)
	}
	return zs, nil
}

func (f *ModelFunction) call(inputs map[string]*ivy.Array) (map[string]*ivy.Array, error) {
	feeds := map[tf.Output]*tf.Tensor{}
	for _, s := range f.Inputs {
		x := inputs[s.Name]
		if x == nil {
			return nil, fmt.Errorf("there is no input %q", s.Name)
		}
		if err := s.check(x); err != nil {
			return nil, fmt.Errorf("input %q: %w", s.Name, err)
		}
		t, err := ToGraft(x)
		if err != nil {
			return nil, err
		}
		feeds[s.output] = t
	}
	if len(inputs) > len(f.Inputs) {
		var names []string
		for _, s := range f.Inputs {
			names = append(names, s.Name)
		}
		return nil, fmt.Errorf("%d inputs, want %s", len(inputs), strings.Join(names, ", "))
	}
	var fetches []tf.Output
	for _, s := range f.Outputs {
		if !s.Dtype.IsValid() {
			return nil, fmt.Errorf("output %q is of a dtype that no array has", s.Name)
		}
		fetches = append(fetches, s.output)
	}
	out, err := f.model.model.Session.Run(feeds, fetches, nil)
	if err != nil {
		return nil, err
	}
	zs := make(map[string]*ivy.Array, len(out))
	for i, t := range out {
		if zs[f.Outputs[i].Name], err = FromGraft(t); err != nil {
			return nil, err
		}
	}
	return zs, nil
}

func (s *TensorSpec) check(x *ivy.Array) error {
	dims := x.Shape()
	switch {
	case x.IsAbstract():
		return errors.New("an array without elements")
	case x.Backend() != Backend{}.Name():
		return fmt.Errorf("it is on %s (bring it over with ToBackend)", x.Backend())
	case x.Dtype() != s.Dtype:
		return fmt.Errorf("dtype %v, want %v (cast with Astype)", x.Dtype(), s.Dtype)
	case s.Shape == nil:
		return nil
	case len(dims) != len(s.Shape):
		return fmt.Errorf("shape %v, want %v (−1 is any length)", dims, s.Shape)
	}
	for i, n := range s.Shape {
		if n >= 0 && n != dims[i] {
			return fmt.Errorf("shape %v, want %v (−1 is any length)", dims, s.Shape)
		}
	}
	return nil
}
