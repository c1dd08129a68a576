//go:build !amd64

package simd

const haveLines = false

func hasGrid(_, _, _ int) bool { return false }

// The loops over lines are not here, and not called.
func lineDot1(_ int, _, _ *byte, _ int, _ *byte)                                  {}
func lineDot4(_ int, _ *byte, _ int, _ *byte, _ int, _ *byte)                     {}
func lineAdd1(_ int, _, _ *byte, _ int, _ *byte)                                  {}
func lineAdd4(_ int, _, _ *byte, _, _ int, _ *byte)                               {}
func lineTaps(_ int, _, _ *byte, _, _, _, _ int, _ *int, _ *byte, _ int)          {}
func lineVectorTaps(_ int, _, _ *byte, _, _, _, _ int, _ *int, _ *byte, _, _ int) {}
func lineFold(_ int, _ bool, _, _ *byte, _, _, _, _ int, _ *int, _ int)           {}
func lineGrid(_, _ int, _, _ *byte, _, _, _, _ int, _ *byte)                      {}
func lineDotAdd4(_ int, _, _ *byte, _ int, _ *byte, _ int, _, _ *byte)            {}
func lineRotate(_ int, _, _ *byte, _ int, _ *byte)                                {}
func lineScale(_ int, _ *byte, _ int, _ *byte)                                    {}
func lineDivide(_ int, _ *byte, _ int, _ *byte)                                   {}
func lineNormalize(_ int, _, _ *byte, _ int, _ *byte)                             {}
func lineMaxAbs(_ int, _ *byte, _ int, _ *byte)                                   {}
func lineMultiplyAdd(_ int, _, _, _ *byte, _ int)                                 {}
func lineMultiplySubtract(_ int, _, _, _ *byte, _ int)                            {}
func lineDivideLanes(_ int, _, _ *byte, _ int)                                    {}
func linePickMax(_ int, _, _, _ *byte, _ int, _ *byte)                            {}
func lineSwapWhere(_ int, _, _, _ *byte, _ int, _ *byte)                          {}
func lineRationalSums(_, _ *byte, _ int, _, _ *byte)                              {}
func lineQuotients(_, _ *byte, _ int)                                             {}
func lineMultiplyQuotients(_, _, _ *byte, _ int)                                  {}
