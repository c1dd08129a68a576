// Package service has what a service around arrays does, through the public packages alone: it
// reads and writes files and images, answers HTTP requests within their deadlines, hands arrays to
// gonum, logs and encodes them, and takes many steps without growing.
package service

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/gonum"
)

// A table is read, normalised, split, and saved and loaded in both formats.
func TestTables(t *testing.T) {
	var text strings.Builder
	text.WriteString("height,weight\n")
	for i := range 100 {
		fmt.Fprintf(&text, "%g,%d\n", 150+float64(i)/2, 50+i%40)
	}
	table, err := ivy.ReadCSV(strings.NewReader(text.String()), nil)
	require.NoError(t, err)
	x := table.Array()
	require.Equal(t, []int{100, 2}, x.Shape())

	norm := ivy.Tidy(func(e *ivy.Env) *ivy.Array {
		centred := e.Subtract(x, e.Mean(x, ivy.Axis(0)))
		return e.Divide(centred, e.Std(x, ivy.Axis(0)))
	})
	assert.True(t, ivy.AllClose(ivy.Mean(norm, ivy.Axis(0)), []float64{0, 0}, ivy.Atol(1e-12)).Bool())
	assert.True(t, ivy.AllClose(ivy.Std(norm, ivy.Axis(0)), []float64{1, 1}).Bool())

	parts := map[string]*ivy.Array{"train": norm.Get(ivy.Slice(nil, 80)), "test": norm.Get(ivy.Slice(80, nil))}
	for _, name := range []string{"data.safetensors", "data.npz"} {
		path := filepath.Join(t.TempDir(), name)
		require.NoError(t, ivy.SaveAll(path, parts))
		loaded, err := ivy.LoadAll(path)
		require.NoError(t, err)
		require.Len(t, loaded, 2)
		for k, part := range parts {
			assert.Equal(t, part.Shape(), loaded[k].Shape(), "%s of %s", k, name)
			assert.Equal(t, part.Bytes(), loaded[k].Bytes(), "%s of %s", k, name)
		}
	}
}

// An image is blurred by the mean of each pixel and its neighbours.
func TestImages(t *testing.T) {
	const size = 32
	x := ivy.Astype(ivy.Remainder(ivy.Arange(size*size*3), 251), ivy.Uint8).Reshape([]int{size, size, 3})
	path := filepath.Join(t.TempDir(), "in.png")
	require.NoError(t, ivy.SaveImage(path, x, nil))
	in, err := ivy.LoadImage(path)
	require.NoError(t, err)
	require.Equal(t, x.Bytes(), in.Bytes())

	blurred := ivy.Tidy(func(e *ivy.Env) *ivy.Array {
		wide := e.Pad(e.Astype(in, ivy.Float32), [][2]int{{1, 1}, {1, 1}, {0, 0}}, ivy.Mode("edge"))
		sum := e.ZerosLike(in, ivy.Float32)
		for i := range 3 {
			for j := range 3 {
				sum.IAdd(wide.Get(ivy.Slice(i, i+size), ivy.Slice(j, j+size)))
			}
		}
		return e.Astype(e.Round(e.Divide(sum, 9)), ivy.Uint8)
	})
	out := filepath.Join(t.TempDir(), "out.png")
	require.NoError(t, ivy.SaveImage(out, blurred, nil))
	again, err := ivy.LoadImage(out)
	require.NoError(t, err)
	var sum float64
	for i := 4; i < 7; i++ {
		for j := 9; j < 12; j++ {
			sum += in.Get(i, j, 1).Float()
		}
	}
	assert.Equal(t, math.RoundToEven(sum/9), again.Get(5, 10, 1).Float())
}

// A handler multiplies large matrices, and ends when its request does.
func TestDeadline(t *testing.T) {
	n := 4096
	if testing.Short() {
		n = 2048
	}
	x := ivy.Ones([]int{n, n}, ivy.Float32)
	defer x.Free()
	type outcome struct {
		err  error
		took time.Duration
	}
	done := make(chan outcome, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 100*time.Millisecond)
		defer cancel()
		start := time.Now()
		err := ivy.Try(func() {
			ivy.TidyDo(func(e *ivy.Env) {
				c := e.Context(ctx)
				y := x
				for range 50 { // minutes of work
					y = c.MatMul(y, x)
				}
			})
		})
		done <- outcome{err, time.Since(start)}
		if errors.Is(err, context.DeadlineExceeded) {
			http.Error(w, err.Error(), http.StatusGatewayTimeout)
		}
	}))
	defer server.Close()
	answer, err := http.Get(server.URL)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	assert.Equal(t, http.StatusGatewayTimeout, answer.StatusCode)
	o := <-done
	require.ErrorIs(t, o.err, ivy.ErrCanceled)
	assert.ErrorIs(t, o.err, context.DeadlineExceeded)
	t.Logf("ended %v after the deadline", o.took-100*time.Millisecond)
	assert.Less(t, o.took, 2*time.Second, "on a machine with much else to do")
	assert.Equal(t, float64(n), ivy.Sum(x.Row(0)).Float(), "the operand is what it was")
}

// A matrix goes to gonum, and what gonum makes of it comes back.
func TestGonum(t *testing.T) {
	a := ivy.Asarray([][]float64{{4, 1}, {1, 3}})
	var inverse mat.Dense
	require.NoError(t, inverse.Inverse(gonum.DenseView(a)))
	product := ivy.MatMul(a, gonum.ArrayView(&inverse))
	assert.True(t, ivy.AllClose(product, ivy.Eye(2, ivy.Float64), ivy.Atol(1e-12)).Bool())
}

// Arrays are logged and encoded as other values are.
func TestEncoding(t *testing.T) {
	type message struct {
		Name string
		X    *ivy.Array
	}
	m := message{"weights", ivy.Asarray([][]float32{{1, 0.5}, {float32(math.Inf(1)), -0}})}
	text, err := json.Marshal(m)
	require.NoError(t, err)
	var fromJSON message
	require.NoError(t, json.Unmarshal(text, &fromJSON))
	assert.Equal(t, m.X.Bytes(), fromJSON.X.Bytes())

	var buf bytes.Buffer
	require.NoError(t, gob.NewEncoder(&buf).Encode(m))
	var fromGob message
	require.NoError(t, gob.NewDecoder(&buf).Decode(&fromGob))
	assert.Equal(t, m.X.Bytes(), fromGob.X.Bytes())
	assert.Equal(t, m.X.Shape(), fromGob.X.Shape())

	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("loaded", "x", m.X)
	assert.Contains(t, log.String(), "float32")
}

// Eight goroutines take steps in scopes; GOIVY_STEPS says how many.
func TestSteps(t *testing.T) {
	steps := 8000
	if s := os.Getenv("GOIVY_STEPS"); s != "" {
		_, err := fmt.Sscan(s, &steps)
		require.NoError(t, err)
	}
	x := ivy.Linspace(-1, 1, 4096, ivy.Float32)
	step := func(e *ivy.Env) *ivy.Array { return e.Sum(e.Square(e.Tanh(e.Multiply(x, 2)))) }
	want := step(ivy.Standard()).Bytes()
	run := func(steps int) int {
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for range steps / 8 {
					if z := ivy.Tidy(step); !bytes.Equal(want, z.Bytes()) {
						t.Error("another result")
						return
					}
				}
			})
		}
		wg.Wait()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	before := run(steps / 8)
	after := run(steps)
	assert.Less(t, after-before, 8<<20)
}
