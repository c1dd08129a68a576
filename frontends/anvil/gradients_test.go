package anvil

import (
	"testing"

	"github.com/goivy/goivy/frontends/internal/golden"
)

// Functions have the derivatives that differences of their results show, or refuse.
func TestGradients(t *testing.T) {
	golden.Gradients{
		// The only call that is tried takes a list of arrays for a matrix, whose elements are read.
		Refused: "nv_crossprod nv_tcrossprod nv_tril nv_triu nv_extract_diag nv_trace",
		Unreached: map[string]string{
			"it takes no array":           "nv_scalar nv_fill nv_empty nv_eye nv_iota nv_seq common_dtype",
			"it takes bools and integers": "nv_and nv_or nv_xor nv_not nv_shift_left nv_shift_right_arithmetic nv_shift_right_logical nv_reduce_any nv_reduce_all",
			"it takes a dtype, a mask, a shape or ranges, which no form has": "nv_convert nv_ifelse nv_reshape nv_broadcast_to nv_static_slice",
		},
	}.Run(t, golden.Space{Namespace: std.Namespace})
}
