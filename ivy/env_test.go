package ivy_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
)

func newEnv(t *testing.T) *ivy.Env {
	e, err := ivy.NewEnv("")
	require.NoError(t, err)
	return e
}

func TestSetBackend(t *testing.T) {
	e := newEnv(t)
	assert.Equal(t, "", e.CurrentBackend())
	require.NoError(t, e.SetBackend("native"))
	require.NoError(t, e.SetBackend("native"))
	assert.Equal(t, "native", e.CurrentBackend())
	assert.Equal(t, "native", e.PreviousBackend())
	assert.Equal(t, "", e.PreviousBackend())
	assert.Equal(t, "", e.PreviousBackend(), "nothing is left to take back")
	undo := e.WithBackend("native")
	assert.Equal(t, "native", e.CurrentBackend())
	undo()
	undo()
	assert.Equal(t, "", e.CurrentBackend())
	require.NoError(t, e.SetBackend("native"))
	require.NoError(t, e.SetBackend("native"))
	e.UnsetBackend()
	assert.Equal(t, "", e.CurrentBackend())

	for _, name := range []string{"torch", "tensorflow", "numpy", ""} {
		err := e.SetBackend(name)
		require.ErrorIs(t, err, ivy.ErrBackend, name)
		var named *backend.NameError
		require.ErrorAs(t, err, &named)
		assert.Contains(t, named.Linked, "native")
		assert.Contains(t, err.Error(), "native")
		assert.Contains(t, err.Error(), "libtorch", "says how to get the rest")
		assert.Equal(t, "", e.CurrentBackend(), "a failure changes nothing")
		assert.ErrorIs(t, ivy.Try(func() { e.WithBackend(name) }), ivy.ErrBackend)
	}
	assert.ErrorIs(t, ivy.Try(func() { e.Ones([]int{2}).ToBackend("torch") }), ivy.ErrBackend)
	x := e.Ones([]int{2})
	assert.Equal(t, "native", x.ToBackend("native").Backend())
}

// An undo takes its own entry off and no other, in whatever order undos run.
func TestScopesNest(t *testing.T) {
	e := newEnv(t)
	first := e.WithDefaultFloatDtype(ivy.Float64)
	second := e.WithDefaultFloatDtype(ivy.Float16)
	e.SetDefaultFloatDtype(ivy.BFloat16)
	assert.Equal(t, ivy.BFloat16, e.DefaultFloatDtype())
	first()
	assert.Equal(t, ivy.BFloat16, e.DefaultFloatDtype())
	e.UnsetDefaultFloatDtype()
	assert.Equal(t, ivy.Float16, e.DefaultFloatDtype())
	second()
	assert.Equal(t, ivy.Float32, e.DefaultFloatDtype())
	e.UnsetDefaultFloatDtype()
	assert.Equal(t, ivy.Float32, e.DefaultFloatDtype())
}

func TestDefaults(t *testing.T) {
	e := newEnv(t)
	assert.Equal(t, []ivy.Dtype{ivy.Int32, ivy.Uint32, ivy.Float32, ivy.Complex64, ivy.Float32},
		[]ivy.Dtype{e.DefaultIntDtype(), e.DefaultUintDtype(), e.DefaultFloatDtype(), e.DefaultComplexDtype(), e.DefaultDtype()})

	undo := e.WithDefaultDtype(ivy.Float64)
	assert.Equal(t, ivy.Float64, e.Full([]int{1}, 1.5).Dtype(), "the default dtype serves its kind")
	assert.Equal(t, ivy.Float64, e.Zeros([]int{1}).Dtype())
	assert.Equal(t, ivy.Float64, e.Cos(e.Ones([]int{1}, ivy.Int8)).Dtype())
	assert.Equal(t, ivy.Int32, e.Full([]int{1}, 1).Dtype())
	undo()
	undo = e.WithDefaultDtype(ivy.Int64)
	assert.Equal(t, ivy.Int64, e.Zeros([]int{1}).Dtype())
	assert.Equal(t, ivy.Int64, e.Arange(3).Dtype())
	assert.Equal(t, ivy.Float32, e.Linspace(0, 1, 3).Dtype(), "float unless told")
	assert.Equal(t, ivy.Int64, e.Sum(e.Ones([]int{1}, ivy.Int8)).Dtype())
	undo()

	e.SetDefaultIntDtype(ivy.Int16)
	e.SetDefaultComplexDtype(ivy.Complex128)
	assert.Equal(t, ivy.Int16, e.Asarray([]int{1, 2}).Dtype())
	assert.Equal(t, ivy.Int64, e.Asarray([]int{1, 1 << 20}).Dtype(), "the first of int64, uint64 that holds it")
	assert.Equal(t, ivy.Complex128, e.Asarray(1i).Dtype())
	assert.Equal(t, ivy.Uint16, e.Sum(e.Ones([]int{1}, ivy.Uint8)).Dtype(), "the unsigned of the default int's width")
	assert.Equal(t, ivy.Int32, e.Sum(e.Ones([]int{1}, ivy.Int32)).Dtype(), "wider ones stay")

	assert.ErrorIs(t, ivy.Try(func() { e.SetDefaultIntDtype(ivy.Uint8) }), ivy.ErrDtype)
	assert.ErrorIs(t, ivy.Try(func() { e.SetDefaultFloatDtype(ivy.Int8) }), ivy.ErrDtype)
	assert.ErrorIs(t, ivy.Try(func() { e.SetDefaultDtype(0) }), ivy.ErrDtype)
	assert.ErrorIs(t, ivy.Try(func() { e.WithDefaultComplexDtype(ivy.Float32) }), ivy.ErrDtype)
}

func TestSettingsOutliveSetBackend(t *testing.T) {
	e := newEnv(t)
	e.SetPreciseMode(false)
	e.SetDefaultFloatDtype(ivy.Float64)
	require.NoError(t, e.SetBackend("native"))
	assert.False(t, e.PreciseMode())
	assert.Equal(t, ivy.Float32, e.PromoteTypes(ivy.Float32, ivy.Int32))
	assert.Equal(t, ivy.Float64, e.DefaultFloatDtype())
	undo := e.WithPreciseMode(true)
	assert.Equal(t, ivy.Float64, e.PromoteTypes(ivy.Float32, ivy.Int32))
	undo()
	assert.Equal(t, ivy.Float32, e.PromoteTypes(ivy.Float32, ivy.Int32))
	assert.True(t, newEnv(t).PreciseMode(), "an Env's settings are its own")
}

// An array's methods follow the Env it was made in, as it is at the call.
func TestArraysFollowTheirEnv(t *testing.T) {
	e := newEnv(t)
	x, y := e.Ones([]int{1}, ivy.Float32), e.Ones([]int{1}, ivy.Int32)
	assert.Equal(t, ivy.Float64, x.Add(y).Dtype())
	e.SetPreciseMode(false)
	assert.Equal(t, ivy.Float32, x.Add(y).Dtype())
	assert.Same(t, e, x.Env())
	assert.Equal(t, ivy.Float64, ivy.Add(x, y).Dtype(), "functions follow the standard Env")
}

// Calls and changes of settings from many goroutines at once; the race detector watches.
func TestConcurrentSettings(t *testing.T) {
	e := newEnv(t)
	x, y := e.Ones([]int{3}, ivy.Float32), e.Ones([]int{3}, ivy.Int32)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 100 {
				switch i {
				case 0:
					e.WithPreciseMode(false)()
				case 1:
					e.WithBackend("native")()
				case 2:
					e.WithDefaultIntDtype(ivy.Int64)()
				default:
					z := e.Add(x, y)
					assert.Contains(t, []ivy.Dtype{ivy.Float32, ivy.Float64}, z.Dtype())
					assert.Equal(t, 2.0, z.Get(0).Float())
					e.Reshape(x, []int{3, 1})
				}
			}
		})
	}
	wg.Wait()
	assert.True(t, e.PreciseMode())
	assert.Equal(t, "", e.CurrentBackend())
}

func TestValidDtypes(t *testing.T) {
	e := newEnv(t)
	assert.Equal(t, ivy.AllDtypes(), e.ValidDtypes())
	assert.Empty(t, e.InvalidDtypes())
	assert.Equal(t, ivy.Float32, e.AsNativeDtype(ivy.Float32).Value, "no backend is set")
	assert.True(t, e.IsNativeDtype(ivy.Float32), "no backend is set")
	require.NoError(t, e.SetBackend("native"))
	assert.Equal(t, "float32", e.AsNativeDtype(ivy.Float32).Name)
	assert.IsType(t, float32(0), e.AsNativeDtype(ivy.Float32).Value)
	assert.True(t, e.IsNativeDtype(e.AsNativeDtype(ivy.Float32)))
	assert.False(t, e.IsNativeDtype(ivy.Float32), "a dtype is not the backend's own")
	assert.Equal(t, ivy.Float64, e.Zeros([]int{1}, e.AsNativeDtype(ivy.Float64)).Dtype(), "a native dtype is a dtype")
	assert.Len(t, ivy.AllIntDtypes(), 8)
	assert.Len(t, ivy.AllUintDtypes(), 4)
	assert.Len(t, ivy.AllFloatDtypes(), 4)
	assert.Len(t, ivy.AllComplexDtypes(), 2)
	assert.Len(t, ivy.AllNumericDtypes(), 14)
}
