package golden

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// Values are calls and what a framework answered, as support/oracle/values writes them.
type Values struct {
	Framework, Version string
	Count              int
	Pool               map[string]data
	Cases              []Case

	flush   dtype.Set
	numbers map[string][]complex128
}

// data is an array: dtype, shape, elements.
type data struct {
	dtype string
	shape []int
	bytes []byte
}

// A Case is a call and its answer.
type Case struct {
	Path   string
	Args   []any
	Kw     map[string]any
	Result any
}

func (d *data) UnmarshalJSON(text []byte) error {
	var encoded string
	if err := json.Unmarshal(text, &[]any{&d.dtype, &d.shape, &encoded}); err != nil {
		return err
	}
	var err error
	d.bytes, err = base64.StdEncoding.DecodeString(encoded)
	return err
}

func (c *Case) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[]any{&c.Path, &c.Args, &c.Kw, &c.Result})
}

// String writes the call.
func (c *Case) String() string {
	args := make([]string, 0, len(c.Args)+len(c.Kw))
	for _, a := range c.Args {
		args = append(args, fmt.Sprint(a))
	}
	for _, k := range keys(c.Kw) {
		args = append(args, fmt.Sprintf("%s=%v", k, c.Kw[k]))
	}
	return c.Path + "(" + strings.Join(args, ", ") + ")"
}

// ReadValues reads testdata/name.json.gz, which must hold at least so many cases.
func ReadValues(t testing.TB, name string, atLeast int) *Values {
	t.Helper()
	var v Values
	Unpack(t, name, &v)
	require.Len(t, v.Cases, v.Count, "%v", errTruncated)
	require.GreaterOrEqual(t, v.Count, atLeast)
	return &v
}

// A Check is how values are compared.
type Check struct {
	// ULP is how many units in the last place a function's floats may differ by, by path;
	// one that is not here agrees bit for bit. A NaN is any NaN.
	ULP map[string]float64
	// ULPOf is ULP for a result's dtype, where that differs; it may be nil.
	ULPOf func(c *Case, d dtype.Dtype) (ulp float64, ok bool)
	// Near is how far apart element i of a result may be besides, as a number: what an
	// operand costs where a function is ill conditioned. It may be nil.
	Near func(v *Values, c *Case, d dtype.Dtype, i int) float64
	// Undefined returns why element i of a case's result is not defined by the framework,
	// "" if it is; it may be nil. i is −1 for the whole of a result.
	Undefined func(v *Values, c *Case, i int) string
	// Flush are the dtypes whose subnormals the framework leaves to the device: operands
	// and results are compared with zeros in their place.
	Flush dtype.Set
	// Raw says in which cases subnormals count all the same; it may be nil.
	Raw func(c *Case) bool
	// Function returns the function of a path, for paths that are no function of the
	// table; it may be nil.
	Function func(path string) Caller
}

// Run compares every case with what n gives.
func (v *Values) Run(t *testing.T, n *frontend.Namespace, check Check) {
	race.Sequential(t)
	t.Helper()
	failures := map[string]int{}
	undefined := map[string]int{}
	for i := range v.Cases {
		c := &v.Cases[i]
		if v.flush = check.Flush; check.Raw != nil && check.Raw(c) {
			v.flush = 0
		}
		why := v.one(t, n, c, check, undefined)
		if why == "" {
			continue
		}
		if failures[c.Path]++; failures[c.Path] <= 5 {
			t.Errorf("%s: %s: %s", n.Name, c, why)
		}
	}
	for path, k := range failures {
		if k > 5 {
			t.Errorf("%s: %s: %d cases in all", n.Name, path, k)
		}
	}
	for _, why := range keys(undefined) {
		t.Logf("%s: %d elements not compared: %s", n.Name, undefined[why], why)
	}
}

// one runs a case and returns what is wrong, "" if nothing is.
func (v *Values) one(t testing.TB, n *frontend.Namespace, c *Case, check Check, undefined map[string]int) string {
	var call Caller
	if check.Function != nil {
		call = check.Function(c.Path)
	}
	if call == nil {
		f := n.Functions.Lookup(c.Path)
		if f == nil {
			if name, ok := strings.CutPrefix(c.Path, "."); ok {
				f = n.Functions.Method(name)
			}
		}
		if f == nil {
			return "there is no such function"
		}
		call = func(args ...any) any { return n.Call(f, args...) }
	}
	args := make([]any, 0, len(c.Args)+len(c.Kw))
	for _, a := range c.Args {
		args = append(args, v.Argument(t, n, a))
	}
	for _, k := range keys(c.Kw) {
		args = append(args, frontend.Named{Name: k, Value: v.Argument(t, n, c.Kw[k])})
	}
	if check.Undefined != nil {
		if why := check.Undefined(v, c, -1); why != "" {
			undefined[why]++
			return ""
		}
	}
	var got any
	err := ivy.Try(func() { got = call(args...) })
	want, isText := c.Result.(string)
	if isText && strings.HasPrefix(want, "!") {
		if err == nil {
			return fmt.Sprintf("no error, want %s", want[1:])
		}
		if text := ErrorText(err); text != want {
			return fmt.Sprintf("error %s (%v), want %s", text, err, want)
		}
		return ""
	}
	if err != nil {
		return err.Error()
	}
	return compare(n, v, c, got, c.Result, check, undefined)
}

// Argument makes the argument that a case writes so.
func (v *Values) Argument(t testing.TB, n *frontend.Namespace, a any) any {
	switch a := a.(type) {
	case nil:
		return nil
	case []any:
		list := make([]any, len(a))
		for i, e := range a {
			list[i] = v.Argument(t, n, e)
		}
		if n.Tuples { // which the recorded calls have
			return frontend.Tuple(list)
		}
		return list
	case string:
		if name, ok := strings.CutPrefix(a, "@"); ok {
			d, there := v.Pool[name]
			require.True(t, there, name)
			name, weak := strings.CutSuffix(d.dtype, "*")
			name, isScalar := strings.CutSuffix(name, "$")
			dt, err := dtype.Parse(name)
			require.NoError(t, err)
			x := n.Wrap(n.Env().FromBytes(dt, d.shape, flushed(v.flush, dt, slices.Clone(d.bytes))))
			x.Weak, x.Scalar = weak, isScalar
			return x
		}
		kind, text, _ := strings.Cut(a, ":")
		switch kind {
		case "s":
			return text
		case "p":
			return map[string]frontend.PythonType{"bool": frontend.PythonType(dtype.KindBool), "int": frontend.PythonType(dtype.KindInt),
				"float": frontend.PythonType(dtype.KindFloat), "complex": frontend.PythonType(dtype.KindComplex)}[text]
		case "d":
			if d, ok := n.Dtypes[text]; ok {
				return d
			}
			d, err := dtype.Parse(text)
			require.NoError(t, err)
			return d
		}
		s, err := scalar(kind, text)
		require.NoError(t, err, a)
		return s
	}
	t.Fatalf("argument %v", a)
	return nil
}

// Number returns element i of a result's operand as it is recorded, subnormals too. It
// is not ok for an operand that is no number, or of another rank than the result.
func (v *Values) Number(c *Case, operand, i int) (z complex128, ok bool) {
	result, isArray := c.Result.([]any)
	if list, ok := c.Result.(map[string]any); ok {
		result, isArray = list["list"].([]any)[0].([]any)
	}
	if operand >= len(c.Args) || i < 0 || !isArray {
		return 0, false
	}
	text, _ := c.Args[operand].(string)
	name, inPool := strings.CutPrefix(text, "@")
	if !inPool {
		kind, text, _ := strings.Cut(text, ":")
		s, err := scalar(kind, text)
		if err != nil {
			return 0, false
		}
		switch s := s.(type) {
		case int:
			return complex(float64(s), 0), true
		case float64:
			return complex(s, 0), true
		case complex128:
			return s, true
		}
		return 0, false
	}
	all, known := v.numbers[name]
	d := v.Pool[name]
	if !known {
		dt, err := dtype.Parse(strings.TrimSuffix(d.dtype, "*"))
		if err != nil {
			return 0, false
		}
		x := ivy.FromBytes(dt, d.shape, slices.Clone(d.bytes))
		if !dt.IsComplex() {
			x = ivy.Astype(x, dtype.Float64)
		}
		all = ivy.Values[complex128](ivy.Astype(x, dtype.Complex128))
		if v.numbers == nil {
			v.numbers = map[string][]complex128{}
		}
		v.numbers[name] = all
	}
	if len(all) == 1 {
		return all[0], true
	}
	shape := result[1].([]any)
	if len(shape) != len(d.shape) {
		return 0, false
	}
	at, step := 0, 1 // where a broadcast operand has it
	for k := len(shape) - 1; k >= 0; k-- {
		n := int(shape[k].(float64))
		if d.shape[k] != 1 && d.shape[k] != n { // its elements are no operands of the result's
			return 0, false
		}
		if d.shape[k] != 1 {
			at += i % n * step
		}
		i, step = i/n, step*d.shape[k]
	}
	return all[at], true
}

func scalar(kind, text string) (any, error) {
	switch kind {
	case "b":
		return text == "1", nil
	case "i":
		if i, err := strconv.ParseInt(text, 10, 64); err == nil {
			return frontend.Integer(i), nil
		}
		z, ok := new(big.Int).SetString(text, 10)
		if !ok || !z.IsUint64() {
			return nil, fmt.Errorf("integer %s", text)
		}
		return backend.UintScalar(z.Uint64()), nil
	case "f":
		return strconv.ParseFloat(text, 64)
	case "c":
		re, im, _ := strings.Cut(text, ",")
		a, err := strconv.ParseFloat(re, 64)
		if err != nil {
			return nil, err
		}
		b, err := strconv.ParseFloat(im, 64)
		return complex(a, b), err
	}
	return nil, fmt.Errorf("kind %q", kind)
}

func compare(n *frontend.Namespace, v *Values, c *Case, got, want any, check Check, undefined map[string]int) string {
	switch want := want.(type) {
	case map[string]any:
		list := want["list"].([]any)
		var gots []any
		switch got := got.(type) {
		case []any:
			gots = got
		case []*frontend.Array:
			for _, a := range got {
				gots = append(gots, a)
			}
		default:
			return fmt.Sprintf("%v, want %d results", got, len(list))
		}
		if len(gots) != len(list) {
			return fmt.Sprintf("%d results, want %d", len(gots), len(list))
		}
		for i := range list {
			if why := compare(n, v, c, gots[i], list[i], check, undefined); why != "" {
				return fmt.Sprintf("result %d: %s", i, why)
			}
		}
		return ""
	case []any:
		return compareArray(n, v, c, got, want, check, undefined)
	case string:
		kind, text, _ := strings.Cut(want, ":")
		if kind == "s" {
			if got != text {
				return fmt.Sprintf("%v, want %q", got, text)
			}
			return ""
		}
		w, err := scalar(kind, text)
		if err != nil {
			return err.Error()
		}
		if a, ok := got.(*frontend.Array); ok && a.Number != dtype.NoKind {
			got = plain(frontend.Number(a))
		}
		if g, ok := got.(float64); ok && g != g && w.(float64) != w.(float64) {
			return ""
		}
		if got != w {
			return fmt.Sprintf("%v (a %T), want %v", got, got, w)
		}
		return ""
	case nil:
		if got != nil {
			return fmt.Sprintf("%v, want None", got)
		}
		return ""
	}
	return fmt.Sprintf("result %v", want)
}

func plain(s backend.Scalar) any {
	switch s.Kind {
	case dtype.KindBool:
		return s.Bool()
	case dtype.KindInt:
		return frontend.Integer(s.Int64())
	case dtype.KindFloat:
		return s.Float64()
	case dtype.KindComplex:
		return s.Complex128()
	}
	return s
}

func compareArray(n *frontend.Namespace, v *Values, c *Case, got any, want []any, check Check, undefined map[string]int) string {
	a, ok := got.(*frontend.Array)
	if !ok {
		if a = n.Own(got); a == nil {
			return fmt.Sprintf("%v (a %T), want an array", got, got)
		}
	}
	text, _ := json.Marshal(want)
	var d data
	if err := json.Unmarshal(text, &d); err != nil {
		return err.Error()
	}
	name, isScalar := strings.CutSuffix(d.dtype, "$")
	if a.Type() != name {
		return fmt.Sprintf("of type %s, want %s", a.Type(), name)
	}
	if isScalar && !a.Scalar {
		return "an array, want a scalar"
	}
	if !slices.Equal(a.V.Shape(), d.shape) {
		return fmt.Sprintf("of shape %v, want %v", a.V.Shape(), d.shape)
	}
	dt, err := dtype.Parse(strings.TrimSuffix(name, "*"))
	if name == "complex32" {
		dt, err = dtype.Complex64, nil
	}
	if err != nil {
		return err.Error()
	}
	w := n.Env().FromBytes(dt, d.shape, d.bytes)
	x, y := flushed(v.flush, dt, a.V.Bytes()), flushed(v.flush, dt, w.Bytes())
	if bytes.Equal(x, y) {
		return ""
	}
	return compareElements(v, c, dt, x, y, check, undefined)
}

// compareElements returns how the elements of dtype d in x are other than those in y.
func compareElements(v *Values, c *Case, d dtype.Dtype, x, y []byte, check Check, undefined map[string]int) string {
	most, given := check.ULP[c.Path]
	if check.ULPOf != nil {
		if u, ok := check.ULPOf(c, d); ok {
			most, given = u, true
		}
	}
	allowed := func(i int, p, q []byte, dist float64) bool {
		if dist == 0 || given && dist <= most {
			return true
		}
		if check.Near != nil {
			if most := check.Near(v, c, d, i); most > 0 && !math.IsInf(most, 1) && difference(d, p, q) <= most {
				return true
			}
		}
		if check.Undefined != nil {
			if why := check.Undefined(v, c, i); why != "" {
				undefined[why]++
				return true
			}
		}
		return false
	}
	size := d.Size()
	n := len(x) / size
	wrong, first, worst := 0, "", 0.0
	for i := range n {
		p, q := x[i*size:(i+1)*size], y[i*size:(i+1)*size]
		if bytes.Equal(p, q) {
			continue
		}
		dist := distance(d, p, q)
		if allowed(i, p, q, dist) {
			continue
		}
		worst = max(worst, dist)
		if wrong++; wrong == 1 {
			first = fmt.Sprintf("element %d is %s, want %s (%.3g ulp)", i, element(d, p), element(d, q), dist)
		}
	}
	if wrong == 0 {
		return ""
	}
	return fmt.Sprintf("%s; %d of %d elements, off by %.3g ulp at most", first, wrong, n, worst)
}

// element writes one.
func element(d dtype.Dtype, p []byte) string {
	return fmt.Sprint(ivy.FromBytes(d, nil, slices.Clone(p)))
}

// distance returns how many units in the last place two elements are apart: 0 for two
// NaNs, infinite where only one is a NaN or an infinity, and for different integers; of
// complex numbers the greater of the parts' distances.
func distance(d dtype.Dtype, p, q []byte) float64 {
	if d.IsComplex() {
		h := len(p) / 2
		c := d.Component()
		d := max(distance(c, p[:h], q[:h]), distance(c, p[h:], q[h:]))
		return min(d, apart(c, p, q))
	}
	if !d.IsFloat() {
		return math.Inf(1)
	}
	x, y := bits(p), bits(q)
	width := uint(len(p) * 8)
	sign := uint64(1) << (width - 1)
	inf := map[dtype.Dtype]uint64{dtype.BFloat16: 0x7f80, dtype.Float16: 0x7c00, dtype.Float32: 0x7f800000, dtype.Float64: 0x7ff0000000000000}[d]
	nx, ny := x&^sign > inf, y&^sign > inf
	switch {
	case x == y || nx && ny:
		return 0
	case nx != ny:
		return math.Inf(1)
	case x&^sign == 0 && y&^sign == 0:
		return 0.5 // zeros of different signs
	}
	if (x&^sign == inf) != (y&^sign == inf) {
		return math.Inf(1)
	}
	if x&sign != y&sign { // as far as both are from zero
		return float64(x&^sign) + float64(y&^sign)
	}
	return float64(max(x, y) - min(x, y))
}

// apart returns how far the parts of two complex numbers are apart, in units in the last
// place of the greatest; infinity if one is not finite.
func apart(c dtype.Dtype, p, q []byte) float64 {
	f := func(b []byte) float64 {
		if c == dtype.Float32 {
			return float64(math.Float32frombits(uint32(bits(b))))
		}
		return math.Float64frombits(bits(b))
	}
	h := len(p) / 2
	re, im := f(q[:h]), f(q[h:])
	far := max(math.Abs(f(p[:h])-re), math.Abs(f(p[h:])-im))
	_, exponent := math.Frexp(max(math.Abs(re), math.Abs(im)))
	digits := map[dtype.Dtype]int{dtype.Float32: 24, dtype.Float64: 53}[c]
	if far == 0 || far != far || math.IsInf(far, 0) {
		return math.Inf(1)
	}
	return far / math.Ldexp(1, exponent-digits)
}

// difference returns how far two elements are apart as numbers, of complex ones in the
// part where that is more; infinity if one of them is not finite.
func difference(d dtype.Dtype, p, q []byte) float64 {
	number := func(b []byte) complex128 {
		return ivy.Item[complex128](ivy.Astype(ivy.FromBytes(d, nil, slices.Clone(b)), dtype.Complex128))
	}
	z := number(p) - number(q)
	far := max(math.Abs(real(z)), math.Abs(imag(z)))
	if far-far != 0 {
		return math.Inf(1)
	}
	return far
}

// flushed puts zeros of their sign in place of subnormals, if d is in the set.
func flushed(set dtype.Set, d dtype.Dtype, p []byte) []byte {
	if !set.Has(d) || !dtype.Inexact.Has(d) {
		return p
	}
	size := d.Component().Size()
	exponent := map[dtype.Dtype]uint64{dtype.BFloat16: 0x7f80, dtype.Float16: 0x7c00, dtype.Float32: 0x7f800000, dtype.Float64: 0x7ff0000000000000}[d.Component()]
	for i := 0; i < len(p); i += size {
		if bits(p[i:i+size])&exponent == 0 {
			sign := p[i+size-1] & 0x80
			clear(p[i : i+size])
			p[i+size-1] = sign
		}
	}
	return p
}

func bits(p []byte) (b uint64) {
	for i := len(p) - 1; i >= 0; i-- {
		b = b<<8 | uint64(p[i])
	}
	return b
}

// Greatest returns the greatest finite magnitude among the elements of a case's result, which errors of transforms
// are relative to; of several results, among those of all.
func (v *Values) Greatest(c *Case) float64 { return greatest(c.Result) }

func greatest(result any) (most float64) {
	switch r := result.(type) {
	case map[string]any:
		list, _ := r["list"].([]any)
		for _, one := range list {
			most = max(most, greatest(one))
		}
	case []any:
		text, _ := json.Marshal(r)
		var d data
		if json.Unmarshal(text, &d) != nil {
			return 0
		}
		dt, err := dtype.Parse(strings.TrimRight(d.dtype, "$*"))
		if err != nil || len(d.bytes) == 0 || !dtype.Inexact.Has(dt) {
			return 0
		}
		x := ivy.Astype(ivy.FromBytes(dt, d.shape, d.bytes), dtype.Complex128)
		for _, z := range ivy.Values[complex128](x) {
			if m := max(math.Abs(real(z)), math.Abs(imag(z))); m-m == 0 {
				most = max(most, m)
			}
		}
	}
	return most
}

// Transformed is a [Check.Near] for transforms: so many units in the last place of the greatest element.
func Transformed(units float64) func(v *Values, c *Case, d dtype.Dtype, i int) float64 {
	var last *Case
	var most float64
	return func(v *Values, c *Case, d dtype.Dtype, _ int) float64 {
		if c != last {
			last, most = c, v.Greatest(c)
		}
		info, err := dtype.Finfo(d.Component())
		if err != nil {
			return 0
		}
		return units * info.Eps * most
	}
}
