package native

import (
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

// stoppable returns the entries with kernels that return the *backend.StoppedError where those given panic
// with it, which they do only if their call has a Stop.
func stoppable(es []backend.Entry) []backend.Entry {
	for i := range es {
		e := &es[i]
		switch k := *e; e.Op.Family {
		case ops.FamilyFill:
			e.Fill = func(out backend.Spec, a backend.FillAttrs) (backend.Buffer, error) {
				if out.Stop == nil {
					return k.Fill(out, a)
				}
				return caught(func() (backend.Buffer, error) { return k.Fill(out, a) })
			}
		case ops.FamilyUnary:
			e.Unary = func(out backend.Spec, x backend.Buffer) (backend.Buffer, error) {
				if out.Stop == nil {
					return k.Unary(out, x)
				}
				return caught(func() (backend.Buffer, error) { return k.Unary(out, x) })
			}
		case ops.FamilyBinary:
			e.Binary = func(out backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
				if out.Stop == nil {
					return k.Binary(out, x, y)
				}
				return caught(func() (backend.Buffer, error) { return k.Binary(out, x, y) })
			}
		case ops.FamilyTernary:
			e.Ternary = func(out backend.Spec, x, y, w backend.Buffer) (backend.Buffer, error) {
				if out.Stop == nil {
					return k.Ternary(out, x, y, w)
				}
				return caught(func() (backend.Buffer, error) { return k.Ternary(out, x, y, w) })
			}
		case ops.FamilyReduce:
			e.Reduce = func(out backend.Spec, x backend.Buffer, a backend.ReduceAttrs) (backend.Buffer, error) {
				if out.Stop == nil {
					return k.Reduce(out, x, a)
				}
				return caught(func() (backend.Buffer, error) { return k.Reduce(out, x, a) })
			}
		case ops.FamilyView:
			e.View = func(out backend.Spec, x backend.Buffer, a backend.ViewAttrs) (backend.Buffer, error) {
				if out.Stop == nil {
					return k.View(out, x, a)
				}
				return caught(func() (backend.Buffer, error) { return k.View(out, x, a) })
			}
		default:
			longer(e, k)
		}
	}
	return es
}

// longer is stoppable for families whose calls take longer than a closure.
func longer(e *backend.Entry, k backend.Entry) {
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
	case ops.FamilyConvolution:
		e.Convolution = func(out backend.Spec, x, filters backend.Buffer, a backend.ConvolutionAttrs) (backend.Buffer, error) {
			return caught(func() (backend.Buffer, error) { return k.Convolution(out, x, filters, a) })
		}
	case ops.FamilySearch:
		e.Search = func(out backend.Spec, x, y backend.Buffer, a backend.SearchAttrs) (backend.Buffer, error) {
			return caught(func() (backend.Buffer, error) { return k.Search(out, x, y, a) })
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
