package ivy

import (
	"fmt"
	"slices"

	"github.com/goivy/goivy/ivy/ops"
)

// An Option is an argument that may be left out. Options come last, in any order;
// one that the function does not take is an error. A [Dtype] is an Option too. The other
// types, and functions that return options, are generated from the rows of package ops.
type Option interface{ Option() }

// valued is an option whose value is an array, a scalar or slices.
type valued struct {
	opt ops.Opt
	v   any
}

func (valued) Option() {}

// options are what the options of a call have in common; the others are read with get
// and valueOf. They do not hold the options: a caller's would not stay on its stack.
type options struct {
	set   ops.Opts
	dtype Dtype
	out   *Array
}

func (o *options) has(opt ops.Opt) bool { return o.set.Has(opt) }

// get returns the option of type T, or what counts without it.
func get[T Option](given []Option, otherwise T) T {
	for _, g := range given {
		if v, ok := g.(T); ok {
			return v
		}
	}
	return otherwise
}

// valueOf returns the value of an option made by a function, nil if it is not there.
func valueOf(given []Option, opt ops.Opt) any {
	for _, g := range given {
		if v, ok := g.(valued); ok && v.opt == opt {
			return v.v
		}
	}
	return nil
}

// noAxis reports whether no axis is given, or NoAxis.
func noAxis(given []Option) bool {
	for _, g := range given {
		switch g.(type) {
		case Axis, Axes:
			return false
		}
	}
	return true
}

// oneAxis returns the axis of a function that works along one, or the default.
func oneAxis(given []Option, otherwise int) (int, error) {
	for _, g := range given {
		switch v := g.(type) {
		case Axis:
			return int(v), nil
		case Axes:
			if len(v) != 1 {
				return 0, errorf(ErrValue, "%d axes, want one", len(v))
			}
			return v[0], nil
		case NoAxis:
			return 0, errorf(ErrValue, "an axis is needed")
		}
	}
	return otherwise, nil
}

// manyAxes returns the axes of a function that works over several, one of them in the
// slice for it; nil if none were given.
func manyAxes(given []Option, one []int) []int {
	for _, g := range given {
		switch v := g.(type) {
		case Axis:
			return append(one, int(v))
		case Axes:
			if v == nil {
				return []int{}
			}
			return v
		}
	}
	return nil
}

// parse sorts out the options of a call of op.
func (o *options) parse(op *ops.Op, given []Option) error {
	for _, g := range given {
		opt, err := o.accept(op, g)
		if err != nil {
			return err
		}
		if o.set.Has(opt) {
			return errorf(ErrValue, "option %s given twice", optionName(g))
		}
		o.set.Add(opt)
	}
	return nil
}

// accept returns which option of op's g is.
func (o *options) accept(op *ops.Op, g Option) (ops.Opt, error) {
	opt := ops.Dtype
	switch v := g.(type) {
	case nil:
		return opt, errorf(ErrValue, "a nil option")
	case Dtype:
		if o.dtype = v; !v.IsValid() {
			return opt, errorf(ErrDtype, "%v is no dtype", v)
		}
	case NativeDtype:
		d, err := v.dtype()
		if err != nil {
			return opt, err
		}
		o.dtype = d
	case valued:
		if opt = v.opt; opt == ops.Out {
			o.out = v.v.(*Array)
			if err := o.out.usable(); err != nil {
				return opt, fmt.Errorf("Out: %w", err)
			}
		}
	default:
		for _, opt := range op.Opts {
			if is := optionTypes[opt]; is != nil && is(g) {
				return opt, nil
			}
		}
		if slices.ContainsFunc(optionTypes, func(is func(Option) bool) bool { return is != nil && is(g) }) {
			return opt, notTaken(op, g)
		}
		return opt, errorf(ErrValue, "an option of type %T", g)
	}
	if !op.Takes(opt) {
		return opt, notTaken(op, g)
	}
	return opt, nil
}

// optionTypes tell, for each option that has a Go type, whether an option is of that type.
var optionTypes = func() []func(Option) bool {
	types := make([]func(Option) bool, len(ops.Options()))
	for opt, is := range typesOfOptions {
		types[opt] = is
	}
	return types
}()

// notTaken is the error for an option that op has not.
func notTaken(op *ops.Op, g Option) error {
	return errorf(ErrValue, "no option %s here%s", optionName(g), takes(op))
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
