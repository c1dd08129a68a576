package script

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/cmplx"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

var (
	programsFile  = flag.String("programs", "", "the file of random programs that TestRandomPrograms runs, of support/oracle/random_programs.py")
	programsOnly  = flag.String("only", "", "the functions whose programs TestRandomPrograms runs, a regular expression")
	programsShown = flag.Int("shown", 3, "how many programs of a function TestRandomPrograms shows")
	sampleFile    = flag.String("sample", "", "the file to which TestRandomPrograms writes -sampled programs of -programs that do not part, of as many functions as there are, and all that were found")
	sampled       = flag.Int("sampled", 700, "how many programs -sample has")
	functionsFile = flag.String("functions", "", "the file that TestFunctionTables writes")
)

// ofPython are the messages of operators of Python's own values that are TypeErrors there.
var ofPython = regexp.MustCompile(`unknown binary op|' not supported between `)

// A functionRow is a function of a frontend's table as support/oracle reads it.
type functionRow struct {
	Path   string `json:"path"`
	Sig    string `json:"sig"`
	Out    string `json:"out"`
	Method bool   `json:"method"`
}

// isRandom reports whether a function draws from a stream, or is of what has one: programs of it give other values each time, or are of
// objects, which no program of random calls makes. TestDraws has their programs.
func isRandom(fn *frontend.Func) bool { return strings.HasPrefix(fn.Path, "random.") }

// TestFunctionTables writes every frontend's functions to the file of -functions, from
// which support/oracle/random_programs.py draws programs.
func TestFunctionTables(t *testing.T) {
	type table struct {
		Functions  []functionRow `json:"functions"`
		Attributes []string      `json:"attributes"`
	}
	outs := map[frontend.Out]string{frontend.One: "one", frontend.List: "list", frontend.Value: "value", frontend.None: "none"}
	all := map[string]table{}
	for name, f := range frameworks {
		var rows table
		for _, fn := range f.Functions.All() {
			if isRandom(fn) {
				continue
			}
			rows.Functions = append(rows.Functions, functionRow{fn.Path, fn.Sig, outs[fn.Out], fn.Method})
		}
		rows.Attributes = slices.Sorted(maps.Keys(f.Attributes))
		require.NotEmpty(t, rows.Functions, name)
		all[name] = rows
	}
	text, err := json.Marshal(all)
	require.NoError(t, err)
	if *functionsFile != "" {
		require.NoError(t, os.WriteFile(*functionsFile, text, 0o666))
	}
}

// randomPrograms is a file of support/oracle/random_programs.py.
type randomPrograms struct {
	Framework, Version string
	Seed, Count        int
	Programs           []randomProgram
}

// A randomProgram is of a function, and what the framework answered.
type randomProgram struct {
	function, text string
	answer         any
	raw            json.RawMessage
}

func (p *randomProgram) UnmarshalJSON(text []byte) error {
	p.raw = slices.Clone(text)
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	return dec.Decode(&[]any{&p.function, &p.text, &p.answer})
}

func readPrograms(t *testing.T, file string) randomPrograms {
	t.Helper()
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	var all randomPrograms
	require.NoError(t, json.NewDecoder(z).Decode(&all))
	require.Len(t, all.Programs, all.Count)
	return all
}

// TestRandomPrograms runs random programs of every function and compares what they give
// with what the framework itself gave: those of testdata/random-*.json.gz, or of the file
// of -programs.
func TestRandomPrograms(t *testing.T) {
	files := []string{*programsFile}
	if *programsFile == "" {
		files = nil
		for _, name := range []string{"numpy", "jax", "torch", "tensorflow"} {
			files = append(files, "testdata/random-"+name+".json.gz")
		}
	}
	only := regexp.MustCompile(*programsOnly)
	for _, file := range files {
		all := readPrograms(t, file)
		if *programsFile == "" {
			require.GreaterOrEqual(t, all.Count, 700, file)
		}
		t.Run(all.Framework, func(t *testing.T) {
			failures, causes, count := map[string][]string{}, map[string]int{}, 0
			var kept []randomProgram
			for _, p := range all.Programs {
				if !only.MatchString(p.function) {
					continue
				}
				count++
				cause, why := p.run(all.Framework)
				if why == "" {
					kept = append(kept, p)
					continue
				}
				causes[cause]++
				failures[p.function] = append(failures[p.function], fmt.Sprintf("  [%s] %s\n      %s", cause, why, strings.ReplaceAll(p.text, "\n", "\n      ")))
			}
			if *sampleFile != "" {
				writeSample(t, all, kept)
			}
			wrong := 0
			for _, name := range slices.SortedFunc(maps.Keys(failures), func(a, b string) int {
				return cmp.Or(cmp.Compare(len(failures[b]), len(failures[a])), cmp.Compare(a, b))
			}) {
				list := failures[name]
				wrong += len(list)
				t.Errorf("%s.%s: %d programs\n%s", all.Framework, name, len(list), strings.Join(list[:min(len(list), *programsShown)], "\n"))
			}
			t.Logf("%s %s, seed %d: %d programs, %d of them part from it: %v", all.Framework, all.Version, all.Seed, count, wrong, causes)
		})
	}
}

// writeSample writes some programs of all as a file of their own.
func writeSample(t *testing.T, all randomPrograms, kept []randomProgram) {
	t.Helper()
	var first, others, found []json.RawMessage
	seen := map[string]bool{}
	for _, p := range kept {
		switch {
		case p.function == "found":
			found = append(found, p.raw)
		case seen[p.function]:
			others = append(others, p.raw)
		default:
			seen[p.function] = true
			first = append(first, p.raw)
		}
	}
	some := slices.Concat(first, others)
	some = slices.Concat(some[:min(len(some), *sampled)], found)
	f, err := os.Create(*sampleFile)
	require.NoError(t, err)
	z, err := gzip.NewWriterLevel(f, gzip.BestCompression)
	require.NoError(t, err)
	require.NoError(t, json.NewEncoder(z).Encode(map[string]any{
		"framework": all.Framework, "version": all.Version, "seed": all.Seed, "count": len(some), "programs": some,
	}))
	require.NoError(t, z.Close())
	require.NoError(t, f.Close())
}

// run runs the program and returns how it parts from the framework's answer, and what
// kind of difference that is; "" if it does not.
func (p *randomProgram) run(framework string) (cause, why string) {
	want, _ := p.answer.(map[string]any)
	if want["undefined"] != nil {
		return "", ""
	}
	s, err := New(Options{ArrayBytes: 1 << 26, Memory: 1 << 28, Steps: 1 << 22})
	if err != nil {
		return "session", err.Error()
	}
	var got any
	v, err := s.Run(context.Background(), "t", []byte(p.text))
	if err == nil {
		got, err = v.Go()
	}
	if class, ok := want["error"].(string); ok {
		switch {
		case err == nil:
			return "no error", fmt.Sprintf("gave %.200s, want %s", v.String(), class)
		case strings.Contains(err.Error(), "fault in this library"):
			return "fault", err.Error()
		case strings.TrimPrefix(KindOf(err), "_") == class || KindOf(err) == "value" && class == "AttributeError":
			return "", ""
		case class == "TypeError" && ofPython.MatchString(err.Error()): // of Python's own values
			return "", ""
		}
		return "class of error", fmt.Sprintf("%s (%.200v), want %s", KindOf(err), err, class)
	}
	if err != nil {
		cause = "error"
		if strings.Contains(err.Error(), "fault in this library") {
			cause = "fault"
		}
		return cause, fmt.Sprintf("%s: %.300v", KindOf(err), err)
	}
	return comparison{framework, closenessOf(framework, p.text)}.differs(p.answer, got, "")
}

// A comparison is of a framework's answer with a value of ours.
type comparison struct {
	framework string
	closeness
}

// differs returns how a value of ours parts from the framework's answer, "" if it does not.
func (c comparison) differs(want, got any, at string) (cause, why string) {
	other := func(format string, args ...any) (string, string) {
		return "kind of value", strings.TrimPrefix(at+": ", ": ") + fmt.Sprintf(format, args...)
	}
	switch w := want.(type) {
	case []any:
		var g []any
		switch l := got.(type) {
		case Tuple:
			g = l
		case []any:
			g = l
		case Dict:
			return other("a dict, want %d results", len(w))
		}
		if len(g) != len(w) {
			return other("%s, want %d results", cut(got), len(w))
		}
		for i := range w {
			if cause, why := c.differs(w[i], g[i], fmt.Sprintf("%s[%d]", at, i)); why != "" {
				return cause, why
			}
		}
		return "", ""
	case map[string]any:
		if cause, why := c.differentObject(w, got); why != "" {
			return cause, strings.TrimPrefix(at+": ", ": ") + why
		}
		return "", ""
	case json.Number:
		if cause, why := c.differentNumber(w, got); why != "" {
			return cause, strings.TrimPrefix(at+": ", ": ") + why
		}
		return "", ""
	case string:
		if f, ok := got.(float64); ok {
			got = map[bool]string{true: "nan"}[f != f]
			if f == f {
				got = strings.TrimPrefix(strings.ToLower(fmt.Sprint(f)), "+")
			}
		}
		if g := fmt.Sprint(got); g != w {
			return other("%.100s, want %q", g, w)
		}
		return "", ""
	}
	if got != want {
		return other("%s (a %T), want %v", cut(got), got, want)
	}
	return "", ""
}

// differentObject compares what the answer has as an object: an array, or a complex number.
func (c comparison) differentObject(want map[string]any, got any) (cause, why string) {
	if parts, ok := want["complex"].([]any); ok {
		z, isComplex := got.(complex128)
		if !isComplex || !c.number(complex(partOf(parts[0]), partOf(parts[1])), z) {
			return "kind of value", fmt.Sprintf("%v (a %T), want the complex number %v", got, got, parts)
		}
		return "", ""
	}
	switch g := got.(type) {
	case *big.Int:
		if c.isSize(want, g) {
			return "", ""
		}
	case float64: // TensorFlow's NumPy functions give such scalars, ours Python's floats
		if c.framework != "tensorflow" || want["scalar"] != true || want["dtype"] != "float64" {
			break
		}
		if data, err := bytesOf(want); err != nil || len(data) != 8 || math.Float64bits(g) != binary.LittleEndian.Uint64(data) {
			return "value", fmt.Sprintf("%v, want another", g)
		}
		return "", ""
	case *frontend.Array:
		return c.differentArray(want, g)
	}
	return "kind of value", fmt.Sprintf("%s (a %T), want an array %s%v", cut(got), got, want["dtype"], want["shape"])
}

// differentNumber compares an int or a float of Python's.
func (c comparison) differentNumber(want json.Number, got any) (cause, why string) {
	switch g := got.(type) {
	case *big.Int:
		if g.String() != want.String() {
			return "value", fmt.Sprintf("%v, want %v", g, want)
		}
	case float64:
		f, _ := want.Float64()
		if !strings.ContainsAny(want.String(), ".e") || !c.number(complex(f, 0), complex(g, 0)) {
			return "value", fmt.Sprintf("%v, want %v", g, want)
		}
	default:
		return "kind of value", fmt.Sprintf("%s (a %T), want the number %v", cut(got), got, want)
	}
	return "", ""
}

func partOf(x any) float64 {
	switch x := x.(type) {
	case json.Number:
		f, _ := x.Float64()
		return f
	case string:
		return map[string]float64{"nan": math.NaN(), "inf": math.Inf(1), "-inf": math.Inf(-1)}[x]
	}
	return math.NaN()
}

// number reports whether a Python number of ours is near enough: it comes of an array of
// any dtype.
func (c comparison) number(theirs, ours complex128) bool {
	c.unit = max(c.unit, eps[dtype.Float32])
	return c.near(dtype.Complex128, theirs, ours, cmplx.Abs(theirs))
}

// isSize reports whether n is a size that TensorFlow's NumPy gives as a NumPy scalar: it
// is a Python integer here.
func (c comparison) isSize(want map[string]any, n *big.Int) bool {
	data, err := bytesOf(want)
	return c.framework == "tensorflow" && want["scalar"] == true && want["dtype"] == "int64" &&
		err == nil && len(data) == 8 && n.IsInt64() && n.Int64() == int64(binary.LittleEndian.Uint64(data))
}

// bytesOf returns the elements of an array in JSON.
func bytesOf(array map[string]any) ([]byte, error) {
	text, _ := array["data"].(string)
	return base64.StdEncoding.DecodeString(text)
}

func (c comparison) differentArray(want map[string]any, a *frontend.Array) (cause, why string) {
	var b bytes.Buffer
	if err := WriteJSON(&b, a); err != nil {
		return "fault", err.Error()
	}
	var got map[string]any
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		return "fault", err.Error()
	}
	if want["dtype"] != got["dtype"] {
		return "dtype", fmt.Sprintf("dtype %v, want %v", got["dtype"], want["dtype"])
	}
	if fmt.Sprint(want["shape"]) != fmt.Sprint(got["shape"]) {
		return "shape", fmt.Sprintf("shape %v, want %v", got["shape"], want["shape"])
	}
	if want["weak"] != got["weak"] {
		return "weak", fmt.Sprintf("weak %v, want %v", got["weak"], want["weak"])
	}
	if scalar := want["scalar"] == true; a.Scalar != scalar && a.NS.Name == "numpy" {
		return "scalar", fmt.Sprintf("a NumPy scalar is %v, want %v", a.Scalar, scalar)
	}
	if want["data"] == got["data"] || c.undecided && a.V.Dtype() == dtype.Bool {
		return "", ""
	}
	theirs, err1 := bytesOf(want)
	ours, err2 := bytesOf(got)
	if err := errors.Join(err1, err2); err != nil {
		return "fault", err.Error()
	}
	d := a.V.Dtype()
	if a.Half { // pairs of float16
		d, c.of = dtype.Float16, append(slices.Clone(c.of), rounded)
	}
	if terms, ok := want["terms"].(json.Number); ok { // the greatest sum of magnitudes behind an element
		c.terms, _ = terms.Float64()
	}
	if i := c.differentElement(d, theirs, ours, listed(want, "open"), listed(want, "unsigned")); i >= 0 {
		x, y := arrayOf(d, theirs), arrayOf(d, ours)
		return "value", fmt.Sprintf("element %d is %v, want %v; all: %s, want %s", i, y.Get(i), x.Get(i), cut(y), cut(x))
	}
	return "", ""
}

// listed returns the indices of elements that an answer names under a key, after the reason.
func listed(array map[string]any, key string) map[int]bool {
	at := map[int]bool{}
	if list, ok := array[key].([]any); ok {
		for _, i := range list[1].([]any) {
			at[int(partOf(i))] = true
		}
	}
	return at
}

// arrayOf returns the elements whose bytes are data.
func arrayOf(d dtype.Dtype, data []byte) *ivy.Array {
	return ivy.FromBytes(d, []int{len(data) / d.Size()}, data)
}

// differentElement returns the index of the first element that parts from the framework's
// and is not open, -1 if there is none. Those that are unsigned may be zeros of either sign.
func (c comparison) differentElement(d dtype.Dtype, theirs, ours []byte, open, unsigned map[int]bool) int {
	size := d.Size()
	if len(theirs) != len(ours) {
		return min(len(theirs), len(ours)) / size
	}
	if !d.IsFloat() && !d.IsComplex() {
		for i := range len(ours) / size {
			x, y := theirs[i*size:(i+1)*size], ours[i*size:(i+1)*size]
			if !open[i] && !bytes.Equal(x, y) && !(d.IsBool() && x[0] != 0 && y[0] != 0) {
				return i
			}
		}
		return -1
	}
	x, y := numbers(arrayOf(d, theirs)), numbers(arrayOf(d, ours))
	most := c.terms
	for _, z := range x {
		if m := cmplx.Abs(z); m > most && !math.IsInf(m, 1) {
			most = m
		}
	}
	for i := range x {
		if !open[i] && !(unsigned[i] && x[i] == y[i]) && !c.near(d, x[i], y[i], most) {
			return i
		}
	}
	return -1
}

// cut writes an array, the beginning of a long one.
func cut(x any) string {
	text := strings.Join(strings.Fields(fmt.Sprint(x)), " ")
	return text[:min(len(text), 200)]
}

// numbers returns the elements of an array of floats or complex numbers.
func numbers(x *ivy.Array) []complex128 {
	e := x.Env()
	if x.Dtype().IsFloat() {
		parts := ivy.Values[float64](e.Astype(x, dtype.Float64))
		out := make([]complex128, len(parts))
		for i, re := range parts {
			out[i] = complex(re, 0)
		}
		return out
	}
	return ivy.Values[complex128](e.Astype(x, dtype.Complex128))
}
