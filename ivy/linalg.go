package ivy

import (
	"maps"
	"slices"
	"strings"

	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// operands understands two operands of a composed function and promotes them.
func (e *Env) operands(op *ops.Op, x1, x2 any, opts []Option) (a, b *Array, o options) {
	check(o.parse(op, opts))
	s := e.now.Load()
	a, b, err := owned(e.pair(s, op, x1, x2))
	check(err)
	a, b, err = e.promotePair(s, op, a, b)
	check(err)
	a, b, err = e.prepareBoth(s, op, composed(op), a, b)
	check(err)
	return a, b, o
}

func (e *Env) vecDot(x1, x2 any, opts []Option) *Array {
	a, b, o := e.operands(ops.VecDot, x1, x2, opts)
	axis, err := oneAxis(opts, -1)
	check(err)
	if len(a.shape) == 0 || len(b.shape) == 0 {
		check(errorf(ErrShape, "shapes %s and %s, want one dimension or more", shape.Text(a.shape), shape.Text(b.shape)))
	}
	if axis >= 0 && len(a.shape) != len(b.shape) { // the standard counts from the end, where the shapes meet
		check(errorf(ErrValue, "axis %d of shapes %s and %s: want a negative axis", axis, shape.Text(a.shape), shape.Text(b.shape)))
	}
	i, err := shape.Axis(axis, len(a.shape))
	check(err)
	j, err := shape.Axis(axis, len(b.shape))
	check(err)
	if a.shape[i] != b.shape[j] {
		check(errorf(ErrShape, "lengths %d and %d along axis %d", a.shape[i], b.shape[j], axis))
	}
	a, b = e.MoveAxis(a, []int{i}, []int{-1}), e.MoveAxis(b, []int{j}, []int{-1})
	if a.dtype.IsComplex() {
		a = e.Conj(a)
	}
	z := e.MatMul(e.ExpandDims(a, Axis(-2)), e.ExpandDims(b, Axis(-1)))
	return e.toOut(e.Squeeze(z, Axes{-2, -1}), &o)
}

func (e *Env) tensorDot(x1, x2 any, opts []Option) *Array {
	a, b, o := e.operands(ops.TensorDot, x1, x2, opts)
	n, named := 2, false
	var pairs ContractAxes
	for _, g := range opts {
		switch v := g.(type) {
		case Contract:
			n = int(v)
		case ContractAxes:
			pairs, named = v, true
		}
	}
	var left, right []int
	switch {
	case !named && n >= 0 && n <= min(len(a.shape), len(b.shape)):
		left, right = span(len(a.shape)-n, n), shape.All(n)
	case !named:
		check(errorf(ErrShape, "%d axes of shapes %s and %s", n, shape.Text(a.shape), shape.Text(b.shape)))
	default:
		var err error
		left, err = shape.AxesInOrder(pairs[0], len(a.shape))
		check(err)
		right, err = shape.AxesInOrder(pairs[1], len(b.shape))
		check(err)
		if len(left) != len(right) {
			check(errorf(ErrShape, "%d axes of x1, but %d of x2", len(left), len(right)))
		}
	}
	k := 1
	for i := range left {
		if a.shape[left[i]] != b.shape[right[i]] {
			check(errorf(ErrShape, "lengths %d and %d of axes %d and %d", a.shape[left[i]], b.shape[right[i]], left[i], right[i]))
		}
		k *= a.shape[left[i]]
	}
	var keepA, keepB, dims []int
	rows, cols := 1, 1
	for i, n := range a.shape {
		if !slices.Contains(left, i) {
			keepA, dims, rows = append(keepA, i), append(dims, n), rows*n
		}
	}
	for i, n := range b.shape {
		if !slices.Contains(right, i) {
			keepB, dims, cols = append(keepB, i), append(dims, n), cols*n
		}
	}
	a = e.Reshape(e.PermuteDims(a, slices.Concat(keepA, left)), []int{rows, k})
	b = e.Reshape(e.PermuteDims(b, slices.Concat(right, keepB)), []int{k, cols})
	return e.toOut(e.Reshape(e.MatMul(a, b), dims), &o)
}

// einsum multiplies the operands from left to right, two at a time, as batched matrix
// products: letters that both have and that are wanted later are the batch, those that
// no one wants later are summed over.
func (e *Env) einsum(equation string, arrays []*Array) *Array {
	if len(arrays) == 0 {
		check(errorf(ErrValue, "no operands"))
	}
	s := e.now.Load()
	xs, err := e.promoteArrays(s, arrays)
	check(err)
	shapes := make([][]int, len(xs))
	for i := range xs {
		xs[i], err = e.prepare(s, ops.Einsum, composed(ops.Einsum), xs[i])
		check(err)
		shapes[i] = xs[i].shape
	}
	inputs, output, err := parseEinsum(equation, shapes)
	check(err)
	terms := make([]term, len(xs))
	lengths := map[int]int{}
	for i, x := range xs {
		terms[i] = e.ownDiagonal(term{x, inputs[i]})
		for j, l := range terms[i].letters {
			n := terms[i].x.shape[j]
			if old, ok := lengths[l]; ok && old != n && old != 1 && n != 1 {
				check(errorf(ErrShape, "equation %q: lengths %d and %d for one letter", equation, old, n))
			}
			if n != 1 || lengths[l] == 0 && n == 1 {
				if old, ok := lengths[l]; !ok || old == 1 {
					lengths[l] = n
				}
			}
		}
	}
	z := terms[0]
	wanted := func(l, from int) bool {
		if slices.Contains(output, l) {
			return true
		}
		for _, t := range terms[from:] {
			if slices.Contains(t.letters, l) {
				return true
			}
		}
		return false
	}
	z = e.sumOut(z, func(l int) bool { return wanted(l, 1) })
	for i, t := range terms[1:] {
		later := func(l int) bool { return wanted(l, i+2) }
		t = e.sumOut(t, func(l int) bool { return later(l) || slices.Contains(z.letters, l) })
		z = e.contract(e.sumOut(z, func(l int) bool { return later(l) || slices.Contains(t.letters, l) }), t, later)
	}
	perm := make([]int, len(output))
	for i, l := range output {
		perm[i] = slices.Index(z.letters, l)
	}
	dims := make([]int, len(output))
	for i, l := range output {
		dims[i] = lengths[l]
	}
	return e.CopyArray(e.BroadcastTo(e.PermuteDims(z.x, perm), dims))
}

// A term is an array with a letter for each axis; axes of "..." have negative ones,
// counted from the last.
type term struct {
	x       *Array
	letters []int
}

// parseEinsum returns the letters of the operands' axes and of the result's.
func parseEinsum(equation string, shapes [][]int) (inputs [][]int, output []int, err error) {
	text := strings.ReplaceAll(equation, " ", "")
	left, right, arrow := strings.Cut(text, "->")
	parts := strings.Split(left, ",")
	if len(parts) != len(shapes) {
		return nil, nil, errorf(ErrValue, "equation %q has %d operands, got %d", equation, len(parts), len(shapes))
	}
	dots := 0 // how many axes "..." has, at most
	count := map[int]int{}
	for i, p := range parts {
		rank := len(shapes[i])
		named, has := namedAxes(p)
		if has && named > rank || !has && named != rank {
			return nil, nil, errorf(ErrShape, "equation %q: %q for an array of %d dimensions", equation, p, rank)
		}
		letters, err := einsumLetters(equation, p, rank-named)
		if err != nil {
			return nil, nil, err
		}
		if has {
			dots = max(dots, rank-named)
		}
		for _, l := range letters {
			count[l]++
		}
		inputs = append(inputs, letters)
	}
	if !arrow {
		return inputs, impliedOutput(count, dots), nil
	}
	if output, err = einsumLetters(equation, right, dots); err != nil {
		return nil, nil, err
	}
	for i, l := range output {
		if count[l] == 0 || slices.Contains(output[:i], l) {
			return nil, nil, errorf(ErrValue, "equation %q: the result's letters must be the operands', each once", equation)
		}
	}
	if dots > 0 && !strings.Contains(right, "...") {
		return nil, nil, errorf(ErrValue, "equation %q: the result lacks the axes of \"...\"", equation)
	}
	return inputs, output, nil
}

// namedAxes returns how many axes a part of an equation names, and whether it has "...".
func namedAxes(part string) (n int, dots bool) {
	before, after, dots := strings.Cut(part, "...")
	return len(before) + len(after), dots
}

// einsumLetters returns the letters of a part of an equation, whose "..." has this many axes.
func einsumLetters(equation, part string, dots int) (letters []int, err error) {
	before, after, has := strings.Cut(part, "...")
	for i, p := range []string{before, after} {
		for _, r := range p {
			if r < 'A' || r > 'z' || r > 'Z' && r < 'a' {
				return nil, errorf(ErrValue, "equation %q: %q is no letter", equation, r)
			}
			letters = append(letters, int(r))
		}
		if i == 0 && has {
			letters = appendDots(letters, dots)
		}
	}
	return letters, nil
}

// appendDots appends the letters of the axes of "...".
func appendDots(letters []int, n int) []int {
	for k := n; k > 0; k-- {
		letters = append(letters, -k)
	}
	return letters
}

// impliedOutput returns the letters of a result that the equation does not name: the axes of
// "...", then in alphabetical order the letters that occur once.
func impliedOutput(count map[int]int, dots int) []int {
	output := appendDots(nil, dots)
	for _, l := range slices.Sorted(maps.Keys(count)) {
		if l > 0 && count[l] == 1 {
			output = append(output, l)
		}
	}
	return output
}

// ownDiagonal takes the diagonal of axes that have one letter.
func (e *Env) ownDiagonal(t term) term {
	for i := 0; i < len(t.letters); i++ {
		j := slices.Index(t.letters[i+1:], t.letters[i])
		if j < 0 {
			continue
		}
		j += i + 1
		n := t.x.shape[i]
		if t.x.shape[j] != n {
			check(errorf(ErrShape, "lengths %d and %d for one letter of an operand", n, t.x.shape[j]))
		}
		x := e.MoveAxis(t.x, []int{i, j}, []int{0, 1})
		rest := x.shape[2:]
		x = e.Reshape(x, slices.Concat([]int{n * n}, rest))
		rs := wholes(x)
		rs[0] = shape.Range{Start: 0, Step: n + 1, Len: n}
		if n <= 1 {
			rs[0].Step = 1
		}
		letters := []int{t.letters[i]}
		for k, l := range t.letters {
			if k != i && k != j {
				letters = append(letters, l)
			}
		}
		t = term{e.slice(x, rs), letters}
		i = -1
	}
	return t
}

// sumOut sums over the axes whose letters are not kept.
func (e *Env) sumOut(t term, keep func(int) bool) term {
	var axes Axes
	var letters []int
	for i, l := range t.letters {
		if keep(l) {
			letters = append(letters, l)
		} else {
			axes = append(axes, i)
		}
	}
	if len(axes) == 0 {
		return t
	}
	return term{e.Sum(t.x, axes, t.x.dtype), letters}
}

// contract multiplies two terms and sums over the letters that both have and that are
// not kept.
func (e *Env) contract(a, b term, keep func(int) bool) term {
	var batch, summed, onlyA, onlyB []int
	for _, l := range a.letters {
		switch {
		case !slices.Contains(b.letters, l):
			onlyA = append(onlyA, l)
		case keep(l):
			batch = append(batch, l)
		default:
			summed = append(summed, l)
		}
	}
	for _, l := range b.letters {
		if !slices.Contains(a.letters, l) {
			onlyB = append(onlyB, l)
		}
	}
	// An axis of length 1 that meets a longer one is broadcast, but for the batch, which
	// matmul broadcasts by itself.
	length := func(t term, l int) int { return t.x.shape[slices.Index(t.letters, l)] }
	arrange := func(t, other term, groups ...[]int) *Array {
		var perm, dims []int
		for _, g := range groups {
			for _, l := range g {
				perm = append(perm, slices.Index(t.letters, l))
				n := length(t, l)
				if slices.Contains(summed, l) && n == 1 {
					n = length(other, l)
				}
				dims = append(dims, n)
			}
		}
		return e.BroadcastTo(e.PermuteDims(t.x, perm), dims)
	}
	x, y := arrange(a, b, batch, onlyA, summed), arrange(b, a, batch, summed, onlyB)
	nb := len(batch)
	size := func(dims []int) int { return shape.Size(dims) }
	rows, k, cols := size(x.shape[nb:nb+len(onlyA)]), size(x.shape[nb+len(onlyA):]), size(y.shape[nb+len(summed):])
	tail := slices.Concat(x.shape[nb:nb+len(onlyA)], y.shape[nb+len(summed):])
	z := e.MatMul(e.Reshape(x, slices.Concat(x.shape[:nb], []int{rows, k})), e.Reshape(y, slices.Concat(y.shape[:nb], []int{k, cols})))
	return term{e.Reshape(z, slices.Concat(z.shape[:nb], tail)), slices.Concat(batch, onlyA, onlyB)}
}
