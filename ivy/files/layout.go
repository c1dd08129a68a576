package files

import (
	"encoding/binary"
	"io"
)

// scratchSize is what a conversion holds of the file at a time. It is a
// multiple of every element's size and small enough for a core's cache.
const scratchSize = 256 << 10

// A layout is how a file's data differs from little-endian C order.
type layout struct {
	width   int   // bytes of an element
	swap    int   // bytes of the numbers that are big-endian (a complex has two), or 0
	truth   bool  // bytes other than 0 become 1
	fortran []int // the dimensions other than 1, of data in Fortran order; nil for C order
}

// fortranShape returns the dimensions that make a difference between Fortran
// and C order, nil when none does.
func fortranShape(shape []int) []int {
	var dims []int
	for _, d := range shape {
		if d == 0 {
			return nil
		}
		if d != 1 {
			dims = append(dims, d)
		}
	}
	if len(dims) < 2 {
		return nil
	}
	return dims
}

// fill reads len(dst) bytes from r and leaves them in dst in little-endian C order.
func (l *layout) fill(dst []byte, r io.Reader) error {
	if len(dst) == 0 {
		return nil
	}
	if l.fortran != nil {
		return l.transpose(dst, r)
	}
	if l.swap == 0 && !l.truth {
		_, err := io.ReadFull(r, dst)
		return err
	}
	for len(dst) > 0 {
		part := dst[:min(len(dst), scratchSize)]
		if _, err := io.ReadFull(r, part); err != nil {
			return err
		}
		l.convert(part)
		dst = dst[len(part):]
	}
	return nil
}

// convert changes the bytes of whole elements in place.
func (l *layout) convert(b []byte) {
	reverse(b, l.swap)
	if l.truth {
		normalize(b)
	}
}

// reverse turns the byte order of every number of that width.
func reverse(b []byte, width int) {
	switch width {
	case 2:
		for ; len(b) >= 2; b = b[2:] {
			binary.LittleEndian.PutUint16(b, binary.BigEndian.Uint16(b))
		}
	case 4:
		for ; len(b) >= 4; b = b[4:] {
			binary.LittleEndian.PutUint32(b, binary.BigEndian.Uint32(b))
		}
	case 8:
		for ; len(b) >= 8; b = b[8:] {
			binary.LittleEndian.PutUint64(b, binary.BigEndian.Uint64(b))
		}
	}
}

// normalize makes every byte other than 0 a 1.
func normalize(b []byte) {
	for i, v := range b {
		if v > 1 {
			b[i] = 1
		}
	}
}

// transpose reads Fortran order, in which the first axis varies fastest, and
// writes C order. The file is read once from front to back. A fibre is a run
// along the first axis; as many of them as are neighbours on the second axis
// and fit the scratch are placed together, so that for a matrix whole rows'
// parts are written, not single elements.
func (l *layout) transpose(dst []byte, r io.Reader) error {
	dims := l.fortran
	strides := make([]int, len(dims)) // of dst, in bytes
	step := l.width
	for i := len(dims) - 1; i >= 0; i-- {
		strides[i] = step
		step *= dims[i]
	}
	scratch := make([]byte, min(len(dst), scratchSize))
	index := make([]int, len(dims)) // of the first element not yet read
	base := 0                       // where it belongs in dst
	for left := len(dst) / l.width; left > 0; {
		fit := len(scratch) / l.width
		long, fibres := dims[0], 1
		if index[0] > 0 || long > fit {
			long = min(dims[0]-index[0], fit)
		} else {
			fibres = min(dims[1]-index[1], fit/long)
		}
		src := scratch[:long*fibres*l.width]
		if _, err := io.ReadFull(r, src); err != nil {
			return err
		}
		l.convert(src)
		scatter(dst[base:], src, long, fibres, strides[0], strides[1], l.width)
		left -= long * fibres

		axis := 0
		if index[0]+long == dims[0] {
			base -= index[0] * strides[0]
			index[0] = 0
			index[1] += fibres
			base += fibres * strides[1]
			axis = 1
		} else {
			index[0] += long
			base += long * strides[0]
		}
		for ; axis > 0 && axis < len(dims)-1 && index[axis] == dims[axis]; axis++ {
			base -= index[axis] * strides[axis]
			index[axis] = 0
			index[axis+1]++
			base += strides[axis+1]
		}
	}
	return nil
}

// scatter writes element i of fibre k to dst[i*along+k*across].
func scatter(dst, src []byte, long, fibres, along, across, width int) {
	for i := range long {
		from, to := i*width, i*along
		switch width {
		case 1:
			for range fibres {
				dst[to] = src[from]
				from += long
				to += across
			}
		case 2:
			for range fibres {
				binary.LittleEndian.PutUint16(dst[to:], binary.LittleEndian.Uint16(src[from:]))
				from += long * 2
				to += across
			}
		case 4:
			for range fibres {
				binary.LittleEndian.PutUint32(dst[to:], binary.LittleEndian.Uint32(src[from:]))
				from += long * 4
				to += across
			}
		case 8:
			for range fibres {
				binary.LittleEndian.PutUint64(dst[to:], binary.LittleEndian.Uint64(src[from:]))
				from += long * 8
				to += across
			}
		default:
			for range fibres {
				copy(dst[to:to+width], src[from:from+width])
				from += long * width
				to += across
			}
		}
	}
}
