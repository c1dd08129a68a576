//go:build tensorflow

package tensorflow

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	tf "github.com/wamuir/graft/tensorflow"
	pb "github.com/wamuir/graft/tensorflow/core/protobuf/for_core_protos_go_proto"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/goivy/goivy/cgo/tfeager"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
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
	Name    string
	Dtype   dtype.Dtype // Invalid for what no array has
	Strings bool        // the elements are strings, see Strings; Dtype is Invalid then
	Shape   []int       // −1 for a length that is open; nil if the number of axes is

	output tf.Output
}

// Strings is what a model takes and returns where the elements are strings, which no array
// has: as many Values as the Shape has elements, in row-major order. The zero Strings is of
// no axes and lacks its one Value.
type Strings struct {
	Shape  []int
	Values []string
}

// LoadSavedModel loads the model in a folder that tf.saved_model.save or [SaveModel] wrote,
// for tags ("serve" if there are none). A model that cannot be loaded is an error of kind
// ivy.ErrValue.
func LoadSavedModel(path string, tags ...string) (*SavedModel, error) {
	if len(tags) == 0 {
		tags = []string{serveTag}
	}
	failure := func(err error) error {
		return failed("LoadSavedModel", ivy.ErrValue, "the saved model %s with tags %v: %w", path, tags, err)
	}
	loaded, err := tf.LoadSavedModel(path, tags, sessions)
	if err != nil {
		return nil, failure(err)
	}
	signatures, err := readSignatures(path, tags)
	if err != nil {
		return nil, failure(err)
	}
	m := &SavedModel{path: path, model: loaded, functions: map[string]*ModelFunction{}}
	for name, s := range signatures {
		if strings.HasPrefix(name, "__saved_model") { // the library's own
			continue
		}
		f := &ModelFunction{Name: name, model: m}
		if f.Inputs, err = m.specs(s.Inputs); err == nil {
			f.Outputs, err = m.specs(s.Outputs)
		}
		if err != nil {
			return nil, failure(fmt.Errorf("function %s: %w", name, err))
		}
		m.functions[name] = f
	}
	return m, nil
}

// Names of files of a saved model, of which there is one; and fields of its messages.
const (
	modelFile     = "saved_model.pb"
	modelTextFile = "saved_model.pbtxt"

	fieldSchemaVersion = 1 // of SavedModel
	fieldMetaGraphs    = 2
	fieldGraphDef      = 2 // of MetaGraphDef
)

// readSignatures reads the signatures of the graph with these tags. graft has them too,
// but for it a tensor of an unknown number of axes is one without axes.
func readSignatures(path string, tags []string) (map[string]*pb.SignatureDef, error) {
	var model pb.SavedModel
	data, err := os.ReadFile(filepath.Join(path, modelFile))
	switch {
	case os.IsNotExist(err):
		if data, err = os.ReadFile(filepath.Join(path, modelTextFile)); err == nil {
			err = prototext.UnmarshalOptions{DiscardUnknown: true}.Unmarshal(data, &model)
		}
	case err == nil:
		err = fields(data, func(field protowire.Number, graph []byte) error {
			if field != fieldMetaGraphs {
				return nil
			}
			var rest []byte // all but the graph itself, which may be large
			err := fields(graph, func(field protowire.Number, value []byte) error {
				if field != fieldGraphDef {
					rest = protowire.AppendBytes(protowire.AppendTag(rest, field, protowire.BytesType), value)
				}
				return nil
			})
			meta := &pb.MetaGraphDef{}
			if err == nil {
				err = proto.Unmarshal(rest, meta)
			}
			model.MetaGraphs = append(model.MetaGraphs, meta)
			return err
		})
	}
	if err != nil {
		return nil, err
	}
	for _, g := range model.MetaGraphs {
		has := g.GetMetaInfoDef().GetTags()
		if len(has) == len(tags) && !slices.ContainsFunc(tags, func(tag string) bool { return !slices.Contains(has, tag) }) {
			return g.SignatureDef, nil
		}
	}
	return nil, fmt.Errorf("there is no graph with these tags")
}

// fields calls f for each field of a message that has a length.
func fields(message []byte, f func(field protowire.Number, value []byte) error) error {
	for len(message) > 0 {
		field, kind, n := protowire.ConsumeTag(message)
		if n < 0 {
			return protowire.ParseError(n)
		}
		message = message[n:]
		if n = protowire.ConsumeFieldValue(field, kind, message); n < 0 {
			return protowire.ParseError(n)
		}
		if kind == protowire.BytesType {
			value, _ := protowire.ConsumeBytes(message)
			if err := f(field, value); err != nil {
				return err
			}
		}
		message = message[n:]
	}
	return nil
}

func (m *SavedModel) specs(infos map[string]*pb.TensorInfo) ([]TensorSpec, error) {
	var specs []TensorSpec
	for _, name := range slices.Sorted(maps.Keys(infos)) {
		info := infos[name]
		native := tf.DataType(info.GetDtype())
		s := TensorSpec{Name: name, Dtype: dtype.Dtype(max(slices.Index(natives[1:], native)+1, 0)), Strings: native == tf.String}
		if dims := info.GetTensorShape(); dims != nil && !dims.UnknownRank {
			s.Shape = make([]int, len(dims.Dim))
			for i, d := range dims.Dim {
				s.Shape[i] = int(d.Size)
			}
		}
		at, index, ok := strings.Cut(info.GetName(), ":")
		i, err := strconv.Atoi(index)
		op := m.model.Graph.Operation(at)
		if !ok || err != nil || op == nil || i < 0 || i >= op.NumOutputs() {
			return nil, fmt.Errorf("%q is no tensor of its graph", info.GetName())
		}
		s.output = op.Output(i)
		specs = append(specs, s)
	}
	return specs, nil
}

// Functions returns the names of the model's functions, ascending.
func (m *SavedModel) Functions() []string { return slices.Sorted(maps.Keys(m.functions)) }

// Function returns the function of that name; the error of one that is not there is of
// kind ivy.ErrValue.
func (m *SavedModel) Function(name string) (*ModelFunction, error) {
	if f := m.functions[name]; f != nil {
		return f, nil
	}
	return nil, failed("SavedModel.Function", ivy.ErrValue, "the saved model %s has no function %q (there is %s)", m.path, name, strings.Join(m.Functions(), ", "))
}

// Close gives the model's memory back. Its functions fail then.
func (m *SavedModel) Close() error {
	if err := m.model.Session.Close(); err != nil {
		return failed("SavedModel.Close", ivy.ErrBackend, "%w", err)
	}
	return nil
}

// Call calls the function with an array for each input, of its dtype and shape and on the
// backend tensorflow, and returns an array for each output that arrays can be. Inputs of
// strings need [ModelFunction.CallStrings]; outputs of strings are left out.
//
// Errors are of kind ivy.ErrValue for an input that is missing or unknown, ivy.ErrDtype,
// ivy.ErrShape or ivy.ErrBackend for an array of another dtype, shape or backend, and
// ivy.ErrBackend for what TensorFlow reports.
func (f *ModelFunction) Call(inputs map[string]*ivy.Array) (map[string]*ivy.Array, error) {
	arrays, _, err := f.call(inputs, nil, false)
	if err != nil {
		return nil, f.failed("Call", err)
	}
	return arrays, nil
}

// CallStrings is Call for a function some of whose inputs or outputs are strings. A tensor
// of strings is in texts if it is an input, and in the second result if it is an output.
func (f *ModelFunction) CallStrings(inputs map[string]*ivy.Array, texts map[string]Strings) (map[string]*ivy.Array, map[string]Strings, error) {
	arrays, strings, err := f.call(inputs, texts, true)
	if err != nil {
		return nil, nil, f.failed("CallStrings", err)
	}
	return arrays, strings, nil
}

func (f *ModelFunction) failed(op string, err error) error {
	return failed("ModelFunction."+op, ivy.ErrBackend, "%s of the saved model %s: %w", f.Name, f.model.path, err)
}

func (f *ModelFunction) call(inputs map[string]*ivy.Array, texts map[string]Strings, withStrings bool) (map[string]*ivy.Array, map[string]Strings, error) {
	feeds := map[tf.Output]*tf.Tensor{}
	var names []string
	for _, s := range f.Inputs {
		t, err := s.feed(inputs, texts)
		if err != nil {
			return nil, nil, fmt.Errorf("input %q: %w", s.Name, err)
		}
		names = append(names, s.Name)
		feeds[s.output] = t
	}
	for _, name := range slices.Sorted(slices.Values(slices.Concat(slices.Collect(maps.Keys(inputs)), slices.Collect(maps.Keys(texts))))) {
		if !slices.Contains(names, name) {
			return nil, nil, kindOf(ivy.ErrValue, "there is no input %q, want %s", name, strings.Join(names, ", "))
		}
	}
	var fetched []TensorSpec
	var fetches []tf.Output
	for _, s := range f.Outputs {
		if s.Dtype.IsValid() || s.Strings && withStrings {
			fetched, fetches = append(fetched, s), append(fetches, s.output)
		}
	}
	arrays, lists := map[string]*ivy.Array{}, map[string]Strings{}
	if len(fetches) == 0 {
		return arrays, lists, nil
	}
	out, err := f.model.model.Session.Run(feeds, fetches, nil)
	if err != nil {
		return nil, nil, err
	}
	for i, t := range out {
		if fetched[i].Strings {
			lists[fetched[i].Name], err = stringsOf(t)
		} else {
			arrays[fetched[i].Name], err = FromGraft(t)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	return arrays, lists, nil
}

// feed returns the tensor for an input.
func (s *TensorSpec) feed(inputs map[string]*ivy.Array, texts map[string]Strings) (*tf.Tensor, error) {
	x, text := inputs[s.Name], Strings{}
	list, isText := texts[s.Name]
	switch {
	case s.Strings && x != nil:
		return nil, kindOf(ivy.ErrDtype, "its elements are strings (take CallStrings)")
	case s.Strings && !isText:
		return nil, kindOf(ivy.ErrValue, "there is no such input (its elements are strings: take CallStrings)")
	case s.Strings:
		text = list
		if err := shape.Check(text.Shape, 1); err != nil {
			return nil, kindOf(ivy.ErrShape, "%w", err)
		}
		if n := shape.Size(text.Shape); n != len(text.Values) {
			return nil, kindOf(ivy.ErrShape, "%d strings for shape %v, want %d", len(text.Values), text.Shape, n)
		}
		if err := s.fits(text.Shape); err != nil {
			return nil, err
		}
		c, err := tfeager.NewTFStrings(text.Shape, text.Values)
		if err != nil {
			return nil, err
		}
		return graftOf(c, text.Shape)
	case isText:
		return nil, kindOf(ivy.ErrDtype, "strings, want %v", s.Dtype)
	case !s.Dtype.IsValid():
		return nil, kindOf(ivy.ErrUnsupported, "it is of a dtype that no array has")
	case x == nil:
		return nil, kindOf(ivy.ErrValue, "there is no such input")
	case x.IsAbstract():
		return nil, kindOf(ivy.ErrValue, "an array without elements")
	case x.Backend() != Backend{}.Name():
		return nil, kindOf(ivy.ErrBackend, "it is on %s (bring it over with ToBackend)", x.Backend())
	case x.Dtype() != s.Dtype:
		return nil, kindOf(ivy.ErrDtype, "dtype %v, want %v (cast with Astype)", x.Dtype(), s.Dtype)
	}
	if err := s.fits(x.Shape()); err != nil {
		return nil, err
	}
	return ToGraft(x)
}

func (s *TensorSpec) fits(dims []int) error {
	if s.Shape == nil {
		return nil
	}
	fits := len(dims) == len(s.Shape)
	for i := 0; fits && i < len(dims); i++ {
		fits = s.Shape[i] < 0 || s.Shape[i] == dims[i]
	}
	if !fits {
		return kindOf(ivy.ErrShape, "shape %v, want %v (−1 is any length)", dims, s.Shape)
	}
	return nil
}

// stringsOf reads a tensor of strings.
func stringsOf(t *tf.Tensor) (Strings, error) {
	s := Strings{Shape: []int{}}
	for _, n := range t.Shape() {
		s.Shape = append(s.Shape, int(n))
	}
	var err error
	s.Values, err = tfeager.ReadTFStrings((*graftTensor)(unsafe.Pointer(t)).c, shape.Size(s.Shape))
	runtime.KeepAlive(t)
	return s, err
}
