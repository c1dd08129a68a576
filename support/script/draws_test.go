package script

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/internal/thorough"
	"github.com/goivy/goivy/ivy"
)

// draws is a file of support/oracle/gen_draws.py: programs that draw random numbers, with what they give under the framework.
type draws struct {
	Framework, Version string
	Count              int
	Programs           [][2]any
}

func readDraws(t *testing.T, framework string) draws {
	t.Helper()
	f, err := os.Open("testdata/draws-" + framework + ".json.gz")
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	var all draws
	require.NoError(t, json.NewDecoder(z).Decode(&all))
	require.Len(t, all.Programs, all.Count)
	return all
}

// TestDraws runs programs that draw random numbers, every third unless the environment variable GOIVY_CONSISTENCY is "all": what they give
// is the framework's, bit for bit.
func TestDraws(t *testing.T) {
	race.Sequential(t)
	step := 3
	if thorough.All() {
		step = 1
	}
	for framework, least := range map[string]int{"numpy": 2950, "jax": 460, "torch": 360, "tensorflow": 250} {
		t.Run(framework, func(t *testing.T) {
			all := readDraws(t, framework)
			require.GreaterOrEqual(t, all.Count, least)
			compareDraws(t, all, Options{Backend: "native"}, step)
			for _, f := range frameworks[framework].all() {
				path, ok := strings.CutPrefix(f.Path, "random.")
				if !ok {
					continue
				}
				name := path[strings.LastIndexByte(path, '.')+1:] + "("
				assert.True(t, slices.ContainsFunc(all.Programs, func(p [2]any) bool { return strings.Contains(p[0].(string), name) }), "no program calls %s", f.Path)
			}
		})
	}
}

// TestDrawsOnBackends runs some of the programs on the other backends: what is drawn there is the same.
func TestDrawsOnBackends(t *testing.T) {
	race.Sequential(t)
	for _, name := range []string{"torch", "tensorflow"} {
		t.Run(name, func(t *testing.T) {
			if _, err := ivy.NewEnv(name); err != nil {
				t.Skip(err)
			}
			for framework, step := range map[string]int{"numpy": 17, "jax": 5, "torch": 5, "tensorflow": 5} {
				compareDraws(t, readDraws(t, framework), Options{Backend: name}, step)
			}
		})
	}
}

// compareDraws runs every so manieth program.
func compareDraws(t *testing.T, all draws, o Options, step int) {
	t.Helper()
	o.ArrayBytes, o.Memory, o.Steps = 1<<28, 1<<30, 1<<24
	for i := 0; i < all.Count; i += step {
		text, want := all.Programs[i][0].(string), all.Programs[i][1].([]any)
		if testing.Short() && strings.Contains(text, "10**6") {
			continue
		}
		s, err := New(o)
		require.NoError(t, err)
		v, err := s.Run(context.Background(), "t", []byte(text))
		if why := drawsDiffer(want, v, err); why != "" {
			t.Errorf("%s\n  %s", text, why)
		}
	}
}

// drawsDiffer returns how what a program gave parts from what is recorded, "" if it does not.
func drawsDiffer(want []any, v Value, err error) string {
	if want[0] == "e" {
		switch text, _ := want[2].(string); {
		case err == nil:
			return fmt.Sprintf("gave %.100s, want %v: %v", v.String(), want[1], want[2])
		case want[2] == nil && strings.Contains(err.Error(), want[1].(string)+": "):
			return ""
		case !strings.HasSuffix(err.Error(), want[1].(string)+": "+text):
			return fmt.Sprintf("%v, want %v: %v", err, want[1], text)
		}
		return ""
	}
	if err != nil {
		return err.Error()
	}
	got, err := v.Go()
	if err != nil {
		return err.Error()
	}
	return drawDiffers(want, got)
}

func drawDiffers(want []any, got any) string {
	all := func(list []any) string {
		if len(list) != len(want)-1 {
			return fmt.Sprintf("%d elements, want %d", len(list), len(want)-1)
		}
		for i, e := range list {
			if why := drawDiffers(want[i+1].([]any), e); why != "" {
				return fmt.Sprintf("[%d] %s", i, why)
			}
		}
		return ""
	}
	switch g := got.(type) {
	case *frontend.Array:
		return drawnArrayDiffers(want, g)
	case Tuple:
		if want[0] == "p" {
			return all(g)
		}
	case []any:
		if want[0] == "l" {
			return all(g)
		}
	case Dict:
		if want[0] != "d" || len(g.Keys) != len(want)-1 {
			break
		}
		for i, name := range g.Keys {
			pair := want[i+1].([]any)
			if pair[0] != name {
				return fmt.Sprintf("the key %q, want %v", name, pair[0])
			}
			if why := drawDiffers(pair[1].([]any), g.Values[i]); why != "" {
				return name + ": " + why
			}
		}
		return ""
	}
	form := drawForm(got)
	if f, ok := got.(float64); ok && want[0] == "f" && math.IsNaN(f) && want[1] == "000000000000f87f" {
		return ""
	}
	if !slices.Equal(form, want) {
		return fmt.Sprintf("%v (a %T), want %v", form, got, want)
	}
	return ""
}

// drawForm returns what a value that is no array is recorded as.
func drawForm(got any) []any {
	form := []any{"o", fmt.Sprint(got)}
	switch g := got.(type) {
	case nil:
		form = []any{"n"}
	case bool:
		form = []any{"b", map[bool]float64{true: 1}[g]}
	case *big.Int:
		form = []any{"i", g.String()}
	case float64:
		bits := binary.LittleEndian.AppendUint64(nil, math.Float64bits(g))
		form = []any{"f", hex.EncodeToString(bits)}
	case string:
		form = []any{"t", g}
	case frontend.Object:
		form = []any{"o", g.String()}
	case ivy.Dtype:
		form = []any{"o", g.String()}
	}
	return form
}

func drawnArrayDiffers(want []any, a *frontend.Array) string {
	data := a.V.Bytes()
	hexed := hex.EncodeToString(data)
	if want[0] == "s" {
		if !a.Scalar || a.V.Dtype().String() != want[1] || hexed != want[2] {
			return fmt.Sprintf("%v (scalar %v, %s), want %v", a.V, a.Scalar, hexed, want)
		}
		return ""
	}
	name := a.V.Dtype().String()
	if want[0] == "c" {
		return closeDiffers(want, a)
	}
	if want[0] != "a" || a.Scalar {
		return fmt.Sprintf("the array %v (scalar %v), want %v", a.V, a.Scalar, want)
	}
	if name != want[1] || !slices.EqualFunc(a.V.Shape(), want[2].([]any), func(n int, w any) bool { return float64(n) == w }) {
		return fmt.Sprintf("an array %s%v, want %v%v", name, a.V.Shape(), want[1], want[2])
	}
	if len(data) > 64 {
		sum := sha256.Sum256(data)
		hexed = "sha" + hex.EncodeToString(sum[:])[:32]
	}
	if hexed != want[3] {
		return fmt.Sprintf("other elements of %s%v: %s, want %v: %.120s", name, a.V.Shape(), hexed, want[3], strings.ReplaceAll(a.V.String(), "\n", " "))
	}
	return ""
}

// closeDiffers compares an array with one that is recorded with a tolerance, which is relative to each number, or
// to 0.01 where that is more.
func closeDiffers(want []any, a *frontend.Array) string {
	numbers, tolerance := want[3].([]any), want[4].(float64)
	if a.V.Dtype().String() != want[1] || !slices.EqualFunc(a.V.Shape(), want[2].([]any), func(n int, w any) bool { return float64(n) == w }) {
		return fmt.Sprintf("an array %v%v, want %v%v", a.V.Dtype(), a.V.Shape(), want[1], want[2])
	}
	for i, got := range ivy.Values[float64](ivy.Astype(a.V, ivy.Float64)) {
		w, err := strconv.ParseFloat(numbers[i].(string), 64)
		if err != nil {
			return err.Error()
		}
		if got != w && !(math.IsNaN(got) && math.IsNaN(w)) && !(math.Abs(got-w) <= tolerance*max(math.Abs(w), 1e-2)) {
			return fmt.Sprintf("[%d] is %v, want %v", i, got, w)
		}
	}
	return ""
}
