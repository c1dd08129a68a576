package tensorflow

import (
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

var indexing = []frontend.Func{
	{Path: ".__getitem__", Go: "At", Sig: "x, *key", Doc: "Keys are ints, [ivy.Slice], [ivy.NewAxis] and [ivy.Ellipsis]; a mask of bools; with NumPy's behaviour integer tensors too.", Run: getItem},
	{Path: "gather", Sig: "params, indices, validate_indices=None, axis=None, batch_dims=0, name=None", Run: gather},
	{Path: "gather_nd", Sig: "params, indices, batch_dims=0, name=None, bad_indices_policy=''", Run: gatherND},
	{Path: "boolean_mask", Sig: "tensor, mask, axis=None, name='boolean_mask'", Run: booleanMask},
	{Path: "slice", Sig: "input_, begin, size, name=None", Run: slice},
	{Path: "tensor_scatter_nd_update", Sig: "tensor, indices, updates, name=None", Run: scatter},
	{Path: tnp + "take", Sig: "a, indices, axis=None, out=None, mode='clip'", Run: take},
	{Path: tnp + "take_along_axis", Sig: "arr, indices, axis", Run: func(c *frontend.Call) any {
		x, i := array(c, "arr").V, indices(c, "indices")
		axis := 0
		if c.Has("axis") {
			axis = oneAxis(c, "axis", x.Ndim())
		} else {
			x, i = c.Env().Reshape(x, []int{-1}), c.Env().Reshape(i, []int{-1})
		}
		if x.Ndim() != i.Ndim() {
			c.Raise(valueError, "%s() of %d axes with indices of %d", c.Func.Path, x.Ndim(), i.Ndim())
		}
		return result(c, c.Env().TakeAlongAxis(x, i, ivy.Axis(axis)), false)
	}},
	{Path: tnp + "compress", Sig: "condition, a, axis=None", Run: func(c *frontend.Call) any {
		keep, x := truth(c, "condition"), array(c, "a").V
		if keep.Ndim() != 1 {
			c.Raise(valueError, "condition must be a 1-d array")
		}
		axis := 0
		if x.Ndim() == 0 || !c.Has("axis") {
			x = c.Env().Reshape(x, []int{-1})
		} else if axis = oneAxisAs(c, "axis", x.Ndim(), "AssertionError"); false {
			return nil
		}
		if keep.Size() > x.Shape()[axis] {
			c.Raise(valueError, "a condition of %d elements for %d", keep.Size(), x.Shape()[axis])
		}
		return result(c, c.Env().Take(x, c.Env().Nonzero(keep)[0], ivy.Axis(axis)), false)
	}},
}

// indices returns an argument of integers.
func indices(c *frontend.Call, name string) *ivy.Array {
	o := get(c, name)
	d := o.def(c.Namespace)
	if l, isList := o.list.([]any); isList && len(l) == 0 {
		d = dtype.Int32
	}
	if d != dtype.Int32 && d != dtype.Int64 && d != dtype.Int16 {
		c.Raise(invalidArgument, "%s(): %s of %v, want int32 or int64", c.Func.Path, name, d)
	}
	return c.Env().Astype(o.as(c.Namespace, d), dtype.Int64)
}

// inside refuses indices that are not from 0 to n−1.
func inside(c *frontend.Call, i *ivy.Array, n int) {
	e := c.Env()
	if i.Size() > 0 && anyOf(e, e.LogicalOr(e.Less(i, number(e, i, 0)), e.GreaterEqual(i, number(e, i, n)))) {
		c.Raise(invalidArgument, "%s(): an index is not in [0, %d)", c.Func.Path, n)
	}
}

// indexDtypes are those of the tensors that are indices without NumPy's behaviour.
const indexDtypes dtype.Set = 1<<dtype.Int16 | 1<<dtype.Int32 | 1<<dtype.Int64

func getItem(c *frontend.Call) any {
	x := tensor(c, "x").V
	keys, _ := c.Arg("key").([]any)
	if len(keys) == 1 && modeOf(c.Namespace) == "" {
		if list, ok := frontend.Sequence(keys[0]); ok { // as a tuple
			keys = list
		}
	}
	if len(keys) == 1 {
		if o, isArray := mask(c, keys[0]); isArray {
			return result(c, masked(c, x, o, 0), false)
		}
	}
	key := make([]any, len(keys))
	var of dtype.Dtype // of tensors without axes, which become one tensor
	for i, k := range keys {
		switch v := k.(type) {
		case int, ivy.Span:
			key[i] = k
		case float64, complex128, string:
			class := typeError
			if modeOf(c.Namespace) != "" {
				class = "IndexError"
			}
			c.Raise(class, "only integers, slices, ellipsis, newaxis and integer or boolean tensors are indices, not %v", v)
		case nil:
			key[i] = ivy.NewAxis
		default:
			if v == any(ivy.NewAxis) || v == any(ivy.Ellipsis) {
				key[i] = k
				continue
			}
			o := inputOf(c.Namespace, k)
			d := o.def(c.Namespace)
			switch {
			case !d.IsInteger(), modeOf(c.Namespace) == "" && !indexDtypes.Has(d):
				c.Raise(typeError, "only integers, slices, ellipsis, newaxis and scalar tensors are indices, not %v", k)
			case o.a != nil && o.a.V.Ndim() == 0:
				switch { // which narrow ones, and those without a sign, become
				case d.Bits() < 32:
					d = dtype.Int32
				case d.IsUnsigned():
					d = dtype.Int64
				}
				if of != dtype.Invalid && of != d {
					c.Raise(invalidArgument, "indices of %v and %v", of, d)
				}
				of = d
				key[i] = int(intItem(o.a.V))
			case modeOf(c.Namespace) == "":
				c.Raise(typeError, "only integers, slices, ellipsis, newaxis and scalar tensors are indices, not an array")
			default:
				key[i] = o.as(c.Namespace, dtype.Int64)
			}
		}
	}
	first, rest := scalarsFirst(key)
	if first != nil {
		x = c.Env().GetItem(x, first...)
	}
	if z := withoutElements(c.Env(), x, rest); z != nil {
		return result(c, z, false)
	}
	return result(c, c.Env().CopyArray(c.Env().GetItem(x, rest...)), false)
}

// withoutElements returns the result of an index of one array, if it has no elements: TensorFlow does not look at the
// positions then. It returns nil for others.
func withoutElements(e *ivy.Env, x *ivy.Array, key []any) *ivy.Array {
	isArray := func(k any) bool { _, is := k.(*ivy.Array); return is }
	at := slices.IndexFunc(key, isArray)
	if at < 0 || slices.ContainsFunc(key[at+1:], isArray) || key[at].(*ivy.Array).Dtype() == dtype.Bool {
		return nil
	}
	axes := func(keys []any) (n int) {
		for _, k := range keys {
			if k != any(ivy.NewAxis) && k != any(ivy.Ellipsis) {
				n++
			}
		}
		return n
	}
	axis := axes(key[:at])
	if slices.Contains(key[:at], any(ivy.Ellipsis)) {
		axis = x.Ndim() - 1 - axes(key[at+1:])
	}
	dims := x.Shape()
	if axis < 0 || axis >= len(dims) {
		return nil
	}
	dims[axis] = 1
	of := slices.Clone(key)
	of[at] = e.ZerosLike(key[at])
	if z := e.GetItem(e.Zeros(dims, x.Dtype()), of...); z.Size() == 0 {
		return e.CopyArray(z)
	}
	return nil
}

// scalarsFirst parts a key of integers and of arrays into two: TensorFlow takes the integers first, as
// it takes slices, where NumPy broadcasts them with the arrays. first is nil if there is nothing to part.
func scalarsFirst(key []any) (first, rest []any) {
	isInt := func(k any) bool { _, is := k.(int); return is }
	isArray := func(k any) bool { _, is := k.(*ivy.Array); return is }
	if !slices.ContainsFunc(key, isInt) || !slices.ContainsFunc(key, isArray) {
		return nil, key
	}
	for _, k := range key {
		switch {
		case isInt(k):
			first = append(first, k)
			continue
		case k == any(ivy.Ellipsis):
			first = append(first, k)
		case k != any(ivy.NewAxis):
			first = append(first, ivy.Slice(nil, nil))
		}
		rest = append(rest, k)
	}
	return first, rest
}

// mask returns a key that is a tensor of bools.
func mask(c *frontend.Call, k any) (*ivy.Array, bool) {
	switch k.(type) {
	case int, ivy.Span, nil, float64, complex128, string:
		return nil, false
	}
	if k == any(ivy.NewAxis) || k == any(ivy.Ellipsis) {
		return nil, false
	}
	o := inputOf(c.Namespace, k)
	if o.a == nil || o.a.V.Dtype() != dtype.Bool {
		return nil, false
	}
	return o.a.V, true
}

// masked returns the elements of x along axes from axis on where m is true, or another number than 0.
func masked(c *frontend.Call, x, m *ivy.Array, axis int) *ivy.Array {
	n := m.Ndim()
	if n == 0 {
		c.Raise(valueError, "a mask cannot be a scalar")
	}
	s := x.Shape()
	if axis < 0 {
		axis += len(s)
	}
	if axis < 0 || axis+n > len(s) || !slices.Equal(s[axis:axis+n], m.Shape()) {
		c.Raise(valueError, "shapes %v and %v are incompatible", s, m.Shape())
	}
	if m.Dtype() == dtype.Float16 {
		c.Raise(unimplemented, "%s: Where has no kernel for %v", c.Func.Path, m.Dtype())
	}
	if m.Dtype() != dtype.Bool {
		m = c.Env().Astype(m, dtype.Bool)
	}
	to := append(append(slices.Clone(s[:axis]), product(s[axis:axis+n])), s[axis+n:]...)
	at := c.Env().Nonzero(c.Env().Reshape(m, []int{m.Size()}))[0]
	return c.Env().Take(c.Env().Reshape(x, to), at, ivy.Axis(axis))
}

func booleanMask(c *frontend.Call) any {
	named(c)
	x, m := tensor(c, "tensor").V, tensor(c, "mask").V
	axis := 0
	if c.Has("axis") {
		axis = c.Int("axis")
	}
	return result(c, masked(c, x, m, axis), false)
}

func gather(c *frontend.Call) any {
	named(c)
	x, i := tensor(c, "params").V, indices(c, "indices")
	noFloat(c, "axis")
	if !c.Has("batch_dims") {
		c.Raise(valueError, "gather: batch_dims is None, want an integer")
	}
	if f, isFloat := c.Arg("batch_dims").(float64); isFloat {
		c.Raise(invalidArgument, "gather: batch_dims is %v, want an integer", f)
	}
	batch := c.Int("batch_dims")
	axis := batch
	if c.Has("axis") {
		if axis = c.Int("axis"); axis == 0 { // the first axis is gathered along as if there were no batches
			batch = 0
		}
	}
	if batch < -i.Ndim() || batch > i.Ndim() {
		c.Raise(invalidArgument, "gather: batch_dims is %d, of indices of %d axes", batch, i.Ndim())
	}
	if batch < 0 {
		batch += i.Ndim()
	}
	if x.Ndim() == 0 {
		c.Raise(invalidArgument, "gather from a scalar")
	}
	if axis < 0 {
		axis += x.Ndim()
	}
	if axis < 0 || axis >= x.Ndim() || batch > axis {
		c.Raise(invalidArgument, "gather: batch_dims is %d, along axis %d of %d", batch, axis, x.Ndim())
	}
	s, t := x.Shape(), i.Shape()
	if !slices.Equal(s[:batch], t[:batch]) {
		c.Raise(invalidArgument, "gather: batches of shapes %v and %v", s[:batch], t[:batch])
	}
	inside(c, i, s[axis])
	return result(c, c.Env().Gather(x, i, ivy.Axis(axis), ivy.BatchDims(batch)), false)
}

// taken returns the elements of x that i names along an axis, whatever its shape.
func taken(c *frontend.Call, x, i *ivy.Array, axis int) *ivy.Array {
	s := x.Shape()
	to := append(append(slices.Clone(s[:axis]), i.Shape()...), s[axis+1:]...)
	if product(to) == 0 {
		return c.Env().Zeros(to, x.Dtype())
	}
	return c.Env().Reshape(c.Env().Take(x, c.Env().Reshape(i, []int{i.Size()}), ivy.Axis(axis)), to)
}

// rowsNamed returns how many axes of x, behind those of the batch, each row of indices names, and refuses rows that are out of range. With
// ignore it returns where these are, and indices that name the first element there.
func rowsNamed(c *frontend.Call, x, i *ivy.Array, batch int, ignore bool) (k int, at, bad *ivy.Array) {
	e, s := c.Env(), i.Shape()
	if len(s) == 0 || s[len(s)-1] > x.Ndim()-batch {
		c.Raise(invalidArgument, "%s(): indices of shape %v for %d axes", c.Func.Path, s, x.Ndim()-batch)
	}
	k = s[len(s)-1]
	bad = e.Zeros(s[:len(s)-1], dtype.Bool)
	for axis, j := range e.Unstack(i, ivy.Axis(len(s)-1)) {
		n := x.Shape()[batch+axis]
		if !ignore {
			inside(c, j, n)
			continue
		}
		bad = e.LogicalOr(bad, e.LogicalOr(e.Less(j, number(e, j, 0)), e.GreaterEqual(j, number(e, j, n))))
	}
	if ignore {
		i = e.Where(e.ExpandDims(bad, ivy.Axis(-1)), number(e, i, 0), i)
	}
	return k, i, bad
}

func gatherND(c *frontend.Call) any {
	named(c)
	fill := false
	switch policy := c.Text("bad_indices_policy"); policy {
	case "", "DEFAULT", "ERROR":
	case "IGNORE":
		fill = true
	default:
		c.Raise(notFound, "gather_nd: there is no bad_indices_policy %q", policy)
	}
	x, e := tensor(c, "params").V, c.Env()
	s, t := x.Shape(), tensor(c, "indices").V.Shape()
	batch := c.Int("batch_dims")
	if batch != 0 && (batch < 0 || batch >= len(t) || batch > len(s)) {
		c.Raise(valueError, "gather_nd: batch_dims is %d, of shapes %v and %v", batch, s, t)
	}
	i := indices(c, "indices")
	if batch != 0 && !slices.Equal(s[:batch], t[:batch]) {
		c.Raise(invalidArgument, "gather_nd: batches of shapes %v and %v", s[:batch], t[:batch])
	}
	if n := i.Ndim() - 1; n >= 0 && x.Size() == 0 && product(i.Shape()[:n]) > 0 {
		c.Raise(invalidArgument, "gather_nd: requested more than 0 entries, but params is empty: its shape is %v", x.Shape())
	}
	k, i, bad := rowsNamed(c, x, i, batch, fill)
	z := e.GatherND(x, i, ivy.BatchDims(batch))
	if fill { // what is not there is 0
		bad = e.Reshape(bad, append(bad.Shape(), slices.Repeat([]int{1}, len(s)-batch-k)...))
		z = e.Where(bad, e.Zeros(nil, x.Dtype()), z)
	}
	return result(c, z, false)
}

func scatter(c *frontend.Call) any {
	named(c)
	x, i, u := tensor(c, "tensor").V, indices(c, "indices"), tensor(c, "updates").V
	if u.Dtype() != x.Dtype() {
		c.Raise(invalidArgument, "updates of %v for a tensor of %v", u.Dtype(), x.Dtype())
	}
	if x.Size() == 0 && i.Size() > 0 {
		c.Raise(invalidArgument, "indices and updates for an empty output")
	}
	k, i, _ := rowsNamed(c, x, i, 0, false)
	if want := slices.Concat(i.Shape()[:i.Ndim()-1], x.Shape()[k:]); !slices.Equal(want, u.Shape()) {
		c.Raise(invalidArgument, "updates of shape %v, want %v", u.Shape(), want)
	}
	return result(c, c.Env().ScatterND(i, u, ivy.Initial(x), ivy.Reduction("replace")), false)
}

func slice(c *frontend.Call) any {
	named(c)
	x := tensor(c, "input_").V
	begin, _, _ := c.Ints("begin")
	size, _, _ := c.Ints("size")
	if at := get(c, "begin"); at.vacant() {
		c.Raise(invalidArgument, "slice: begin has no elements, and is of floats")
	}
	if len(begin) != x.Ndim() || len(size) != x.Ndim() {
		c.Raise(invalidArgument, "slice of %d axes from %v of size %v", x.Ndim(), begin, size)
	}
	key := make([]any, len(begin))
	for i, n := range x.Shape() {
		if size[i] == -1 {
			size = slices.Clone(size)
			size[i] = n - begin[i]
		}
		if begin[i] < 0 || begin[i] > n || size[i] < 0 || size[i] > n-begin[i] {
			c.Raise(invalidArgument, "slice from %v of size %v of shape %v", begin, size, x.Shape())
		}
		key[i] = ivy.Slice(begin[i], begin[i]+size[i])
	}
	if len(key) == 0 {
		return result(c, x, false)
	}
	return result(c, c.Env().CopyArray(c.Env().GetItem(x, key...)), false)
}

func take(c *frontend.Call) any {
	only(c, "out", nil)
	mode, isText := c.Arg("mode").(string)
	if isText && mode != "clip" && mode != "wrap" && mode != "raise" {
		c.Raise(valueError, "Invalid mode '%s' for take", mode)
	}
	i := indices(c, "indices")
	if _, isFloat := c.Arg("axis").(float64); isFloat && modeOf(c.Namespace) != "" {
		c.Raise(indexError, "take(): axis is %v, want an integer", c.Arg("axis"))
	} else if isFloat {
		c.Raise(typeError, "take(): axis is %v, want an integer", c.Arg("axis"))
	}
	x := array(c, "a").V
	axis := 0
	if c.Has("axis") {
		axis = oneAxis(c, "axis", x.Ndim())
	} else {
		x = c.Env().Reshape(x, []int{x.Size()})
	}
	e, n := c.Env(), x.Shape()[axis]
	switch mode := c.Text("mode"); mode {
	case "clip":
		i = e.Maximum(e.Minimum(i, number(e, i, n-1)), number(e, i, 0))
	case "wrap":
		nonzero(e, i, number(e, i, n))
		i = e.Remainder(i, number(e, i, n))
	default:
		c.Raise(valueError, "mode %q is not supported", mode)
	}
	inside(c, i, n)
	return result(c, taken(c, x, i, axis), false)
}
