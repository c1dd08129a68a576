package product

import (
	"math"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

const (
	// longChannel is how many elements of a channel side by side are worth a loop of their own.
	longChannel = 32

	// streamed is how many elements are normalized at a time before non-temporal stores copy them, from the L1 cache.
	streamed = 1 << 10
)

// takesChannels reports whether normalizeChannels takes operands of these shapes.
func takesChannels(out backend.Spec, _ [][]int, attrs backend.LayerAttrs) bool {
	a := attrs.(backend.NormalizationAttrs)
	return (out.Dtype == dtype.Float32 || out.Dtype == dtype.Float64) && shape.Size(out.Shape[a.Axis+1:]) >= longChannel
}

// normalizeChannels does in one pass what BatchNorm's steps do, with the same roundings.
func normalizeChannels(out backend.Spec, xs []backend.Buffer, a backend.NormalizationAttrs) (result backend.Buffer, err error) {
	defer array.CatchShortage(&result, &err)
	bs, err := array.CompactAll(out.Stop, xs)
	if err != nil {
		return nil, err
	}
	z, stream, err := array.NewStreamed(out)
	if err != nil {
		return nil, err
	}
	if z.Dtype == dtype.Float32 {
		normalizeRows[float32](out.Stop, z, stream, bs, a)
	} else {
		normalizeRows[float64](out.Stop, z, stream, bs, a)
	}
	return z, nil
}

func normalizeRows[T float32 | float64](stop *backend.Stop, z *array.Buffer, stream bool, bs []*array.Buffer, a backend.NormalizationAttrs) {
	channels, row := z.Shape[a.Axis], shape.Size(z.Shape[a.Axis+1:])
	to, from := array.Flat[T](z), array.Flat[T](bs[0])
	means, rest := array.Flat[T](bs[1]), bs[3:]
	factors, offsets := array.Temporary[T](channels), array.Temporary[T](channels)
	if setFactors(factors, bs, a); a.Scale {
		rest = rest[1:]
	}
	for i := range offsets {
		offsets[i] = T(math.Copysign(0, -1)) // which adds nothing, not even to −0
	}
	if a.Offset {
		offsets = array.Flat[T](rest[0])
	}
	const nanoseconds = 0.2 // of an element
	array.Split(stop, z.Len()/row, nanoseconds*float64(row), func(lo, hi int) {
		var block [streamed]T
		for i := lo; i < hi; i++ {
			c := i % channels
			z, x := to[i*row:(i+1)*row], from[i*row:(i+1)*row]
			if !stream {
				simd.Normalize(z, x, means[c], factors[c], offsets[c])
				continue
			}
			for len(z) > 0 {
				part := block[:min(len(block), len(z))]
				simd.Normalize(part, x[:len(part)], means[c], factors[c], offsets[c])
				simd.Stream(rawBytes(z[:len(part)]), rawBytes(part))
				z, x = z[len(part):], x[len(part):]
			}
		}
		if stream {
			simd.Fence()
		}
	})
}

// setFactors sets the factor of each channel: the scale, if there is one, over the root of the variance and a.Eps.
func setFactors[T float32 | float64](factors []T, bs []*array.Buffer, a backend.NormalizationAttrs) {
	for i, v := range array.Flat[T](bs[2]) {
		factors[i] = 1 / T(math.Sqrt(float64(v+T(a.Eps)))) // √ in float64 rounds to that in float32
	}
	if a.Scale {
		for i, v := range array.Flat[T](bs[3]) {
			factors[i] *= v
		}
	}
}

// ChannelFactors returns by what a node of NormalizeChannels, of float32, multiplies what is less the mean: bs are its operands, of which the first is not looked
// at, and the others are contiguous.
func ChannelFactors(bs []*array.Buffer, a backend.NormalizationAttrs) (*array.Buffer, error) {
	z, err := array.NewResult(backend.Spec{Dtype: dtype.Float32, Shape: bs[2].Shape})
	if err == nil {
		setFactors(array.Flat[float32](z), bs, a)
	}
	return z, err
}

// rawBytes returns the memory of s, which is not empty.
func rawBytes[T array.Element](s []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), len(s)*int(unsafe.Sizeof(s[0])))
}
