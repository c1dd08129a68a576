package optim

import (
	"errors"
	"slices"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/files"
)

// Save writes the arrays of a tree to a .safetensors file, named by their paths
// ([ivy.TreePaths]): a struct of the parameters and the [State], say, so that [Load] can
// restore them. It replaces an existing file once all of it is written. The
// error is an *ivy.Error: of kind ErrUnsupported for complex128, which the format does not have,
// of kind ErrValue for paths that are alike and for what the system refuses.
func Save(path string, t ivy.Tree) error {
	var entries []files.Entry
	err := ivy.Try(func() {
		defer blame.Named("optim.Save")
		names := ivy.TreePaths(t)
		for i, a := range ivy.Leaves(t) {
			entry, err := ivy.FileEntry(names[i], a)
			if err != nil {
				panic(err)
			}
			entries = append(entries, entry)
		}
	})
	if err != nil {
		return err
	}
	return fileError("Save", files.Write(path, entries, &files.Options{Format: files.Safetensors}))
}

// Load returns a tree like one that is given with the arrays of a file that [Save] wrote, on the
// backend and device of those that they stand for: bit for bit what was saved. The file has to
// have the same paths, dtypes and shapes, no more and no fewer; the error is an *ivy.Error of
// kind ErrValue, ErrDtype or ErrShape that names the array.
func Load(path string, like ivy.Tree) (ivy.Tree, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, fileError("Load", err)
	}
	defer f.Close()
	var t ivy.Tree
	err = ivy.Try(func() {
		defer blame.Named("optim.Load")
		names := ivy.TreePaths(like)
		for _, h := range f.Entries() {
			if !slices.Contains(names, h.Name) {
				panic(blame.Errorf(ivy.ErrValue, "%s has %q, which the tree has not", path, h.Name))
			}
		}
		arrays := ivy.Leaves(like)
		for i, a := range arrays {
			arrays[i] = loaded(f, names[i], a)
		}
		t = ivy.Replace(like, arrays)
	})
	return t, err
}

// loaded returns an array of a file that is to be like one that is there.
func loaded(f *files.File, name string, like *ivy.Array) *ivy.Array {
	h, err := f.Lookup(name)
	if err != nil {
		panic(fileError("", err))
	}
	switch {
	case h.Dtype != like.Dtype():
		panic(blame.Errorf(ivy.ErrDtype, "%q of dtype %v in the file, want %v", name, h.Dtype, like.Dtype()))
	case !slices.Equal(h.Shape, like.Shape()):
		panic(blame.Errorf(ivy.ErrShape, "%q of shape %v in the file, want %v", name, h.Shape, like.Shape()))
	}
	a, err := like.Env().LoadEntry(f, name)
	if err != nil {
		panic(err)
	}
	return placed(a, like)
}

// fileError returns an error of package files as an *ivy.Error, from which the cause can be
// unwrapped.
func fileError(name string, err error) error {
	if err == nil {
		return nil
	}
	kind := ivy.ErrValue
	if errors.Is(err, files.ErrUnsupported) {
		kind = ivy.ErrUnsupported
	}
	op := ""
	if name != "" {
		op = "optim." + name
	}
	return &ivy.Error{Op: op, Kind: kind, Err: err}
}
