package ivy

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// A Tree is an *Array, or a slice, array, map with string keys, struct or pointer to a struct
// of Trees: the parameters of a model, say. What is in an interface counts as if it were there
// itself. Of a struct the exported fields belong to the tree, but for those with the tag
// `ivy:"-"`, which go along as they are. A nil, and anything else among them, is an error of
// kind ErrValue; but a field with the tag `ivy:"optional"` may be nil, and has no arrays then.
type Tree = any

// Leaves returns the arrays of a tree: of slices, arrays and structs in their order, of maps
// in that of the keys.
func Leaves(t Tree) []*Array {
	defer blame("Leaves")
	return leaves(t)
}

// Replace returns a tree like t with other arrays, as many as t has, in the order of
// [Leaves]. t is not changed, and shares no slice, map or pointer with the result.
func Replace(t Tree, arrays []*Array) Tree {
	defer blame("Replace")
	return replaced(t, arrays)
}

// MapTree returns a tree like the first of trees, with what f makes of the arrays that stand
// at the same place in each of them. f is called in the order of [Leaves]. Trees that differ
// in how many arrays they have are an error of kind ErrValue.
func MapTree(f func(xs ...*Array) *Array, trees ...Tree) Tree {
	defer blame("MapTree")
	if len(trees) == 0 {
		check(errorf(ErrValue, "no tree"))
	}
	all := make([][]*Array, len(trees))
	for i, t := range trees {
		if all[i] = leaves(t); len(all[i]) != len(all[0]) {
			check(errorf(ErrValue, "tree %d has %d arrays, the first one %d", i+1, len(all[i]), len(all[0])))
		}
	}
	zs := make([]*Array, len(all[0]))
	for j := range zs {
		xs := make([]*Array, len(all))
		for i := range all {
			xs[i] = all[i][j]
		}
		zs[j] = f(xs...)
	}
	return replaced(trees[0], zs)
}

// TreePaths returns where in a tree each array of [Leaves] stands, as in "layers.0.weight":
// the names of fields and keys and the numbers of elements, with dots between them. The path
// of a tree that is one array is empty.
func TreePaths(t Tree) []string {
	defer blame("TreePaths")
	w := &treeVisit{}
	w.visit(reflect.ValueOf(t), nil)
	return w.paths
}

// leaves is Leaves without a function's name in errors: callers add theirs.
func leaves(t Tree) []*Array {
	switch t := t.(type) { // without reflection
	case *Array:
		if t == nil {
			check(errNil)
		}
		return []*Array{t}
	case []*Array:
		for _, a := range t {
			if a == nil {
				check(errNil)
			}
		}
		return slices.Clone(t)
	}
	w := &treeVisit{}
	w.visit(reflect.ValueOf(t), nil)
	return w.arrays
}

// A treeVisit collects the arrays of a tree.
type treeVisit struct {
	arrays []*Array
	paths  []string
	path   []string
	depth  int
}

// maxTreeDepth is how deep a tree may be: one that has itself in it has no end.
const maxTreeDepth = 1000

func (w *treeVisit) visit(v reflect.Value, name any) {
	if name != nil {
		w.path = append(w.path, fmt.Sprint(name))
		defer func() { w.path = w.path[:len(w.path)-1] }()
	}
	if w.depth++; w.depth > maxTreeDepth {
		check(errorf(ErrValue, "a tree of more than %d levels, or one that has itself in it", maxTreeDepth))
	}
	defer func() { w.depth-- }()
	at := func() string { return strings.Join(w.path, ".") }
	if !v.IsValid() {
		check(errorf(ErrValue, "a nil in a tree, at %q", at()))
	}
	if v.Type() == oneArray {
		a := v.Interface().(*Array)
		if a == nil {
			check(errorf(ErrValue, "a nil array in a tree, at %q", at()))
		}
		w.arrays, w.paths = append(w.arrays, a), append(w.paths, at())
		return
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			check(errorf(ErrValue, "a nil in a tree, at %q", at()))
		}
		if e := v.Elem(); v.Kind() == reflect.Interface || e.Kind() == reflect.Struct {
			w.visit(e, nil)
			return
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			w.visit(v.Index(i), i)
		}
		return
	case reflect.Map:
		if v.Type().Key().Kind() == reflect.String {
			for _, k := range sortedKeys(v) {
				w.visit(v.MapIndex(k), k)
			}
			return
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); ofTree(f) && !leftOut(f, v.Field(i)) {
				w.visit(v.Field(i), f.Name)
			}
		}
		return
	}
	check(errorf(ErrValue, "a %s in a tree, at %q", v.Type(), at()))
}

// treeStructure returns a text that two trees have in common only if they differ in nothing but
// their arrays.
func treeStructure(t Tree) string {
	switch t := t.(type) { // without reflection
	case []Tree:
		if !slices.ContainsFunc(t, func(x Tree) bool { _, ok := x.(*Array); return !ok }) {
			return fmt.Sprint(len(t))
		}
	}
	var b strings.Builder
	describe(&b, reflect.ValueOf(t))
	return b.String()
}

// describe writes the structure of v, a tree.
func describe(b *strings.Builder, v reflect.Value) {
	if v.Type() == oneArray {
		b.WriteByte('*')
		return
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.Kind() == reflect.Pointer {
			b.WriteByte('&')
		}
		describe(b, v.Elem())
	case reflect.Slice, reflect.Array:
		fmt.Fprintf(b, "%s[%d:", v.Type(), v.Len())
		for i := range v.Len() {
			describe(b, v.Index(i))
		}
		b.WriteByte(']')
	case reflect.Map:
		fmt.Fprintf(b, "%s{", v.Type())
		for _, k := range sortedKeys(v) {
			fmt.Fprintf(b, "%q:", k.String())
			describe(b, v.MapIndex(k))
		}
		b.WriteByte('}')
	case reflect.Struct:
		fmt.Fprintf(b, "%s{", v.Type())
		for i := range v.NumField() {
			switch f := v.Type().Field(i); {
			case !ofTree(f):
				fmt.Fprintf(b, "(%v)", v.Field(i))
			case leftOut(f, v.Field(i)):
				b.WriteByte('-')
			default:
				describe(b, v.Field(i))
			}
		}
		b.WriteByte('}')
	}
}

// ofTree reports whether a field belongs to the tree that its struct is.
func ofTree(f reflect.StructField) bool { return f.IsExported() && f.Tag.Get("ivy") != "-" }

// leftOut reports whether a field's value is nil and may be.
func leftOut(f reflect.StructField, v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Map, reflect.Slice:
		return v.IsNil() && f.Tag.Get("ivy") == "optional"
	}
	return false
}

func sortedKeys(v reflect.Value) []reflect.Value {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	return keys
}

// replaced is Replace without a function's name in errors: callers add theirs.
func replaced(t Tree, arrays []*Array) Tree {
	have := len(leaves(t))
	if have != len(arrays) {
		check(errorf(ErrValue, "%d arrays for a tree of %d", len(arrays), have))
	}
	switch t.(type) {
	case *Array:
		return arrays[0]
	case []*Array:
		return slices.Clone(arrays)
	}
	return rebuild(reflect.ValueOf(t), &arrays).Interface()
}

// rebuild returns a copy of v with the first of arrays, which it takes away.
func rebuild(v reflect.Value, arrays *[]*Array) reflect.Value {
	if v.Type() == oneArray {
		a := (*arrays)[0]
		*arrays = (*arrays)[1:]
		return reflect.ValueOf(a)
	}
	z := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.Interface:
		z.Set(rebuild(v.Elem(), arrays))
	case reflect.Pointer:
		p := reflect.New(v.Type().Elem())
		p.Elem().Set(rebuild(v.Elem(), arrays))
		z.Set(p)
	case reflect.Slice:
		if v.IsNil() {
			return z
		}
		z.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			z.Index(i).Set(rebuild(v.Index(i), arrays))
		}
	case reflect.Map:
		if v.IsNil() {
			return z
		}
		z.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
		for _, k := range sortedKeys(v) {
			z.SetMapIndex(k, rebuild(v.MapIndex(k), arrays))
		}
	case reflect.Struct:
		z.Set(v) // with what does not belong to the tree
		for i := range v.NumField() {
			if f := v.Type().Field(i); ofTree(f) && !leftOut(f, v.Field(i)) {
				z.Field(i).Set(rebuild(v.Field(i), arrays))
			}
		}
	}
	return z
}

// treeCallable returns what calls f, a function of trees, whose results are trees.
func treeCallable(f any) (func(xs []Tree) []Tree, error) {
	switch f := f.(type) { // without reflection
	case func(*Array) *Array:
		if f != nil {
			return func(xs []Tree) []Tree {
				if len(xs) != 1 {
					check(errorf(ErrValue, "%d arguments for a %T", len(xs), f))
				}
				x, ok := xs[0].(*Array)
				if !ok {
					check(errorf(ErrValue, "argument 1 is a %T, want an array", xs[0]))
				}
				return []Tree{f(x)}
			}, nil
		}
	case func(Tree) *Array:
		if f != nil {
			return func(xs []Tree) []Tree {
				if len(xs) != 1 {
					check(errorf(ErrValue, "%d arguments for a %T", len(xs), f))
				}
				return []Tree{f(xs[0])}
			}, nil
		}
	}
	v := reflect.ValueOf(f)
	if f == nil || v.Kind() != reflect.Func || v.IsNil() {
		return nil, errorf(ErrValue, "a %T is no function of trees", f)
	}
	t := v.Type()
	if t.NumOut() == 0 {
		return nil, errorf(ErrValue, "a %T has no result", f)
	}
	for i := range t.NumIn() {
		p := t.In(i)
		if t.IsVariadic() && i == t.NumIn()-1 {
			p = p.Elem()
		}
		if !treeType(p, nil) {
			return nil, errorf(ErrValue, "parameter %d of %T is no tree of arrays (put the others into a function around it)", i+1, f)
		}
	}
	for i := range t.NumOut() {
		if !treeType(t.Out(i), nil) {
			return nil, errorf(ErrValue, "result %d of %T is no tree of arrays", i+1, f)
		}
	}
	return func(xs []Tree) []Tree {
		out := v.Call(treeArguments(f, t, xs))
		zs := make([]Tree, len(out))
		for i, o := range out {
			zs[i] = o.Interface()
		}
		return zs
	}, nil
}

// treeArguments returns xs as arguments of f, which is of type t.
func treeArguments(f any, t reflect.Type, xs []Tree) []reflect.Value {
	fixed := t.NumIn()
	if t.IsVariadic() {
		fixed--
	}
	if len(xs) < fixed || len(xs) > fixed && !t.IsVariadic() {
		check(errorf(ErrValue, "%d arguments for a %T", len(xs), f))
	}
	in := make([]reflect.Value, len(xs))
	for i, x := range xs {
		var p reflect.Type
		if i < fixed {
			p = t.In(i)
		} else {
			p = t.In(fixed).Elem()
		}
		in[i] = reflect.ValueOf(x)
		if !in[i].IsValid() || !in[i].Type().AssignableTo(p) {
			check(errorf(ErrValue, "argument %d is a %T, want %s", i+1, x, p))
		}
	}
	return in
}

// treeType reports whether values of type t may be trees. Types that contain themselves are in
// seen.
func treeType(t reflect.Type, seen []reflect.Type) bool {
	if t == oneArray || slices.Contains(seen, t) {
		return true
	}
	seen = append(seen, t)
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Pointer:
		return t.Elem().Kind() == reflect.Struct && treeType(t.Elem(), seen)
	case reflect.Slice, reflect.Array:
		return treeType(t.Elem(), seen)
	case reflect.Map:
		return t.Key().Kind() == reflect.String && treeType(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); ofTree(f) && !treeType(f.Type, seen) {
				return false
			}
		}
		return true
	}
	return false
}
