package shape

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// An answer is what a function of shapes returns: a shape, or part of the error's text.
type answer struct {
	want []int
	err  string
}

func (a answer) check(t *testing.T, got []int, err error, call string) {
	t.Helper()
	if a.err != "" {
		assert.ErrorContains(t, err, a.err, call)
		assert.Nil(t, got, call)
		return
	}
	assert.NoError(t, err, call)
	assert.Equal(t, a.want, got, call)
}

func lengths(maxRank int) *rapid.Generator[[]int] {
	return rapid.SliceOfN(rapid.IntRange(0, 4), 0, maxRank)
}

func TestText(t *testing.T) {
	for want, s := range map[string][]int{"()": nil, "(3,)": {3}, "(2, 3)": {2, 3}, "(0, -1, 2)": {0, -1, 2}} {
		assert.Equal(t, want, Text(s))
	}
}

func TestSizeAndStrides(t *testing.T) {
	for _, c := range []struct {
		s       []int
		size    int
		strides []int
	}{
		{nil, 1, []int{}},
		{[]int{3}, 3, []int{1}},
		{[]int{2, 3, 4}, 24, []int{12, 4, 1}},
		{[]int{2, 0, 4}, 0, []int{4, 4, 1}},
		{[]int{1, 1}, 1, []int{1, 1}},
	} {
		assert.Equal(t, c.size, Size(c.s), Text(c.s))
		assert.Equal(t, c.strides, Strides(c.s), Text(c.s))
	}
	// Strides count the elements in row-major order.
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SliceOfN(rapid.IntRange(1, 4), 0, 4).Draw(t, "shape")
		st, index := Strides(s), make([]int, len(s))
		for want := range Size(s) {
			at := 0
			for i, k := range index {
				at += k * st[i]
			}
			require.Equal(t, want, at)
			for i := len(s) - 1; i >= 0; i-- {
				if index[i]++; index[i] < s[i] {
					break
				}
				index[i] = 0
			}
		}
	})
}

// half of the bits that an int counts with.
const half = bits.UintSize/2 - 1

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		s    []int
		item int
		err  string
	}{
		{nil, 16, ""},
		{[]int{0, 5}, 8, ""},
		{[]int{-1}, 8, "shape (-1,) has a negative length"},
		{[]int{0, math.MinInt}, 8, "negative"},
		{make([]int, MaxRank), 1, ""},
		{make([]int, MaxRank+1), 1, "shape of 65 dimensions (at most 64)"},
		{[]int{math.MaxInt}, 1, ""},
		{[]int{math.MaxInt}, 2, "too large"},
		{[]int{1 << half, 1 << half}, 1, ""},
		{[]int{1 << half, 1 << (half + 1)}, 1, "too large"},
		{[]int{1 << half, 0, 1 << (half + 1)}, 1, "too large"}, // its strides would not fit
		{[]int{1 << half, 1 << (half + 1), 1 << half}, 1, "too large"},
		{[]int{1 << half, 1 << (half - 3)}, 16, "too large"},
		{[]int{1 << half, 1 << (half - 4)}, 16, ""},
		{[]int{5}, 0, ""},
	} {
		if err := Check(c.s, c.item); c.err == "" {
			assert.NoError(t, err, Text(c.s))
		} else {
			assert.ErrorContains(t, err, c.err)
			assert.ErrorAs(t, err, new(*Error))
		}
	}
}

func TestAxes(t *testing.T) {
	for _, c := range []struct {
		axis, rank, want int
		err              string
	}{
		{0, 1, 0, ""}, {-1, 3, 2, ""}, {-3, 3, 0, ""}, {2, 3, 2, ""},
		{3, 3, 0, "axis 3 of an array of 3 dimensions (want -3 … 2)"},
		{-4, 3, 0, "axis -4 of"},
		{0, 0, 0, "axis 0 of an array without axes"},
		{math.MinInt, 3, 0, "want -3 … 2"},
		{math.MaxInt, 3, 0, "want -3 … 2"},
	} {
		got, err := Axis(c.axis, c.rank)
		assert.Equal(t, c.want, got)
		if c.err == "" {
			assert.NoError(t, err)
		} else {
			assert.ErrorContains(t, err, c.err)
			assert.ErrorAs(t, err, new(*AxisError))
		}
	}

	in := []int{-1, 0}
	answer{[]int{0, 2}, ""}.checked(t, func() ([]int, error) { return Axes(in, 3) })
	answer{[]int{2, 0}, ""}.checked(t, func() ([]int, error) { return AxesInOrder(in, 3) })
	assert.Equal(t, []int{-1, 0}, in, "the argument must not change")
	answer{nil, "axis -1 is named twice"}.checked(t, func() ([]int, error) { return Axes([]int{2, -1}, 3) })
	answer{nil, "axis 3 of"}.checked(t, func() ([]int, error) { return AxesInOrder([]int{0, 3}, 3) })
	answer{[]int{}, ""}.checked(t, func() ([]int, error) { return Axes(nil, 0) })
	assert.Equal(t, []int{0, 1, 2}, All(3))
	assert.Equal(t, []int{}, All(0))
}

func (a answer) checked(t *testing.T, f func() ([]int, error)) {
	t.Helper()
	got, err := f()
	a.check(t, got, err, "")
}

func TestBroadcast(t *testing.T) {
	for _, c := range []struct {
		shapes [][]int
		answer
	}{
		{nil, answer{want: []int{}}},
		{[][]int{{}}, answer{want: []int{}}},
		{[][]int{{2, 3}}, answer{want: []int{2, 3}}},
		{[][]int{{2, 1}, {3}}, answer{want: []int{2, 3}}},
		{[][]int{{}, {4, 1}, {1, 5}}, answer{want: []int{4, 5}}},
		{[][]int{{0}, {1}}, answer{want: []int{0}}},
		{[][]int{{3, 0}, {3, 1}}, answer{want: []int{3, 0}}},
		{[][]int{{0}, {2}}, answer{err: "shapes (0,) and (2,) do not broadcast"}},
		{[][]int{{2, 3}, {3, 2}}, answer{err: "shapes (2, 3) and (3, 2) do not broadcast"}},
		{[][]int{{1}, {2}, {3}}, answer{err: "shapes (1,) and (2,) and (3,)"}},
	} {
		got, err := Broadcast(c.shapes...)
		c.check(t, got, err, "Broadcast")
	}
}

// The common shape is the one that every element's index, and no other, is in; the
// order does not matter, and BroadcastTo agrees.
func TestBroadcastProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shapes := rapid.SliceOfN(rapid.SliceOfN(rapid.IntRange(0, 3), 0, 4), 1, 4).Draw(t, "shapes")
		got, err := Broadcast(shapes...)
		back, err2 := Broadcast(reversed(shapes)...)
		require.Equal(t, err == nil, err2 == nil)
		require.Equal(t, got, back)

		rank, fits := 0, true
		for _, s := range shapes {
			rank = max(rank, len(s))
		}
		want := make([]int, rank)
		for i := range want {
			want[i] = 1
			for _, s := range shapes {
				j := i - rank + len(s)
				if j < 0 || s[j] == 1 {
					continue
				}
				fits = fits && (want[i] == 1 || want[i] == s[j])
				want[i] = s[j]
			}
		}
		require.Equal(t, fits, err == nil)
		if !fits {
			return
		}
		require.Equal(t, want, got)
		for _, s := range shapes {
			require.NoError(t, BroadcastTo(s, got))
		}
	})
}

func reversed(shapes [][]int) [][]int {
	out := slices.Clone(shapes)
	slices.Reverse(out)
	return out
}

func TestBroadcastTo(t *testing.T) {
	for _, c := range []struct {
		s, to []int
		ok    bool
	}{
		{nil, nil, true}, {nil, []int{2, 0}, true}, {[]int{1}, []int{0}, true}, {[]int{3}, []int{2, 3}, true},
		{[]int{2, 1}, []int{2, 3}, true}, {[]int{2}, []int{1}, false}, {[]int{1, 2}, []int{2}, false},
		{[]int{0}, []int{1}, false}, {[]int{2, 3}, []int{3, 2}, false},
	} {
		err := BroadcastTo(c.s, c.to)
		assert.Equal(t, c.ok, err == nil, "%v to %v: %v", c.s, c.to, err)
	}
	assert.EqualError(t, BroadcastTo([]int{2}, []int{3}), "shape (2,) does not broadcast to (3,)")
}

func TestReduce(t *testing.T) {
	for _, c := range []struct {
		s, axes []int
		keep    bool
		want    []int
	}{
		{[]int{2, 3, 4}, []int{1}, false, []int{2, 4}},
		{[]int{2, 3, 4}, []int{1}, true, []int{2, 1, 4}},
		{[]int{2, 3, 4}, []int{0, 1, 2}, false, []int{}},
		{[]int{2, 3}, []int{0, 1}, true, []int{1, 1}},
		{[]int{2, 0}, []int{1}, false, []int{2}},
		{[]int{2, 3}, nil, false, []int{2, 3}},
		{nil, nil, true, []int{}},
	} {
		assert.Equal(t, c.want, Reduce(c.s, c.axes, c.keep))
	}
}

func TestReshape(t *testing.T) {
	for _, c := range []struct {
		s, to []int
		answer
	}{
		{[]int{2, 3}, []int{6}, answer{want: []int{6}}},
		{[]int{2, 3}, []int{-1}, answer{want: []int{6}}},
		{[]int{2, 3}, []int{3, -1, 1}, answer{want: []int{3, 2, 1}}},
		{nil, nil, answer{want: []int{}}},
		{nil, []int{-1}, answer{want: []int{1}}},
		{[]int{1}, []int{}, answer{want: []int{}}},
		{[]int{0, 3}, []int{-1}, answer{want: []int{0}}},
		{[]int{0, 3}, []int{7, 0}, answer{want: []int{7, 0}}},
		{[]int{0, 3}, []int{5, -1}, answer{want: []int{5, 0}}},
		{[]int{0, 3}, []int{0, -1}, answer{err: "cannot reshape (0, 3), of 0 elements, into (0, -1)"}},
		{[]int{2, 3}, []int{0, -1}, answer{err: "cannot reshape"}},
		{[]int{2, 3}, []int{4, -1}, answer{err: "cannot reshape (2, 3), of 6 elements, into (4, -1)"}},
		{[]int{2, 3}, []int{5}, answer{err: "of 6 elements, into (5,)"}},
		{[]int{2, 3}, []int{-1, -1}, answer{err: "one −1 at most"}},
		{[]int{2, 3}, []int{-2, 3}, answer{err: "want lengths of 0 or more"}},
		{[]int{2, 3}, []int{math.MinInt}, answer{err: "want lengths of 0 or more"}},
		{[]int{2, 3}, []int{math.MaxInt, 2}, answer{err: "too large"}},
		{[]int{2}, []int{math.MaxInt/2 + 1, 4, 2}, answer{err: "too large"}},
		{[]int{1}, make([]int, MaxRank+1), answer{err: "at most 64"}},
	} {
		got, err := Reshape(c.s, c.to)
		c.check(t, got, err, Text(c.s)+" into "+Text(c.to))
	}
	rapid.Check(t, func(t *rapid.T) {
		s := lengths(4).Draw(t, "shape")
		to := rapid.SliceOfN(rapid.IntRange(-1, 5), 0, 4).Draw(t, "to")
		before := slices.Clone(to)
		got, err := Reshape(s, to)
		require.Equal(t, before, to)
		// All that a −1 may stand for, tried one by one.
		var fits [][]int
		switch minus := slices.Index(to, -1); {
		case minus < 0:
			if Size(to) == Size(s) {
				fits = append(fits, to)
			}
		case !slices.Contains(to[minus+1:], -1):
			for n := range 5000 {
				try := slices.Clone(to)
				try[minus] = n
				if Size(try) == Size(s) {
					fits = append(fits, try)
				}
			}
		}
		require.Equal(t, len(fits) == 1, err == nil, "%v %v", fits, err)
		if err == nil {
			require.Equal(t, fits[0], got)
		}
	})
}

func TestPermute(t *testing.T) {
	s, axes, err := Permute([]int{2, 3, 4}, []int{-1, 0, 1})
	require.NoError(t, err)
	assert.Equal(t, []int{4, 2, 3}, s)
	assert.Equal(t, []int{2, 0, 1}, axes)
	for perm, want := range map[*[]int]string{
		{0}: "1 axes for an array of 3 dimensions", {0, 1, 1}: "twice", {0, 1, 3}: "axis 3", {0, 1, 2, 0}: "4 axes",
	} {
		_, _, err := Permute([]int{2, 3, 4}, *perm)
		assert.ErrorContains(t, err, want)
	}
}

func TestMove(t *testing.T) {
	for _, c := range []struct {
		from, to []int
		rank     int
		answer
	}{
		{[]int{0}, []int{-1}, 3, answer{want: []int{1, 2, 0}}},
		{[]int{-1}, []int{0}, 3, answer{want: []int{2, 0, 1}}},
		{[]int{0, 1}, []int{-1, -2}, 4, answer{want: []int{2, 3, 1, 0}}},
		{nil, nil, 2, answer{want: []int{0, 1}}},
		{nil, nil, 0, answer{want: []int{}}},
		{[]int{0}, []int{0, 1}, 2, answer{err: "1 axes to move, but 2 positions"}},
		{[]int{0, 0}, []int{0, 1}, 2, answer{err: "twice"}},
		{[]int{0, 1}, []int{1, -1}, 2, answer{err: "twice"}},
		{[]int{2}, []int{0}, 2, answer{err: "axis 2"}},
		{[]int{0}, []int{2}, 2, answer{err: "axis 2"}},
	} {
		got, err := Move(c.from, c.to, c.rank)
		c.check(t, got, err, "Move")
	}
	// Take the moved axes out of the row of axes, then put each in at its place, the
	// first place first: that is what moving means.
	rapid.Check(t, func(t *rapid.T) {
		rank := rapid.IntRange(0, 6).Draw(t, "rank")
		n := rapid.IntRange(0, rank).Draw(t, "n")
		from := rapid.Permutation(All(rank)).Draw(t, "from")[:n]
		to := rapid.Permutation(All(rank)).Draw(t, "to")[:n]
		want := slices.DeleteFunc(All(rank), func(a int) bool { return slices.Contains(from, a) })
		for place := range rank {
			if i := slices.Index(to, place); i >= 0 {
				want = slices.Insert(want, place, from[i])
			}
		}
		for i := range from {
			if rapid.Bool().Draw(t, "negative") {
				from[i] -= rank
			}
		}
		got, err := Move(from, to, rank)
		require.NoError(t, err)
		require.Equal(t, want, got)
	})
}

func TestExpandAndSqueeze(t *testing.T) {
	for _, c := range []struct {
		s, axes []int
		answer
	}{
		{[]int{2, 3}, []int{0}, answer{want: []int{1, 2, 3}}},
		{[]int{2, 3}, []int{-1}, answer{want: []int{2, 3, 1}}},
		{[]int{2, 3}, []int{0, -1}, answer{want: []int{1, 2, 3, 1}}},
		{[]int{2}, []int{2, 0}, answer{want: []int{1, 2, 1}}},
		{nil, []int{0}, answer{want: []int{1}}},
		{[]int{2}, nil, answer{want: []int{2}}},
		{[]int{2}, []int{2}, answer{err: "axis 2 of an array of 2 dimensions"}},
		{[]int{2}, []int{0, -3}, answer{err: "twice"}},
		{make([]int, MaxRank), []int{0}, answer{err: "at most 64"}},
	} {
		got, err := ExpandDims(c.s, c.axes)
		c.check(t, got, err, "ExpandDims")
	}
	for _, c := range []struct {
		s, axes []int
		answer
	}{
		{[]int{1, 2, 1}, []int{0}, answer{want: []int{2, 1}}},
		{[]int{1, 2, 1}, []int{-1, 0}, answer{want: []int{2}}},
		{[]int{1}, []int{0}, answer{want: []int{}}},
		{[]int{1, 2}, nil, answer{want: []int{1, 2}}},
		{[]int{1, 2}, []int{1}, answer{err: "axis 1 of shape (1, 2) has length 2, want 1"}},
		{[]int{0}, []int{0}, answer{err: "has length 0"}},
		{[]int{1}, []int{0, 0}, answer{err: "twice"}},
		{nil, []int{0}, answer{err: "without axes"}},
	} {
		got, err := Squeeze(c.s, c.axes)
		c.check(t, got, err, "Squeeze")
	}
	rapid.Check(t, func(t *rapid.T) {
		s := lengths(4).Draw(t, "shape")
		n := rapid.IntRange(0, 3).Draw(t, "n")
		axes := rapid.Permutation(All(len(s)+n)).Draw(t, "axes")[:n]
		wide, err := ExpandDims(s, axes)
		require.NoError(t, err)
		back, err := Squeeze(wide, axes)
		require.NoError(t, err)
		require.Equal(t, append([]int{}, s...), back)
	})
}

func TestConcat(t *testing.T) {
	for _, c := range []struct {
		shapes [][]int
		axis   int
		at     int
		answer
	}{
		{[][]int{{2, 3}, {4, 3}}, 0, 0, answer{want: []int{6, 3}}},
		{[][]int{{2, 3}, {2, 0}, {2, 1}}, -1, 1, answer{want: []int{2, 4}}},
		{[][]int{{5}}, 0, 0, answer{want: []int{5}}},
		{nil, 0, 0, answer{err: "no arrays to join"}},
		{[][]int{{}}, 0, 0, answer{err: "without axes"}},
		{[][]int{{2}, {}}, 0, 0, answer{err: "shapes (2,) and () do not join along axis 0"}},
		{[][]int{{2}, {2, 2}}, 0, 0, answer{err: "do not join"}},
		{[][]int{{2, 3}, {2, 4}}, 0, 0, answer{err: "do not join along axis 0"}},
		{[][]int{{2, 3}}, 2, 0, answer{err: "axis 2"}},
	} {
		first := slices.Clone(c.shapes)
		got, at, err := Concat(c.shapes, c.axis)
		c.check(t, got, err, "Concat")
		assert.Equal(t, c.at, at)
		assert.Equal(t, first, c.shapes)
	}
}

func TestMatMul(t *testing.T) {
	for _, c := range []struct {
		x, y []int
		answer
	}{
		{[]int{2, 3}, []int{3, 4}, answer{want: []int{2, 4}}},
		{[]int{3}, []int{3, 4}, answer{want: []int{4}}},
		{[]int{2, 3}, []int{3}, answer{want: []int{2}}},
		{[]int{3}, []int{3}, answer{want: []int{}}},
		{[]int{5, 1, 2, 3}, []int{6, 3, 4}, answer{want: []int{5, 6, 2, 4}}},
		{[]int{5, 2, 3}, []int{3}, answer{want: []int{5, 2}}},
		{[]int{3}, []int{5, 3, 4}, answer{want: []int{5, 4}}},
		{[]int{2, 0}, []int{0, 4}, answer{want: []int{2, 4}}},
		{[]int{0}, []int{0}, answer{want: []int{}}},
		{nil, []int{3}, answer{err: "want at least one dimension"}},
		{[]int{3}, nil, answer{err: "want at least one dimension"}},
		{[]int{2, 3}, []int{4, 3}, answer{err: "3 columns meet 4 rows"}},
		{[]int{2, 2, 3}, []int{3, 3, 4}, answer{err: "the leading axes do not broadcast"}},
	} {
		got, err := MatMul(c.x, c.y)
		c.check(t, got, err, Text(c.x)+" "+Text(c.y))
	}
}

// positions lists what Python's slice names, one position after the other. Bounds and
// steps beyond twice the length are all the same.
func positions(start, stop *int, step, n int) []int {
	near := func(v int) int { return min(max(v, -3*n-3), 3*n+3) }
	bound := func(p *int, otherwise int) int {
		switch {
		case p == nil:
			return otherwise
		case *p < 0:
			return near(*p) + n
		}
		return near(*p)
	}
	out := []int{}
	step = near(step)
	if step > 0 {
		for i := max(bound(start, 0), 0); i < min(bound(stop, n), n); i += step {
			out = append(out, i)
		}
		return out
	}
	for i := min(bound(start, n-1), n-1); i > max(bound(stop, -1), -1); i += step {
		out = append(out, i)
	}
	return out
}

func TestSlice(t *testing.T) {
	bounds := []*int{nil}
	steps := []int{}
	for v := -6; v <= 6; v++ {
		bounds = append(bounds, &v)
		if v != 0 {
			steps = append(steps, v)
		}
	}
	for _, v := range []int{math.MinInt, math.MinInt + 1, math.MaxInt - 1, math.MaxInt} {
		bounds = append(bounds, &v)
		steps = append(steps, v)
	}
	show := func(p *int) any {
		if p == nil {
			return nil
		}
		return *p
	}
	for n := range 6 {
		for _, start := range bounds {
			for _, stop := range bounds {
				for _, step := range steps {
					r, err := Slice(start, stop, step, n)
					require.NoError(t, err)
					got := []int{}
					for i := range r.Len {
						got = append(got, r.Start+i*r.Step)
					}
					require.Equal(t, positions(start, stop, step, n), got, "%v:%v:%v of %d: %v", show(start), show(stop), step, n, r)
					require.NotZero(t, r.Step)
				}
			}
		}
	}
	_, err := Slice(nil, nil, 0, 3)
	assert.EqualError(t, err, "slice with step 0")
	assert.Equal(t, Range{0, 1, 4}, Full(4))
}

// An axis as long as an int counts does not overflow either.
func TestSliceLong(t *testing.T) {
	three := 3
	for _, c := range []struct {
		start, stop *int
		step        int
		want        Range
	}{
		{nil, nil, 1, Range{0, 1, math.MaxInt}},
		{nil, nil, -1, Range{math.MaxInt - 1, -1, math.MaxInt}},
		{nil, nil, math.MaxInt, Range{0, 1, 1}},
		{&three, nil, math.MaxInt - 4, Range{3, math.MaxInt - 4, 2}},
		{nil, nil, math.MinInt, Range{math.MaxInt - 1, 1, 1}},
		{nil, &three, -2, Range{math.MaxInt - 1, -2, (math.MaxInt - 3) / 2}},
	} {
		got, err := Slice(c.start, c.stop, c.step, math.MaxInt)
		require.NoError(t, err)
		assert.Equal(t, c.want, got, "step %d", c.step)
	}
}
