package ivy_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/ops"
)

// The values and the kinds of errors of some hundred patterns are golden rows of
// package backendtest. Here are the messages, which name the pattern and the axis.
func TestEinopsErrors(t *testing.T) {
	x := ivy.Zeros([]int{2, 3, 4})
	rearrange := func(pattern string, opts ...ivy.Option) func() {
		return func() { ivy.EinopsRearrange(x, pattern, opts...) }
	}
	for _, c := range []struct {
		call func()
		kind error
		want string
	}{
		{rearrange("a b c"), ivy.ErrValue, `pattern "a b c": want two sides, with one -> between them`},
		{rearrange("a b c -> a c"), ivy.ErrValue, `pattern "a b c -> a c": axis b on the left side alone`},
		{rearrange("a c -> a b c"), ivy.ErrValue, `pattern "a c -> a b c": axis b on the right side alone`},
		{rearrange("a b b -> a b"), ivy.ErrValue, `pattern "a b b -> a b": axis b twice on one side`},
		{rearrange("a ... -> a"), ivy.ErrValue, `pattern "a ... -> a": axis ... on the left side alone`},
		{rearrange("a b c -> a ... b c"), ivy.ErrValue, `pattern "a b c -> a ... b c": ... on the right side alone`},
		{rearrange("(a ...) b -> a b ..."), ivy.ErrValue, `pattern "(a ...) b -> a b ...": ... in parentheses on the left side`},
		{rearrange("a b (c -> a b c"), ivy.ErrValue, `pattern "a b (c -> a b c": a parenthesis is not closed`},
		{rearrange("a b c) -> a b c"), ivy.ErrValue, `pattern "a b c) -> a b c": a closing parenthesis too many`},
		{rearrange("a (b (c)) -> a b c"), ivy.ErrValue, `pattern "a (b (c)) -> a b c": parentheses inside parentheses`},
		{rearrange("a b 4 -> a b 4"), ivy.ErrValue, `pattern "a b 4 -> a b 4": constant axis 4, want 1 as the only constant`},
		{rearrange("a b 0 -> a b"), ivy.ErrValue, `pattern "a b 0 -> a b": axis of length 0`},
		{rearrange("a b c- -> a b c-"), ivy.ErrValue, `pattern "a b c- -> a b c-": "c-" is no axis: want a name of letters, digits and _, not first or last, a positive number, or ...`},
		{rearrange("a b (c d) -> a b c d"), ivy.ErrValue, `pattern "a b (c d) -> a b c d": the lengths of axes c and d are both open (give one by AxesLengths)`},
		{rearrange("a b c -> c b a", ivy.AxesLengths{"q": 2}), ivy.ErrValue, `pattern "a b c -> c b a": length of axis q, which is not there`},
		{rearrange("a b c -> c b a", ivy.AxesLengths{"a b": 2}), ivy.ErrValue, `pattern "a b c -> c b a": length of axis "a b", which is no name`},
		{rearrange("a b (c d) -> a b c d", ivy.AxesLengths{"c": -1}), ivy.ErrValue, `pattern "a b (c d) -> a b c d": axis c of length -1`},
		{rearrange("a b -> b a"), ivy.ErrShape, `pattern "a b -> b a": 3 dimensions, want 2`},
		{rearrange("a b c d ... -> b a ... d c"), ivy.ErrShape, `pattern "a b c d ... -> b a ... d c": 3 dimensions, want 4 or more`},
		{rearrange("a b c -> c b a", ivy.AxesLengths{"b": 5}), ivy.ErrShape, `pattern "a b c -> c b a": axis b has length 3, want 5`},
		{rearrange("a 1 c -> c a"), ivy.ErrShape, `pattern "a 1 c -> c a": axis 1 has length 3, want 1`},
		{rearrange("a b (c d) -> a b c d", ivy.AxesLengths{"c": 2, "d": 3}), ivy.ErrShape, `pattern "a b (c d) -> a b c d": axis (c d) has length 4, want 6`},
		{rearrange("a b (c d) -> a b c d", ivy.AxesLengths{"c": 3}), ivy.ErrShape, `pattern "a b (c d) -> a b c d": axis d: length 4 of (c d) is no multiple of 3`},
		{rearrange("a b (c d) -> a b c d", ivy.AxesLengths{"c": math.MaxInt/2 + 1, "d": 4}), ivy.ErrShape, fmt.Sprintf(`pattern "a b (c d) -> a b c d": axes of lengths %d and 4 are too long together`, math.MaxInt/2+1)},
		{func() { ivy.EinopsRearrange(ivy.Zeros([]int{0}), "(a b) -> a b", ivy.AxesLengths{"a": 0}) }, ivy.ErrShape, `pattern "(a b) -> a b": axis b: any length will do in (a b), which is 0 long without it`},
		{func() { ivy.EinopsReduce(x, "a b c -> a", "std") }, ivy.ErrValue, `reduction "std", want all, any, max, mean, min, prod, sum`},
		{func() { ivy.EinopsReduce(x, "a b c -> a d", "sum") }, ivy.ErrValue, `pattern "a b c -> a d": axis d on the right side alone`},
		{func() { ivy.EinopsReduce(x.Astype(ivy.Complex64), "a b c -> a", "max") }, ivy.ErrDtype, `dtype complex64, want`},
		{func() { ivy.EinopsRepeat(x, "a b c -> a b c d") }, ivy.ErrValue, `pattern "a b c -> a b c d": new axis d without a length (give it by AxesLengths)`},
		{func() { ivy.EinopsRepeat(x, "a b c -> a b") }, ivy.ErrValue, `pattern "a b c -> a b": axis c on the left side alone`},
	} {
		err := ivy.Try(c.call)
		if assert.Error(t, err, c.want) {
			assert.ErrorIs(t, err, c.kind)
			assert.ErrorContains(t, err, c.want)
			assert.Regexp(t, "^ivy: Einops(Rearrange|Reduce|Repeat)", err.Error())
		}
	}
}

// There may be more axes of length 1 in a pattern than an array has.
func TestEinopsManyAxes(t *testing.T) {
	var names, back []string
	lengths := ivy.AxesLengths{}
	for i := range 100 {
		names = append(names, fmt.Sprintf("a%d", i))
		back = append([]string{names[i]}, back...)
		if i%50 != 7 {
			lengths[names[i]] = 1
		}
	}
	lengths["a7"] = 2
	x := ivy.Arange(6)
	pattern := "(" + strings.Join(names, " ") + ") -> (" + strings.Join(back, " ") + ")"
	assert.Equal(t, []int32{0, 3, 1, 4, 2, 5}, ivy.Values[int32](ivy.EinopsRearrange(x, pattern, lengths)))
	err := ivy.Try(func() { ivy.EinopsRepeat(x, "a -> a"+strings.Repeat(" 1", 64)) })
	assert.ErrorIs(t, err, ivy.ErrShape)
}

// Several arrays are one with a new first axis, as in the library.
func TestEinopsOfArrays(t *testing.T) {
	z := ivy.EinopsRearrange([]*ivy.Array{ivy.Arange(2), ivy.Arange(2, 4)}, "b a -> (a b)")
	assert.Equal(t, []int32{0, 2, 1, 3}, ivy.Values[int32](z))
}

func TestEinopsCall(t *testing.T) {
	env, err := ivy.NewEnv("native")
	require.NoError(t, err)
	x := env.Reshape(env.Arange(6), []int{2, 3})
	out := env.Zeros([]int{3, 1}, ivy.Int32)
	zs := env.Call(ops.EinopsReduce, []any{x, "(a one) b -> b one", "max"}, ivy.AxesLengths{"one": 1}, ivy.Out(out))
	assert.Same(t, out, zs[0])
	assert.Equal(t, []int32{3, 4, 5}, ivy.Values[int32](out))
	err = ivy.Try(func() { env.Call(ops.EinopsReduce, []any{x, "a b -> a"}) })
	assert.ErrorIs(t, err, ivy.ErrValue)
	err = ivy.Try(func() { x.EinopsRearrange("a b -> b a", ivy.AxesLengths{"a": 2}, ivy.AxesLengths{"b": 3}) })
	assert.ErrorContains(t, err, "option ivy.AxesLengths given twice")
	err = ivy.Try(func() { x.Sum(ivy.AxesLengths{"a": 2}) })
	assert.ErrorContains(t, err, "no option ivy.AxesLengths here")
}

func TestEinopsSupportedDtypes(t *testing.T) {
	for _, op := range []*ops.Op{ops.EinopsRearrange, ops.EinopsReduce, ops.EinopsRepeat} {
		for _, shapes := range [][][]int{nil, {{}}, {{2, 0, 3}}} {
			assert.Equal(t, ivy.AllDtypes(), ivy.FunctionSupportedDtypes(op.Name, shapes...), "%v of shapes %v", op, shapes)
		}
	}
	greatest := func(x *ivy.Array) *ivy.Array { return ivy.EinopsReduce(x, "... a -> a", "max") }
	assert.Equal(t, []ivy.Dtype{ivy.Complex64, ivy.Complex128}, ivy.FunctionUnsupportedDtypes(greatest))
	// No row is without an answer.
	for _, op := range ops.All() {
		if !op.Hidden {
			assert.NotPanics(t, func() { ivy.FunctionSupportedDtypes(op.Name) }, op.Name)
		}
	}
}

// A drawn arrangement is a shape whose axes are products of elementary ones, the names
// and lengths of these, and two ways to write them in parentheses.
type arrangement struct {
	x           *ivy.Array
	names       []string
	lengths     ivy.AxesLengths
	left, right string
}

// groups puts names into parentheses, some of them none, and returns the lengths.
func groups(t *rapid.T, names []string, lengths ivy.AxesLengths, label string) (string, []int) {
	var places []string
	dims := []int{}
	for i := 0; i < len(names) || rapid.IntRange(0, 4).Draw(t, label+" one") == 0; {
		n := rapid.IntRange(0, min(3, len(names)-i)).Draw(t, label+" group")
		size := 1
		for _, x := range names[i : i+n] {
			size *= lengths[x]
		}
		place := "(" + strings.Join(names[i:i+n], " ") + ")"
		if n == 1 && rapid.Bool().Draw(t, label+" bare") {
			place = names[i]
		} else if n == 0 && rapid.Bool().Draw(t, label+" bare") {
			place = "1"
		}
		places, dims = append(places, place), append(dims, size)
		i += n
	}
	return strings.Join(places, " "), dims
}

func drawArrangement(t *rapid.T) arrangement {
	a := arrangement{lengths: ivy.AxesLengths{}}
	for i := range rapid.IntRange(0, 6).Draw(t, "axes") {
		a.names = append(a.names, string(rune('a'+i)))
		a.lengths[a.names[i]] = rapid.SampledFrom([]int{1, 2, 3, 2, 3, 0}).Draw(t, "length")
	}
	left, dims := groups(t, a.names, a.lengths, "left")
	right, _ := groups(t, rapid.Permutation(a.names).Draw(t, "order"), a.lengths, "right")
	size := 1
	for _, n := range dims {
		size *= n
	}
	a.left, a.right = left, right
	a.x = ivy.Reshape(ivy.Arange(size, ivy.Int64), dims)
	return a
}

func TestEinopsProperties(t *testing.T) {
	t.Run("there and back", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			a := drawArrangement(t)
			there := ivy.EinopsRearrange(a.x, a.left+" -> "+a.right, a.lengths)
			back := ivy.EinopsRearrange(there, a.right+" -> "+a.left, a.lengths)
			assert.Equal(t, a.x.Shape(), back.Shape())
			assert.Equal(t, a.x.Bytes(), back.Bytes())
		})
	})
	t.Run("a reduction is its function over axes", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			a := drawArrangement(t)
			split, axes := a.split(t)
			var kept []string
			for i, x := range a.names {
				if !slices.Contains(axes, i) {
					kept = append(kept, x)
				}
			}
			got := ivy.EinopsReduce(a.x, a.left+" -> "+strings.Join(kept, " "), "sum", a.lengths)
			want := ivy.Sum(split, axes)
			assert.Equal(t, want.Dtype(), got.Dtype())
			assert.Equal(t, want.Shape(), got.Shape())
			assert.Equal(t, want.Bytes(), got.Bytes())
		})
	})
	t.Run("a mean of repetitions is what was repeated", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			a := drawArrangement(t)
			a.x = a.x.Astype(ivy.Float64)
			n := rapid.IntRange(1, 4).Draw(t, "n")
			lengths := ivy.AxesLengths{"n": n}
			for x, l := range a.lengths {
				lengths[x] = l
			}
			many := ivy.EinopsRepeat(a.x, a.left+" -> (n "+strings.Join(a.names, " ")+") 2", lengths)
			assert.Equal(t, []int{a.x.Size() * n, 2}, many.Shape())
			one := ivy.EinopsReduce(many, "(n "+strings.Join(a.names, " ")+") 2 -> "+a.left, "mean", lengths)
			assert.Equal(t, a.x.Shape(), one.Shape())
			assert.Equal(t, a.x.Bytes(), one.Bytes())
		})
	})
}

// split returns the array with its axes split by Reshape alone, and some of its axes.
func (a arrangement) split(t *rapid.T) (*ivy.Array, ivy.Axes) {
	dims, axes := []int{}, ivy.Axes{}
	for i, x := range a.names {
		dims = append(dims, a.lengths[x])
		if rapid.Bool().Draw(t, "reduced") {
			axes = append(axes, i)
		}
	}
	return ivy.Reshape(a.x, dims), axes
}
