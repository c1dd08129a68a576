package ivy

import (
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Abstract returns an array that has a dtype and a shape, but no elements. Functions
// of abstract arrays give abstract arrays: dtypes and shapes are inferred, and every
// check is made, without computing anything. A function whose result depends on
// values (Nonzero, a mask as an index) is an error of kind ErrUnsupported.
func (e *Env) Abstract(d Dtype, dims ...int) *Array {
	be := e.now.Load().be.shadow(false)
	err := be.valid(d)
	if err == nil {
		err = shape.Check(dims, d.Size())
	}
	if err != nil {
		panic(wrap("Abstract", nil, err))
	}
	return wrapBuffer(e, be, nothing{}, d, dims)
}

// IsAbstract reports whether a has no elements, only a dtype and a shape.
func (a *Array) IsAbstract() bool { a.known("IsAbstract"); return a.be.abstract }

// shadow returns the engine of abstract arrays that knows what be supports. Because a
// backend only fills what is inferred, one that fills nothing is all that inference
// alone takes.
func (be *engine) shadow(probe bool) *engine {
	if be.abstract && be.probe == probe {
		return be
	}
	i := 0
	if probe {
		i = 1
	}
	if s := be.shadows[i].Load(); s != nil {
		return s
	}
	s := &engine{
		Backend: abstractBackend{be.Backend}, name: be.name, table: abstractKernels.Within(be.table), dtypes: be.dtypes,
		abstract: true, probe: probe, order: abstractOrder,
	}
	be.shadows[i].CompareAndSwap(nil, s)
	return be.shadows[i].Load()
}

type nothing struct{}

// abstractBackend is a backend that fills nothing, in the name of another.
type abstractBackend struct{ backend.Backend }

func (abstractBackend) InPlace() bool           { return false }
func (abstractBackend) Kernels() *backend.Table { return abstractKernels }
func (abstractBackend) FromHost(backend.Spec, []byte) (backend.Buffer, error) {
	return nothing{}, nil
}

var errAbstract = errorf(ErrUnsupported, "the result depends on values, which an abstract array does not have")

func (abstractBackend) ToHost(backend.Buffer, []byte) error { return errAbstract }

var abstractKernels = func() *backend.Table {
	var es []backend.Entry
	for _, op := range ops.All() {
		e := backend.Entry{Op: op, Dtypes: op.In}
		switch op.Family {
		case ops.FamilyComposed:
			continue
		case ops.FamilyFill:
			e.Fill = func(backend.Spec, backend.FillAttrs) (backend.Buffer, error) { return nothing{}, nil }
		case ops.FamilyUnary:
			e.Unary = func(backend.Spec, backend.Buffer) (backend.Buffer, error) { return nothing{}, nil }
		case ops.FamilyBinary:
			e.Binary = func(_ backend.Spec, _, _ backend.Buffer) (backend.Buffer, error) { return nothing{}, nil }
		case ops.FamilyTernary:
			e.Ternary = func(_ backend.Spec, _, _, _ backend.Buffer) (backend.Buffer, error) { return nothing{}, nil }
		case ops.FamilyReduce:
			e.Reduce = func(backend.Spec, backend.Buffer, backend.ReduceAttrs) (backend.Buffer, error) { return nothing{}, nil }
		case ops.FamilyScan:
			e.Scan = func(backend.Spec, backend.Buffer, backend.ScanAttrs) (backend.Buffer, error) { return nothing{}, nil }
		case ops.FamilySort:
			e.Sort = func(backend.Spec, backend.Buffer, backend.SortAttrs) (backend.Buffer, error) { return nothing{}, nil }
		case ops.FamilyView:
			e.View = func(backend.Spec, backend.Buffer, backend.ViewAttrs) (backend.Buffer, error) { return nothing{}, nil }
		case ops.FamilyJoin:
			e.Join = func(backend.Spec, []backend.Buffer, backend.JoinAttrs) (backend.Buffer, error) { return nothing{}, nil }
		case ops.FamilyGather:
			e.Gather = func(backend.Spec, backend.Buffer, []backend.Buffer, backend.GatherAttrs) (backend.Buffer, error) {
				return nothing{}, nil
			}
		case ops.FamilyAssign:
			e.Assign = func(_, _ backend.Buffer, _ []backend.Buffer, _ backend.AssignAttrs) (backend.Buffer, error) {
				return nothing{}, nil
			}
		case ops.FamilyProduct:
			e.Product = func(_ backend.Spec, _, _ backend.Buffer) (backend.Buffer, error) { return nothing{}, nil }
		case ops.FamilyLayer:
			e.Layer = func(backend.Spec, []backend.Buffer, backend.LayerAttrs) (backend.Buffer, error) {
				return nothing{}, nil
			}
		case ops.FamilySearch:
			e.Search = func(_ backend.Spec, _, _ backend.Buffer, _ backend.SearchAttrs) (backend.Buffer, error) {
				return nothing{}, nil
			}
		case ops.FamilyFourier:
			e.Fourier = func(backend.Spec, backend.Buffer, backend.FourierAttrs) (backend.Buffer, error) {
				return nothing{}, nil
			}
		case ops.FamilyMatrix:
			e.Matrix = func(backend.Spec, []backend.Buffer, backend.MatrixAttrs) (backend.Buffer, error) {
				return nothing{}, nil
			}
		case ops.FamilyFind:
			e.Find = func(backend.Buffer, *backend.Stop) ([]backend.Buffer, []backend.Spec, error) {
				return nil, nil, errAbstract
			}
		}
		es = append(es, e)
	}
	return backend.NewTable(es)
}()
