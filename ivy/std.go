package ivy

import "github.com/goivy/goivy/ivy/promote"

// The settings of the standard Env, which are the process's.

// SetBackend is [Env.SetBackend] of the standard Env.
func SetBackend(name string) error { return std.SetBackend(name) }

// WithBackend is [Env.WithBackend] of the standard Env.
func WithBackend(name string) (undo func()) { return std.WithBackend(name) }

// PreviousBackend is [Env.PreviousBackend] of the standard Env.
func PreviousBackend() string { return std.PreviousBackend() }

// UnsetBackend is [Env.UnsetBackend] of the standard Env.
func UnsetBackend() { std.UnsetBackend() }

// CurrentBackend is [Env.CurrentBackend] of the standard Env.
func CurrentBackend() string { return std.CurrentBackend() }

// SetPromotionRule is [Env.SetPromotionRule] of the standard Env.
func SetPromotionRule(r promote.Rule) { std.SetPromotionRule(r) }

// UnsetPromotionRule is [Env.UnsetPromotionRule] of the standard Env.
func UnsetPromotionRule() { std.UnsetPromotionRule() }

// WithPromotionRule is [Env.WithPromotionRule] of the standard Env.
func WithPromotionRule(r promote.Rule) (undo func()) { return std.WithPromotionRule(r) }

// PromotionRule is [Env.PromotionRule] of the standard Env.
func PromotionRule() promote.Rule { return std.PromotionRule() }

// SetPreciseMode is [Env.SetPreciseMode] of the standard Env.
func SetPreciseMode(on bool) { std.SetPreciseMode(on) }

// UnsetPreciseMode is [Env.UnsetPreciseMode] of the standard Env.
func UnsetPreciseMode() { std.UnsetPreciseMode() }

// WithPreciseMode is [Env.WithPreciseMode] of the standard Env.
func WithPreciseMode(on bool) (undo func()) { return std.WithPreciseMode(on) }

// PreciseMode is [Env.PreciseMode] of the standard Env.
func PreciseMode() bool { return std.PreciseMode() }

// SetDefaultDtype is [Env.SetDefaultDtype] of the standard Env.
func SetDefaultDtype(d Dtype) { std.SetDefaultDtype(d) }

// UnsetDefaultDtype is [Env.UnsetDefaultDtype] of the standard Env.
func UnsetDefaultDtype() { std.UnsetDefaultDtype() }

// WithDefaultDtype is [Env.WithDefaultDtype] of the standard Env.
func WithDefaultDtype(d Dtype) (undo func()) { return std.WithDefaultDtype(d) }

// DefaultDtype is [Env.DefaultDtype] of the standard Env.
func DefaultDtype() Dtype { return std.DefaultDtype() }

// SetDefaultIntDtype is [Env.SetDefaultIntDtype] of the standard Env.
func SetDefaultIntDtype(d Dtype) { std.SetDefaultIntDtype(d) }

// UnsetDefaultIntDtype is [Env.UnsetDefaultIntDtype] of the standard Env.
func UnsetDefaultIntDtype() { std.UnsetDefaultIntDtype() }

// WithDefaultIntDtype is [Env.WithDefaultIntDtype] of the standard Env.
func WithDefaultIntDtype(d Dtype) (undo func()) { return std.WithDefaultIntDtype(d) }

// DefaultIntDtype is [Env.DefaultIntDtype] of the standard Env.
func DefaultIntDtype() Dtype { return std.DefaultIntDtype() }

// SetDefaultUintDtype is [Env.SetDefaultUintDtype] of the standard Env.
func SetDefaultUintDtype(d Dtype) { std.SetDefaultUintDtype(d) }

// UnsetDefaultUintDtype is [Env.UnsetDefaultUintDtype] of the standard Env.
func UnsetDefaultUintDtype() { std.UnsetDefaultUintDtype() }

// WithDefaultUintDtype is [Env.WithDefaultUintDtype] of the standard Env.
func WithDefaultUintDtype(d Dtype) (undo func()) { return std.WithDefaultUintDtype(d) }

// DefaultUintDtype is [Env.DefaultUintDtype] of the standard Env.
func DefaultUintDtype() Dtype { return std.DefaultUintDtype() }

// SetDefaultFloatDtype is [Env.SetDefaultFloatDtype] of the standard Env.
func SetDefaultFloatDtype(d Dtype) { std.SetDefaultFloatDtype(d) }

// UnsetDefaultFloatDtype is [Env.UnsetDefaultFloatDtype] of the standard Env.
func UnsetDefaultFloatDtype() { std.UnsetDefaultFloatDtype() }

// WithDefaultFloatDtype is [Env.WithDefaultFloatDtype] of the standard Env.
func WithDefaultFloatDtype(d Dtype) (undo func()) { return std.WithDefaultFloatDtype(d) }

// DefaultFloatDtype is [Env.DefaultFloatDtype] of the standard Env.
func DefaultFloatDtype() Dtype { return std.DefaultFloatDtype() }

// SetDefaultComplexDtype is [Env.SetDefaultComplexDtype] of the standard Env.
func SetDefaultComplexDtype(d Dtype) { std.SetDefaultComplexDtype(d) }

// UnsetDefaultComplexDtype is [Env.UnsetDefaultComplexDtype] of the standard Env.
func UnsetDefaultComplexDtype() { std.UnsetDefaultComplexDtype() }

// WithDefaultComplexDtype is [Env.WithDefaultComplexDtype] of the standard Env.
func WithDefaultComplexDtype(d Dtype) (undo func()) { return std.WithDefaultComplexDtype(d) }

// DefaultComplexDtype is [Env.DefaultComplexDtype] of the standard Env.
func DefaultComplexDtype() Dtype { return std.DefaultComplexDtype() }
