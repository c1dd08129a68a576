package elementwise

import (
	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementary"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// elementaryRows sets the loops of the elementary functions of a group's operations.
func elementaryRows(t loopTable, group ops.Group) {
	for i := range elementary.Functions {
		f := &elementary.Functions[i]
		for _, op := range []*ops.Op{f.Op, f.Alias} {
			if op == nil || op.Group != group {
				continue
			}
			elementaryRow(t, op, dtype.Float32, &f.Float32)
			elementaryRow(t, op, dtype.Float64, &f.Float64)
			if f.Complex != nil {
				set1(t, ops.Unary{Op: op}, dtype.Complex64, costComplex, Each1(complex1[complex64](f.Complex)))
				set1(t, ops.Unary{Op: op}, dtype.Complex128, costComplex, Each1(complex1[complex128](f.Complex)))
			}
			if f.Complex2 != nil {
				set2(t, ops.Binary{Op: op}, dtype.Complex64, costComplex, each2(complex2[complex64](f.Complex2)))
				set2(t, ops.Binary{Op: op}, dtype.Complex128, costComplex, each2(complex2[complex128](f.Complex2)))
			}
		}
	}
}

// elementaryRow sets the loop of an elementary function of the dtype d, which is T's.
func elementaryRow[T array.Float](t loopTable, op *ops.Op, d dtype.Dtype, k *elementary.Kernel[T]) {
	cost := k.Nanoseconds()
	if cost == 0 {
		cost = costMath
	}
	if f := k.Slice(); f != nil {
		set1(t, ops.Unary{Op: op}, d, cost, f)
	}
	if f := k.Slice2(); f != nil {
		set2(t, ops.Binary{Op: op}, d, cost, f)
	}
}
