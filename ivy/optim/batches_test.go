package optim_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/files"
	"github.com/goivy/goivy/ivy/optim"
)

func TestBatches(t *testing.T) {
	b := optim.NewBatches(10, 4, 3)
	assert.Equal(t, 3, b.PerEpoch())
	var epochs [2][]int
	for step := range 6 {
		part := b.At(step)
		if step%3 == 2 {
			assert.Len(t, part, 2)
		} else {
			assert.Len(t, part, 4)
		}
		epochs[step/3] = append(epochs[step/3], part...)
	}
	// These are the same on every machine, for good.
	assert.Equal(t, [2][]int{{0, 9, 7, 6, 5, 3, 4, 1, 8, 2}, {8, 6, 4, 3, 2, 0, 5, 9, 7, 1}}, epochs)
	for _, e := range epochs {
		slices.Sort(e)
		assert.Equal(t, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, e)
	}
	assert.Equal(t, b.At(4), optim.NewBatches(10, 4, 3).At(4), "a step has its batch, whatever was asked before")
	assert.NotEqual(t, b.At(0), optim.NewBatches(10, 4, 4).At(0))

	b.DropLast = true
	assert.Equal(t, 2, b.PerEpoch())
	assert.Len(t, b.At(5), 4)
	b.InOrder = true
	assert.Equal(t, []int{4, 5, 6, 7}, (&optim.Batches{N: 10, Size: 4, InOrder: true}).At(1))
}

// A checkpoint is what a run goes on from.
type checkpoint struct {
	Params ivy.Tree
	State  optim.State
}

// A run that is interrupted, saved, loaded and resumed gives the bits of one that is not.
func TestResume(t *testing.T) {
	g := load(t)
	x, y := ivy.Asarray(g.X).Reshape([]int{12, 3}), ivy.Asarray(g.Y).Reshape([]int{12, 2})
	gradient := ivy.Grad(func(m model, x, y *ivy.Array) *ivy.Array {
		return x.MatMul(m.W).Add(m.B).Tanh().Subtract(y).Square().Mean()
	})
	for name, o := range optimizers() {
		start := func() checkpoint { m := g.model(); return checkpoint{m, o.Init(m)} }
		train := func(c checkpoint, from, to int) checkpoint {
			b := optim.NewBatches(12, 5, 1)
			for i := from; i < to; i++ {
				at := b.At(i)
				c.Params, c.State = optim.Step(o, c.Params, gradient(c.Params, x.Get(at), y.Get(at)), c.State)
			}
			return c
		}
		path := filepath.Join(t.TempDir(), "run.safetensors")
		require.NoError(t, optim.Save(path, train(start(), 0, 7)))
		loaded, err := optim.Load(path, start())
		require.NoError(t, err)
		want, got := train(start(), 0, 20), train(loaded.(checkpoint), 7, 20)
		for i, a := range ivy.Leaves(want) {
			require.Equal(t, a.Bytes(), ivy.Leaves(got)[i].Bytes(), "%s %s", name, ivy.TreePaths(want)[i])
		}
	}
}

func TestFiles(t *testing.T) {
	m := load(t).model()
	o := optim.NewAdam(optim.Constant(1))
	path := filepath.Join(t.TempDir(), "m.safetensors")
	require.NoError(t, optim.Save(path, checkpoint{m, o.Init(m)}))
	f, err := files.Open(path)
	require.NoError(t, err)
	var names []string
	for _, h := range f.Entries() {
		names = append(names, h.Name)
	}
	require.NoError(t, f.Close())
	assert.ElementsMatch(t, []string{"Params.W", "Params.B", "State.Step", "State.Slots.mean.W", "State.Slots.mean.B",
		"State.Slots.square.W", "State.Slots.square.B"}, names)

	fails := func(kind error, text string, err error) {
		t.Helper()
		var typed *ivy.Error
		require.ErrorAs(t, err, &typed)
		assert.ErrorIs(t, err, kind)
		assert.ErrorContains(t, err, text)
		assert.ErrorContains(t, err, "ivy: optim.")
	}
	loads := func(like ivy.Tree) error { _, err := optim.Load(path, like); return err }
	fails(ivy.ErrValue, `"State.Step", which the tree has not`, loads(map[string]ivy.Tree{"Params": m}))
	s := o.Init(m)
	fails(ivy.ErrShape, `"Params.W" of shape [3 2]`, loads(checkpoint{model{m.W.T(), m.B}, s}))
	fails(ivy.ErrDtype, `"Params.B" of dtype float64`, loads(checkpoint{model{m.W, m.B.Astype(ivy.Float32)}, s}))
	s.Slots["more"] = m
	fails(ivy.ErrValue, "State.Slots.more", loads(checkpoint{m, s}))
	_, err = optim.Load(filepath.Join(t.TempDir(), "none.safetensors"), m)
	fails(ivy.ErrValue, "none.safetensors", err)
	assert.ErrorIs(t, err, os.ErrNotExist)
	fails(ivy.ErrUnsupported, "complex128", optim.Save(path, ivy.Ones([]int{1}, ivy.Complex128)))
	fails(ivy.ErrValue, "twice", optim.Save(path, map[string]ivy.Tree{"a.b": m.W, "a": map[string]ivy.Tree{"b": m.B}}))

	require.NoError(t, optim.Save(path, m.W), "one array has the empty name")
	got, err := optim.Load(path, m.W.ZerosLike())
	require.NoError(t, err)
	assert.Equal(t, m.W.Bytes(), got.(*ivy.Array).Bytes())
}
