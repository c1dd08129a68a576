package torch

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/internal/filemap"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// An Exported is a program that torch.export.save wrote. Its methods may be called from many goroutines.
type Exported struct {
	inputs  []exportedInput
	outputs []exportedArg
	nodes   []*exportedNode
	weights map[string]*exportedTensor // by the name of their placeholder
	names   map[string]string          // of placeholders the names that PyTorch has
	user    int                        // inputs that a call gives

	mu     sync.Mutex
	arrays map[string]map[string]*ivy.Array // of each backend the weights by their placeholders
}

// on returns the weights on the backend of e.
func (p *Exported) on(e *ivy.Env) map[string]*ivy.Array {
	p.mu.Lock()
	defer p.mu.Unlock()
	name := e.CurrentBackend()
	if p.arrays[name] == nil {
		p.arrays[name] = map[string]*ivy.Array{}
		for place, t := range p.weights {
			p.arrays[name][place] = t.array(e)
		}
	}
	return p.arrays[name]
}

type exportedInput struct {
	name string
	user bool
}

// An exportedTensor is a parameter, a buffer or a constant: elements in the file.
type exportedTensor struct {
	dtype            dtype.Dtype
	shape, strides   []int
	offset, elements int
	data             []byte
}

type exportedNode struct {
	Target string
	Name   string
	Inputs []struct {
		Name string
		Arg  json.RawMessage
		Kind int
	}
	Outputs []json.RawMessage

	run   func(r *exportedRun, args []any, kw map[string]any) any
	args  []exportedArg // of Inputs
	names []string      // of what Outputs are
}

// An exportedArg returns an argument as functions take it, in a run that has computed what it names.
type exportedArg func(r *exportedRun) any

// schemaMajor is the version of the format that this reads. PyTorch counts it up where older readers would misread files.
const schemaMajor = 8

// LoadExported reads a program that torch.export.save wrote, PyTorch 2.13's format or one that is like it: an archive of JSON and elements. ATen's functions
// are those of this package, with their dtypes and errors; where PyTorch checked a size when it exported (guards), nothing is checked.
//
// What is no such file is an error of kind [ivy.ErrValue]; another version of the format, functions that are not here, and objects that are no tensors are one of kind
// [ivy.ErrUnsupported], which names all of them.
func LoadExported(name string) (*Exported, error) {
	failed := func(err error) error {
		kind := ivy.ErrValue
		if u := (*unsupportedExport)(nil); errors.As(err, &u) {
			kind = ivy.ErrUnsupported
		}
		return &ivy.Error{Op: "torch.LoadExported", Kind: kind, Err: fmt.Errorf("%s: %w", name, err)}
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, failed(err)
	}
	defer f.Close()
	data, err := filemap.Read(f)
	if err != nil {
		return nil, failed(err)
	}
	p, err := readExported(data)
	if err != nil {
		return nil, failed(err)
	}
	return p, nil
}

// An unsupportedExport is all that a program needs and this package does not have.
type unsupportedExport struct{ what []string }

func (u *unsupportedExport) Error() string { return "not supported: " + strings.Join(u.what, "; ") }

// An archive is the entries of a file, by their names without the folder that all are in.
type archive struct {
	data    []byte
	entries map[string]*zip.File
}

func openArchive(data []byte) (*archive, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	a := &archive{data, map[string]*zip.File{}}
	for _, f := range z.File {
		_, name, ok := strings.Cut(f.Name, "/")
		if !ok {
			name = f.Name
		}
		a.entries[name] = f
	}
	return a, nil
}

// bytes returns an entry, which is not compressed, as it lies in the file.
func (a *archive) bytes(name string) ([]byte, error) {
	f := a.entries[name]
	if f == nil {
		return nil, fmt.Errorf("the archive has no %s", name)
	}
	at, err := f.DataOffset()
	size := f.UncompressedSize64
	if err != nil || f.Method != zip.Store || at < 0 || at > int64(len(a.data)) || size > uint64(int64(len(a.data))-at) {
		return nil, fmt.Errorf("%s is compressed or cut off", name)
	}
	return a.data[at:][:size:size], nil
}

func (a *archive) json(name string, to any) error {
	b, err := a.bytes(name)
	if err == nil {
		err = json.Unmarshal(b, to)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

type exportedMeta struct {
	Dtype   int
	Sizes   []exportedInt
	Strides []exportedInt
	Offset  exportedInt `json:"storage_offset"`
	Layout  int
}

// An exportedInt is a number, or an expression of sizes.
type exportedInt struct {
	Int  *int `json:"as_int"`
	Name string
}

// exportedDtypes are the dtypes by their numbers in torch.export's schema.
var exportedDtypes = map[int]dtype.Dtype{1: dtype.Uint8, 2: dtype.Int8, 3: dtype.Int16, 4: dtype.Int32, 5: dtype.Int64, 6: dtype.Float16, 7: dtype.Float32, 8: dtype.Float64,
	10: dtype.Complex64, 11: dtype.Complex128, 12: dtype.Bool, 13: dtype.BFloat16, 28: dtype.Uint16}

// stridedLayout is the number of torch.strided.
const stridedLayout = 7

// tensor reads one that a table of weights or constants names.
func (a *archive) tensor(folder string, entry struct {
	Path   string       `json:"path_name"`
	Pickle bool         `json:"use_pickle"`
	Meta   exportedMeta `json:"tensor_meta"`
}) (*exportedTensor, error) {
	t := &exportedTensor{dtype: exportedDtypes[entry.Meta.Dtype]}
	if entry.Pickle || t.dtype == dtype.Invalid || entry.Meta.Layout != stridedLayout || len(entry.Meta.Sizes) != len(entry.Meta.Strides) || entry.Meta.Offset.Int == nil {
		return nil, fmt.Errorf("a tensor of dtype %d and layout %d, pickled: %v", entry.Meta.Dtype, entry.Meta.Layout, entry.Pickle)
	}
	data, err := a.bytes(path.Join(folder, entry.Path))
	if err != nil {
		return nil, err
	}
	width := t.dtype.Size()
	t.data, t.elements, t.offset = data, len(data)/width, *entry.Meta.Offset.Int
	last := t.offset
	for i, n := range entry.Meta.Sizes {
		s := entry.Meta.Strides[i].Int
		if n.Int == nil || s == nil || *n.Int < 0 || *s < 0 || *n.Int > math.MaxInt32 || *s > math.MaxInt32 {
			return nil, fmt.Errorf("a tensor whose sizes are no numbers")
		}
		t.shape, t.strides = append(t.shape, *n.Int), append(t.strides, *s)
		if *n.Int == 0 {
			t.elements = 0
		}
		span := int64(max(0, *n.Int-1)) * int64(*s)
		if last += int(min(span, math.MaxInt32)); span > int64(t.elements)+1 || last < 0 {
			return nil, fmt.Errorf("a tensor of shape %v beyond its elements", t.shape)
		}
	}
	if t.offset < 0 || len(data)%width != 0 || t.elements > 0 && last >= t.elements || len(data) == 0 && !slices.Contains(t.shape, 0) {
		return nil, fmt.Errorf("a tensor of shape %v with %d bytes", t.shape, len(data))
	}
	return t, nil
}

// array returns the tensor on an Env.
func (t *exportedTensor) array(e *ivy.Env) *ivy.Array {
	if t.elements == 0 {
		return e.Zeros(t.shape, t.dtype)
	}
	x := e.FromBytes(t.dtype, []int{t.elements}, t.data)
	step, dense := 1, t.offset == 0
	for i := len(t.shape) - 1; i >= 0; i-- {
		dense = dense && (t.strides[i] == step || t.shape[i] == 1)
		step *= t.shape[i]
	}
	if dense && step == t.elements {
		return e.Reshape(x, t.shape)
	}
	return e.CopyArray(e.AsStrided(e.GetItem(x, ivy.Slice(t.offset, nil)), t.shape, t.strides))
}

func readExported(data []byte) (*Exported, error) {
	a, err := openArchive(data)
	if err != nil {
		return nil, err
	}
	var model struct {
		Schema struct{ Major, Minor int } `json:"schema_version"`
		Module struct {
			Graph struct {
				Outputs []json.RawMessage
				Nodes   []*exportedNode
			}
			Signature struct {
				Inputs  []map[string]json.RawMessage `json:"input_specs"`
				Outputs []map[string]json.RawMessage `json:"output_specs"`
			}
		} `json:"graph_module"`
	}
	if err := a.json("models/model.json", &model); err != nil {
		return nil, err
	}
	if model.Schema.Major != schemaMajor {
		return nil, &unsupportedExport{[]string{fmt.Sprintf("version %d.%d of torch.export's format (version %d is read)", model.Schema.Major, model.Schema.Minor, schemaMajor)}}
	}
	p := &Exported{arrays: map[string]map[string]*ivy.Array{}, weights: map[string]*exportedTensor{}, names: map[string]string{}, nodes: model.Module.Graph.Nodes}
	u := &unsupportedExport{}
	refuse := func(format string, args ...any) {
		if what := fmt.Sprintf(format, args...); !slices.Contains(u.what, what) {
			u.what = append(u.what, what)
		}
	}
	if err := p.readInputs(a, model.Module.Signature.Inputs, refuse); err != nil {
		return nil, err
	}
	for _, o := range model.Module.Signature.Outputs {
		for kind := range o {
			if kind != "user_output" {
				refuse("an output of kind %s", kind)
			}
		}
	}
	for _, n := range p.nodes {
		if n.run = atenFunction(n.Target); n.run == nil {
			refuse("function %s", n.Target)
		}
		for _, in := range n.Inputs {
			n.args = append(n.args, argOf(in.Arg))
		}
		for _, o := range n.Outputs {
			n.names = append(n.names, outputNames(o)...)
		}
	}
	for _, o := range model.Module.Graph.Outputs {
		p.outputs = append(p.outputs, argOf(o))
	}
	if len(u.what) > 0 {
		return nil, u
	}
	return p, nil
}

// readInputs reads what placeholders stand for.
func (p *Exported) readInputs(a *archive, specs []map[string]json.RawMessage, refuse func(string, ...any)) error {
	type table struct {
		Config map[string]struct {
			Path   string       `json:"path_name"`
			Pickle bool         `json:"use_pickle"`
			Meta   exportedMeta `json:"tensor_meta"`
		}
	}
	var weights, constants table
	if err := a.json("data/weights/model_weights_config.json", &weights); err != nil {
		return err
	}
	if err := a.json("data/constants/model_constants_config.json", &constants); err != nil {
		return err
	}
	for _, spec := range specs {
		for kind, raw := range spec {
			var s struct {
				Arg        json.RawMessage
				Parameter  string `json:"parameter_name"`
				Buffer     string `json:"buffer_name"`
				Constant   string `json:"tensor_constant_name"`
				Persistent *bool
			}
			if err := json.Unmarshal(raw, &s); err != nil {
				return err
			}
			of, name, folder := weights, s.Parameter+s.Buffer, "data/weights"
			switch kind {
			case "parameter":
			case "buffer":
				if s.Persistent != nil && !*s.Persistent {
					of, folder = constants, "data/constants"
				}
			case "tensor_constant":
				of, name, folder = constants, s.Constant, "data/constants"
			case "user_input":
				var arg struct {
					Tensor struct{ Name string } `json:"as_tensor"`
				}
				if err := json.Unmarshal(s.Arg, &arg); err != nil {
					return err
				}
				if arg.Tensor.Name == "" {
					refuse("an input that is no tensor")
				}
				p.inputs = append(p.inputs, exportedInput{arg.Tensor.Name, true})
				p.user++
				continue
			default:
				refuse("an input of kind %s", kind)
				continue
			}
			var arg struct{ Name string }
			if err := json.Unmarshal(s.Arg, &arg); err != nil {
				return err
			}
			entry, ok := of.Config[name]
			if !ok {
				return fmt.Errorf("the archive has no tensor %q", name)
			}
			t, err := a.tensor(folder, entry)
			if err != nil {
				return fmt.Errorf("tensor %q: %w", name, err)
			}
			p.weights[arg.Name], p.names[arg.Name] = t, name
			p.inputs = append(p.inputs, exportedInput{arg.Name, false})
		}
	}
	return nil
}

// Weights returns the parameters, buffers and constants by PyTorch's names, on the standard Env.
func (p *Exported) Weights() map[string]*ivy.Array {
	all := map[string]*ivy.Array{}
	for place, t := range p.weights {
		all[p.names[place]] = t.array(ivy.Standard())
	}
	return all
}

// Inputs returns how many tensors a call gives.
func (p *Exported) Inputs() int { return p.user }

// Run computes the program's outputs of its inputs, on their backend.
func (p *Exported) Run(inputs ...*ivy.Array) (outputs []*ivy.Array, err error) {
	err = ivy.Try(func() { outputs = p.Func()(inputs...) })
	return outputs, err
}

// Func returns the program as a function, for [ivy.Compile], [ivy.Grad] and the like; its panics are [ivy.Error].
func (p *Exported) Func() func(xs ...*ivy.Array) []*ivy.Array {
	return func(xs ...*ivy.Array) []*ivy.Array {
		defer blame.Named("torch.Exported")
		if len(xs) != p.user {
			panic(blame.Errorf(ivy.ErrValue, "%d inputs, the program has %d", len(xs), p.user))
		}
		backend := ivy.CurrentBackend()
		for _, x := range xs {
			if x == nil {
				panic(blame.Errorf(ivy.ErrValue, "an input is nil"))
			}
			backend = x.Backend()
		}
		ns, err := New(Config{Backend: backend})
		if err != nil {
			panic(blame.Errorf(ivy.ErrBackend, "%w", err))
		}
		r, weights := &exportedRun{p: p, ns: ns, values: map[string]any{}}, p.on(ns.Env())
		for _, in := range p.inputs {
			x := (*ivy.Array)(nil)
			if in.user {
				x, xs = xs[0], xs[1:]
			} else {
				x = weights[in.name]
				x = ns.Env().Reshape(x, x.Shape()) // whose memory a write copies first
			}
			r.values[in.name] = ns.Published(ns.Wrap(x))
		}
		return r.all()
	}
}

// An exportedRun is one call of a program.
type exportedRun struct {
	p      *Exported
	ns     *Torch
	values map[string]any
}

func (r *exportedRun) all() []*ivy.Array {
	for _, n := range r.p.nodes {
		r.node(n)
	}
	outs := make([]*ivy.Array, 0, len(r.p.outputs))
	for _, o := range r.p.outputs {
		v := o(r)
		if v == nil {
			continue
		}
		t, ok := v.(*Tensor)
		if !ok {
			panic(blame.Errorf(ivy.ErrUnsupported, "an output that is no tensor: %v", v))
		}
		outs = append(outs, r.ns.Env().CopyArray(t.V))
	}
	return outs
}

func (r *exportedRun) node(n *exportedNode) {
	defer func() {
		p := recover()
		if err, ok := p.(*ivy.Error); ok {
			panic(&ivy.Error{Backend: err.Backend, Kind: err.Kind, Err: fmt.Errorf("node %q (%s): %w", n.Name, n.Target, err.Err)})
		}
		if p != nil {
			panic(p)
		}
	}()
	var args []any
	kw := map[string]any{}
	const keyword = 2
	for i, in := range n.Inputs {
		if v := n.args[i](r); in.Kind == keyword {
			kw[in.Name] = v
		} else {
			args = append(args, v)
		}
	}
	z := n.run(r, args, kw)
	zs, many := z.([]any)
	if ts, ok := z.([]*Tensor); ok {
		many = true
		for _, t := range ts {
			zs = append(zs, t)
		}
	}
	if len(n.names) == 1 && !many {
		zs = []any{z}
	}
	for i, name := range n.names {
		if name != "" && i < len(zs) {
			r.values[name] = zs[i]
		}
	}
}

// outputNames returns the names that a node's output has: several of a list.
func outputNames(raw json.RawMessage) []string {
	type named struct{ Name string }
	var o struct {
		Tensor  *named  `json:"as_tensor"`
		Tensors []named `json:"as_tensors"`
		Int     *struct {
			Name string `json:"as_name"`
		} `json:"as_sym_int"`
		Bool *struct {
			Name string `json:"as_name"`
		} `json:"as_sym_bool"`
		Float *struct {
			Name string `json:"as_name"`
		} `json:"as_sym_float"`
	}
	_ = json.Unmarshal(raw, &o) // of another kind: no name
	switch {
	case o.Tensor != nil:
		return []string{o.Tensor.Name}
	case o.Tensors != nil:
		var names []string
		for _, t := range o.Tensors {
			names = append(names, t.Name)
		}
		return names
	case o.Int != nil:
		return []string{o.Int.Name}
	case o.Bool != nil:
		return []string{o.Bool.Name}
	case o.Float != nil:
		return []string{o.Float.Name}
	}
	return []string{""}
}

// argOf reads an argument. What cannot be one is an error of the node that it is for, in a run that comes to it.
func argOf(raw json.RawMessage) exportedArg {
	var one map[string]json.RawMessage
	if err := json.Unmarshal(raw, &one); err != nil || len(one) != 1 {
		return badArg(ivy.ErrValue, "an argument %.60s", raw)
	}
	for kind, v := range one {
		return argOfKind(kind, v)
	}
	return nil
}

func badArg(kind error, format string, args ...any) exportedArg {
	return func(*exportedRun) any { panic(blame.Errorf(kind, format, args...)) }
}

func always(v any) exportedArg { return func(*exportedRun) any { return v } }

// fresh returns a copy of vs in each run, as a function may keep it.
func fresh[T any](vs []T) exportedArg { return func(*exportedRun) any { return slices.Clone(vs) } }

// computed returns what a node before this one computed.
func computed(name string) exportedArg {
	return func(r *exportedRun) any {
		v, ok := r.values[name]
		if !ok {
			panic(blame.Errorf(ivy.ErrValue, "nothing before it computes %q", name))
		}
		return v
	}
}

func listOf(of []exportedArg) exportedArg {
	return func(r *exportedRun) any {
		list := make([]any, len(of))
		for i, f := range of {
			list[i] = f(r)
		}
		return list
	}
}

// decoded reads raw, for what f makes of it.
func decoded[T any](kind string, raw json.RawMessage, f func(v T) exportedArg) exportedArg {
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		return badArg(ivy.ErrValue, "an argument %s: %v", kind, err)
	}
	return f(v)
}

func argOfKind(kind string, raw json.RawMessage) exportedArg {
	type named struct{ Name string }
	switch kind {
	case "as_none", "as_memory_format", "as_layout", "as_device":
		return always(nil)
	case "as_tensor":
		return decoded(kind, raw, func(t named) exportedArg { return computed(t.Name) })
	case "as_tensors", "as_nested_tensors":
		return decoded(kind, raw, func(ts []named) exportedArg {
			var list []exportedArg
			for _, t := range ts {
				list = append(list, computed(t.Name))
			}
			return listOf(list)
		})
	case "as_optional_tensors":
		return decoded(kind, raw, func(ts []json.RawMessage) exportedArg {
			var list []exportedArg
			for _, t := range ts {
				list = append(list, argOf(t))
			}
			return listOf(list)
		})
	case "as_optional_tensor":
		return argOf(raw)
	case "as_int":
		return decoded(kind, raw, func(v int64) exportedArg { return always(nearestInt(v)) })
	case "as_ints":
		return decoded(kind, raw, func(vs []int64) exportedArg {
			zs := make([]int, len(vs))
			for i, v := range vs {
				zs[i] = nearestInt(v)
			}
			return fresh(zs)
		})
	case "as_float":
		return always(exportedFloat(raw))
	case "as_floats":
		return decoded(kind, raw, func(vs []json.Number) exportedArg {
			list := []any{}
			for _, x := range vs {
				f, _ := x.Float64()
				list = append(list, f)
			}
			return fresh(list)
		})
	case "as_bool":
		return decoded(kind, raw, func(v bool) exportedArg { return always(v) })
	case "as_bools":
		return decoded(kind, raw, func(vs []bool) exportedArg { return fresh(vs) })
	case "as_string":
		return decoded(kind, raw, func(v string) exportedArg { return always(v) })
	case "as_sym_int", "as_sym_bool", "as_sym_float":
		return decoded(kind, raw, func(v struct {
			Name  *string          `json:"as_name"`
			Int   *int64           `json:"as_int"`
			Bool  *bool            `json:"as_bool"`
			Float *json.RawMessage `json:"as_float"`
		}) exportedArg {
			switch {
			case v.Name != nil:
				return computed(*v.Name)
			case v.Int != nil:
				return always(nearestInt(*v.Int))
			case v.Bool != nil:
				return always(*v.Bool)
			case v.Float != nil:
				return always(exportedFloat(*v.Float))
			}
			return badArg(ivy.ErrUnsupported, "an argument of kind %s", kind)
		})
	case "as_sym_ints":
		return decoded(kind, raw, func(vs []json.RawMessage) exportedArg {
			var sizes []exportedArg
			for _, v := range vs {
				sizes = append(sizes, argOfKind("as_sym_int", v))
			}
			return func(r *exportedRun) any {
				list := make([]int, len(sizes))
				for i, size := range sizes {
					n, ok := size(r).(int)
					if !ok {
						panic(blame.Errorf(ivy.ErrValue, "a size that is no integer"))
					}
					list[i] = n
				}
				return list
			}
		})
	case "as_scalar_type":
		return decoded(kind, raw, func(v int) exportedArg {
			if d, ok := exportedDtypes[v]; ok {
				return always(d)
			}
			return badArg(ivy.ErrUnsupported, "scalar type %d", v)
		})
	case "as_complex":
		return decoded(kind, raw, func(v struct{ Real, Imag float64 }) exportedArg { return always(complex(v.Real, v.Imag)) })
	}
	return badArg(ivy.ErrUnsupported, "an argument of kind %s", kind)
}

// nearestInt returns the int that is nearest to v, where one has 32 bits: PyTorch's greatest number stands for no end.
func nearestInt(v int64) int { return int(max(math.MinInt, min(v, math.MaxInt))) }

// exportedFloat reads a number, or the text of one that JSON has not.
func exportedFloat(raw json.RawMessage) any {
	var f float64
	if json.Unmarshal(raw, &f) == nil {
		return f
	}
	var text string
	_ = json.Unmarshal(raw, &text)
	switch text {
	case "Infinity":
		return math.Inf(1)
	case "-Infinity":
		return math.Inf(-1)
	}
	return math.NaN()
}
