package elementwise

import (
	"math"
	"sync"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/ivy/dtype"
)

// Operations on 16-bit floats are those of float32, and one rounding. For sums,
// products, quotients and square roots that is the nearest value: float32 has more
// than twice the digits and two (Figueroa, "When is double rounding innocuous?").

// wide is scratch memory for a block of each operand, and of the result, in float32.
type wide [array.MaxOperands]*array.Buffer

var wides = sync.Pool{New: func() any {
	w := new(wide)
	for k := range w {
		w[k] = Scratch(dtype.Float32, BlockLen)
	}
	return w
}}

// through32 is l, a loop of float32, for 16-bit floats: those among the operands are
// widened and the result, if it is one, is rounded. Others stay as they are.
func through32(l Loop) Loop {
	if l.Run == nil {
		return l
	}
	return Loop{Cost: l.Cost + costHalves(), Long: l.Long, Run: func(z Span, in Spans) {
		w := wides.Get().(*wide)
		narrow := dtype.Narrow.Has(z.Buffer.Dtype)
		for k, s := range in {
			if s.Buffer != nil && s.N == 1 {
				in[k] = widened(s, w[k]) // once for all blocks
			}
		}
		for lo := 0; lo < z.N; lo += BlockLen {
			hi := min(z.N, lo+BlockLen)
			part := in
			for k, s := range in {
				if s.Buffer != nil && s.N > 1 {
					part[k] = widened(s.part(lo, hi, z.N), w[k])
				}
			}
			to := z.part(lo, hi, z.N)
			if !narrow {
				l.Run(to, part)
				continue
			}
			from := Span{w[array.MaxOperands-1], 0, hi - lo}
			l.Run(from, part)
			round32(to, SpanOf[float32](from))
		}
		wides.Put(w)
	}}
}

// widened returns s as float32, in buf, if it is a 16-bit float.
func widened(s Span, buf *array.Buffer) Span {
	dst := array.Flat[float32](buf)[:s.N]
	switch s.Buffer.Dtype {
	case dtype.Float16:
		floatsOfHalf(dst, SpanOf[dtype.Half](s))
	case dtype.BFloat16:
		floatsOfBrain(dst, SpanOf[dtype.Brain](s))
	default:
		return s
	}
	return Span{buf, 0, s.N}
}

// round32 rounds x to z, a 16-bit float.
func round32(z Span, x []float32) {
	if z.Buffer.Dtype == dtype.Float16 {
		halvesOf(SpanOf[dtype.Half](z), x)
	} else {
		brainsOf(SpanOf[dtype.Brain](z), x)
	}
}

func floatsOfHalf(z []float32, x []dtype.Half) {
	if wideHalves(dtype.Float16, dtype.Float32, z, x) {
		return
	}
	z = z[:len(x)]
	for i, v := range x {
		z[i] = fromHalf(v)
	}
}

func floatsOfBrain(z []float32, x []dtype.Brain) {
	if wideHalves(dtype.BFloat16, dtype.Float32, z, x) {
		return
	}
	z = z[:len(x)]
	for i, v := range x {
		z[i] = v.Float32()
	}
}

func halvesOf(z []dtype.Half, x []float32) {
	if wideHalves(dtype.Float32, dtype.Float16, z, x) {
		return
	}
	z = z[:len(x)]
	for i, v := range x {
		z[i] = toHalf(v)
	}
}

func brainsOf(z []dtype.Brain, x []float32) {
	if wideHalves(dtype.Float32, dtype.BFloat16, z, x) {
		return
	}
	z = z[:len(x)]
	for i, v := range x {
		z[i] = dtype.BrainFromFloat32(v)
	}
}

// fromHalf returns h's value. The exponent's new bias comes by a product, which gives
// subnormal numbers theirs as well.
func fromHalf(h dtype.Half) float32 {
	u := math.Float32bits(math.Float32frombits(uint32(h&0x7fff)<<13) * 0x1p112)
	if h&0x7c00 == 0x7c00 {
		u |= 0x7f800000
	}
	return math.Float32frombits(u | uint32(h&0x8000)<<16)
}

// toHalf is dtype.HalfFromFloat32, faster.
func toHalf(f float32) dtype.Half {
	u := math.Float32bits(f)
	sign := dtype.Half(u >> 16 & 0x8000)
	u &^= 1 << 31
	if u-0x38800000 < 0x47800000-0x38800000 { // 2**-14 up to 2**16: normal numbers, and what rounds to infinity
		return sign | dtype.Half((u-112<<23+0xfff+u>>13&1)>>13)
	}
	if u < 0x38800000 {
		// The sum's last place is float16's smallest number.
		return sign | dtype.Half(math.Float32bits(math.Float32frombits(u)+0.5)-0x3f000000)
	}
	return dtype.HalfFromFloat32(f)
}

// nextNarrow returns the function for the 16-bit float next to x in the direction of
// y, which is the next in bits.
func nextNarrow[H dtype.Half | dtype.Brain](value func(H) float32) func(x, y H) H {
	return func(x, y H) H {
		v, w := value(x), value(y)
		switch {
		case v != v:
			return x
		case w != w || v == w:
			return y
		case v == 0:
			return y&0x8000 | 1
		case (w > v) == (v > 0):
			return x + 1
		}
		return x - 1
	}
}
