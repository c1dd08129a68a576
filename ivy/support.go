package ivy

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// A Clause says something for the versions of a library, as [On] and [OnDevice] make it.
type Clause = backend.Clause

// On is what a declaration says of dtypes for versions of a library: "2.0.1" (from this
// version to that of the next such key), "2.0.1 and below", "2.0.1 and above" or "1.9.0
// to 2.0.1". Dtypes go by name ("float16") or by class: "valid", "numeric", "float",
// "integer", "unsigned", "complex".
func On(versions string, dtypes ...string) Clause { return backend.On(versions, dtypes...) }

// OnDevice is [On] for one device.
func OnDevice(versions, device string, dtypes ...string) Clause {
	return backend.OnDevice(versions, device, dtypes...)
}

// A Function is a function over arrays with declarations of the dtypes that it takes.
// [Env.CallFunction] holds callers to them, and [Env.FunctionSupportedDtypes] knows them.
// Its methods may be called from many goroutines.
type Function struct {
	name string
	f    any
	call func(args []*Array) []*Array

	mu       sync.Mutex
	declared []declared
}

// A declared is a Declaration with what it holds for.
type declared struct {
	where   string // the name of a backend; or that of a framework
	version string // the framework's; "" for a backend, whose own counts
	backend.Declaration
}

// NewFunction returns f, a Go function over arrays, as a Function. Its parameters may be
// *Array, any (for an operand), []*Array and a variadic of one of these or of Option,
// its results *Array or []*Array; another is an error of kind ErrValue.
func NewFunction(name string, f any) (*Function, error) {
	call, err := callable(name, f)
	if err != nil {
		return nil, wrap("NewFunction", nil, err)
	}
	return &Function{name: name, f: f, call: call}, nil
}

// Name returns the function's name, which errors give.
func (f *Function) Name() string { return f.name }

// WithSupportedDtypes declares which dtypes f takes on a backend; it takes no others
// there. The versions are those of the backend's library. A declaration that cannot be
// read, names a dtype that the backend lacks at all, or is the second one for this
// backend is an error of kind ErrValue.
func (f *Function) WithSupportedDtypes(backendName string, clauses ...Clause) error {
	d, err := backend.SupportedDtypes(clauses...)
	return f.declare("WithSupportedDtypes", backendName, "", d, err)
}

// WithUnsupportedDtypes declares which dtypes f does not take on a backend; it takes
// all others. See [Function.WithSupportedDtypes].
func (f *Function) WithUnsupportedDtypes(backendName string, clauses ...Clause) error {
	d, err := backend.UnsupportedDtypes(clauses...)
	return f.declare("WithUnsupportedDtypes", backendName, "", d, err)
}

// WithSupportedDevices declares on which devices of a backend f runs.
func (f *Function) WithSupportedDevices(backendName string, clauses ...Clause) error {
	d, err := backend.SupportedDevices(clauses...)
	return f.declare("WithSupportedDevices", backendName, "", d, err)
}

// WithUnsupportedDevices declares on which devices of a backend f does not run.
func (f *Function) WithUnsupportedDevices(backendName string, clauses ...Clause) error {
	d, err := backend.UnsupportedDevices(clauses...)
	return f.declare("WithUnsupportedDevices", backendName, "", d, err)
}

// OfFramework declares which dtypes f takes, or does not where supported is false, as a
// function of a framework: on every backend, for that version of the framework.
func (f *Function) OfFramework(framework, version string, supported bool, clauses ...Clause) error {
	d, err := backend.UnsupportedDtypes(clauses...)
	if supported {
		d, err = backend.SupportedDtypes(clauses...)
	}
	if err == nil && version == "" {
		err = errors.New("a framework without a version")
	}
	return f.declare("OfFramework", framework, version, d, err)
}

// UnsupportedDtypes declares, for a function that has the same form on each
// backend, the dtypes that it does not take by the backends' names, whatever their
// versions.
func (f *Function) UnsupportedDtypes(byBackend map[string][]string) error {
	return f.attribute("UnsupportedDtypes", byBackend, f.WithUnsupportedDtypes)
}

// SupportedDtypes declares the dtypes that a function takes by the backends' names,
// whatever their versions.
func (f *Function) SupportedDtypes(byBackend map[string][]string) error {
	return f.attribute("SupportedDtypes", byBackend, f.WithSupportedDtypes)
}

func (f *Function) attribute(op string, byBackend map[string][]string, declare func(string, ...Clause) error) error {
	names := make([]string, 0, len(byBackend))
	for name := range byBackend {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if err := declare(name, On("0 and above", byBackend[name]...)); err != nil {
			return err
		}
	}
	return nil
}

func (f *Function) declare(op, where, version string, d backend.Declaration, err error) error {
	if err == nil && version == "" {
		if b, e := backend.Lookup(where); e == nil {
			err = d.Check(b.Version(), b.Dtypes())
		}
	}
	if err != nil {
		return wrap(op, nil, errorf(ErrValue, "%s: %v", f.name, err))
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, other := range f.declared {
		if other.where == where && other.Devices() == d.Devices() && (other.version == "") == (version == "") {
			return wrap(op, nil, errorf(ErrValue, "%s has a declaration for %s already: of supported and unsupported there is one", f.name, where))
		}
	}
	f.declared = append(slices.Clip(f.declared), declared{where, version, d})
	return nil
}

// left returns those of the dtypes that the declaration leaves on a backend, and for which
// version: a framework's own, or the backend's. A declaration for another backend leaves all.
func (d declared) left(be *engine, set dtype.Set) (left dtype.Set, version string) {
	switch {
	case d.version != "":
		version = d.version
	case d.where == be.name:
		version = be.Version()
	default:
		return set, ""
	}
	device := be.device
	if device == "" {
		device = be.Devices()[0]
	}
	return set & d.Dtypes(version, device, set), version
}

func (f *Function) declarations() []declared {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.declared
}

// dtypes returns the dtypes that the declarations leave on a backend.
func (f *Function) dtypes(be *engine) dtype.Set {
	set := be.dtypes
	for _, d := range f.declarations() {
		set, _ = d.left(be, set)
	}
	return set
}

// refuses names what the first declaration that does not take a dtype is about, and its
// version: "torch 2.0.1".
func (f *Function) refuses(be *engine, t Dtype) string {
	for _, d := range f.declarations() {
		if left, version := d.left(be, be.dtypes); !left.Has(t) {
			return d.where + " " + version
		}
	}
	return be.name + " " + be.Version() // which lacks it by itself
}

// CallFunction calls f with arrays and returns its results. An array of a dtype that f does not
// take by its declarations is an error of kind ErrUnsupported, or is cast where a casting mode
// does that; arrays of two backends are one of kind ErrBackend.
func (e *Env) CallFunction(f *Function, args ...*Array) []*Array {
	s := e.now.Load()
	be, err := agreeArrays(s, args)
	if err != nil {
		panic(wrap(f.name, s.be, err))
	}
	args = slices.Clone(args)
	supported := f.dtypes(be)
	for i, a := range args {
		if supported.Has(a.dtype) {
			continue
		}
		t := dtype.Invalid
		if !be.probe {
			t = s.casting.target(a.dtype, supported, be.dtypes, s.def)
		}
		if t == dtype.Invalid {
			panic(wrap(f.name, be, errorf(ErrUnsupported, "dtype %v is not supported on %s: it takes %v (%scast with Astype)", a.dtype, f.refuses(be, a.dtype),
				supported, helpfulModes(s, be, supported, a.dtype))))
		}
		if args[i], err = e.castTo(a, t); err != nil {
			panic(wrap(f.name, be, err))
		}
	}
	return f.call(args)
}

// Call calls the function with arrays and returns its results, as [Env.CallFunction] of the
// standard Env does: an array of a dtype that the function does not take is an error of kind
// ErrUnsupported, or is cast where a casting mode does that.
func (f *Function) Call(args ...*Array) []*Array { return std.CallFunction(f, args...) }

// FunctionSupportedDtypes returns the dtypes that a function takes on the current
// backend, in canonical order. f is the name of a function of this package, in Go or in
// Python ("Expm1", "expm1"); a [*Function]; or any Go function over arrays, as
// [NewFunction] takes it. A function that calls others is run on arrays without elements
// (see [Abstract]), all of one dtype, one dtype after the other: of these shapes if some
// are given, else of those among a few common ones that it accepts. A dtype with which a
// call on its way is not supported is not supported. Casting modes do not count.
//
// An error is of kind ErrValue for what is no function over arrays, ErrShape if no
// shape fits, and ErrUnsupported for a function that looks at values.
func (e *Env) FunctionSupportedDtypes(f any, shapes ...[]int) []Dtype {
	set, err := e.supported(f, shapes)
	if err != nil {
		panic(wrap("FunctionSupportedDtypes", nil, err))
	}
	return set.Dtypes()
}

// FunctionUnsupportedDtypes returns the dtypes that a function does not take on the
// current backend, those that the backend lacks included. See
// [Env.FunctionSupportedDtypes].
func (e *Env) FunctionUnsupportedDtypes(f any, shapes ...[]int) []Dtype {
	set, err := e.supported(f, shapes)
	if err != nil {
		panic(wrap("FunctionUnsupportedDtypes", nil, err))
	}
	return (dtype.All &^ set).Dtypes()
}

func (e *Env) supported(f any, shapes [][]int) (dtype.Set, error) {
	return e.supportedIn(e.now.Load(), f, shapes)
}

func (e *Env) supportedIn(s *state, f any, shapes [][]int) (dtype.Set, error) {
	switch f := f.(type) {
	case string:
		op := ops.Lookup(f)
		if op == nil || op.Hidden {
			return 0, errorf(ErrValue, "no function %q", f)
		}
		return e.rowSupports(s, op, shapes)
	case *Function:
		set, err := e.infer(s, f.f, shapes)
		return set & f.dtypes(s.be), err
	}
	return e.infer(s, f, shapes)
}

// rowSupports returns the dtypes that a row takes on the current backend.
func (e *Env) rowSupports(s *state, op *ops.Op, shapes [][]int) (dtype.Set, error) {
	in := dtype.All
	if op.Like != nil {
		in, op = op.In, op.Like
	}
	if op.Family == ops.FamilyComposed {
		sample, ok := samples[op]
		if !ok {
			sample = func(x *Array) []any { return sampleOf(op, x) }
		}
		if shapes == nil {
			shapes = [][]int{{3, 3}}
		}
		return e.infer(s, func(x *Array) { e.Call(op, sample(x)) }, shapes)
	}
	set := dtype.None
	for _, d := range s.be.dtypes.Dtypes() {
		if computesIn(s, op, d, 0) != dtype.Invalid {
			set |= dtype.Of(d)
		}
	}
	return set & in, nil
}

// computesIn returns the dtype in which a row that is not composed computes operands of
// dtype d with these casting modes on, Invalid if it does not.
func computesIn(s *state, op *ops.Op, d Dtype, modes castModes) Dtype {
	now := *s
	now.casting = modes
	t := d
	switch {
	case op.Logical:
		t = Bool
	case op.Takes(ops.Dtype) && op.Family != ops.FamilyFill:
		if t = op.Out(d, s.def); !s.be.dtypes.Has(t) {
			t = modes.target(d, accumulates(s, s.be, op), s.be.dtypes, s.def)
			if t == dtype.Invalid {
				return t
			}
			t = op.Out(t, s.def)
		}
	}
	t, err := fit(&now, s.be, op, s.be.table.Entry(op), t)
	if err != nil || t != d && !s.be.table.Entry(ops.Cast.Op).Dtypes.Has(d) {
		return dtype.Invalid
	}
	return t
}

// segmentSample are arguments of functions of segments.
func segmentSample(x *Array) []any {
	return []any{probeLike(x, x.dtype, 2), probeLike(x, Int64, 2), 2}
}

// samples are arguments of composed functions that no kind of parameter gives.
var samples = map[*ops.Op]func(x *Array) []any{
	ops.Einsum: func(x *Array) []any { return []any{"ij,jk->ik", x, x} },
	ops.Repeat: func(x *Array) []any { return []any{x, 2} },
	ops.HSplit: func(x *Array) []any { return []any{x, 1} },
	ops.VSplit: func(x *Array) []any { return []any{x, 1} },
	ops.DSplit: func(x *Array) []any { return []any{probeLike(x, x.dtype, 1, 1, 1), 1} },
	ops.Choose: func(x *Array) []any { return []any{probeLike(x, Int64, 1), []*Array{x}} },
	ops.PutAlongAxis: func(x *Array) []any {
		return []any{x, probeLike(x, Int64, append([]int{1}, x.shape[min(1, len(x.shape)):]...)...), probeLike(x, x.dtype, 1), 0}
	},
	ops.TrimZeros:          func(x *Array) []any { return []any{probeLike(x, x.dtype, 3)} },
	ops.AsStrided:          func(x *Array) []any { return []any{x, []int{1}, []int{x.dtype.Size()}} },
	ops.Expand:             func(x *Array) []any { return []any{x, x.shape} },
	ops.Unflatten:          func(x *Array) []any { return []any{x, 0, []int{-1}} },
	ops.SwapAxes:           func(x *Array) []any { return []any{x, 0, -1} },
	ops.PartialUnfold:      func(x *Array) []any { return []any{probeLike(x, x.dtype, 2, 3), 0} },
	ops.PartialFold:        func(x *Array) []any { return []any{probeLike(x, x.dtype, 2, 3), 0, []int{2, 3, 1}} },
	ops.PartialVecToTensor: func(x *Array) []any { return []any{probeLike(x, x.dtype, 2, 3), []int{2, 3, 1}} },
	ops.EinopsRearrange:    func(x *Array) []any { return []any{x, "... -> (...)"} },
	ops.EinopsReduce:       func(x *Array) []any { return []any{x, "... ->", "sum"} }, // another reduction may take fewer
	ops.EinopsRepeat:       func(x *Array) []any { return []any{x, "... -> ... 2"} },
	ops.Astype:             func(x *Array) []any { return []any{x, Bool} },
	ops.OneHot:             func(x *Array) []any { return []any{x, 3} },
	ops.ConvGeneralDilated: func(x *Array) []any {
		line := x.Reshape([]int{1, x.Size(), 1})
		return []any{line, line.Reshape([]int{x.Size(), 1, 1}), []int{1}, "SAME"}
	},
	ops.Interp:           func(x *Array) []any { return []any{x, probeLike(x, x.dtype, 2), probeLike(x, x.dtype, 2)} },
	ops.Logspace:         func(x *Array) []any { return []any{x, x, 2} },
	ops.Ldexp:            func(x *Array) []any { return []any{x, probeLike(x, Int64)} },
	ops.Polyval:          func(x *Array) []any { return []any{probeLike(x, x.dtype, 2), x} },
	ops.SoftThresholding: func(x *Array) []any { return []any{x, 1} },
	ops.AvgPool:          pooled,
	ops.MaxPool:          pooled,
	ops.LPPool:           pooled,
	ops.MaxUnpool: func(x *Array) []any {
		return []any{probeLike(x, x.dtype, 1, 2, 1), probeLike(x, Int64, 1, 2, 1), []int{4}}
	},
	ops.GridSample: func(x *Array) []any {
		return []any{probeLike(x, x.dtype, 1, 2, 2, 1), probeLike(x, x.dtype, 1, 2, 2, 2)}
	},
	ops.ROIAlign: func(x *Array) []any {
		return []any{probeLike(x, x.dtype, 1, 2, 2, 1), probeLike(x, x.dtype, 1, 5), []int{2}}
	},
	ops.NMS: func(x *Array) []any { return []any{probeLike(x, x.dtype, 1, 4)} },

	ops.Quantile:            func(x *Array) []any { return []any{x, 0.5} },
	ops.NanQuantile:         func(x *Array) []any { return []any{x, 0.5} },
	ops.Bincount:            func(x *Array) []any { return []any{probeLike(x, x.dtype, 2)} },
	ops.Digitize:            func(x *Array) []any { return []any{x, probeLike(x, x.dtype, 2)} },
	ops.HistogramDD:         func(x *Array) []any { return []any{probeLike(x, x.dtype, 2, 2)} },
	ops.InvertPermutation:   func(x *Array) []any { return []any{probeLike(x, x.dtype, 2)} },
	ops.LexSort:             func(x *Array) []any { return []any{probeLike(x, x.dtype, 2, 2)} },
	ops.RavelMultiIndex:     func(x *Array) []any { return []any{[]*Array{x}, []int{3}} },
	ops.GatherOp:            func(x *Array) []any { return []any{x, probeLike(x, Int64, 2)} },
	ops.GatherND:            func(x *Array) []any { return []any{probeLike(x, x.dtype, 2), probeLike(x, Int64, 2, 1)} },
	ops.UnsortedSegmentMax:  segmentSample,
	ops.UnsortedSegmentMean: segmentSample,
	ops.UnsortedSegmentMin:  segmentSample,
	ops.UnsortedSegmentSum:  segmentSample,
	ops.ScatterFlat:         func(x *Array) []any { return []any{probeLike(x, Int64, 2), probeLike(x, x.dtype, 2)} },
	ops.ScatterND:           func(x *Array) []any { return []any{probeLike(x, Int64, 2, 1), probeLike(x, x.dtype, 2)} },

	ops.SeparableConv: func(x *Array) []any {
		return []any{probeLike(x, x.dtype, 1, 4, 2), probeLike(x, x.dtype, 3, 2, 1), probeLike(x, x.dtype, 2, 1), []int{1}, "SAME"}
	},
	ops.LocalResponseNorm:  func(x *Array) []any { return []any{probeLike(x, x.dtype, 2, 4), 3} },
	ops.MaxPoolWithIndices: pooled,
	ops.Unfold:             pooled,
	ops.AdaptiveAvgPool:    func(x *Array) []any { return []any{probeLike(x, x.dtype, 1, 4, 2), []int{2}} },
	ops.AdaptiveMaxPool:    func(x *Array) []any { return []any{probeLike(x, x.dtype, 1, 4, 2), []int{2}} },
	ops.Interpolate:        func(x *Array) []any { return []any{probeLike(x, x.dtype, 1, 4, 2), []int{2}} },
	ops.Fold: func(x *Array) []any {
		return []any{probeLike(x, x.dtype, 1, 2, 4), []int{4}, []int{2}, []int{2}, "VALID"}
	},
	ops.ConvGeneralTranspose: func(x *Array) []any {
		return []any{probeLike(x, x.dtype, 1, 4, 2), probeLike(x, x.dtype, 3, 1, 2), []int{1}, "SAME"}
	},
	ops.DepthwiseConv: func(x *Array) []any {
		return []any{probeLike(x, x.dtype, 1, 4, 2), probeLike(x, x.dtype, 3, 2), []int{1}, "SAME"}
	},
	ops.Embedding:    func(x *Array) []any { return []any{x, probeLike(x, Int64, 2)} },
	ops.EmbeddingBag: func(x *Array) []any { return []any{x, probeLike(x, Int64, 2, 2)} },
	ops.Dropout:      func(x *Array) []any { return []any{x, 0.5} },
	ops.LSTMUpdate: func(x *Array) []any {
		state, weight := probeLike(x, x.dtype, 2), probeLike(x, x.dtype, 2, 8)
		return []any{probeLike(x, x.dtype, 2, 2), state, state, weight, weight}
	},
	ops.MultiHeadAttention: func(x *Array) []any {
		return []any{probeLike(x, x.dtype, 3, 4), probeLike(x, x.dtype, 2, 4), probeLike(x, x.dtype, 2, 4), 2}
	},
	ops.ScaledDotProductAttention: func(x *Array) []any {
		return []any{probeLike(x, x.dtype, 3, 4), probeLike(x, x.dtype, 2, 4), probeLike(x, x.dtype, 2, 4)}
	},
	ops.BatchNorm: func(x *Array) []any {
		return []any{probeLike(x, x.dtype, 2, 3), probeLike(x, x.dtype, 3), probeLike(x, x.dtype, 3)}
	},
	ops.GroupNorm:            func(x *Array) []any { return []any{probeLike(x, x.dtype, 2, 4), 2} },
	ops.InstanceNorm:         func(x *Array) []any { return []any{probeLike(x, x.dtype, 2, 3, 4)} },
	ops.RMSNorm:              func(x *Array) []any { return []any{probeLike(x, x.dtype, 2, 4), []int{-1}} },
	ops.LSTM:                 func(x *Array) []any { return recurrentSample(x, 4) },
	ops.GRU:                  func(x *Array) []any { return recurrentSample(x, 3) },
	ops.RNN:                  func(x *Array) []any { return recurrentSample(x, 1) },
	ops.Vander:               func(x *Array) []any { return []any{probeLike(x, x.dtype, x.Size())} },
	ops.Outer:                func(x *Array) []any { return []any{probeLike(x, x.dtype, 3), probeLike(x, x.dtype, 3)} },
	ops.STFT:                 func(x *Array) []any { return []any{x, 2, 1} },
	ops.ISTFT:                func(x *Array) []any { return []any{x, 2 * (x.shape[len(x.shape)-1] - 1), 1} },
	ops.LUSolve:              func(x *Array) []any { return []any{x, probeLike(x, Int64, x.shape[:max(len(x.shape)-1, 0)]...), x} },
	ops.NLLLoss:              func(x *Array) []any { return []any{x, probeLike(x, Int64, x.shape[:max(len(x.shape)-1, 0)]...)} },
	ops.MultiMarginLoss:      func(x *Array) []any { return []any{x, probeLike(x, Int64, x.shape[:max(len(x.shape)-1, 0)]...)} },
	ops.MultiLabelMarginLoss: func(x *Array) []any { return []any{x, probeLike(x, Int64, x.shape...)} },
	ops.SparseCrossEntropy:   func(x *Array) []any { return []any{probeLike(x, Int64, x.shape[:max(len(x.shape)-1, 0)]...), x} },
	ops.SoftmaxCrossEntropy:  func(x *Array) []any { return []any{x, probeLike(x, Int64, x.shape[:max(len(x.shape)-1, 0)]...)} },
	ops.Glu:                  func(x *Array) []any { return []any{probeLike(x, x.dtype, 2)} },
	ops.SSIMLoss: func(x *Array) []any {
		image := x.Reshape([]int{1, x.Size(), 1, 1})
		return []any{image, image}
	},
	ops.CTCLoss: func(x *Array) []any {
		return []any{x.Reshape([]int{1, 1, x.Size()}), probeLike(x, Int64, 1, 2), probeLike(x, Int64, 1), probeLike(x, Int64, 1)}
	},
	ops.Meshgrid: func(x *Array) []any {
		line := x.Reshape([]int{x.Size()})
		return []any{[]*Array{line, line}}
	},

	ops.VectorToSkewSymmetricMatrix: func(x *Array) []any { return []any{probeLike(x, x.dtype, 3)} },
	ops.EighTridiagonal:             func(x *Array) []any { return []any{probeLike(x, x.dtype, 2), probeLike(x, x.dtype, 1)} },
	ops.TensorSolve:                 func(x *Array) []any { return []any{probeLike(x, x.dtype, 2, 2), probeLike(x, x.dtype, 2)} },
	ops.HigherOrderMoment:           func(x *Array) []any { return []any{x, 2} },
	ops.ModeDot:                     func(x *Array) []any { return []any{x, x, 0} },
	ops.MultiModeDot:                func(x *Array) []any { return []any{x, []*Array{x}} },
}

// pooled returns arguments of functions that slide a window over x.
func pooled(x *Array) []any {
	return []any{probeLike(x, x.dtype, 1, 4, 2), []int{2}, []int{2}, "SAME"}
}

// recurrentSample returns arguments of a recurrent layer with so many rows of weights for each element of its state.
func recurrentSample(x *Array, rows int) []any {
	w := probeLike(x, x.dtype, 2*rows, 2)
	return []any{probeLike(x, x.dtype, 2, 2), []*Array{w, w}}
}

// probeLike returns an array without elements beside x, of another dtype or shape.
func probeLike(x *Array, d Dtype, dims ...int) *Array {
	return wrapBuffer(x.home(), x.be, nothing{}, d, dims)
}

// sampleOf returns arguments of op, arrays like x among them.
func sampleOf(op *ops.Op, x *Array) []any {
	var args []any
	for _, p := range op.Params {
		switch p.Kind {
		case ops.Operand, ops.Optional:
			args = append(args, x)
		case ops.Arrays:
			args = append(args, []*Array{x, x})
		case ops.Variadic:
			args = append(args, x, x)
		case ops.Int, ops.Scalar:
			args = append(args, 1)
		case ops.Ints:
			args = append(args, []int{1})
		case ops.IntPairs:
			args = append(args, [][2]int{{1, 1}})
		case ops.DtypeKind:
			args = append(args, x.dtype)
		case ops.Text, ops.Numbers, ops.Padding:
			panic("ivy: no sample of " + op.Name)
		}
	}
	return args
}

// probeShapes are the shapes that functions are tried with when none is given.
var probeShapes = [][]int{{3, 3}, {3}, {}, {2, 3, 3}, {2, 3, 4, 4}, {2, 3}}

// infer runs f on abstract arrays of each valid dtype.
func (e *Env) infer(s *state, f any, shapes [][]int) (set dtype.Set, err error) {
	call, err := callable("", f)
	if err != nil {
		return 0, err
	}
	given := shapes != nil
	if !given {
		shapes = probeShapes
	}
	n := parameters(f)
	probe := s.be.shadow(true)
	ran := false
	var other error
	for _, d := range s.be.dtypes.Dtypes() {
		runs, refused := false, false
		for _, dims := range shapes {
			args := make([]*Array, n)
			for i := range args {
				args[i] = wrapBuffer(e, probe, nothing{}, d, dims)
			}
			err := Try(func() { call(args) })
			var ours *Error
			switch {
			case err == nil:
				runs = true
			case errors.As(err, &ours) && errors.Is(ours.Err, errAbstract):
				return 0, errorf(ErrUnsupported, "the function looks at values, which no run without elements has: %v", ours)
			case errors.Is(err, ErrDtype), errors.Is(err, ErrUnsupported):
				refused = true
			default:
				other = err
			}
		}
		ran = ran || runs
		if runs && !refused {
			set |= dtype.Of(d)
		}
	}
	if !ran && other != nil {
		what := "none of the shapes given"
		if !given {
			what = "none of a few common shapes (give one)"
		}
		return 0, errorf(ErrShape, "the function accepts %s: %v", what, other)
	}
	return set, nil
}

var (
	oneArray   = reflect.TypeFor[*Array]()
	manyArrays = reflect.TypeFor[[]*Array]()
	oneOperand = reflect.TypeFor[any]()
	anOption   = reflect.TypeFor[Option]()
)

// parameters returns how many arrays f is to be called with.
func parameters(f any) int {
	t := reflect.TypeOf(f)
	n := 0
	for i := range t.NumIn() {
		switch p := t.In(i); {
		case t.IsVariadic() && i == t.NumIn()-1:
			if p.Elem() != anOption {
				n += 2
			}
		case p == manyArrays:
			n += 2
		default:
			n++
		}
	}
	return n
}

// callable returns what calls f, of this name, with arrays: those of a list or a variadic
// are all that the parameters after it leave.
func callable(name string, f any) (func([]*Array) []*Array, error) {
	v := reflect.ValueOf(f)
	if f == nil || v.Kind() != reflect.Func || v.IsNil() {
		return nil, errorf(ErrValue, "a %T is no function over arrays", f)
	}
	t := v.Type()
	fixed, lists, err := countParameters(f, t)
	if err != nil {
		return nil, err
	}
	for i := range t.NumOut() {
		if o := t.Out(i); o != oneArray && o != manyArrays {
			return nil, errorf(ErrValue, "result %d of %T is no array", i+1, f)
		}
	}
	return func(args []*Array) []*Array {
		if len(args) < fixed || len(args) > fixed && lists == 0 {
			panic(wrap(name, nil, errorf(ErrValue, "%d arrays for a %T", len(args), f)))
		}
		return flatten(v.Call(distribute(t, args, len(args)-fixed)))
	}, nil
}

// countParameters returns how many parameters of f, which is of type t, take one array
// and how many take a list of arrays; a variadic is a list.
func countParameters(f any, t reflect.Type) (fixed, lists int, err error) {
	for i := range t.NumIn() {
		p := t.In(i)
		variadic := t.IsVariadic() && i == t.NumIn()-1
		if variadic {
			p = p.Elem()
		}
		one := p == oneArray || p == oneOperand
		switch {
		case p == anOption && variadic:
		case p == manyArrays && !variadic, variadic && one:
			lists++
		case one:
			fixed++
		default:
			return 0, 0, errorf(ErrValue, "parameter %d of %T is no array (put the others into a function around it)", i+1, f)
		}
	}
	if lists > 1 {
		return 0, 0, errorf(ErrValue, "%T has several lists of arrays", f)
	}
	return fixed, lists, nil
}

// distribute returns the arguments of a call of a function of type t with arrays, of
// which its list, if it has one, takes listed.
func distribute(t reflect.Type, arrays []*Array, listed int) (in []reflect.Value) {
	for i := range t.NumIn() {
		switch p := t.In(i); {
		case t.IsVariadic() && i == t.NumIn()-1:
			if p.Elem() != anOption {
				for _, a := range arrays {
					in = append(in, reflect.ValueOf(a))
				}
			}
		case p == manyArrays:
			in = append(in, reflect.ValueOf(arrays[:listed]))
			arrays = arrays[listed:]
		default:
			in = append(in, reflect.ValueOf(arrays[0]))
			arrays = arrays[1:]
		}
	}
	return in
}

// flatten returns the arrays of results, each an array or a list of arrays.
func flatten(results []reflect.Value) (out []*Array) {
	for _, r := range results {
		if z, ok := r.Interface().(*Array); ok {
			out = append(out, z)
		} else {
			out = append(out, r.Interface().([]*Array)...)
		}
	}
	return out
}

// CastingHelp says, for each dtype that a function of this package does not take on the
// current backend, in which dtype each casting mode would compute it; Invalid where the
// mode has none. Of a function composed of others it is the dtype that would be near
// enough for all of them, though each is cast for by itself.
func (e *Env) CastingHelp(name string) (map[Dtype]CastTargets, error) {
	s := e.now.Load()
	op := ops.Lookup(name)
	if op == nil || op.Hidden {
		return nil, wrap("CastingHelp", nil, errorf(ErrValue, "no function %q", name))
	}
	supported, err := e.rowSupports(s, op, nil)
	if err != nil {
		return nil, wrap("CastingHelp", nil, err)
	}
	help := map[Dtype]CastTargets{}
	for _, d := range (s.be.dtypes &^ supported).Dtypes() {
		of := func(m castModes) Dtype {
			if op.Family == ops.FamilyComposed {
				return m.target(d, supported, s.be.dtypes, s.def)
			}
			return computesIn(s, op, d, m)
		}
		help[d] = CastTargets{of(castUp), of(castDown), of(castCross), of(castAll)}
	}
	return help, nil
}

// CastTargets are the dtypes that the casting modes put in the place of another.
type CastTargets struct{ Up, Down, Cross, Cast Dtype }

// String lists the modes that have a dtype to offer.
func (c CastTargets) String() string {
	var parts []string
	for i, d := range []Dtype{c.Up, c.Down, c.Cross, c.Cast} {
		if d != dtype.Invalid {
			parts = append(parts, fmt.Sprintf("%s %v", [...]string{"up", "down", "cross", "cast"}[i], d))
		}
	}
	return strings.Join(parts, ", ")
}
