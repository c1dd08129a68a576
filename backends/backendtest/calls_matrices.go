package backendtest

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// matrixDrawers draw the arguments of functions of matrices.
var matrixDrawers = map[*ops.Op]func(*drawer){
	ops.Adjoint: (*drawer).matrices, ops.Diagonal: (*drawer).matrices, ops.Trace: (*drawer).matrices,
	ops.LU: (*drawer).smallMatrices, ops.LUFactor: (*drawer).smallMatrices, ops.MatrixNorm: (*drawer).smallMatrices, ops.MatrixRank: (*drawer).smallMatrices,
	ops.Pinv: (*drawer).smallMatrices, ops.QR: (*drawer).smallMatrices, ops.SVD: (*drawer).smallMatrices, ops.Svdvals: (*drawer).smallMatrices,
	ops.Cholesky: (*drawer).squareMatrices, ops.Cond: (*drawer).squareMatrices, ops.Det: (*drawer).squareMatrices, ops.Eig: (*drawer).squareMatrices,
	ops.Eigh: (*drawer).squareMatrices, ops.Eigvals: (*drawer).squareMatrices, ops.Eigvalsh: (*drawer).squareMatrices, ops.Inv: (*drawer).squareMatrices,
	ops.Hessenberg: (*drawer).squareMatrices, ops.Logm: (*drawer).squareMatrices, ops.Schur: (*drawer).squareMatrices, ops.Sqrtm: (*drawer).squareMatrices,
	ops.MatrixExp: (*drawer).squareMatrices, ops.Slogdet: (*drawer).squareMatrices,
	ops.Solve: (*drawer).equations, ops.SolveTriangular: (*drawer).equations, ops.LUSolve: (*drawer).factored, ops.Lstsq: (*drawer).leastSquares,
	ops.MatrixPower: func(g *drawer) {
		g.squareMatrices()
		g.args = append(g.args, g.between(-2, 4))
	},
	ops.Outer: func(g *drawer) {
		g.args = []any{g.array(g.d, []int{g.between(0, 6)}), g.array(g.dtype(), []int{g.between(0, 6)})}
	},
	ops.GeneralInnerProduct: func(g *drawer) {
		s := g.batch()
		g.args = []any{g.array(g.d, s), g.array(g.dtype(), s)}
	},
	ops.Kronecker: func(g *drawer) {
		var list []rawArray
		for range g.between(1, 3) {
			list = append(list, contiguousSlices(g.array(g.dtype(), []int{g.between(0, 3), g.between(0, 3)})))
		}
		g.args = []any{list}
	},
	ops.KhatriRao: func(g *drawer) {
		n := g.between(0, 3)
		var list []rawArray
		for range g.between(1, 3) {
			list = append(list, contiguousSlices(g.array(g.dtype(), []int{g.between(0, 3), n})))
		}
		g.args = []any{list}
	},
	ops.TensorSolve: func(g *drawer) {
		m, n := g.between(1, 2), g.between(1, 2)
		s := []int{m, n, m * n}
		g.given.Add(ops.Axis)
		if g.chance(3) { // the axis that is moved to the end
			s = []int{m * n, m, n}
			g.add(ops.Axis, ivy.Axis(0))
		}
		g.args = []any{g.array(g.d, s), g.array(g.dtype(), []int{m, n})}
	},
	ops.EighTridiagonal: func(g *drawer) {
		n := g.between(1, 4)
		lead := g.batch()
		g.args = []any{g.array(g.d, append(slices.Clone(lead), n)), g.array(g.dtype(), append(g.broadcastable(lead), n-1))}
	},
	ops.ModeDot: func(g *drawer) {
		s := append(g.batch(), g.between(0, 3))
		axis := g.r.IntN(len(s))
		g.args = []any{g.array(g.d, s), g.array(g.dtype(), pick(g, []int{s[axis]}, []int{g.between(0, 3), s[axis]})), axis}
	},
	ops.MultiModeDot: func(g *drawer) {
		s := []int{g.between(0, 3), g.between(0, 3), g.between(0, 3)}
		var list []rawArray
		for _, n := range s[:g.between(0, 3)] {
			list = append(list, contiguousSlices(g.array(g.dtype(), pick(g, []int{n}, []int{g.between(0, 3), n}))))
		}
		g.args = []any{g.array(g.d, s), list}
	},
	ops.Inner: func(g *drawer) {
		n := g.between(0, 4)
		g.args = []any{g.array(g.d, append(g.batch(), n)), g.array(g.dtype(), append(g.batch(), n))}
	},
	ops.Dot: func(g *drawer) {
		n := g.between(0, 4)
		g.args = []any{g.array(g.d, append(g.batch(), n)), g.array(g.dtype(), pick(g, []int{n}, append(g.batch(), n, g.between(0, 3))))}
	},
	ops.VectorToSkewSymmetricMatrix: func(g *drawer) { g.args = []any{g.array(g.d, append(g.batch(), 3))} },
	ops.HigherOrderMoment: func(g *drawer) {
		g.args = []any{g.few(g.d, []int{g.between(1, 4), g.between(0, 3)}[:g.between(1, 2)]), g.between(1, 4)}
	},
	ops.BatchedOuter: func(g *drawer) {
		n := g.between(0, 4)
		var list []rawArray
		for range g.between(1, 3) {
			list = append(list, contiguousSlices(g.array(g.dtype(), []int{n, g.between(0, 3)}[:g.between(1, 2)])))
		}
		g.args = []any{list}
	},
	ops.Kron: func(g *drawer) {
		few := func() []int { return slices.Repeat([]int{g.between(0, 3)}, g.between(0, 3)) }
		g.args = []any{g.array(g.d, few()), g.array(g.dtype(), few())}
	},
	ops.Cross: func(g *drawer) {
		lead := g.batch()
		g.args = []any{g.array(g.d, append(lead, 3)), g.array(g.dtype(), append(g.broadcastable(lead), 3))}
		g.given.Add(ops.Axis)
		if g.chance(3) {
			g.add(ops.Axis, ivy.Axis(-1))
		}
	},
	ops.Vander: func(g *drawer) { g.args = []any{g.array(g.d, []int{g.between(0, 6)})} },
	ops.Diag: func(g *drawer) {
		dims := []int{g.between(0, 5)}
		if g.chance(2) {
			dims = append(dims, g.between(0, 5))
		}
		g.args = []any{g.array(g.d, dims)}
	},
	ops.MultiDot: func(g *drawer) {
		n := g.between(0, 4)
		var list []rawArray
		for i := range g.between(2, 4) {
			m := n
			n = g.between(0, 4)
			d := g.d
			if i > 0 {
				d = g.dtype()
			}
			list = append(list, contiguousSlices(g.array(d, []int{m, n})))
		}
		g.args = []any{list}
	},
	ops.BlockDiag: func(g *drawer) {
		var list []rawArray
		for range g.between(1, 3) {
			list = append(list, contiguousSlices(g.array(g.dtype(), []int{g.between(0, 4), g.between(0, 4)})))
		}
		g.args = []any{list}
	},
}

func init() {
	for op, draw := range matrixDrawers {
		argumentDrawers[op] = draw
	}
}

// batch draws axes before those of matrices.
func (g *drawer) batch() []int {
	return slices.Repeat([]int{g.between(0, 3)}, pick(g, 0, 0, 1, 1, 2))
}

// smallMatrices draws matrices that are no views with equal rows: those have no rank to speak of.
func (g *drawer) smallMatrices() {
	a := g.array(g.d, append(g.batch(), g.between(0, 5), g.between(0, 5)))
	a.form = nil
	g.args = []any{a}
}

func (g *drawer) squareMatrices() {
	n := g.between(0, 5)
	g.args = []any{g.regular(g.d, append(g.batch(), n, n))}
}

// regular draws square matrices, most of them with a diagonal that is greater than the rest of its row.
func (g *drawer) regular(d dtype.Dtype, dims []int) rawArray {
	if g.chance(5) {
		return g.array(d, dims)
	}
	g.made = append(g.made, d)
	n := dims[len(dims)-1]
	a := g.whole(d, dims, -3, 5)
	a.form = nil
	size := d.Size()
	for i := range len(a.data) / size {
		v := 0.0
		switch row, column := i/n%n, i%n; {
		case row == column:
			v = 40
		case d != dtype.Bool:
			continue
		}
		data := appendNumber(nil, d.Component(), v)
		copy(a.data[i*size:], data)
	}
	return a
}

// equations draws a system and its right sides.
func (g *drawer) equations() {
	n, lead := g.between(1, 4), g.batch()
	right := append(g.broadcastable(lead), n, g.between(0, 3))
	if g.chance(4) {
		right = []int{n}
	}
	g.args = []any{g.regular(g.d, append(slices.Clone(lead), n, n)), g.array(g.dtype(), right)}
}

// factored draws what LUFactor returns, and right sides.
func (g *drawer) factored() {
	g.equations()
	a := g.args[0].(rawArray)
	n := a.shape[len(a.shape)-1]
	p := rawArray{dtype: pick(g, dtype.Int64, dtype.Int64, dtype.Int32), shape: a.shape[:len(a.shape)-1]}
	for i := 0; i < len(a.data)/a.dtype.Size(); i += n * n {
		for _, k := range g.r.Perm(n) {
			p.data = appendNumber(p.data, p.dtype, float64(k))
		}
	}
	g.args = []any{a, p, g.args[1]}
}

func (g *drawer) leastSquares() {
	m, lead := g.between(0, 4), g.batch()
	right := append(g.broadcastable(lead), m, g.between(0, 3))
	if g.chance(4) {
		right = []int{m}
	}
	a := g.array(g.d, append(slices.Clone(lead), m, g.between(0, 4)))
	a.form = nil
	g.args = []any{a, g.array(g.dtype(), right)}
}

var infinite = math.Inf(1)

// norms draws the order of a norm that the function takes.
func norms(g *drawer) ivy.Option {
	if g.op == ops.VectorNorm {
		return ivy.Ord(pick[any](g, 0, 1, 2, 3, 0.5, infinite, -1, 2.0))
	}
	return ivy.Ord(pick[any](g, 1, -1, 2, -2.0, infinite, -infinite, "fro", "nuc"))
}
