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
	NanSum         = row(Op{Name: "NanSum", Group: Statistical, In: dtype.All, Out: accumulated, Params: x, Opts: opts(Axis, Dtype, KeepDims, Out), Extra: true, Doc: "NanSum returns Sum of x with NaN counted as 0."})
	Prod           = reduce("Prod", dtype.All, false, accumulated, opts(Axis, Dtype, KeepDims, Out), "Prod returns the product over Axis or Axes, all by default; of no elements 1. Integers no wider than the default int become it, unsigned ones the unsigned of its width, bools count as ints; a Dtype overrides.")
	Std            = reduce("Std", inexact, true, component, opts(Axis, Correction, KeepDims, Out), "Std returns the standard deviation over Axis or Axes, all by default: the square root of Var.")
	Sum            = reduce("Sum", dtype.All, false, accumulated, opts(Axis, Dtype, KeepDims, Out), "Sum returns the sum over Axis or Axes, all by default; of no elements 0. Integers no wider than the default int become it, unsigned ones the unsigned of its width, bools count as ints; a Dtype overrides.")
	Var            = reduce("Var", inexact, true, component, opts(Axis, Correction, KeepDims, Out), "Var returns the variance over Axis or Axes, all by default: the mean of the squared distances to the mean, divided by n − Correction (0).")
)

func statistic(name string, in dtype.Set, ps []Param, os []Opt, doc string) *Op {
	return row(Op{Name: name, Group: Statistical, In: in, Params: ps, Opts: os, Extra: true, Doc: doc})
}

func liftedStatistic(name string, in dtype.Set, ps []Param, os []Opt, doc string) *Op {
	op := statistic(name, in, ps, os, doc)
	op.Lift = true
	return op
}

// quantiles describes the values of Interpolation.
const quantiles = " With q·(n − 1) = i + f for a whole i, the place of q among n elements in ascending order, Interpolation(\"linear\"), the default, gives (1 − f)·x[i] + f·x[i + 1], \"lower\" x[i], \"higher\" x[i + 1] unless f is 0, \"midpoint\" the mean of these two, \"nearest\" the nearer one, of two that are equally near the one with an even number, or the first one with \"nearest_jax\". \"inverted_cdf\", \"averaged_inverted_cdf\", \"closest_observation\", \"interpolated_inverted_cdf\", \"hazen\", \"weibull\", \"median_unbiased\" and \"normal_unbiased\" are the methods 1 to 6, 8 and 9 of Hyndman and Fan (1996); \"linear\" is number 7. An element whose share is 0 has no say in the result, infinite or not. q is read: it has no derivative."

// Without counterparts in the standard.
var (
	Bincount = statistic("Bincount", bitwise, x, opts(Weights, MinLength, Out),
		"Bincount returns how often each integer from 0 to the greatest of x is among its elements, none of which is negative: int64 counts, or with Weights the sums of the weights, in Sum's dtype. How many there are depends on values, which an abstract array does not have.")
	Cov = liftedStatistic("Cov", inexact, params(Param{"x1", Operand}, Param{"x2", Optional}), opts(RowVar, Bias, DDof, FWeights, AWeights, Dtype),
		"Cov returns the covariances of variables, the rows of x1 and of x2, if there is one, over their observations, the columns: (m, m), or () for a single variable. They are sums of products of the distances to the means, the second one conjugate, divided by n − DDof. With weights, w = FWeights · AWeights, means are weighted, n is the sum of w and DDof is multiplied by the weighted mean of AWeights. What would be divided by less than 0 is divided by 0.")
	CorrCoef = liftedStatistic("CorrCoef", inexact, x, opts(MoreVariables, RowVar, Out),
		"CorrCoef returns the correlation coefficients of variables, the rows of x: Cov divided by the standard deviations of the two, held between −1 and 1, of complex numbers both parts.")
	CumMax = statistic("CumMax", ordered, x, opts(Axis, Exclusive, Reverse, Dtype),
		"CumMax returns the greatest of the elements of x up to each one along Axis, the first by default, and the index where that is, the last of equal ones; NaN counts as the greatest. Exclusive(true) leaves each element out of its own result: the first one is the least value of the dtype, −∞ for floats, with the index −1. Reverse(true) starts at the end.")
	CumMin = statistic("CumMin", ordered, x, opts(Axis, Exclusive, Reverse, Dtype),
		"CumMin returns the least of the elements of x up to each one along Axis, the first by default, and the index where that is, the last of equal ones; NaN counts as the least. Exclusive(true) leaves each element out of its own result: the first one is the greatest value of the dtype, ∞ for floats, with the index −1. Reverse(true) starts at the end.")
	Digitize = statistic("Digitize", ordered, params(Param{"x", Operand}, Param{"bins", Operand}), opts(RightEnd),
		"Digitize returns the number of the interval that each element of x is in, as int64: the i with bins[i − 1] ≤ x < bins[i] for bins that ascend, and bins[i − 1] > x ≥ bins[i] for bins that descend, 0 before the first and n behind the last of n bins. With RightEnd(true) it is bins[i − 1] < x ≤ bins[i], and bins[i − 1] ≥ x > bins[i].")
	Histogram = statistic("Histogram", ordered, x, opts(Bins, Axis, ExtendLowerInterval, ExtendUpperInterval, Dtype, Range, Weights, Density, Out),
		"Histogram returns how many elements of x are in each interval between neighbouring ends, the lower end included, of the last interval both: int64 counts, or with Weights the sums of the weights, in Sum's dtype. All of x is counted, or what lies along Axis or Axes; the intervals are the first axis of the result. Intervals of one length are between Range's numbers, which are half a unit less and more where they are equal. Ends are of the dtype of x, float32 for the 16-bit floats, float64 for integers and bools; those that are given are promoted with x. NaN is in no interval. With Density(true) the result has the dtype of x, of integers the default float dtype, and elements that are in extended intervals count as if they were between the ends.")
	HistogramDD = statistic("HistogramDD", ordered, x, opts(Bins, Range, Weights, Density),
		"HistogramDD returns how many points, the rows of x (n, d), are in each cell of a grid, and then the ends of its intervals along each of the d axes. Intervals are those of Histogram, for each axis: Bins is a number of intervals for all axes or []int with one for each, or []*Array with the ends for each, Range has two numbers for all axes or (d, 2). Counts, Weights and Density are Histogram's.")
	Median = liftedStatistic("Median", floating, x, opts(Axis, KeepDims, Out),
		"Median returns the middle element in ascending order over Axis or Axes, all by default, or the mean of the two in the middle; NaN if there is one, and of no elements.")
	NanMax = statistic("NanMax", ordered, x, opts(Axis, KeepDims, Out, Initial, Only),
		"NanMax returns the greatest element that is not NaN over Axis or Axes, all by default; NaN if all are. With Only an Initial is needed.")
	NanMean = liftedStatistic("NanMean", inexact, x, opts(Axis, KeepDims, Dtype, Out),
		"NanMean returns the mean of the elements that are not NaN over Axis or Axes, all by default; NaN if there are none. A Dtype is that of the elements too.")
	NanMedian = liftedStatistic("NanMedian", floating, x, opts(Axis, KeepDims, OverwriteInput, Out),
		"NanMedian returns Median of the elements that are not NaN; NaN if there are none.")
	NanMin = statistic("NanMin", ordered, x, opts(Axis, KeepDims, Out, Initial, Only),
		"NanMin returns the least element that is not NaN over Axis or Axes, all by default; NaN if all are. With Only an Initial is needed.")
	NanProd = statistic("NanProd", dtype.All, x, opts(Axis, KeepDims, Dtype, Out, Initial, Only),
		"NanProd returns the product of the elements that are not NaN over Axis or Axes, all by default; of none 1. The dtype is Prod's.")
	NanQuantile = liftedStatistic("NanQuantile", floating, params(Param{"x", Operand}, Param{"q", Operand}), opts(Axis, KeepDims, Interpolation, Out),
		"NanQuantile returns Quantile of the elements that are not NaN; NaN if there are none.")
	Quantile = liftedStatistic("Quantile", floating, params(Param{"x", Operand}, Param{"q", Operand}), opts(Axis, KeepDims, Interpolation, Out),
		"Quantile returns what a share q of the elements is less than, q from 0 to 1, over Axis or Axes, all by default; NaN if there is one, and of no elements. Axes of q come first in the result."+quantiles)

	// OrderStatistics is the step of quantiles that finds elements by their place in ascending order.
	OrderStatistics = Layer{row(Op{Name: "OrderStatistics", Group: Statistical, Family: FamilyLayer, In: ordered, Params: x, Hidden: true, Optional: true, Extra: true,
		Doc: "OrderStatistics is the step of Quantile and Partition that finds elements by their place in ascending order."})}
	// CumulativeExtremes is the step of CumMax and CumMin that finds indices.
	CumulativeExtremes = Layer{row(Op{Name: "CumulativeExtremes", Group: Statistical, Family: FamilyLayer, In: ordered, Out: index, Params: x, Hidden: true, Optional: true, Extra: true,
		Doc: "CumulativeExtremes is the step of CumMax and CumMin that finds indices."})}
	// CountIntervals is the step of Histogram that counts without weights.
	CountIntervals = Layer{row(Op{Name: "CountIntervals", Group: Statistical, Family: FamilyLayer, In: dtype.Of(dtype.Float32, dtype.Float64), Out: index, Params: x, Hidden: true, Optional: true, Extra: true,
		Doc: "CountIntervals is the step of Histogram that counts without weights."})}
	// CountIntegers is the step of Bincount that counts without weights.
	CountIntegers = Layer{row(Op{Name: "CountIntegers", Group: Statistical, Family: FamilyLayer, In: dtype.Integer, Out: index, Params: x, Hidden: true, Optional: true, Extra: true,
		Doc: "CountIntegers is the step of Bincount that counts without weights."})}
)

func init() {
	CumMax.Names = []string{"values", "indices"}
	CumMin.Names = []string{"values", "indices"}
	HistogramDD.Names = []string{"*"}
	Digitize.ByPos = 1
}
