package simd

//go:generate go run -C _gen ./math -rows -out ../zrows_amd64.s -stubs ../zrows_amd64.go -pkg simd

// rowLoop is a loop in assembly. It does not read b if its operation has one number per row.
type rowLoop = func(z, x *byte, rows, n int, a *byte, aStep int, b *byte, bStep int)

// The loops of float32 and of float64.
var (
	rows32 = [rowOps]rowLoop{
		RowAdd:              at(rowsAdd32AVX2, rowsAdd32AVX512),
		RowSubtract:         at(rowsSubtract32AVX2, rowsSubtract32AVX512),
		RowMultiply:         at(rowsMultiply32AVX2, rowsMultiply32AVX512),
		RowDivide:           at(rowsDivide32AVX2, rowsDivide32AVX512),
		RowSubtractSubtract: at(rowsSubtractSubtract32AVX2, rowsSubtractSubtract32AVX512),
		RowSubtractMultiply: at(rowsSubtractMultiply32AVX2, rowsSubtractMultiply32AVX512),
		RowSubtractDivide:   at(rowsSubtractDivide32AVX2, rowsSubtractDivide32AVX512),
	}
	rows64 = [rowOps]rowLoop{
		RowAdd:              at(rowsAdd64AVX2, rowsAdd64AVX512),
		RowSubtract:         at(rowsSubtract64AVX2, rowsSubtract64AVX512),
		RowMultiply:         at(rowsMultiply64AVX2, rowsMultiply64AVX512),
		RowDivide:           at(rowsDivide64AVX2, rowsDivide64AVX512),
		RowSubtractSubtract: at(rowsSubtractSubtract64AVX2, rowsSubtractSubtract64AVX512),
		RowSubtractMultiply: at(rowsSubtractMultiply64AVX2, rowsSubtractMultiply64AVX512),
		RowSubtractDivide:   at(rowsSubtractDivide64AVX2, rowsSubtractDivide64AVX512),
	}
	expSums = at[func(z, x *float32, rows, n int, m *float32, mStep int, s *float32)](nil, expSums32AVX512)
)
