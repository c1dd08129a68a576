package promote

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/dtype"
)

// pairsRule is a table made of torchPair, where scalars take the array's dtype if
// their kind is no greater.
func pairsRule() *Pairs {
	p := &Pairs{RuleName: "pairs", Alone: defaults64.Of, Why: "cast one",
		WithArray: func(k dtype.Kind, d dtype.Dtype) (dtype.Dtype, string) {
			if k > d.Kind() {
				return dtype.Invalid, "too great a kind"
			}
			return d, ""
		}}
	for _, a := range dtype.All.Dtypes() {
		for _, b := range dtype.All.Dtypes() {
			p.Of[a][b] = torchPair(a, b)
		}
	}
	return p
}

func rules(t require.TestingT) []Rule { return []Rule{pairsRule(), jaxRule(t), torchRule(t)} }

// everyArg returns one operand for each class, by hand.
func everyArg() []Arg {
	args := []Arg{}
	for _, d := range dtype.All.Dtypes() {
		args = append(args, Array(d), ZeroDim(d), Weak(d))
	}
	for _, k := range []dtype.Kind{dtype.KindBool, dtype.KindUint, dtype.KindInt, dtype.KindFloat, dtype.KindComplex} {
		args = append(args, Scalar(k))
	}
	return args
}

// halves are the operands of complex32.
var halves = []Arg{{Dtype: dtype.Complex64, Half: true, Rank: 1}, {Dtype: dtype.Complex64, Half: true}}

func TestClasses(t *testing.T) {
	seen := map[Class]Arg{}
	for _, a := range append(everyArg(), halves...) {
		c := ClassOf(a)
		assert.Equal(t, a, c.Arg())
		assert.NotContains(t, seen, c, "%v and %v", a, seen[c])
		seen[c] = a
	}
	assert.Equal(t, ArrayClass(dtype.Int8, false, 1), ArrayClass(dtype.Int8, false, 5))
	assert.Equal(t, ArrayClass(dtype.Int8, true, 0), ArrayClass(dtype.Int8, true, 2))
}

func TestArgText(t *testing.T) {
	for want, a := range map[string]Arg{"int8": Array(dtype.Int8), "int8[]": ZeroDim(dtype.Int8), "int8*": Weak(dtype.Int8), "py:float": Scalar(dtype.KindFloat)} {
		assert.Equal(t, want, a.String())
	}
	for want, r := range map[string]Result{"int8": {Dtype: dtype.Int8}, "int8*": {Dtype: dtype.Int8, Weak: true}, "complex32": {Dtype: dtype.Complex64, Half: true}} {
		assert.Equal(t, want, r.String())
	}
	assert.Equal(t, `no operands, under the rule "r"`, (&Error{Rule: "r", Why: "no operands"}).Error())
	e := &Error{Rule: "r", A: Array(dtype.Int8), B: Scalar(dtype.KindFloat)}
	assert.Equal(t, `int8 and py:float have no common dtype under the rule "r"`, e.Error())
	e.Why = "cast"
	assert.Equal(t, `int8 and py:float have no common dtype under the rule "r" (cast)`, e.Error())
}

// A compiled table answers as its rule does, for every class with every class.
func TestTable(t *testing.T) {
	for _, r := range rules(t) {
		table := Compile(r)
		assert.Equal(t, r, table.Rule())
		answers, gaps := 0, 0
		for _, a := range everyArg() {
			for _, b := range everyArg() {
				want, err := r.Promote(a, b)
				got := table.Promote(ClassOf(a), ClassOf(b))
				if err != nil {
					gaps++
					assert.Equal(t, Result{}, got, "%s: %v, %v", r.Name(), a, b)
					assert.Equal(t, err, table.Explain(ClassOf(a), ClassOf(b)))
					continue
				}
				answers++
				assert.Equal(t, want, got, "%s: %v, %v", r.Name(), a, b)
				assert.True(t, got.Dtype.IsValid())
				assert.NoError(t, table.Explain(ClassOf(a), ClassOf(b)))
			}
		}
		assert.Equal(t, 50*50, answers+gaps)
		assert.Equal(t, r.Name() == "jax", gaps == 0, "only JAX's lattice joins everything")
		for _, c := range []Class{0, 16, 32, 48, numClasses, 255} { // no operand's class
			assert.Equal(t, Result{}, table.Promote(c, ArrayClass(dtype.Int8, false, 1)))
			assert.Equal(t, Result{}, table.Promote(ArrayClass(dtype.Int8, false, 1), c))
		}
	}
}

func TestPairs(t *testing.T) {
	p := pairsRule()
	for _, c := range []struct {
		a, b Arg
		want string
	}{
		{Array(dtype.Int8), Array(dtype.Uint8), "int16"},
		{ZeroDim(dtype.Int8), Weak(dtype.Int16), "int16"},
		{Array(dtype.Float16), Scalar(dtype.KindInt), "float16"},
		{Scalar(dtype.KindInt), Scalar(dtype.KindFloat), "float64"},
		{Array(dtype.Int8), Scalar(dtype.KindFloat), "!"},
		{Array(dtype.Uint16), Array(dtype.Int8), "!"},
		{Array(dtype.Invalid), Array(dtype.Int8), "!"},
		{Array(dtype.Count), Array(dtype.Int8), "!"},
	} {
		got, err := p.Promote(c.a, c.b)
		assert.Equal(t, c.want, text(got, err), "%v, %v", c.a, c.b)
	}
	_, err := p.Promote(Array(dtype.Int8), Scalar(dtype.KindFloat))
	assert.ErrorContains(t, err, "too great a kind")
	_, err = p.Promote(Array(dtype.Uint16), Array(dtype.Int8))
	assert.ErrorContains(t, err, "cast one")
}

// Of pairs, the order in which operands are given does not matter to Fold.
func TestFoldPairs(t *testing.T) {
	p := pairsRule()
	r := rand.New(rand.NewPCG(1, 2))
	args := everyArg()
	for range 2000 {
		some := make([]Arg, 1+r.IntN(4))
		for i := range some {
			some[i] = args[r.IntN(len(args))]
		}
		want, err := Fold(p, some...)
		r.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
		got, err2 := Fold(p, some...)
		require.Equal(t, text(want, err), text(got, err2), "%v", some)
	}
	one, err := Fold(p, Scalar(dtype.KindInt))
	assert.Equal(t, "int64", text(one, err))
	for _, r := range rules(t) {
		_, err := Fold(r)
		assert.ErrorAs(t, err, new(*Error))
	}
}

func TestFoldWhole(t *testing.T) {
	jax, torch := jaxRule(t), torchRule(t)
	for _, c := range []struct {
		rule Rule
		args []Arg
		want string
		why  string
	}{
		{jax, []Arg{Scalar(dtype.KindInt)}, "int64*", ""},
		{jax, []Arg{Weak(dtype.Int16)}, "int16*", "a weak array keeps its dtype on its own"},
		{jax, []Arg{Weak(dtype.Int16), Weak(dtype.Int8)}, "int16*", "all weak: by their dtypes"},
		{jax, []Arg{Weak(dtype.Int16), Scalar(dtype.KindInt)}, "int64*", ""},
		{jax, []Arg{Weak(dtype.Bool), Scalar(dtype.KindBool)}, "bool", "a bool is never weak"},
		{jax, []Arg{Weak(dtype.Int16), Array(dtype.Int8)}, "int8", ""},
		{jax, []Arg{Array(dtype.Uint64), Array(dtype.Int8), Array(dtype.BFloat16)}, "bfloat16", ""},
		{jax, []Arg{Scalar(dtype.KindComplex), Array(dtype.Float16), Array(dtype.Int64)}, "complex64", ""},
		{jax, []Arg{Scalar(dtype.KindUint), Array(dtype.Int8)}, "int8", ""},
		{jax, []Arg{Array(dtype.Invalid)}, "!", ""},
		{jax, []Arg{Array(dtype.Count + 3)}, "!", "not a dtype, and not taken for a weak type"},

		{torch, []Arg{ZeroDim(dtype.Float64), Array(dtype.Int8), Array(dtype.Float16)}, "float16", "two at a time would give float64"},
		{torch, []Arg{Scalar(dtype.KindFloat), ZeroDim(dtype.Float64), Array(dtype.Int8)}, "float64", ""},
		{torch, []Arg{Scalar(dtype.KindFloat), ZeroDim(dtype.Int64), Array(dtype.Int8)}, "float32", ""},
		{torch, []Arg{Scalar(dtype.KindComplex), ZeroDim(dtype.Float64), Array(dtype.Int8)}, "complex128", ""},
		{torch, []Arg{Scalar(dtype.KindComplex), ZeroDim(dtype.Float64), Array(dtype.Float32)}, "complex64", ""},
		{torch, []Arg{Scalar(dtype.KindUint), Array(dtype.Bool)}, "int64", ""},
		{torch, []Arg{ZeroDim(dtype.Uint16), Array(dtype.Bool)}, "!", ""},
		{torch, []Arg{Array(dtype.Uint16), Array(dtype.Int8), Array(dtype.Float32)}, "!", "as PyTorch, in the order given"},
		{torch, []Arg{Array(dtype.Uint16), Array(dtype.Float32), Array(dtype.Int8)}, "float32", ""},
		{torch, []Arg{Array(dtype.Invalid)}, "!", ""},
	} {
		got, err := Fold(c.rule, c.args...)
		assert.Equal(t, c.want, text(got, err), "%s: %v %s", c.rule.Name(), c.args, c.why)
	}
}

func TestNewLattice(t *testing.T) {
	for _, c := range []struct {
		above map[string][]string
		want  string
	}{
		{map[string][]string{"int7": nil}, `"int7" names no dtype`},
		{map[string][]string{"int8": {"none*"}}, `above int8: "none*" names no dtype`},
		{map[string][]string{"int8": {"int16"}}, "int16, above int8, has no entry"},
		{map[string][]string{"int8": {"int16"}, "int16": {"int32"}, "int32": {"int8"}}, "above each other"},
		{map[string][]string{"invalid": nil}, `"invalid" names no dtype`},
	} {
		l, err := NewLattice("test", c.above, defaults64, "")
		assert.Nil(t, l)
		assert.ErrorContains(t, err, c.want)
	}

	// Two ways up from both, and a dtype with no way up.
	l, err := NewLattice("forked", map[string][]string{
		"int8": {"float16", "bfloat16"}, "uint8": {"float16", "bfloat16"}, "float16": {"float32"}, "bfloat16": {"float32"},
		"float32": nil, "bool": nil, "int*": {"int8"}, "float*": {"float32"}}, defaults64, "cast one")
	require.NoError(t, err)
	for _, c := range []struct {
		a, b Arg
		want string
	}{
		{Array(dtype.Int8), Array(dtype.Uint8), "not one of bfloat16, float16 is below the others"},
		{Array(dtype.Int8), Array(dtype.Bool), "cast one"},
		{Array(dtype.Int8), Array(dtype.Int64), "int64 is not in the lattice"},
		{Scalar(dtype.KindComplex), Array(dtype.Int8), "complex* is not in the lattice"},
	} {
		r, err := l.Promote(c.a, c.b)
		var e *Error
		if assert.ErrorAs(t, err, &e) {
			assert.Equal(t, c.want, e.Why)
			assert.Equal(t, "forked", e.Rule)
			assert.Equal(t, []Arg{c.a, c.b}, []Arg{e.A, e.B})
		}
		assert.Equal(t, Result{}, r)
	}
	// int64 is not in this lattice: scalars alone are promoted as weak types then.
	got, err := l.Promote(Scalar(dtype.KindInt), Scalar(dtype.KindInt))
	assert.Equal(t, "int64*", text(got, err))
	got, err = l.Promote(Scalar(dtype.KindInt), Scalar(dtype.KindFloat))
	assert.Equal(t, "float32", text(got, err), "int* and float* meet in a dtype, which is not weak")
}

// Any two operands promote, or do not, the same in both orders; nothing panics, and
// what comes out is a dtype.
func FuzzPromote(f *testing.F) {
	for i, a := range everyArg() {
		f.Add(uint8(a.Dtype), uint8(a.Scalar), a.Weak, int8(a.Rank), uint8(i), uint8(0), i%2 == 0, int8(1))
	}
	f.Add(uint8(255), uint8(255), true, int8(-1), uint8(18), uint8(6), true, int8(127))
	all := rules(f)
	tables := []*Table{}
	for _, r := range all {
		tables = append(tables, Compile(r))
	}
	f.Fuzz(func(t *testing.T, d1, k1 uint8, w1 bool, r1 int8, d2, k2 uint8, w2 bool, r2 int8) {
		a := Arg{Dtype: dtype.Dtype(d1), Scalar: dtype.Kind(k1), Weak: w1, Rank: int(r1)}
		b := Arg{Dtype: dtype.Dtype(d2), Scalar: dtype.Kind(k2), Weak: w2, Rank: int(r2)}
		for i, r := range all {
			x, err := r.Promote(a, b)
			y, err2 := r.Promote(b, a)
			require.Equal(t, text(x, err), text(y, err2), "%s: %v, %v", r.Name(), a, b)
			if err == nil {
				require.True(t, x.Dtype.IsValid())
			} else {
				require.Equal(t, Result{}, x)
				require.NotEmpty(t, err.Error())
			}
			_, _ = Fold(r, a, b, a)
			_ = tables[i].Promote(Class(d1), Class(d2))
		}
	})
}

// complex32 is in the tables of those who have it, and an error for all others.
func TestComplex32(t *testing.T) {
	with := torchRule(t)
	with.Of[Complex32][Complex32] = Complex32
	with.Of[Complex32][dtype.Float16], with.Of[dtype.Float16][Complex32] = Complex32, Complex32
	with.Numbers.Complex = Complex32
	with.ErrorClass = "RuntimeError"
	for _, c := range []struct {
		a, b Arg
		want string
	}{
		{halves[0], halves[0], "complex32"},
		{halves[0], halves[1], "complex32"},
		{halves[1], Array(dtype.Float16), "complex32"},
		{halves[1], Array(dtype.Float64), "complex128"},
		{halves[1], Array(dtype.Int8), "complex32"},
		{halves[0], ZeroDim(dtype.Complex128), "complex32"},
		{Array(dtype.Float16), Scalar(dtype.KindComplex), "complex32"},
		{Array(dtype.BFloat16), Scalar(dtype.KindComplex), "complex64"},
		{halves[0], Array(dtype.Int8), "!"},
	} {
		got, err := with.Promote(c.a, c.b)
		assert.Equal(t, c.want, c32Text(got, err), "%v, %v", c.a, c.b)
		assert.Equal(t, got, Compile(with).Promote(ClassOf(c.a), ClassOf(c.b)))
		if err != nil {
			assert.Equal(t, "RuntimeError", err.(*Error).Class)
		}
	}
	for _, r := range rules(t) {
		for _, h := range halves {
			for _, a := range append(everyArg(), h) {
				_, err := r.Promote(h, a)
				assert.Error(t, err, "%s: %v, %v", r.Name(), h, a)
			}
		}
	}
}

func c32Text(r Result, err error) string {
	if err != nil {
		return "!"
	}
	return r.String()
}

func TestParseTable(t *testing.T) {
	of, err := ParseTable("   b1 c4\nb1 b1 c4\nc4 c4 -")
	require.NoError(t, err)
	assert.Equal(t, dtype.Bool, of[dtype.Bool][dtype.Bool])
	assert.Equal(t, Complex32, of[dtype.Bool][Complex32])
	assert.Equal(t, dtype.Invalid, of[Complex32][Complex32])
	for text, want := range map[string]string{
		"":                           "0 columns",
		"b1 u1\nb1 b1 u1":            "2 columns, 1 rows",
		"b1 u1\nb1 b1\nu1 u1 u1":     "row 1",
		"b1 u1\nu1 u1 u1\nb1 b1 u1":  "row 1",
		"b1 u3\nb1 b1 u1\nu3 u1 u1":  `"u3" abbreviates no dtype`,
		"u3 b1\nu3 b1 u1\nb1 u1 u1":  `"u3" abbreviates no dtype`,
		"b1 u1\nb1 b1 int\nu1 u1 u1": `row b1, column u1: "int" abbreviates no dtype`,
	} {
		_, err := ParseTable(text)
		assert.ErrorContains(t, err, want, text)
	}
}
