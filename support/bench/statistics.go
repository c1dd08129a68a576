package bench

import (
	"fmt"

	"github.com/goivy/goivy/ivy"
)

const statisticsTable = "Statistics"

// statistics are those of order, counts, covariances, and sums of rows by index. Peers have the fastest of their ways, which for some is not a function of that name.
func (l *list) statistics() {
	for _, d := range []ivy.Dtype{ivy.Float32, ivy.Float64} {
		l.ranked(d)
		l.counts(d)
		l.sums(d)
	}
	const n = 1_000_000
	for _, d := range []ivy.Dtype{ivy.Int32, ivy.Int64} {
		l.statistic("bincount/"+d.String()+"/1e6", fmt.Sprintf("bincount 10⁶, 1000 numbers, %v", d), arrays("x", d, small, n),
			func(e *ivy.Env, x []*ivy.Array) *ivy.Array { return e.Bincount(x[0], ivy.MinLength(1000)) },
			calls("np.bincount(x, minlength=1000)", "torch.bincount(x, minlength=1000)", ""))
	}
}

// statistic adds a line.
func (l *list) statistic(name, title string, inputs []input, ours func(e *ivy.Env, x []*ivy.Array) *ivy.Array, peers map[string]code) *Workload {
	return l.add(statisticsTable, "statistics/"+name, title, inputs, func(e *ivy.Env, x []*ivy.Array) func() *ivy.Array { return func() *ivy.Array { return ours(e, x) } }, peers)
}

// ranked are what depends on the order of elements.
func (l *list) ranked(d ivy.Dtype) {
	const n, rows = 1_000_000, 1000
	flat, matrix := arrays("x", d, signed, n), arrays("x", d, signed, rows, rows)
	qs := []float64{0.1, 0.5, 0.9}
	prepared := func(c map[string]code) map[string]code {
		for name, setup := range map[string]string{"numpy": "q = np.array([0.1, 0.5, 0.9], x.dtype)", "torch": "q = torch.tensor([0.1, 0.5, 0.9], dtype=x.dtype)"} {
			c[name] = code{setup, c[name].call}
		}
		return c
	}
	l.statistic(fmt.Sprintf("quantile/%v/1e6", d), fmt.Sprintf("quantiles 0.1, 0.5 and 0.9 of 10⁶, %v", d), flat,
		func(e *ivy.Env, x []*ivy.Array) *ivy.Array { return e.Quantile(x[0], qs) }, prepared(calls("np.quantile(x, q)", "torch.quantile(x, q)", "")))
	l.statistic(fmt.Sprintf("quantile/%v/1000x1000", d), fmt.Sprintf("the same along the rows of 1000×1000, %v", d), matrix,
		func(e *ivy.Env, x []*ivy.Array) *ivy.Array { return e.Quantile(x[0], qs, ivy.Axis(-1)) },
		prepared(calls("np.quantile(x, q, axis=-1)", "torch.quantile(x, q, dim=-1)", "")))

	// PyTorch's median of an even number of elements is the lower of the two in the middle.
	l.statistic(fmt.Sprintf("median/%v/1e6", d), fmt.Sprintf("median 10⁶, %v", d), flat,
		func(e *ivy.Env, x []*ivy.Array) *ivy.Array { return e.Median(x[0]) }, calls("np.median(x)", "torch.quantile(x, 0.5)", ""))
	l.statistic(fmt.Sprintf("median/%v/999999", d), fmt.Sprintf("median 10⁶ − 1, %v", d), arrays("x", d, signed, n-1),
		func(e *ivy.Env, x []*ivy.Array) *ivy.Array { return e.Median(x[0]) }, calls("np.median(x)", "torch.median(x)", ""))
	l.statistic(fmt.Sprintf("median/%v/1000x1000", d), fmt.Sprintf("median along the rows of 1000×1000, %v", d), matrix,
		func(e *ivy.Env, x []*ivy.Array) *ivy.Array { return e.Median(x[0], ivy.Axis(-1)) },
		calls("np.median(x, axis=-1)", "torch.quantile(x, 0.5, dim=-1)", ""))
	l.statistic(fmt.Sprintf("median/%v/1000x999", d), fmt.Sprintf("median along the rows of 1000×999, %v", d), arrays("x", d, signed, rows, rows-1),
		func(e *ivy.Env, x []*ivy.Array) *ivy.Array { return e.Median(x[0], ivy.Axis(-1)) },
		calls("np.median(x, axis=-1)", "torch.median(x, dim=-1).values", ""))

	top := func(e *ivy.Env, x []*ivy.Array) *ivy.Array {
		values, indices := e.TopK(x[0], 10)
		indices.Free()
		return values
	}
	l.statistic(fmt.Sprintf("top_k/%v/1e6", d), fmt.Sprintf("the greatest 10 of 10⁶, %v", d), flat, top,
		calls("np.sort(np.partition(x, -10)[-10:])[::-1]", "torch.topk(x, 10).values", ""))
	l.statistic(fmt.Sprintf("top_k/%v/1000x1000", d), fmt.Sprintf("the greatest 10 of each row of 1000×1000, %v", d), matrix, top,
		calls("np.sort(np.partition(x, -10)[:, -10:])[:, ::-1]", "torch.topk(x, 10).values", ""))

	// PyTorch sorts: it has no partition.
	for _, k := range []int{n / 10, n / 2} {
		w := l.statistic(fmt.Sprintf("partition/%v/1e6/%s", d, short(k)), fmt.Sprintf("partition 10⁶ around place %s, %v", map[int]string{n / 10: "10⁵", n / 2: "5·10⁵"}[k], d), flat,
			func(e *ivy.Env, x []*ivy.Array) *ivy.Array { return e.Partition(x[0], []int{k}) },
			calls(fmt.Sprintf("np.partition(x, %d)", k), "torch.sort(x).values", ""))
		w.compared = func(z *ivy.Array) *ivy.Array { // each side has any order
			return ivy.Concat([]*ivy.Array{z.Get(ivy.Slice(nil, k)).Sort(), z.Get(ivy.Slice(k, k+1)), z.Get(ivy.Slice(k+1, nil)).Sort()})
		}
	}
}

// counts are histograms, and covariances.
func (l *list) counts(d ivy.Dtype) {
	const n = 1_000_000
	// The ends are exact in either dtype: torch.histc, which is faster than torch.histogram, does not look at them again.
	l.statistic(fmt.Sprintf("histogram/%v/1e6", d), fmt.Sprintf("histogram 10⁶, 128 intervals, %v", d), arrays("x", d, unit, n),
		func(e *ivy.Env, x []*ivy.Array) *ivy.Array {
			return e.Histogram(x[0], ivy.Bins(128), ivy.Range([]float64{0, 1}))
		}, calls("np.histogram(x, 128, (0, 1))[0]", "torch.histc(x, 128, 0, 1).long()", ""))
	l.statistic(fmt.Sprintf("bincount/weights/%v/1e6", d), fmt.Sprintf("bincount 10⁶, 1000 numbers, weights of %v", d),
		[]input{{"x", ivy.Int64, []int{n}, small}, {"w", d, []int{n}, unit}},
		func(e *ivy.Env, x []*ivy.Array) *ivy.Array {
			return e.Bincount(x[0], ivy.Weights(x[1]), ivy.MinLength(1000))
		}, calls(summed("np.bincount(x, w, 1000)", d), "torch.bincount(x, w, 1000)", ""))
	l.statistic(fmt.Sprintf("cov/%v/100x1e4", d), fmt.Sprintf("cov of 100 variables, 10⁴ observations, %v", d), arrays("x", d, signed, 100, 10_000),
		func(e *ivy.Env, x []*ivy.Array) *ivy.Array { return e.Cov(x[0], nil) }, calls("np.cov(x, dtype=x.dtype)", "torch.cov(x)", ""))
}

// summed is a call of np.bincount, whose sums are of float64, as dtype d.
func summed(call string, d ivy.Dtype) string {
	if d == ivy.Float32 {
		call += ".astype(np.float32)"
	}
	return call
}

// sums add up rows of 16 elements. np.add.at is slower than np.bincount, and fastest with one index for each element.
func (l *list) sums(d ivy.Dtype) {
	const m, r, segments, side = 100_000, 16, 1000, 100
	x, i := input{"x", d, []int{m, r}, unit}, input{"i", ivy.Int64, []int{m}, fill{lo: 0, hi: segments}}
	l.statistic(fmt.Sprintf("segment_sum/%v/1e5x16", d), fmt.Sprintf("segment sum of 10⁵ rows of 16, 1000 segments, %v", d), []input{x, i},
		func(e *ivy.Env, x []*ivy.Array) *ivy.Array { return e.UnsortedSegmentSum(x[0], x[1], segments) },
		calls(summed("np.stack([np.bincount(i, x[:, j], 1000) for j in range(16)], 1)", d), "torch.zeros(1000, 16, dtype=x.dtype).scatter_add_(0, i[:, None].expand(-1, 16), x)", ""))
	pairs := input{"i", ivy.Int64, []int{m, 2}, fill{lo: 0, hi: side}}
	l.statistic(fmt.Sprintf("scatter_nd/%v/1e5x16", d), fmt.Sprintf("scatter 10⁵ rows of 16 into 100×100, sums, %v", d), []input{x, pairs},
		func(e *ivy.Env, x []*ivy.Array) *ivy.Array {
			return e.ScatterND(x[1], x[0], ivy.Shape{side, side, r})
		},
		calls(summed("np.bincount(((i[:, 0] * 100 + i[:, 1])[:, None] * 16 + np.arange(16)).ravel(), x.ravel(), 160000).reshape(100, 100, 16)", d),
			"torch.zeros(10000, 16, dtype=x.dtype).scatter_add_(0, (i[:, 0] * 100 + i[:, 1])[:, None].expand(-1, 16), x).view(100, 100, 16)", ""))
}
