package backend

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// The dtypes of the torch that text 000 speaks of.
const torchDtypes = dtype.All &^ (1<<dtype.Uint16 | 1<<dtype.Uint32 | 1<<dtype.Uint64)

func nop(Spec, Buffer) (Buffer, error) { return nil, nil }

func nop2(Spec, Buffer, Buffer) (Buffer, error) { return nil, nil }

func resolved(t *testing.T, version string, valid dtype.Set, es ...Entry) *Table {
	table, err := NewTable(es).Resolve(version, "cpu", valid)
	require.NoError(t, err)
	return table
}

// One declaration under many versions of the library: that of cumsum in text 000.
func TestResolveByVersion(t *testing.T) {
	cumsum := Scan(ops.CumulativeSum, func(Spec, Buffer, ScanAttrs) (Buffer, error) { return nil, nil })
	table := NewTable(Declare(Must(UnsupportedDtypes(On("2.0.1 and below", "uint8", "bfloat16", "float16"), On("1.12.1"))), cumsum))
	few := dtype.Of(dtype.Uint8, dtype.BFloat16, dtype.Float16)
	for version, want := range map[string]dtype.Set{
		"1.11.0": torchDtypes &^ few, "1.12.0": torchDtypes &^ few, "1.12.1": torchDtypes, "1.13.1+cu117": torchDtypes,
		"2.0.1": torchDtypes, "2.2.2": torchDtypes, "unknown": torchDtypes,
	} {
		r, err := table.Resolve(version, "cpu", torchDtypes)
		require.NoError(t, err)
		e := r.Entry(ops.CumulativeSum.Op)
		assert.Equal(t, want.String(), e.Dtypes.String(), version)
		if want == torchDtypes {
			assert.Empty(t, e.Gap)
		} else {
			assert.Equal(t, "declared for versions 2.0.1 and below", e.Gap)
		}
	}
	assert.Equal(t, dtype.All, table.Entry(ops.CumulativeSum.Op).Dtypes, "the table itself stays as it is")
}

func TestClasses(t *testing.T) {
	add := Binary(ops.Add, nop2)
	for name, want := range map[string]dtype.Set{
		"valid": torchDtypes, "numeric": dtype.Numeric, "float": dtype.Float, "integer": dtype.Integer, "unsigned": dtype.Unsigned,
		"complex": dtype.Complex, "bool": dtype.Boolean, "double": dtype.Of(dtype.Float64),
	} {
		yes := resolved(t, "2.0.1", torchDtypes, Declare(Must(SupportedDtypes(On("2.0.1 and below", name))), add)...)
		no := resolved(t, "2.0.1", torchDtypes, Declare(Must(UnsupportedDtypes(On("2.0.1 and below", name))), add)...)
		assert.Equal(t, (want & torchDtypes).String(), yes.Entry(ops.Add.Op).Dtypes.String(), "supported: %s", name)
		assert.Equal(t, (torchDtypes &^ want).String(), no.Entry(ops.Add.Op).Dtypes.String(), "unsupported: %s", name)
	}
	// Text 000: classes and single dtypes together.
	mixed := resolved(t, "2.0.1", dtype.All, Declare(Must(UnsupportedDtypes(On("2.0.1 and below", "unsigned", "bfloat16", "float16"))), add)...)
	assert.Equal(t, "bool, int8, int16, int32, int64, float32, float64, complex64, complex128", mixed.Entry(ops.Add.Op).Dtypes.String())
	none := resolved(t, "2.0.1", dtype.All, Declare(Must(SupportedDtypes(On("2.0.1"))), add)...)
	assert.Equal(t, dtype.None, none.Entry(ops.Add.Op).Dtypes, "supported: nothing")
	all := resolved(t, "2.0.1", dtype.All, Declare(Must(UnsupportedDtypes(On("2.0.1"))), add)...)
	assert.Equal(t, dtype.All, all.Entry(ops.Add.Op).Dtypes, "unsupported: nothing")
	row := resolved(t, "2.0.1", dtype.All, Declare(Must(SupportedDtypes(On("2.0.1", "valid"))), Unary(ops.Expm1, nop))...)
	assert.Equal(t, dtype.Inexact, row.Entry(ops.Expm1.Op).Dtypes, "no more than the row takes")
}

func TestDevices(t *testing.T) {
	// Text 000: gcd with a paddle backend.
	gcd := Must(UnsupportedDtypes(OnDevice("2.6.0 and below", "cpu", "int8", "int16", "uint8"), OnDevice("2.6.0 and below", "gpu:0", "int8"),
		OnDevice("2.7 and above", "gpu:0", "int64"), On("2.7 and above", "uint8")))
	table := NewTable(Declare(gcd, Binary(ops.Gcd, nop2)))
	for _, c := range []struct {
		version, device, lacks string
	}{
		{"2.6.0", "cpu", "uint8, int8, int16"},
		{"2.6.0", "gpu:0", "int8"},
		{"2.6.0", "gpu:1", ""},
		{"2.7.1", "cpu", "uint8"},
		{"2.7.1", "gpu:0", "uint8, int64"},
	} {
		r, err := table.Resolve(c.version, c.device, dtype.All)
		require.NoError(t, err)
		assert.Equal(t, c.lacks, (dtype.Integer &^ r.Entry(ops.Gcd.Op).Dtypes).String(), "%s on %s", c.version, c.device)
	}

	supported := Must(SupportedDevices(On("2.0.1 and below", "cpu"), On("2.1 and above", "cpu", "gpu:0")))
	unsupported := Must(UnsupportedDevices(On("2.0.1 and below", "gpu:0"), On("2.1 and above")))
	for _, d := range []Declaration{supported, unsupported} {
		assert.True(t, d.Devices())
		assert.NoError(t, d.Check("2.0.1", dtype.None))
		for _, c := range []struct {
			version, device string
			want            dtype.Set
		}{{"2.0.1", "cpu", dtype.All}, {"2.0.1", "gpu:0", dtype.None}, {"2.13.0", "gpu:0", dtype.All}, {"2.13.0", "cpu", dtype.All}} {
			assert.Equal(t, c.want, d.Dtypes(c.version, c.device, dtype.All), "%s on %s", c.version, c.device)
		}
	}
	both := Declare(supported, Declare(gcd, Binary(ops.Gcd, nop2))...)
	assert.Equal(t, "uint16, uint32, uint64, int32, int64", resolved(t, "2.0.1", dtype.All, both...).Entry(ops.Gcd.Op).Dtypes.String(),
		"one declaration of devices and one of dtypes")
}

// A block of functions under one declaration.
func TestDeclareBlock(t *testing.T) {
	block := Declare(Must(UnsupportedDtypes(On("0.4.11 and below", "complex"))).Because("a fault of the library"),
		Unary(ops.Exp, nop), Unary(ops.Expm1, nop), Binary(ops.Add, nop2))
	table := resolved(t, "0.4.11", dtype.All, append(block, Unary(ops.Sin, nop))...)
	for _, op := range []*ops.Op{ops.Exp.Op, ops.Expm1.Op, ops.Add.Op} {
		assert.Equal(t, op.In&^dtype.Complex, table.Entry(op).Dtypes, op.Name)
		assert.Equal(t, "declared for versions 0.4.11 and below, a fault of the library", table.Entry(op).Gap)
	}
	assert.Equal(t, dtype.Inexact, table.Entry(ops.Sin.Op).Dtypes, "what is outside is not in it")
	assert.False(t, table.Has(ops.Cos.Op))
}

func TestDeclareRefuses(t *testing.T) {
	for _, c := range []struct {
		why  string
		make func() (Declaration, error)
		text string
	}{
		{"no clause", func() (Declaration, error) { return UnsupportedDtypes() }, "without versions"},
		{"a slip in a name", func() (Declaration, error) { return UnsupportedDtypes(On("2.0.1", "bflaot16")) }, `"bflaot16"`},
		{"int is no class", func() (Declaration, error) { return SupportedDtypes(On("2.0.1", "float", "int")) }, `"int"`},
		{"a dtype that there is not", func() (Declaration, error) { return UnsupportedDtypes(On("2.0.1", "complex32")) }, `"complex32"`},
		{"an empty name", func() (Declaration, error) { return UnsupportedDtypes(On("2.0.1", "")) }, `""`},
		{"a dtype twice", func() (Declaration, error) { return UnsupportedDtypes(On("2.0.1", "bool", "int8", "bool")) }, `"bool" twice`},
		{"a bad version", func() (Declaration, error) { return UnsupportedDtypes(On("0.15.2. and below", "bool")) }, "no version"},
		{"a bad key", func() (Declaration, error) { return SupportedDtypes(On("2.0.1 or below", "bool")) }, "no version"},
		{"an empty range", func() (Declaration, error) { return SupportedDtypes(On("2.0.1 to 1.9.0", "bool")) }, "are none"},
		{"versions twice", func() (Declaration, error) { return UnsupportedDtypes(On("2.0.1", "bool"), On(" 2.0.1", "int8")) }, "twice"},
		{"one point of change twice", func() (Declaration, error) { return UnsupportedDtypes(On("2.0", "bool"), On("2.0.0", "int8")) }, "twice"},
		{"a device twice", func() (Declaration, error) {
			return UnsupportedDtypes(OnDevice("2.0.1", "cpu", "bool"), OnDevice("2.0.1", "gpu:0", "bool"), OnDevice("2.0.1", "cpu", "int8"))
		}, "twice"},
		{"a device for devices", func() (Declaration, error) { return SupportedDevices(OnDevice("2.0.1", "cpu", "cpu")) }, "for a device"},
		{"a device listed twice", func() (Declaration, error) { return UnsupportedDevices(On("2.0.1", "cpu", "cpu")) }, "twice"},
		{"no clause of devices", func() (Declaration, error) { return SupportedDevices() }, "without versions"},
	} {
		_, err := c.make()
		assert.ErrorContains(t, err, c.text, c.why)
		assert.Panics(t, func() { Must(c.make()) }, c.why)
	}

	some, other := Must(UnsupportedDtypes(On("2.0.1", "bool"))), Must(SupportedDtypes(On("2.0.1", "float")))
	assert.PanicsWithValue(t, "backend: two declarations for Add", func() { Declare(other, Declare(some, Binary(ops.Add, nop2))...) },
		"supported and unsupported together")
	assert.Panics(t, func() { Declare(some, Declare(some, Binary(ops.Add, nop2))...) }, "a kind twice")
	place := Must(SupportedDevices(On("2.0.1", "cpu")))
	assert.Panics(t, func() { Declare(place, Declare(place, Binary(ops.Add, nop2))...) }, "devices twice")

	assert.True(t, Declaration{}.IsZero())
	assert.NoError(t, Declaration{}.Check("2.0.1", dtype.None))
	assert.Equal(t, dtype.Float, Declaration{}.Dtypes("2.0.1", "cpu", dtype.Float))
}

// What the backend's invalid dtypes say already is not to be said again; by a class it
// may be, and for versions that have the dtype.
func TestDeclareInvalid(t *testing.T) {
	d := Must(UnsupportedDtypes(On("2.2 and below", "uint16", "float16"), On("2.3 and above", "uint16")))
	_, err := NewTable(Declare(d, Binary(ops.Add, nop2))).Resolve("2.0.1", "cpu", torchDtypes)
	require.ErrorContains(t, err, "Add: uint16 is declared for \"2.2 and below\"")
	r, err := NewTable(Declare(d, Binary(ops.Add, nop2))).Resolve("2.3.0", "cpu", dtype.All)
	require.NoError(t, err)
	assert.False(t, r.Entry(ops.Add.Op).Dtypes.Has(dtype.Uint16))
	resolved(t, "2.0.1", torchDtypes, Declare(Must(UnsupportedDtypes(On("2.0.1 and below", "unsigned"))), Binary(ops.Add, nop2))...)
}

// A result dtype that the backend lacks makes a dtype unsupported.
func TestResolveResults(t *testing.T) {
	abs := resolved(t, "1", dtype.All&^dtype.Of(dtype.Float32), Unary(ops.Abs, nop)).Entry(ops.Abs.Op)
	assert.False(t, abs.Dtypes.Has(dtype.Complex64), "its magnitude is float32")
	assert.Contains(t, abs.Gap, "of complex64 the result would be float32, which it has not")
	noIndex := resolved(t, "1", dtype.All&^dtype.Of(dtype.Int64), Reduce(ops.ArgMax, func(Spec, Buffer, ReduceAttrs) (Buffer, error) { return nil, nil }))
	assert.Equal(t, dtype.None, noIndex.Entry(ops.ArgMax.Op).Dtypes, "indices are int64")
}

func TestWithin(t *testing.T) {
	own := resolved(t, "2.0.1", torchDtypes, Declare(Must(UnsupportedDtypes(On("2.0.1", "float16"))), Binary(ops.Add, nop2))...)
	w := NewTable([]Entry{Binary(ops.Add, nop2), Binary(ops.Multiply, nop2)}).Within(own)
	assert.Equal(t, own.Entry(ops.Add.Op).Dtypes, w.Entry(ops.Add.Op).Dtypes)
	assert.Equal(t, own.Entry(ops.Add.Op).Gap, w.Entry(ops.Add.Op).Gap)
	assert.NotNil(t, w.Entry(ops.Add.Op).Binary)
	assert.False(t, w.Has(ops.Multiply.Op), "what the other has not")
}

// A line of testdata/ivy_declarations.txt.
type ivyDeclaration struct {
	backend, function string
	supported, bare   bool // bare: a string where Ivy wants a tuple
	clauses           []Clause
}

func (d ivyDeclaration) declare() (Declaration, error) {
	if d.supported {
		return SupportedDtypes(d.clauses...)
	}
	return UnsupportedDtypes(d.clauses...)
}

func ivyDeclarations(t *testing.T) (all []ivyDeclaration, valid map[string]Declaration) {
	f, err := os.Open("testdata/ivy_declarations.txt")
	require.NoError(t, err)
	defer f.Close()
	valid = map[string]Declaration{}
	clauses := func(text string) (cs []Clause) {
		for c := range strings.SplitSeq(text, "; ") {
			key, names, ok := strings.Cut(c, ":")
			require.True(t, ok, c)
			key, device, _ := strings.Cut(key, " @")
			cs = append(cs, OnDevice(key, device, strings.Fields(strings.ReplaceAll(names, "'", ""))...))
		}
		return cs
	}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, "#") {
			continue
		}
		if rest, ok := strings.CutPrefix(line, "valid "); ok {
			name, text, _ := strings.Cut(rest, " ")
			valid[name] = Must(SupportedDtypes(clauses(text)...))
			continue
		}
		w := strings.SplitN(line, " ", 4)
		require.Len(t, w, 4, line)
		all = append(all, ivyDeclaration{w[0], w[1], w[2] == "supported", strings.Contains(line, "'"), clauses(w[3])})
	}
	require.NoError(t, lines.Err())
	return all, valid
}

// Every declaration of Ivy 1.0.0.5 can be made here, but those with faults, which are
// refused: names that are none, and a name twice.
func TestIvyDeclarations(t *testing.T) {
	all, valid := ivyDeclarations(t)
	require.Len(t, all, 802)
	require.Len(t, valid, 6)
	refused := map[string]string{
		"numpy relu": `"int"`, "torch matrix_norm": `"complex32"`, "torch l1_loss": `"unit8"`, "tensorflow relu": `"int"`,
		"tensorflow nextafter": `"bflaot16"`, "tensorflow eigh_tridiagonal": `"int"`, "tensorflow solve_triangular": `"int"`,
		"tensorflow dirichlet": `"blfoat16"`, "jax matrix_transpose": `"int"`, "tensorflow dot": `"bfloat16" twice`,
	}
	seen := map[string]bool{}
	bare := 0
	for _, line := range all {
		name := line.backend + " " + line.function
		d, err := line.declare()
		if fault, bad := refused[name]; bad {
			require.ErrorContains(t, err, fault, name)
			seen[name] = true
			continue
		}
		if err != nil && strings.Contains(err.Error(), "complex128float32") { // a comma is missing
			seen[name] = true
			continue
		}
		require.NoError(t, err, name)
		if line.bare { // a list of one cannot be mistaken for its letters here
			bare++
			b, one := d.Dtypes("0.1", "cpu", dtype.All), dtype.None
			for _, n := range line.clauses[0].Names {
				one |= must(dtypesOf(n))
			}
			assert.Equal(t, dtype.All&^one, b, name)
		}
	}
	assert.Len(t, seen, len(refused)+1, "each fault is there")
	assert.Equal(t, 9, bare)
}

func must(s dtype.Set, err error) dtype.Set {
	if err != nil {
		panic(err)
	}
	return s
}

// The sets that declarations leave at the versions Ivy was made for are those that an
// evaluation of its own words, clause by clause, gives.
func TestIvyDeclarationsMean(t *testing.T) {
	all, validOf := ivyDeclarations(t)
	repeats := map[string]int{}
	for _, line := range all {
		d, err := line.declare()
		if err != nil || len(line.clauses) == 0 {
			continue
		}
		for _, device := range []string{"cpu", "gpu"} {
			valid := validOf[line.backend].Dtypes("2.6.0", "cpu", dtype.All)
			// One range of the form "x and below" holds for every version, being the last.
			first := line.clauses[0].Versions
			listed := dtype.None
			for _, c := range line.clauses {
				if c.Versions == first && (c.Device == "" || c.Device == device) {
					for _, n := range c.Names {
						listed |= must(dtypesOf(n))
					}
				}
			}
			want := valid &^ listed
			if line.supported {
				want = valid & listed
			}
			version, _, _ := strings.Cut(first, " ")
			assert.Equal(t, want.String(), d.Dtypes(version, device, valid).String(), "%s %s on %s", line.backend, line.function, device)
		}
		version, _, _ := strings.Cut(line.clauses[0].Versions, " ")
		if d.Check(version, validOf[line.backend].Dtypes(version, "cpu", dtype.All)) != nil {
			repeats[line.backend]++
		}
	}
	assert.Equal(t, map[string]int{"numpy": 15, "torch": 1, "paddle": 3}, repeats, "declarations of what the backend lacks anyway")
}
