package ivy_test

import (
	"fmt"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// widestInt is the dtype of the largest Go ints, which are int64s where an int has 64 bits.
var widestInt = map[int]ivy.Dtype{32: ivy.Int32, 64: ivy.Int64}[strconv.IntSize]

// A fake is a backend that computes with native's kernels under another name and
// version, with fewer dtypes and with declarations. Its kernels refuse what the
// declarations do not leave: package ivy is to stop such calls before.
type fake struct {
	native.Backend
	name, version string
	valid         dtype.Set
	table         *backend.Table
}

func (f *fake) Name() string            { return f.name }
func (f *fake) Version() string         { return f.version }
func (f *fake) Dtypes() dtype.Set       { return f.valid }
func (f *fake) Kernels() *backend.Table { return f.table }

// Native names dtypes as the library would.
func (f *fake) Native(d dtype.Dtype) (string, any) {
	name := f.name + "." + d.String()
	return name, fakeNative{name}
}

type fakeNative struct{ name string }

// declare is the declarations of a fake: each for some of the rows.
type declare struct {
	backend.Declaration
	ops []*ops.Op
}

func on(d backend.Declaration, err error) func(...*ops.Op) declare {
	d = backend.Must(d, err)
	return func(rows ...*ops.Op) declare { return declare{d, rows} }
}

func unsupported(clauses ...backend.Clause) func(...*ops.Op) declare {
	return on(backend.UnsupportedDtypes(clauses...))
}

func supported(clauses ...backend.Clause) func(...*ops.Op) declare {
	return on(backend.SupportedDtypes(clauses...))
}

// deviceDeclaration declares a device for every version.
func deviceDeclaration(supported bool, device string) (backend.Declaration, error) {
	if supported {
		return backend.SupportedDevices(ivy.On("0 and above", device))
	}
	return backend.UnsupportedDevices(ivy.On("0 and above", device))
}

// newFake returns a backend of native's kernels with declarations.
func newFake(name, version string, valid dtype.Set, declarations ...declare) *fake {
	f := &fake{name: name, version: version, valid: valid}
	var resolved *backend.Table
	var es []backend.Entry
	for _, op := range ops.All() {
		k := *native.Backend{}.Kernels().Entry(op)
		if k.Op == nil {
			continue
		}
		k.Casts = false // as of libraries
		guarded(&k, f, &resolved)
		one := []backend.Entry{k}
		for _, d := range declarations {
			if slices.Contains(d.ops, op) {
				one = backend.Declare(d.Declaration, one...)
			}
		}
		es = append(es, one...)
	}
	f.table = backend.NewTable(es)
	var err error
	if resolved, err = f.table.Resolve(version, "cpu", valid); err != nil {
		panic(err)
	}
	return f
}

var registering sync.Mutex

// fakeEnv returns an Env on a fake backend, which is registered the first time.
func fakeEnv(t testing.TB, f *fake) *ivy.Env {
	registering.Lock()
	defer registering.Unlock()
	if _, err := backend.Lookup(f.name); err != nil {
		backend.Register(f)
	}
	e, err := ivy.NewEnv(f.name)
	require.NoError(t, err)
	return e
}

// An enteredError is a call of a kernel that the declarations forbid.
type enteredError struct{ text string }

func (e *enteredError) Error() string { return e.text }

// A guard refuses operands and results that a kernel of a fake is not declared to take.
type guard struct {
	op    *ops.Op
	fake  *fake
	table **backend.Table // set when the fake is complete
}

// check returns an error for a dtype of a result, or of operands, that is not declared.
func (g guard) check(out backend.Spec, operands ...backend.Buffer) error {
	for _, b := range operands {
		if err := g.declared(b.(*native.Buffer).Dtype); err != nil {
			return err
		}
	}
	if out.Dtype.IsValid() && !g.fake.valid.Has(out.Dtype) {
		return &enteredError{fmt.Sprintf("kernel %s of %s entered for a result of dtype %v", g.op, g.fake.name, out.Dtype)}
	}
	return nil
}

func (g guard) declared(d ivy.Dtype) error {
	if allowed := (*g.table).Entry(g.op).Dtypes; !allowed.Has(d) {
		return &enteredError{fmt.Sprintf("kernel %s of %s entered with dtype %v, declared for %v", g.op, g.fake.name, d, allowed)}
	}
	return nil
}

// entered returns what f does with operands that pass the guard.
func (g guard) entered(out backend.Spec, f func() (backend.Buffer, error), operands ...backend.Buffer) (backend.Buffer, error) {
	if err := g.check(out, operands...); err != nil {
		return nil, err
	}
	return f()
}

// guardOne guards a kernel of one operand with attributes.
func guardOne[A any](g guard, f func(backend.Spec, backend.Buffer, A) (backend.Buffer, error)) func(backend.Spec, backend.Buffer, A) (backend.Buffer, error) {
	return func(out backend.Spec, x backend.Buffer, a A) (backend.Buffer, error) {
		return g.entered(out, func() (backend.Buffer, error) { return f(out, x, a) }, x)
	}
}

// guardTwo guards a kernel of two operands.
func guardTwo(g guard, f func(out backend.Spec, x, y backend.Buffer) (backend.Buffer, error)) func(out backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
	return func(out backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
		return g.entered(out, func() (backend.Buffer, error) { return f(out, x, y) }, x, y)
	}
}

// guarded makes a kernel refuse operands and results that it is not declared to take.
func guarded(k *backend.Entry, f *fake, table **backend.Table) {
	g := guard{k.Op, f, table}
	kernel := *k
	switch k.Op.Family {
	case ops.FamilyFill:
		k.Fill = func(out backend.Spec, a backend.FillAttrs) (backend.Buffer, error) {
			if err := g.declared(out.Dtype); err != nil {
				return nil, err
			}
			return kernel.Fill(out, a)
		}
	case ops.FamilyUnary:
		k.Unary = func(out backend.Spec, x backend.Buffer) (backend.Buffer, error) {
			return g.entered(out, func() (backend.Buffer, error) { return kernel.Unary(out, x) }, x)
		}
	case ops.FamilyBinary:
		k.Binary = guardTwo(g, kernel.Binary)
	case ops.FamilyTernary: // its first operand is a condition
		k.Ternary = func(out backend.Spec, x, y, z backend.Buffer) (backend.Buffer, error) {
			return g.entered(out, func() (backend.Buffer, error) { return kernel.Ternary(out, x, y, z) }, y, z)
		}
	case ops.FamilyReduce:
		k.Reduce = guardOne(g, kernel.Reduce)
	case ops.FamilyScan:
		k.Scan = guardOne(g, kernel.Scan)
	case ops.FamilySort:
		k.Sort = guardOne(g, kernel.Sort)
	case ops.FamilyView:
		k.View = guardOne(g, kernel.View)
	case ops.FamilyJoin:
		k.Join = func(out backend.Spec, xs []backend.Buffer, a backend.JoinAttrs) (backend.Buffer, error) {
			return g.entered(out, func() (backend.Buffer, error) { return kernel.Join(out, xs, a) }, xs...)
		}
	case ops.FamilyGather:
		k.Gather = func(out backend.Spec, x backend.Buffer, idx []backend.Buffer, a backend.GatherAttrs) (backend.Buffer, error) {
			return g.entered(out, func() (backend.Buffer, error) { return kernel.Gather(out, x, idx, a) }, x)
		}
	case ops.FamilyAssign:
		k.Assign = func(x, v backend.Buffer, idx []backend.Buffer, a backend.AssignAttrs) (backend.Buffer, error) {
			return g.entered(backend.Spec{}, func() (backend.Buffer, error) { return kernel.Assign(x, v, idx, a) }, x, v)
		}
	case ops.FamilyProduct:
		k.Product = guardTwo(g, kernel.Product)
	case ops.FamilyLayer:
		k.Layer = func(out backend.Spec, xs []backend.Buffer, a backend.LayerAttrs) (backend.Buffer, error) {
			return g.entered(out, func() (backend.Buffer, error) { return kernel.Layer(out, xs, a) }, xs...)
		}
	case ops.FamilySearch:
		k.Search = func(out backend.Spec, x, y backend.Buffer, a backend.SearchAttrs) (backend.Buffer, error) {
			return g.entered(out, func() (backend.Buffer, error) { return kernel.Search(out, x, y, a) }, x, y)
		}
	case ops.FamilyFourier:
		k.Fourier = guardOne(g, kernel.Fourier)
	case ops.FamilyMatrix:
		k.Matrix = func(out backend.Spec, xs []backend.Buffer, a backend.MatrixAttrs) (backend.Buffer, error) {
			return g.entered(out, func() (backend.Buffer, error) { return kernel.Matrix(out, xs, a) }, xs...)
		}
	case ops.FamilyFind:
		k.Find = func(x backend.Buffer, stop *backend.Stop) ([]backend.Buffer, []backend.Spec, error) {
			if err := g.check(backend.Spec{}, x); err != nil {
				return nil, nil, err
			}
			return kernel.Find(x, stop)
		}
	default:
		panic("no guard for " + k.Op.Name)
	}
}

const (
	allButWideUints = dtype.All &^ (1<<dtype.Uint16 | 1<<dtype.Uint32 | 1<<dtype.Uint64)
	below           = "2.0.1 and below"
)

// The libraries of the texts: torch 2.0.1 without uint16, uint32 and uint64, tensorflow
// 2.13.0 with every dtype, paddle 2.6.0, jax 0.4.11.
var (
	fakeTorch = newFake("fake-torch", "2.0.1", allButWideUints,
		unsupported(ivy.On(below, "float16", "complex"))(ops.Expm1.Op),
		unsupported(ivy.On(below, "float"))(ops.Lcm.Op),
		unsupported(ivy.On(below, "uint8", "bfloat16", "float16"), ivy.On("1.12.1"))(ops.CumulativeSum.Op),
		on(because(unsupported(ivy.On(below, "int32")), "a fault of the library: pytorch/pytorch#84530"))(ops.MatMul.Op),
	)
	fakeTF = newFake("fake-tf", "2.13.0", dtype.All,
		supported(ivy.On("2.13.0 and below", "float"))(ops.Fmin.Op),
		unsupported(ivy.On("2.13.0 and below", "complex"))(ops.FloorDivide.Op),
		supported(ivy.On("2.13.0 and below", "float", "complex"))(ops.Cos.Op),
		supported(ivy.On("2.13.0 and below", "bool"))(ops.LogicalNot.Op),
	)
	fakePaddle = newFake("fake-paddle", "2.6.0", allButWideUints,
		unsupported(ivy.OnDevice("2.6.0 and below", "cpu", "int8", "int16", "uint8"))(ops.Gcd.Op),
	)
	fakeJax = newFake("fake-jax", "0.4.11", dtype.All,
		unsupported(ivy.On("0.4.11 and below", "complex"))(ops.Sigmoid.Op, ops.Exp.Op),
	)
)

func init() {
	for _, f := range []*fake{fakeTorch, fakeTF, fakePaddle, fakeJax} {
		backend.Register(f)
	}
}

func because(make func(...*ops.Op) declare, why string) (backend.Declaration, error) {
	return make().Because(why), nil
}

// The guard works: a kernel that is entered against its declaration says so.
func TestFakeGuards(t *testing.T) {
	f := newFake("fake-guard", "1", dtype.All, unsupported(ivy.On("1", "float16"))(ops.Expm1.Op))
	half, err := f.FromHost(backend.Spec{Dtype: ivy.Float16, Shape: []int{1}}, make([]byte, 2))
	require.NoError(t, err)
	var entered *enteredError
	_, err = f.table.Entry(ops.Expm1.Op).Unary(backend.Spec{Dtype: ivy.Float16, Shape: []int{1}}, half)
	require.ErrorAs(t, err, &entered)
	_, err = f.table.Entry(ops.Exp.Op).Unary(backend.Spec{Dtype: ivy.Float16, Shape: []int{1}}, half)
	require.NoError(t, err)
	single, err := f.FromHost(backend.Spec{Dtype: ivy.Float32, Shape: []int{1}}, make([]byte, 4))
	require.NoError(t, err)
	_, err = f.table.Entry(ops.Expm1.Op).Unary(backend.Spec{Dtype: ivy.Float32, Shape: []int{1}}, single)
	assert.NoError(t, err)
}
