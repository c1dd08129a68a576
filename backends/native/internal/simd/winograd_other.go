//go:build !amd64

package simd

// HasWinograd reports whether the transforms of convolutions' tiles are here.
const HasWinograd = false

// The transforms are not here, and not called.
func winogradInputPlane(_ *byte, _ int, _ *byte, _, _ int)             {}
func winogradOutputPlane(_, _, _ *byte, _, _ int, _ *float32)          {}
func winogradInputChannels(_ *byte, _ int, _ *byte, _, _, _ int)       {}
func winogradOutputChannels(_, _, _, _, _ *byte, _, _ int, _ *float32) {}
func winogradFilter(_ *byte, _ int, _ *byte, _, _ int)                 {}
func winogradTaps(_ *byte, _ int, _ *byte, _ int)                      {}
