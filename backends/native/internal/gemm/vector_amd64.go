package gemm

import (
	"sync"
	"unsafe"
)

// A vectorKernels is the loops of products of a matrix with a vector, of one dtype.
type vectorKernels struct {
	// dot4 and dot1 add to the sums of 4 rows, or 1, the products of n registers of v,
	// widened, and the rows' elements.
	dot4, dot1 func(sums, a *byte, pitch int, v *byte, n int)
	// add and add1 add to n registers of z many lines, or 1, times their elements of v.
	add, add1 func(z, a *byte, pitch int, v *byte, n int)
	many      int
	// reduce adds up a row's sums of several chunks.
	reduce func(dst, sums unsafe.Pointer, chunks int)
	sums   int // bytes of a row's sums: a register, or two
}

const (
	register = 32 // bytes

	// sumsOfRows is the bytes of the sums of four rows, at most.
	sumsOfRows = 4 * 2 * register

	// chunkOfRow is how many bytes of a vector one call of assembly multiplies by four rows.
	chunkOfRow = 1 << 16

	// unitOfLine is the least number of bytes of a line that a task adds up, and
	// pieceOfLine the greatest of one call.
	unitOfLine, pieceOfLine = 8 * register, 1 << 13

	// shortRow is the length below which rows are better multiplied as tiles.
	shortRow = 32
)

func reduceReal[T uint16 | uint32 | uint64 | float32 | float64](dst, sums unsafe.Pointer, chunks int) {
	var sum T
	for range chunks {
		for _, v := range unsafe.Slice((*T)(sums), register/int(unsafe.Sizeof(sum))) {
			sum += v
		}
		sums = unsafe.Add(sums, sumsOfRows)
	}
	*(*T)(dst) = sum
}

func reduceComplex[T float32 | float64](dst, sums unsafe.Pointer, chunks int) {
	var re, im T
	for range chunks {
		v := unsafe.Slice((*T)(sums), 2*register/int(unsafe.Sizeof(re)))
		for i := 0; i < len(v)/2; i += 2 {
			re += v[i] - v[i+1]
			im += v[len(v)/2+i] + v[len(v)/2+i+1]
		}
		sums = unsafe.Add(sums, sumsOfRows)
	}
	*(*[2]T)(dst) = [2]T{re, im}
}

var (
	float32Vector    = vectorKernels{float32Dot4, float32Dot1, float32Add8, float32Add1, 8, reduceReal[float32], register}
	float64Vector    = vectorKernels{float64Dot4, float64Dot1, float64Add8, float64Add1, 8, reduceReal[float64], register}
	float16Vector    = vectorKernels{float16Dot4, float16Dot1, float16Add8, float16Add1, 8, reduceReal[float32], register}
	bfloat16Vector   = vectorKernels{bfloat16Dot4, bfloat16Dot1, bfloat16Add8, bfloat16Add1, 8, reduceReal[float32], register}
	complex64Vector  = vectorKernels{complex64Dot4, complex64Dot1, complex64Add4, complex64Add1, 4, reduceComplex[float32], 2 * register}
	complex128Vector = vectorKernels{complex128Dot4, complex128Dot1, complex128Add4, complex128Add1, 4, reduceComplex[float64], 2 * register}
	int8Vector       = vectorKernels{int8Dot4, int8Dot1, int8Add8, int8Add1, 8, reduceReal[uint16], register}
	int16Vector      = vectorKernels{int16Dot4, int16Dot1, int16Add8, int16Add1, 8, reduceReal[uint16], register}
	int32Vector      = vectorKernels{int32Dot4, int32Dot1, int32Add8, int32Add1, 8, reduceReal[uint32], register}
	int64Vector      = vectorKernels{int64Dot4, int64Dot1, int64Add8, int64Add1, 8, reduceReal[uint64], register}
)

// A vectorPlan is a product of a matrix of n rows and a vector, while it is computed.
type vectorPlan struct {
	e      *kernel
	z      unsafe.Pointer
	a      unsafe.Pointer
	pitch  int // bytes between rows, or between lines if a lies in columns
	v      unsafe.Pointer
	n, k   int
	chunk  int // elements
	chunks int
	sums   unsafe.Pointer // of each four rows and chunk, if there are several chunks

	dotTask, addTask func(lo, hi int) // the methods, made once
}

var vectorPlans = sync.Pool{New: func() any {
	p := &vectorPlan{}
	p.dotTask, p.addTask = p.dots, p.adds
	return p
}}

// vector computes z = a·v for a of n rows whose rows or columns lie together, and reports
// whether that is the way to do it. v's elements are step elements apart.
func (e *kernel) vector(z unsafe.Pointer, a Matrix, v unsafe.Pointer, step, n, k int, split Split) bool {
	per := register / e.wide
	rows := a.Col == 1 && k >= shortRow
	if !rows && (a.Row != 1 || n < per) {
		return false
	}
	s := scratches.Get().(*scratch)
	p := vectorPlans.Get().(*vectorPlan)
	p.e, p.z, p.a, p.pitch, p.v, p.n, p.k = e, z, a.At, a.Row*e.size, v, n, k
	if step != 1 || e.widen != nil || rows && k%per != 0 {
		padded := (k + per - 1) / per * per * e.wide
		p.v = s.a.take(padded + k*e.size)
		clear(unsafe.Slice((*byte)(unsafe.Add(p.v, k*e.wide)), padded-k*e.wide))
		switch {
		case e.widen == nil:
			packElements(p.v, e.size, v, 0, step*e.size, e.size, 1, k)
		case step == 1:
			e.widenLine(s, p.v, v, k)
		default:
			gathered := unsafe.Add(p.v, padded)
			packElements(gathered, e.size, v, 0, step*e.size, e.size, 1, k)
			e.widenLine(s, p.v, gathered, k)
		}
	}
	if rows {
		p.chunk = chunkOfRow / e.wide
		p.chunks = (k + p.chunk - 1) / p.chunk
		groups := (n + 3) / 4
		if p.chunks > 1 {
			p.sums = s.lines.take(groups * p.chunks * sumsOfRows)
		}
		split(groups*p.chunks, float64(4*min(k, p.chunk)*e.size)/16, p.dotTask)
		if p.chunks > 1 {
			for g := range groups {
				p.finish(s, g, unsafe.Add(p.sums, g*p.chunks*sumsOfRows))
			}
		}
	} else {
		p.pitch = a.Col * e.size
		units := (n/per*register + unitOfLine - 1) / unitOfLine
		split(units, float64(unitOfLine/e.wide*e.size*k)/16, p.addTask)
		if rest := n % per; rest > 0 {
			// The last columns do not fill a register.
			at := n - rest
			e.planned(unsafe.Add(z, at*e.size), 1, Matrix{At: unsafe.Add(a.At, at*e.size), Row: 1, Col: a.Col}, Matrix{At: v, Row: step, Col: 1}, rest, k, 1, InOne)
		}
	}
	p.z, p.a, p.v, p.sums = nil, nil, nil, nil
	vectorPlans.Put(p)
	scratches.Put(s)
	return true
}

// dots computes the sums of tasks lo … hi, each of four rows and a chunk of them.
func (p *vectorPlan) dots(lo, hi int) {
	s := scratches.Get().(*scratch)
	for t := lo; t < hi; t++ {
		sums := unsafe.Pointer(&s.tile)
		if p.chunks > 1 {
			sums = unsafe.Add(p.sums, t*sumsOfRows)
		}
		p.dot(s, sums, t/p.chunks, t%p.chunks)
		if p.chunks == 1 {
			p.finish(s, t, sums)
		}
	}
	scratches.Put(s)
}

// dot adds up the products of four rows in a chunk of the vector.
//
//go:noinline
func (p *vectorPlan) dot(s *scratch, sums unsafe.Pointer, group, chunk int) {
	e := p.e
	l, per := e.vectorKernels, register/e.wide
	rows := min(4, p.n-4*group)
	from, to := chunk*p.chunk, min((chunk+1)*p.chunk, p.k)
	whole := (to - from) / per
	*(*[sumsOfRows]byte)(sums) = [sumsOfRows]byte{}
	a, v := unsafe.Add(p.a, 4*group*p.pitch+from*e.size), unsafe.Add(p.v, from*e.wide)
	run := func(a unsafe.Pointer, pitch int, v unsafe.Pointer, n int) {
		if rows == 4 {
			l.dot4((*byte)(sums), (*byte)(a), pitch, (*byte)(v), n)
			return
		}
		for i := range rows {
			l.dot1((*byte)(unsafe.Add(sums, i*l.sums)), (*byte)(unsafe.Add(a, i*pitch)), pitch, (*byte)(v), n)
		}
	}
	if whole > 0 {
		run(a, p.pitch, v, whole)
	}
	if rest := (to - from) % per; rest > 0 {
		s.edge = [16]uint64{}
		copyRows(unsafe.Pointer(&s.edge), register, unsafe.Add(a, whole*per*e.size), p.pitch, rest*e.size, rows)
		run(unsafe.Pointer(&s.edge), register, unsafe.Add(v, whole*register), 1)
	}
}

// finish writes the results of four rows.
func (p *vectorPlan) finish(s *scratch, group int, sums unsafe.Pointer) {
	e := p.e
	rows := min(4, p.n-4*group)
	z := unsafe.Add(p.z, 4*group*e.size)
	wide := z
	if e.narrow != nil {
		wide = unsafe.Add(unsafe.Pointer(&s.tile), sumsOfRows)
	}
	for i := range rows {
		e.vectorKernels.reduce(unsafe.Add(wide, i*e.sum), unsafe.Add(sums, i*e.vectorKernels.sums), p.chunks)
	}
	if e.narrow != nil {
		e.narrowLine(s, z, wide, rows)
	}
}

// adds computes units lo … hi of the result.
func (p *vectorPlan) adds(lo, hi int) {
	e := p.e
	per := register / e.wide
	s := scratches.Get().(*scratch)
	last := min(hi*unitOfLine/e.wide, p.n/per*per)
	for at := lo * unitOfLine / e.wide; at < last; at += pieceOfLine / e.wide {
		n := min(pieceOfLine/e.wide, last-at)
		z := unsafe.Add(p.z, at*e.size)
		wide := z
		if e.narrow != nil {
			wide = s.lines.take(pieceOfLine)
		}
		clear(unsafe.Slice((*byte)(wide), n*e.wide))
		for q := 0; q < p.k; q += e.vectorKernels.many {
			p.addTo(wide, at, q, n/per)
		}
		if e.narrow != nil {
			e.narrowLine(s, z, wide, n)
		}
	}
	scratches.Put(s)
}

// addTo adds n registers of lines q … to z.
//
//go:noinline
func (p *vectorPlan) addTo(z unsafe.Pointer, at, q, n int) {
	e := p.e
	a, v := unsafe.Add(p.a, q*p.pitch+at*e.size), unsafe.Add(p.v, q*e.wide)
	if q+e.vectorKernels.many <= p.k {
		e.vectorKernels.add((*byte)(z), (*byte)(a), p.pitch, (*byte)(v), n)
		return
	}
	for i := range p.k - q {
		e.vectorKernels.add1((*byte)(z), (*byte)(unsafe.Add(a, i*p.pitch)), p.pitch, (*byte)(unsafe.Add(v, i*e.wide)), n)
	}
}
