//go:build !opsgen_rows

package opsgen

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// dtypeClasses are the dtypes as documentation names them: a wide class where all of it
// gives the same, else the narrow ones.
var dtypeClasses = []struct {
	name string
	set  dtype.Set
}{
	{"all dtypes", dtype.All}, {"numbers", dtype.Numeric}, {"real numbers", dtype.Integer | dtype.Float}, {"floats and complex numbers", dtype.Float | dtype.Complex},
	{"bool and integers", dtype.Boolean | dtype.Integer}, {"integers", dtype.Integer}, {"floats", dtype.Float}, {"complex numbers", dtype.Complex},
	{"unsigned integers", dtype.Unsigned}, {"signed integers", dtype.Signed}, {"float16 and bfloat16", dtype.Narrow}, {"float32 and float64", dtype.Float &^ dtype.Narrow},
}

// The outcomes of calls that are no dtype.
const (
	stays  = "their own dtype"
	failed = "an error"
)

// outcomes are what calls with operands of each dtype give.
type outcomes map[dtype.Dtype]string

// probes are shapes of the operands with which a call is tried, in order.
var probes = [][]int{{2, 2}, {2}, {1}, {1, 2, 2}, {1, 1, 2, 2}, {}}

// tensorOf returns what a function of a frontend gives as the array that tells of its dtype.
func tensorOf(z any) *frontend.Array {
	switch z := z.(type) {
	case *frontend.Array:
		return z
	case []*frontend.Array:
		if len(z) > 0 {
			return z[0]
		}
	case []any:
		if len(z) > 0 {
			return tensorOf(z[0])
		}
	}
	return nil
}

// operands counts the parameters of a function that are arrays, those that must be given
// and come by their position; −1 if there are others that are not known.
func operands(f *frontend.Func) (count int, args func(x any) []any) {
	axes := map[string]bool{"dim": true, "axis": true, "dims": true, "axes": true}
	var ps []frontend.Param
	for _, p := range f.Signature().Params {
		if p.Required && p.Positional && !p.Rest && !p.More {
			ps = append(ps, p)
			if !axes[p.Name] {
				count++
			}
		}
	}
	return count, func(x any) []any {
		list := make([]any, len(ps))
		for i, p := range ps {
			list[i] = x
			if axes[p.Name] {
				list[i] = 0
			}
		}
		return list
	}
}

// probe calls a function with operands of every dtype that the framework has.
func probe(n *frontend.Namespace, f *frontend.Func) (found outcomes, shape []int) {
	count, args := operands(f)
	if count < 1 || count > 2 || f.Calls || strings.HasSuffix(f.Path, "_") {
		return nil, nil
	}
	for _, shape := range probes {
		found, any := outcomes{}, false
		for _, d := range dtypesOf(n).Dtypes() {
			a, err := frontendOnes(n, d, shape)
			if err != nil {
				continue
			}
			found[d] = failed
			_ = ivy.Try(func() {
				z := tensorOf(n.Call(f, args(a)...))
				if z == nil {
					found[d] = "no array"
					return
				}
				any = true
				found[d] = outcome(d, z)
			})
		}
		if any {
			return found, shape
		}
	}
	return nil, nil
}

// dtypesOf returns the dtypes that a framework has a name for.
func dtypesOf(n *frontend.Namespace) (set dtype.Set) {
	for _, d := range n.Dtypes {
		if d, ok := d.(dtype.Dtype); ok && d.IsValid() {
			set |= dtype.Of(d)
		}
	}
	return set
}

func outcome(d dtype.Dtype, z *frontend.Array) string {
	switch {
	case z.Half:
		return "complex32"
	case z.V.Dtype() == d:
		return stays
	}
	return z.V.Dtype().String()
}

// frontendOnes returns an array of a framework, an error for a dtype that it has not.
func frontendOnes(n *frontend.Namespace, d dtype.Dtype, shape []int) (a *frontend.Array, err error) {
	err = ivy.Try(func() {
		o, e := n.Operand(n.Env().Ones(shape, d))
		if e != nil {
			panic(e)
		}
		a = o.A
	})
	if err == nil && (a == nil || a.V.Dtype() != d) {
		err = ivy.ErrDtype
	}
	return a, err
}

// probeRow calls a function of package ivy in the same way.
func probeRow(e *ivy.Env, op *ops.Op, shape []int, of outcomes) outcomes {
	found := outcomes{}
	for d := range of {
		var args []any
		for _, p := range op.Params {
			switch p.Kind {
			case ops.Operand:
				args = append(args, e.Ones(shape, d))
			case ops.Arrays:
				args = append(args, []*ivy.Array{e.Ones(shape, d)})
			case ops.Int:
				args = append(args, 0)
			default:
				return nil
			}
		}
		found[d] = failed
		_ = ivy.Try(func() {
			z := e.Call(op, args)
			found[d] = outcome(d, &frontend.Array{V: z[0]})
		})
	}
	return found
}

// text says what operands of the dtypes for which ok holds give: "floats give their own
// dtype, bool and integers float32".
func (o outcomes) text(ok func(d dtype.Dtype) bool) string {
	var there dtype.Set
	for d := range o {
		there |= 1 << d
	}
	by := map[string]dtype.Set{}
	for d, what := range o {
		if ok == nil || ok(d) {
			by[what] |= 1 << d
		}
	}
	type part struct{ names, gives string }
	var parts []part
	for gives, set := range by {
		parts = append(parts, part{setText(set, there), gives})
	}
	slices.SortFunc(parts, func(a, b part) int {
		return strings.Compare(order(a.gives)+a.names, order(b.gives)+b.names)
	})
	var texts []string
	for i, p := range parts {
		verb := " give "
		if i > 0 {
			verb = " "
		}
		texts = append(texts, p.names+verb+p.gives)
	}
	return strings.Join(texts, ", ")
}

// order puts what stays first and errors last.
func order(gives string) string {
	switch gives {
	case stays:
		return "0"
	case failed:
		return "2"
	}
	return "1"
}

// setText names a set of the dtypes that there are.
func setText(set, there dtype.Set) string {
	var names []string
	for _, c := range dtypeClasses {
		if part := c.set & there; part != 0 && set&part == part && bits.OnesCount32(uint32(part)) > 1 {
			names = append(names, c.name)
			set &^= part
		}
	}
	for _, d := range set.Dtypes() {
		names = append(names, d.String())
	}
	return list(names)
}

// list writes "a, b and c".
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// dtypesText says what dtypes a function takes and gives, and where the function of package
// ivy that does the same gives others.
func dtypesText(n *frontend.Namespace, f *frontend.Func, op *ops.Op) string {
	found, shape := probe(n, f)
	if found == nil {
		return ""
	}
	text := "Dtypes: " + found.text(nil) + "."
	if op == nil {
		return text
	}
	ours := probeRow(n.Env(), op, shape, found)
	if ours == nil {
		return text
	}
	differ := ours.text(func(d dtype.Dtype) bool { return ours[d] != found[d] })
	if differ == "" {
		return text + " Those of ivy." + op.Name + " are the same."
	}
	return text + " Of ivy." + op.Name + " " + differ + "."
}
