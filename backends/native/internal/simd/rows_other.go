//go:build !amd64

package simd

type rowLoop = func(z, x *byte, rows, n int, a *byte, aStep int, b *byte, bStep int)

// There are no loops over rows on this machine.
var (
	rows32, rows64 [rowOps]rowLoop
	expSums        func(z, x *float32, rows, n int, m *float32, mStep int, s *float32)
)
