package torch_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/torch"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
)

// TestExported: programs of torch.export give PyTorch's outputs on every backend, by ATen's functions as PyTorch calls them and by the core ones.
func TestExported(t *testing.T) {
	paths, err := filepath.Glob("testdata/exported/*.pt2")
	require.NoError(t, err)
	require.Len(t, paths, 6)
	for _, path := range paths {
		p, err := torch.LoadExported(path)
		if !assert.NoError(t, err) {
			continue
		}
		for _, name := range backend.Linked() {
			e, err := ivy.NewEnv(name)
			require.NoError(t, err)
			all, err := e.LoadAll(strings.TrimSuffix(strings.TrimSuffix(path, ".pt2"), "_core") + ".npz")
			require.NoError(t, err)
			var xs []*ivy.Array
			for i := range p.Inputs() {
				xs = append(xs, all[fmt.Sprintf("in:%d", i)])
			}
			got, err := p.Run(xs...)
			if !assert.NoError(t, err, "%s on %s", path, name) {
				continue
			}
			require.Len(t, got, len(all)-len(xs), path)
			for i, z := range got {
				want := all[fmt.Sprintf("out:%d", i)]
				assert.Equal(t, want.Dtype(), z.Dtype(), "output %d of %s on %s", i, path, name)
				if assert.Equal(t, want.Shape(), z.Shape(), "output %d of %s on %s", i, path, name) {
					assert.True(t, z.AllClose(want, ivy.Rtol(1e-4), ivy.Atol(1e-5), ivy.EqualNaN(true)).Bool(), "output %d of %s on %s", i, path, name)
				}
			}
		}
	}
}

// TestExportedFunction: a program is compiled, for other numbers of rows too, and differentiated.
func TestExportedFunction(t *testing.T) {
	p, err := torch.LoadExported("testdata/exported/images.pt2")
	require.NoError(t, err)
	e, err := ivy.NewEnv("native")
	require.NoError(t, err)
	assert.Equal(t, []int{4, 1, 3, 3}, p.Weights()["conv.weight"].Shape())
	f := p.Func()
	c := e.Compile(func(x *ivy.Array) []*ivy.Array { return f(x) })
	for _, n := range []int{1, 3} {
		x := e.RandomNormal(0.0, 1.0, ivy.Shape{n, 1, 8, 8}, ivy.FromSeed(1), ivy.Float32)
		zs := f(x)
		require.Equal(t, []int{n, 3}, zs[0].Shape())
		assert.Equal(t, zs[0].Bytes(), c.CallMany(x)[0].Bytes())
		require.NoError(t, c.Eager())
		g := e.Grad(func(x *ivy.Array) *ivy.Array { return e.Sum(e.Square(f(x)[0])) })(x).(*ivy.Array)
		assert.Equal(t, x.Shape(), g.Shape())
		assert.Greater(t, e.Max(e.Abs(g)).Float(), 0.0)
	}
}

func TestExportedErrors(t *testing.T) {
	_, err := torch.LoadExported("testdata/exported/none.pt2")
	assert.ErrorIs(t, err, os.ErrNotExist)
	assert.ErrorIs(t, err, ivy.ErrValue)
	_, err = torch.LoadExported("testdata/exported/images.npz")
	assert.ErrorIs(t, err, ivy.ErrValue)
	data, err := os.ReadFile("testdata/exported/images.pt2")
	require.NoError(t, err)
	dir := t.TempDir()
	for name, c := range map[string]struct {
		from, to string
		kind     error
		says     string
	}{
		"version":  {`"schema_version": {"major": 8`, `"schema_version": {"major": 9`, ivy.ErrUnsupported, "version 9."},
		"function": {"torch.ops.aten.hardswish.default", "torch.ops.aten.hardswosh.default", ivy.ErrUnsupported, "hardswosh"},
		"weight":   {`"path_name": "weight_0"`, `"path_name": "weight_x"`, ivy.ErrValue, "weight_x"},
		"cut off":  {`"conv.weight"`, `"cone.weight"`, ivy.ErrValue, "conv.weight"},
	} {
		path := filepath.Join(dir, strings.ReplaceAll(name, " ", "_")+".pt2")
		changed := strings.Replace(string(data), c.from, c.to, 1)
		require.NotEqual(t, string(data), changed, name)
		require.NoError(t, os.WriteFile(path, []byte(changed), 0o644))
		_, err := torch.LoadExported(path)
		assert.ErrorIs(t, err, c.kind, name)
		assert.ErrorContains(t, err, c.says, name)
	}
	p, err := torch.LoadExported("testdata/exported/images.pt2")
	require.NoError(t, err)
	_, err = p.Run()
	assert.ErrorIs(t, err, ivy.ErrValue)
	_, err = p.Run(nil)
	assert.ErrorIs(t, err, ivy.ErrValue)
	_, err = p.Run(ivy.Ones([]int{2, 3, 8, 8}, ivy.Float32))
	assert.ErrorContains(t, err, "conv2d")
	for at := 0; at < len(data); at += 97 { // nothing ends the process
		z := []byte(string(data))
		z[at] ^= 0x55
		path := filepath.Join(dir, "changed.pt2")
		require.NoError(t, os.WriteFile(path, z, 0o644))
		if p, err := torch.LoadExported(path); err == nil {
			_, _ = p.Run(ivy.Ones([]int{2, 1, 8, 8}, ivy.Float32))
		}
	}
}
