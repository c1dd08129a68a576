//go:build linux

package gemm

import (
	"bytes"
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy/dtype"
)

// machines returns this one and those with less, down to none of what is optional.
func machines(t *testing.T) map[string]*machine {
	if !here.avx2 {
		t.Skip("this machine has no AVX2, or IVY_SIMD is off")
	}
	ms := map[string]*machine{"AVX2": {avx2: true}}
	if here.avx512 {
		ms["AVX-512"] = &machine{avx2: true, avx512: true}
	}
	if here.bf16 {
		ms["BF16"] = &machine{avx2: true, avx512: true, bf16: true}
	}
	if here.amx && allowAMX() {
		ms["AMX"] = &machine{avx2: true, avx512: true, bf16: true, amx: true, askAMX: allowAMX}
	} else if here.bf16 {
		c := &machine{avx2: true, avx512: true, bf16: true, amx: true, askAMX: func() bool { return true }}
		c.kernel(dtype.BFloat16).tiles = tilesInGo
		ms["AMX in Go"] = c
	}
	return ms
}

// tilesInGo is brainTileAMX where there is no such hardware.
func tilesInGo(c0, c1 *byte, ldc int, a0, a1 *byte, lda int, b *byte, k int, config *byte, add uint64) {
	at := func(p *byte, offset int) unsafe.Pointer { return unsafe.Add(unsafe.Pointer(p), offset) }
	brain := func(p unsafe.Pointer) float32 { return (*(*dtype.Brain)(p)).Float32() }
	rows := unsafe.Slice(config, 64)[48:]
	above, below := int(rows[0]), int(rows[2])
	if !bytes.Equal(rows[:8], []byte{rows[0], rows[0], rows[2], rows[2], rows[0], rows[2], 16, 16}) {
		panic("rows of the configuration")
	}
	for _, half := range []struct {
		c, a *byte
		rows int
	}{{c0, a0, above}, {c1, a1, below}} {
		for i := range half.rows {
			for j := range 32 {
				z := (*float32)(at(half.c, i*ldc+4*j))
				var sum float32
				if add != 0 {
					sum = *z
				}
				for q := range 16 * k {
					x, y := at(half.a, i*lda+4*q), at(b, 128*q+4*j)
					sum += brain(x) * brain(y)
					sum += brain(unsafe.Add(x, 2)) * brain(unsafe.Add(y, 2))
				}
				*z = sum
			}
		}
	}
}

// guarded returns n bytes between pages that may be neither read nor written: the first
// byte, or the last one, is the neighbour of one.
func guarded(t testing.TB, n int, end bool) unsafe.Pointer {
	page := unix.Getpagesize()
	size := (n + page - 1) / page * page
	block, err := unix.Mmap(-1, 0, size+2*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, unix.Munmap(block)) })
	require.NoError(t, unix.Mprotect(block[:page], unix.PROT_NONE))
	require.NoError(t, unix.Mprotect(block[page+size:], unix.PROT_NONE))
	if end {
		return unsafe.Pointer(&block[page : page+size+1][size-n : size-n+1][0])
	}
	return unsafe.Pointer(&block[page : page+1][0])
}

// An operand is a matrix with its values: integers as bits, others as complex numbers.
type operand struct {
	Matrix
	bits   []uint64
	values []complex128
}

// The ways a matrix lies in memory: its rows, its columns, both apart, both backwards.
var layouts = []struct {
	name    string
	strides func(rows, columns int) (row, column, first, size int)
}{
	{"rows", func(n, m int) (int, int, int, int) { return m, 1, 0, n * m }},
	{"columns", func(n, m int) (int, int, int, int) { return 1, n, 0, n * m }},
	{"apart", func(n, m int) (int, int, int, int) { return 3 * m, 2, 0, 3*m*(n-1) + 2*(m-1) + 1 }},
	{"backwards", func(n, m int) (int, int, int, int) { return -m, -1, n*m - 1, n * m }},
	{"wide rows", func(n, m int) (int, int, int, int) { return m + 5, 1, 0, (m+5)*(n-1) + m }},
	{"broadcast", func(n, m int) (int, int, int, int) { return 0, 1, 0, m }},
}

func matrix(t testing.TB, r *rand.Rand, d dtype.Dtype, n, m, layout int) *operand {
	row, column, first, size := layouts[layout].strides(n, m)
	p := guarded(t, size*d.Size(), r.IntN(2) == 0)
	x := &operand{Matrix: Matrix{At: unsafe.Add(p, first*d.Size()), Row: row, Col: column}}
	for i := range size {
		set(d, unsafe.Add(p, i*d.Size()), r)
	}
	for i := range n {
		for j := range m {
			b, v := get(d, unsafe.Add(x.At, (i*row+j*column)*d.Size()))
			x.bits, x.values = append(x.bits, b), append(x.values, v)
		}
	}
	return x
}

func set(d dtype.Dtype, p unsafe.Pointer, r *rand.Rand) {
	switch d {
	case dtype.Float16:
		*(*dtype.Half)(p) = dtype.HalfFromFloat32(float32(r.NormFloat64()))
	case dtype.BFloat16:
		*(*dtype.Brain)(p) = dtype.BrainFromFloat32(float32(r.NormFloat64()))
	case dtype.Float32:
		*(*float32)(p) = float32(r.NormFloat64())
	case dtype.Float64:
		*(*float64)(p) = r.NormFloat64()
	case dtype.Complex64:
		*(*complex64)(p) = complex(float32(r.NormFloat64()), float32(r.NormFloat64()))
	case dtype.Complex128:
		*(*complex128)(p) = complex(r.NormFloat64(), r.NormFloat64())
	default:
		for i := range d.Size() {
			*(*byte)(unsafe.Add(p, i)) = byte(r.Uint32())
		}
	}
}

func get(d dtype.Dtype, p unsafe.Pointer) (bits uint64, value complex128) {
	switch d {
	case dtype.Float16:
		return 0, complex(float64((*(*dtype.Half)(p)).Float32()), 0)
	case dtype.BFloat16:
		return 0, complex(float64((*(*dtype.Brain)(p)).Float32()), 0)
	case dtype.Float32:
		return 0, complex(float64(*(*float32)(p)), 0)
	case dtype.Float64:
		return 0, complex(*(*float64)(p), 0)
	case dtype.Complex64:
		return 0, complex128(*(*complex64)(p))
	case dtype.Complex128:
		return 0, *(*complex128)(p)
	}
	for i := range d.Size() {
		bits |= uint64(*(*byte)(unsafe.Add(p, i))) << (8 * i)
	}
	return bits, 0
}

// errors are of a sum's rounding and of the result's.
func errors(t testing.TB, d dtype.Dtype) (sum, result float64) {
	info, err := dtype.Finfo(d)
	require.NoError(t, err)
	if dtype.Narrow.Has(d) {
		return 0x1p-24, info.Eps / 2
	}
	return info.Eps / 2, 0
}

// check compares elements of z, all or many of them, with sums of products.
func check(t testing.TB, r *rand.Rand, d dtype.Dtype, z unsafe.Pointer, x, y *operand, n, k, m int) {
	t.Helper()
	every := n*m*k <= 30_000
	for at := range n * m {
		if !every && r.IntN(n*m*k) >= 30_000 && at != n*m-1 {
			continue
		}
		i, j := at/m, at%m
		bits, value := get(d, unsafe.Add(z, at*d.Size()))
		if d.IsInteger() {
			var want uint64
			for p := range k {
				want += x.bits[i*k+p] * y.bits[p*m+j]
			}
			want &= ^uint64(0) >> (64 - 8*d.Size())
			require.Equal(t, want, bits, "element %d, %d", i, j)
			continue
		}
		var want complex128
		size := 0.0
		for p := range k {
			v := x.values[i*k+p] * y.values[p*m+j]
			want += v
			size += math.Abs(real(x.values[i*k+p])) * cmplx.Abs(y.values[p*m+j])
			size += math.Abs(imag(x.values[i*k+p])) * cmplx.Abs(y.values[p*m+j])
		}
		sum, result := errors(t, d)
		// k sums, of two products each for complex numbers, and those of the reference.
		bound := 2*float64(2*k+4)*sum*size + result*(cmplx.Abs(want)+1e-30)*1.001
		require.LessOrEqual(t, cmplx.Abs(value-want), bound, "element %d, %d: %v, want %v", i, j, value, want)
	}
}

// inTurns is a Split that runs pieces of every size on four goroutines, the last first.
func inTurns(n int, _ float64, f func(lo, hi int)) {
	var wg sync.WaitGroup
	todo := make(chan [2]int, n)
	for i := n; i > 0; {
		lo := max(0, i-1-i%3)
		todo <- [2]int{lo, i}
		i = lo
	}
	close(todo)
	for range 4 {
		wg.Go(func() {
			for p := range todo {
				f(p[0], p[1])
			}
		})
	}
	wg.Wait()
}

// multiplyChecked multiplies into guarded memory, in one piece and in many, and by what was packed before, and returns the result.
func multiplyChecked(t testing.TB, r *rand.Rand, e *kernel, x, y Matrix, n, k, m int) unsafe.Pointer {
	t.Helper()
	size := n * m * e.size
	z, again := guarded(t, size, r.IntN(2) == 0), guarded(t, size, true)
	all := unsafe.Slice((*byte)(z), size)
	for i := range all {
		all[i] = 0xa5 // NaN, or nonsense: nothing may be added to it
	}
	e.multiply(z, m, x, y, n, k, m, InOne)
	e.multiply(again, m, x, y, n, k, m, inTurns)
	require.True(t, bytes.Equal(all, unsafe.Slice((*byte)(again), size)), "threads change the result")
	clear(unsafe.Slice((*byte)(again), size))
	e.multiply(again, m, x, y, n, k, m, nil)
	require.True(t, bytes.Equal(all, unsafe.Slice((*byte)(again), size)), "no plan changes the result")
	if n*k*m > 0 {
		y.Packed = e.packWhole(y, k, m, nil, InOne)
		if e.group == 1 && e.tiles == nil {
			x.Packed = newPlan(e, 0).packFirst(x, n, k, nil, inTurns)
		}
		clear(unsafe.Slice((*byte)(again), size))
		e.multiply(again, m, x, y, n, k, m, inTurns)
		require.True(t, bytes.Equal(all, unsafe.Slice((*byte)(again), size)), "operands that were packed before change the result")
		clear(unsafe.Slice((*byte)(again), size))
		e.multiply(again, m, x, y, n, k, m, nil)
		require.True(t, bytes.Equal(all, unsafe.Slice((*byte)(again), size)), "operands that were packed before change the result without a plan")
	}
	if n > 0 && m > 1 && r.IntN(4) == 0 {
		pitch := m + 1 + r.IntN(40)
		apart := unsafe.Slice((*byte)(guarded(t, ((n-1)*pitch+m)*e.size, true)), ((n-1)*pitch+m)*e.size)
		for i := range apart {
			apart[i] = 0xa5
		}
		e.multiply(unsafe.Pointer(&apart[0]), pitch, x, y, n, k, m, inTurns)
		requireRows(t, all, m*e.size, apart, pitch*e.size)
	}
	return z
}

// Columns of what was packed are those of the matrix, in all blocks of the summed axis.
func TestPackedFrom(t *testing.T) {
	eachKernel(t, func(t *testing.T, r *rand.Rand, d dtype.Dtype, e *kernel) {
		const n, k = 5, 1500
		m, column := 3*e.cols+7, 2*e.cols
		x, y := matrix(t, r, d, n, k, 0).Matrix, matrix(t, r, d, k, m, 1).Matrix
		y.Packed = e.packWhole(y, k, m, nil, inTurns)
		all, part := guarded(t, n*m*e.size, true), guarded(t, n*(m-column)*e.size, true)
		e.multiply(all, m, x, y, n, k, m, InOne)
		y.At, y.Packed = unsafe.Add(y.At, column*y.Col*e.size), y.Packed.from(e, column)
		e.multiply(part, m-column, x, y, n, k, m-column, InOne)
		for i := range n {
			row := unsafe.Slice((*byte)(unsafe.Add(all, (i*m+column)*e.size)), (m-column)*e.size)
			require.True(t, bytes.Equal(row, unsafe.Slice((*byte)(unsafe.Add(part, i*(m-column)*e.size)), len(row))), "row %d", i)
		}
	})
}

// requireRows requires that the rows of a matrix without gaps, of so many bytes, are those of one whose rows are pitch bytes apart, and that nothing
// is between these.
func requireRows(t testing.TB, want []byte, row int, got []byte, pitch int) {
	t.Helper()
	for i := range len(want) / row {
		require.True(t, bytes.Equal(want[i*row:(i+1)*row], got[i*pitch:i*pitch+row]), "row %d, which begins elsewhere, differs", i)
		for _, b := range got[i*pitch+row : min((i+1)*pitch, len(got))] {
			require.Equal(t, byte(0xa5), b, "something is written behind row %d", i)
		}
	}
}

// smallBlocks makes products of some hundred elements ones of many blocks.
func smallBlocks(t *testing.T) {
	bounds := []*int{&chunkBytes, &stripBytes, &panelBytes, &sumRows, &sumCols, &directBytes, &fewDirectBytes, &inPlaceColumns}
	for i, small := range []int{1 << 14, 1 << 16, 1 << 15, 50, 64, 1 << 12, 1 << 13, 90} {
		was := *bounds[i]
		*bounds[i] = small
		t.Cleanup(func() { *bounds[i] = was })
	}
}

func eachKernel(t *testing.T, f func(t *testing.T, r *rand.Rand, d dtype.Dtype, e *kernel)) {
	for name, c := range machines(t) {
		for _, d := range dtype.Numeric.Dtypes() {
			t.Run(fmt.Sprintf("%s/%v", name, d), func(t *testing.T) {
				e := c.kernel(d)
				require.NotNil(t, e)
				f(t, rand.New(rand.NewPCG(uint64(d), 7)), d, e)
			})
		}
	}
}

func TestMultiply(t *testing.T) {
	race.Sequential(t)
	sizes := [][3]int{{1, 1, 1}, {2, 3, 4}, {14, 16, 32}, {7, 5, 33}, {15, 31, 17}, {13, 64, 48}, {16, 33, 31}, {29, 70, 65}, {61, 47, 67},
		{1, 37, 70}, {1, 513, 131}, {70, 41, 1}, {131, 523, 1}, {1, 70001, 1}, {5, 70001, 1}, {1, 3, 9000}, {1, 9, 4099}, {33, 2, 1},
		{3, 1031, 5}, {6, 4100, 7}, {40, 390, 100}}
	eachKernel(t, func(t *testing.T, r *rand.Rand, d dtype.Dtype, e *kernel) {
		rounds := 45
		if testing.Short() {
			rounds = len(sizes)
		}
		for i := range rounds {
			sizes := sizes
			if i >= len(sizes) {
				sizes = append(sizes, [3]int{1 + r.IntN(70), 1 + r.IntN(70), 1 + r.IntN(70)})
				i = len(sizes) - 1
			}
			n, k, m := sizes[i][0], sizes[i][1], sizes[i][2]
			lx, ly := r.IntN(len(layouts)), r.IntN(len(layouts))
			t.Run(fmt.Sprintf("%dx%dx%d/%s/%s", n, k, m, layouts[lx].name, layouts[ly].name), func(t *testing.T) {
				x, y := matrix(t, r, d, n, k, lx), matrix(t, r, d, k, m, ly)
				check(t, r, d, multiplyChecked(t, r, e, x.Matrix, y.Matrix, n, k, m), x, y, n, k, m)
			})
		}
	})
}

// More blocks than one along every axis, and pairs of layouts.
func TestMultiplyBlocks(t *testing.T) {
	race.Sequential(t)
	smallBlocks(t)
	eachKernel(t, func(t *testing.T, r *rand.Rand, d dtype.Dtype, e *kernel) {
		for lx := range layouts {
			for ly := lx % 2; ly < len(layouts); ly += 2 {
				if testing.Short() && lx+ly > 2 {
					continue
				}
				n, k, m := 1+r.IntN(130), e.depth/3+r.IntN(e.depth), 1+r.IntN(300)
				if e.depth > 1000 {
					n, m = 1+r.IntN(60), 1+r.IntN(90)
					k += e.depth / 2
				}
				t.Run(fmt.Sprintf("%dx%dx%d/%s/%s", n, k, m, layouts[lx].name, layouts[ly].name), func(t *testing.T) {
					x, y := matrix(t, r, d, n, k, lx), matrix(t, r, d, k, m, ly)
					check(t, r, d, multiplyChecked(t, r, e, x.Matrix, y.Matrix, n, k, m), x, y, n, k, m)
				})
			}
		}
	})
}

// The product of a matrix and its transpose, of which half is copied, has the bits that it has next to a copy in other memory.
func TestMultiplyTransposed(t *testing.T) {
	race.Sequential(t)
	for _, small := range []bool{false, true} {
		if small {
			smallBlocks(t)
		}
		eachKernel(t, func(t *testing.T, r *rand.Rand, d dtype.Dtype, e *kernel) {
			for layout := range layouts {
				n, k := 70+r.IntN(130), e.depth/3+r.IntN(e.depth)
				x := matrix(t, r, d, n, k, layout)
				_, _, first, length := layouts[layout].strides(n, k)
				bytes := length * d.Size()
				p := guarded(t, bytes, r.IntN(2) == 0)
				copy(unsafe.Slice((*byte)(p), bytes), unsafe.Slice((*byte)(unsafe.Add(x.At, -first*d.Size())), bytes))
				same, other := Matrix{At: x.At, Row: x.Col, Col: x.Row}, Matrix{At: unsafe.Add(p, first*d.Size()), Row: x.Col, Col: x.Row}
				z, want := multiplyChecked(t, r, e, x.Matrix, same, n, k, n), multiplyChecked(t, r, e, x.Matrix, other, n, k, n)
				size := n * n * d.Size()
				require.Equal(t, unsafe.Slice((*byte)(want), size), unsafe.Slice((*byte)(z), size), "%s, %d rows of %d", layouts[layout].name, n, k)
			}
		})
	}
}

// Windows of an array are multiplied as they are when they are written out, bit for bit: the
// array's elements under filters of two axes, in steps and with their elements apart, the
// channels contiguous or the last of the other axes.
func TestMultiplyWindows(t *testing.T) {
	race.Sequential(t)
	smallBlocks(t)
	eachKernel(t, func(t *testing.T, r *rand.Rand, d dtype.Dtype, e *kernel) {
		for i := range 16 {
			images, channels := 1+r.IntN(3), 1+r.IntN(40)
			scattered := i%2 == 1 && e.group == 1 && e.tiles == nil
			lens, kernel, strides, apart := [2]int{}, [2]int{}, [2]int{}, [2]int{}
			for a := range lens {
				kernel[a], strides[a], apart[a] = 1+r.IntN(4), 1+r.IntN(3), 1+r.IntN(2)
				lens[a] = (kernel[a]-1)*apart[a] + 1 + r.IntN(15)
			}
			if scattered {
				strides[1] = 1
			}
			m := 1 + r.IntN(150)
			if i < 2 { // several blocks of the summed axis
				channels, kernel, m = e.depth/4, [2]int{2, 3}, 40
				lens = [2]int{5, 6}
			}
			over := func(a int) int { return (lens[a]-(kernel[a]-1)*apart[a]-1)/strides[a] + 1 }
			line, column, channel := lens[1]*channels, channels, 1
			if scattered {
				column, channel = 1, lens[1]
			}
			w := &Windows{
				Rows: []Axis{{images, lens[0] * line}, {over(0), strides[0] * line}, {over(1), strides[1] * column}},
				Cols: []Axis{{kernel[0], apart[0] * line}, {kernel[1], apart[1] * column}, {channels, channel}},
			}
			taps := kernel[0] * kernel[1]
			n, k := images*over(0)*over(1), taps*channels
			t.Run(fmt.Sprintf("%dx%dx%d", n, k, m), func(t *testing.T) {
				w.At = matrix(t, r, d, images*lens[0]*lens[1], channels, 0).At
				y := matrix(t, r, d, k, m, r.IntN(2))
				yw := &Windows{At: y.At, Rows: []Axis{{k, y.Row}}, Cols: []Axis{{m, y.Col}}}
				if scattered {
					yw.Rows = []Axis{{taps, y.Row}, {channels, taps * y.Row}}
				}
				written := func(w *Windows, n, k int) unsafe.Pointer {
					x := guarded(t, n*k*e.size, true)
					for i := range n {
						for j := range k {
							copyRows(unsafe.Add(x, (i*k+j)*e.size), 0, unsafe.Add(w.At, (offset(w.Rows, i)+offset(w.Cols, j))*e.size), 0, e.size, 1)
						}
					}
					return x
				}
				if d == dtype.BFloat16 && r.IntN(2) == 0 {
					*(*uint16)(w.At) = 1 // subnormal
				}
				x, again := Matrix{At: written(w, n, k), Row: k, Col: 1}, Matrix{At: written(yw, k, m), Row: m, Col: 1}
				got, want := guarded(t, n*m*e.size, true), guarded(t, n*m*e.size, true)
				first := guarded(t, 2*m*e.size, true) // a vector by a matrix, which takes the memory of the same plans
				e.multiply(first, m, x, again, 1, k, m, InOne)
				e.multiplyWindows(got, m, w, yw, n, k, m, inTurns)
				e.multiply(unsafe.Add(first, m*e.size), m, x, again, 1, k, m, InOne)
				row := unsafe.Slice((*byte)(first), 2*m*e.size)
				require.True(t, bytes.Equal(row[:m*e.size], row[m*e.size:]), "what comes after windows")
				if !e.planned(want, m, x, again, n, k, m, InOne) {
					e.safe.planned(want, m, x, again, n, k, m, InOne)
				}
				require.True(t, bytes.Equal(unsafe.Slice((*byte)(want), n*m*e.size), unsafe.Slice((*byte)(got), n*m*e.size)))
				yw.Packed = e.packWholeWindows(yw, k, m)
				clear(unsafe.Slice((*byte)(got), n*m*e.size))
				e.multiplyWindows(got, m, w, yw, n, k, m, inTurns)
				require.True(t, bytes.Equal(unsafe.Slice((*byte)(want), n*m*e.size), unsafe.Slice((*byte)(got), n*m*e.size)), "filters that were packed before change the result")
				if e.group > 1 || e.tiles != nil {
					return
				}
				// The transpose of the result: filters by windows.
				filters, windows := &Windows{At: yw.At, Rows: yw.Cols, Cols: yw.Rows}, &Windows{At: w.At, Rows: w.Cols, Cols: w.Rows}
				for range 2 {
					clear(unsafe.Slice((*byte)(got), n*m*e.size))
					e.multiplyWindows(got, n, filters, windows, m, k, n, inTurns)
					for i := range n {
						for j := range m {
							from, to := unsafe.Slice((*byte)(unsafe.Add(want, (i*m+j)*e.size)), e.size), unsafe.Slice((*byte)(unsafe.Add(got, (j*n+i)*e.size)), e.size)
							require.Equal(t, from, to, "filters by windows, filter %d and position %d", j, i)
						}
					}
					p := newPlan(e, 0)
					filters.Packed = p.packFirst(p.firstOf(filters, k), m, k, filters.Packed, inTurns)
				}
				pitch := n + 5
				apart := unsafe.Slice((*byte)(guarded(t, ((m-1)*pitch+n)*e.size, true)), ((m-1)*pitch+n)*e.size)
				for i := range apart {
					apart[i] = 0xa5
				}
				e.multiplyWindows(unsafe.Pointer(&apart[0]), pitch, filters, windows, m, k, n, inTurns)
				requireRows(t, unsafe.Slice((*byte)(got), n*m*e.size), n*e.size, apart, pitch*e.size)
				if column != 1 {
					return
				}
				// The same, of positions one apart along the last axis and the elements between its ends, read where they lie.
				for a := range strides {
					strides[a] = 1
				}
				down, across := Axis{over(0), lens[1]}, Axis{over(1), 1}
				all := (down.Len-1)*down.Step + across.Len
				for i := range images {
					y := &Windows{At: unsafe.Add(w.At, i*lens[0]*line*e.size), Rows: w.Cols, Cols: []Axis{{all, 1}}, InPlace: true}
					wide := guarded(t, m*all*e.size, true)
					e.multiplyWindows(wide, all, filters, y, m, k, all, inTurns)
					narrow := guarded(t, m*down.Len*across.Len*e.size, true)
					e.multiplyWindows(narrow, down.Len*across.Len, filters, &Windows{At: y.At, Rows: w.Cols, Cols: []Axis{down, across}}, m, k, down.Len*across.Len, InOne)
					for j := range m {
						for o := range down.Len {
							from, to := unsafe.Add(wide, (j*all+o*down.Step)*e.size), unsafe.Add(narrow, (j*down.Len+o)*across.Len*e.size)
							require.True(t, bytes.Equal(unsafe.Slice((*byte)(to), across.Len*e.size), unsafe.Slice((*byte)(from), across.Len*e.size)), "in place")
						}
					}
				}
			})
		}
	})
}

// Without anything to add the sums are 0, and nothing is done for no sums.
func TestMultiplyEmpty(t *testing.T) {
	eachKernel(t, func(t *testing.T, r *rand.Rand, d dtype.Dtype, e *kernel) {
		x := Matrix{At: guarded(t, 0, true)}
		z := multiplyChecked(t, r, e, x, x, 5, 0, 7)
		require.Equal(t, make([]byte, 35*e.size), unsafe.Slice((*byte)(z), 35*e.size))
		e.multiply(guarded(t, 0, true), 7, x, x, 0, 3, 7, InOne)
		e.multiply(guarded(t, 0, true), 0, x, x, 7, 3, 0, InOne)
	})
}

// Zeros hide neither NaN nor infinities.
func TestMultiplyNaN(t *testing.T) {
	eachKernel(t, func(t *testing.T, r *rand.Rand, d dtype.Dtype, e *kernel) {
		if d.IsInteger() {
			t.Skip("integers have none")
		}
		for _, c := range [][3]int{{2, 3, 2}, {30, 41, 31}, {33, 70, 66}, {1, 100, 70}, {70, 100, 1}, {1, 40, 1}, {3, 5000, 3}} {
			n, k, m := c[0], c[1], c[2]
			for _, bad := range []float32{float32(math.NaN()), float32(math.Inf(1))} {
				for layout := range 2 {
					row, column, _, _ := layouts[layout].strides(n, k)
					x := Matrix{At: guarded(t, n*k*e.size, true), Row: row, Col: column}
					y := Matrix{At: guarded(t, k*m*e.size, true), Row: m, Col: 1}
					p := unsafe.Add(x.At, ((n-1)*row+(k-1)*column)*e.size)
					switch d {
					case dtype.Float16:
						*(*dtype.Half)(p) = dtype.HalfFromFloat32(bad)
					case dtype.BFloat16:
						*(*dtype.Brain)(p) = dtype.BrainFromFloat32(bad)
					case dtype.Float32, dtype.Complex64:
						*(*float32)(p) = bad
					default:
						*(*float64)(p) = float64(bad)
					}
					z := multiplyChecked(t, r, e, x, y, n, k, m)
					for i := range n * m {
						_, v := get(d, unsafe.Add(z, i*e.size))
						require.Equal(t, i/m == n-1, cmplx.IsNaN(v) || math.IsNaN(real(v)), "%v, element %d: %v", c, i, v)
					}
				}
			}
		}
	})
}

// Where an operand has subnormals, products of bfloat16 are those of float32.
func TestMultiplySubnormal(t *testing.T) {
	for name, c := range machines(t) {
		e := c.kernel(dtype.BFloat16)
		if e.safe == nil {
			continue
		}
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, 4))
			for _, s := range [][3]int{{2, 2, 2}, {20, 33, 50}, {40, 64, 40}, {33, 101, 70}, {14, 2200, 40}} {
				n, k, m := s[0], s[1], s[2]
				for layout := range layouts[:5] {
					for side := range 2 {
						x, y := matrix(t, r, dtype.BFloat16, n, k, layout), matrix(t, r, dtype.BFloat16, k, m, (layout+side)%5)
						last := unsafe.Add(x.At, ((n-1)*x.Row+(k-1)*x.Col)*2)
						if side == 1 {
							last = unsafe.Add(y.At, ((k-1)*y.Row+(m-1)*y.Col)*2)
						}
						for _, v := range []uint16{1, 0x807f} {
							*(*uint16)(last) = v
							require.NotZero(t, hasSubnormal((*byte)(last), 1))
							got, want := multiplyChecked(t, r, e, x.Matrix, y.Matrix, n, k, m), guarded(t, n*m*2, true)
							e.safe.multiply(want, m, x.Matrix, y.Matrix, n, k, m, InOne)
							require.Equal(t, unsafe.Slice((*uint16)(want), n*m), unsafe.Slice((*uint16)(got), n*m), "%v %s", s, layouts[layout].name)
						}
					}
				}
			}
		})
	}
}

func TestL2Bytes(t *testing.T) {
	n := l2Bytes()
	require.GreaterOrEqual(t, n, 1<<17)
	require.LessOrEqual(t, n, 1<<26)
	require.Zero(t, n%(1<<10))
}

func TestHasSubnormal(t *testing.T) {
	if machines(t); !here.avx512 {
		t.Skip("no AVX-512")
	}
	for n := range 100 {
		x := unsafe.Slice((*uint16)(guarded(t, 2*n, n%2 == 0)), n)
		for i := range x {
			for _, v := range []uint16{0, 0x8000, 0x80, 0x8080, 0x7f80, 0xff81, 0x3f80} {
				x[i] = v
				require.Zero(t, hasSubnormal((*byte)(unsafe.Pointer(unsafe.SliceData(x))), n), "%x", v)
			}
			for _, v := range []uint16{1, 0x7f, 0x8001, 0x807f} {
				x[i] = v
				require.NotZero(t, hasSubnormal((*byte)(unsafe.Pointer(unsafe.SliceData(x))), n), "%x", v)
			}
			x[i] = 0x3f80
		}
	}
}

// Without the permission for the tiles, or without their processor, AVX-512 does the work.
func TestFallback(t *testing.T) {
	ms := machines(t)
	if ms["BF16"] == nil {
		t.Skip("no BF16")
	}
	asked := 0
	refused := &machine{avx2: true, avx512: true, bf16: true, amx: true, askAMX: func() bool { asked++; return false }}
	e := refused.kernel(dtype.BFloat16)
	require.Equal(t, 1, asked)
	require.Nil(t, e.tiles)
	require.Equal(t, 1024, e.depth)
	require.NotNil(t, ms["AVX-512"].kernel(dtype.BFloat16).widen)
	require.Nil(t, (&machine{}).kernel(dtype.Float32))
	if ms["AMX"] != nil {
		require.NotNil(t, ms["AMX"].kernel(dtype.BFloat16).tiles)
		require.True(t, allowAMX(), "asked again")
	}
}

// Goroutines that multiply with tiles move between threads, while the collector runs.
func TestAMXThreads(t *testing.T) {
	c := machines(t)["AMX"]
	if c == nil {
		t.Skip("no AMX")
	}
	e := c.kernel(dtype.BFloat16)
	r := rand.New(rand.NewPCG(1, 2))
	const n, k, m = 45, 200, 71
	x, y := matrix(t, r, dtype.BFloat16, n, k, 0), matrix(t, r, dtype.BFloat16, k, m, 1)
	want := unsafe.Slice((*uint16)(multiplyChecked(t, r, e, x.Matrix, y.Matrix, n, k, m)), n*m)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			z := make([]uint16, n*m)
			for i := range 200 {
				clear(z)
				e.multiply(unsafe.Pointer(&z[0]), m, x.Matrix, y.Matrix, n, k, m, InOne)
				if !slices.Equal(want, z) {
					t.Error("another result")
					return
				}
				if i%50 == 0 {
					runtime.GC()
				}
				runtime.Gosched()
			}
		})
	}
	wg.Wait()
}

func TestNarrow(t *testing.T) {
	machines(t)
	edges := []uint32{0, 1, 0x7fff, 0x8000, 0x8001, 0x17fff, 0x18000, 0x3f808000, 0x3f818000, 0x3f807fff, 0x3f808001, 0x7f7fffff, 0x7f7f8000, 0x7f800000,
		0x7f800001, 0x7fc00000, 0x7fffffff, 0x33000000, 0x33000001, 0x38800000, 0x387fffff, 0x477fefff, 0x477ff000, 0x477ff001, 0x33c00000}
	r := rand.New(rand.NewPCG(5, 6))
	x := make([]float32, 0, 4096)
	for _, e := range edges {
		x = append(x, math.Float32frombits(e), math.Float32frombits(e|1<<31))
	}
	for len(x) < cap(x) {
		x = append(x, math.Float32frombits(r.Uint32()))
	}
	z := make([]uint16, len(x))
	narrowBrain((*byte)(unsafe.Pointer(&z[0])), (*byte)(unsafe.Pointer(&x[0])), len(x))
	for i, v := range x {
		require.Equal(t, uint16(dtype.BrainFromFloat32(v)), z[i], "%x", math.Float32bits(v))
	}
	narrowHalf((*byte)(unsafe.Pointer(&z[0])), (*byte)(unsafe.Pointer(&x[0])), len(x))
	for i, v := range x {
		if v == v {
			require.Equal(t, uint16(dtype.HalfFromFloat32(v)), z[i], "%x", math.Float32bits(v))
		} else {
			require.True(t, math.IsNaN(float64(dtype.Half(z[i]).Float32())))
		}
	}
	if here.bf16 {
		brainRows((*byte)(unsafe.Pointer(&z[0])), 64, (*byte)(unsafe.Pointer(&x[0])), 128, len(x)/32, 1<<32-1)
		for i, v := range x {
			if u := math.Float32bits(v) << 1; u == 0 || u >= 0x01000000 {
				require.Equal(t, uint16(dtype.BrainFromFloat32(v)), z[i], "%x", math.Float32bits(v))
			}
		}
	}
	back := make([]float32, 1<<16)
	all := make([]uint16, 1<<16)
	for i := range all {
		all[i] = uint16(i)
	}
	widenHalf((*byte)(unsafe.Pointer(&back[0])), (*byte)(unsafe.Pointer(&all[0])), len(all))
	for i, v := range back {
		if w := dtype.Half(i).Float32(); w == w {
			require.Equal(t, math.Float32bits(w), math.Float32bits(v))
		} else {
			require.True(t, v != v)
		}
	}
	widenBrain((*byte)(unsafe.Pointer(&back[0])), (*byte)(unsafe.Pointer(&all[0])), len(all))
	for i, v := range back {
		require.Equal(t, uint32(i)<<16, math.Float32bits(v))
	}
}

// Every other element is copied, and nothing behind the last is read or written.
func TestPackEvens(t *testing.T) {
	for _, size := range []int{4, 8} {
		for n := 32 / size; n < 70; n++ {
			for k := range 4 {
				pitch, stride := 2*n*size, (n+3)*size
				bytes := max(0, (k-1)*pitch+(2*n-1)*size)
				src := unsafe.Slice((*byte)(guarded(t, bytes, true)), bytes)
				for i := range src {
					src[i] = byte(i*7 + i/256)
				}
				dst := unsafe.Slice((*byte)(guarded(t, max(1, k)*stride, true)), max(1, k)*stride)
				for i := range dst {
					dst[i] = 0xa5
				}
				packElements(unsafe.Pointer(&dst[0]), stride, unsafe.Pointer(unsafe.SliceData(src)), 2*size, pitch, size, n, k)
				for i := range dst {
					want, line, at := byte(0xa5), i/stride, i%stride
					if line < k && at < n*size {
						want = src[line*pitch+at/size*2*size+at%size]
					}
					require.Equal(t, want, dst[i], "%d elements of %d bytes, line %d, byte %d", n, size, line, at)
				}
			}
		}
	}
}
