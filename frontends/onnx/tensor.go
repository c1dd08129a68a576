package onnx

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"os"
	"slices"
	"strconv"

	"github.com/goivy/goivy/internal/filemap"
	"github.com/goivy/goivy/ivy"
)

// A constant is a tensor of the file: an initializer, or the value of a Constant.
type constant struct {
	name  string
	elem  elem
	shape []int
	data  []byte // in row-major order, as this machine has elements of the elem's dtype
	alike bool   // data is one element: all are that one
	from  *tensorProto
}

// shapeOf returns the lengths of dims and their product, which has to be below what an int counts.
func shapeOf(dims []int64) ([]int, int, error) {
	shape, size := make([]int, len(dims)), uint64(1)
	if len(dims) > mostAxes {
		return nil, 0, fmt.Errorf("%d axes, at most %d are possible", len(dims), mostAxes)
	}
	for i, d := range dims {
		if d < 0 || d > math.MaxInt {
			return nil, 0, fmt.Errorf("an axis of length %d", d)
		}
		var over uint64
		if over, size = bits.Mul64(size, uint64(d)); over != 0 || size > math.MaxInt/16 {
			return nil, 0, fmt.Errorf("a shape of %v, which is too large", dims)
		}
		shape[i] = int(d)
	}
	return shape, int(size), nil
}

const mostAxes = 32

// outside reads external data, in the folder of the model alone.
type outside struct {
	maps map[string][]byte
	read func(name string) ([]byte, error)
}

// bytes returns the bytes that the entries of a tensor name.
func (o *outside) bytes(t *tensorProto, want int) ([]byte, error) {
	if o.read == nil {
		return nil, fmt.Errorf("its data is in the file %q, and a reader has no folder (open the model by its path)", t.external["location"])
	}
	name := t.external["location"]
	data, ok := o.maps[name]
	if !ok {
		var err error
		if data, err = o.read(name); err != nil {
			return nil, err
		}
		o.maps[name] = data
	}
	offset, length := int64(0), int64(want)
	for key, to := range map[string]*int64{"offset": &offset, "length": &length} {
		text, ok := t.external[key]
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("external data with the %s %q", key, text)
		}
		*to = n
	}
	if offset > int64(len(data)) || length > int64(len(data))-offset {
		return nil, fmt.Errorf("external data from byte %d to %d of %q, which has %d", offset, offset+length, name, len(data))
	}
	return data[offset : offset+length], nil
}

// readInFolder returns a function that reads files of a folder, none outside of it.
func readInFolder(dir string) func(name string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		root, err := os.OpenRoot(dir)
		if err != nil {
			return nil, err
		}
		defer root.Close()
		f, err := root.Open(name)
		if err != nil {
			return nil, fmt.Errorf("external data: %w", err)
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return nil, err
		}
		if !info.Mode().IsRegular() {
			return nil, fmt.Errorf("external data: %q is no file", name)
		}
		return filemap.Read(f)
	}
}

// constant checks a tensor; its elements are read when they are asked for.
func (o *outside) constant(t *tensorProto) (*constant, error) {
	shape, size, err := shapeOf(t.dims)
	if err != nil {
		return nil, err
	}
	if !t.elem.known() {
		return nil, fmt.Errorf("elements of type %v", t.elem)
	}
	c := &constant{name: t.name, elem: t.elem, shape: shape, from: t}
	raw := t.raw
	if t.outside {
		if raw, err = o.bytes(t, (size*elems[t.elem].bits+7)/8); err != nil {
			return nil, err
		}
	}
	if raw != nil {
		c.data, err = fromRaw(t.elem, raw, size)
	} else {
		c.data, err = fromFields(t, size)
	}
	return c, err
}

// fromRaw returns size elements of raw_data in this machine's order, as they are wherever that is possible.
func fromRaw(t elem, raw []byte, size int) ([]byte, error) {
	info := elems[t]
	if want := (size*info.bits + 7) / 8; len(raw) != want {
		return nil, fmt.Errorf("%d bytes for %d elements of type %v, want %d", len(raw), size, t, want)
	}
	width := info.dtype.Size()
	switch {
	case info.bits < 8 || info.small != nil:
		return widened(t, raw, size), nil
	case t == elemBool:
		for i, b := range raw {
			if b > 1 { // no bool of Go's
				raw = append([]byte(nil), raw...)
				for ; i < len(raw); i++ {
					raw[i] = min(raw[i], 1)
				}
				break
			}
		}
		return raw, nil
	}
	if width > 1 && binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		step := width
		if info.dtype.IsComplex() {
			step /= 2
		}
		raw = append([]byte(nil), raw...)
		for i := 0; i < len(raw); i += step {
			for a, b := i, i+step-1; a < b; a, b = a+1, b-1 {
				raw[a], raw[b] = raw[b], raw[a]
			}
		}
	}
	return raw, nil
}

// widened returns elements of less than 8 bits, the first in the lowest bits of a byte, or of small floats, in the dtype that holds them.
func widened(t elem, raw []byte, size int) []byte {
	info := elems[t]
	out := make([]byte, 0, size*info.dtype.Size())
	least, _, isInt := t.isSmallInt()
	for i := range size {
		at := i * info.bits
		b := raw[at/8] >> (at % 8) & byte(1<<info.bits-1)
		switch {
		case !isInt:
			out = binary.NativeEndian.AppendUint32(out, math.Float32bits(info.small.decode(b, info.bits)))
		case least < 0 && b>>(info.bits-1) == 1:
			out = append(out, b|^byte(1<<info.bits-1))
		default:
			out = append(out, b)
		}
	}
	return out
}

// fromFields returns the elements of a tensor that has no raw_data.
func fromFields(t *tensorProto, size int) ([]byte, error) {
	info := elems[t.elem]
	count := func(n int) error {
		if n != size {
			return fmt.Errorf("%d elements of type %v for a shape of %v", n, t.elem, t.dims)
		}
		return nil
	}
	native := binary.NativeEndian
	switch t.elem {
	case elemFloat, elemComplex64:
		b, err := fromRaw(elemFloat, t.floats, len(t.floats)/4)
		if err != nil {
			return nil, err
		}
		return b, count(len(b) / info.dtype.Size())
	case elemDouble, elemComplex128:
		b, err := fromRaw(elemDouble, t.doubles, len(t.doubles)/8)
		if err != nil {
			return nil, err
		}
		return b, count(len(b) / info.dtype.Size())
	case elemInt64:
		out := make([]byte, 0, 8*len(t.ints64))
		for _, v := range t.ints64 {
			out = native.AppendUint64(out, uint64(v))
		}
		return out, count(len(t.ints64))
	case elemUint64, elemUint32:
		var out []byte
		for _, v := range t.uints64 {
			if t.elem == elemUint64 {
				out = native.AppendUint64(out, v)
			} else {
				out = native.AppendUint32(out, uint32(v))
			}
		}
		return out, count(len(t.uints64))
	}
	if info.bits < 8 || info.small != nil {
		raw := make([]byte, len(t.ints32))
		for i, v := range t.ints32 {
			raw[i] = byte(v)
		}
		if len(raw) != (size*info.bits+7)/8 {
			return nil, count(len(raw) * 8 / info.bits)
		}
		return widened(t.elem, raw, size), nil
	}
	var out []byte
	for _, v := range t.ints32 {
		switch info.dtype.Size() {
		case 1:
			if t.elem == elemBool && v != 0 {
				v = 1
			}
			out = append(out, byte(v))
		case 2:
			out = native.AppendUint16(out, uint16(v))
		default:
			out = native.AppendUint32(out, uint32(v))
		}
	}
	return out, count(len(t.ints32))
}

// array returns the constant on an Env.
func (c *constant) array(e *ivy.Env) *ivy.Array { return e.FromBytes(c.elem.dtype(), c.shape, c.data) }

// floats returns the elements of a constant of float32 or float64 as float32, of others none.
func (c *constant) floats() []float32 {
	var zs []float32
	switch c.elem {
	case elemFloat:
		zs = make([]float32, len(c.data)/4)
		for i := range zs {
			zs[i] = math.Float32frombits(binary.NativeEndian.Uint32(c.data[4*i:]))
		}
	case elemDouble:
		zs = make([]float32, len(c.data)/8)
		for i := range zs {
			zs[i] = float32(math.Float64frombits(binary.NativeEndian.Uint64(c.data[8*i:])))
		}
	}
	if c.alike {
		return slices.Repeat(zs, product(c.shape))
	}
	return zs
}

// ofFloats returns a constant of float32.
func ofFloats(shape []int, zs []float32) *constant {
	data := make([]byte, 0, 4*len(zs))
	for _, v := range zs {
		data = binary.NativeEndian.AppendUint32(data, math.Float32bits(v))
	}
	return &constant{elem: elemFloat, shape: shape, data: data}
}

// dense returns the tensor that a sparse one stands for: zeros, but for the values at indices, either flat or one row for each value.
func (o *outside) dense(s *sparseProto) (*constant, error) {
	if s.values == nil || s.indices == nil {
		return nil, fmt.Errorf("a sparse tensor without values or indices")
	}
	values, err := o.constant(s.values)
	if err != nil {
		return nil, err
	}
	indices, err := o.constant(s.indices)
	if err != nil {
		return nil, err
	}
	shape, size, err := shapeOf(s.dims)
	if err != nil {
		return nil, err
	}
	width := values.elem.dtype().Size()
	if size > mostSparse/width {
		return nil, fmt.Errorf("a sparse tensor of %d elements, at most %d bytes are possible", size, mostSparse)
	}
	n := len(values.data) / width
	if indices.elem != elemInt64 || len(values.shape) != 1 || len(indices.shape) == 0 || indices.shape[0] != n || len(indices.shape) > 2 ||
		len(indices.shape) == 2 && indices.shape[1] != len(shape) {
		return nil, fmt.Errorf("a sparse tensor of shape %v with %d values and indices of shape %v", shape, n, indices.shape)
	}
	c := &constant{name: values.name, elem: values.elem, shape: shape, data: make([]byte, size*width), from: s.values}
	for i := range n {
		at := uint64(0)
		if len(indices.shape) == 1 {
			at = binary.NativeEndian.Uint64(indices.data[8*i:])
		} else {
			for k, d := range shape {
				x := binary.NativeEndian.Uint64(indices.data[8*(i*len(shape)+k):])
				if x >= uint64(d) {
					return nil, fmt.Errorf("a sparse tensor of shape %v with an index %d along axis %d", shape, int64(x), k)
				}
				at = at*uint64(d) + x
			}
		}
		if at >= uint64(size) {
			return nil, fmt.Errorf("a sparse tensor of %d elements with an index %d", size, int64(at))
		}
		copy(c.data[int(at)*width:][:width], values.data[i*width:])
	}
	return c, nil
}

// mostSparse is how many bytes a sparse tensor may become: a file of a few bytes may name any shape.
const mostSparse = 1 << 28
