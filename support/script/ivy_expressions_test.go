package script

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
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

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"

	_ "github.com/goivy/goivy/backends/tensorflow" // if it is built in
)

// An ivyResult is an array that the real Ivy gave, or without a dtype a number of Python.
type ivyResult struct {
	Dtype  string
	Shape  []int
	Values []any
}

// ivyRow is an expression, and what the real Ivy made of it.
type ivyRow struct {
	Expression, Error string
	Results           []ivyResult
}

func readIvyRows(t *testing.T) (prelude string, rows []ivyRow) {
	f, err := os.Open("testdata/ivy.json.gz")
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	var golden struct {
		Ivy, Prelude string
		Rows         []ivyRow
	}
	d := json.NewDecoder(z)
	d.UseNumber()
	require.NoError(t, d.Decode(&golden))
	require.Equal(t, "1.0.0.5", golden.Ivy)
	return golden.Prelude, golden.Rows
}

// readIvyDeviations returns the expressions that are meant to give something else, with the reason.
func readIvyDeviations(t *testing.T) map[string]string {
	f, err := os.Open("testdata/ivy_deviations.txt")
	require.NoError(t, err)
	defer f.Close()
	out := map[string]string{}
	why := ""
	for lines := bufio.NewScanner(f); lines.Scan(); {
		switch line := lines.Text(); {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "\t"):
			line = strings.TrimSpace(line)
			require.NotContains(t, out, line)
			require.NotEmpty(t, why, line)
			out[line] = why
		default:
			why = line
		}
	}
	return out
}

// A numberRow is an array's numbers, of one kind.
type numberRow struct {
	kind   byte // b, i, f or c
	digits float64
	shape  []int
	values []complex128 // exact for integers below 2⁵³
	texts  []string     // of integers
	dtype  string       // "" of a number
}

func kindOf(name string) byte {
	switch {
	case name == "bool":
		return 'b'
	case strings.HasPrefix(name, "int"), strings.HasPrefix(name, "uint"):
		return 'i'
	case strings.HasPrefix(name, "complex"):
		return 'c'
	}
	return 'f'
}

// precisionOf is the relative error that results of a dtype may differ by.
func precisionOf(name string) float64 {
	switch name {
	case "bfloat16":
		return 3e-2
	case "float16":
		return 4e-3
	case "float32", "complex64":
		return 1e-5
	}
	return 1e-11
}

func (r ivyResult) row(t *testing.T) numberRow {
	out := numberRow{shape: r.Shape, dtype: r.Dtype, digits: precisionOf(r.Dtype), kind: kindOf(r.Dtype)}
	real := func(v any) float64 {
		switch v := v.(type) {
		case string:
			return map[string]float64{"nan": math.NaN(), "inf": math.Inf(1), "-inf": math.Inf(-1)}[v]
		case json.Number:
			f, err := v.Float64()
			require.NoError(t, err)
			return f
		case bool:
			if v {
				return 1
			}
			return 0
		}
		require.Fail(t, "no number", "%v", v)
		return 0
	}
	for _, v := range r.Values {
		if r.Dtype == "" {
			switch v := v.(type) {
			case bool:
				out.kind = 'b'
			case json.Number:
				if out.kind = 'f'; !strings.ContainsAny(v.String(), ".eE") {
					out.kind = 'i'
				}
			case []any:
				out.kind = 'c'
			}
		}
		if parts, ok := v.([]any); ok {
			out.values = append(out.values, complex(real(parts[0]), real(parts[1])))
		} else {
			out.values = append(out.values, complex(real(v), 0))
		}
		out.texts = append(out.texts, fmt.Sprint(v))
	}
	return out
}

// numberRows returns the arrays and numbers of a program's value, lists and tuples taken apart.
func numberRows(x any) (out []numberRow, err error) {
	switch x := x.(type) {
	case nil:
		return nil, nil
	case bool:
		v := complex(0, 0)
		if x {
			v = 1
		}
		return []numberRow{{kind: 'b', values: []complex128{v}, texts: []string{fmt.Sprint(x)}}}, nil
	case *big.Int:
		f, _ := new(big.Float).SetInt(x).Float64()
		return []numberRow{{kind: 'i', values: []complex128{complex(f, 0)}, texts: []string{x.String()}}}, nil
	case float64:
		return []numberRow{{kind: 'f', values: []complex128{complex(x, 0)}, texts: []string{fmt.Sprint(x)}}}, nil
	case complex128:
		return []numberRow{{kind: 'c', values: []complex128{x}, texts: []string{fmt.Sprint(x)}}}, nil
	case *ivy.Array:
		r := numberRow{kind: kindOf(x.Dtype().String()), shape: x.Shape(), dtype: x.Dtype().String(), digits: precisionOf(x.Dtype().String())}
		err := ivy.Try(func() {
			flat := x.Reshape([]int{-1})
			if r.kind == 'b' || r.kind == 'i' {
				for i := range flat.Size() {
					r.texts = append(r.texts, fmt.Sprint(flat.At(i)))
				}
			}
			r.values = ivy.Values[complex128](flat.Astype(ivy.Complex128))
		})
		return []numberRow{r}, err
	case []any:
		for _, v := range x {
			rows, err := numberRows(v)
			if err != nil {
				return nil, err
			}
			out = append(out, rows...)
		}
		return out, nil
	case Tuple:
		return numberRows([]any(x))
	case Dict:
		return numberRows(x.Values)
	}
	return nil, fmt.Errorf("a result %T", x)
}

// differs says how got differs from want, or "".
func (got numberRow) differs(want numberRow) string {
	if !slices.Equal(got.shape, want.shape) {
		return fmt.Sprintf("shape %v, want %v", got.shape, want.shape)
	}
	if got.kind != want.kind {
		return fmt.Sprintf("a %c (%s), want a %c (%s)", got.kind, got.dtype, want.kind, want.dtype)
	}
	if got.kind == 'b' || got.kind == 'i' {
		if !slices.Equal(got.texts, want.texts) {
			return fmt.Sprintf("%v, want %v", got.texts, want.texts)
		}
		return ""
	}
	greatest := 0.0
	for _, v := range want.values {
		if a := cmplx.Abs(v); !math.IsInf(a, 0) && !math.IsNaN(a) {
			greatest = max(greatest, a)
		}
	}
	most := max(got.digits, want.digits)
	near := func(a, b float64) bool {
		if a == b || math.IsNaN(a) && math.IsNaN(b) {
			return true
		}
		return math.Abs(a-b) <= most*max(math.Abs(b), greatest/10)
	}
	for i, v := range want.values {
		if g := got.values[i]; !near(real(g), real(v)) || !near(imag(g), imag(v)) {
			return fmt.Sprintf("%v, want %v (element %d: %v, %v)", got.values, want.values, i, g, v)
		}
	}
	return ""
}

func differences(got, want []numberRow) string {
	if len(got) != len(want) {
		return fmt.Sprintf("%d results, want %d", len(got), len(want))
	}
	for i := range got {
		if d := got[i].differs(want[i]); d != "" {
			return fmt.Sprintf("result %d: %s", i, d)
		}
	}
	return ""
}

// valuesOf runs a program on a backend.
func valuesOf(backendName, src string) ([]numberRow, error) {
	s, err := New(Options{Backend: backendName})
	if err != nil {
		return nil, err
	}
	v, err := s.Run(context.Background(), "t", []byte(src))
	if err != nil {
		return nil, err
	}
	x, err := v.Go()
	if err != nil {
		return nil, err
	}
	return numberRows(x)
}

var ivyCall = regexp.MustCompile(`\bivy\.([a-z_0-9]+)\(`)

// functionsThere returns those of names that ivy has in programs.
func functionsThere(t *testing.T, names []string) map[string]bool {
	s, err := New(Options{})
	require.NoError(t, err)
	v, err := s.Run(context.Background(), "t", []byte("dir(ivy)"))
	require.NoError(t, err)
	x, err := v.Go()
	require.NoError(t, err)
	all := map[string]bool{}
	for _, name := range x.([]any) {
		all[name.(string)] = true
	}
	out := map[string]bool{}
	for _, name := range names {
		out[name] = all[name]
	}
	return out
}

// Expressions mean what they do in the real Ivy: on every backend values, shapes and kinds
// are its own, and dtypes those of the native backend. What differs on purpose is listed with the
// reason. Expressions of functions that are not there yet are left out.
func TestIvyExpressions(t *testing.T) {
	prelude, rows := readIvyRows(t)
	deviations := readIvyDeviations(t)
	named := make([][]string, len(rows))
	for i, r := range rows {
		for _, name := range ivyCall.FindAllStringSubmatch(r.Expression, -1) {
			named[i] = append(named[i], name[1])
		}
	}
	there := functionsThere(t, slices.Concat(named...))
	missing := map[string]bool{}
	seen := map[string]bool{}
	for i, r := range rows {
		seen[r.Expression] = true
		whole := true
		for _, name := range named[i] {
			if !there[name] {
				missing[name], whole = true, false
			}
		}
		if !whole {
			continue
		}
		t.Run(r.Expression, func(t *testing.T) {
			src := prelude + "\n" + r.Expression
			got, err := valuesOf("native", src)
			differ := ""
			switch {
			case err != nil && r.Error == "":
				differ = "fails: " + err.Error()
			case err == nil && r.Error != "":
				differ = "a result, where Ivy fails: " + r.Error
			case err == nil:
				want := make([]numberRow, len(r.Results))
				for i, x := range r.Results {
					want[i] = x.row(t)
				}
				differ = differences(got, want)
			}
			if why, ok := deviations[r.Expression]; ok {
				assert.NotEmpty(t, differ, "this is no deviation: %s", why)
			} else {
				assert.Empty(t, differ)
			}
			if err != nil {
				return
			}
			for _, name := range backend.Linked() {
				if name != "torch" && name != "tensorflow" { // tests register others
					continue
				}
				other, err := valuesOf(name, src)
				if !assert.NoError(t, err, name) {
					continue
				}
				assert.Empty(t, differences(other, got), "%s against native", name)
				for j := range min(len(other), len(got)) {
					assert.Equal(t, got[j].dtype, other[j].dtype, "dtype on %s", name)
				}
			}
		})
	}
	for text := range deviations {
		assert.True(t, seen[text], "%s is no expression", text)
	}
	if len(missing) > 0 {
		list := slices.Sorted(maps.Keys(missing))
		t.Logf("%d functions are not there: %s", len(list), strings.Join(list, " "))
	}
}

// Deviations whose reason says what gives the real Ivy's result: that does.
func TestIvyDeviationsReasons(t *testing.T) {
	const update = `ivy.lstm_update(ivy.ones((1, 2, 3)), ivy.zeros((1, 2)), ivy.zeros((1, 2)), ivy.ones((3, 8)) / 4.0, ivy.ones((2, 8)) / 5.0)`
	instead := map[string]string{
		update:                             "ht, ct = " + update + "\n(ht, (ht[:, -1], ct))",
		`ivy.idct(p)`:                      `ivy.idct(p, norm='forward')`,
		`ivy.idct(p, type=1)`:              `ivy.idct(p, type=1, norm='forward')`,
		`ivy.idct(p, type=3)`:              `ivy.idct(p, type=3, norm='forward')`,
		`ivy.idct(p, type=4)`:              `ivy.idct(p, type=4, norm='forward')`,
		`ivy.idct(m, axis=0)`:              `ivy.idct(m, axis=0, norm='forward')`,
		`ivy.idct(p, n=3)`:                 `ivy.idct(p, n=3, norm='forward')`,
		`ivy.idct(p, n=8)`:                 `ivy.idct(p, n=8, norm='forward')`,
		`ivy.stft(m, 2, 1)`:                `ivy.stft(m, 2, 1, window=ivy.ones(2))`,
		`ivy.cross_entropy(z, q)`:          `ivy.cross_entropy(z, q) / 3.0`,
		`ivy.cross_entropy(z, q, axis=0)`:  `ivy.cross_entropy(z, q, axis=0, reduction='none') / 2.0`,
		`ivy.stft(ivy.arange(12.0), 4, 2)`: `ivy.stft(ivy.arange(12.0), 4, 2, window=ivy.ones(4))`,
		`ivy.stft(ivy.arange(12.0), 4, 3, fft_length=8, pad_end=True)`:                  `ivy.stft(ivy.arange(12.0), 4, 3, fft_length=8, pad_end=True, window=ivy.ones(4))`,
		`ivy.sparse_cross_entropy(ivy.array([1, 2]), q)`:                                `ivy.sparse_cross_entropy(ivy.array([1, 2]), q, reduction='none') / 3.0`,
		`ivy.sparse_cross_entropy(ivy.array([1, 2]), q, reduction='sum', epsilon=0.05)`: `ivy.sparse_cross_entropy(ivy.array([1, 2]), q, reduction='none', epsilon=0.05)`,
		`ivy.local_response_norm(x2, 1)`:                                                `ivy.local_response_norm(x2, 1, alpha=1.0, beta=0.5)`,
		`ivy.local_response_norm(x2, 3, bias=2.0, alpha=0.5, beta=0.75)`:                `ivy.local_response_norm(x2, 3, bias=2.0, alpha=1.5, beta=0.75)`,
	}
	prelude, rows := readIvyRows(t)
	deviations := readIvyDeviations(t)
	for _, r := range rows {
		program, ok := instead[r.Expression]
		if !ok {
			continue
		}
		delete(instead, r.Expression)
		assert.Contains(t, deviations, r.Expression)
		got, err := valuesOf("native", prelude+"\n"+program)
		if !assert.NoError(t, err, program) {
			continue
		}
		want := make([]numberRow, len(r.Results))
		for i, x := range r.Results {
			want[i] = x.row(t)
		}
		assert.Empty(t, differences(got, want), program)
	}
	assert.Empty(t, instead, "no expressions")
}

// noExpression are functions of Ivy's list that programs have and that no expression is of, with the reason.
var noExpression = func() map[string]string {
	out := map[string]string{}
	for why, names := range map[string]string{
		"random":                                 "random_uniform random_normal randint multinomial shuffle seed bernoulli beta dirichlet gamma poisson random_tucker random_cp random_tr random_tt random_parafac2",
		"a setting":                              "set_precise_mode unset_precise_mode",
		"of another backend":                     "as_native_dtype from_dlpack function_supported_dtypes function_unsupported_dtypes current_backend_str",
		"Ivy's numpy backend has no derivatives": "execute_with_gradients grad value_and_grad jac jvp vjp requires_gradient",
		"the layer with Ivy's name has weights of another form": "lstm rnn",
		"a file": "load save",
		"it takes functions: control_test.go calls it":                                    "if_else while_loop for_loop",
		"package decomposition is compared with TensorLy: decomposition_test.go calls it": "tucker partial_tucker initialize_tucker tensor_train make_svd_non_negative",
	} {
		for name := range strings.FieldsSeq(names) {
			out[name] = why
		}
	}
	for _, kind := range []string{"", "_int", "_uint", "_float", "_complex"} {
		out["set_default"+kind+"_dtype"], out["unset_default"+kind+"_dtype"] = "a setting", "a setting"
	}
	return out
}()

// Every function of Ivy's list that programs have is in an expression.
func TestIvyExpressionsWhole(t *testing.T) {
	_, rows := readIvyRows(t)
	in := map[string]bool{}
	for _, r := range rows {
		in[ivyCall.FindStringSubmatch(r.Expression)[1]] = true
	}
	data, err := os.ReadFile("../../ivy/testdata/ivy_functions.txt")
	require.NoError(t, err)
	var names []string
	for line := range strings.Lines(string(data)) {
		if name, _, _ := strings.Cut(strings.TrimSpace(line), " "); strings.HasPrefix(line, "\t") {
			names = append(names, name)
		}
	}
	require.Len(t, names, 620)
	for name, there := range functionsThere(t, names) {
		if !there {
			continue
		}
		_, excused := noExpression[name]
		assert.NotEqual(t, in[name], excused, "ivy.%s has an expression: %v, and a reason to have none: %v", name, in[name], excused)
	}
}
