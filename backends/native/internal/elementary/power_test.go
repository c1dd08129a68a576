package elementary

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Great powers of positive real numbers are those of real ones, to the last bit or the one before.
func TestGreatPowersOfRealNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		x := math.Exp(r.Float64()*40 - 20)
		c := (r.Float64()*2 - 1) * 800 / math.Log(x)
		if math.Abs(c*math.Log(x)) < mostLog {
			continue
		}
		got, want := CPow(complex(x, 0), complex(c, 0)), bigPow(complex(x, 0), complex(c, 0))
		if a, b := real(got), real(want); a != b && math.Nextafter(a, b) != b || imag(got) != imag(want) {
			t.Fatalf("%v to the power %v is %v, want %v", x, c, got, want)
		}
	}
}
