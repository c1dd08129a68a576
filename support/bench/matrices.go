package bench

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/goivy/goivy/ivy"
)

// The parts of the table with matrices and transforms.
const (
	matrixTable  = "Linear algebra"
	batchTable   = "Linear algebra, many small matrices"
	fourierTable = "Fourier transforms"
)

// A pattern is what the last two axes of an input are, as matrices.
type pattern int

const (
	anyMatrix pattern = iota
	// general matrices have condition numbers below 10 and want pivots: what makes them so
	// lies beside the diagonal, by a third of the rows.
	general
	hermitian
	definite // Hermitian, with condition numbers below 10
)

// shape makes of drawn elements square matrices of the pattern, one behind the other.
func (p pattern) shape(values []complex128, n int) {
	if n == 0 || p == anyMatrix {
		return
	}
	size := n * n
	shift := complex(1.6*math.Sqrt(float64(n)), 0)
	for begin := 0; begin+size <= len(values); begin += size {
		m := values[begin : begin+size]
		if p == general {
			for i := range n {
				m[(i+n/3)%n*n+i] += shift
			}
			continue
		}
		for i := range n {
			m[i*n+i] = complex(real(m[i*n+i]), 0)
			if p == definite {
				m[i*n+i] += 2 * shift
			}
			for j := range i {
				m[j*n+i] = complex(real(m[i*n+j]), -imag(m[i*n+j]))
			}
		}
	}
}

// A decomposition is a function of a matrix of which one result is compared: the one that is the same
// whoever computes it. All of its results are computed.
type decomposition struct {
	name  string
	p     pattern
	right string // the second operand's shape, if there is one: "vector" or "matrix"
	batch bool   // also of many small matrices
	ours  func(e *ivy.Env, x, y *ivy.Array) *ivy.Array

	numpy, torch, scipy string // the calls; "" is none
}

func decompositions() []decomposition {
	return []decomposition{
		{name: "solve-vector", p: general, right: "vector", ours: func(e *ivy.Env, x, y *ivy.Array) *ivy.Array { return e.Solve(x, y) },
			numpy: "np.linalg.solve(x, y)", torch: "torch.linalg.solve(x, y)", scipy: "linalg.solve(x, y, assume_a='gen', check_finite=False)"},
		{name: "solve", p: general, right: "matrix", batch: true, ours: func(e *ivy.Env, x, y *ivy.Array) *ivy.Array { return e.Solve(x, y) },
			numpy: "np.linalg.solve(x, y)", torch: "torch.linalg.solve(x, y)", scipy: "linalg.solve(x, y, assume_a='gen', check_finite=False)"},
		{name: "cholesky", p: definite, batch: true, ours: func(e *ivy.Env, x, _ *ivy.Array) *ivy.Array { return e.Cholesky(x) },
			numpy: "np.linalg.cholesky(x)", torch: "torch.linalg.cholesky(x)", scipy: "linalg.cholesky(x, lower=True, check_finite=False)"},
		{name: "lu", p: general, batch: true, ours: func(e *ivy.Env, x, _ *ivy.Array) *ivy.Array { lu, _ := e.LUFactor(x); return lu },
			torch: "torch.linalg.lu_factor(x)[0]", scipy: "linalg.lu_factor(x, check_finite=False)[0]"},
		{name: "qr", p: general, batch: true, ours: func(e *ivy.Env, x, _ *ivy.Array) *ivy.Array { _, r := e.QR(x); return r },
			numpy: "np.linalg.qr(x)[1]", torch: "torch.linalg.qr(x)[1]", scipy: "linalg.qr(x, mode='economic', check_finite=False)[1]"},
		{name: "inv", p: general, batch: true, ours: func(e *ivy.Env, x, _ *ivy.Array) *ivy.Array { return e.Inv(x) },
			numpy: "np.linalg.inv(x)", torch: "torch.linalg.inv(x)", scipy: "linalg.inv(x, check_finite=False)"},
		{name: "det", p: definite, batch: true, ours: func(e *ivy.Env, x, _ *ivy.Array) *ivy.Array { _, l := e.Slogdet(x); return l },
			numpy: "np.linalg.slogdet(x)[1]", torch: "torch.linalg.slogdet(x)[1]"},
		{name: "eigh", p: hermitian, batch: true, ours: func(e *ivy.Env, x, _ *ivy.Array) *ivy.Array { w, _ := e.Eigh(x); return w },
			numpy: "np.linalg.eigh(x)[0]", torch: "torch.linalg.eigh(x)[0]", scipy: "linalg.eigh(x, driver='evd', check_finite=False)[0]"},
		{name: "svd", p: anyMatrix, batch: true, ours: func(e *ivy.Env, x, _ *ivy.Array) *ivy.Array {
			_, s, _ := e.SVD(x, ivy.FullMatrices(false))
			return s
		}, numpy: "np.linalg.svd(x, full_matrices=False)[1]", torch: "torch.linalg.svd(x, full_matrices=False)[1]", scipy: "linalg.svd(x, full_matrices=False, check_finite=False)[1]"},
		{name: "eig", p: anyMatrix, batch: true, ours: func(e *ivy.Env, x, _ *ivy.Array) *ivy.Array {
			w, _ := e.Eig(x)
			return e.Sum(e.Abs(w))
		}, numpy: "np.abs(np.linalg.eig(x)[0]).sum()", torch: "torch.linalg.eig(x)[0].abs().sum()", scipy: "np.abs(linalg.eig(x, check_finite=False)[0]).sum()"},
	}
}

// line adds the decomposition of matrices of a shape.
func (d *decomposition) line(l *list, table string, t ivy.Dtype, batch, n int) {
	dims, name, title := []int{n, n}, fmt.Sprintf("%s/%v/%d", d.name, t, n), fmt.Sprintf("%s, %v, %d", d.name, t, n)
	if batch > 0 {
		dims = []int{batch, n, n}
		name = fmt.Sprintf("%s/%v/%sx%d", d.name, t, short(batch), n)
		title = fmt.Sprintf("%s, %v, %d of %d×%d", d.name, t, batch, n, n)
	}
	in := []input{{"x", t, dims, fill{lo: -1, hi: 1, pattern: d.p}}}
	switch d.right {
	case "vector":
		in = append(in, input{"y", t, dims[1:], signed})
	case "matrix":
		in = append(in, input{"y", t, dims, signed})
	}
	peers := calls(d.numpy, d.torch, "")
	if d.scipy != "" && batch == 0 {
		peers["scipy"] = code{call: d.scipy}
	}
	l.add(table, name, title, in, func(e *ivy.Env, x []*ivy.Array) func() *ivy.Array {
		a, b := x[0], x[len(x)-1]
		return func() *ivy.Array { return d.ours(e, a, b) }
	}, peers)
}

func (l *list) matrices() {
	for _, d := range decompositions() {
		for _, t := range []ivy.Dtype{ivy.Float32, ivy.Float64} {
			for _, n := range []int{100, 500, 1000, 2000} {
				d.line(l, matrixTable, t, 0, n)
			}
		}
		for _, t := range []ivy.Dtype{ivy.Complex64, ivy.Complex128} {
			d.line(l, matrixTable, t, 0, 500)
		}
		if !d.batch {
			continue
		}
		for _, t := range []ivy.Dtype{ivy.Float32, ivy.Float64} {
			d.line(l, batchTable, t, 10_000, 4)
			d.line(l, batchTable, t, 1000, 32)
		}
	}
}

// fourier are transforms of one length, of rows, and of two axes.
func (l *list) fourier() {
	type transform struct {
		name string
		real bool
		ours func(e *ivy.Env, x *ivy.Array) *ivy.Array
	}
	line := func(f transform, t ivy.Dtype, dims ...int) {
		sizes := make([]string, len(dims))
		for i, n := range dims {
			sizes[i] = strconv.Itoa(n)
		}
		peers := calls("np.fft."+f.name+"(x)", "torch.fft."+f.name+"(x)", "")
		peers["scipy"] = code{call: "fft." + f.name + "(x, workers=threads)"}
		l.add(fourierTable, fmt.Sprintf("%s/%v/%s", f.name, t, strings.Join(sizes, "x")), fmt.Sprintf("%s, %v, %s", f.name, t, strings.Join(sizes, "×")),
			arrays("x", t, signed, dims...), ofOne(f.ours), peers)
	}
	for _, f := range []transform{
		{"fft", false, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.FFT(x) }},
		{"ifft", false, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.IFFT(x) }},
		{"rfft", true, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.RFFT(x) }},
	} {
		types := []ivy.Dtype{ivy.Complex64, ivy.Complex128}
		if f.real {
			types = []ivy.Dtype{ivy.Float32, ivy.Float64}
		}
		for _, t := range types {
			for _, n := range []int{64, 1000, 1009, 1024, 65536, 65537, 1 << 20} {
				line(f, t, n)
			}
			line(f, t, 1024, 1024)
		}
	}
	for _, t := range []ivy.Dtype{ivy.Complex64, ivy.Complex128} {
		line(transform{"fft2", false, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.FFTN(x) }}, t, 1024, 1024)
	}
}
