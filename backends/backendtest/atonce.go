package backendtest

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
)

// soon is how long a call may take whose operands and result have next to no elements.
// It is generous: such calls take microseconds, and took minutes, or all memory, where
// their time grew with a number that the caller gave.
var soon = race.Limit(20 * time.Second)

// atOnce holds that the time of calls goes with the size of their operands and results,
// not with the numbers among their arguments.
func (s *suite) atOnce(t *testing.T) {
	e := s.env
	huge, large, far := 10_000_000, 20_000_000, 1<<30+1
	if strconv.IntSize == 64 {
		factor := 300
		huge, large, far = huge*factor, large*factor*factor, far<<32
	}
	none := e.Zeros([]int{0}, ivy.Int32)
	thin := e.Zeros([]int{3, 0}, ivy.Float32)
	wide, tall := e.Zeros([]int{0, huge}, ivy.Float32), e.Zeros([]int{huge, 0}, ivy.Float32)
	few := e.Asarray([]float32{1, 2, 4})
	many := e.Zeros([]int{300_000}, ivy.Float32)
	ranks := e.Zeros([]int{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1}, ivy.Float32)
	repetitions := make([]int, ranks.Ndim())
	for i := range repetitions {
		repetitions[i] = 1
	}
	repetitions[len(repetitions)-1] = huge
	for name, c := range map[string]struct {
		f     func(x *ivy.Array) *ivy.Array
		x     *ivy.Array
		dtype ivy.Dtype
		shape []int
	}{
		"Diff until nothing is left":    {func(x *ivy.Array) *ivy.Array { return e.Diff(x, ivy.N(huge)) }, many, ivy.Float32, []int{0}},
		"Diff as often as there are":    {func(x *ivy.Array) *ivy.Array { return e.Diff(x, ivy.N(300_000)) }, many, ivy.Float32, []int{0}},
		"Diff of rows without elements": {func(x *ivy.Array) *ivy.Array { return e.Diff(x, ivy.N(huge-7)) }, wide, ivy.Float32, []int{0, 7}},
		"OneHot of nothing":             {func(x *ivy.Array) *ivy.Array { return e.OneHot(x, huge) }, none, ivy.Float32, []int{0, huge}},
		"OneHot of nothing, first":      {func(x *ivy.Array) *ivy.Array { return e.OneHot(x, huge, ivy.Axis(0), ivy.Int8) }, none, ivy.Int8, []int{huge, 0}},
		"OneHot of depth 0":             {func(x *ivy.Array) *ivy.Array { return e.OneHot(e.Astype(x, ivy.Int32), 0) }, many, ivy.Float32, []int{300_000, 0}},
		"Tile":                          {func(x *ivy.Array) *ivy.Array { return e.Tile(x, []int{huge, large}) }, thin, ivy.Float32, []int{3 * huge, 0}},
		"Tile of many axes": {func(x *ivy.Array) *ivy.Array { return e.Tile(x, repetitions) }, ranks, ivy.Float32,
			append(append([]int{}, ranks.Shape()[:ranks.Ndim()-1]...), huge)},
		"Repeat":               {func(x *ivy.Array) *ivy.Array { return e.Repeat(x, large) }, none, ivy.Int32, []int{0}},
		"Repeat rows":          {func(x *ivy.Array) *ivy.Array { return e.Repeat(x, huge, ivy.Axis(0)) }, thin, ivy.Float32, []int{3 * huge, 0}},
		"Repeat rows each":     {func(x *ivy.Array) *ivy.Array { return e.Repeat(x, []int{huge, 0, huge}, ivy.Axis(0)) }, thin, ivy.Float32, []int{2 * huge, 0}},
		"Pad":                  {func(x *ivy.Array) *ivy.Array { return e.Pad(x, [][2]int{{huge, huge}, {0, 0}}) }, thin, ivy.Float32, []int{2*huge + 3, 0}},
		"Pad by the edge":      {func(x *ivy.Array) *ivy.Array { return e.Pad(x, [][2]int{{huge, huge}, {0, 0}}, ivy.Mode("edge")) }, thin, ivy.Float32, []int{2*huge + 3, 0}},
		"Roll":                 {func(x *ivy.Array) *ivy.Array { return e.Roll(x, []int{far}) }, few, ivy.Float32, []int{3}},
		"Roll of nothing":      {func(x *ivy.Array) *ivy.Array { return e.Roll(x, []int{large}, ivy.Axis(0)) }, tall, ivy.Float32, []int{huge, 0}},
		"Tril":                 {func(x *ivy.Array) *ivy.Array { return e.Tril(x) }, wide, ivy.Float32, []int{0, huge}},
		"Triu":                 {func(x *ivy.Array) *ivy.Array { return e.Triu(x, ivy.K(far)) }, tall, ivy.Float32, []int{huge, 0}},
		"Tril above all":       {func(x *ivy.Array) *ivy.Array { return e.Tril(e.Reshape(x, []int{1, 3}), ivy.K(far)) }, few, ivy.Float32, []int{1, 3}},
		"Sum of no rows":       {func(x *ivy.Array) *ivy.Array { return e.Sum(x, ivy.Axis(0)) }, tall, ivy.Float32, []int{0}},
		"Sort":                 {func(x *ivy.Array) *ivy.Array { return e.Sort(x, ivy.Axis(1)) }, wide, ivy.Float32, []int{0, huge}},
		"CumulativeSum":        {func(x *ivy.Array) *ivy.Array { return e.CumulativeSum(x, ivy.Axis(0)) }, tall, ivy.Float32, []int{huge, 0}},
		"ArgSort":              {func(x *ivy.Array) *ivy.Array { return e.Astype(e.ArgSort(x, ivy.Axis(0)), ivy.Int32) }, tall, ivy.Int32, []int{huge, 0}},
		"Sort, first":          {func(x *ivy.Array) *ivy.Array { return e.Sort(x, ivy.Axis(0)) }, tall, ivy.Float32, []int{huge, 0}},
		"ArgMax":               {func(x *ivy.Array) *ivy.Array { return e.Astype(e.ArgMax(x, ivy.Axis(1)), ivy.Int32) }, wide, ivy.Int32, []int{0}},
		"Max":                  {func(x *ivy.Array) *ivy.Array { return e.Max(x, ivy.Axis(1)) }, wide, ivy.Float32, []int{0}},
		"Var":                  {func(x *ivy.Array) *ivy.Array { return e.Var(x, ivy.Axis(1)) }, wide, ivy.Float32, []int{0}},
		"CumulativeProd":       {func(x *ivy.Array) *ivy.Array { return e.CumulativeProd(x, ivy.Axis(1)) }, wide, ivy.Float32, []int{0, huge}},
		"MatMul":               {func(x *ivy.Array) *ivy.Array { return e.MatMul(x, e.MatrixTranspose(x)) }, wide, ivy.Float32, []int{0, 0}},
		"IsIn":                 {func(x *ivy.Array) *ivy.Array { return e.IsIn(x, few) }, wide, ivy.Bool, []int{0, huge}},
		"Take":                 {func(x *ivy.Array) *ivy.Array { return e.Take(x, []int{huge - 1}, ivy.Axis(1)) }, wide, ivy.Float32, []int{0, 1}},
		"TakeAlongAxis":        {func(x *ivy.Array) *ivy.Array { return e.TakeAlongAxis(x, e.Astype(x, ivy.Int32), ivy.Axis(1)) }, wide, ivy.Float32, []int{0, huge}},
		"Exp":                  {func(x *ivy.Array) *ivy.Array { return e.Exp(x) }, tall, ivy.Float32, []int{huge, 0}},
		"Add":                  {func(x *ivy.Array) *ivy.Array { return e.Add(x, 1) }, wide, ivy.Float32, []int{0, huge}},
		"Flip":                 {func(x *ivy.Array) *ivy.Array { return e.Flip(x) }, tall, ivy.Float32, []int{huge, 0}},
		"Concat":               {func(x *ivy.Array) *ivy.Array { return e.Concat([]*ivy.Array{x, x}) }, tall, ivy.Float32, []int{2 * huge, 0}},
		"PermuteDims":          {func(x *ivy.Array) *ivy.Array { return e.PermuteDims(x, []int{1, 0}) }, tall, ivy.Float32, []int{0, huge}},
		"a step of the index":  {func(x *ivy.Array) *ivy.Array { return e.GetItem(x, ivy.Slice(nil, nil, far)) }, few, ivy.Float32, []int{1}},
		"BroadcastTo":          {func(x *ivy.Array) *ivy.Array { return e.BroadcastTo(x, []int{large, 3, 0}) }, thin, ivy.Float32, []int{large, 3, 0}},
		"Where":                {func(x *ivy.Array) *ivy.Array { return e.Where(e.Less(x, 1), x, 0) }, tall, ivy.Float32, []int{huge, 0}},
		"EinopsRepeat":         {func(x *ivy.Array) *ivy.Array { return e.EinopsRepeat(x, "a b -> a (r b)", ivy.AxesLengths{"r": huge}) }, thin, ivy.Float32, []int{3, 0}},
		"Softmax":              {func(x *ivy.Array) *ivy.Array { return e.Softmax(x) }, wide, ivy.Float32, []int{0, huge}},
		"SearchSorted, no one": {func(x *ivy.Array) *ivy.Array { return e.SearchSorted(few, e.Reshape(x, []int{0, huge})) }, tall, ivy.Int32, []int{0, huge}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for what, f := range map[string]func(*ivy.Array) *ivy.Array{"as it is": c.f, "compiled": func(x *ivy.Array) *ivy.Array { return e.Compile(c.f).Call(x) }} {
				var z *ivy.Array
				err, done := inTime(func() { z = f(c.x) })
				switch {
				case !done:
					t.Errorf("%s: it takes more than %v", what, soon)
				case assert.NoError(t, err, what):
					if name != "SearchSorted, no one" { // whose dtype is not what this is about
						assert.Equal(t, c.dtype, z.Dtype(), what)
					}
					assert.Equal(t, c.shape, z.Shape(), what)
				}
			}
		})
	}
}

// manyParts holds that an array is unstacked into many parts in a time that each part has
// little of, compiled too.
func (s *suite) manyParts(t *testing.T) {
	race.Sequential(t)
	const n = 95_264
	e := s.env
	x := e.Reshape(e.Arange(2*n, ivy.Int64), []int{n, 2})
	for what, f := range map[string]func(x *ivy.Array) []*ivy.Array{
		"as it is": func(x *ivy.Array) []*ivy.Array { return e.Unstack(x) },
		"compiled": func(x *ivy.Array) []*ivy.Array {
			return e.Compile(func(x *ivy.Array) []*ivy.Array { return e.Unstack(x) }).CallMany(x)
		},
		"the second axis": func(x *ivy.Array) []*ivy.Array { return e.Unstack(e.MatrixTranspose(x), ivy.Axis(1)) },
	} {
		var zs []*ivy.Array
		start := time.Now()
		err, done := inTime(func() { zs = f(x) })
		switch {
		case !done:
			t.Errorf("%s: it takes more than %v", what, soon)
		case assert.NoError(t, err, what) && assert.Len(t, zs, n, what):
			t.Logf("%s: %v", what, time.Since(start))
			for _, i := range []int{0, 1, 70_000, n - 1} {
				assert.Equal(t, []int64{2 * int64(i), 2*int64(i) + 1}, ivy.Values[int64](zs[i]), "%s: part %d", what, i)
			}
			zs[1].Set(7, 0) // a part of its own
			assert.EqualValues(t, 2, ivy.Item[int64](x.Get(1, 0)))
		}
	}
}

// inTime runs f, and reports whether it is done in time; if not it goes on.
func inTime(f func()) (err error, done bool) {
	end := make(chan error, 1)
	go func() { end <- ivy.Try(f) }()
	select {
	case err = <-end:
		return err, true
	case <-time.After(soon):
		return nil, false
	}
}
