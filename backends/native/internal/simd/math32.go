package simd

//go:generate go run -C _gen/math32 . -out ../../zmath32_amd64.s

// Math32 says whether this machine has the instructions (AVX-512 F, BW, DQ and VL, and BMI2) that the loops Exp32, Log32,
// Tanh32, Sin32 and Cos32 need, and the environment variable IVY_SIMD is not "off". Where it is false they must not be called.
var Math32 = math32Level()
