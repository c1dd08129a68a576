package native_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/goivy/goivy/ivy"
)

// Products and convolutions of integers of 8 bits less zero points, as quantized models have them, are bit for bit those of int32 call by
// call: of both signs, with zero points of one number or one for each column, with numbers that are not of 8 bits less an offset, and others.
func TestCompiledQuantized(t *testing.T) {
	e := newEnv(t)
	r := rand.New(rand.NewPCG(8, 8))
	drawn := func(d ivy.Dtype, s ...int) *ivy.Array {
		n := 1
		for _, k := range s {
			n *= k
		}
		values := make([]int, n)
		for i := range values {
			values[i] = r.IntN(256)
			if d == ivy.Int8 {
				values[i] -= 128
			}
		}
		return e.Astype(e.Reshape(e.Asarray(values), s), d)
	}
	for _, dx := range []ivy.Dtype{ivy.Uint8, ivy.Int8} {
		for _, dw := range []ivy.Dtype{ivy.Uint8, ivy.Int8} {
			for _, zeros := range []string{"none", "numbers", "columns", "far"} {
				t.Run(fmt.Sprint(dx, dw, zeros), func(t *testing.T) {
					x, zero, w := drawn(dx, 2, 9, 70), drawn(dx, 1), drawn(dw, 70, 45)
					image, filters := drawn(dx, 2, 5, 12, 11), drawn(dw, 33, 5, 3, 3)
					less := func(x, zero *ivy.Array, s ...int) *ivy.Array {
						x = e.Astype(x, ivy.Int32)
						switch zeros {
						case "none":
							return x
						case "far":
							return e.Subtract(x, 1<<20)
						}
						return e.Subtract(x, e.Reshape(e.Astype(zero, ivy.Int32), s))
					}
					wZero, wShape, fShape := drawn(dw, 1), []int(nil), []int(nil)
					if zeros == "columns" {
						wZero = drawn(dw, 45)
						wShape, fShape = []int{45}, []int{33, 1, 1, 1}
					}
					check(t, e, func(x ...*ivy.Array) []*ivy.Array {
						a, b := less(x[0], x[1]), less(w, wZero, wShape...)
						return []*ivy.Array{e.MatMul(a, b), e.MatMul(e.GetItem(a, 0, 1, ivy.NewAxis), b), a}
					}, x, zero)
					fZero := e.GetItem(wZero, ivy.Slice(0, min(33, wZero.Size())))
					for _, opts := range [][]ivy.Option{{}, {ivy.DataFormat("channel_first")}} {
						image := image
						if len(opts) == 0 {
							image = e.MoveAxis(image, []int{1}, []int{-1})
						}
						for i, padding := range [][][2]int{{{1, 1}, {2, 0}}, {{0, 0}, {0, 0}}} {
							opts := append(opts, ivy.FilterFormat("channel_first"), ivy.Dilations{1 + i})
							check(t, e, func(x ...*ivy.Array) []*ivy.Array {
								z := e.ConvGeneralDilated(less(x[0], x[1]), less(filters, fZero, fShape...), []int{1 + i, 2}, padding, opts...)
								return []*ivy.Array{z, e.Add(e.Astype(z, ivy.Float32), 0.5)}
							}, image, zero)
						}
					}
				})
			}
		}
	}
}
