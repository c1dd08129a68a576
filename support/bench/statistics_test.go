package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
)

// What is compared of a result is what the workload says; a result that it does not understand is told of.
func TestCompared(t *testing.T) {
	rows := additions()[:2]
	rows[0].compared = func(z *ivy.Array) *ivy.Array { return z.Get(ivy.Slice(nil, -1)) } // the fake peer's last element is wrong
	rows[1].compared = func(z *ivy.Array) *ivy.Array { return z.Get(1000) }
	r := measureWith(t, rows, fake(t, "wrong"))
	require.Len(t, r.Rows, 4)
	assert.Equal(t, []Check{{Side: "fake", Against: "goivy/native", OK: true}}, r.Rows[0].Checks)
	assert.Equal(t, []int{1000}, r.Rows[0].Shape)
	assert.Len(t, r.Rows[0].Times, 2)
	assert.Empty(t, r.Rows[1].Times)
	require.Len(t, r.Rows[1].Failures, 2, "of either side")
	assert.Contains(t, r.Rows[1].Failures[0].Error, "1000")
}

// A partition has any order on either side of its place, but no element on the wrong one.
func TestPartitionsAreCompared(t *testing.T) {
	for _, w := range Workloads() {
		if w.Name != "statistics/partition/float64/1e6/1e5" {
			continue
		}
		const n, k = 1_000_000, 100_000
		x := ivy.Arange(n, ivy.Float64)
		same := func(z *ivy.Array) bool { return ivy.ArrayEqual(w.compared(z), x).Bool() }
		assert.True(t, same(x))
		assert.True(t, same(ivy.Concat([]*ivy.Array{x.Get(ivy.Slice(0, k)).Flip(), x.Get(ivy.Slice(k, k+1)), x.Get(ivy.Slice(k+1, nil)).Flip()})))
		assert.False(t, same(x.Flip()))
		assert.False(t, same(ivy.Concat([]*ivy.Array{x.Get(ivy.Slice(0, k-1)), x.Get(ivy.Slice(k, k+1)), x.Get(ivy.Slice(k-1, k)), x.Get(ivy.Slice(k+1, nil))})))
		return
	}
	t.Fatal("no such workload")
}
