package ivy

import (
	"fmt"

	"github.com/goivy/goivy/ivy/ops"
)

// An Option is an argument that may be left out. Options come last, in any order;
// one that the function does not take is an error. A [Dtype] is an Option too.
type Option interface{ Option() }

// Options with a type of their own.
type (
	Axis           int      // the axis to work along; negative counts from the end
	Axes           []int    // the axes to work over
	NoAxis         struct{} // no axis: as if the array were flat
	KeepDims       bool     // reduced axes stay, with length 1
	Device         string   // where the result is to be: "cpu"
	Copy           bool     // whether to copy: true always, false never
	Correction     float64  // Var and Std divide by n − Correction
	Descending     bool     // greatest first
	Stable         bool     // equal elements keep their order, as they always do here
	IncludeInitial bool     // a cumulative result begins with the neutral element
	Exclusive      bool     // a cumulative result leaves out each element itself
	Reverse        bool     // a cumulative result starts at the end
	Indexing       string   // of Meshgrid: "xy" or "ij"
	Side           string   // of SearchSorted: "left" or "right"
	Invert         bool     // of IsIn: what is not in
	N              int      // of Diff: how often
	K              int      // a diagonal: 0 the main one, positive above it
	NCols          int      // of Eye: the number of columns
	Endpoint       bool     // of Linspace: whether stop is the last value
	Rtol           float64  // a relative tolerance
	Atol           float64  // an absolute tolerance
	EqualNaN       bool     // whether NaN is close to NaN
	Approximate    bool     // of Gelu: by tanh
	Beta           float64  // of Softplus: the factor β
	Threshold      float64  // of Softplus: where it becomes x
	Eps            float64  // what is added to a variance
	NewStd         float64  // of LayerNorm: the standard deviation to give
	Mode           string   // of Pad: "constant", "edge", "reflect", "symmetric" or "wrap"
	Contract       int      // of TensorDot: how many axes to sum over
	ContractAxes   [2][]int // of TensorDot: which axes of x1 and of x2 to sum over

	DataFormat        string // where the channels of a convolution's operand are: "channel_last" or "channel_first"
	FilterFormat      string // where the channels of a convolution's filters are: "channel_last" or "channel_first"
	FeatureGroupCount int    // of a convolution: how many groups of channels do not mix
	XDilations        []int  // of a convolution: how far apart the operand's elements are moved, by axis, or one for all
	Dilations         []int  // of a convolution: how far apart the filter's elements are moved, by axis, or one for all

	AxesLengths map[string]int // of EinopsRearrange and its like: lengths of axes by their names in the pattern
)

// Option makes these types Options.
func (Axis) Option()              {}
func (Axes) Option()              {}
func (NoAxis) Option()            {}
func (KeepDims) Option()          {}
func (Device) Option()            {}
func (Copy) Option()              {}
func (Correction) Option()        {}
func (Descending) Option()        {}
func (Stable) Option()            {}
func (IncludeInitial) Option()    {}
func (Exclusive) Option()         {}
func (Reverse) Option()           {}
func (Indexing) Option()          {}
func (Side) Option()              {}
func (Invert) Option()            {}
func (N) Option()                 {}
func (K) Option()                 {}
func (NCols) Option()             {}
func (Endpoint) Option()          {}
func (Rtol) Option()              {}
func (Atol) Option()              {}
func (EqualNaN) Option()          {}
func (Approximate) Option()       {}
func (Beta) Option()              {}
func (Threshold) Option()         {}
func (Eps) Option()               {}
func (NewStd) Option()            {}
func (Mode) Option()              {}
func (Contract) Option()          {}
func (ContractAxes) Option()      {}
func (AxesLengths) Option()       {}
func (DataFormat) Option()        {}
func (FilterFormat) Option()      {}
func (FeatureGroupCount) Option() {}
func (XDilations) Option()        {}
func (Dilations) Option()         {}

// valued is an option whose value is an array, a scalar or slices.
type valued struct {
	opt ops.Opt
	v   any
}

func (valued) Option() {}

// Out writes the result into z, which has its dtype and shape, and returns z.
func Out(z *Array) Option { return valued{ops.Out, z} }

// Sorter gives the indices that sort SearchSorted's first operand.
func Sorter(indices any) Option { return valued{ops.Sorter, indices} }

// Prepend gives what Diff puts before its operand.
func Prepend(x any) Option { return valued{ops.Prepend, x} }

// Append gives what Diff puts after its operand.
func Append(x any) Option { return valued{ops.Append, x} }

// Scale gives LayerNorm's factors.
func Scale(x any) Option { return valued{ops.ScaleOpt, x} }

// Offset gives LayerNorm's summands.
func Offset(x any) Option { return valued{ops.OffsetOpt, x} }

// Bias gives the summands of Linear and of convolutions.
func Bias(x any) Option { return valued{ops.Bias, x} }

// ConstantValues gives the value that Pad fills with.
func ConstantValues(x any) Option { return valued{ops.ConstantValues, x} }

// OnValue gives the value of OneHot where an index points.
func OnValue(x any) Option { return valued{ops.OnValue, x} }

// OffValue gives the value of OneHot elsewhere.
func OffValue(x any) Option { return valued{ops.OffValue, x} }

// Nan gives NanToNum's value for NaN.
func Nan(x any) Option { return valued{ops.Nan, x} }

// PosInf gives NanToNum's value for +∞.
func PosInf(x any) Option { return valued{ops.PosInf, x} }

// NegInf gives NanToNum's value for −∞.
func NegInf(x any) Option { return valued{ops.NegInf, x} }

// options are the options of a call, sorted out.
type options struct {
	set        ops.Opts
	axis       int
	axes       []int // Axes; nil if it was Axis or NoAxis
	noAxis     bool
	keepDims   bool
	dtype      Dtype
	device     Device
	out        *Array
	copy       bool
	correction float64
	descending bool
	initial    bool
	exclusive  bool
	reverse    bool
	text       string // Indexing, Side or Mode
	invert     bool
	endpoint   bool
	equalNaN   bool
	approx     bool
	n, k, cols int
	num        [5]float64 // Rtol or Beta, Atol or Threshold, Eps, NewStd
	values     []valued
	contract   int
	contracts  ContractAxes
	pairs      bool // it was ContractAxes, not Contract
	lengths    AxesLengths
	conv       *convOptions // nil if none of them is given
}

// convOptions are the options of a convolution.
type convOptions struct {
	data             DataFormat
	filter           FilterFormat
	groups           int
	apart, dilations []int
}

// ofConv returns the options of a convolution, to be filled.
func (o *options) ofConv() *convOptions {
	if o.conv == nil {
		o.conv = &convOptions{}
	}
	return o.conv
}

func (o *options) has(opt ops.Opt) bool { return o.set.Has(opt) }

// value returns the value of an option made by a function, nil if it is not there.
func (o *options) value(opt ops.Opt) any {
	for _, v := range o.values {
		if v.opt == opt {
			return v.v
		}
	}
	return nil
}

// one returns the axis of a function that works along one, or the default.
func (o *options) oneAxis(otherwise int) (int, error) {
	switch {
	case !o.has(ops.Axis):
		return otherwise, nil
	case o.noAxis:
		return 0, errorf(ErrValue, "an axis is needed")
	case o.axes == nil:
		return o.axis, nil
	case len(o.axes) == 1:
		return o.axes[0], nil
	}
	return 0, errorf(ErrValue, "%d axes, want one", len(o.axes))
}

// manyAxes returns the axes of a function that works over several; nil if none were given.
func (o *options) manyAxes() []int {
	switch {
	case !o.has(ops.Axis) || o.noAxis:
		return nil
	case o.axes != nil:
		return o.axes
	}
	return []int{o.axis}
}

// parse sorts out the options of a call of op.
func (o *options) parse(op *ops.Op, given []Option) error {
	for _, g := range given {
		var opt ops.Opt
		switch v := g.(type) {
		case Axis:
			opt, o.axis = ops.Axis, int(v)
		case Axes:
			opt, o.axes = ops.Axis, v
			if v == nil {
				o.axes = Axes{}
			}
		case NoAxis:
			opt, o.noAxis = ops.Axis, true
		case KeepDims:
			opt, o.keepDims = ops.KeepDims, bool(v)
		case Dtype:
			opt, o.dtype = ops.Dtype, v
			if !v.IsValid() {
				return errorf(ErrDtype, "%v is no dtype", v)
			}
		case NativeDtype:
			d, err := v.dtype()
			if err != nil {
				return err
			}
			opt, o.dtype = ops.Dtype, d
		case Device:
			opt, o.device = ops.Device, v
		case Copy:
			opt, o.copy = ops.Copy, bool(v)
		case Correction:
			opt, o.correction = ops.Correction, float64(v)
		case Descending:
			opt, o.descending = ops.Descending, bool(v)
		case Stable:
			opt = ops.Stable
		case IncludeInitial:
			opt, o.initial = ops.IncludeInitial, bool(v)
		case Exclusive:
			opt, o.exclusive = ops.Exclusive, bool(v)
		case Reverse:
			opt, o.reverse = ops.Reverse, bool(v)
		case Indexing:
			opt, o.text = ops.GridIndexing, string(v)
		case Side:
			opt, o.text = ops.Side, string(v)
		case Invert:
			opt, o.invert = ops.Invert, bool(v)
		case N:
			opt, o.n = ops.N, int(v)
		case K:
			opt, o.k = ops.K, int(v)
		case NCols:
			opt, o.cols = ops.NCols, int(v)
		case Endpoint:
			opt, o.endpoint = ops.Endpoint, bool(v)
		case Rtol:
			opt, o.num[0] = ops.Rtol, float64(v)
		case Atol:
			opt, o.num[1] = ops.Atol, float64(v)
		case EqualNaN:
			opt, o.equalNaN = ops.EqualNaN, bool(v)
		case Approximate:
			opt, o.approx = ops.Approximate, bool(v)
		case Beta:
			opt, o.num[0] = ops.Beta, float64(v)
		case Threshold:
			opt, o.num[1] = ops.Threshold, float64(v)
		case Eps:
			opt, o.num[2] = ops.Eps, float64(v)
		case NewStd:
			opt, o.num[3] = ops.NewStd, float64(v)
		case Mode:
			opt, o.text = ops.Mode, string(v)
		case Contract:
			opt, o.contract = ops.AxesPairs, int(v)
		case ContractAxes:
			opt, o.contracts, o.pairs = ops.AxesPairs, v, true
			o.contract = -1
		case AxesLengths:
			opt, o.lengths = ops.AxesLengths, v
		case DataFormat:
			opt, o.ofConv().data = ops.DataFormat, v
		case FilterFormat:
			opt, o.ofConv().filter = ops.FilterFormat, v
		case FeatureGroupCount:
			opt, o.ofConv().groups = ops.FeatureGroupCount, int(v)
		case XDilations:
			opt, o.ofConv().apart = ops.XDilations, v
		case Dilations:
			opt, o.ofConv().dilations = ops.Dilations, v
		case valued:
			opt = v.opt
			if opt == ops.Out {
				o.out = v.v.(*Array)
				if err := o.out.usable(); err != nil {
					return fmt.Errorf("Out: %w", err)
				}
			} else {
				o.values = append(o.values, v)
			}
		case nil:
			return errorf(ErrValue, "a nil option")
		default:
			return errorf(ErrValue, "an option of type %T", g)
		}
		if !op.Takes(opt) {
			return errorf(ErrValue, "no option %s here%s", optionName(g), takes(op))
		}
		if o.set.Has(opt) {
			return errorf(ErrValue, "option %s given twice", optionName(g))
		}
		o.set |= 1 << opt
	}
	return nil
}

func optionName(o Option) string {
	if v, ok := o.(valued); ok {
		return v.opt.String()
	}
	return fmt.Sprintf("%T", o)
}

func takes(op *ops.Op) string {
	if len(op.Opts) == 0 {
		return ""
	}
	s := " (it takes"
	for i, o := range op.Opts {
		if i > 0 {
			s += ","
		}
		s += " " + o.String()
	}
	return s + ")"
}
