//go:build tensorflow

package tensorflow

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	tf "github.com/wamuir/graft/tensorflow"
	shapepb "github.com/wamuir/graft/tensorflow/core/framework/tensor_shape_go_proto"
	typespb "github.com/wamuir/graft/tensorflow/core/framework/types_go_proto"
	pb "github.com/wamuir/graft/tensorflow/core/protobuf/for_core_protos_go_proto"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
)

// A Signature is a function of a model that [SaveModel] writes.
type Signature struct {
	Name     string // "serving_default" if it is empty
	Function *ivy.Compiled

	// Inputs are the function's arguments, in their order: names, dtypes and shapes. A
	// function is traced for lengths that are known, so none may be −1, and Shape may not
	// be nil: a model for several batch sizes has a signature for each.
	Inputs []TensorSpec

	// Outputs are the names of its results, in their order; "output_0", "output_1" and so
	// on if there are none.
	Outputs []string
}

// What a saved model that says no more is found by.
const (
	serveTag    = "serve"
	defaultName = "serving_default"
	predict     = "tensorflow/serving/predict" // the method of a signature of tensors
)

// mostModelBytes is how large a message of protobuf may be, which a saved model is.
var mostModelBytes = math.MaxInt32

// SaveModel writes compiled functions as the signatures of one SavedModel, to a folder that
// must not be there yet and appears whole or not at all. Python's TensorFlow loads it by
// tf.saved_model.load(dir).signatures[name], and so do TensorFlow Serving, its C library
// and [LoadSavedModel]. What the functions know in addition to their arguments, such as weights, is
// in the graph as constants; there are no variables.
//
// Each function is traced on this backend, as [ivy.Compile] says, for its Inputs. Arrays
// that it uses must be on this backend, too. Loaded elsewhere the graph is TensorFlow's to
// optimize, and to compute with subnormal numbers as zeros: results are equal up to that.
//
// Errors are of kind ivy.ErrValue for names that are missing or there twice, for a folder
// that is there or cannot be written, and for a model of more than 2 GiB, which the format
// does not allow; ivy.ErrShape for a length that is not known, ivy.ErrDtype for a dtype
// that no array has; and what tracing says.
func SaveModel(dir string, signatures ...Signature) error {
	fail := func(kind error, format string, args ...any) error {
		return failed("SaveModel", kind, format, args...)
	}
	if len(signatures) == 0 {
		return fail(ivy.ErrValue, "a model without signatures")
	}
	if _, err := os.Lstat(dir); err == nil {
		return fail(ivy.ErrValue, "%s: %w", dir, fs.ErrExist)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return fail(ivy.ErrValue, "%w", err)
	}
	meta := &pb.MetaGraphDef{
		MetaInfoDef:  &pb.MetaGraphDef_MetaInfoDef{Tags: []string{serveTag}, TensorflowVersion: tf.Version()},
		SignatureDef: map[string]*pb.SignatureDef{},
	}
	r := newRecorder()
	for _, s := range signatures {
		if s.Name == "" {
			s.Name = defaultName
		}
		if meta.SignatureDef[s.Name] != nil {
			return fail(ivy.ErrValue, "two signatures are named %q", s.Name)
		}
		def, err := r.signature(&s)
		if err != nil {
			return fail(ivy.ErrBackend, "signature %q: %w", s.Name, err)
		}
		meta.SignatureDef[s.Name] = def
	}
	tooLarge := func(n int) error {
		return fail(ivy.ErrValue, "a model of %d bytes, most of them constants: the format allows %d (pass large weights as arguments)", n, mostModelBytes)
	}
	if r.bytes > mostModelBytes {
		return tooLarge(r.bytes)
	}
	var graph bytes.Buffer
	if _, err := r.graph.WriteTo(&graph); err != nil {
		return fail(ivy.ErrBackend, "%w", err)
	}
	head, err := proto.MarshalOptions{Deterministic: true}.Marshal(meta)
	if err != nil {
		return fail(ivy.ErrValue, "%w", err) // a name that is not UTF-8
	}
	head = protowire.AppendTag(head, fieldGraphDef, protowire.BytesType)
	head = protowire.AppendVarint(head, uint64(graph.Len()))
	const schema = 1
	model := protowire.AppendVarint(protowire.AppendTag(nil, fieldSchemaVersion, protowire.VarintType), schema)
	model = protowire.AppendTag(model, fieldMetaGraphs, protowire.BytesType)
	model = protowire.AppendVarint(model, uint64(len(head)+graph.Len()))
	if n := len(model) + len(head) + graph.Len(); n > mostModelBytes {
		return tooLarge(n)
	}
	if err := writeModel(dir, model, head, graph.Bytes()); err != nil {
		return fail(ivy.ErrValue, "%w", err)
	}
	return nil
}

// signature adds a function to the graph.
func (r *recorder) signature(s *Signature) (*pb.SignatureDef, error) {
	switch {
	case s.Function == nil:
		return nil, kindOf(ivy.ErrValue, "a nil function")
	case strings.HasPrefix(s.Name, "__saved_model"):
		return nil, kindOf(ivy.ErrValue, "names like this are TensorFlow's own")
	}
	def := &pb.SignatureDef{Inputs: map[string]*pb.TensorInfo{}, Outputs: map[string]*pb.TensorInfo{}}
	//lint:ignore SA1019 servers before TensorFlow Serving 2.4 refuse a signature without it
	def.MethodName = predict
	specs := make([]backend.Spec, len(s.Inputs))
	for i, in := range s.Inputs {
		switch {
		case in.Name == "":
			return nil, kindOf(ivy.ErrValue, "input %d has no name", i+1)
		case slices.ContainsFunc(s.Inputs[:i], func(other TensorSpec) bool { return other.Name == in.Name }):
			return nil, kindOf(ivy.ErrValue, "two inputs are named %q", in.Name)
		case !in.Dtype.IsValid():
			return nil, kindOf(ivy.ErrDtype, "input %q is of no dtype of arrays", in.Name)
		case in.Shape == nil || slices.ContainsFunc(in.Shape, func(n int) bool { return n < 0 }):
			return nil, kindOf(ivy.ErrShape, "input %q has shape %v: a function is traced for lengths that are known (write a signature for each)", in.Name, in.Shape)
		}
		specs[i] = backend.Spec{Dtype: in.Dtype, Shape: slices.Clone(in.Shape)}
	}
	p, err := s.Function.Program(Backend{}.Name(), specs...)
	if cause := (*ivy.Error)(nil); errors.As(err, &cause) {
		return nil, kindOf(cause.Kind, "%w", cause.Err)
	}
	if err != nil {
		return nil, err
	}
	names := s.Outputs
	if names == nil {
		for i := range p.Results {
			names = append(names, fmt.Sprintf("output_%d", i))
		}
	}
	if len(names) != len(p.Results) {
		return nil, kindOf(ivy.ErrValue, "%d names for %d outputs", len(names), len(p.Results))
	}
	inputs, results, err := r.program(p)
	if err != nil {
		return nil, err
	}
	for i, in := range s.Inputs {
		def.Inputs[in.Name] = tensorInfo(inputs[i], specs[i])
	}
	for i, z := range results {
		switch {
		case names[i] == "":
			return nil, kindOf(ivy.ErrValue, "output %d has no name", i+1)
		case def.Outputs[names[i]] != nil:
			return nil, kindOf(ivy.ErrValue, "two outputs are named %q", names[i])
		}
		at, err := r.output(of(z))
		if err != nil {
			return nil, translated(backend.Spec{}, err)
		}
		// What a result is may be an input or another result, too: each has its own.
		op, err := r.add("Identity", []tf.Input{at}, nil)
		if err != nil {
			return nil, err
		}
		def.Outputs[names[i]] = tensorInfo(op.Output(0), p.Spec(p.Results[i]))
	}
	return def, nil
}

func tensorInfo(at tf.Output, s backend.Spec) *pb.TensorInfo {
	dims := &shapepb.TensorShapeProto{}
	for _, n := range s.Shape {
		dims.Dim = append(dims.Dim, &shapepb.TensorShapeProto_Dim{Size: int64(n)})
	}
	return &pb.TensorInfo{
		Encoding: &pb.TensorInfo_Name{Name: fmt.Sprintf("%s:%d", at.Op.Name(), at.Index)},
		Dtype:    typespb.DataType(code(s.Dtype)), TensorShape: dims,
	}
}

// writeModel writes a model's file, in parts, to a folder next to dir, which becomes dir.
func writeModel(dir string, parts ...[]byte) (err error) {
	dir = filepath.Clean(dir)
	made, err := os.MkdirTemp(filepath.Dir(dir), "."+filepath.Base(dir)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(made)
		}
	}()
	const folder = 0o755 // MkdirTemp's is the user's alone
	if err := os.Chmod(made, folder); err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(made, "variables"), folder); err != nil { // loaders look for it
		return err
	}
	f, err := os.Create(filepath.Join(made, modelFile))
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	for _, part := range parts {
		w.Write(part) // Flush has its error
	}
	if err := errors.Join(w.Flush(), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(made, dir)
}
