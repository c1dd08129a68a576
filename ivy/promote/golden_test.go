package promote

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/dtype"
)

// A golden is a framework's own answers: for each pair of dtypes, and for each pair of
// operands as [Arg.String] writes them.
type golden struct {
	Cells        int
	DtypeCells   int `json:"dtype_cells"`
	Dtypes       string
	Operands     string
	PromoteTypes []string `json:"promote_types"`
	ResultType   []string `json:"result_type"`
}

// goldenOf reads testdata, whose numbers of cells must be what they say.
func goldenOf(t *testing.T, name string) golden {
	text, err := os.ReadFile("testdata/" + name + ".json")
	require.NoError(t, err)
	var g golden
	require.NoError(t, json.Unmarshal(text, &g))
	for _, c := range []struct {
		names string
		rows  []string
		cells int
	}{{g.Dtypes, g.PromoteTypes, g.DtypeCells}, {g.Operands, g.ResultType, g.Cells}} {
		n := 0
		for _, r := range c.rows {
			n += len(strings.Fields(r))
		}
		require.Equal(t, c.cells, n)
		require.Equal(t, c.cells, len(strings.Fields(c.names))*len(c.rows))
	}
	return g
}

// argOf reads an operand's text. A weak value of the framework is of its default dtype.
func argOf(t *testing.T, text string, def dtype.Defaults) Arg {
	kinds := map[string]dtype.Kind{"bool": dtype.KindBool, "int": dtype.KindInt, "float": dtype.KindFloat, "complex": dtype.KindComplex}
	if k, ok := strings.CutPrefix(text, "py:"); ok {
		return Scalar(kinds[k])
	}
	if k, ok := strings.CutPrefix(text, "weak-"); ok {
		return Weak(def.Of(kinds[strings.TrimSuffix(k, "*")]))
	}
	name, zeroDim := strings.CutSuffix(text, "[]")
	d, err := dtype.Parse(name)
	require.NoError(t, err)
	if zeroDim {
		return ZeroDim(d)
	}
	return Array(d)
}

// text writes an answer as the tables do.
func text(r Result, err error) string {
	switch {
	case err != nil:
		return "!"
	case r.Weak:
		return r.Dtype.String() + "*"
	}
	return r.Dtype.String()
}

// check compares a rule with the framework's tables, cell by cell. As Go has it, the
// dtype that only the framework has is written as ours.
func (g golden) check(t *testing.T, r Rule, def dtype.Defaults, ours map[string]string) {
	cell := func(want string) string {
		if strings.HasPrefix(want, "!") {
			return "!"
		}
		if o, ok := ours[want]; ok {
			return o
		}
		return want
	}
	dtypes := strings.Fields(g.Dtypes)
	for i, row := range g.PromoteTypes {
		for j, want := range strings.Fields(row) {
			got, err := r.Promote(argOf(t, dtypes[i], def), argOf(t, dtypes[j], def))
			got.Weak = false // the framework's function returns a dtype alone
			assert.Equal(t, cell(want), text(got, err), "promote_types(%s, %s)", dtypes[i], dtypes[j])
		}
	}
	operands := strings.Fields(g.Operands)
	for i, row := range g.ResultType {
		for j, want := range strings.Fields(row) {
			a, b := argOf(t, operands[i], def), argOf(t, operands[j], def)
			got, err := r.Promote(a, b)
			assert.Equal(t, cell(want), text(got, err), "result_type(%s, %s)", operands[i], operands[j])
			if err != nil {
				var e *Error
				require.ErrorAs(t, err, &e)
				assert.Equal(t, r.Name(), e.Rule)
			}
			folded, err := Fold(r, a, b)
			assert.Equal(t, cell(want), text(folded, err), "Fold(%s, %s)", operands[i], operands[j])
		}
	}
}

var defaults64 = dtype.Defaults{Int: dtype.Int64, Uint: dtype.Uint64, Float: dtype.Float64, Complex: dtype.Complex128}

// jaxLattice is the graph in JAX's documentation ("Type promotion semantics").
var jaxLattice = map[string][]string{
	"bool": {"int*"}, "int*": {"uint8", "int8"},
	"uint8": {"int16", "uint16"}, "uint16": {"int32", "uint32"}, "uint32": {"int64", "uint64"}, "uint64": {"float*"},
	"int8": {"int16"}, "int16": {"int32"}, "int32": {"int64"}, "int64": {"float*"},
	"float*": {"bfloat16", "float16", "complex*"}, "bfloat16": {"float32"}, "float16": {"float32"},
	"float32": {"float64", "complex64"}, "float64": {"complex128"},
	"complex*": {"complex64"}, "complex64": {"complex128"}, "complex128": {},
}

func jaxRule(t require.TestingT) *Lattice {
	l, err := NewLattice("jax", jaxLattice, defaults64, "")
	require.NoError(t, err)
	return l
}

func TestJAX(t *testing.T) { goldenOf(t, "jax").check(t, jaxRule(t), defaults64, nil) }

// torchRule is PyTorch's rule: its table is that of its promote_types.
func torchRule(t require.TestingT) *Categories {
	c := &Categories{RuleName: "torch",
		Numbers: dtype.Defaults{Int: dtype.Int64, Uint: dtype.Uint64, Float: dtype.Float32, Complex: dtype.Complex64}}
	ds := dtype.All.Dtypes()
	for _, a := range ds {
		for _, b := range ds {
			c.Of[a][b] = torchPair(a, b)
		}
	}
	return c
}

// torchPair is c10's promoteTypes in words: the greater kind wins, the wider of a
// kind; uint8 with a signed integer takes the next width up; uint16, uint32 and uint64
// promote with themselves and floats alone; the two narrow floats give float32.
func torchPair(a, b dtype.Dtype) dtype.Dtype {
	bare := func(d dtype.Dtype) bool { return d.IsUnsigned() && d != dtype.Uint8 }
	if height(a) > height(b) || height(a) == height(b) && a.Bits() > b.Bits() {
		a, b = b, a
	}
	switch {
	case a == b:
		return a
	case bare(a) || bare(b):
		if b.IsFloat() {
			return b
		}
		return dtype.Invalid
	case b.IsComplex():
		if a == dtype.Float64 {
			return dtype.Complex128
		}
		return b
	case dtype.Narrow.Has(a) && dtype.Narrow.Has(b):
		return dtype.Float32
	case a == dtype.Uint8 && b == dtype.Int8 || a == dtype.Int8 && b == dtype.Uint8:
		return dtype.Int16
	}
	return b
}

// complex32, which PyTorch gives float16 with a complex number, is complex64 here.
func TestPyTorch(t *testing.T) {
	r := torchRule(t)
	goldenOf(t, "torch").check(t, r, r.Numbers, map[string]string{"complex32": "complex64"})
}
