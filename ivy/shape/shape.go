// Package shape computes shapes: what a result's shape is, given the operands'
// and the arguments. Its functions are pure, take lengths as []int with the
// outermost axis first, never keep or change a slice they are given, and return
// an [*Error] for what does not fit or an [*AxisError] for an axis that is not there.
package shape

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
)

// MaxRank is the largest number of axes an array may have. It is NumPy's.
const MaxRank = 64

// An Error is a shape that does not fit.
type Error struct{ Msg string }

// Error returns the message.
func (e *Error) Error() string { return e.Msg }

func errorf(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }

// An AxisError is an axis that an array does not have, or that is named twice.
type AxisError struct {
	Axis, Rank int
	Twice      bool
}

// Error says which axes there are.
func (e *AxisError) Error() string {
	if e.Twice {
		return fmt.Sprintf("axis %d is named twice", e.Axis)
	}
	if e.Rank == 0 {
		return fmt.Sprintf("axis %d of an array without axes", e.Axis)
	}
	return fmt.Sprintf("axis %d of an array of %d dimensions (want %d … %d)", e.Axis, e.Rank, -e.Rank, e.Rank-1)
}

// Text returns a shape as Python writes it: "()", "(3,)", "(2, 3)".
func Text(s []int) string {
	switch len(s) {
	case 0:
		return "()"
	case 1:
		return fmt.Sprintf("(%d,)", s[0])
	}
	var b strings.Builder
	for i, n := range s {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprint(&b, n)
	}
	return "(" + b.String() + ")"
}

// Size returns the number of elements of a valid shape: see [Check].
func Size(s []int) int {
	n := 1
	for _, d := range s {
		n *= d
	}
	return n
}

// Check refuses shapes with negative lengths, more than MaxRank axes, or whose
// lengths other than 0 multiply to more bytes than an int counts, for elements of
// itemsize bytes.
func Check(s []int, itemsize int) error {
	if len(s) > MaxRank {
		return errorf("shape of %d dimensions (at most %d)", len(s), MaxRank)
	}
	n, over := uint(max(itemsize, 1)), uint(0)
	for _, d := range s {
		switch {
		case d < 0:
			return errorf("shape %s has a negative length", Text(s))
		case d > 1:
			var high uint
			high, n = bits.Mul(n, uint(d))
			over |= high | n>>(bits.UintSize-1)
		}
	}
	if over != 0 {
		return errorf("shape %s is too large", Text(s))
	}
	return nil
}

// Product returns the product of numbers of 0 or more, or the largest int if that is less.
func Product(ns ...int) int {
	n, over := uint(1), false
	for _, m := range ns {
		if m == 0 {
			return 0
		}
		high, low := bits.Mul(n, uint(m))
		over = over || high != 0 || low > math.MaxInt
		n = low
	}
	if over {
		return math.MaxInt
	}
	return int(n)
}

// Strides returns the row-major strides of a shape, in elements.
func Strides(s []int) []int {
	st := make([]int, len(s))
	n := 1
	for i := len(s) - 1; i >= 0; i-- {
		st[i] = n
		n *= max(s[i], 1)
	}
	return st
}

// Axis returns axis counted from the front; a negative one counts from the end.
func Axis(axis, rank int) (int, error) {
	if axis < -rank || axis >= rank {
		return 0, &AxisError{Axis: axis, Rank: rank}
	}
	if axis < 0 {
		axis += rank
	}
	return axis, nil
}

// Axes returns axes counted from the front, in ascending order.
func Axes(axes []int, rank int) ([]int, error) {
	out, err := AxesInOrder(axes, rank)
	if err != nil {
		return nil, err
	}
	slices.Sort(out)
	return out, nil
}

// AxesInOrder returns axes counted from the front, in the order given.
func AxesInOrder(axes []int, rank int) ([]int, error) {
	out := make([]int, len(axes))
	for i, a := range axes {
		n, err := Axis(a, rank)
		if err != nil {
			return nil, err
		}
		if slices.Contains(out[:i], n) {
			return nil, &AxisError{Axis: a, Rank: rank, Twice: true}
		}
		out[i] = n
	}
	return out, nil
}

// Inverse returns the permutation of axes that takes perm back.
func Inverse(perm []int) []int {
	back := make([]int, len(perm))
	for i, axis := range perm {
		back[axis] = i
	}
	return back
}

// All returns the axes 0 … rank−1.
func All(rank int) []int {
	out := make([]int, rank)
	for i := range out {
		out[i] = i
	}
	return out
}

// Broadcast returns the shape to which all shapes broadcast.
func Broadcast(shapes ...[]int) ([]int, error) {
	var out []int
	for _, s := range shapes {
		n, ok := AppendBroadcast(make([]int, 0, max(len(out), len(s))), out, s)
		if !ok {
			texts := make([]string, len(shapes))
			for i, s := range shapes {
				texts[i] = Text(s)
			}
			return nil, errorf("shapes %s do not broadcast", strings.Join(texts, " and "))
		}
		out = n
	}
	if out == nil {
		out = []int{}
	}
	return out, nil
}

// AppendBroadcast appends to dst the shape to which x and y broadcast, and
// reports whether there is one.
func AppendBroadcast(dst, x, y []int) ([]int, bool) {
	if len(x) < len(y) {
		x, y = y, x
	}
	lead := len(x) - len(y)
	dst = append(dst, x[:lead]...)
	for i, n := range y {
		switch m := x[lead+i]; {
		case m == n || n == 1:
			dst = append(dst, m)
		case m == 1:
			dst = append(dst, n)
		default:
			return dst, false
		}
	}
	return dst, true
}

// BroadcastTo refuses a shape that does not broadcast to want.
func BroadcastTo(s, want []int) error {
	ok := len(s) <= len(want)
	for i := 1; ok && i <= len(s); i++ {
		n, m := s[len(s)-i], want[len(want)-i]
		ok = n == m || n == 1
	}
	if !ok {
		return errorf("shape %s does not broadcast to %s", Text(s), Text(want))
	}
	return nil
}

// Reduce returns s without axes, which ascend and are there; with keep their
// length is 1 instead.
func Reduce(s, axes []int, keep bool) []int {
	out := make([]int, 0, len(s))
	for i, n := range s {
		switch {
		case !slices.Contains(axes, i):
			out = append(out, n)
		case keep:
			out = append(out, 1)
		}
	}
	return out
}

// Reshape returns want with its one −1, if there is one, replaced by what is left
// of the elements of s.
func Reshape(s, want []int) ([]int, error) {
	if len(want) > MaxRank {
		return nil, errorf("shape of %d dimensions (at most %d)", len(want), MaxRank)
	}
	out := slices.Clone(want)
	if out == nil {
		out = []int{}
	}
	size, rest, known := Size(s), -1, 1
	for i, n := range want {
		switch {
		case n == -1 && rest < 0:
			rest = i
		case n < 0:
			return nil, errorf("cannot reshape %s into %s: want lengths of 0 or more, and one −1 at most", Text(s), Text(want))
		case n > 0 && known > math.MaxInt/n:
			return nil, errorf("shape %s is too large", Text(want))
		default:
			known *= n
		}
	}
	if rest >= 0 {
		if known == 0 || size%known != 0 {
			return nil, errorf("cannot reshape %s, of %d elements, into %s", Text(s), size, Text(want))
		}
		out[rest] = size / known
		return out, nil
	}
	if known != size {
		return nil, errorf("cannot reshape %s, of %d elements, into %s", Text(s), size, Text(want))
	}
	return out, nil
}

// Permute returns s with its axes in the order of perm, which must name each once.
func Permute(s, perm []int) (shape, axes []int, err error) {
	if len(perm) != len(s) {
		return nil, nil, errorf("%d axes for an array of %d dimensions", len(perm), len(s))
	}
	if axes, err = AxesInOrder(perm, len(s)); err != nil {
		return nil, nil, err
	}
	shape = make([]int, len(s))
	for i, a := range axes {
		shape[i] = s[a]
	}
	return shape, axes, nil
}

// Move returns the permutation that takes the axes source to the positions
// destination and leaves the others in their order.
func Move(source, destination []int, rank int) ([]int, error) {
	if len(source) != len(destination) {
		return nil, errorf("%d axes to move, but %d positions", len(source), len(destination))
	}
	src, err := AxesInOrder(source, rank)
	if err != nil {
		return nil, err
	}
	dst, err := AxesInOrder(destination, rank)
	if err != nil {
		return nil, err
	}
	perm := make([]int, rank)
	for i := range perm {
		perm[i] = -1
	}
	for i, d := range dst {
		perm[d] = src[i]
	}
	next := 0
	for i := range perm {
		if perm[i] >= 0 {
			continue
		}
		for slices.Contains(src, next) {
			next++
		}
		perm[i] = next
		next++
	}
	return perm, nil
}

// ExpandDims returns s with axes of length 1 at the positions named, which are
// counted in the result.
func ExpandDims(s, axes []int) ([]int, error) {
	rank := len(s) + len(axes)
	if rank > MaxRank {
		return nil, errorf("shape of %d dimensions (at most %d)", rank, MaxRank)
	}
	at, err := AxesInOrder(axes, rank)
	if err != nil {
		return nil, err
	}
	out := make([]int, 0, rank)
	for i := range rank {
		if slices.Contains(at, i) {
			out = append(out, 1)
		} else {
			out = append(out, s[0])
			s = s[1:]
		}
	}
	return out, nil
}

// Squeeze returns s without the axes named, whose length must be 1.
func Squeeze(s, axes []int) ([]int, error) {
	at, err := Axes(axes, len(s))
	if err != nil {
		return nil, err
	}
	for _, a := range at {
		if s[a] != 1 {
			return nil, errorf("axis %d of shape %s has length %d, want 1", a, Text(s), s[a])
		}
	}
	return Reduce(s, at, false), nil
}

// Concat returns the shape of arrays joined along axis, and axis counted from the front.
func Concat(shapes [][]int, axis int) ([]int, int, error) {
	if len(shapes) == 0 {
		return nil, 0, errorf("no arrays to join")
	}
	out := slices.Clone(shapes[0])
	axis, err := Axis(axis, len(out))
	if err != nil {
		return nil, 0, err
	}
	for _, s := range shapes[1:] {
		for i := range max(len(s), len(out)) {
			if len(s) != len(out) || i != axis && s[i] != out[i] {
				return nil, 0, errorf("shapes %s and %s do not join along axis %d", Text(shapes[0]), Text(s), axis)
			}
		}
		if out[axis] > math.MaxInt-s[axis] {
			return nil, 0, errorf("arrays whose lengths along axis %d add up to more than an int counts", axis)
		}
		out[axis] += s[axis]
	}
	return out, axis, nil
}

// MatMul returns the shape of the matrix product of x and y.
func MatMul(x, y []int) ([]int, error) {
	return AppendMatMul(make([]int, 0, max(len(x), len(y))), x, y)
}

// AppendMatMul appends to dst the shape of the matrix product of x and y.
func AppendMatMul(dst, x, y []int) ([]int, error) {
	if len(x) == 0 || len(y) == 0 {
		return nil, errorf("matmul of shapes %s and %s (want at least one dimension)", Text(x), Text(y))
	}
	xBatch, yBatch := x[:max(len(x)-2, 0)], y[:max(len(y)-2, 0)]
	k, rows := x[len(x)-1], y[len(yBatch)]
	if k != rows {
		return nil, errorf("matmul of shapes %s and %s: %d columns meet %d rows", Text(x), Text(y), k, rows)
	}
	out, ok := AppendBroadcast(dst, xBatch, yBatch)
	if !ok {
		return nil, errorf("matmul of shapes %s and %s: the leading axes do not broadcast", Text(x), Text(y))
	}
	if len(x) > 1 {
		out = append(out, x[len(x)-2])
	}
	if len(y) > 1 {
		out = append(out, y[len(y)-1])
	}
	return out, nil
}

// A Range names Len positions along an axis: Start, Start+Step, …. Step is
// not 0 and may be negative; every position is inside the axis.
type Range struct{ Start, Step, Len int }

// Full returns the range of a whole axis of length n.
func Full(n int) Range { return Range{0, 1, n} }

// Lens returns the lengths of ranges.
func Lens(ranges []Range) []int {
	lens := make([]int, len(ranges))
	for i, r := range ranges {
		lens[i] = r.Len
	}
	return lens
}

// Slice returns the positions that Python's slice start:stop:step names on an axis
// of length n; nil is a bound left out. The step must not be 0.
func Slice(start, stop *int, step, n int) (Range, error) {
	if step == 0 {
		return Range{}, errorf("slice with step 0")
	}
	first, last := 0, n // the bounds left out, and what others are held between
	lo, hi := 0, n
	if step < 0 {
		first, last = n-1, -1
		lo, hi = -1, n-1
	}
	bound := func(p *int, otherwise int) int {
		if p == nil {
			return otherwise
		}
		v := *p
		if v < 0 {
			v += n
		}
		return min(max(v, lo), hi)
	}
	r := Range{Start: bound(start, first), Step: step}
	end := bound(stop, last)
	if step > 0 && end > r.Start {
		r.Len = (end-r.Start-1)/step + 1
	} else if step < 0 && end < r.Start {
		r.Len = int(uint(r.Start-end-1)/-uint(step)) + 1
	}
	if r.Len == 0 {
		r.Start = 0
	}
	if r.Len <= 1 {
		r.Step = 1
	}
	return r, nil
}
