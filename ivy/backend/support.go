package backend

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// A Clause says something for the versions of a library that its key covers:
//
//	"2.0.1"             from this version to that of the next such key
//	"2.0.1 and below"
//	"2.0.1 and above"
//	"1.9.0 to 2.0.1"    both included
//
// A version is looked for among keys of the first form, then among the others in
// order; for one that no key covers the last counts. Versions compare by number, to
// the length of the key: 2.2.2 is under "2.2 and below".
type Clause struct {
	Versions string
	Device   string   // what is said of dtypes is said of this device; "" is every one
	Names    []string // dtypes, or classes of them; or devices
}

// On is what is said of dtypes for versions: dtypes by name ("float16"), or by class:
// "valid" (all that the backend has), "numeric", "float", "integer", "unsigned",
// "complex".
func On(versions string, dtypes ...string) Clause { return Clause{Versions: versions, Names: dtypes} }

// OnDevice is [On] for one device. Clauses for the same versions and several devices
// belong together.
func OnDevice(versions, device string, dtypes ...string) Clause {
	return Clause{versions, device, dtypes}
}

// A Declaration says which dtypes or devices a function takes, or which it does not,
// by the version of the library that computes it. What it does not mention is the
// other. The zero Declaration says nothing.
type Declaration struct {
	supported bool // the clauses list what is supported
	devices   bool // they list devices
	keys      []versionKey
	clauses   [][]Clause // for each key
	why       string
}

// The classes of dtypes that declarations name.
var classes = map[string]dtype.Set{
	"valid": dtype.All, "numeric": dtype.Numeric, "float": dtype.Float, "integer": dtype.Integer,
	"unsigned": dtype.Unsigned, "complex": dtype.Complex,
}

// SupportedDtypes declares that a function takes the dtypes listed and no others. The
// error says what is wrong with a version, or names what is no dtype.
func SupportedDtypes(clauses ...Clause) (Declaration, error) {
	return declaration(true, false, clauses)
}

// UnsupportedDtypes declares that a function takes all dtypes but those listed.
func UnsupportedDtypes(clauses ...Clause) (Declaration, error) {
	return declaration(false, false, clauses)
}

// SupportedDevices declares on which devices, by name, a function runs.
func SupportedDevices(clauses ...Clause) (Declaration, error) {
	return declaration(true, true, clauses)
}

// UnsupportedDevices declares on which devices a function does not run.
func UnsupportedDevices(clauses ...Clause) (Declaration, error) {
	return declaration(false, true, clauses)
}

// Must returns d; it panics if err is not nil. It is for declarations next to kernels,
// which are part of the program.
func Must(d Declaration, err error) Declaration {
	if err != nil {
		panic("backend: " + err.Error())
	}
	return d
}

func declaration(supported, devices bool, clauses []Clause) (Declaration, error) {
	d := Declaration{supported: supported, devices: devices}
	if len(clauses) == 0 {
		return d, errors.New("a declaration without versions")
	}
	for _, s := range clauses {
		k, err := parseKey(s.Versions)
		if err != nil {
			return d, err
		}
		if devices && s.Device != "" {
			return d, fmt.Errorf("devices declared for a device, %q", s.Device)
		}
		for i, name := range s.Names {
			if _, err := dtypesOf(name); err != nil && !devices {
				return d, err
			}
			if name == "" || slices.Contains(s.Names[:i], name) {
				return d, fmt.Errorf("%q twice or empty among %q", name, s.Names)
			}
		}
		i := slices.IndexFunc(d.keys, k.same)
		if i < 0 {
			d.keys, d.clauses = append(d.keys, k), append(d.clauses, []Clause{s})
			continue
		}
		if slices.ContainsFunc(d.clauses[i], func(other Clause) bool { return other.Device == s.Device }) {
			return d, fmt.Errorf("the versions %q twice", s.Versions)
		}
		d.clauses[i] = append(d.clauses[i], s)
	}
	return d, nil
}

func dtypesOf(name string) (dtype.Set, error) {
	if set, ok := classes[name]; ok {
		return set, nil
	}
	d, err := dtype.Parse(name)
	if err != nil {
		return dtype.None, fmt.Errorf("%q is neither a dtype nor a class of dtypes (valid, numeric, float, integer, unsigned, complex)", name)
	}
	return dtype.Of(d), nil
}

// Because returns d with a reason, which errors give: a bug of the library's, with where
// it is told of.
func (d Declaration) Because(why string) Declaration { d.why = why; return d }

// IsZero reports whether d says nothing.
func (d Declaration) IsZero() bool { return len(d.keys) == 0 }

// Devices reports whether d is about devices, not dtypes.
func (d Declaration) Devices() bool { return d.devices }

// Dtypes returns which of the valid dtypes a function takes on a device with this
// version of the library. A declaration of devices takes all or none.
func (d Declaration) Dtypes(version, device string, valid dtype.Set) dtype.Set {
	if d.IsZero() {
		return valid
	}
	listed := dtype.None
	for _, s := range d.clauses[choose(d.keys, version)] {
		if d.devices {
			if slices.Contains(s.Names, device) != d.supported {
				return dtype.None
			}
			return valid
		}
		if s.Device != "" && s.Device != device {
			continue
		}
		for _, name := range s.Names {
			set, _ := dtypesOf(name) // declaration has seen that there are such dtypes
			listed |= set
		}
	}
	if d.supported {
		return listed & valid
	}
	return valid &^ listed
}

// Check refuses to say of single dtypes what a backend's valid dtypes say already.
func (d Declaration) Check(version string, valid dtype.Set) error {
	if d.IsZero() || d.devices {
		return nil
	}
	for _, s := range d.clauses[choose(d.keys, version)] {
		for _, name := range s.Names {
			if set, _ := dtypesOf(name); classes[name] == dtype.None && set&valid == dtype.None {
				return fmt.Errorf("%s is declared for %q, and is no valid dtype of this version at all", name, s.Versions)
			}
		}
	}
	return nil
}

// reason returns what d says for a version, for errors.
func (d Declaration) reason(version string) string {
	text := fmt.Sprintf("declared for versions %s", d.keys[choose(d.keys, version)].text)
	if d.why != "" {
		text += ", " + d.why
	}
	return text
}

// Declare attaches a declaration to the kernels of a group of rows. It panics if one of
// them has one already: a function has one of the two kinds, for dtypes and for devices.
func Declare(d Declaration, entries ...Entry) []Entry {
	out := slices.Clone(entries)
	for i := range out {
		for _, other := range out[i].declared {
			if other.devices == d.devices {
				panic("backend: two declarations for " + out[i].Op.Name)
			}
		}
		out[i].declared = append(slices.Clip(out[i].declared), d)
	}
	return out
}

// Within returns the table with the Dtypes of another, which has been resolved: what
// kernels of t take in its place.
func (t *Table) Within(other *Table) *Table {
	r := &Table{slices.Clone(t.entries)}
	for i := range r.entries {
		if e := &r.entries[i]; e.Op != nil {
			e.Dtypes, e.Gap, e.Takes = other.entries[i].Dtypes, other.entries[i].Gap, other.entries[i].Takes
		}
		if other.entries[i].Op == nil {
			r.entries[i] = Entry{}
		}
	}
	return r
}

// Resolve returns the table as it is for a version of the library, on a device, with
// these valid dtypes: each kernel's Dtypes are what its declarations leave of the row's.
// The error names a declaration that says what the valid dtypes say already.
func (t *Table) Resolve(version, device string, valid dtype.Set) (*Table, error) {
	r := &Table{slices.Clone(t.entries)}
	for i := range r.entries {
		e := &r.entries[i]
		if e.Op == nil {
			continue
		}
		all := e.Dtypes & valid
		e.Dtypes = all
		var why []string
		for _, d := range e.declared {
			if err := d.Check(version, valid); err != nil {
				return nil, fmt.Errorf("%s: %w", e.Op.Name, err)
			}
			left := d.Dtypes(version, device, all)
			if left != all {
				why = append(why, d.reason(version))
			}
			e.Dtypes &= left
		}
		for _, d := range e.Dtypes.Dtypes() {
			// Of sums the result's dtype depends on settings: package ivy looks at it.
			if z := e.Op.Out(d, dtype.StandardDefaults); !valid.Has(z) && !e.Op.Takes(ops.Dtype) {
				e.Dtypes &^= dtype.Of(d)
				why = append(why, fmt.Sprintf("of %v the result would be %v, which it has not", d, z))
			}
		}
		e.Gap = strings.Join(why, "; ")
	}
	return r, nil
}
