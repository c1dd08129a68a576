package ops

import "github.com/goivy/goivy/ivy/dtype"

func reduce(name string, in dtype.Set, lift bool, out OutRule, os []Opt, doc string) Reduce {
	return Reduce{row(Op{Name: name, Group: Statistical, Family: FamilyReduce, In: in, Lift: lift, Out: out, Params: x, Opts: os, Doc: doc})}
}

func extremum(name, doc string) Reduce {
	return Reduce{row(Op{Name: name, Group: Statistical, Family: FamilyReduce, In: ordered, Params: x, Opts: opts(Axis, KeepDims, Out), NonEmpty: true, Doc: doc})}
}

func scan(name, doc string) Scan {
	return Scan{row(Op{Name: name, Group: Statistical, Family: FamilyScan, In: dtype.All, Out: accumulated, Params: x, Opts: opts(Axis, Dtype, IncludeInitial, Exclusive, Reverse, Out), Doc: doc})}
}

// Over axes.
var (
	CumulativeProd = scan("CumulativeProd", "CumulativeProd returns the products of x up to each element along Axis, which may be left out for one dimension. With IncludeInitial(true) a 1 comes first; Exclusive(true) leaves each element out of its own product; Reverse(true) starts at the end. The dtype is Prod's.")
	CumulativeSum  = scan("CumulativeSum", "CumulativeSum returns the sums of x up to each element along Axis, which may be left out for one dimension. With IncludeInitial(true) a 0 comes first; Exclusive(true) leaves each element out of its own sum; Reverse(true) starts at the end. The dtype is Sum's.")
	Max            = extremum("Max", "Max returns the greatest element over Axis or Axes, all by default; NaN if there is one.")
	Mean           = reduce("Mean", inexact, true, same, opts(Axis, KeepDims, Out), "Mean returns the arithmetic mean over Axis or Axes, all by default; of no elements NaN.")
	Min            = extremum("Min", "Min returns the least element over Axis or Axes, all by default; NaN if there is one.")
	Prod           = reduce("Prod", dtype.All, false, accumulated, opts(Axis, Dtype, KeepDims, Out), "Prod returns the product over Axis or Axes, all by default; of no elements 1. Integers no wider than the default int become it, unsigned ones the unsigned of its width, bools count as ints; a Dtype overrides.")
	Std            = reduce("Std", inexact, true, component, opts(Axis, Correction, KeepDims, Out), "Std returns the standard deviation over Axis or Axes, all by default: the square root of Var.")
	Sum            = reduce("Sum", dtype.All, false, accumulated, opts(Axis, Dtype, KeepDims, Out), "Sum returns the sum over Axis or Axes, all by default; of no elements 0. Integers no wider than the default int become it, unsigned ones the unsigned of its width, bools count as ints; a Dtype overrides.")
	Var            = reduce("Var", inexact, true, component, opts(Axis, Correction, KeepDims, Out), "Var returns the variance over Axis or Axes, all by default: the mean of the squared distances to the mean, divided by n − Correction (0).")
)
