package elementary

import (
	"math"
)

func isFinite(x float64) bool { return x-x == 0 }

func isInf(x float64) bool { return math.IsInf(x, 0) }

func isNaN(x float64) bool { return x != x }

func cNaN() complex128 { return complex(nan, nan) }

func conj(z complex128) complex128 { return complex(real(z), -imag(z)) }

// timesI returns i*z, exactly.
func timesI(z complex128) complex128 { return complex(-imag(z), real(z)) }

// overI returns z/i = -i*z, exactly.
func overI(z complex128) complex128 { return complex(imag(z), -real(z)) }
