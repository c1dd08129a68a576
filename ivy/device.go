package ivy

import (
	"fmt"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
)

// Devices returns the devices of the current backend on which arrays can be made, the default one
// first.
func (e *Env) Devices() []Device { return e.ArrayNamespaceInfo().Devices() }

// Device returns the device that holds the elements.
func (a *Array) Device() Device {
	a.usableIn("Device")
	if p, ok := a.be.Backend.(backend.Placer); ok {
		return Device(p.Device(a.buffer()))
	}
	return Device(a.be.Devices()[0])
}

// ToDevice returns the array on a device of its backend. Functions run where their
// operands are; those on the default device go along with others.
func (a *Array) ToDevice(device Device) *Array {
	a.usableIn("ToDevice")
	err := a.be.onDevice(device)
	if err == nil {
		if p, ok := a.be.Backend.(backend.Placer); ok && device != "" && p.Device(a.buffer()) != string(device) {
			var z *Array
			if z, err = a.place(p, device); err == nil {
				return entered(z)
			}
		}
	}
	if err != nil {
		panic(wrap("ToDevice", a.be, err))
	}
	return a.home().Asarray(a)
}

func (a *Array) place(p backend.Placer, device Device) (*Array, error) {
	z := newArray(a.env, a.be, a.dtype)
	z.setShape(a.shape)
	var err error
	z.buf, err = p.Place(a.env.spec(z), a.buffer(), string(device))
	return z, err
}

// placed is the end of functions that take a Device: it brings z there, if one was given.
func placed[T any](z *Array, opts []T) *Array {
	for _, o := range opts {
		if d, ok := any(o).(Device); ok && d != "" && z.Device() != d {
			return z.ToDevice(d)
		}
	}
	return z
}

func (be *engine) onDevice(d Device) error {
	if ds := be.Devices(); d != "" && !slices.Contains(ds, string(d)) {
		return errorf(ErrDevice, "no device %q (there is %v)", d, ds)
	}
	return nil
}

// Map splits x along its first axis into as many pieces as there are devices, as equal
// in length as can be, applies f to all of them at once, each on its device, and joins
// the results along their first axis on x's device. f is to return an array with as many
// elements along its first axis as its argument for the result to be f's of the whole.
// What f uses besides its argument must be on the default device, or on every one. In a function that is being compiled
// or differentiated the pieces are computed one after the other; arrays that are being differentiated, which f uses
// though x is not, are an error of kind ErrUnsupported.
func Map(f func(*Array) *Array, x *Array, devices []Device) *Array {
	defer blame("Map")
	switch {
	case f == nil:
		check(errorf(ErrValue, "a nil function"))
	case x.usable() != nil:
		check(x.usable())
	case len(devices) == 0:
		check(errorf(ErrDevice, "no devices (there is %v)", x.be.Devices()))
	case len(x.shape) == 0:
		check(errorf(ErrShape, "an array without axes"))
	}
	for _, d := range devices {
		check(x.be.onDevice(d))
	}
	pieces := make([]*Array, max(min(len(devices), x.shape[0]), 1))
	for i := range pieces {
		from, to := share(x.shape[0], len(pieces), i)
		pieces[i] = x.env.GetItem(x, Slice(from, to))
	}
	errs := make([]error, len(pieces))
	work := func(i int) {
		from, to := share(x.shape[0], len(pieces), i)
		errs[i] = onShard(fmt.Sprintf("elements %d to %d", from, to), devices[i], func() {
			z := f(pieces[i].ToDevice(devices[i]))
			if z == nil {
				check(errorf(ErrValue, "the function returned no array"))
			}
			pieces[i] = z.ToDevice(x.Device())
		})
	}
	if x.be.writtenDown() {
		for i := range pieces {
			work(i)
		}
	} else {
		atOnce(len(pieces), work)
	}
	checkAll("Map", x.be, errs)
	check(x.be.captured(pieces))
	return x.env.Concat(pieces)
}
