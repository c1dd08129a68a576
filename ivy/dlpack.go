package ivy

import (
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"unsafe"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// A DLTensor is an array as the DLPack protocol describes one (dlpack.h, DLTensor): its
// elements in memory that its owner keeps.
type DLTensor struct {
	Data       []byte // the block that the elements lie in
	ByteOffset int    // of the first element
	Device     [2]int // DLDeviceType and device_id: {1, 0} is the CPU
	Code       uint8  // DLDataTypeCode: 0 int, 1 uint, 2 float, 4 bfloat, 5 complex, 6 bool
	Bits       uint8
	Lanes      uint16 // 1
	Shape      []int
	Strides    []int // in elements
	Owner      any   // what keeps the memory of Data, if that is not Go's: hold it as long as Data
	InGo       bool  // Data is Go's memory, and the array's own: to hold Data is enough
}

// Extent returns where the elements lie: n bytes, the first of them lo bytes after the
// first element, which with negative strides is not the first in memory. ok is false if
// no memory is that large, or a length is negative.
func (t *DLTensor) Extent() (lo, n int, ok bool) {
	size := (int(t.Bits)*int(t.Lanes) + 7) / 8
	if shape.Check(t.Shape, size) != nil || t.Strides != nil && len(t.Strides) != len(t.Shape) {
		return 0, 0, false
	}
	strides := t.Strides
	if strides == nil {
		strides = shape.Strides(t.Shape)
	}
	hi := 0
	for i, d := range t.Shape {
		if d == 0 {
			return 0, 0, true
		}
		most, span := bits.Mul64(uint64(d-1), uint64(max(strides[i], -strides[i])))
		if most != 0 || span > math.MaxInt/16/uint64(max(size, 1))/uint64(len(t.Shape)) {
			return 0, 0, false
		}
		if strides[i] < 0 {
			lo -= int(span)
		} else {
			hi += int(span)
		}
	}
	return lo * size, (hi - lo + 1) * size, true
}

// A DLPacker hands out its elements by the DLPack protocol.
type DLPacker interface {
	DLPack() *DLTensor
	DLPackDevice() [2]int
}

var _ DLPacker = (*Array)(nil)

var dlCodes = map[dtype.Kind]uint8{dtype.KindInt: 0, dtype.KindUint: 1, dtype.KindFloat: 2, dtype.KindComplex: 5, dtype.KindBool: 6}

// DLPackDevice returns DLPack's device type and number: {1, 0} for the CPU.
func (a *Array) DLPackDevice() [2]int { a.known("DLPackDevice"); return [2]int{1, 0} }

// DLPack returns the elements of a. If its backend's memory can be seen they are
// shared: a write to one is seen in the other. Else they are copied, and so is what goes
// backwards along an axis, as importers take no negative strides. On torch a view of at
// most 512 bytes is a copy: it shares the copy's elements, not the array's. It may be called while
// other goroutines read the array, or call DLPack too.
func (a *Array) DLPack() *DLTensor {
	defer blame("DLPack")
	t := a.outlined()
	if a.expose(t) {
		return t
	}
	data, err := a.bytes()
	check(err)
	t.Data, t.Strides = data, shape.Strides(a.shape)
	return t
}

// DLPackView is DLPack without a copy, or an error of kind ErrValue where there is a need of
// one. The memory of the backend tensorflow is shared by arrays that know nothing of each
// other: what imports it must not write to it.
func (a *Array) DLPackView() *DLTensor {
	defer blame("DLPackView")
	t := a.outlined()
	if a.expose(t) {
		return t
	}
	x, ok := a.be.Backend.(backend.Sharer)
	if !ok {
		panic(wrap("", a.be, errorf(ErrValue, "these elements are handed out by copying alone")))
	}
	a.borrowed()
	data, owner, err := x.Share(a.buffer())
	check(err)
	t.Data, t.Strides, t.Owner = data, shape.Strides(a.shape), owner
	return t
}

// outlined returns what DLPack says of a, without its elements.
func (a *Array) outlined() *DLTensor {
	check(a.usable())
	check(a.refuseTracked())
	t := &DLTensor{Device: a.DLPackDevice(), Code: dlCodes[a.dtype.Kind()], Bits: uint8(a.dtype.Size() * 8), Lanes: 1, Shape: a.Shape()}
	if a.dtype == BFloat16 {
		t.Code = 4
	}
	return t
}

// expose gives t the memory of a's elements, which others may write to, if there is such.
func (a *Array) expose(t *DLTensor) bool {
	if x, ok := a.be.Backend.(backend.Exposer); ok {
		a.borrowed()
		check(a.ownShared())
		b := a.buffer()
		if data, offset, strides, ok := x.Expose(b); ok {
			if strides, ok = forward(t.Shape, strides); ok {
				t.Data, t.ByteOffset, t.Strides, t.Owner = data, offset*a.dtype.Size(), strides, b
				_, t.InGo = a.be.Backend.(backend.Allocator)
				return true
			}
		}
	}
	return false
}

// forward returns strides with those of axes that are never stepped along made not
// negative. ok is false if others are.
func forward(dims, strides []int) (_ []int, ok bool) {
	empty := shape.Size(dims) == 0
	for i, st := range strides {
		switch {
		case st >= 0:
		case empty:
			return shape.Strides(dims), true
		case dims[i] > 1:
			return nil, false
		default:
			strides = slices.Clone(strides)
			strides[i] = 1
		}
	}
	return strides, true
}

// imported returns what x hands out, its dtype and its strides.
func imported(x DLPacker) (t *DLTensor, d Dtype, strides []int, err error) {
	t = x.DLPack()
	if t == nil || t.Device != [2]int{1, 0} {
		return nil, d, nil, errorf(ErrDevice, "DLPack data that is not on the CPU")
	}
	for _, c := range AllDtypes() {
		code := dlCodes[c.Kind()]
		if c == BFloat16 {
			code = 4
		}
		if code == t.Code && c.Size()*8 == int(t.Bits) && t.Lanes == 1 {
			d = c
		}
	}
	if d == dtype.Invalid {
		return nil, d, nil, errorf(ErrDtype, "DLPack type code %d of %d bits and %d lanes is no dtype", t.Code, t.Bits, t.Lanes)
	}
	if err := shape.Check(t.Shape, d.Size()); err != nil {
		return nil, d, nil, err
	}
	if strides = t.Strides; strides == nil {
		strides = shape.Strides(t.Shape)
	}
	if len(strides) != len(t.Shape) {
		return nil, d, nil, errorf(ErrShape, "%d strides for shape %s", len(strides), shape.Text(t.Shape))
	}
	return t, d, strides, nil
}

// adopt returns an array of the elements that x hands out, in their memory. It is Go's, and be's is too.
func (e *Env) adopt(be *engine, x DLPacker) (*Array, error) {
	t, d, strides, err := imported(x)
	if err != nil {
		return nil, err
	}
	a, ok := be.Backend.(backend.Allocator)
	if !ok || !t.InGo {
		return nil, errorf(ErrValue, "foreign memory is copied")
	}
	if err := be.valid(d); err != nil {
		return nil, err
	}
	lo, n, ok := t.Extent()
	size := d.Size()
	switch {
	case !ok || t.ByteOffset < 0 || t.ByteOffset+lo < 0 || t.ByteOffset+lo+n > len(t.Data):
		return nil, errorf(ErrValue, "DLPack strides lead out of the data")
	case t.ByteOffset%size != 0 || uintptr(unsafe.Pointer(unsafe.SliceData(t.Data)))%uintptr(d.Component().Size()) != 0:
		return nil, errorf(ErrValue, "DLPack data that is not aligned is copied")
	case n == 0:
		return e.fromDLPack(be, x, d)
	}
	z := newArray(e, be, d)
	z.setShape(t.Shape)
	z.buf = a.Adopt(e.spec(z), t.Data, t.ByteOffset/size, strides)
	z.borrowed()
	return z, nil
}

// fromDLPack returns a copy of the elements that x hands out.
func (e *Env) fromDLPack(be *engine, x DLPacker, want Dtype) (*Array, error) {
	t, d, strides, err := imported(x)
	if err != nil {
		return nil, err
	}
	size, n := d.Size(), shape.Size(t.Shape)
	if err := e.CheckSize(n, size); err != nil {
		return nil, err
	}
	data := newBytes(n * size)
	index := make([]int, len(t.Shape))
	for i := range n {
		at := t.ByteOffset
		for k, v := range index {
			at += v * strides[k] * size
		}
		if at < 0 || at+size > len(t.Data) {
			return nil, errorf(ErrValue, "DLPack strides lead out of the data")
		}
		copy(data[i*size:(i+1)*size], t.Data[at:])
		for k := len(index) - 1; k >= 0; k-- {
			if index[k]++; index[k] < t.Shape[k] {
				break
			}
			index[k] = 0
		}
	}
	runtime.KeepAlive(t) // its Owner keeps its data
	return e.fromBytes(e.now.Load(), be, d, slices.Clone(t.Shape), data, want)
}

func (e *Env) fromDlpack(x any, opts []Option) *Array {
	var o options
	check(o.parse(ops.FromDlpack, opts))
	s := e.now.Load()
	check(s.be.onDevice(get(opts, Device(""))))
	if a, _, ok := standsFor(x); ok {
		check(a.usable())
		if a.be == s.be {
			if !get(opts, Copy(true)) {
				return e.GetItem(a)
			}
			return e.CopyArray(a)
		}
		if !get(opts, Copy(true)) {
			check(errorf(ErrValue, "an array of %s comes to %s by copying alone", a.be.name, s.be.name))
		}
		z, err := a.to(s.be)
		check(err)
		return z
	}
	p, ok := x.(DLPacker)
	if !ok {
		what := fmt.Sprintf("a %T", x)
		if _, ok := x.(backend.Scalar); ok {
			what = "a number"
		}
		check(errorf(ErrValue, "%s does not hand out its elements by DLPack", what))
	}
	if !get(opts, Copy(true)) {
		z, err := e.adopt(s.be, p)
		check(err)
		return z
	}
	z, err := e.fromDLPack(s.be, p, dtype.Invalid)
	check(err)
	return z
}
