package main

import (
	"bytes"
	"flag"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/optim"
)

const digitsFile = "../digits/digits.npz"

var tinySteps = flag.Int("tiny-steps", 2000, "steps of the test of memory")

func settingsOf(t *testing.T, backend string, steps int) *settings {
	t.Helper()
	e, err := ivy.NewEnv(backend)
	require.NoError(t, err)
	return &settings{backend: backend, steps: steps, seed: 1, env: e, stdout: t.Output(), stderr: t.Output()}
}

// backends are those that are built in.
func backends() []string { return backend.Linked() }

func falls(t *testing.T, losses []float64) {
	t.Helper()
	for _, l := range losses {
		require.False(t, math.IsNaN(l) || math.IsInf(l, 0))
	}
	assert.Less(t, losses[len(losses)-1], losses[0])
}

// The same weights and batches give PyTorch's losses, on each backend, compiled and not.
func TestLossesOfPyTorch(t *testing.T) {
	for _, name := range backends() {
		for _, eager := range []bool{false, true} {
			s := settingsOf(t, name, 100)
			s.eager = eager
			type recorded struct {
				Params mlp
				Losses *ivy.Array
			}
			file, err := optim.Load("testdata/mlp.safetensors", recorded{s.source().mlp(ivy.Float64), s.env.Zeros([]int{100}, ivy.Float64)})
			require.NoError(t, err)
			want := file.(recorded)
			data, err := readDigits(s.env, digitsFile, ivy.Float64)
			require.NoError(t, err)
			_, losses, err := s.train(t.Context(), task{
				name: "mlp", params: want.Params, optimizer: optim.NewAdam(optim.Constant(3e-3)),
				loss:  func(p ivy.Tree, x, y *ivy.Array) *ivy.Array { return crossEntropy(p.(mlp).logits(x), y) },
				batch: data.batches(optim.NewBatches(data.images.Dim(0), 32, 5)),
			})
			require.NoError(t, err)
			assert.InDeltaSlice(t, ivy.Values[float64](want.Losses), losses, 1e-8, "%s, eager %v", name, eager)
		}
	}
}

// Whole runs reach 97 % of the held-out images on every backend.
func TestDigits(t *testing.T) {
	for _, name := range backends() {
		for _, model := range []string{"mlp", "cnn"} {
			steps, least := 1000, 0.97
			if testing.Short() {
				steps, least = 60, 0.7
			}
			s := settingsOf(t, name, steps)
			share, err := s.digits(t.Context(), digitsFile, model)
			require.NoError(t, err)
			assert.GreaterOrEqual(t, share, least, "%s of %s", model, name)
		}
	}
}

func TestLogistic(t *testing.T) {
	for _, name := range backends() {
		share, err := settingsOf(t, name, 100).logistic(t.Context())
		require.NoError(t, err)
		assert.GreaterOrEqual(t, share, 0.96, name)
	}
}

func TestOscillator(t *testing.T) {
	for _, name := range backends() {
		p, err := settingsOf(t, name, 12).oscillator(t.Context())
		require.NoError(t, err)
		assert.InDeltaSlice(t, truth, p, 0.01, name)
	}
}

func TestText(t *testing.T) {
	for _, name := range backends() {
		losses, err := settingsOf(t, name, 12).text(t.Context())
		require.NoError(t, err, name)
		falls(t, losses)
	}
}

func TestCommand(t *testing.T) {
	out := t.TempDir()
	var text, progress bytes.Buffer
	c := command(&text, &progress)
	c.SetArgs([]string{"digits", "--data", digitsFile, "--steps", "20", "--out", out})
	require.NoError(t, c.ExecuteContext(t.Context()))
	assert.Contains(t, text.String(), "of 355 held-out images right")
	assert.Contains(t, progress.String(), "step 20 of 20, loss ")
	for name, begin := range map[string]string{"digits-mlp-native.svg": "<?xml", "digits-mlp-native.png": "\x89PNG"} {
		data, err := os.ReadFile(filepath.Join(out, name))
		require.NoError(t, err)
		assert.True(t, bytes.HasPrefix(data, []byte(begin)), name)
	}
	for _, args := range [][]string{{"digits", "--steps", "0"}, {"digits", "--data", digitsFile, "--model", "x"}, {"logistic", "--backend", "none"}, {"digits", "--data", "none.npz"}, {"parallel", "--cluster", "worker=127.0.0.1:1"}} {
		c := command(&text, &progress)
		c.SetArgs(args)
		assert.Error(t, c.ExecuteContext(t.Context()), args)
	}
}

// Memory stays flat however many steps there are: -tiny-steps 100000 is the long form.
func TestMemoryOfSteps(t *testing.T) {
	for _, name := range backends() {
		for _, eager := range []bool{false, true} {
			s := settingsOf(t, name, *tinySteps/2)
			s.eager = eager
			r := s.source()
			x, y := r.uniform(1, ivy.Float32, 8, 4), r.uniform(1, ivy.Float32, 8, 2)
			tiny := task{
				name: "tiny", optimizer: optim.NewAdam(optim.Constant(1e-2)),
				loss:  func(p ivy.Tree, x, y *ivy.Array) *ivy.Array { return p.(layer).of(x).Subtract(y).Square().Mean() },
				batch: func(int) (*ivy.Array, *ivy.Array) { return x, y },
			}
			used := func() int64 {
				tiny.params = r.layer(ivy.Float32, 4, 2)
				_, losses, err := s.train(t.Context(), tiny)
				require.NoError(t, err)
				falls(t, losses)
				runtime.GC()
				runtime.GC()
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				return int64(m.HeapAlloc)
			}
			before, resident := used(), residentBytes(t)
			after := used()
			t.Logf("%s, eager %v: heap %d KB and %d KB, resident %d MB and %d MB after %d and %d steps", name, eager, before>>10, after>>10, resident>>20, residentBytes(t)>>20, s.steps, 2*s.steps)
			assert.Less(t, after, before+4<<20, name)
			assert.Less(t, residentBytes(t), resident+64<<20, name)
		}
	}
}

// residentBytes returns how much memory the process has, its C libraries included; 0 where
// the system does not say.
func residentBytes(t *testing.T) int64 {
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := bytes.Fields(data)
	require.Greater(t, len(fields), 1)
	var pages int64
	for _, c := range fields[1] {
		pages = pages*10 + int64(c-'0')
	}
	return pages * int64(os.Getpagesize())
}

// The loss falls on every backend's own device; workers have tests of their own.
func TestParallel(t *testing.T) {
	for _, name := range backends() {
		for _, eager := range []bool{false, true} {
			s := settingsOf(t, name, 20)
			s.eager = eager
			var out bytes.Buffer
			s.stdout = &out
			losses, err := s.parallel(t.Context(), parallel{rows: 32, width: 16})
			require.NoError(t, err)
			require.Len(t, losses, 20)
			falls(t, losses)
			assert.Contains(t, out.String(), "parallel, workers: 1, on "+name)
		}
	}
	s := settingsOf(t, "native", 1)
	_, err := s.parallel(t.Context(), parallel{rows: 0, width: 16})
	assert.ErrorContains(t, err, "--rows 0")
}
