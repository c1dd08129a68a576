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

// guarded makes a kernel refuse operands and results that it is not declared to take.
func guarded(k *backend.Entry, f *fake, table **backend.Table) {
	op, name := k.Op, f.name
	check := func(out backend.Spec, bufs ...backend.Buffer) error {
		allowed := (*table).Entry(op).Dtypes
		for _, b := range bufs {
			if d := b.(*native.Buffer).Dtype; !allowed.Has(d) {
				return &enteredError{fmt.Sprintf("kernel %s of %s entered with dtype %v, declared for %v", op, name, d, allowed)}
			}
		}
		if out.Dtype.IsValid() && !f.valid.Has(out.Dtype) {
			return &enteredError{fmt.Sprintf("kernel %s of %s entered for a result of dtype %v", op, name, out.Dtype)}
		}
		return nil
	}
	switch op.Family {
	case ops.FamilyFill:
		f := k.Fill
		k.Fill = func(out backend.Spec, a backend.FillAttrs) (backend.Buffer, error) {
			if allowed := (*table).Entry(op).Dtypes; !allowed.Has(out.Dtype) {
				return nil, &enteredError{fmt.Sprintf("kernel %s of %s entered with dtype %v, declared for %v", op, name, out.Dtype, allowed)}
			}
			return f(out, a)
		}
	case ops.FamilyUnary:
		f := k.Unary
		k.Unary = func(out backend.Spec, x backend.Buffer) (backend.Buffer, error) {
			if err := check(out, x); err != nil {
				return nil, err
			}
			return f(out, x)
		}
	case ops.FamilyBinary:
		f := k.Binary
		k.Binary = func(out backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
			if err := check(out, x, y); err != nil {
				return nil, err
			}
			return f(out, x, y)
		}
	case ops.FamilyTernary:
		f := k.Ternary
		k.Ternary = func(out backend.Spec, x, y, z backend.Buffer) (backend.Buffer, error) {
			if err := check(out, y, z); err != nil {
				return nil, err
			}
			return f(out, x, y, z)
		}
	case ops.FamilyReduce:
		f := k.Reduce
		k.Reduce = func(out backend.Spec, x backend.Buffer, a backend.ReduceAttrs) (backend.Buffer, error) {
			if err := check(out, x); err != nil {
				return nil, err
			}
			return f(out, x, a)
		}
	case ops.FamilyScan:
		f := k.Scan
		k.Scan = func(out backend.Spec, x backend.Buffer, a backend.ScanAttrs) (backend.Buffer, error) {
			if err := check(out, x); err != nil {
				return nil, err
			}
			return f(out, x, a)
		}
	case ops.FamilySort:
		f := k.Sort
		k.Sort = func(out backend.Spec, x backend.Buffer, a backend.SortAttrs) (backend.Buffer, error) {
			if err := check(out, x); err != nil {
				return nil, err
			}
			return f(out, x, a)
		}
	case ops.FamilyView:
		f := k.View
		k.View = func(out backend.Spec, x backend.Buffer, a backend.ViewAttrs) (backend.Buffer, error) {
			if err := check(out, x); err != nil {
				return nil, err
			}
			return f(out, x, a)
		}
	case ops.FamilyJoin:
		f := k.Join
		k.Join = func(out backend.Spec, xs []backend.Buffer, a backend.JoinAttrs) (backend.Buffer, error) {
			if err := check(out, xs...); err != nil {
				return nil, err
			}
			return f(out, xs, a)
		}
	case ops.FamilyGather:
		f := k.Gather
		k.Gather = func(out backend.Spec, x backend.Buffer, idx []backend.Buffer, a backend.GatherAttrs) (backend.Buffer, error) {
			if err := check(out, x); err != nil {
				return nil, err
			}
			return f(out, x, idx, a)
		}
	case ops.FamilyAssign:
		f := k.Assign
		k.Assign = func(x, v backend.Buffer, idx []backend.Buffer, a backend.AssignAttrs) (backend.Buffer, error) {
			if err := check(backend.Spec{}, x, v); err != nil {
				return nil, err
			}
			return f(x, v, idx, a)
		}
	case ops.FamilyProduct:
		f := k.Product
		k.Product = func(out backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
			if err := check(out, x, y); err != nil {
				return nil, err
			}
			return f(out, x, y)
		}
	case ops.FamilySearch:
		f := k.Search
		k.Search = func(out backend.Spec, x, y backend.Buffer, a backend.SearchAttrs) (backend.Buffer, error) {
			if err := check(out, x, y); err != nil {
				return nil, err
			}
			return f(out, x, y, a)
		}
	case ops.FamilyFind:
		f := k.Find
		k.Find = func(x backend.Buffer) ([]backend.Buffer, []backend.Spec, error) {
			if err := check(backend.Spec{}, x); err != nil {
				return nil, nil, err
			}
			return f(x)
		}
	default:
		panic("no guard for " + op.Name)
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
