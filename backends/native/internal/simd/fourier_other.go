//go:build !amd64

package simd

func lineFourier1(_ int, _, _, _, _ *byte, _, _, _, _ int, _, _ *byte) {}
func lineFourier2(_ int, _, _, _, _ *byte, _, _, _, _ int, _, _ *byte) {}
func lineFourier3(_ int, _, _, _, _ *byte, _, _, _, _ int, _, _ *byte) {}
func lineFourier4(_ int, _, _, _, _ *byte, _, _, _, _ int, _, _ *byte) {}
func lineFourier5(_ int, _, _, _, _ *byte, _, _, _, _ int, _, _ *byte) {}
func lineSplit(_ int, _, _, _ *byte, _ int)                            {}
func lineJoin(_ int, _, _, _ *byte, _ int, _ *byte)                    {}
func laneCount(int) int                                                { return 1 }
func lineProduct(_ int, _, _, _, _, _, _ *byte, _ int)                 {}
func lineUnpack(_ int, _, _, _, _, _, _ *byte, _ int)                  {}
