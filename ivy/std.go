package ivy

import "github.com/goivy/goivy/ivy/promote"

// The settings of the standard Env, which are the process's, and what depends on them.

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

// SetMaxPlans is [Env.SetMaxPlans] of the standard Env.
func SetMaxPlans(n int) { std.SetMaxPlans(n) }

// UnsetMaxPlans is [Env.UnsetMaxPlans] of the standard Env.
func UnsetMaxPlans() { std.UnsetMaxPlans() }

// WithMaxPlans is [Env.WithMaxPlans] of the standard Env.
func WithMaxPlans(n int) (undo func()) { return std.WithMaxPlans(n) }

// MaxPlans is [Env.MaxPlans] of the standard Env.
func MaxPlans() int { return std.MaxPlans() }

// SetMaxPlanBytes is [Env.SetMaxPlanBytes] of the standard Env.
func SetMaxPlanBytes(n int) { std.SetMaxPlanBytes(n) }

// UnsetMaxPlanBytes is [Env.UnsetMaxPlanBytes] of the standard Env.
func UnsetMaxPlanBytes() { std.UnsetMaxPlanBytes() }

// WithMaxPlanBytes is [Env.WithMaxPlanBytes] of the standard Env.
func WithMaxPlanBytes(n int) (undo func()) { return std.WithMaxPlanBytes(n) }

// MaxPlanBytes is [Env.MaxPlanBytes] of the standard Env.
func MaxPlanBytes() int { return std.MaxPlanBytes() }

// SetDefaultDtype is [Env.SetDefaultDtype] of the standard Env.
func SetDefaultDtype(d Dtype) { std.SetDefaultDtype(d) }

// UnsetDefaultDtype is [Env.UnsetDefaultDtype] of the standard Env.
func UnsetDefaultDtype() { std.UnsetDefaultDtype() }

// WithDefaultDtype is [Env.WithDefaultDtype] of the standard Env.
func WithDefaultDtype(d Dtype) (undo func()) { return std.WithDefaultDtype(d) }

// DefaultDtype is [Env.DefaultDtype] of the standard Env.
func DefaultDtype(from ...any) Dtype { return std.DefaultDtype(from...) }

// SetDefaultIntDtype is [Env.SetDefaultIntDtype] of the standard Env.
func SetDefaultIntDtype(d Dtype) { std.SetDefaultIntDtype(d) }

// UnsetDefaultIntDtype is [Env.UnsetDefaultIntDtype] of the standard Env.
func UnsetDefaultIntDtype() { std.UnsetDefaultIntDtype() }

// WithDefaultIntDtype is [Env.WithDefaultIntDtype] of the standard Env.
func WithDefaultIntDtype(d Dtype) (undo func()) { return std.WithDefaultIntDtype(d) }

// DefaultIntDtype is [Env.DefaultIntDtype] of the standard Env.
func DefaultIntDtype(from ...any) Dtype { return std.DefaultIntDtype(from...) }

// SetDefaultUintDtype is [Env.SetDefaultUintDtype] of the standard Env.
func SetDefaultUintDtype(d Dtype) { std.SetDefaultUintDtype(d) }

// UnsetDefaultUintDtype is [Env.UnsetDefaultUintDtype] of the standard Env.
func UnsetDefaultUintDtype() { std.UnsetDefaultUintDtype() }

// WithDefaultUintDtype is [Env.WithDefaultUintDtype] of the standard Env.
func WithDefaultUintDtype(d Dtype) (undo func()) { return std.WithDefaultUintDtype(d) }

// DefaultUintDtype is [Env.DefaultUintDtype] of the standard Env.
func DefaultUintDtype(from ...any) Dtype { return std.DefaultUintDtype(from...) }

// SetDefaultFloatDtype is [Env.SetDefaultFloatDtype] of the standard Env.
func SetDefaultFloatDtype(d Dtype) { std.SetDefaultFloatDtype(d) }

// UnsetDefaultFloatDtype is [Env.UnsetDefaultFloatDtype] of the standard Env.
func UnsetDefaultFloatDtype() { std.UnsetDefaultFloatDtype() }

// WithDefaultFloatDtype is [Env.WithDefaultFloatDtype] of the standard Env.
func WithDefaultFloatDtype(d Dtype) (undo func()) { return std.WithDefaultFloatDtype(d) }

// DefaultFloatDtype is [Env.DefaultFloatDtype] of the standard Env.
func DefaultFloatDtype(from ...any) Dtype { return std.DefaultFloatDtype(from...) }

// SetDefaultComplexDtype is [Env.SetDefaultComplexDtype] of the standard Env.
func SetDefaultComplexDtype(d Dtype) { std.SetDefaultComplexDtype(d) }

// UnsetDefaultComplexDtype is [Env.UnsetDefaultComplexDtype] of the standard Env.
func UnsetDefaultComplexDtype() { std.UnsetDefaultComplexDtype() }

// WithDefaultComplexDtype is [Env.WithDefaultComplexDtype] of the standard Env.
func WithDefaultComplexDtype(d Dtype) (undo func()) { return std.WithDefaultComplexDtype(d) }

// DefaultComplexDtype is [Env.DefaultComplexDtype] of the standard Env.
func DefaultComplexDtype(from ...any) Dtype { return std.DefaultComplexDtype(from...) }

// ValidDtypes is [Env.ValidDtypes] of the standard Env.
func ValidDtypes() []Dtype { return std.ValidDtypes() }

// ValidNumericDtypes is [Env.ValidNumericDtypes] of the standard Env.
func ValidNumericDtypes() []Dtype { return std.ValidNumericDtypes() }

// ValidIntDtypes is [Env.ValidIntDtypes] of the standard Env.
func ValidIntDtypes() []Dtype { return std.ValidIntDtypes() }

// ValidUintDtypes is [Env.ValidUintDtypes] of the standard Env.
func ValidUintDtypes() []Dtype { return std.ValidUintDtypes() }

// ValidFloatDtypes is [Env.ValidFloatDtypes] of the standard Env.
func ValidFloatDtypes() []Dtype { return std.ValidFloatDtypes() }

// ValidComplexDtypes is [Env.ValidComplexDtypes] of the standard Env.
func ValidComplexDtypes() []Dtype { return std.ValidComplexDtypes() }

// InvalidDtypes is [Env.InvalidDtypes] of the standard Env.
func InvalidDtypes() []Dtype { return std.InvalidDtypes() }

// InvalidNumericDtypes is [Env.InvalidNumericDtypes] of the standard Env.
func InvalidNumericDtypes() []Dtype { return std.InvalidNumericDtypes() }

// InvalidIntDtypes is [Env.InvalidIntDtypes] of the standard Env.
func InvalidIntDtypes() []Dtype { return std.InvalidIntDtypes() }

// InvalidUintDtypes is [Env.InvalidUintDtypes] of the standard Env.
func InvalidUintDtypes() []Dtype { return std.InvalidUintDtypes() }

// InvalidFloatDtypes is [Env.InvalidFloatDtypes] of the standard Env.
func InvalidFloatDtypes() []Dtype { return std.InvalidFloatDtypes() }

// InvalidComplexDtypes is [Env.InvalidComplexDtypes] of the standard Env.
func InvalidComplexDtypes() []Dtype { return std.InvalidComplexDtypes() }

// AsNativeDtype is [Env.AsNativeDtype] of the standard Env.
func AsNativeDtype(d Dtype) NativeDtype { return std.AsNativeDtype(d) }

// PromoteTypes is [Env.PromoteTypes] of the standard Env.
func PromoteTypes(a, b Dtype) Dtype { return std.PromoteTypes(a, b) }

// ResultType is [Env.ResultType] of the standard Env.
func ResultType(arraysAndDtypes ...any) Dtype { return std.ResultType(arraysAndDtypes...) }

// CanCast is [Env.CanCast] of the standard Env.
func CanCast(from any, to Dtype) bool { return std.CanCast(from, to) }

// AsIvyDtype is [Env.AsIvyDtype] of the standard Env.
func AsIvyDtype(x any) Dtype { return std.AsIvyDtype(x) }

// IsNativeDtype is [Env.IsNativeDtype] of the standard Env.
func IsNativeDtype(x any) bool { return std.IsNativeDtype(x) }

// ValidDtype is [Env.ValidDtype] of the standard Env.
func ValidDtype(x any) bool { return std.ValidDtype(x) }

// InvalidDtype is [Env.InvalidDtype] of the standard Env.
func InvalidDtype(x any) bool { return std.InvalidDtype(x) }

// ClosestValidDtype is [Env.ClosestValidDtype] of the standard Env.
func ClosestValidDtype(x any) Dtype { return std.ClosestValidDtype(x) }

// DtypeOf is [Env.DtypeOf] of the standard Env.
func DtypeOf(x any) Dtype { return std.DtypeOf(x) }

// DtypeBits is [Env.DtypeBits] of the standard Env.
func DtypeBits(x any) int { return std.DtypeBits(x) }

// IsBoolDtype is [Env.IsBoolDtype] of the standard Env.
func IsBoolDtype(x any) bool { return std.IsBoolDtype(x) }

// IsIntDtype is [Env.IsIntDtype] of the standard Env.
func IsIntDtype(x any) bool { return std.IsIntDtype(x) }

// IsUintDtype is [Env.IsUintDtype] of the standard Env.
func IsUintDtype(x any) bool { return std.IsUintDtype(x) }

// IsFloatDtype is [Env.IsFloatDtype] of the standard Env.
func IsFloatDtype(x any) bool { return std.IsFloatDtype(x) }

// IsComplexDtype is [Env.IsComplexDtype] of the standard Env.
func IsComplexDtype(x any) bool { return std.IsComplexDtype(x) }

// InferDefaultDtype is [Env.InferDefaultDtype] of the standard Env.
func InferDefaultDtype(d Dtype) Dtype { return std.InferDefaultDtype(d) }

// TypePromoteArrays is [Env.TypePromoteArrays] of the standard Env.
func TypePromoteArrays(x1, x2 *Array) (*Array, *Array) { return std.TypePromoteArrays(x1, x2) }

// PromoteTypesOfInputs is [Env.PromoteTypesOfInputs] of the standard Env.
func PromoteTypesOfInputs(x1, x2 any) (*Array, *Array) { return std.PromoteTypesOfInputs(x1, x2) }

// UpcastDataTypes is [Env.UpcastDataTypes] of the standard Env.
func UpcastDataTypes(on ...bool) { std.UpcastDataTypes(on...) }

// UnsetUpcastDataTypes is [Env.UnsetUpcastDataTypes] of the standard Env.
func UnsetUpcastDataTypes() { std.UnsetUpcastDataTypes() }

// WithUpcastDataTypes is [Env.WithUpcastDataTypes] of the standard Env.
func WithUpcastDataTypes(on ...bool) (undo func()) { return std.WithUpcastDataTypes(on...) }

// DowncastDataTypes is [Env.DowncastDataTypes] of the standard Env.
func DowncastDataTypes(on ...bool) { std.DowncastDataTypes(on...) }

// UnsetDowncastDataTypes is [Env.UnsetDowncastDataTypes] of the standard Env.
func UnsetDowncastDataTypes() { std.UnsetDowncastDataTypes() }

// WithDowncastDataTypes is [Env.WithDowncastDataTypes] of the standard Env.
func WithDowncastDataTypes(on ...bool) (undo func()) { return std.WithDowncastDataTypes(on...) }

// CrosscastDataTypes is [Env.CrosscastDataTypes] of the standard Env.
func CrosscastDataTypes(on ...bool) { std.CrosscastDataTypes(on...) }

// UnsetCrosscastDataTypes is [Env.UnsetCrosscastDataTypes] of the standard Env.
func UnsetCrosscastDataTypes() { std.UnsetCrosscastDataTypes() }

// WithCrosscastDataTypes is [Env.WithCrosscastDataTypes] of the standard Env.
func WithCrosscastDataTypes(on ...bool) (undo func()) { return std.WithCrosscastDataTypes(on...) }

// CastDataTypes is [Env.CastDataTypes] of the standard Env.
func CastDataTypes(on ...bool) { std.CastDataTypes(on...) }

// UnsetCastDataTypes is [Env.UnsetCastDataTypes] of the standard Env.
func UnsetCastDataTypes() { std.UnsetCastDataTypes() }

// WithCastDataTypes is [Env.WithCastDataTypes] of the standard Env.
func WithCastDataTypes(on ...bool) (undo func()) { return std.WithCastDataTypes(on...) }

// CastingModes is [Env.CastingModes] of the standard Env.
func CastingModes() Casting { return std.CastingModes() }

// FunctionSupportedDtypes is [Env.FunctionSupportedDtypes] of the standard Env.
func FunctionSupportedDtypes(f any, shapes ...[]int) []Dtype {
	return std.FunctionSupportedDtypes(f, shapes...)
}

// FunctionUnsupportedDtypes is [Env.FunctionUnsupportedDtypes] of the standard Env.
func FunctionUnsupportedDtypes(f any, shapes ...[]int) []Dtype {
	return std.FunctionUnsupportedDtypes(f, shapes...)
}

// CastingHelp is [Env.CastingHelp] of the standard Env.
func CastingHelp(name string) (map[Dtype]CastTargets, error) { return std.CastingHelp(name) }
