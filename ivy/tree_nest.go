package ivy

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// The functions of this file take parts of trees by their paths, which are as those of
// [TreePaths]: "layers.0.weight" is the field or key weight of element 0 of layers, and the empty
// path is the tree itself. A part that is not there is an error of kind ErrIndex. A key with dots in
// it is found too, the longest first that a path begins with. No function changes its tree: what it
// returns shares no slice, map or pointer with it, but the arrays.

// IndexNest returns the part of t at a path.
func IndexNest(t Tree, path string) Tree {
	defer blame("IndexNest")
	return partAt(t, path)
}

// MultiIndexNest returns the parts of t at paths.
func MultiIndexNest(t Tree, paths []string) []Tree {
	defer blame("MultiIndexNest")
	out := make([]Tree, len(paths))
	for i, path := range paths {
		out[i] = partAt(t, path)
	}
	return out
}

// SetNestAtIndex returns a tree like t with another part at a path. A value that does not fit
// the type of what is there is an error of kind ErrValue.
func SetNestAtIndex(t Tree, path string, value Tree) Tree {
	defer blame("SetNestAtIndex")
	return setAt(copied(t), path, value)
}

// SetNestAtIndices returns a tree like t with other parts at paths, which are set in their order:
// there are as many values as paths.
func SetNestAtIndices(t Tree, paths []string, values []Tree) Tree {
	defer blame("SetNestAtIndices")
	checkPairs(paths, values)
	t = copied(t)
	for i, path := range paths {
		t = setAt(t, path, values[i])
	}
	return t
}

// MapNestAtIndex returns a tree like t with what f makes of the part at a path in its place.
func MapNestAtIndex(t Tree, path string, f func(Tree) Tree) Tree {
	defer blame("MapNestAtIndex")
	return mapAt(copied(t), path, f)
}

// MapNestAtIndices returns a tree like t with what f makes of the parts at paths in their place,
// one after the other.
func MapNestAtIndices(t Tree, paths []string, f func(Tree) Tree) Tree {
	defer blame("MapNestAtIndices")
	t = copied(t)
	for _, path := range paths {
		t = mapAt(t, path, f)
	}
	return t
}

// InsertIntoNestAtIndex returns a tree like t with one more part, whose path the given one is:
// an element of a slice, before which the others stay and behind which they move, a key of a map or a
// field that may be nil and is. A key that is there already gets another value. Other fields and elements of arrays
// of Go are errors of kind ErrValue.
func InsertIntoNestAtIndex(t Tree, path string, value Tree) Tree {
	defer blame("InsertIntoNestAtIndex")
	return insertAt(copied(t), path, value)
}

// InsertIntoNestAtIndices is InsertIntoNestAtIndex of each path and value in their order, each into the tree that
// the one before made.
func InsertIntoNestAtIndices(t Tree, paths []string, values []Tree) Tree {
	defer blame("InsertIntoNestAtIndices")
	checkPairs(paths, values)
	t = copied(t)
	for i, path := range paths {
		t = insertAt(t, path, values[i])
	}
	return t
}

// PruneNestAtIndex returns a tree like t without the part at a path: an element of a slice,
// behind which the others move up, a key of a map or a field that may be nil. Other fields,
// elements of arrays of Go and the whole tree are errors of kind ErrValue.
func PruneNestAtIndex(t Tree, path string) Tree {
	defer blame("PruneNestAtIndex")
	return pruneAt(copied(t), path)
}

// PruneNestAtIndices returns a tree like t without the parts at paths, which are those in t whatever
// else is taken away. A path that is given twice, or lies below another, is an error of kind ErrValue.
func PruneNestAtIndices(t Tree, paths []string) Tree {
	defer blame("PruneNestAtIndices")
	split := make([][]string, len(paths))
	for i, path := range paths {
		split[i] = partsOf(t, path)
	}
	order := make([]int, len(paths))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return slices.CompareFunc(split[j], split[i], compareParts) })
	for i := 1; i < len(order); i++ {
		below, above := split[order[i-1]], split[order[i]]
		if len(below) >= len(above) && slices.Equal(below[:len(above)], above) {
			check(errorf(ErrValue, "path %q is pruned twice: %q is at or below it", paths[order[i]], paths[order[i-1]]))
		}
	}
	t = copied(t)
	for _, i := range order {
		t = pruneAt(t, paths[i])
	}
	return t
}

// A NestOption is an option of [NestedArgwhere] and [NestedAny]: [IncludeNests] or [StopAfter].
type NestOption interface{ nestOption() }

type (
	includeNests bool
	stopAfter    int
)

func (includeNests) nestOption() {}
func (stopAfter) nestOption()    {}

// IncludeNests says whether a function is asked about slices, maps and structs too, behind their parts, and not only
// about arrays. The tree itself, if it is no array, is not among them.
func IncludeNests(on bool) NestOption { return includeNests(on) }

// StopAfter says after how many parts a search ends. None is all.
func StopAfter(n int) NestOption { return stopAfter(n) }

// NestedArgwhere returns the paths of the arrays of t for which f is true, in the order of
// [Leaves]. Options are IncludeNests and StopAfter.
func NestedArgwhere(t Tree, f func(x Tree) bool, opts ...NestOption) []string {
	defer blame("NestedArgwhere")
	return searched(t, f, opts)
}

// NestedAny reports whether f is true of an array of t. An option is IncludeNests.
func NestedAny(t Tree, f func(x Tree) bool, opts ...NestOption) bool {
	defer blame("NestedAny")
	return len(searched(t, f, append(slices.Clone(opts), stopAfter(1)))) > 0
}

// PruneEmpty returns a tree like t without what has no arrays: elements of slices, keys of maps and fields
// that may be nil. Other fields and elements of arrays of Go stay, and what is in them is pruned. A tree without arrays
// is nil then.
func PruneEmpty(t Tree) Tree {
	defer blame("PruneEmpty")
	if len(leaves(t)) == 0 {
		return nil
	}
	return pruned(reflect.ValueOf(copied(t))).Interface()
}

// DuplicateArrayIndexChains returns the paths of each array of t, arrays in the order in which
// they first appear: an array that is there more than once has several paths.
func DuplicateArrayIndexChains(t Tree) [][]string {
	defer blame("DuplicateArrayIndexChains")
	w := &treeVisit{}
	w.visit(reflect.ValueOf(t), nil)
	var out [][]string
	seen := map[*Array]int{}
	for i, a := range w.arrays {
		at, ok := seen[a]
		if !ok {
			at = len(out)
			seen[a] = at
			out = append(out, nil)
		}
		out[at] = append(out[at], w.paths[i])
	}
	return out
}

// copied returns a tree with slices, maps and pointers of its own and the same arrays. It
// fails for what is no tree.
func copied(t Tree) Tree { return replaced(t, leaves(t)) }

func checkPairs(paths []string, values []Tree) {
	if len(paths) != len(values) {
		check(errorf(ErrValue, "%d paths and %d values", len(paths), len(values)))
	}
}

// compareParts compares parts of paths: numbers by size.
func compareParts(a, b string) int {
	i, err1 := strconv.Atoi(a)
	j, err2 := strconv.Atoi(b)
	if err1 == nil && err2 == nil && i != j {
		return i - j
	}
	return strings.Compare(a, b)
}

// inside returns what is in interfaces and pointers.
func inside(v reflect.Value) reflect.Value {
	for v.Type() != oneArray && (v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer) {
		v = v.Elem()
	}
	return v
}

// A treePart is a part of a slice, map or struct.
type treePart struct {
	name  string
	value reflect.Value
}

// treeParts returns the parts of v, which is a tree: none of an array.
func treeParts(v reflect.Value) (out []treePart) {
	v = inside(v)
	if v.Type() == oneArray {
		return nil
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			out = append(out, treePart{strconv.Itoa(i), v.Index(i)})
		}
	case reflect.Map:
		for _, k := range sortedKeys(v) {
			out = append(out, treePart{k.String(), v.MapIndex(k)})
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); ofTree(f) && !leftOut(f, v.Field(i)) {
				out = append(out, treePart{f.Name, v.Field(i)})
			}
		}
	}
	return out
}

// first takes the first part off a path into v: the longest one that v has. It fails for one that is
// not there.
func first(v reflect.Value, path, whole string) (part treePart, rest string) {
	parts := treeParts(v)
	found := false
	for _, p := range parts {
		if left, ok := strings.CutPrefix(path, p.name); ok && (left == "" || left[0] == '.') && (!found || len(p.name) > len(part.name)) {
			part, rest, found = p, strings.TrimPrefix(left, "."), true
			if left == "." { // "a." names no part of a
				found = false
			}
		}
	}
	if !found {
		check(noPart(v, parts, path, whole))
	}
	return part, rest
}

func noPart(v reflect.Value, parts []treePart, path, whole string) error {
	name, _, _ := strings.Cut(path, ".")
	if len(parts) == 0 {
		return errorf(ErrIndex, "nothing at %q: a %s has no %q", whole, inside(v).Type(), name)
	}
	names := make([]string, 0, 10)
	for _, p := range parts[:min(len(parts), 10)] {
		names = append(names, p.name)
	}
	if len(parts) > 10 {
		names = append(names, "…")
	}
	return errorf(ErrIndex, "nothing at %q: no %q among %s", whole, name, strings.Join(names, ", "))
}

// partAt is IndexNest.
func partAt(t Tree, path string) Tree {
	leaves(t) // fails for what is no tree
	v := reflect.ValueOf(t)
	for rest := path; rest != ""; {
		var p treePart
		p, rest = first(v, rest, path)
		v = p.value
	}
	return copied(v.Interface())
}

// partsOf returns the parts of a path into t.
func partsOf(t Tree, path string) (out []string) {
	leaves(t)
	v := reflect.ValueOf(t)
	for rest := path; rest != ""; {
		var p treePart
		p, rest = first(v, rest, path)
		v = p.value
		out = append(out, p.name)
	}
	return out
}

// fittingPart returns value, a tree, as a reflect.Value of type to.
func fittingPart(value Tree, to reflect.Type, path string) reflect.Value {
	v := reflect.ValueOf(copied(value))
	if !v.Type().AssignableTo(to) {
		check(errorf(ErrValue, "a %s at %q, want a %s", v.Type(), path, to))
	}
	return v
}

// edited returns v, which nothing else has, with what change makes of its container at all but the last part of a
// path: change is given the container and the name of the part in it.
func edited(v reflect.Value, path, whole string, change func(container reflect.Value, name string) reflect.Value) reflect.Value {
	switch {
	case v.Type() == oneArray:
		check(noPart(v, nil, path, whole))
	case v.Kind() == reflect.Interface:
		z := reflect.New(v.Type()).Elem()
		z.Set(edited(v.Elem(), path, whole, change))
		return z
	case v.Kind() == reflect.Pointer:
		v.Elem().Set(edited(v.Elem(), path, whole, change))
		return v
	}
	last := !strings.Contains(path, ".")
	for _, p := range treeParts(v) {
		last = last || p.name == path
	}
	if last {
		return change(v, path)
	}
	p, rest := first(v, path, whole)
	return withPart(v, p.name, edited(p.value, rest, whole, change), whole)
}

// withPart returns v with another part, which is there.
func withPart(v reflect.Value, name string, part reflect.Value, whole string) reflect.Value {
	switch v.Kind() {
	case reflect.Slice:
		i, _ := strconv.Atoi(name)
		v.Index(i).Set(part)
		return v
	case reflect.Map:
		v.SetMapIndex(reflect.ValueOf(name).Convert(v.Type().Key()), part)
		return v
	}
	z := reflect.New(v.Type()).Elem()
	z.Set(v)
	if v.Kind() == reflect.Array {
		i, _ := strconv.Atoi(name)
		z.Index(i).Set(part)
	} else {
		z.FieldByName(name).Set(part)
	}
	return z
}

// has reports whether v has a part of a name.
func has(v reflect.Value, name string) bool {
	return slices.ContainsFunc(treeParts(v), func(p treePart) bool { return p.name == name })
}

// typeOfPart returns the type that a part of v is to have.
func typeOfPart(v reflect.Value, name string) reflect.Type {
	if v.Kind() == reflect.Struct {
		f, _ := v.Type().FieldByName(name)
		return f.Type
	}
	return v.Type().Elem()
}

func setAt(t Tree, path string, value Tree) Tree {
	if path == "" {
		return copied(value)
	}
	return edited(reflect.ValueOf(t), path, path, func(v reflect.Value, name string) reflect.Value {
		if !has(v, name) {
			check(noPart(v, treeParts(v), name, path))
		}
		return withPart(v, name, fittingPart(value, typeOfPart(v, name), path), path)
	}).Interface()
}

func mapAt(t Tree, path string, f func(Tree) Tree) Tree {
	if f == nil {
		check(errorf(ErrValue, "a nil function"))
	}
	return setAt(t, path, f(partAt(t, path)))
}

func insertAt(t Tree, path string, value Tree) Tree {
	if path == "" {
		check(errorf(ErrValue, "a part without a path"))
	}
	return edited(reflect.ValueOf(t), path, path, func(v reflect.Value, name string) reflect.Value {
		switch v.Kind() {
		case reflect.Slice:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i > v.Len() || strconv.Itoa(i) != name {
				check(errorf(ErrIndex, "no element %q of %d to insert one at, of %q", name, v.Len(), path))
			}
			one := fittingPart(value, v.Type().Elem(), path)
			z := reflect.MakeSlice(v.Type(), v.Len()+1, v.Len()+1)
			reflect.Copy(z, v.Slice(0, i))
			z.Index(i).Set(one)
			reflect.Copy(z.Slice(i+1, z.Len()), v.Slice(i, v.Len()))
			return z
		case reflect.Map:
			one := fittingPart(value, v.Type().Elem(), path)
			if v.IsNil() {
				v = reflect.MakeMap(v.Type())
			}
			return withPart(v, name, one, path)
		case reflect.Struct:
			f, ok := v.Type().FieldByName(name)
			switch {
			case !ok || !ofTree(f) || len(f.Index) != 1:
				check(noPart(v, treeParts(v), name, path))
			case !leftOut(f, v.FieldByName(name)):
				check(errorf(ErrValue, "the field %q is there already (SetNestAtIndex gives it another value)", path))
			}
			return withPart(v, name, fittingPart(value, f.Type, path), path)
		}
		check(errorf(ErrValue, "a %s takes no part at %q: it has a length of its own", v.Type(), path))
		return v
	}).Interface()
}

func pruneAt(t Tree, path string) Tree {
	if path == "" {
		check(errorf(ErrValue, "a tree is not pruned at its root"))
	}
	return edited(reflect.ValueOf(t), path, path, func(v reflect.Value, name string) reflect.Value {
		if !has(v, name) {
			check(noPart(v, treeParts(v), name, path))
		}
		z, ok := without(v, name)
		if !ok {
			check(errorf(ErrValue, "a %s is not without its %q", v.Type(), path))
		}
		return z
	}).Interface()
}

// without returns v without a part that it has, if it can be without.
func without(v reflect.Value, name string) (z reflect.Value, ok bool) {
	switch v.Kind() {
	case reflect.Slice:
		i, _ := strconv.Atoi(name)
		z := reflect.MakeSlice(v.Type(), v.Len()-1, v.Len()-1)
		reflect.Copy(z, v.Slice(0, i))
		reflect.Copy(z.Slice(i, z.Len()), v.Slice(i+1, v.Len()))
		return z, true
	case reflect.Map:
		v.SetMapIndex(reflect.ValueOf(name).Convert(v.Type().Key()), reflect.Value{})
		return v, true
	case reflect.Struct:
		f, _ := v.Type().FieldByName(name)
		zero := reflect.Zero(f.Type)
		if f.Tag.Get("ivy") != "optional" || !leftOut(f, zero) {
			return v, false
		}
		return withPart(v, name, zero, name), true
	}
	return v, false
}

// pruned is PruneEmpty of what has arrays.
func pruned(v reflect.Value) reflect.Value {
	switch {
	case v.Type() == oneArray:
		return v
	case v.Kind() == reflect.Interface:
		z := reflect.New(v.Type()).Elem()
		z.Set(pruned(v.Elem()))
		return z
	case v.Kind() == reflect.Pointer:
		v.Elem().Set(pruned(v.Elem()))
		return v
	}
	parts := treeParts(v)
	for i := len(parts) - 1; i >= 0; i-- { // those before stay where they are
		p := parts[i]
		if len(leaves(p.value.Interface())) == 0 {
			if z, ok := without(v, p.name); ok {
				v = z
				continue
			}
		}
		v = withPart(v, p.name, pruned(p.value), p.name)
	}
	return v
}

// searched is NestedArgwhere.
func searched(t Tree, f func(x Tree) bool, opts []NestOption) (paths []string) {
	nests, most := false, -1
	for _, o := range opts {
		switch o := o.(type) {
		case includeNests:
			nests = bool(o)
		case stopAfter:
			if o < 0 {
				check(errorf(ErrValue, "StopAfter(%d), want a number of parts", int(o)))
			}
			most = int(o)
		default:
			check(errorf(ErrValue, "a nil option"))
		}
	}
	if f == nil {
		check(errorf(ErrValue, "a nil function"))
	}
	leaves(t) // fails for what is no tree
	var visit func(v reflect.Value, path string, root bool) bool
	visit = func(v reflect.Value, path string, root bool) bool {
		for _, p := range treeParts(v) {
			at := p.name
			if path != "" {
				at = fmt.Sprint(path, ".", p.name)
			}
			if !visit(p.value, at, false) {
				return false
			}
		}
		if inside(v).Type() == oneArray || nests && !root {
			if len(paths) == most {
				return false
			}
			if f(copied(v.Interface())) {
				paths = append(paths, path)
			}
		}
		return len(paths) != most
	}
	if most != 0 {
		visit(reflect.ValueOf(t), "", true)
	}
	return paths
}
