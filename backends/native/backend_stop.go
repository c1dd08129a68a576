package native

import (
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

// stoppable returns the entries with kernels that return the *backend.StoppedError where those given
// panic with it, which they do only if their call has a Stop. Kernels that may take no longer than a
// closure does are as they were: they panic.
func stoppable(es []backend.Entry) []backend.Entry {
	for i := range es {
		stoppableEntry(&es[i])
	}
	return es
}

func stoppableEntry(e *backend.Entry) {
	k := *e
	switch e.Op.Family {
	case ops.FamilyScan:
		e.Scan = func(out backend.Spec, x backend.Buffer, a backend.ScanAttrs) (backend.Buffer, error) {
			return caught(func() (backend.Buffer, error) { return k.Scan(out, x, a) })
		}
	case ops.FamilySort:
		e.Sort = func(out backend.Spec, x backend.Buffer, a backend.SortAttrs) (backend.Buffer, error) {
			return caught(func() (backend.Buffer, error) { return k.Sort(out, x, a) })
		}
	case ops.FamilyJoin:
		e.Join = func(out backend.Spec, xs []backend.Buffer, a backend.JoinAttrs) (backend.Buffer, error) {
			return caught(func() (backend.Buffer, error) { return k.Join(out, xs, a) })
		}
	case ops.FamilyGather:
		e.Gather = func(out backend.Spec, x backend.Buffer, idx []backend.Buffer, a backend.GatherAttrs) (backend.Buffer, error) {
			return caught(func() (backend.Buffer, error) { return k.Gather(out, x, idx, a) })
		}
	case ops.FamilyAssign:
		e.Assign = func(x, v backend.Buffer, idx []backend.Buffer, a backend.AssignAttrs) (backend.Buffer, error) {
			return caught(func() (backend.Buffer, error) { return k.Assign(x, v, idx, a) })
		}
	case ops.FamilyProduct:
		e.Product = func(out backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
			return caught(func() (backend.Buffer, error) { return k.Product(out, x, y) })
		}
	case ops.FamilyLayer:
		e.Layer = func(out backend.Spec, xs []backend.Buffer, a backend.LayerAttrs) (backend.Buffer, error) {
			return caught(func() (backend.Buffer, error) { return k.Layer(out, xs, a) })
		}
	case ops.FamilySearch:
		e.Search = func(out backend.Spec, x, y backend.Buffer, a backend.SearchAttrs) (backend.Buffer, error) {
			return caught(func() (backend.Buffer, error) { return k.Search(out, x, y, a) })
		}
	case ops.FamilyFourier:
		e.Fourier = func(out backend.Spec, x backend.Buffer, a backend.FourierAttrs) (backend.Buffer, error) {
			return caught(func() (backend.Buffer, error) { return k.Fourier(out, x, a) })
		}
	case ops.FamilyMatrix:
		e.Matrix = func(out backend.Spec, xs []backend.Buffer, a backend.MatrixAttrs) (backend.Buffer, error) {
			return caught(func() (backend.Buffer, error) { return k.Matrix(out, xs, a) })
		}
	case ops.FamilyFind:
		e.Find = func(x backend.Buffer, stop *backend.Stop) (found []backend.Buffer, of []backend.Spec, err error) {
			defer backend.CatchStop(&err)
			return k.Find(x, stop)
		}
	}
}

// caught returns what f does, and no result if it is stopped.
func caught(f func() (backend.Buffer, error)) (z backend.Buffer, err error) {
	defer backend.CatchStop(&err)
	return f()
}
