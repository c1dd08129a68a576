//go:build !amd64

package lanes

// ThreeFry does nothing.
func ThreeFry([]uint32, [2]uint32, uint64) (done int) { return 0 }

// ThreeFryPairs does nothing.
func ThreeFryPairs([]uint64, [2]uint32, uint64) (done int) { return 0 }

// Unit23 does nothing.
func Unit23([]float32, float32, float32) (done int) { return 0 }

// JAXNormal does nothing.
func JAXNormal([]float32) (done int) { return 0 }

// Unit24 does nothing.
func Unit24([]float32, float32, float32, float32) (done int) { return 0 }

// TorchNormal does nothing.
func TorchNormal([]float32, float32, float32) (done int) { return 0 }

// Twist does nothing.
func Twist([]uint32, []uint32, int) (done int) { return 0 }

// Temper does nothing.
func Temper([]uint32, []uint32) (done int) { return 0 }
