package script

import (
	"os"
	"path/filepath"
	"strings"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/files"
)

// OpenIn returns a function for Options.Open that allows the files named and those
// below the folders, whatever symbolic links say.
func OpenIn(allowed []string, folders ...string) func(path string) (string, error) {
	return func(path string) (string, error) {
		real, err := filepath.Abs(path)
		if err != nil {
			return "", err
		}
		resolved, err := filepath.EvalSymlinks(real)
		if err != nil {
			return "", wrong("load: %s", strings.TrimPrefix(err.Error(), "lstat "))
		}
		for _, a := range allowed {
			if a, err := filepath.Abs(a); err == nil {
				if a, err = filepath.EvalSymlinks(a); err == nil && a == resolved {
					return resolved, nil
				}
			}
		}
		for _, d := range folders {
			d, err := filepath.Abs(d)
			if err != nil {
				continue
			}
			if d, err = filepath.EvalSymlinks(d); err != nil {
				continue
			}
			if rel, err := filepath.Rel(d, resolved); err == nil && filepath.IsLocal(rel) {
				return resolved, nil
			}
		}
		return "", wrong("load: %s is neither an input nor below a folder that is allowed", quote(path))
	}
}

// load is the function load: the array of a .npy file, a dict of those of others.
func (in *interp) load(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var path starlark.Value
	if err := unpack("load", args, kwargs, "path", &path); err != nil {
		return nil, err
	}
	name, err := toText(path)
	if err != nil {
		return nil, err
	}
	if in.opts.Open == nil {
		return nil, wrong("load: no files are allowed here")
	}
	real, err := in.opts.Open(name)
	if err != nil {
		return nil, err
	}
	f, err := files.Open(real)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	v, err := in.file(f)
	if err != nil {
		return nil, err
	}
	return in.fromGo(v)
}

// Load returns the arrays of a file: the one of a .npy file, a Dict of those of
// others. They are made on the Session's backend.
func (s *Session) Load(path string) (any, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, fileError(err)
	}
	defer f.Close()
	v, err := s.in.file(f)
	if err != nil {
		return nil, fileError(err)
	}
	return v, nil
}

func fileError(err error) error {
	if os.IsNotExist(err) {
		return &Error{Kind: "value", Msg: err.Error(), Err: err}
	}
	return asError(err)
}

func (in *interp) file(f *files.File) (any, error) {
	if f.Format() == files.NPY {
		return in.entry(f, f.Entries()[0].Name)
	}
	d := Dict{}
	for _, h := range f.Entries() {
		a, err := in.entry(f, h.Name)
		if err != nil {
			return nil, err
		}
		d.Keys = append(d.Keys, h.Name)
		d.Values = append(d.Values, a)
	}
	return d, nil
}

func (in *interp) entry(f *files.File, name string) (*ivy.Array, error) {
	h, err := f.Lookup(name)
	if err != nil {
		return nil, err
	}
	size, err := h.Size()
	if err != nil {
		return nil, err
	}
	if int64(size) > in.opts.ArrayBytes {
		return nil, wrong("%s: an array of %d bytes (the limit is %d)", name, size, in.opts.ArrayBytes)
	}
	return in.env.LoadEntry(f, name)
}
