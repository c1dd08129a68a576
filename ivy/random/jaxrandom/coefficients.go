package jaxrandom

// Coefficients of polynomials, highest first.

// log1pNumerator32 and log1pDenominator32 give (log(1 + x) − x + x²/2)/x³.
var log1pNumerator32 = [7]float32{
	0x1.7bc096p-15, 0x1.fe818ap-2, 0x1.a509f4p2, 0x1.de9738p4, 0x1.e798ecp5,
	0x1.c8e75ap5, 0x1.40a202p4,
}

// log1pDenominator32 is the denominator.
var log1pDenominator32 = [7]float32{
	1, 0x1.e2035ap3, 0x1.4c30b6p6, 0x1.bb865ap7, 0x1.351946p8,
	0x1.b0db14p7, 0x1.e0f304p5,
}

// erfinvMiddle32 gives erfinv(u)/u of −log(1 − u²) − 2.5, which is below 2.5.
var erfinvMiddle32 = [9]float32{
	0x1.e2cb1p-26, 0x1.70966cp-22, -0x1.d8e6aep-19, -0x1.26b582p-18, 0x1.ca65b6p-13,
	-0x1.48a81p-10, -0x1.11c9dep-8, 0x1.f91ec6p-3, 0x1.805c5ep0,
}

// erfinvEnds32 gives erfinv(u)/u of the root of −log(1 − u²), less 3.
var erfinvEnds32 = [9]float32{
	-0x1.a3e136p-13, 0x1.a76ad6p-14, 0x1.61b8e4p-10, -0x1.e17bcep-9, 0x1.7824f6p-8,
	-0x1.f38baep-8, 0x1.354afcp-7, 0x1.006db6p0, 0x1.6a9efcp1,
}

// log1pNumerator64 and log1pDenominator64 give (log(1 + x) − x + x²/2)/x³.
var log1pNumerator64 = [7]float64{
	0x1.7bc0962b395cap-15, 0x1.fe818a0fe1a83p-2, 0x1.a509f46f4fa53p2, 0x1.de9738b8cb9c9p4,
	0x1.e798eb86c3351p5, 0x1.c8e7597479a1p5, 0x1.40a202d99830ap4,
}

// log1pDenominator64 is the denominator.
var log1pDenominator64 = [7]float64{
	1, 0x1.e20359e903e37p3, 0x1.4c30b52213498p6, 0x1.bb86590fcfb56p7,
	0x1.351945dc908a5p8, 0x1.b0db13e48e066p7, 0x1.e0f304466448ep5,
}

// erfinvMiddle64 gives erfinv(u)/u of −log(1 − u²) − 3.125, which is below 3.125.
var erfinvMiddle64 = [23]float64{
	-0x1.135d2e746e627p-68, -0x1.8ddf93324d327p-63, 0x1.7b83eef0b7c9fp-60, 0x1.9ba72cd589b91p-57,
	-0x1.33689090a6b96p-53, 0x1.82e11898132ep-56, 0x1.de4acfd9e26bap-48, -0x1.6d33eed66c487p-45,
	-0x1.6f2167040d8e2p-44, 0x1.72a22c2d77e2p-39, -0x1.c8859c4e5c0afp-37, -0x1.dc583d118a561p-35,
	0x1.20f47ccf46b3cp-30, -0x1.1a9e38dc84d6p-28, -0x1.f36cd6d3d46a9p-26, 0x1.c6b4f5d03b787p-22,
	-0x1.6e8a5434ae8a2p-20, -0x1.d1d1f7b8736f6p-17, 0x1.879c2a212f024p-13, -0x1.845769484fca8p-11,
	-0x1.8b6c33114f909p-8, 0x1.ebd80d9b13e28p-3, 0x1.a755e7c99ae86p0,
}

// erfinvOuter64 gives erfinv(u)/u of the root of −log(1 − u²), less 3.25, where that logarithm is below 16.
var erfinvOuter64 = [19]float64{
	0x1.3040f87dbd932p-29, 0x1.85cbe52878635p-24, -0x1.2777453dd3955p-22, 0x1.395abcd554c6cp-26,
	0x1.936388a3790adp-20, -0x1.0d5db812b5083p-18, 0x1.8860cd5d652f6p-19, 0x1.a29a0cacdfb23p-17,
	-0x1.8cef1f80281f2p-15, 0x1.1e684d0b9188ap-14, 0x1.932cd54c8a222p-16, -0x1.7448a89ef8aa3p-12,
	0x1.f3cc55ad40c25p-11, -0x1.ba924132f38b1p-10, 0x1.468eeca533cf8p-9, -0x1.ebadabb891bbdp-9,
	0x1.5ffcfe5b76afcp-8, 0x1.0158a6d641d39p0, 0x1.8abcc380d5a48p1,
}

// erfinvEnds64 gives erfinv(u)/u of the root of −log(1 − u²), less 5.
var erfinvEnds64 = [17]float64{
	-0x1.dcec3a7785389p-36, -0x1.18feec0e38727p-32, 0x1.9e6bf2dda45e3p-30, -0x1.0468fb24e2f5fp-28,
	0x1.05ac6a8fba182p-27, -0x1.0102e495fb9cp-26, 0x1.f4c20e1334af8p-26, -0x1.22d220fdf9c3ep-24,
	0x1.ebc8bb824cb54p-23, -0x1.0a8d40ea372ccp-20, 0x1.2fbd29d093d2bp-18, -0x1.4a3497e1e0facp-16,
	0x1.3ebf4eb00938fp-14, -0x1.c2f36a8fc5d53p-13, -0x1.22ea5df04047cp-13, 0x1.02a30d1fba0dcp0,
	0x1.3664ddd1ad7fbp2,
}
