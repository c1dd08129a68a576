package elementwise

import (
	"math"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementary"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

var dtypesKernels = []backend.Entry{
	backend.View(ops.BroadcastTo, array.BroadcastTo),
	backend.Unary(ops.Cast, Cast),
}

// Cast returns x in out's dtype, as Go converts numbers; floats to integers saturate, and
// NaN becomes 0.
func Cast(out backend.Spec, x backend.Buffer) (backend.Buffer, error) {
	b := x.(*array.Buffer)
	return CastLoops[b.Dtype][out.Dtype].fill(out, [...]*array.Buffer{b, nil, nil})
}

// A castTable has the loop from each dtype, the first index, to each other.
type castTable [dtype.Count][dtype.Count]Loop

// CastLoops has the loop from each dtype, the first index, to each other.
var CastLoops = newCastTable()

func newCastTable() *castTable {
	c := new(castTable)
	castWhole[uint8](c, dtype.Uint8)
	castWhole[uint16](c, dtype.Uint16)
	castWhole[uint32](c, dtype.Uint32)
	castWhole[uint64](c, dtype.Uint64)
	castWhole[int8](c, dtype.Int8)
	castWhole[int16](c, dtype.Int16)
	castWhole[int32](c, dtype.Int32)
	castWhole[int64](c, dtype.Int64)
	castWhole[uint8](c, dtype.Bool) // bools are the bytes 0 and 1
	castFloat[float32](c, dtype.Float32)
	castFloat[float64](c, dtype.Float64)
	castComplex[complex64](c, dtype.Complex64)
	castComplex[complex128](c, dtype.Complex128)

	// What float32 does not hold comes to the 16-bit floats in one rounding all the same.
	castEach(c, dtype.Int32, dtype.Float16, func(v int32) dtype.Half { return dtype.HalfFromInt64(int64(v)) })
	castEach(c, dtype.Int32, dtype.BFloat16, func(v int32) dtype.Brain { return dtype.BrainFromInt64(int64(v)) })
	castEach(c, dtype.Uint32, dtype.Float16, func(v uint32) dtype.Half { return dtype.HalfFromInt64(int64(v)) })
	castEach(c, dtype.Uint32, dtype.BFloat16, func(v uint32) dtype.Brain { return dtype.BrainFromInt64(int64(v)) })
	castEach(c, dtype.Int64, dtype.Float16, dtype.HalfFromInt64)
	castEach(c, dtype.Int64, dtype.BFloat16, dtype.BrainFromInt64)
	castEach(c, dtype.Uint64, dtype.Float16, dtype.HalfFromUint64)
	castEach(c, dtype.Uint64, dtype.BFloat16, dtype.BrainFromUint64)
	castEach(c, dtype.Float64, dtype.Float16, dtype.HalfFromFloat64)
	castEach(c, dtype.Float64, dtype.BFloat16, dtype.BrainFromFloat64)

	for _, d := range dtype.Narrow.Dtypes() {
		for other := dtype.Bool; other < dtype.Count; other++ {
			c[d][other] = through32(c[dtype.Float32][other])
			if c[other][d].Run == nil {
				c[other][d] = through32(c[other][dtype.Float32])
			}
		}
	}
	castTo(c, dtype.Float16, dtype.Float32, floatsOfHalf)
	castTo(c, dtype.BFloat16, dtype.Float32, floatsOfBrain)
	castTo(c, dtype.Float32, dtype.Float16, halvesOf)
	castTo(c, dtype.Float32, dtype.BFloat16, brainsOf)
	c[dtype.Float16][dtype.BFloat16] = through32(c[dtype.Float32][dtype.Float32])
	c[dtype.BFloat16][dtype.Float16] = c[dtype.Float16][dtype.BFloat16]
	c[dtype.Float16][dtype.Float16] = Loop1(CostMove, copyLoop[uint16])
	c[dtype.BFloat16][dtype.BFloat16] = c[dtype.Float16][dtype.Float16]
	arithCasts(c)
	return c
}

func castTo[R, X array.Element](c *castTable, from, to dtype.Dtype, f func(z []R, x []X)) {
	c[from][to] = Loop1(CostMove, f)
}

func castEach[R, X array.Element](c *castTable, from, to dtype.Dtype, f func(X) R) {
	c[from][to] = Loop1(costCall, Each1(f))
}

func castWhole[X array.Integer](c *castTable, from dtype.Dtype) {
	castTo(c, from, dtype.Uint8, convertLoop[uint8, X])
	castTo(c, from, dtype.Uint16, convertLoop[uint16, X])
	castTo(c, from, dtype.Uint32, convertLoop[uint32, X])
	castTo(c, from, dtype.Uint64, convertLoop[uint64, X])
	castTo(c, from, dtype.Int8, convertLoop[int8, X])
	castTo(c, from, dtype.Int16, convertLoop[int16, X])
	castTo(c, from, dtype.Int32, convertLoop[int32, X])
	castTo(c, from, dtype.Int64, convertLoop[int64, X])
	castReal[X](c, from)
}

func castFloat[X array.Float](c *castTable, from dtype.Dtype) {
	castTo(c, from, dtype.Uint8, saturateLoop[uint8, X](0, math.MaxUint8))
	castTo(c, from, dtype.Uint16, saturateLoop[uint16, X](0, math.MaxUint16))
	castTo(c, from, dtype.Uint32, saturateLoop[uint32, X](0, math.MaxUint32))
	castTo(c, from, dtype.Uint64, saturateLoop[uint64, X](0, math.MaxInt64))
	castTo(c, from, dtype.Int8, saturateLoop[int8, X](math.MinInt8, math.MaxInt8))
	castTo(c, from, dtype.Int16, saturateLoop[int16, X](math.MinInt16, math.MaxInt16))
	castTo(c, from, dtype.Int32, saturateLoop[int32, X](math.MinInt32, math.MaxInt32))
	castTo(c, from, dtype.Int64, saturateLoop[int64, X](math.MinInt64, math.MaxInt64))
	castReal[X](c, from)
}

func castReal[X array.Real](c *castTable, from dtype.Dtype) {
	castTo(c, from, dtype.Bool, booleanLoop[X])
	castTo(c, from, dtype.Float32, convertLoop[float32, X])
	castTo(c, from, dtype.Float64, convertLoop[float64, X])
	castTo(c, from, dtype.Complex64, func(z []complex64, x []X) {
		z = z[:len(x)]
		for i, v := range x {
			z[i] = complex(float32(v), 0)
		}
	})
	castTo(c, from, dtype.Complex128, func(z []complex128, x []X) {
		z = z[:len(x)]
		for i, v := range x {
			z[i] = complex(float64(v), 0)
		}
	})
}

func castComplex[X array.Complex](c *castTable, from dtype.Dtype) {
	castTo(c, from, dtype.Bool, booleanLoop[X])
	castTo(c, from, dtype.Complex64, func(z []complex64, x []X) {
		z = z[:len(x)]
		for i, v := range x {
			z[i] = complex64(v)
		}
	})
	castTo(c, from, dtype.Complex128, func(z []complex128, x []X) {
		z = z[:len(x)]
		for i, v := range x {
			z[i] = complex128(v)
		}
	})
}

// convertLoop is Go's conversion where that is defined: not of a float to an integer.
func convertLoop[R, X array.Real](z []R, x []X) {
	z = z[:len(x)]
	for i, v := range x {
		z[i] = R(v)
	}
}

func booleanLoop[X array.Number](z []bool, x []X) {
	z = z[:len(x)]
	for i, v := range x {
		z[i] = v != 0
	}
}

// saturateLoop converts floats that int64 holds by way of it, within low and high;
// the others as elementary.SaturateInt says.
func saturateLoop[R array.Integer, X array.Float](low, high int64) func(z []R, x []X) {
	return func(z []R, x []X) {
		z = z[:len(x)]
		for i, v := range x {
			if v >= -0x1p63 && v < 0x1p63 {
				z[i] = R(max(min(int64(v), high), low))
			} else {
				z[i] = elementary.SaturateInt[R](float64(v))
			}
		}
	}
}
