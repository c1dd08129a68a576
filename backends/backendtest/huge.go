package backendtest

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
)

// stretched is an array of one byte that stands for more elements than any memory holds,
// where an int counts as many.
var stretched = []int{int(min(int64(1)<<37, math.MaxInt))}

// hugeCalls are calls that allocate what an argument decides the size of.
func hugeCalls(e *ivy.Env) map[string]func(x *ivy.Array) {
	huge := stretched[0]
	one := func() *ivy.Array { return e.Asarray([]int8{1}) }
	calls := map[string]func(x *ivy.Array){
		"Values":          func(x *ivy.Array) { ivy.Values[int8](x) },
		"Values of int64": func(x *ivy.Array) { ivy.Values[int64](x) },
		"Bytes":           func(x *ivy.Array) { x.Bytes() },
		"Data":            func(x *ivy.Array) { x.Data() },
		"Nested":          func(x *ivy.Array) { x.Nested() },
		"Nested of none":  func(*ivy.Array) { e.Zeros([]int{huge / 32, 0}, ivy.Int8).Nested() },
		"Unstack":         func(x *ivy.Array) { x.Unstack() },
		"CopyArray":       func(x *ivy.Array) { x.CopyArray() },
		"Tile":            func(x *ivy.Array) { x.Tile([]int{2}) },
		"Roll":            func(x *ivy.Array) { x.Roll([]int{1}) },
		"Diff":            func(x *ivy.Array) { x.Diff() },
		"Sort":            func(x *ivy.Array) { x.Sort() },
		"ArgSort":         func(x *ivy.Array) { x.ArgSort() },
		"UniqueAll":       func(x *ivy.Array) { x.UniqueAll() },
		"CumulativeSum":   func(x *ivy.Array) { x.CumulativeSum() },
		"Astype":          func(x *ivy.Array) { x.Astype(ivy.Float64) },
		"Add":             func(x *ivy.Array) { x.Add(1) },
		"Where":           func(x *ivy.Array) { e.Where(x, 1, 2) },
		"OneHot":          func(x *ivy.Array) { e.OneHot(e.Asarray([]int{1}), huge) },
		"Linspace":        func(*ivy.Array) { e.Linspace(0, 1, huge) },
		"Meshgrid":        func(x *ivy.Array) { e.Meshgrid([]*ivy.Array{x, one()}) },
		"Full":            func(*ivy.Array) { e.Full([]int{huge}, 1) },
		"Repeat":          func(*ivy.Array) { e.Repeat(one(), huge) },
		"Repeat of each":  func(*ivy.Array) { e.Repeat(e.Asarray([]int8{1, 2}), []int{huge - 1, 1}) },
		"Tile of 40 axes": func(*ivy.Array) { e.Tile(e.Ones(slices.Repeat([]int{1}, 40)), []int{huge}) },
		"Tril":            func(x *ivy.Array) { e.Tril(e.BroadcastTo(one(), []int{1 << 15, huge / (1 << 16)})) },
		"TakeAlongAxis": func(x *ivy.Array) {
			e.TakeAlongAxis(e.Asarray([]int8{1}), e.BroadcastTo(e.Asarray([]int64{0}), []int{huge}))
		},
		"IsIn":           func(x *ivy.Array) { e.IsIn(x, []int{1, 2}) },
		"a compiled Add": func(x *ivy.Array) { e.Compile(func(x *ivy.Array) *ivy.Array { return x.Add(x) }).Call(x) },
		"a compiled view": func(x *ivy.Array) {
			e.Compile(func(x *ivy.Array) *ivy.Array { return e.BroadcastTo(x, stretched) }).Call(one()).Bytes()
		},
		"more than an int": func(*ivy.Array) { e.Add(e.BroadcastTo(one(), []int{huge, 1}), e.BroadcastTo(one(), []int{1, huge})) },
	}
	for _, mode := range []string{"edge", "reflect", "symmetric", "wrap", "constant"} {
		calls["Pad by "+mode] = func(*ivy.Array) { e.Pad(e.Asarray([]int8{1, 2}), [][2]int{{huge / 2, 0}}, ivy.Mode(mode)) }
	}
	for _, name := range backend.Linked() {
		calls["ToBackend "+name] = func(x *ivy.Array) {
			if z := x.ToBackend(name); z == x { // it is there
				x.Bytes()
			}
		}
	}
	return calls
}

// Huge checks that what no memory holds is an error before it is tried: quickly, and
// without growing. It is to be the whole of a test: it runs that again in a process of its
// own, which may die. Where an int has 32 bits there is nothing to check: the longest
// array of one-byte elements that can be asked for has 2 GiB, which memory may well hold.
func Huge(t *testing.T, backendName string) {
	if strconv.IntSize == 32 {
		t.Skip("an int of 32 bits counts no more bytes than memory may hold")
	}
	const mark = "GOIVY_HUGE"
	if os.Getenv(mark) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v", "-test.timeout=5m")
		cmd.Env = append(os.Environ(), mark+"=1")
		text, err := cmd.CombinedOutput()
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		require.NoError(t, err, strings.Join(lines[max(0, len(lines)-60):], "\n"))
		return
	}
	e, err := ivy.NewEnv(backendName)
	require.NoError(t, err)
	before := resident()
	for name, call := range hugeCalls(e) {
		t.Run(name, func(t *testing.T) {
			begin := time.Now()
			err := ivy.Try(func() { call(e.BroadcastTo(e.Asarray([]int8{1}), stretched)) })
			var ours *ivy.Error
			require.ErrorAs(t, err, &ours)
			assert.True(t, ours.Is(ivy.ErrValue) || ours.Is(ivy.ErrShape), "%v", err)
			assert.Less(t, time.Since(begin), 30*time.Second)
			assert.Less(t, resident()-before, 512<<20, "bytes that the process has grown by")
		})
	}
}

// resident returns the bytes of the process's memory that are there, 0 if that is not known.
func resident() int {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		var n int
		if _, err := fmt.Sscanf(line, "VmHWM: %d kB", &n); err == nil {
			return n << 10
		}
	}
	return 0
}
