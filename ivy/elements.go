package ivy

import (
	"iter"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// New returns an array of the standard Env with these elements in row-major order, as many as its
// shape has: of T's dtype, where T is int or uint of the default int or uint dtype, as [Asarray]
// has it of slices. Without elements they are zero, as those of make are.
func New[T Element](dims []int, data ...T) *Array {
	defer blame("New")
	check(shape.Check(dims, dtypeOf[T]().Size()))
	n := shape.Size(dims)
	if len(data) == 0 && n > 0 {
		check(std.CheckSize(n, dtypeOf[T]().Size()))
		data = make([]T, n)
	}
	if len(data) != n {
		check(errorf(ErrShape, "%d elements for shape %s, want %d", len(data), shape.Text(dims), n))
	}
	z, err := std.fromGo(std.now.Load(), nil, data, dtype.Invalid)
	check(err)
	if len(dims) == 1 {
		return z
	}
	b, err := z.be.reshape(z.buf, z.dtype, dims)
	check(err)
	return wrapBuffer(std, z.be, b, z.dtype, dims)
}

// At returns the element at an index, one number for each axis, as a value of its Go type: a
// float32, a [Half], …. A negative number counts from the end of its axis. An index of another
// length, or out of range, is an error of kind ErrIndex.
func (a *Array) At(index ...int) any {
	defer blame("At")
	return goValue(a.elementAt(index), a.dtype)
}

// goValue returns v, an element of dtype d, as d's Go type.
func goValue(v backend.Scalar, d Dtype) any {
	switch d {
	case Bool:
		return v.Bool()
	case Uint8:
		return uint8(v.Uint64())
	case Uint16:
		return uint16(v.Uint64())
	case Uint32:
		return uint32(v.Uint64())
	case Uint64:
		return v.Uint64()
	case Int8:
		return int8(v.Int64())
	case Int16:
		return int16(v.Int64())
	case Int32:
		return int32(v.Int64())
	case Int64:
		return v.Int64()
	case BFloat16:
		return brainOf(v)
	case Float16:
		return halfOf(v)
	case Float32:
		return float32(v.Float64())
	case Float64:
		return v.Float64()
	case Complex64:
		return complex64(v.Complex128())
	default:
		return v.Complex128()
	}
}

// At returns the element of x at an index, which T must hold as [Values] says; see [Array.At].
func At[T Element](x *Array, index ...int) T {
	defer blame("At")
	v := x.elementAt(index)
	var z [1]T
	d, err := elementOf[T](x.dtype)
	check(err)
	check(putScalar(rawBytes(z[:]), d, v))
	return z[0]
}

// SetAt writes v, a number or an array of one element, to the element at an index, which is as that of
// [Array.At]. v goes into a's dtype as that of [Env.SetItem] does: an integer takes no float.
func (a *Array) SetAt(v any, index ...int) {
	defer blame("SetAt")
	at, err := a.position(index)
	check(err)
	if n, d, ok := backend.ScalarOf(v); ok && d == dtype.Invalid {
		if data := a.ownMemory(at); data != nil {
			check(assignable(a, n))
			check(putScalar(data, a.dtype, n))
			return
		}
	}
	a.home().SetItem(a, v, keyAt(at)...)
}

// position returns an index of as many numbers as a has axes, none of them negative.
func (a *Array) position(index []int) ([]int, error) {
	if err := a.usable(); err != nil {
		return nil, err
	}
	if len(index) != len(a.shape) {
		return nil, errorf(ErrIndex, "%d indices for shape %s, want %d", len(index), shape.Text(a.shape), len(a.shape))
	}
	at := index
	for axis, i := range index {
		n := a.shape[axis]
		if i < -n || i >= n {
			return nil, &backend.IndexError{Index: i, Axis: axis, Len: n}
		}
		if i < 0 {
			if &at[0] == &index[0] { // the caller's
				at = slices.Clone(index)
			}
			at[axis] += n
		}
	}
	return at, nil
}

// elementAt returns the element at an index as a scalar.
func (a *Array) elementAt(index []int) backend.Scalar {
	at, err := a.position(index)
	check(err)
	b := a.buffer()
	if data := a.memoryAt(b, at); data != nil {
		return getScalar(data, a.dtype)
	}
	return a.home().GetItem(a, keyAt(at)...).scalar("At")
}

// keyAt returns a position as a key of [Env.GetItem].
func keyAt(at []int) []any {
	key := make([]any, len(at))
	for i, k := range at {
		key[i] = k
	}
	return key
}

// memoryAt returns the memory of b from the element at a position on, if that is Go's, else nil.
func (a *Array) memoryAt(b backend.Buffer, at []int) []byte {
	if _, ok := a.be.Backend.(backend.Allocator); !ok {
		return nil
	}
	data, offset, strides, ok := a.be.Backend.(backend.Exposer).Expose(b)
	if !ok {
		return nil
	}
	for i, k := range at {
		offset += k * strides[i]
	}
	size := a.dtype.Size()
	return data[offset*size : (offset+1)*size]
}

// ownMemory is memoryAt for a write.
func (a *Array) ownMemory(at []int) []byte {
	if _, ok := a.be.Backend.(backend.Allocator); !ok {
		return nil
	}
	check(a.own())
	return a.memoryAt(a.buffer(), at)
}

// Row returns the ith element of a's first axis, for a matrix its ith row: a view of a, through
// which a is written to. A negative i counts from the end. An array without axes, and an i that is out of range, are
// errors of kind ErrIndex.
func (a *Array) Row(i int) *Array {
	defer blame("Row")
	check(a.usable())
	if len(a.shape) == 0 {
		check(errorf(ErrIndex, "an array without axes has no rows"))
	}
	return a.home().GetItem(a, i)
}

// Rows returns an iterator over a's first axis: for a matrix the numbers of its rows, and the
// rows. They are views of a, through which a is written to. An array without axes is an error of kind ErrIndex.
func (a *Array) Rows() iter.Seq2[int, *Array] {
	defer blame("Rows")
	return a.along(0)
}

// Along is [Array.Rows] over another axis, which counts from the end if it is negative: over axis 1 of a matrix, the columns.
func (a *Array) Along(axis int) iter.Seq2[int, *Array] {
	defer blame("Along")
	return a.along(axis)
}

func (a *Array) along(axis int) iter.Seq2[int, *Array] {
	check(a.usable())
	axis, err := shape.Axis(axis, len(a.shape))
	check(err)
	return func(yield func(int, *Array) bool) {
		key := make([]any, axis+1)
		for i := range axis {
			key[i] = Colon
		}
		for i := range a.shape[axis] {
			key[axis] = i
			if !yield(i, a.Get(key...)) {
				return
			}
		}
	}
}

// Elements returns an iterator over the elements of x in row-major order, which T must hold as
// [Values] says. They are read block by block: what a loop writes into x may be seen by it, or not.
func Elements[T Element](x *Array) iter.Seq[T] {
	defer blame("Elements")
	check(x.usable())
	_, err := elementOf[T](x.dtype)
	check(err)
	return func(yield func(T) bool) {
		for block := range x.blocks() {
			for _, v := range elementsOf[T](block) {
				if !yield(v) {
					return
				}
			}
		}
	}
}

// elementsOf is Values for [Elements]. That recovers no panic of the loop's body.
func elementsOf[T Element](block *Array) []T {
	defer blame("Elements")
	values, err := extract[T](block)
	check(err)
	return values
}

// blockElements is about how many elements are read at a time.
const blockElements = 1 << 14

// blocks returns views of a that follow each other in row-major order, of a few elements each.
func (a *Array) blocks() iter.Seq[*Array] {
	return func(yield func(*Array) bool) { a.eachBlock(yield) }
}

func (a *Array) eachBlock(yield func(*Array) bool) bool {
	size := shape.Size(a.shape)
	switch {
	case size == 0:
		return true
	case size <= blockElements:
		return yield(a)
	}
	n, row := a.shape[0], size/a.shape[0]
	if row > blockElements {
		for i := range n {
			if !a.home().GetItem(a, i).eachBlock(yield) {
				return false
			}
		}
		return true
	}
	for i, step := 0, blockElements/row; i < n; i += step {
		if !yield(a.home().GetItem(a, Slice(i, min(i+step, n)))) {
			return false
		}
	}
	return true
}
