package gemm

import (
	"unsafe"

	"github.com/goivy/goivy/ivy/dtype"
)

// A Packed is a whole matrix as the loops read one of a product's operands: products with it do not pack it each time. Their
// results are the same bit for bit.
type Packed struct {
	memory    memory
	size      int // bytes of a strip, or of a panel
	blockOf   int // bytes of all of them, of a block of the summed axis
	deep      int // elements of the summed axis in a block
	rows      int // rows in a block of panels, and how many panels these are
	panels    int
	ars, acs  int // of a panel
	subnormal bool
}

// Pack returns the k×m matrix y as products with it read it. Neither k nor m is 0. again, if not nil, is one that is not needed any more, whose
// memory it takes. It calls split for what may run at once.
func Pack(d dtype.Dtype, y Matrix, k, m int, again *Packed, split Split) *Packed {
	return here.kernel(d).packWhole(y, k, m, again, split)
}

// PackWindows is [Pack] for the second operand of [MultiplyWindows].
func PackWindows(d dtype.Dtype, y *Windows, k, m int) *Packed {
	return here.kernel(d).packWholeWindows(y, k, m)
}

// PackFirst returns the n×k matrix x as products of a dtype that is [Scattered] read it as their first operand, and PackWindowsFirst
// windows. It calls split for what may run at once. again is that of [Pack].
func PackFirst(d dtype.Dtype, x Matrix, n, k int, again *Packed, split Split) *Packed {
	return newPlan(here.kernel(d), 0).packFirst(x, n, k, again, split)
}

// PackWindowsFirst is [PackFirst] for the first operand of [MultiplyWindows].
func PackWindowsFirst(d dtype.Dtype, x *Windows, n, k int, again *Packed, split Split) *Packed {
	p := newPlan(here.kernel(d), 0)
	return p.packFirst(p.firstOf(x, k), n, k, again, split)
}

func (p *plan) packFirst(x Matrix, n, k int, z *Packed, split Split) *Packed {
	e := p.e
	if z == nil {
		z = &Packed{}
	}
	*z = Packed{memory: z.memory, deep: e.deep(k), rows: n}
	z.size, z.ars, z.acs = e.panel(x, z.deep)
	if e.sums(k) {
		z.rows = min(n, sumRows)
	}
	z.panels = (z.rows + e.rows - 1) / e.rows
	z.blockOf = (n + z.rows - 1) / z.rows * z.panels * z.size
	z.memory.take((k + z.deep - 1) / z.deep * z.blockOf)
	p.x, p.n, p.k, p.panelSize, p.ars, p.acs, p.lineRows = x, n, k, z.size, z.ars, z.acs, 0
	for p.k0 = 0; p.k0 < k; p.k0 += z.deep {
		p.depth = min(z.deep, k-p.k0)
		for p.i0 = 0; p.i0 < n; p.i0 += z.rows {
			p.rows = min(z.rows, n-p.i0)
			p.panels = (p.rows + e.rows - 1) / e.rows
			split(p.panels, packCost*float64(e.rows*p.depth), func(lo, hi int) {
				s := scratches.Get().(*scratch)
				for i := lo; i < hi; i++ {
					p.packPanel(s, z.panel(p.k0, p.i0, i), i)
				}
				scratches.Put(s)
			})
		}
	}
	p.free()
	return z
}

// panel returns where a panel begins of the block of rows from i0 on, and from element k0 of the summed axis on.
func (z *Packed) panel(k0, i0, panel int) unsafe.Pointer {
	return unsafe.Add(z.memory.take(0), k0/z.deep*z.blockOf+(i0/z.rows*z.panels+panel)*z.size)
}

func (e *kernel) packWhole(y Matrix, k, m int, again *Packed, split Split) *Packed {
	return newPlan(e, m).packWhole(y, k, m, again, split)
}

func (e *kernel) packWholeWindows(y *Windows, k, m int) *Packed {
	p := newPlan(e, m)
	return p.packWhole(p.secondOf(y, k), k, m, nil, InOne)
}

func (p *plan) packWhole(y Matrix, k, m int, z *Packed, split Split) *Packed {
	e := p.e
	if z == nil {
		z = &Packed{}
	}
	*z = Packed{memory: z.memory, deep: e.deep(k)}
	z.size = e.stripSize(z.deep)
	strips := (m + e.cols - 1) / e.cols
	z.blockOf = strips * z.size
	z.memory.take((k + z.deep - 1) / z.deep * z.blockOf)
	p.y, p.k, p.m, p.given = y, k, m, z
	p.subnormal.Store(false)
	p.j0, p.cols, p.allStrips = 0, m, strips
	for p.k0 = 0; p.k0 < k; p.k0 += z.deep {
		p.depth = min(z.deep, k-p.k0)
		split((strips+stripsAtOnce-1)/stripsAtOnce, packCost*float64(stripsAtOnce*e.cols*p.depth), func(lo, hi int) {
			s := scratches.Get().(*scratch)
			for j := lo * stripsAtOnce; j < min(hi*stripsAtOnce, strips); j += stripsAtOnce {
				p.packStrips(s, j, min(j+stripsAtOnce, strips))
			}
			scratches.Put(s)
		})
	}
	z.subnormal = p.subnormal.Load()
	p.free()
	return z
}

// strip returns where strip j begins of the block from element k0 of the summed axis on.
func (z *Packed) strip(k0, j int) unsafe.Pointer {
	return unsafe.Add(z.memory.take(0), k0/z.deep*z.blockOf+j*z.size)
}

// From returns a second operand's columns from one on, a multiple of [Columns], without a copy.
func (z *Packed) From(d dtype.Dtype, column int) *Packed { return z.from(here.kernel(d), column) }

func (z *Packed) from(e *kernel, column int) *Packed {
	at := z.strip(0, column/e.cols)
	part := *z
	words := z.memory.words
	part.memory.words = words[(uintptr(at)-uintptr(unsafe.Pointer(unsafe.SliceData(words))))/8:]
	return &part
}

// Bytes returns how many bytes it has.
func (z *Packed) Bytes() int { return 8 * cap(z.memory.words) }
