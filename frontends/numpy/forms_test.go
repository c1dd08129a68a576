package numpy

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/frontends/internal/views"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// readTable reads a table of support/oracle.
func readTable(t *testing.T, name string, table any) {
	f, err := os.Open("testdata/" + name + ".json.gz")
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	require.NoError(t, json.NewDecoder(z).Decode(table))
}

// form is how numpy_calls.py writes operands.
var form = regexp.MustCompile(`^@(\w+)(?:\[([\d,]*)\]([TSRW]?)|(\$))$`)

// formed makes the operand of a form: an array of the numbers 7i mod 11 + 1, by a layout.
func formed(t *testing.T, n *frontend.Namespace, text string) *frontend.Array {
	m := form.FindStringSubmatch(text)
	require.NotNil(t, m, text)
	d, err := dtype.Parse(m[1])
	require.NoError(t, err)
	var dims []int
	for _, s := range strings.Split(m[2], ",") {
		if s != "" {
			k, err := strconv.Atoi(s)
			require.NoError(t, err)
			dims = append(dims, k)
		}
	}
	make := func(dims []int) *frontend.Array {
		size := 1
		for _, k := range dims {
			size *= k
		}
		v := make([]float64, size)
		for i := range v {
			v[i] = float64(i*7%11 + 1)
			if d == Bool {
				v[i] = float64(1 - i%2)
			}
		}
		return n.Wrap(n.Env().Astype(n.Env().Reshape(n.Env().Asarray(v), dims), d))
	}
	get := func(a *frontend.Array, key ...any) *frontend.Array {
		return n.Call(functions.Must(".__getitem__"), a, key).(*frontend.Array)
	}
	switch {
	case m[4] != "":
		return get(make(nil))
	case m[3] == "T":
		slices.Reverse(dims)
		return n.Call(functions.Must("transpose"), make(dims)).(*frontend.Array)
	case m[3] == "S":
		dims[len(dims)-1] *= 2
		return get(make(dims), ivy.Ellipsis, ivy.Slice(nil, nil, 2))
	case m[3] == "R":
		return get(make(dims), ivy.Slice(nil, nil, -1))
	}
	a := make(dims)
	if m[3] == "W" {
		views.SetReadOnly(a, true)
	}
	return a
}

// argued makes the argument that numpy_calls.py writes so.
func argued(t *testing.T, n *frontend.Namespace, a any) any {
	switch a := a.(type) {
	case map[string]any:
		return argued(t, n, a["tuple"])
	case []any:
		list := make([]any, len(a))
		for i, e := range a {
			list[i] = argued(t, n, e)
		}
		return list
	case string:
		bounds, isSlice := strings.CutPrefix(a, "slice:")
		switch {
		case strings.HasPrefix(a, "@"):
			return formed(t, n, a)
		case a == "e:":
			return ivy.Ellipsis
		case isSlice:
			var at [3]any
			for i, s := range strings.Split(bounds, ",") {
				if s != "" {
					k, err := strconv.Atoi(s)
					require.NoError(t, err)
					at[i] = k
				}
			}
			if at[2] == nil {
				at[2] = 1
			}
			return ivy.Slice(at[0], at[1], at[2].(int))
		}
	}
	return (&golden.Values{}).Argument(t, n, a)
}

// kindOf is what a result is, as the table of scalars writes it.
func kindOf(z any) any {
	switch z := z.(type) {
	case *frontend.Array:
		switch {
		case z.Number != dtype.NoKind:
			return z.Type()
		case z.Scalar:
			return z.Type() + "$"
		}
		return z.Type() + strings.ReplaceAll(fmt.Sprint(z.V.Shape()), " ", ",")
	case []*frontend.Array:
		list := make([]any, len(z))
		for i, a := range z {
			list[i] = kindOf(a)
		}
		return list
	case []any:
		list := make([]any, len(z))
		for i, a := range z {
			list[i] = kindOf(a)
		}
		return list
	case nil:
		return "none"
	case float64:
		return "py:float"
	case complex128:
		return "py:complex"
	}
	return fmt.Sprintf("py:%T", z)
}

// scalarRows is how many rows the table of scalars has.
const scalarRows = 5165

// TestScalars compares what every function's results are with NumPy's: scalars, arrays
// without axes, others.
func TestScalars(t *testing.T) {
	var table struct {
		Count int
		Rows  [][4]any
	}
	readTable(t, "scalars", &table)
	require.Len(t, table.Rows, table.Count)
	require.Equal(t, scalarRows, table.Count)
	n := small(t)
	called, wrong := map[string]bool{}, map[string]int{}
	for _, row := range table.Rows {
		path := row[0].(string)
		called[path] = true
		f := functions.Lookup(path)
		if f == nil {
			f = functions.Method(strings.TrimPrefix(path, "."))
		}
		require.NotNil(t, f, path)
		var args []any
		for _, a := range row[1].([]any) {
			args = append(args, argued(t, n, a))
		}
		for name, a := range row[2].(map[string]any) {
			args = append(args, frontend.Named{Name: name, Value: argued(t, n, a)})
		}
		var got any
		if err := ivy.Try(func() { got = kindOf(n.Call(f, args...)) }); err != nil {
			got = golden.ErrorText(err)
		}
		if !assert.ObjectsAreEqual(row[3], got) {
			if wrong[path]++; wrong[path] <= 3 {
				t.Errorf("%s%v%v is %v, want %v", path, row[1], row[2], got, row[3])
			}
		}
	}
	for name, k := range wrong {
		if k > 3 {
			t.Errorf("%s: %d calls in all", name, k)
		}
	}
}

// sharingRows is how many rows the table of memory has.
const sharingRows = 12998

// firstArray returns the first array in arguments, as the table asks about it.
func firstArray(v any) *frontend.Array {
	switch v := v.(type) {
	case *frontend.Array:
		if !v.Scalar {
			return v
		}
	case []any:
		for _, e := range v {
			if a := firstArray(e); a != nil {
				return a
			}
		}
	}
	return nil
}

// told says of a result what the table of memory does; views collects those that share.
func told(c *frontend.Call, z any, x *frontend.Array, shared *[]*frontend.Array) any {
	switch z := z.(type) {
	case []*frontend.Array:
		list := make([]any, len(z))
		for i, a := range z {
			list[i] = told(c, a, x, shared)
		}
		return list
	case []any:
		list := make([]any, len(z))
		for i, a := range z {
			list[i] = told(c, a, x, shared)
		}
		return list
	case *frontend.Array:
		switch {
		case z.Scalar || z.Number != dtype.NoKind:
			return "none"
		case z == x:
			return []any{true}
		case !shares(c, z, x):
			return "copy"
		}
		*shared = append(*shared, z)
		writeable, _ := Flags{z}.Get("writeable")
		owndata, _ := Flags{z}.Get("owndata")
		base := "argument"
		if b := attributes["base"](z); b == nil {
			base = "none"
		} else if b != any(x) && b != any(views.Root(x)) {
			base = "other"
		}
		strides := []any{}
		for _, s := range byteStrides(z) {
			strides = append(strides, float64(s))
		}
		return []any{false, true, writeable, owndata, base, strides}
	}
	return "none"
}

// TestSharing compares which results share their memory with an argument with NumPy's, and
// that a write to one of the two is seen in the other.
func TestSharing(t *testing.T) {
	var table struct {
		Count int
		Rows  [][4]any
	}
	readTable(t, "sharing", &table)
	require.Len(t, table.Rows, table.Count)
	require.Equal(t, sharingRows, table.Count)
	n := small(t)
	c := &frontend.Call{Namespace: n, Func: functions.Must("shape")}
	wrong := map[string]int{}
	fail := func(row [4]any, format string, args ...any) {
		path := row[0].(string)
		if wrong[path]++; wrong[path] <= 3 {
			t.Errorf("%s%v%v: %s", path, row[1], row[2], fmt.Sprintf(format, args...))
		}
	}
	for _, row := range table.Rows {
		if text, isText := row[3].(string); isText && text[0] == '!' {
			continue // the table of scalars has the errors
		}
		path := row[0].(string)
		f := functions.Lookup(path)
		if f == nil {
			f = functions.Method(strings.TrimPrefix(path, "."))
		}
		require.NotNil(t, f, path)
		var list, args []any
		for _, a := range row[1].([]any) {
			list = append(list, argued(t, n, a))
		}
		args = append(args, list...)
		for name, a := range row[2].(map[string]any) {
			args = append(args, frontend.Named{Name: name, Value: argued(t, n, a)})
		}
		x := firstArray(list)
		var got any
		var z any
		var shared []*frontend.Array
		if err := ivy.Try(func() { z = n.Call(f, args...); got = told(c, z, x, &shared) }); err != nil {
			fail(row, "%v", err)
			continue
		}
		if !assert.ObjectsAreEqual(row[3], got) {
			fail(row, "%v, want %v", got, row[3])
			continue
		}
		writeThrough(n, x, z, shared, func(format string, args ...any) { fail(row, format, args...) })
	}
	for name, k := range wrong {
		if k > 3 {
			t.Errorf("%s: %d calls in all", name, k)
		}
	}
}

// writeThrough writes to a result and looks for it in the argument, and the other way
// round: elements are told apart by their values, and where each is by its place.
func writeThrough(n *frontend.Namespace, x *frontend.Array, z any, shared []*frontend.Array, fail func(format string, args ...any)) {
	texts := func(a *frontend.Array) map[int]string {
		m, i := map[int]string{}, 0
		flat := n.Env().Reshape(a.V, []int{a.V.Size()})
		each(a, func(at, _ int) bool {
			m[at] = fmt.Sprint(flat.Get(i))
			i++
			return true
		})
		return m
	}
	agree := func(when string, a *frontend.Array) {
		have, want := texts(a), texts(x)
		for at, v := range have {
			if w, ok := want[at]; ok && a.V.Dtype() == x.V.Dtype() && v != w {
				fail("%s the element at byte %d is %s in the result and %s in the argument", when, at, v, w)
				return
			}
		}
	}
	fill := func(a *frontend.Array, v any) error {
		return ivy.Try(func() { n.Call(functions.Must(".__setitem__"), a, []any{ivy.Ellipsis}, v) })
	}
	before := fmt.Sprint(x.V)
	for _, a := range shared {
		agree("before writes", a)
		readOnly := views.Of(a).ReadOnly
		v := 3
		if a.V.Dtype() == Bool {
			v = 0
		}
		if err := fill(a, v); (err != nil) != readOnly {
			fail("a write to the result: %v", err)
		}
		if !readOnly && a.V.Size() > 0 && fmt.Sprint(x.V) == before {
			fail("a write to the result is not seen in the argument")
		}
		agree("after a write to the result", a)
	}
	if fill(x, 1) != nil {
		return // read-only
	}
	for _, a := range shared {
		agree("after a write to the argument", a)
	}
	if len(shared) > 0 {
		return
	}
	before = fmt.Sprint(x.V) // what is new has elements of its own
	each := []*frontend.Array{}
	switch z := z.(type) {
	case *frontend.Array:
		each = append(each, z)
	case []*frontend.Array:
		each = z
	}
	for _, a := range each {
		if a == x || a.Scalar || a.Number != dtype.NoKind {
			continue
		}
		if m := views.Of(a); m != nil && m.ReadOnly {
			continue
		}
		_ = fill(a, 0)
		if fmt.Sprint(x.V) != before {
			fail("a write to a copy is seen in the argument")
		}
		copied := fmt.Sprint(a.V)
		_ = fill(x, 0)
		_ = fill(x, 1)
		if fmt.Sprint(a.V) != copied {
			fail("a write to the argument is seen in a copy")
		}
	}
}
