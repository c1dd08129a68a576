package steps_test

import (
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/goivy/goivy/backends/libtorch"   // if it is built in
	_ "github.com/goivy/goivy/backends/tensorflow" // likewise
	"github.com/goivy/goivy/frontends/anvil"
	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/steps"
	"github.com/goivy/goivy/frontends/jax"
	"github.com/goivy/goivy/frontends/numpy"
	"github.com/goivy/goivy/frontends/tensorflow"
	"github.com/goivy/goivy/frontends/torch"
	"github.com/goivy/goivy/internal/memtest"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
)

// frontends returns every frontend on a backend, by its name.
func frontends(t *testing.T, backendName string) map[string]*frontend.Namespace {
	all := map[string]*frontend.Namespace{}
	add := func(n *frontend.Namespace, err error) {
		require.NoError(t, err)
		all[n.Name] = n
	}
	np, err := numpy.New(backendName)
	add(np.Namespace, err)
	jx, err := jax.New(jax.Config{Backend: backendName})
	add(jx.Namespace, err)
	to, err := torch.New(torch.Config{Backend: backendName})
	add(to.Namespace, err)
	tf, err := tensorflow.New(tensorflow.Config{Backend: backendName})
	add(tf.Namespace, err)
	an, err := anvil.New(backendName)
	add(an.Namespace, err)
	return all
}

func each(t *testing.T, f func(t *testing.T, n *frontend.Namespace)) {
	for _, name := range backend.Linked() {
		for framework, n := range frontends(t, name) {
			t.Run(name+"/"+framework, func(t *testing.T) { f(t, n) })
		}
	}
}

// arguments returns functions that make lists of arguments whose arrays are large.
func arguments(n *frontend.Namespace) []func() []any {
	e := n.Env()
	of := func(dims ...int) *frontend.Array {
		return n.Wrap(e.Reshape(e.Linspace(0.25, 0.75, 64*64, ivy.Float32), dims))
	}
	x := func() *frontend.Array { return of(64, 64) }
	ints := func() *frontend.Array {
		return n.Wrap(e.Astype(e.Reshape(e.Remainder(e.Arange(64*64), 13), []int{64, 64}), ivy.Int32))
	}
	bools := func() *frontend.Array { return n.Wrap(e.Greater(x().V, 0.5)) }
	out := func() frontend.Named { return frontend.Named{Name: "out", Value: x()} }
	return []func() []any{
		func() []any { return []any{of(64 * 64)} },
		func() []any { return []any{x()} },
		func() []any { return []any{ints()} },
		func() []any { return []any{of(4, 16, 8, 8)} },
		func() []any { return []any{x(), x()} },
		func() []any { return []any{ints(), 1} },
		func() []any { return []any{x(), ints()} },
		func() []any { return []any{x(), 0.5} },
		func() []any { return []any{x(), []int{1, 0}} },
		func() []any { return []any{x(), x(), x()} },
		func() []any { return []any{bools(), x(), x()} },
		func() []any { return []any{x(), 0, 1} },
		func() []any { return []any{x(), out()} },
		func() []any { return []any{x(), x(), out()} },
		func() []any { return []any{[]any{x(), x()}} },
		func() []any { return []any{"ij,jk->ik", x(), x()} },
		func() []any { return []any{x(), []any{ivy.Slice(0, 32)}} },
		func() []any { return []any{x(), []any{ivy.Slice(0, 32)}, 7} },
	}
}

// seed begins the namespace's random numbers anew: the same call then draws the same.
func seed(n *frontend.Namespace) {
	path := map[string]string{"numpy": "random.seed", "torch": "manual_seed", "tensorflow": "random.set_seed"}[n.Name]
	if path != "" { // the others draw from keys or not at all
		n.Call(n.Functions.Lookup(path), 7)
	}
}

// seen is what a call leaves after the seed: the elements of the results and of the arguments.
func seen(n *frontend.Namespace, f *frontend.Func, args []any) (texts []string, err error) {
	seed(n)
	var z any
	if err := ivy.Try(func() { z = n.Call(f, args...) }); err != nil {
		return nil, err
	}
	// What has been freed is used again, by other elements.
	var others []*ivy.Array
	for _, size := range []int{8 << 10, 16 << 10, 32 << 10} {
		for range 3 {
			others = append(others, n.Env().Full([]int{size / 4}, 1e9, ivy.Float32))
		}
	}
	err = ivy.Try(func() { texts = contents(append(args, z), nil) })
	for _, x := range others {
		x.Free()
	}
	return texts, err
}

func contents(v any, texts []string) []string {
	switch v := v.(type) {
	case *frontend.Array:
		if v != nil {
			return append(texts, v.Type()+string(v.V.Bytes()))
		}
	case []*frontend.Array:
		for _, a := range v {
			texts = contents(a, texts)
		}
	case []any:
		for _, a := range v {
			texts = contents(a, texts)
		}
	case frontend.Named:
		return contents(v.Value, texts)
	}
	return texts
}

// TestResultsStay calls every function with large arrays: its result, what it writes into its arguments, and the
// arguments are the same whether what it makes on its way is freed or not.
func TestResultsStay(t *testing.T) {
	race.Sequential(t)
	each(t, func(t *testing.T, n *frontend.Namespace) {
		n.Env().SetMaxBytes(1 << 23)
		compared := 0
		for k, f := range n.Functions.All() {
			for i, make := range arguments(n) {
				if backendOf(n) != "native" && (testing.Short() || (i+k)%8 != 0) { // what frees is the same there
					continue
				}
				restore := steps.Never()
				start := time.Now()
				want, err := seen(n, f, make())
				if time.Since(start) > 100*time.Millisecond { // three more of them take long
					restore()
					continue
				}
				var again []string
				if err == nil {
					again, _ = seen(n, f, make())
				}
				restore()
				if err != nil || !slices.Equal(want, again) { // of memory that nobody has written
					continue
				}
				compared++
				if got, err := seen(n, f, make()); err != nil || !slices.Equal(want, got) {
					t.Errorf("%s with arguments %d gives other elements if what it makes on its way is freed (error %v)", f.Path, i, err)
				}
			}
		}
		if backendOf(n) == "native" {
			assert.Greater(t, compared, 200)
		}
		t.Logf("%d calls", compared)
	})
}

// TestTemporariesEnd holds that functions of several steps give back what they make without the collector.
func TestTemporariesEnd(t *testing.T) {
	functions := map[string][]string{
		"numpy": {"var", "std", "ptp", "sinc", "nan_to_num", "nansum", "gradient"}, "jax": {"numpy.var", "nn.gelu", "nn.silu", "nn.log_softmax", "nn.standardize", "numpy.nanmean"},
		"torch": {"nn.functional.gelu", "nn.functional.silu", "nn.functional.mish", "logit", "std", "cov"}, "tensorflow": {"nn.gelu", "nn.swish", "math.reduce_std", "math.softplus"},
		"anvil": {"softmax", "gelu"},
	}
	each(t, func(t *testing.T, n *frontend.Namespace) {
		x := n.Wrap(n.Env().Linspace(-1, 1, 1<<18, ivy.Float32))
		found := 0
		for _, path := range functions[n.Name] {
			f := n.Functions.Lookup(path)
			if f == nil {
				continue
			}
			found++
			call := func(times int) {
				for range times {
					n.Call(f, x).(*frontend.Array).V.Free()
				}
			}
			call(3)
			runtime.GC()
			func() {
				defer debug.SetGCPercent(debug.SetGCPercent(-1))
				least := math.MaxInt // of three: the libraries' allocators grow now and then
				for try := 0; try < 3 && least >= 24<<20; try++ {
					before := memtest.Resident(t, "VmRSS")
					call(60)
					least = min(least, memtest.Resident(t, "VmRSS")-before)
				}
				assert.Less(t, least, 24<<20, "%s: bytes more after 60 calls with an array of 1 MiB", path)
			}()
		}
		assert.True(t, found > 1 || n.Name == "anvil", "%d functions", found)
	})
}

func backendOf(n *frontend.Namespace) string { return n.Env().Zeros(nil).Backend() }
