package gemm

import "unsafe"

// HasBytes reports whether [MultiplyBytes] has loops on this machine.
func HasBytes() bool {
	here.once.Do(here.choose)
	return here.bytes != nil
}

// PackBytes returns the k×m matrix y of int8 for [MultiplyBytes]. Neither k nor m is 0.
func PackBytes(y Matrix, k, m int) *Packed { return here.bytes.packWhole(y, k, m, nil, InOne) }

// MultiplyBytes sets the n×m int32 at z, in row-major order, to the product of x, n×k, of uint8 and y, k×m, of int8, plus a bias
// for each column. Sums wrap.
func MultiplyBytes(z unsafe.Pointer, x Matrix, y *Packed, bias *Bias, n, k, m int, split Split) {
	p := newPlan(here.bytes, m)
	p.bias = bias.pointer()
	p.result(here.bytes, z, x, Matrix{Packed: y}, n, k, m, split)
}

// MultiplyBytesWindows is [MultiplyBytes] for windows. The last axis of their columns has step 1.
func MultiplyBytesWindows(z unsafe.Pointer, x *Windows, y *Packed, bias *Bias, n, k, m int, split Split) {
	p := newPlan(here.bytes, m)
	p.bias = bias.pointer()
	p.result(here.bytes, z, p.firstOf(x, k), Matrix{Packed: y}, n, k, m, split)
}

// pointer returns where the numbers are.
func (b *Bias) pointer() unsafe.Pointer {
	if b == nil {
		return nil
	}
	return unsafe.Pointer(unsafe.SliceData(b.whole))
}
