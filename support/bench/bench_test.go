package bench

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
)

// fakeVariable makes the test's binary a peer, which adds float32 numbers: its value says
// what is wrong with it.
const fakeVariable = "GOIVY_FAKE_PEER"

func TestMain(m *testing.M) {
	if how, ok := os.LookupEnv(fakeVariable); ok {
		fakePeer(how)
		return
	}
	os.Exit(m.Run())
}

func fakePeer(how string) {
	say := func(v any) {
		line, _ := json.Marshal(v)
		fmt.Println(string(line))
	}
	if how == "absent" {
		say(map[string]string{"error": "ModuleNotFoundError: No module named 'fake'"})
		return
	}
	threads, _ := strconv.Atoi(os.Args[len(os.Args)-1])
	say(map[string]string{"version": "1.2", "python": "3.11", "kernels": fakeKernels()})
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var request struct {
			Do     string `json:"do"`
			Inputs []struct {
				Path string `json:"path"`
			} `json:"inputs"`
			Setup, Call, Result string
			Calls, Warm         int
		}
		if err := json.Unmarshal(in.Bytes(), &request); err != nil {
			say(map[string]string{"error": err.Error()})
			continue
		}
		switch request.Do {
		case "prepare":
			if request.Call != "x + y" {
				say(map[string]string{"error": "SyntaxError: " + request.Call})
				continue
			}
			x, _ := os.ReadFile(request.Inputs[0].Path)
			y, _ := os.ReadFile(request.Inputs[1].Path)
			n := len(x) / 4
			for i := range n {
				sum := math.Float32frombits(binary.LittleEndian.Uint32(x[4*i:])) + math.Float32frombits(binary.LittleEndian.Uint32(y[4*i:]))
				if how == "wrong" && i == n-1 {
					sum += 0.01
				}
				binary.LittleEndian.PutUint32(x[4*i:], math.Float32bits(sum))
			}
			_ = os.WriteFile(request.Result, x, 0o600)
			shape, d := []int{n}, "float32"
			switch how {
			case "shape":
				shape = []int{1, n}
			case "dtype":
				d = "int32"
			case "short":
				shape = []int{n + 1}
			}
			say(map[string]any{"dtype": d, "shape": shape})
		case "run":
			switch how {
			case "dies":
				fmt.Fprintln(os.Stderr, "first\nSegmentation fault")
				os.Exit(3)
			case "babbles":
				fmt.Println("hello")
				continue
			case "idle":
				say(map[string]int{"ns": 0})
				continue
			}
			say(map[string]int{"ns": 1000 * threads * request.Calls})
		case "drop":
			say(struct{}{})
		}
	}
}

// fakeKernels are those of the fake peer: what its environment names, as OpenBLAS has it.
func fakeKernels() string {
	for _, s := range os.Environ() {
		for _, begin := range []string{"OPENBLAS_", "MKL_", "ATEN_", "NPY_", "ONEDNN_", "OMP_", "XLA_"} {
			if strings.HasPrefix(s, begin) {
				return s
			}
		}
	}
	return "the fastest, " + os.Getenv("FAKE_OTHER")
}

// Settings that pin kernels do not come to the peers; the report says which kernels these
// ran, and what was kept from them.
func TestPeerKernels(t *testing.T) {
	pinned := []string{"ATEN_CPU_CAPABILITY=default", "MKL_ENABLE_INSTRUCTIONS=SSE4_2", "NPY_DISABLE_CPU_FEATURES=AVX2", "OMP_NUM_THREADS=7",
		"ONEDNN_MAX_CPU_ISA=SSE41", "OPENBLAS_CORETYPE=Prescott", "OPENBLAS_L2_SIZE=1024", "XLA_FLAGS=--xla_cpu_max_isa=SSE4_2"}
	for _, s := range pinned {
		name, value, _ := strings.Cut(s, "=")
		t.Setenv(name, value)
	}
	t.Setenv("FAKE_OTHER", "with others' settings")
	r := measureWith(t, additions()[:1], fake(t, ""))
	require.NoError(t, r.Err())
	require.Len(t, r.Sides, 2)
	assert.Equal(t, "the fastest, with others' settings", r.Sides[1].Kernels)
	assert.Subset(t, r.Dropped, pinned)

	var text, kept bytes.Buffer
	require.NoError(t, r.WriteText(&text))
	assert.Contains(t, text.String(), "beside it: Fake 1.2 (the fastest, with others' settings)\nthey ran without settings of the environment: ")
	assert.Contains(t, text.String(), "OPENBLAS_CORETYPE=Prescott")
	require.NoError(t, r.WriteJSON(&kept))
	assert.Contains(t, kept.String(), `"kernels": "the fastest, with others' settings"`)
	again, err := ReadJSON(&kept)
	require.NoError(t, err)
	assert.Equal(t, r.Sides, again.Sides)
	assert.Equal(t, r.Dropped, again.Dropped)
}

func fake(t *testing.T, how string) Peer {
	self, err := os.Executable()
	require.NoError(t, err)
	t.Setenv(fakeVariable, how)
	return Peer{Name: "fake", Title: "Fake", Command: []string{self}}
}

// additions are workloads that the fake peer can do, but for the last.
func additions() []Workload {
	pair := arrays("x,y", ivy.Float32, signed, 1000)
	known := map[string]code{"fake": {call: "x + y"}}
	l := &list{}
	l.add(callTable, "add/a", "a sum", pair, add, known)
	l.add("Others", "add/b", "another", pair, add, known).Flops = 1000
	l.add("Others", "add/c", "not theirs", pair, add, nil)
	return l.rows
}

func measureWith(t *testing.T, workloads []Workload, peers ...Peer) *Report {
	r, err := Run(context.Background(), Options{Backends: []string{"native"}, Peers: peers, Rounds: 3, Turn: time.Millisecond, Threads: []int{1, 2}, workloads: workloads})
	require.NoError(t, err)
	return r
}

func TestBench(t *testing.T) {
	threads := ivy.NumThreads()
	told := []string{}
	r, err := Run(context.Background(), Options{Backends: []string{"native"}, Peers: []Peer{fake(t, ""), {Name: "none", Title: "None"}}, Rounds: 3, Turn: time.Millisecond, Threads: []int{1, 2},
		workloads: append(additions(), Workload{Name: "add/d", Table: "Others", Title: "none's", inputs: additions()[0].inputs, ours: add, peers: map[string]code{"none": {call: "x"}}}),
		Progress:  func(what string, done, of int) { told = append(told, fmt.Sprint(what, done, "/", of)) }})
	require.NoError(t, err)
	require.NoError(t, r.Err())
	assert.Equal(t, threads, ivy.NumThreads(), "it is as it was")
	require.Len(t, r.Rows, 8)
	assert.Contains(t, told, "add/d, 2 threads7/8")
	assert.Equal(t, []Missing{{Name: "none", Title: "None", Why: "None is not installed", Get: HowToGet}}, r.Missing)
	require.Len(t, r.Sides, 2)
	assert.Equal(t, Side{Name: "fake", Title: "Fake", Version: "1.2", Python: "3.11", Kernels: "the fastest, "}, r.Sides[1])

	row := r.Rows[0]
	assert.Equal(t, "float32", row.Dtype)
	assert.Equal(t, []int{1000}, row.Shape)
	assert.Equal(t, []Check{{Side: "fake", Against: "goivy/native", OK: true}}, row.Checks)
	require.Len(t, row.Times, 2)
	ours, theirs := row.time("goivy/native"), row.time("fake")
	require.Len(t, ours.NS, 3)
	assert.Equal(t, []float64{1000, 1000, 1000}, theirs.NS)
	assert.Equal(t, 1000, theirs.Calls, "a turn of a millisecond")
	assert.Equal(t, 2000.0, r.Rows[4].time("fake").Median, "it has two threads")
	assert.Nil(t, theirs.Allocs)
	assert.GreaterOrEqual(t, *ours.Allocs, 1.0)
	assert.GreaterOrEqual(t, *ours.Bytes, 4000.0)
	q := row.ratio("goivy/native", "fake")
	assert.Equal(t, 1000/ours.Median, q.Median, "of three the middle")
	assert.Len(t, r.Rows[2].Times, 1)
	assert.Empty(t, r.Rows[2].Ratios)

	r.Machine.Load = 7.25
	var text strings.Builder
	require.NoError(t, r.WriteText(&text))
	for _, part := range []string{"goivy on: native ", "beside it: Fake 1.2 (the fastest, )\n", "without None: None is not installed (ivy bench --setup", "a load of 7.2 at the start", "a sum", "1.00", " B)", "2 threads: GFLOP/s, more is better", "Fake/native"} {
		assert.Contains(t, text.String(), part)
	}
}

func TestBenchOptions(t *testing.T) {
	good := Options{Backends: []string{"native"}, Rounds: 1, Turn: time.Millisecond, Threads: []int{1}, workloads: additions()}
	for name, change := range map[string]func(o *Options){
		"no backend": func(o *Options) { o.Backends = []string{"abacus"} },
		"no match":   func(o *Options) { o.Only = regexp.MustCompile("nothing") },
		"no rounds":  func(o *Options) { o.Rounds = 0 },
		"no turn":    func(o *Options) { o.Turn = 0 },
		"no threads": func(o *Options) { o.Threads = nil },
	} {
		o := good
		change(&o)
		_, err := Run(context.Background(), o)
		assert.Error(t, err, name)
	}
	o := good
	o.Only = regexp.MustCompile("/[ac]$")
	r, err := Run(context.Background(), o)
	require.NoError(t, err)
	assert.Len(t, r.Rows, 2)

	ctx, cancel := context.WithCancel(context.Background())
	o = good
	o.Peers = []Peer{fake(t, "")}
	o.Progress = func(string, int, int) { cancel() }
	_, err = Run(ctx, o)
	assert.ErrorIs(t, err, context.Canceled)
}

// Of wrong results there are no times; a peer that fails does not stop the others.
func TestBenchTrouble(t *testing.T) {
	for how, c := range map[string]struct {
		times   int    // of the first row: of us alone, or none
		problem string // of the check
		failure string
		missing string
	}{
		"wrong":   {problem: "element 999 is "},
		"dtype":   {problem: "dtype int32, not float32"},
		"shape":   {problem: "shape [1 1000], not [1000]"},
		"short":   {times: 1, failure: "4000 bytes for float32 of shape [1001]"},
		"dies":    {times: 1, failure: "Fake ended: EOF: Segmentation fault", missing: "Fake ended: EOF: Segmentation fault, in add/a"},
		"babbles": {times: 1, failure: `Fake answered "hello\n"`, missing: "Fake answered"},
		"idle":    {times: 1, failure: "Fake took 0 ns", missing: "Fake took 0 ns"},
		"absent":  {times: 1, missing: "No module named 'fake'"},
	} {
		t.Run(how, func(t *testing.T) {
			r := measureWith(t, additions(), fake(t, how))
			row := r.Rows[0]
			assert.Len(t, row.Times, c.times)
			assert.Len(t, r.Rows[2].Times, 1)
			var text strings.Builder
			require.NoError(t, r.WriteText(&text))
			if c.problem != "" {
				require.Len(t, row.Checks, 1)
				assert.False(t, row.Checks[0].OK)
				assert.Contains(t, row.Checks[0].Problem, c.problem)
				assert.ErrorContains(t, r.Err(), "the results of 4 rows differ")
				assert.Contains(t, text.String(), "add/a, 1 thread: Fake differs from native, so nothing of it was timed: "+c.problem)
			}
			if c.failure != "" {
				require.Len(t, row.Failures, 1)
				assert.Contains(t, row.Failures[0].Error, c.failure)
				assert.ErrorContains(t, r.Err(), "failed")
				assert.Contains(t, text.String(), "failed")
			}
			if c.missing == "" {
				assert.Empty(t, r.Missing)
				return
			}
			require.Len(t, r.Missing, 1)
			assert.Contains(t, r.Missing[0].Why, c.missing)
			assert.Empty(t, r.Rows[1].Failures, "it is told once")
		})
	}
}

// A call of ours that fails is told, and is no end.
func TestBenchOurTrouble(t *testing.T) {
	rows := additions()
	rows[1].ours = func(e *ivy.Env, x []*ivy.Array) func() *ivy.Array {
		return func() *ivy.Array { return e.MatMul(x[0], 1) }
	}
	r := measureWith(t, rows)
	require.Len(t, r.Rows, 6)
	require.Len(t, r.Rows[1].Failures, 1)
	assert.Equal(t, "goivy/native", r.Rows[1].Failures[0].Side)
	assert.ErrorContains(t, r.Err(), "2 calls failed")
}

func TestBenchJSON(t *testing.T) {
	r := measureWith(t, additions(), fake(t, ""))
	var data bytes.Buffer
	require.NoError(t, r.WriteJSON(&data))
	var v map[string]any
	require.NoError(t, json.Unmarshal(data.Bytes(), &v))
	for _, key := range []string{"time", "machine", "rounds", "turn_ms", "threads", "sides", "missing", "rows"} {
		assert.NotNil(t, v[key], key)
	}
	row := v["rows"].([]any)[2].(map[string]any)
	for _, key := range []string{"workload", "table", "title", "threads", "unit", "dtype", "shape", "times", "ratios", "checks"} {
		assert.NotNil(t, row[key], key)
	}

	again, err := ReadJSON(bytes.NewReader(data.Bytes()))
	require.NoError(t, err)
	var before, after strings.Builder
	require.NoError(t, r.WriteText(&before))
	require.NoError(t, again.WriteText(&after))
	assert.Equal(t, before.String(), after.String())
	for _, wrong := range []string{"", "{}", "[1]", `{"rows": 1}`, `{"sorts": []}`} {
		_, err := ReadJSON(strings.NewReader(wrong))
		assert.Error(t, err, wrong)
	}
}

func TestBenchChart(t *testing.T) {
	r := measureWith(t, additions(), fake(t, ""))
	dir := t.TempDir()
	drawing := filepath.Join(dir, "chart.svg")
	require.NoError(t, r.WriteChart(drawing))
	data, err := os.ReadFile(drawing)
	require.NoError(t, err)
	texts, marks := "", 0
	for dec := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		switch x := token.(type) {
		case xml.CharData:
			texts += string(x)
		case xml.StartElement:
			if x.Name.Local == "path" {
				marks++
			}
		}
	}
	for _, part := range []string{"a sum", "OTHERS", "Fake", "goivy native", "2 threads"} {
		assert.Contains(t, texts, part)
	}
	assert.Greater(t, marks, 10)

	picture := filepath.Join(dir, "chart.png")
	require.NoError(t, r.WriteChart(picture))
	f, err := os.Open(picture)
	require.NoError(t, err)
	defer func() { _ = f.Close() }()
	image, err := png.Decode(f)
	require.NoError(t, err)
	assert.Greater(t, image.Bounds().Dx(), 500)

	require.Error(t, r.WriteChart(filepath.Join(dir, "chart.txt")))
	require.Error(t, r.WriteChart(filepath.Join(dir, "none", "chart.svg")))
	for i := range r.Rows {
		r.Rows[i].Times = nil
	}
	assert.ErrorContains(t, r.WriteChart(drawing), "no times")
}

func TestFigures(t *testing.T) {
	for x, want := range map[float64]string{0.00421: "0.0042", 0.123: "0.12", 9.994: "9.99", 9.996: "10.0", 99.96: "100", 1234567.2: "1\u202f234\u202f567"} {
		assert.Equal(t, want, three(x))
	}
	b := &bench{Options: Options{Rounds: 11, Turn: time.Millisecond}}
	for ns, want := range map[float64]int{1e6: 11, 20e6: 11, 40e6: 5, 1e9: 3} {
		assert.Equal(t, want, b.rounds(ns, 2))
	}
	b.Rounds = 2
	assert.Equal(t, 2, b.rounds(1e9, 2))
	q1, median, q3 := quartiles([]float64{4, 1, 3, 2})
	assert.Equal(t, []float64{1.75, 2.5, 3.25}, []float64{q1, median, q3})
	q1, median, q3 = quartiles([]float64{7})
	assert.Equal(t, []float64{7, 7, 7}, []float64{q1, median, q3})
}

// The workloads are well formed, and those that take little time run on the native backend.
func TestWorkloads(t *testing.T) {
	var known []string
	for _, p := range Peers() {
		known = append(known, p.Name)
	}
	name := regexp.MustCompile(`^[a-z0-9_-]+/[a-z0-9_+-]+(/[a-z0-9.+]+)*$`)
	s, err := newGoSide("native", dropped)
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, w := range Workloads() {
		assert.Regexp(t, name, w.Name)
		assert.False(t, seen[w.Name], w.Name)
		seen[w.Name] = true
		assert.NotEmpty(t, w.Table+w.Title, w.Name)
		assert.NotEmpty(t, w.peers, w.Name)
		size := 0
		var given []operand
		for i := range w.inputs {
			in := &w.inputs[i]
			n := 1
			for _, k := range in.shape {
				n *= k
			}
			size += n
			if size <= 1000 {
				given = append(given, operand{input: in, data: in.bytes(s.env, i)})
			}
		}
		for peer, code := range w.peers {
			assert.Contains(t, known, peer, w.Name)
			for _, in := range w.inputs {
				assert.Contains(t, code.setup+code.call, in.name, w.Name)
			}
		}
		if size > 1000 {
			continue
		}
		z, err := s.prepare(context.Background(), &w, given)
		if assert.NoError(t, err, w.Name) {
			assert.NotEmpty(t, z.values.Dtype().String())
		}
	}
	for _, want := range []string{"add/float32/3", "add/float32/1.6e7/out", "erf/float64/1e6", "sum/float32/1.6e7", "matmul/bfloat16/2048", "compiled/layer_norm"} {
		assert.True(t, seen[want], want)
	}
}

func TestInputs(t *testing.T) {
	e, err := ivy.NewEnv("native")
	require.NoError(t, err)
	in := input{"x", ivy.Float32, []int{4, 250}, positive}
	assert.Equal(t, in.bytes(e, 0), in.bytes(e, 0))
	assert.NotEqual(t, in.bytes(e, 0), in.bytes(e, 1))
	x := ivy.Values[float32](e.FromBytes(in.d, in.shape, in.bytes(e, 0)))
	assert.InDelta(t, 0.1, slices.Min(x), 0.1)
	assert.InDelta(t, 10, slices.Max(x), 0.1)

	in = input{"x", ivy.Int32, []int{100}, distinct}
	n := ivy.Values[int32](e.FromBytes(in.d, in.shape, in.bytes(e, 0)))
	assert.False(t, slices.IsSorted(n))
	slices.Sort(n)
	for i, v := range n {
		assert.EqualValues(t, i, v)
	}
	in = input{"c", ivy.Bool, []int{1000}, unit}
	assert.InDelta(t, 500, bytes.Count(in.bytes(e, 0), []byte{1}), 100)
}

// The peers that are installed understand what they are told.
func TestInstalledPeers(t *testing.T) {
	if testing.Short() {
		t.Skip("they take seconds to start")
	}
	var peers []Peer
	for _, p := range Peers() {
		if len(p.Command) > 0 {
			peers = append(peers, p)
		}
	}
	if len(peers) == 0 {
		t.Skip("no peer is installed: " + HowToGet)
	}
	r, err := Run(context.Background(), Options{Backends: []string{"native"}, Peers: peers, Only: regexp.MustCompile(`/3(/|$)|/64$|compiled/sum|csv/int32`), Rounds: 1, Turn: time.Millisecond, Threads: []int{1}})
	require.NoError(t, err)
	var text strings.Builder
	require.NoError(t, r.WriteText(&text))
	require.NoError(t, r.Err(), text.String())
	assert.Empty(t, r.Missing)
	assert.Len(t, r.Sides, 1+len(peers))
}

// An interpreter without the library is told of, and so is none.
func TestPeersThatAreAbsent(t *testing.T) {
	r := measureWith(t, additions(), Peer{Name: "fake", Title: "Fake"}.In(filepath.Join(t.TempDir(), "python")))
	require.Len(t, r.Missing, 1)
	assert.Contains(t, r.Missing[0].Why, "no such file")
}

func TestEnvironments(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	for _, p := range Peers() {
		assert.Empty(t, p.Command, "nothing is in an empty cache")
	}
	var log bytes.Buffer
	peers, err := Setup(context.Background(), Peers(), filepath.Join(cache, "python"), &log)
	assert.ErrorContains(t, err, "no such file")
	assert.ErrorContains(t, err, `"tensorflow"`, "the second is tried too")
	for _, p := range peers {
		assert.Empty(t, p.Command)
	}
	assert.Equal(t, 2, strings.Count(log.String(), "setting up"), "each once")
	folder, err := arraysEnvironment.folder()
	require.NoError(t, err)
	assert.NoDirExists(t, folder, "half of one does not stay")
	for _, e := range []*environment{arraysEnvironment, tensorflowEnvironment} {
		folder, err := e.folder()
		require.NoError(t, err)
		require.NoError(t, os.MkdirAll(folder, 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(folder, "done"), nil, 0o600))
	}
	there, err := Setup(context.Background(), peers, filepath.Join(cache, "python"), &log)
	require.NoError(t, err, "they are there")
	for i, p := range Peers() {
		require.NotEmpty(t, p.Command)
		assert.True(t, strings.HasPrefix(p.Command[0], cache))
		assert.Equal(t, p.Command, there[i].Command)
	}
}

// With Freed, ours are measured in both ways, those too whose result is an array of the caller's.
func TestFreed(t *testing.T) {
	r, err := Run(context.Background(), Options{Backends: []string{"native"}, Freed: true, Only: regexp.MustCompile(`^add/float32/1e5(/out)?$`), Rounds: 2, Turn: time.Millisecond, Threads: []int{1}})
	require.NoError(t, err)
	require.NoError(t, r.Err())
	require.Len(t, r.Sides, 2)
	assert.Equal(t, Side{Name: "goivy/native/freed", Title: "native, freed", Version: r.Sides[0].Version, Ours: true, Freed: true}, r.Sides[1])
	require.Len(t, r.Rows, 2)
	for _, row := range r.Rows {
		assert.Len(t, row.Times, 2, row.Workload)
		assert.Empty(t, row.Ratios)
	}
	numpy, torch := Side{Name: "numpy"}, Side{Name: "torch"}
	other := Side{Name: "goivy/torch", Ours: true}
	assert.Equal(t, []pair{{r.Sides[0], numpy}, {r.Sides[0], torch}, {r.Sides[1], numpy}, {r.Sides[1], torch}, {other, torch}},
		pairs([]Side{r.Sides[0], r.Sides[1], other, numpy, torch}))
}

// With Tidy, calls without anything prepared are measured in a scope too.
func TestTidy(t *testing.T) {
	r, err := Run(context.Background(), Options{Backends: []string{"native"}, Freed: true, Tidy: true, Only: regexp.MustCompile(`^add/float32/1e5(/out)?$`), Rounds: 2, Turn: time.Millisecond, Threads: []int{1}})
	require.NoError(t, err)
	require.NoError(t, r.Err())
	require.Len(t, r.Sides, 3)
	assert.Equal(t, Side{Name: "goivy/native/tidy", Title: "native, tidy", Version: r.Sides[0].Version, Ours: true, Tidy: true}, r.Sides[2])
	require.Len(t, r.Rows, 2)
	assert.Len(t, r.Rows[0].Times, 3, r.Rows[0].Workload)
	assert.Len(t, r.Rows[1].Times, 2, r.Rows[1].Workload)
	numpy, torch := Side{Name: "numpy"}, Side{Name: "torch"}
	assert.Equal(t, []pair{{r.Sides[2], numpy}, {r.Sides[2], torch}}, pairs([]Side{r.Sides[2], numpy, torch}))
}

// BenchmarkWorkloads runs every workload on the native backend, for profiles.
func BenchmarkWorkloads(b *testing.B) {
	s, err := newGoSide("native", dropped)
	require.NoError(b, err)
	for _, w := range Workloads() {
		b.Run(w.Name, func(b *testing.B) {
			var given []operand
			for i := range w.inputs {
				given = append(given, operand{input: &w.inputs[i], data: w.inputs[i].bytes(s.env, i)})
			}
			_, err := s.prepare(context.Background(), &w, given)
			require.NoError(b, err)
			b.ReportAllocs()
			for b.Loop() {
				s.call()
			}
			if w.Flops > 0 {
				b.ReportMetric(w.Flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
			}
		})
	}
}

// The call of a small array makes one object: the array with its buffer. A number next to
// it makes none.
func TestAllocations(t *testing.T) {
	x, y := ivy.Asarray([]float32{1, 2, 3}), ivy.Asarray([]float32{4, 5, 6})
	for name, f := range map[string]func(){
		"Add":  func() { ivy.Add(x, y) },
		"Abs":  func() { ivy.Abs(x) },
		"Less": func() { ivy.Less(x, y) },

		"Add of an int":   func() { ivy.Add(x, 2) },
		"Add of a float":  func() { ivy.Add(x, 2.5) },
		"Add to a number": func() { ivy.Add(2, x) },
	} {
		if n := testing.AllocsPerRun(100, f); n > 1 {
			t.Errorf("%s of 3 elements: %v allocations, want 1", name, n)
		}
	}
}
