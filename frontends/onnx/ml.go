package onnx

import (
	"cmp"
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
)

// mlRows are those of ai.onnx.ml that compute with numbers: scikit-learn's models.
var mlRows = []row{
	{op: "ArrayFeatureExtractor", since: []int{1}, in: "ni", run: one(func(c *call) *ivy.Array {
		x := c.x(0)
		if x.Ndim() == 1 {
			x = c.e.ExpandDims(x, ivy.Axis(0))
		}
		return c.e.Take(x, c.e.Reshape(c.x(1), []int{-1}), ivy.Axis(x.Ndim()-1))
	})},
	{op: "Binarizer", since: []int{1}, in: "n", run: one(func(c *call) *ivy.Array {
		return c.e.Astype(c.e.Greater(c.x(0), c.attrFloat("threshold", 0)), c.x(0).Dtype())
	})},
	{op: "FeatureVectorizer", since: []int{1}, in: "n*", run: func(c *call) {
		lengths := c.attrInts("inputdimensions")
		var xs []*ivy.Array
		for i := range c.in {
			x := c.e.Astype(c.x(i), ivy.Float32)
			if x.Ndim() == 1 {
				x = c.e.ExpandDims(x, ivy.Axis(0))
			}
			if x.Ndim() != 2 || i < len(lengths) && lengths[i] > x.Dim(1) {
				c.failf(ivy.ErrShape, "input %d of shape %v", i, x.Shape())
			}
			if i < len(lengths) && lengths[i] >= 0 {
				x = part(c.e, x, 1, 0, lengths[i], 1)
			}
			xs = append(xs, x)
		}
		c.setAs(c.e.Concat(xs, ivy.Axis(1)), elemFloat)
	}},
	{op: "Imputer", since: []int{1}, in: "n", run: one(func(c *call) *ivy.Array {
		e, x := c.e, c.x(0)
		if x.Dtype().IsInteger() {
			with := c.attrInts("imputed_value_int64s")
			return e.Where(e.Equal(x, c.attrInt("replaced_value_int64", 0)), c.like(x, with), x)
		}
		replaced := c.attrFloat("replaced_value_float", 0)
		there := e.Equal(x, replaced)
		if math.IsNaN(replaced) {
			there = e.IsNan(x)
		}
		return e.Where(there, c.like(x, c.attrFloats("imputed_value_floats")), x)
	})},
	{op: "LabelEncoder", since: []int{2, 4}, in: "n", run: labelEncoder, check: noStrings},
	{op: "LinearClassifier", since: []int{1}, in: "n", run: linearClassifier, check: noStrings},
	{op: "LinearRegressor", since: []int{1}, in: "n", run: func(c *call) {
		c.setAs(c.transformed(c.linear(c.attrInt("targets", 1))), elemFloat)
	}},
	{op: "Normalizer", since: []int{1}, in: "n", run: func(c *call) {
		e, x := c.e, c.e.Astype(c.x(0), ivy.Float32)
		opts := []ivy.Option{ivy.Axis(x.Ndim() - 1), ivy.KeepDims(true)}
		var norm *ivy.Array
		switch c.oneOf("norm", "MAX", "L1", "L2") {
		case "MAX":
			norm = e.Max(x, opts...)
		case "L1":
			norm = e.Sum(e.Abs(x), opts...)
		default:
			norm = e.Sqrt(e.Sum(e.Square(x), opts...))
		}
		c.setAs(e.Divide(x, e.Where(e.Equal(norm, 0.0), 1.0, norm)), elemFloat)
	}},
	{op: "OneHotEncoder", since: []int{1}, in: "n", run: func(c *call) {
		e, x := c.e, c.x(0)
		cats := c.attrInts("cats_int64s")
		at := e.Equal(e.ExpandDims(e.Astype(x, ivy.Int64), ivy.Axis(-1)), e.Reshape(e.Asarray(cats, ivy.Int64), []int{len(cats)}))
		c.setAs(e.Astype(at, ivy.Float32), elemFloat)
	}, check: noStrings},
	{op: "Scaler", since: []int{1}, in: "n", run: func(c *call) {
		e, x := c.e, c.e.Astype(c.x(0), ivy.Float32)
		c.setAs(e.Multiply(e.Subtract(x, c.vector("offset")), c.vector("scale")), elemFloat)
	}},
	{op: "SVMClassifier", since: []int{1}, in: "n", run: svmClassifier, check: noStrings},
	{op: "SVMRegressor", since: []int{1}, in: "n", run: svmRegressor},
	{op: "TreeEnsemble", since: []int{5}, in: "f", run: treeEnsemble},
	{op: "TreeEnsembleClassifier", since: []int{1, 3, 5}, in: "n", run: treeClassifier, check: noStrings},
	{op: "TreeEnsembleRegressor", since: []int{1, 3, 5}, in: "n", run: treeRegressor},
	// ZipMap makes maps of class labels to probabilities: here the matrix of these stays, with the columns in the order of the labels.
	{op: "ZipMap", since: []int{1}, in: "f", run: func(c *call) { c.outs = append(c.outs, c.in[0]) }, check: noStrings},
}

// noStrings refuses attributes that are strings where numbers could be.
func noStrings(n *node) string {
	for _, name := range []string{"classlabels_strings", "keys_strings", "values_strings", "cats_strings"} {
		if a := n.attrs[name]; a != nil && len(a.proto.strings) > 0 {
			return "operator " + n.full() + " with " + name
		}
	}
	return ""
}

// vector returns an attribute of numbers as an array: one that broadcasts if it has one number.
func (c *call) vector(name string) *ivy.Array {
	zs := c.attrFloats(name)
	if len(zs) == 1 {
		return c.e.Asarray(zs[0], ivy.Float32)
	}
	return c.e.Reshape(c.e.Asarray(zs, ivy.Float32), []int{len(zs)})
}

// rows returns input 0 as a matrix of float32, a row for each sample.
func (c *call) rows() *ivy.Array {
	x := c.e.Astype(c.x(0), ivy.Float32)
	switch x.Ndim() {
	case 1:
		x = c.e.ExpandDims(x, ivy.Axis(0))
	case 2:
	default:
		c.failf(ivy.ErrShape, "shape %v, want a row for each sample", x.Shape())
	}
	return x
}

// linear returns x·coefficientsᵀ + intercepts for n targets.
func (c *call) linear(n int) *ivy.Array {
	e, x := c.e, c.rows()
	w := c.attrFloats("coefficients")
	if n < 1 || len(w) != n*x.Dim(1) {
		c.failf(ivy.ErrShape, "%d coefficients for %d targets of %d features", len(w), n, x.Dim(1))
	}
	z := e.MatMul(x, e.MatrixTranspose(e.Reshape(e.Asarray(w, ivy.Float32), []int{n, x.Dim(1)})))
	if b := c.attrFloats("intercepts"); len(b) > 0 {
		if len(b) != n {
			c.failf(ivy.ErrShape, "%d intercepts for %d targets", len(b), n)
		}
		z = e.Add(z, e.Reshape(e.Asarray(b, ivy.Float32), []int{n}))
	}
	return z
}

// transformed applies the attribute post_transform to scores, a column for each class.
func (c *call) transformed(z *ivy.Array) *ivy.Array {
	e := c.e
	switch c.oneOf("post_transform", "NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT") {
	case "SOFTMAX":
		return e.Softmax(z, ivy.Axis(-1))
	case "LOGISTIC":
		return e.Sigmoid(z)
	case "SOFTMAX_ZERO": // scores that are 0 have no share
		off := e.Equal(z, 0.0)
		w := e.Where(off, 0.0, e.Exp(e.Subtract(z, e.Max(z, ivy.Axis(-1), ivy.KeepDims(true)))))
		total := e.Sum(w, ivy.Axis(-1), ivy.KeepDims(true))
		return e.Divide(w, e.Where(e.Equal(total, 0.0), 1.0, total))
	case "PROBIT":
		return e.Multiply(e.Erfinv(e.Subtract(e.Multiply(z, 2.0), 1.0)), math.Sqrt2)
	}
	return z
}

// labels returns the class labels, or their numbers.
func (c *call) labels(name string, n int) *ivy.Array {
	zs := c.attrInts(name)
	if zs == nil {
		for i := range n {
			zs = append(zs, i)
		}
	}
	if len(zs) == 0 {
		c.failf(ivy.ErrValue, "no %s", name)
	}
	return c.e.Reshape(c.e.Asarray(zs, ivy.Int64), []int{len(zs)})
}

func linearClassifier(c *call) {
	e := c.e
	n := max(1, len(c.attrFloats("intercepts")))
	if x := c.rows(); len(c.attrFloats("intercepts")) == 0 && x.Dim(1) > 0 {
		n = len(c.attrFloats("coefficients")) / x.Dim(1)
	}
	z := c.linear(n)
	labels := c.labels("classlabels_ints", max(2, n))
	if n == 1 {
		second := e.Greater(z, 0.0)
		post := c.transformed(z)
		c.setAs(e.Take(labels, e.Reshape(e.Astype(second, ivy.Int64), []int{-1}), ivy.Axis(0)), elemInt64)
		if labels.Size() == 2 {
			first := e.Negative(post)
			if c.attrText("post_transform", "NONE") != "NONE" {
				first = e.Subtract(1.0, post)
			}
			post = e.Concat([]*ivy.Array{first, post}, ivy.Axis(1))
		}
		c.setAs(post, elemFloat)
		return
	}
	if labels.Size() != n {
		c.failf(ivy.ErrShape, "%d labels for %d classes", labels.Size(), n)
	}
	c.setAs(e.Take(labels, e.ArgMax(z, ivy.Axis(1)), ivy.Axis(0)), elemInt64)
	c.setAs(c.transformed(z), elemFloat)
}

// labelEncoder looks up keys, numbers all of them, in a sorted list.
func labelEncoder(c *call) {
	e, x := c.e, c.x(0)
	side := func(kind string) (numbers []float64, ints []int64, t elem) {
		for name, a := range c.n.attrs {
			if a.tensor != nil && name == kind+"_tensor" {
				arr := a.tensor.array(e)
				if a.tensor.elem.dtype().IsInteger() {
					return nil, ivy.Values[int64](e.Reshape(e.Astype(arr, ivy.Int64), []int{-1})), a.tensor.elem
				}
				return ivy.Values[float64](e.Reshape(e.Astype(arr, ivy.Float64), []int{-1})), nil, a.tensor.elem
			}
		}
		if c.n.attrs[kind+"_int64s"] != nil {
			for _, v := range c.attrInts(kind + "_int64s") {
				ints = append(ints, int64(v))
			}
			return nil, ints, elemInt64
		}
		for _, v := range c.attrFloats(kind + "_floats") {
			numbers = append(numbers, float64(v))
		}
		return numbers, nil, elemFloat
	}
	keysF, keysI, _ := side("keys")
	valuesF, valuesI, t := side("values")
	n := max(len(keysF), len(keysI))
	if n == 0 || max(len(valuesF), len(valuesI)) != n {
		c.failf(ivy.ErrValue, "%d keys and %d values", n, max(len(valuesF), len(valuesI)))
	}
	order := make([]int, 0, n)
	nan := -1
	for i := range n {
		if keysF != nil && math.IsNaN(keysF[i]) {
			nan = i
			continue
		}
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if keysI != nil {
			return cmp.Compare(keysI[a], keysI[b])
		}
		return cmp.Compare(keysF[a], keysF[b])
	})
	pick := func(of []int) (keys, values *ivy.Array) {
		ks, kf, vs, vf := []int64{}, []float64{}, []int64{}, []float64{}
		for _, i := range of {
			if keysI != nil {
				ks = append(ks, keysI[i])
			} else {
				kf = append(kf, keysF[i])
			}
			if valuesI != nil {
				vs = append(vs, valuesI[i])
			} else {
				vf = append(vf, valuesF[i])
			}
		}
		if keysI != nil {
			keys = e.Astype(e.Asarray(ks, ivy.Int64), x.Dtype())
		} else {
			keys = e.Astype(e.Asarray(kf, ivy.Float64), x.Dtype())
		}
		if valuesI != nil {
			return keys, e.Astype(e.Asarray(vs, ivy.Int64), t.dtype())
		}
		return keys, e.Astype(e.Asarray(vf, ivy.Float64), t.dtype())
	}
	var otherwise *ivy.Array
	switch a := c.n.attrs["default_tensor"]; {
	case a != nil && a.tensor != nil:
		otherwise = e.Astype(e.Reshape(a.tensor.array(e), []int{}), t.dtype())
	case t.dtype().IsInteger():
		otherwise = e.Astype(e.Asarray(c.attrInt("default_int64", -1), ivy.Int64), t.dtype())
	default:
		otherwise = e.Astype(e.Asarray(c.attrFloat("default_float", math.Copysign(0, -1)), ivy.Float64), t.dtype())
	}
	z := e.BroadcastTo(otherwise, x.Shape())
	if len(order) > 0 {
		keys, values := pick(order)
		at := e.Minimum(e.SearchSorted(keys, x), len(order)-1)
		z = e.Where(e.Equal(e.Take(keys, at, ivy.Axis(0)), x), e.Take(values, at, ivy.Axis(0)), z)
	}
	if nan >= 0 {
		_, values := pick([]int{nan})
		z = e.Where(e.IsNan(x), e.GetItem(values, 0), z)
	}
	c.setAs(z, t)
}

// A forest is trees as arrays: node i looks at a feature and goes to one of two others; a leaf goes to itself.
type forest struct {
	feature, yes, no []int64
	value            []float32
	mode             []string
	missing          []bool
	roots            []int64
	depth            int
	weights          []float32 // of each node the weights of all targets: 0 but for leaves
	has              []bool    // whether a node has a weight for a target
	targets          int
	oneTarget        bool // all weights are for one target
	positive         bool // no weight is negative
}

// finish finds how deep trees are, and that no node comes to itself again.
func (f *forest) finish(c *call) {
	state := make([]int8, len(f.feature)) // 1: on the way, 2: done
	deep := make([]int, len(f.feature))
	for _, root := range f.roots {
		stack := []int64{root}
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			if state[i] == 2 {
				stack = stack[:len(stack)-1]
				continue
			}
			if f.yes[i] == i && f.no[i] == i {
				state[i] = 2
				continue
			}
			if state[i] == 1 {
				state[i] = 2
				deep[i] = 1 + max(deep[f.yes[i]], deep[f.no[i]])
				continue
			}
			state[i] = 1
			for _, to := range []int64{f.yes[i], f.no[i]} {
				switch state[to] {
				case 0:
					stack = append(stack, to)
				case 1:
					c.failf(ivy.ErrValue, "a tree comes back to one of its nodes")
				}
			}
		}
		f.depth = max(f.depth, deep[root])
	}
	f.positive = true
	used := map[int]bool{}
	for i, ok := range f.has {
		if ok {
			used[i%f.targets] = true
			f.positive = f.positive && f.weights[i] >= 0
		}
	}
	f.oneTarget = len(used) <= 1
}

// oldForest reads the attributes of TreeEnsembleClassifier and -Regressor, whose weights are named by kind: "class" or "target".
func (c *call) oldForest(kind string, targets int) *forest {
	floats := func(name string) []float32 {
		if a := c.n.attrs[name+"_as_tensor"]; a != nil && a.tensor != nil {
			return a.tensor.floats()
		}
		return c.attrFloats(name)
	}
	trees, ids, features := c.attrInts("nodes_treeids"), c.attrInts("nodes_nodeids"), c.attrInts("nodes_featureids")
	modes, values := c.attrTexts("nodes_modes"), floats("nodes_values")
	yes, no := c.attrInts("nodes_truenodeids"), c.attrInts("nodes_falsenodeids")
	n := len(ids)
	if n == 0 || len(trees) != n || len(features) != n || len(modes) != n || len(values) != n || len(yes) != n || len(no) != n {
		c.failf(ivy.ErrValue, "attributes of nodes of different lengths")
	}
	at := make(map[[2]int]int64, n)
	for i := range ids {
		at[[2]int{trees[i], ids[i]}] = int64(i)
	}
	missing := c.attrInts("nodes_missing_value_tracks_true")
	f := &forest{value: values, mode: modes, missing: make([]bool, n), targets: targets}
	reached := make([]bool, n)
	for i := range ids {
		if modes[i] == "LEAF" {
			f.feature, f.yes, f.no = append(f.feature, 0), append(f.yes, int64(i)), append(f.no, int64(i))
			continue
		}
		y, ok1 := at[[2]int{trees[i], yes[i]}]
		x, ok2 := at[[2]int{trees[i], no[i]}]
		if !ok1 || !ok2 || features[i] < 0 {
			c.failf(ivy.ErrValue, "node %d of tree %d leads to one that is not there", ids[i], trees[i])
		}
		f.feature, f.yes, f.no = append(f.feature, int64(features[i])), append(f.yes, y), append(f.no, x)
		reached[y], reached[x] = true, true
		f.missing[i] = i < len(missing) && missing[i] != 0
	}
	for i := range ids {
		if !reached[i] {
			f.roots = append(f.roots, int64(i))
		}
	}
	tids, nids, to := c.attrInts(kind+"_treeids"), c.attrInts(kind+"_nodeids"), c.attrInts(kind+"_ids")
	ws := floats(kind + "_weights")
	if len(nids) != len(tids) || len(to) != len(tids) || len(ws) != len(tids) {
		c.failf(ivy.ErrValue, "attributes of weights of different lengths")
	}
	if targets < 1 || n > (1<<28)/targets {
		c.failf(ivy.ErrValue, "%d nodes with weights of %d targets", n, targets)
	}
	f.weights, f.has = make([]float32, n*targets), make([]bool, n*targets)
	for i := range tids {
		k, ok := at[[2]int{tids[i], nids[i]}]
		if !ok || to[i] < 0 || to[i] >= targets {
			c.failf(ivy.ErrValue, "a weight of target %d for node %d of tree %d", to[i], nids[i], tids[i])
		}
		f.weights[int(k)*targets+to[i]] += ws[i]
		f.has[int(k)*targets+to[i]] = true
	}
	f.finish(c)
	return f
}

// leaves returns the leaf that each sample comes to in each tree: (samples, trees).
func (f *forest) leaves(c *call, x *ivy.Array) *ivy.Array {
	e := c.e
	if features := slices.Max(append(slices.Clone(f.feature), 0)); x.Dim(1) <= int(features) {
		c.failf(ivy.ErrShape, "%d features, trees look at feature %d", x.Dim(1), features)
	}
	list := func(zs []int64) *ivy.Array { return e.Asarray(zs, ivy.Int64) }
	feature, yes, no, value := list(f.feature), list(f.yes), list(f.no), e.Astype(e.Asarray(f.value), x.Dtype())
	modes := map[string]bool{}
	for i, m := range f.mode {
		if f.yes[i] != int64(i) || f.no[i] != int64(i) {
			modes[m] = true
		}
	}
	var missing *ivy.Array
	if slices.Contains(f.missing, true) {
		missing = e.Asarray(f.missing)
	}
	masks := map[string]*ivy.Array{}
	if len(modes) > 1 {
		for m := range modes {
			mask := make([]bool, len(f.mode))
			for i := range mask {
				mask[i] = f.mode[i] == m
			}
			masks[m] = e.Asarray(mask)
		}
	}
	at := e.BroadcastTo(list(f.roots), []int{x.Dim(0), len(f.roots)})
	for range f.depth {
		v, than := e.TakeAlongAxis(x, e.Take(feature, at, ivy.Axis(0)), ivy.Axis(1)), e.Take(value, at, ivy.Axis(0))
		var goes *ivy.Array
		for _, m := range []string{"BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ"} {
			if !modes[m] {
				continue
			}
			var z *ivy.Array
			switch m {
			case "BRANCH_LEQ":
				z = e.LessEqual(v, than)
			case "BRANCH_LT":
				z = e.Less(v, than)
			case "BRANCH_GTE":
				z = e.GreaterEqual(v, than)
			case "BRANCH_GT":
				z = e.Greater(v, than)
			case "BRANCH_EQ":
				z = e.Equal(v, than)
			default:
				z = e.NotEqual(v, than)
			}
			if len(modes) > 1 {
				z = e.LogicalAnd(z, e.Take(masks[m], at, ivy.Axis(0)))
			}
			if goes == nil {
				goes = z
			} else {
				goes = e.LogicalOr(goes, z)
			}
		}
		if goes == nil {
			c.failf(ivy.ErrUnsupported, "nodes of modes %v", modes)
		}
		if missing != nil {
			goes = e.LogicalOr(goes, e.LogicalAnd(e.IsNan(v), e.Take(missing, at, ivy.Axis(0))))
		}
		at = e.Where(goes, e.Take(yes, at, ivy.Axis(0)), e.Take(no, at, ivy.Axis(0)))
	}
	return at
}

// scores returns the weights of the leaves together, for each sample and target.
func (f *forest) scores(c *call, x *ivy.Array, how string) *ivy.Array {
	e := c.e
	w := e.Astype(e.Reshape(e.Asarray(f.weights), []int{-1, f.targets}), x.Dtype())
	found := f.leaves(c, x)
	switch how {
	case "MIN", "MAX":
		g, end := (*ivy.Env).Min, math.Inf(1)
		if how == "MAX" {
			g, end = (*ivy.Env).Max, math.Inf(-1)
		}
		there := e.Reshape(e.Asarray(f.has), []int{-1, f.targets})
		z := g(e, e.Take(e.Where(there, w, end), found, ivy.Axis(0)), ivy.Axis(1))
		return e.Where(e.IsInf(z), 0.0, z)
	}
	z := e.Sum(e.Take(w, found, ivy.Axis(0)), ivy.Axis(1))
	if how == "AVERAGE" {
		z = e.Divide(z, float64(len(f.roots)))
	}
	return z
}

func (c *call) baseValues(z *ivy.Array, targets int) *ivy.Array {
	base := c.attrFloats("base_values")
	if a := c.n.attrs["base_values_as_tensor"]; a != nil && a.tensor != nil {
		base = a.tensor.floats()
	}
	switch len(base) {
	case 0:
		return z
	case 1, targets:
		return c.e.Add(z, c.e.Reshape(c.e.Asarray(base, ivy.Float32), []int{len(base)}))
	}
	c.failf(ivy.ErrShape, "%d base_values for %d targets", len(base), targets)
	return nil
}

func treeRegressor(c *call) {
	n := c.attrInt("n_targets", 1)
	f := c.oldForest("target", n)
	z := f.scores(c, c.rows(), c.oneOf("aggregate_function", "SUM", "AVERAGE", "MIN", "MAX"))
	c.setAs(c.transformed(c.baseValues(z, n)), elemFloat)
}

// treeClassifier has a score for each class; of two classes that share one score the other's is found from it, as ONNX Runtime does it.
func treeClassifier(c *call) {
	e := c.e
	labels := c.labels("classlabels_int64s", 0)
	n := labels.Size()
	f := c.oldForest("class", n)
	z := f.scores(c, c.rows(), "SUM")
	if n == 2 && f.oneTarget {
		column := 0
		for i, ok := range f.has {
			if ok {
				column = i % n
				break
			}
		}
		z = part(e, z, 1, column, column+1, 1)
		z = c.baseValues(z, 1)
		var second, both *ivy.Array
		if f.positive {
			second = e.Greater(z, 0.5)
			both = e.Concat([]*ivy.Array{e.Subtract(1.0, z), z}, ivy.Axis(1))
		} else {
			second = e.Greater(z, 0.0)
			both = e.Concat([]*ivy.Array{e.Negative(z), z}, ivy.Axis(1))
			if c.attrText("post_transform", "NONE") == "LOGISTIC" {
				both = e.Sigmoid(both)
			}
		}
		c.setAs(e.Take(labels, e.Reshape(e.Astype(second, ivy.Int64), []int{-1}), ivy.Axis(0)), elemInt64)
		c.setAs(both, elemFloat)
		return
	}
	z = c.baseValues(z, n)
	c.setAs(e.Take(labels, e.ArgMax(z, ivy.Axis(1)), ivy.Axis(0)), elemInt64)
	c.setAs(c.transformed(z), elemFloat)
}

// treeEnsemble is version 5's operator, whose leaves are apart from its nodes.
func treeEnsemble(c *call) {
	e, x := c.e, c.rows()
	if c.elem(0) == elemDouble {
		x = c.x(0)
	}
	tensor := func(name string) *constant {
		if a := c.n.attrs[name]; a != nil {
			return a.tensor
		}
		return nil
	}
	modes, splits, weights := tensor("nodes_modes"), tensor("nodes_splits"), tensor("leaf_weights")
	if modes == nil || splits == nil || weights == nil || modes.elem != elemUint8 {
		c.failf(ivy.ErrValue, "no nodes_modes, nodes_splits or leaf_weights")
	}
	values, leafWeights := splits.floats(), weights.floats()
	features, yes, no := c.attrInts("nodes_featureids"), c.attrInts("nodes_truenodeids"), c.attrInts("nodes_falsenodeids")
	yesLeaf, noLeaf, to := c.attrInts("nodes_trueleafs"), c.attrInts("nodes_falseleafs"), c.attrInts("leaf_targetids")
	roots, missing := c.attrInts("tree_roots"), c.attrInts("nodes_missing_value_tracks_true")
	n, leaves, targets := len(features), len(to), c.attrInt("n_targets", 1)
	if len(values) != n || len(modes.data) != n || len(yes) != n || len(no) != n || len(yesLeaf) != n || len(noLeaf) != n || len(leafWeights) != leaves || targets < 1 || n+leaves > (1<<26)/targets {
		c.failf(ivy.ErrValue, "attributes of nodes or leaves of different lengths")
	}
	var members []float32
	if m := tensor("membership_values"); m != nil {
		members = m.floats()
	}
	f := &forest{targets: targets}
	node := func(i, leaf int) int64 {
		most := n
		if leaf != 0 {
			most = leaves
		}
		if i < 0 || i >= most {
			c.failf(ivy.ErrIndex, "a node leads to one that is not there")
		}
		if leaf != 0 {
			return int64(n + i)
		}
		return int64(i)
	}
	names := []string{"BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ"}
	add := func(feature, yes, no int64, value float32, mode string, missing bool) {
		f.feature, f.yes, f.no, f.value = append(f.feature, feature), append(f.yes, yes), append(f.no, no), append(f.value, value)
		f.mode, f.missing = append(f.mode, mode), append(f.missing, missing)
	}
	type member struct {
		node int
		sets []float32
	}
	var sets []member
	for i := range n {
		if features[i] < 0 {
			c.failf(ivy.ErrIndex, "feature %d", features[i])
		}
		mode, value := int(modes.data[i]), values[i]
		switch {
		case mode < len(names):
			add(int64(features[i]), node(yes[i], yesLeaf[i]), node(no[i], noLeaf[i]), value, names[mode], i < len(missing) && missing[i] != 0)
		case mode == len(names):
			var set []float32
			end := slices.IndexFunc(members, func(v float32) bool { return v != v })
			if end < 0 {
				c.failf(ivy.ErrValue, "no membership_values for a node")
			}
			set, members = members[:end], members[end+1:]
			if len(set) == 0 { // no number is one of these
				set = []float32{float32(math.NaN())}
			}
			sets = append(sets, member{i, set})
			add(int64(features[i]), node(yes[i], yesLeaf[i]), node(no[i], noLeaf[i]), set[0], "BRANCH_EQ", i < len(missing) && missing[i] != 0)
		default:
			c.failf(ivy.ErrValue, "a node of mode %d", mode)
		}
	}
	for i := range leaves {
		add(0, int64(n+i), int64(n+i), 0, "LEAF", false)
	}
	for _, s := range sets { // one comparison after the other
		at := s.node
		for _, v := range s.sets[1:] {
			next := int64(len(f.feature))
			add(f.feature[at], f.yes[at], f.no[at], v, "BRANCH_EQ", false)
			f.no[at] = next
			at = int(next)
		}
	}
	for _, r := range roots {
		i := node(r, 0)
		if yesLeaf[r] != 0 && noLeaf[r] != 0 && yes[r] == no[r] {
			i = node(yes[r], 1)
		}
		f.roots = append(f.roots, i)
	}
	total := len(f.feature)
	f.weights, f.has = make([]float32, total*targets), make([]bool, total*targets)
	for i := range leaves {
		if to[i] < 0 || to[i] >= targets {
			c.failf(ivy.ErrIndex, "target %d of %d", to[i], targets)
		}
		f.weights[(n+i)*targets+to[i]], f.has[(n+i)*targets+to[i]] = leafWeights[i], true
	}
	f.finish(c)
	how := c.attrInt("aggregate_function", 1)
	if how < 0 || how > 3 {
		c.failf(ivy.ErrValue, "aggregate_function %d", how)
	}
	z := f.scores(c, x, []string{"AVERAGE", "SUM", "MIN", "MAX"}[how])
	switch c.attrInt("post_transform", 0) {
	case 0:
	case 1:
		z = e.Softmax(z, ivy.Axis(-1))
	case 2:
		z = e.Sigmoid(z)
	default:
		c.failf(ivy.ErrUnsupported, "post_transform %d", c.attrInt("post_transform", 0))
	}
	c.setAs(z, c.elem(0))
}

// kernel returns the kernel function of all samples and support vectors: (samples, vectors).
func (c *call) kernel(x *ivy.Array, vectors []float32) *ivy.Array {
	e := c.e
	if x.Dim(1) == 0 || len(vectors)%x.Dim(1) != 0 {
		c.failf(ivy.ErrShape, "support vectors of %d numbers for %d features", len(vectors), x.Dim(1))
	}
	s := e.Reshape(e.Asarray(vectors, ivy.Float32), []int{-1, x.Dim(1)})
	params := append(slices.Clone(c.attrFloats("kernel_params")), 0, 0, 0)
	gamma, coef, degree := float64(params[0]), float64(params[1]), float64(params[2])
	dot := func() *ivy.Array { return e.MatMul(x, e.MatrixTranspose(s)) }
	switch c.oneOf("kernel_type", "LINEAR", "POLY", "RBF", "SIGMOID") {
	case "POLY":
		return e.Pow(e.Add(e.Multiply(dot(), gamma), coef), degree)
	case "SIGMOID":
		return e.Tanh(e.Add(e.Multiply(dot(), gamma), coef))
	case "RBF":
		d := e.Subtract(e.ExpandDims(x, ivy.Axis(1)), e.ExpandDims(s, ivy.Axis(0)))
		return e.Exp(e.Multiply(e.Sum(e.Square(d), ivy.Axis(2)), -gamma))
	}
	return dot()
}

func svmRegressor(c *call) {
	e, x := c.e, c.rows()
	w, rho := c.attrFloats("coefficients"), c.attrFloats("rho")
	if len(rho) == 0 {
		c.failf(ivy.ErrValue, "no rho")
	}
	var z *ivy.Array
	if c.attrInt("n_supports", 0) > 0 {
		k := c.kernel(x, c.attrFloats("support_vectors"))
		if k.Dim(1) != len(w) {
			c.failf(ivy.ErrShape, "%d coefficients for %d support vectors", len(w), k.Dim(1))
		}
		z = e.MatMul(k, e.Reshape(e.Asarray(w, ivy.Float32), []int{-1, 1}))
	} else {
		z = c.kernel(x, w)
	}
	z = e.Add(z, float64(rho[0]))
	if c.attrInt("one_class", 0) != 0 {
		z = e.Where(e.Greater(z, 0.0), 1.0, e.Negative(e.OnesLike(z)))
	} else {
		z = c.transformed(z)
	}
	c.setAs(z, elemFloat)
}

// svmClassifier has a decision for each pair of classes, and votes; with prob_a and prob_b probabilities, found from those of pairs by libsvm's
// iteration (Wu, Lin and Weng, 2004), on the host.
func svmClassifier(c *call) {
	e, x := c.e, c.rows()
	labels := c.labels("classlabels_ints", 0)
	per, rho, w := c.attrInts("vectors_per_class"), c.attrFloats("rho"), c.attrFloats("coefficients")
	pa, pb := c.attrFloats("prob_a"), c.attrFloats("prob_b")
	n := labels.Size()
	if len(per) == 0 {
		c.failf(ivy.ErrUnsupported, "a classifier without support vectors")
	}
	pairs := n * (n - 1) / 2
	k := c.kernel(x, c.attrFloats("support_vectors"))
	if len(per) != n || n < 2 || sum(per) != k.Dim(1) || slices.Min(per) < 0 || len(rho) < pairs || len(w) != (n-1)*k.Dim(1) || len(pa) != len(pb) || len(pa) != 0 && len(pa) < pairs {
		c.failf(ivy.ErrShape, "%d classes with vectors %v, %d coefficients and %d numbers rho", n, per, len(w), len(rho))
	}
	vectors := k.Dim(1)
	starts := make([]int, n)
	for i := 1; i < n; i++ {
		starts[i] = starts[i-1] + per[i-1]
	}
	matrix := make([]float32, vectors*pairs) // of the coefficients of each pair
	p := 0
	for i := range n {
		for j := i + 1; j < n; j++ {
			for s := range per[i] {
				matrix[(starts[i]+s)*pairs+p] = w[(j-1)*vectors+starts[i]+s]
			}
			for s := range per[j] {
				matrix[(starts[j]+s)*pairs+p] = w[i*vectors+starts[j]+s]
			}
			p++
		}
	}
	decisions := e.Add(e.MatMul(k, e.Reshape(e.Asarray(matrix, ivy.Float32), []int{vectors, pairs})), e.Asarray(rho[:pairs], ivy.Float32))
	if len(pa) > 0 {
		scores := reading.Values[float64](e.Astype(decisions, ivy.Float64))
		samples := x.Dim(0)
		out := make([]float32, 0, samples*n)
		for s := range samples {
			out = append(out, coupled(scores[s*pairs:(s+1)*pairs], pa, pb, n)...)
		}
		z := e.Reshape(e.Asarray(out, ivy.Float32), []int{samples, n})
		c.setAs(e.Take(labels, e.ArgMax(z, ivy.Axis(1)), ivy.Axis(0)), elemInt64)
		c.setAs(c.transformed(z), elemFloat)
		return
	}
	wins := e.Astype(e.Greater(decisions, 0.0), ivy.Int64)
	first, second := make([]int64, pairs*n), make([]int64, pairs*n)
	p = 0
	for i := range n {
		for j := i + 1; j < n; j++ {
			first[p*n+i], second[p*n+j] = 1, 1
			p++
		}
	}
	votes := e.Add(e.MatMul(wins, e.Reshape(e.Asarray(first, ivy.Int64), []int{pairs, n})), e.MatMul(e.Subtract(1, wins), e.Reshape(e.Asarray(second, ivy.Int64), []int{pairs, n})))
	c.setAs(e.Take(labels, e.ArgMax(votes, ivy.Axis(1)), ivy.Axis(0)), elemInt64)
	if n == 2 {
		decisions = e.Concat([]*ivy.Array{e.Negative(decisions), decisions}, ivy.Axis(1))
	}
	c.setAs(c.transformed(decisions), elemFloat)
}

// coupled returns the probabilities of n classes whose pairs have the given decisions.
func coupled(decisions []float64, pa, pb []float32, n int) []float32 {
	r := make([]float64, n*n)
	p := 0
	for i := range n {
		for j := i + 1; j < n; j++ {
			v := decisions[p]*float64(pa[p]) + float64(pb[p])
			x := 1 / (1 + math.Exp(v))
			x = max(1e-7, min(x, 1-1e-7))
			r[i*n+j], r[j*n+i] = x, 1-x
			p++
		}
	}
	q := make([]float64, n*n)
	probs, qp := make([]float64, n), make([]float64, n)
	for t := range n {
		probs[t] = 1 / float64(n)
		for j := range n {
			if j != t {
				q[t*n+t] += r[j*n+t] * r[j*n+t]
				q[t*n+j] = -r[j*n+t] * r[t*n+j]
			}
		}
	}
	for range max(100, n) {
		pqp := 0.0
		for t := range n {
			qp[t] = 0
			for j := range n {
				qp[t] += q[t*n+j] * probs[j]
			}
			pqp += probs[t] * qp[t]
		}
		worst := 0.0
		for t := range n {
			worst = max(worst, math.Abs(qp[t]-pqp))
		}
		if worst < 0.005/float64(n) {
			break
		}
		for t := range n {
			diff := (pqp - qp[t]) / q[t*n+t]
			probs[t] += diff
			pqp = (pqp + diff*(diff*q[t*n+t]+2*qp[t])) / (1 + diff) / (1 + diff)
			for j := range n {
				qp[j] = (qp[j] + diff*q[t*n+j]) / (1 + diff)
				probs[j] /= 1 + diff
			}
		}
	}
	z := make([]float32, n)
	for i := range z {
		z[i] = float32(probs[i])
	}
	return z
}
