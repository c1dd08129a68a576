package backendtest

import (
	"fmt"
	"sync"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/ivy"
)

// handedOut hands out what another array's DLPack has handed out.
type handedOut struct{ t *ivy.DLTensor }

func (p handedOut) DLPack() *ivy.DLTensor { return p.t }
func (p handedOut) DLPackDevice() [2]int  { return p.t.Device }

// export holds what DLPack promises: no negative strides, writes that are seen on both
// sides where memory is shared, and calls while other goroutines read.
func (s *suite) export(t *testing.T) {
	e := s.env
	for _, d := range ivy.AllDtypes() {
		x := e.Astype(e.Reshape(e.Arange(60), []int{3, 4, 5}), d)
		for name, key := range map[string][]any{
			"whole": {}, "steps": {ivy.Slice(nil, nil, 2)}, "backwards": {ivy.Slice(nil, nil, -1)}, "last axis backwards": {ivy.Ellipsis, ivy.Slice(nil, nil, -2)},
			"one backwards": {ivy.Slice(0, nil, -1)}, "none backwards": {ivy.Slice(0, 0, -1), ivy.Slice(nil, nil, -1)}, "element": {1, 2, 3},
		} {
			v := x.Get(key...)
			p := v.DLPack()
			for i, st := range p.Strides {
				assert.GreaterOrEqual(t, st, 0, "%s: stride of axis %d", name, i)
			}
			assert.Equal(t, v.Bytes(), e.FromDlpack(handedOut{p}).Bytes(), "%s of %v", name, d)
			var view *ivy.DLTensor
			if err := ivy.Try(func() { view = v.DLPackView() }); err != nil { // importers take no negative strides
				assert.ErrorIs(t, err, ivy.ErrValue)
				assert.Contains(t, name, "backwards")
				continue
			}
			assert.NotNil(t, view.Owner, "%s of %v: without a copy", name, d)
			assert.Equal(t, v.Bytes(), e.FromDlpack(handedOut{view}).Bytes(), "%s of %v, without a copy", name, d)
		}
		assert.Equal(t, x.Bytes(), e.FromDlpack(handedOut{e.Reshape(x, []int{60}).DLPack()}).Bytes(), "%v, shared", d)
	}
	for _, n := range []int{4, 1 << 16} {
		t.Run(fmt.Sprint(n, " elements"), func(t *testing.T) { s.exportShares(t, n) })
		t.Run(fmt.Sprint(n, " elements, read"), func(t *testing.T) { s.exportWhileRead(t, n) })
	}
}

// exportShares writes on both sides.
func (s *suite) exportShares(t *testing.T, n int) {
	x := s.env.Ones([]int{n}, ivy.Int32)
	z := s.env.Reshape(x, []int{n / 2, 2}) // shares x's memory until one is written to
	v := x.Get(ivy.Slice(1, nil))
	p := x.DLPack()
	x.Set(7, 2)
	assert.Equal(t, int32(1), ivy.Values[int32](z)[2])
	theirs := unsafe.Slice((*int32)(unsafe.Pointer(&p.Data[p.ByteOffset])), n)
	if theirs[2] != 7 {
		assert.NotEqual(t, "native", s.name, "native shares its memory")
		return // copied
	}
	theirs[3] = 8
	assert.Equal(t, []int32{7, 8}, ivy.Values[int32](x)[2:4])
	if s.name != "native" && n < 1<<10 {
		return // small views have elements of their own there
	}
	assert.Equal(t, []int32{7, 8}, ivy.Values[int32](v)[1:3])
	assert.Equal(t, int32(1), ivy.Values[int32](z)[3], "what shared the memory before keeps its own")
	w := v.DLPack()
	unsafe.Slice((*int32)(unsafe.Pointer(&w.Data[w.ByteOffset])), n-1)[0] = 9
	assert.Equal(t, int32(9), theirs[1])
	x.Free()
	theirs[1] = 10
	assert.Equal(t, int32(10), ivy.Values[int32](v)[0], "the memory stays")
	u := s.env.Reshape(v, []int{1, n - 1})
	v.Set(11, 0)
	assert.Equal(t, int32(10), ivy.Values[int32](u)[0])
}

// exportWhileRead exports while other goroutines read, make views and results that share
// the memory, and export too.
func (s *suite) exportWhileRead(t *testing.T, n int) {
	e := s.env
	for range 20 {
		x := e.Full([]int{n}, 3, ivy.Float32)
		e.Reshape(x, []int{1, n}) // it is shared: an export makes it a copy of its own
		v := x.Get(ivy.Slice(nil, nil, -1))
		var wg sync.WaitGroup
		results := make([]*ivy.Array, 4)
		for i, f := range []func(){
			func() { x.DLPack() }, func() { x.DLPack() }, func() { v.Get(ivy.Slice(1, 3)).DLPack() }, func() { assert.Equal(t, float32(3), ivy.Values[float32](x)[n-1]) },
			func() { assert.Equal(t, float32(4), ivy.Values[float32](e.Add(x, 1))[0]) }, func() { assert.Equal(t, float32(3), ivy.Values[float32](v)[1]) },
			func() { x.Get(0, ivy.NewAxis) }, func() { assert.Equal(t, float32(3*n), float32(e.Sum(x).Float())) }, func() { _ = x.String() },
			func() { results[0] = e.Reshape(x, []int{n / 2, 2}) }, func() { results[1] = e.Reshape(v, []int{n}) }, func() { results[2] = e.Reshape(x, []int{n}) }, func() { results[3] = e.ExpandDims(x, ivy.Axis(0)) },
		} {
			wg.Go(func() {
				for range 1 + i%2 {
					f()
				}
			})
		}
		wg.Wait()
		x.Set(5, 0)
		for i, z := range results {
			assert.Equal(t, float32(3), ivy.Values[float32](z)[0], "result %d does not see the write", i)
			assert.Equal(t, float32(3), ivy.Values[float32](z)[n-1], "result %d", i)
		}
		assert.Equal(t, float32(5), ivy.Values[float32](v)[n-1])
	}
}
