package ops

// The rows whose functions make arrays on their way to the result, which are freed when it is there.
func init() {
	for _, op := range []*Op{
		AllClose, Clip, ConvGeneralDilated, Diff, Einsum, EinopsRearrange, EinopsReduce, EinopsRepeat, Gelu, IsClose,
		LayerNorm, Linear, LogSoftmax, Meshgrid, NanToNum, OneHot, Pad, Repeat, Roll, Softmax, Softplus, Stack, TensorDot,
		Tile, Tril, Triu, VecDot,
	} {
		op.Steps = true
	}
}
