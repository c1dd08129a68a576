package ivy

import (
	"slices"

	"github.com/goivy/goivy/ivy/dtype"
)

// ArrayAPIVersions are the versions of the Array API standard that the functions
// follow, the latest first. The later have what the earlier have.
var ArrayAPIVersions = []string{"2025.12", "2024.12"}

// ArrayNamespace returns the version of the Array API standard to go by: the one that
// was asked for, or the latest if that is "". One that is not among [ArrayAPIVersions]
// is an error of kind ErrValue.
func (a *Array) ArrayNamespace(version string) string {
	a.known("ArrayNamespace")
	if version == "" {
		return ArrayAPIVersions[0]
	}
	if !slices.Contains(ArrayAPIVersions, version) {
		panic(wrap("ArrayNamespace", nil, errorf(ErrValue, "version %q of the Array API (there is %v)", version, ArrayAPIVersions)))
	}
	return version
}

// NamespaceInfo is what the standard's __array_namespace_info__ tells: what the
// functions of an Env can do.
type NamespaceInfo struct{ s *state }

// ArrayNamespaceInfo returns the inspection API of the Array API standard: the capabilities,
// devices, dtypes and default dtypes of the current backend, with the Env's settings as they are
// now.
func (e *Env) ArrayNamespaceInfo() NamespaceInfo { return NamespaceInfo{e.now.Load()} }

// Capabilities are what the standard leaves open.
type Capabilities struct {
	BooleanIndexing     bool
	DataDependentShapes bool // whether there are functions whose results' shapes depend on values
	MaxDimensions       int  // of an array; 0 if there is no limit
}

// Capabilities returns what of that which the standard leaves open there is.
func (i NamespaceInfo) Capabilities() Capabilities {
	return Capabilities{BooleanIndexing: true, DataDependentShapes: true}
}

// Devices returns the backend's devices, the first of which is the default one unless another is set.
func (i NamespaceInfo) Devices() []Device {
	var ds []Device
	for _, d := range i.s.be.Devices() {
		ds = append(ds, Device(d))
	}
	return ds
}

// DefaultDevice returns the device on which arrays are made if none is named.
func (i NamespaceInfo) DefaultDevice() Device { return i.s.defaultDevice() }

// DefaultDtypes are the dtypes that arrays have if none is named, by kind.
type DefaultDtypes struct {
	RealFloating, ComplexFloating, Integral Dtype
	Indexing                                Dtype // of indices that functions return
}

// DefaultDtypes returns the default dtypes on a device, "" for the default one. A device
// that the backend lacks is an error of kind ErrDevice.
func (i NamespaceInfo) DefaultDtypes(device Device) DefaultDtypes {
	i.on("DefaultDtypes", device)
	return DefaultDtypes{i.s.def.Float, i.s.def.Complex, i.s.def.Int, Int64}
}

// Dtypes returns the standard's dtypes that arrays on a device may have, "" for the
// default one: all of them, or those of a kind as [IsDtype] takes it, if kind is not
// nil. The 16-bit floats are not the standard's.
func (i NamespaceInfo) Dtypes(device Device, kind any) []Dtype {
	i.on("Dtypes", device)
	var ds []Dtype
	for _, d := range (i.s.be.dtypes &^ dtype.Narrow).Dtypes() {
		is, err := true, error(nil)
		if kind != nil {
			is, err = isDtype(d, kind)
		}
		if err != nil {
			panic(wrap("Dtypes", i.s.be, err))
		}
		if is {
			ds = append(ds, d)
		}
	}
	return ds
}

func (i NamespaceInfo) on(function string, device Device) {
	if err := i.s.be.onDevice(device); err != nil {
		panic(wrap(function, i.s.be, err))
	}
}
