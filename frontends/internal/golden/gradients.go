package golden

import (
	"errors"
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// Gradients holds what is known of the derivatives of a frontend's functions. Each function that takes inexact
// arrays and returns some either has gradients that differences of its results show, or refuses arrays that are
// being differentiated by an error that names it.
type Gradients struct {
	// Function returns the function of a path, for paths that are no function of the table; it may be nil.
	Function func(path string) Caller
	// Refused are the paths of functions that refuse such arrays in all calls that are tried, PartlyRefused of those
	// that do in some.
	Refused, PartlyRefused string
	// Constant are the paths of functions whose results are constants, whatever they are computed of.
	Constant string
	// Hermitian are the paths of functions of Hermitian matrices that read one triangle: their gradients are those for changes
	// that leave the matrices Hermitian.
	Hermitian string
	// Unreached says of functions why no call of theirs is tried.
	// They are the values, as one text, the reasons the keys.
	Unreached map[string]string
	// Apart is what the paths of functions begin with that are left out, as one text: tests of their own have them.
	Apart string
}

// verdict is what became of a function's calls.
type verdict uint8

const (
	unreached      verdict = iota // no call of inexact arrays succeeded
	discrete                      // results are never inexact
	differentiated                // gradients were as differences are
	refused                       // in all calls
	partly                        // in some
)

// A Space is a namespace, and the files of recorded calls by whose forms its functions are called.
type Space struct {
	*frontend.Namespace
	Files []string
}

// Run calls every function of a frontend, in namespaces of which each has the same functions.
func (g Gradients) Run(t *testing.T, spaces ...Space) {
	race.Sequential(t)
	forms := make([]map[string][]*form, len(spaces))
	for i, n := range spaces {
		forms[i] = n.forms(t)
	}
	expected := map[string]verdict{}
	for _, path := range strings.Fields(g.Refused) {
		expected[path] = refused
	}
	for _, path := range strings.Fields(g.PartlyRefused) {
		expected[path] = partly
	}
	reasons := map[string]string{}
	for why, paths := range g.Unreached {
		for _, path := range strings.Fields(paths) {
			reasons[path] = why
		}
	}
	counts := map[verdict]int{}
	all := slices.DeleteFunc(spaces[0].Functions.All(), func(f *frontend.Func) bool {
		return slices.ContainsFunc(strings.Fields(g.Apart), func(begin string) bool { return strings.HasPrefix(f.Path, begin) })
	})
	for _, f := range all {
		got := unreached
		for i, n := range spaces {
			if got <= discrete {
				got = joint(got, g.function(t, n.Namespace, f, forms[i][f.Path]))
			}
		}
		counts[got]++
		_, excused := reasons[f.Path]
		switch {
		case got >= refused && expected[f.Path] != got:
			t.Errorf("%s refuses to be differentiated in %s, and is not in the list of those that do", f.Path, map[verdict]string{refused: "all calls", partly: "some calls"}[got])
		case got < refused && expected[f.Path] != unreached:
			t.Errorf("%s is in a list of those that refuse to be differentiated, and does not", f.Path)
		case got == unreached && !excused:
			t.Errorf("%s: no call of it is tried, without a reason", f.Path)
		case got != unreached && excused:
			t.Errorf("%s: a reason for no call, and there is one", f.Path)
		}
	}
	t.Logf("%s: of %d functions %d differentiated, %d refused, %d without such a call", spaces[0].Name, len(all), counts[differentiated]+counts[partly], counts[refused], counts[unreached]+counts[discrete])
}

// forms returns forms of each function: those of inexact arrays first.
func (n Space) forms(t *testing.T) map[string][]*form {
	forms, others := map[string][]*form{}, map[string][]*form{}
	for _, file := range n.Files {
		v := ReadValues(t, file, 1)
		for i := range v.Cases {
			c := &v.Cases[i]
			if text, isText := c.Result.(string); isText && strings.HasPrefix(text, "!") || len(forms[c.Path]) >= maxForms {
				continue
			}
			if f := v.form(t, n.Namespace, c, 0); f != nil && len(f.arrays) > 0 {
				forms[c.Path] = appendForm(forms[c.Path], f)
				continue
			}
			for _, integers := range []int{1, math.MaxInt} {
				if f := v.form(t, n.Namespace, c, integers); f != nil && len(f.arrays) > 0 {
					others[c.Path] = appendForm(others[c.Path], f)
				}
			}
		}
	}
	for path, fs := range others {
		forms[path] = append(forms[path], fs...)
	}
	return forms
}

// A form is a call whose arrays are given anew for each point.
type form struct {
	args   []any
	kw     map[string]any
	key    string // of forms that are alike
	arrays []place

	integers int // arrays of integers that are yet to stand for inexact ones
}

// A place in a form is an array's: its dtype, its shape, and what the frontend knows of it.
type place struct {
	d            dtype.Dtype
	shape        []int
	weak, scalar bool
}

// A slot stands for an array in a form.
type slot int

const (
	maxForms    = 12   // of a function
	maxElements = 1500 // of an array
	longest     = 24   // a line that is longer is cut
	shortened   = 5    // to so many elements
)

// form returns a recorded call as a form, in which so many arrays of integers stand for inexact ones; nil if its
// arrays are large.
func (v *Values) form(t testing.TB, n *frontend.Namespace, c *Case, integers int) *form {
	f := &form{kw: map[string]any{}, integers: integers}
	for _, a := range c.Args {
		f.args = append(f.args, v.slots(t, n, a, f))
	}
	for _, k := range keys(c.Kw) {
		f.key += k + "="
		f.kw[k] = v.slots(t, n, c.Kw[k], f)
	}
	for _, p := range f.arrays {
		if shape.Size(p.shape) > maxElements {
			return nil
		}
	}
	return f
}

// slots returns an argument with slots for inexact arrays.
func (v *Values) slots(t testing.TB, n *frontend.Namespace, a any, f *form) any {
	switch a := a.(type) {
	case []any:
		f.key += "["
		list := make([]any, len(a))
		for i, e := range a {
			list[i] = v.slots(t, n, e, f)
		}
		f.key += "]"
		if n.Tuples {
			return frontend.Tuple(list)
		}
		return list
	case string:
		x, ok := v.Argument(t, n, a).(*frontend.Array)
		if !ok {
			f.key += a[:1]
			if strings.HasPrefix(a, "s:") {
				f.key += a
			}
			return v.Argument(t, n, a)
		}
		d := x.V.Dtype()
		line := x.V.Ndim() == 1 && x.V.Size() > longest
		if line {
			x.V = n.Env().GetItem(x.V, ivy.Slice(0, shortened))
		}
		integer := d.IsInteger() && f.integers > 0
		if integer {
			f.integers--
		}
		if !dtype.Inexact.Has(d) && !integer {
			f.key += fmt.Sprint("n", x.V.Ndim(), d.IsBool())
			return x
		}
		wide := dtype.Float64
		if d.IsComplex() {
			wide = dtype.Complex128
		}
		f.key += fmt.Sprint("x", x.V.Ndim(), wide)
		f.arrays = append(f.arrays, place{wide, x.V.Shape(), x.Weak, x.Scalar})
		return slot(len(f.arrays) - 1)
	}
	f.key += "-"
	return v.Argument(t, n, a)
}

// appendForm appends f unless there is one like it, or there are enough.
func appendForm(fs []*form, f *form) []*form {
	if len(fs) >= maxForms || slices.ContainsFunc(fs, func(o *form) bool { return o.key == f.key }) {
		return fs
	}
	return append(fs, f)
}

// plainForms are tried of functions that no recorded call reaches.
func plainForms() (fs []*form) {
	for _, dims := range [][]int{{3}, {3, 3}, {2, 3, 3}, {1, 2, 4, 4}} {
		p := place{d: dtype.Float64, shape: dims}
		x, y, z := slot(0), slot(1), slot(2)
		fs = append(fs,
			&form{args: []any{x}, arrays: []place{p}},
			&form{args: []any{x, y}, arrays: []place{p, p}},
			&form{args: []any{x, y, z}, arrays: []place{p, p, p}},
			&form{args: []any{x, 1}, arrays: []place{p}},
			&form{args: []any{x, 0.5}, arrays: []place{p}},
			&form{args: []any{x, 0, 1}, arrays: []place{p}},
			&form{args: []any{x, y, 1}, arrays: []place{p, p}},
			&form{args: []any{[]any{x, y}}, arrays: []place{p, p}})
	}
	return fs
}

// A point gives elements to array k of several.
type point func(r *rand.Rand, dims []int, k, arrays int) []complex128

// within returns a point whose numbers lie between lo and hi, of either sign if mixed is set, and not near to
// one another.
func within(lo, hi float64, mixed bool) point {
	return func(r *rand.Rand, dims []int, k, arrays int) []complex128 {
		n := shape.Size(dims)
		x := make([]complex128, n)
		for i, at := range r.Perm(n) {
			re := lo + (hi-lo)*(float64(at)+(float64(k)+0.3+0.4*r.Float64())/float64(arrays))/float64(n)
			if mixed && r.IntN(2) == 0 {
				re = -re
			}
			x[i] = complex(re, lo+(hi-lo)*r.Float64())
		}
		return x
	}
}

// positiveDefinite returns symmetric matrices of that kind along the last two axes.
func positiveDefinite(r *rand.Rand, dims []int, k, arrays int) []complex128 {
	x := within(0.1, 0.4, true)(r, dims, k, arrays)
	rank := len(dims)
	if rank < 2 || dims[rank-1] != dims[rank-2] {
		return x
	}
	n := dims[rank-1]
	for at := 0; at < len(x); at += n * n {
		for i := range n {
			for j := range i {
				x[at+j*n+i] = cmplx.Conj(x[at+i*n+j])
			}
			x[at+i*n+i] = complex(2+float64(i), 0)
		}
	}
	return x
}

var points = []point{within(0.3, 0.9, true), within(0.2, 0.8, false), within(1.2, 2.8, false), positiveDefinite}

// function differentiates a function by its forms.
func (g Gradients) function(t *testing.T, n *frontend.Namespace, f *frontend.Func, forms []*form) verdict {
	constant := slices.Contains(strings.Fields(g.Constant), f.Path)
	hermitian := slices.Contains(strings.Fields(g.Hermitian), f.Path)
	var call Caller
	if g.Function != nil {
		call = g.Function(f.Path)
	}
	if call == nil {
		call = func(args ...any) any {
			z := n.Call(f, args...)
			if f.Out == frontend.None && len(args) > 0 {
				return args[0]
			}
			return z
		}
	}
	all := unreached
	for i, form := range slices.Concat(forms, plainForms()) {
		if i >= len(forms) && all > discrete {
			break
		}
		for k, at := range points {
			if all == discrete && k > 0 { // elements make no difference to that
				break
			}
			d := &derivative{n: n, path: f.Path, call: call, form: form, r: rand.New(rand.NewPCG(uint64(i), uint64(k)))}
			d.hermitian = hermitian || form.kw["hermitian"] == true
			got, why := d.check(at, constant)
			if got == refused {
				t.Logf("%s: call %d (%s) is refused", f.Path, i, d)
			}
			if why != "" {
				t.Errorf("%s: call %d (%s) at point %d: %s", f.Path, i, d, k, why)
			}
			all = joint(all, got)
			if got > discrete || why != "" {
				break
			}
		}
	}
	return all
}

// joint is the verdict on several calls.
func joint(x, y verdict) verdict {
	if x > y {
		x, y = y, x
	}
	if x == differentiated && y == refused {
		return partly
	}
	return y
}

// A derivative is a call of a function at a point.
type derivative struct {
	n    *frontend.Namespace
	path string
	call Caller
	form *form
	r    *rand.Rand
	x    [][]complex128
	u    [][]complex128 // the gradients of results

	hermitian bool // changes are
}

// String writes the call.
func (d *derivative) String() string {
	text := fmt.Sprint(d.form.args, d.form.kw)
	for i, p := range d.form.arrays {
		text += fmt.Sprintf(" %d:%v%v", i, p.d, p.shape)
	}
	return text
}

// arrays returns a point's arrays, from which v lies h away.
func (d *derivative) arrays(h float64, v [][]complex128) []*ivy.Array {
	xs := make([]*ivy.Array, len(d.x))
	for i, p := range d.form.arrays {
		z := slices.Clone(d.x[i])
		for j := range z {
			if v != nil {
				z[j] += complex(h, 0) * v[i][j]
			}
		}
		xs[i] = numbers(d.n.Env(), p.d, p.shape, z)
	}
	return xs
}

// numbers returns an array of float64 or complex128.
func numbers(e *ivy.Env, d dtype.Dtype, dims []int, z []complex128) *ivy.Array {
	if d.IsComplex() {
		return e.Reshape(e.Asarray(z, dtype.Complex128), dims)
	}
	re := make([]float64, len(z))
	for i := range z {
		re[i] = real(z[i])
	}
	return e.Reshape(e.Asarray(re, dtype.Float64), dims)
}

// results calls the function and returns its inexact results.
func (d *derivative) results(xs []*ivy.Array) []*ivy.Array {
	arrays := make([]any, len(xs))
	for i, x := range xs {
		a := d.n.Wrap(x)
		a.Weak, a.Scalar = d.form.arrays[i].weak, d.form.arrays[i].scalar
		arrays[i] = a
	}
	var args []any
	for _, a := range d.form.args {
		args = append(args, filled(a, arrays))
	}
	for _, k := range keys(d.form.kw) {
		args = append(args, frontend.Named{Name: k, Value: filled(d.form.kw[k], arrays)})
	}
	return d.inexact(d.call(args...))
}

// filled returns an argument with arrays in the positions of slots, and new arrays in those of others.
func filled(a any, arrays []any) any {
	switch a := a.(type) {
	case slot:
		return arrays[a]
	case []any:
		list := make([]any, len(a))
		for i, e := range a {
			list[i] = filled(e, arrays)
		}
		return list
	case frontend.Tuple:
		return frontend.Tuple(filled([]any(a), arrays).([]any))
	case *frontend.Array: // which the call may write to
		x := *a
		x.V = a.V.Env().CopyArray(a.V)
		return &x
	}
	return a
}

// inexact returns the arrays of a result that are inexact.
func (d *derivative) inexact(z any) (out []*ivy.Array) {
	switch z := z.(type) {
	case *frontend.Array:
		if z != nil && z.Number == dtype.NoKind && dtype.Inexact.Has(z.V.Dtype()) {
			out = append(out, z.V)
		}
	case []*frontend.Array:
		for _, a := range z {
			out = append(out, d.inexact(a)...)
		}
	default:
		if list, ok := frontend.Sequence(z); ok {
			for _, e := range list {
				out = append(out, d.inexact(e)...)
			}
		} else if a := d.n.Own(z); a != nil {
			return d.inexact(a)
		}
	}
	return out
}

// elements returns an array's elements.
func elements(a *ivy.Array) []complex128 {
	e := a.Env()
	if !a.Dtype().IsComplex() {
		a = e.Astype(a, dtype.Float64)
	}
	return ivy.Values[complex128](e.Astype(a, dtype.Complex128))
}

// random returns numbers for arrays.
func random(r *rand.Rand, xs []*ivy.Array) [][]complex128 {
	out := make([][]complex128, len(xs))
	for i, x := range xs {
		out[i] = make([]complex128, x.Size())
		for j := range out[i] {
			out[i][j] = complex(r.NormFloat64(), 0)
			if x.Dtype().IsComplex() {
				out[i][j] += complex(0, r.NormFloat64())
			}
		}
	}
	return out
}

// weighed returns the real part of Σ u·z.
func weighed(u [][]complex128, zs []*ivy.Array) (sum float64) {
	for i, z := range zs {
		for j, x := range elements(z) {
			sum += real(u[i][j] * x)
		}
	}
	return sum
}

// check compares the gradient at a point with differences, in one direction. why says what is wrong.
func (d *derivative) check(at point, constant bool) (got verdict, why string) {
	for i, p := range d.form.arrays {
		d.x = append(d.x, at(d.r, p.shape, i, len(d.form.arrays)))
	}
	var zs []*ivy.Array
	if ivy.Try(func() { zs = d.results(d.arrays(0, nil)) }) != nil {
		return unreached, ""
	}
	if len(zs) == 0 {
		return discrete, ""
	}
	size := 0
	for _, z := range zs {
		if d := z.Dtype(); d != dtype.Float64 && d != dtype.Complex128 || z.Size() > 2*maxElements {
			return unreached, ""
		}
		size += z.Size()
		for _, x := range elements(z) {
			if cmplx.IsNaN(x) || cmplx.IsInf(x) || cmplx.Abs(x) > 1e6 {
				return unreached, ""
			}
		}
	}
	if size == 0 {
		return unreached, ""
	}
	e := d.n.Env()
	d.u = random(d.r, zs)
	v := d.direction()
	left, scale := 0.0, 0.0
	err := ivy.Try(func() {
		z, pull := e.VJP(func(x []*ivy.Array) ivy.Tree { return d.results(x) }, d.arrays(0, nil))
		us := ivy.Leaves(z)
		for i, z := range us {
			us[i] = e.Astype(numbers(e, z.Dtype(), z.Shape(), d.u[i]), z.Dtype())
		}
		for i, g := range ivy.Leaves(pull(ivy.Replace(z, us))[0]) {
			for j, x := range elements(g) {
				left += real(x * v[i][j])
				scale += cmplx.Abs(x * v[i][j])
			}
		}
	})
	switch {
	case errors.Is(err, ivy.ErrUnsupported):
		return refused, d.refusal(err)
	case err != nil:
		return differentiated, err.Error()
	}
	right, smooth := d.along(v)
	switch {
	case !smooth && math.Abs(left-right) > 1e-6*max(1, scale):
		return unreached, ""
	case constant && scale != 0: // though results go along with operands
		return differentiated, fmt.Sprintf("a gradient of a constant: %v", left)
	case !constant && math.Abs(left-right) > 1e-6*max(1, scale):
		return differentiated, fmt.Sprintf("the gradient gives %v, differences %v", left, right)
	}
	return differentiated, ""
}

// refusal returns what is wrong with an error that refuses.
func (d *derivative) refusal(err error) string {
	name := d.n.Name + "." + strings.TrimPrefix(d.path, ".")
	if text := err.Error(); !strings.Contains(text, name+": ") && !strings.Contains(text, " has no derivative (take") {
		return fmt.Sprintf("the error does not name %s: %v", name, err)
	}
	return ""
}

// direction draws how the operands change.
func (d *derivative) direction() [][]complex128 {
	v := random(d.r, d.arrays(0, nil))
	if d.hermitian {
		for i, p := range d.form.arrays {
			hermitianPart(v[i], p.shape)
		}
	}
	return v
}

// hermitianPart makes square matrices Hermitian.
func hermitianPart(v []complex128, dims []int) {
	if len(dims) < 2 || dims[len(dims)-1] != dims[len(dims)-2] {
		return
	}
	n := dims[len(dims)-1]
	for ; len(v) > 0; v = v[n*n:] {
		for i := range n {
			for j := range i + 1 {
				m := (v[i*n+j] + cmplx.Conj(v[j*n+i])) / 2
				v[i*n+j], v[j*n+i] = m, cmplx.Conj(m)
			}
		}
	}
}

// along returns the derivative in a direction, from differences of fourth order. Where those over another length
// are others, the function is not smooth.
func (d *derivative) along(v [][]complex128) (z float64, smooth bool) {
	over := func(h float64) float64 {
		at := func(k float64) float64 { return weighed(d.u, d.results(d.arrays(k*h, v))) }
		return (8*(at(1)-at(-1)) - (at(2) - at(-2))) / (12 * h)
	}
	z, other := 0.0, 0.0
	err := ivy.Try(func() { z, other = over(1e-3), over(4e-4) })
	return z, err == nil && math.Abs(z-other) <= 1e-6*max(1, math.Abs(z))
}
