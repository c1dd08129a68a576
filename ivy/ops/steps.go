package ops

// The rows whose functions make arrays on their way to the result, which are freed when it is there.
func init() {
	for _, op := range []*Op{
		AllClose, Clip, ConvGeneralDilated, DCT, Diff, Einsum, EinopsRearrange, EinopsReduce, EinopsRepeat, FFT, FFTConvolve, FFTN, FFTShift, Gelu, HFFT, IDCT, IFFT,
		IFFTN, IFFTShift, IHFFT, IRFFT, IRFFTN, IsClose, ISTFT,
		LayerNorm, Linear, LogSoftmax, Meshgrid, NanToNum, OneHot, Pad, Polygamma, Repeat, RFFT, RFFTN, Roll, Softmax, Softplus, Stack, STFT, TensorDot,
		Tile, Tril, Triu, VecDot,
		AdaptiveAvgPool, AdaptiveMaxPool, AvgPool, BatchNorm, ConvGeneralTranspose, DepthwiseConv, Dropout, Embedding, EmbeddingBag, Fold, GroupNorm, InstanceNorm, Interpolate, MaxPool,
		GridSample, GRU, LocalResponseNorm, LPPool, LSTM, LSTMUpdate, MaxPoolWithIndices, MaxUnpool, MultiHeadAttention, NMS, ROIAlign, SeparableConv, RMSNorm, RNN, ScaledDotProductAttention, Unfold,
		BlockDiag, Cholesky, Cond, Cross, Diag, Eig, Eigh, Eigvals, Hessenberg, Kron, Logm, LU, LUFactor, LUSolve, Lstsq, MatrixExp, MatrixNorm, MatrixPower, MatrixRank,
		MultiDot, Pinv, QR, Schur, Slogdet, Solve, SolveTriangular, Sqrtm, SVD, Vander, VectorNorm,
		ArgPartition, ArgWhere, Bincount, CorrCoef, Cov, CumMax, CumMin, Digitize, GatherND, GatherOp, Histogram, HistogramDD, InvertPermutation, LexSort, Median, NanMax, NanMean, NanMedian,
		NanMin, NanProd, NanQuantile, Partition, Quantile, RavelMultiIndex, ScatterFlat, ScatterND, TopK, UnravelIndex, UnsortedSegmentMax, UnsortedSegmentMean, UnsortedSegmentMin, UnsortedSegmentSum,
		BetaLn, Entr, Exp2, LogNdtr, Logit, Ndtr, Sinc, XLog1pY, XLogY,
		GeneralInnerProduct, KhatriRao, Kronecker, ModeDot, MultiModeDot,
		Complex, Diagflat, EighTridiagonal, TensorSolve,
		BatchedOuter, Dot, HigherOrderMoment, Inner, VectorToSkewSymmetricMatrix,
		AsStrided, Choose, ColumnStack, ConcatFromSequence, ConstantPad, DStack, FillDiagonal, Flatten, HStack, Matricize, PadSequence, PartialFold, PartialUnfold, PutAlongAxis, Rot90, UniqueConsecutive, VStack, ZeroPad,
		Angle, Binarizer, Deg2rad, FloatPower, Fmod, Frexp, Gradient, Heaviside, Interp, IsReal, L1Normalize, L2Normalize, Ldexp, Lerp, LogAddExp2, LpNormalize, Modf, NanSum, Rad2deg,
		SoftThresholding, SparsifyTensor, Trapz, TruncDivide,
		EyeLike, Indices, Logspace, MelWeightMatrix, Polyval, SparseIndices, TrilIndices, Trilu, TriuIndices,
	} {
		op.Steps = true
	}
	for _, op := range table {
		if op.Family == FamilyComposed && (op.Group == Activations || op.Group == Losses) {
			op.Steps = true
		}
	}
}
