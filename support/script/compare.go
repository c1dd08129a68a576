package script

import (
	"go.starlark.net/starlark"
	tree "go.starlark.net/syntax"
)

const (
	tokEQ = tree.EQL
	tokNE = tree.NEQ
	tokLT = tree.LT
	tokLE = tree.LE
	tokGT = tree.GT
	tokGE = tree.GE
)

func compareEqual(op tok, equal bool, what string) (bool, error) {
	switch op {
	case tokEQ:
		return equal, nil
	case tokNE:
		return !equal, nil
	}
	return false, wrong("'%s' not supported between values of type %s", op, what)
}

// compareOrder returns x op y of values of which order says whether x comes before (-1) or
// after y (1), or is equal (0).
func compareOrder(op tok, order int) bool {
	switch op {
	case tokEQ:
		return order == 0
	case tokNE:
		return order != 0
	case tokLT:
		return order < 0
	case tokLE:
		return order <= 0
	case tokGT:
		return order > 0
	}
	return order >= 0
}

// compare returns x op y of values that are no arrays, though lists and dicts may
// hold some. It is Python's: NaN is unlike itself, lists compare element by element.
func (in *interp) compare(op string, x, y starlark.Value, depth int) (starlark.Value, error) {
	b, err := in.compares(op, x, y, depth)
	return starlark.Bool(b), err
}

func (in *interp) compares(op string, x, y starlark.Value, depth int) (bool, error) {
	if depth > maxNesting {
		return false, wrong("a comparison of values nested more than %d deep", maxNesting)
	}
	if err := in.work(1); err != nil {
		return false, err
	}
	if isNumber(x) && isNumber(y) {
		return compareNumbers(op, x, y)
	}
	equality := op == "==" || op == "!="
	if equality {
		if named, equal := namesDtype(x, y); named {
			return equal == (op == "=="), nil
		}
	}
	if isArray(x) || isArray(y) || owner(x, y) != nil || objectOf(x, y) != nil { // inside a list or the like: one element, or no truth
		v, err := operators{in}.Compare(nil, op, x, y)
		if err != nil {
			return false, err
		}
		return in.truth(v)
	}
	p, pok := sequence(x)
	q, qok := sequence(y)
	if pok && qok && (isList(x) == isList(y) || ofLists(x) || ofLists(y)) {
		return in.compareSequences(op, p, q, depth)
	}
	if equality {
		if x.Type() != y.Type() {
			return op == "!=", nil
		}
		equal, compared, err := in.equalKeyed(x, y, depth)
		if compared || err != nil {
			return equal == (op == "=="), err
		}
	}
	token := map[string]tok{"==": tokEQ, "!=": tokNE, "<": tokLT, "<=": tokLE, ">": tokGT, ">=": tokGE}[op]
	z, err := starlark.Compare(token, x, y)
	if err != nil {
		return false, wrong("'%s' not supported between %s and %s", op, typeName(x), typeName(y))
	}
	return z, nil
}

// namesDtype reports whether one of x and y is a dtype and the other a text, and whether
// that is its name.
func namesDtype(x, y starlark.Value) (named, equal bool) {
	if _, ok := x.(starlark.String); ok {
		x, y = y, x
	}
	d, ok := x.(dtypeValue)
	if !ok {
		return false, false
	}
	s, ok := y.(starlark.String)
	return ok, ok && d.String() == string(s)
}

// equalKeyed compares dicts and sets; compared is false for other values.
func (in *interp) equalKeyed(x, y starlark.Value, depth int) (equal, compared bool, err error) {
	switch x := x.(type) {
	case *starlark.Dict:
		equal, err = in.equalDicts(x, y.(*starlark.Dict), depth)
		return equal, true, err
	case *starlark.Set:
		equal, err = in.equalSets(x, y.(*starlark.Set))
		return equal, true, err
	}
	return false, false, nil
}

func (in *interp) equalSets(x, y *starlark.Set) (bool, error) {
	if x.Len() != y.Len() {
		return false, nil
	}
	if err := in.work(x.Len()); err != nil {
		return false, err
	}
	for v := range x.Elements() {
		key, err := in.setKey(y, v)
		if err != nil {
			return false, err
		}
		if found, err := y.Has(key); err != nil || !found {
			return false, err
		}
	}
	return true, nil
}

func sequence(x starlark.Value) (starlark.Indexable, bool) {
	switch x := x.(type) {
	case *starlark.List:
		return x, true
	case starlark.Tuple:
		return x, true
	case *Results:
		return x.values, true
	}
	return nil, false
}

// ofLists reports whether x is a shape that equals lists as well as tuples: TensorFlow's.
func ofLists(x starlark.Value) bool {
	r, ok := x.(*Results)
	return ok && r.shape != nil && r.shape.Name == "tensorflow"
}

func isList(x starlark.Value) bool {
	_, ok := x.(*starlark.List)
	return ok
}

func (in *interp) compareSequences(op string, x, y starlark.Indexable, depth int) (bool, error) {
	if (op == "==" || op == "!=") && x.Len() != y.Len() {
		return op == "!=", nil
	}
	for i := range min(x.Len(), y.Len()) {
		a, b := x.Index(i), y.Index(i)
		equal := same(a, b)
		if !equal {
			var err error
			if equal, err = in.compares("==", a, b, depth+1); err != nil {
				return false, err
			}
		}
		if !equal {
			if op == "==" || op == "!=" {
				return op == "!=", nil
			}
			return in.compares(op, a, b, depth+1)
		}
	}
	return compareNumbers(op, starlark.MakeInt(x.Len()), starlark.MakeInt(y.Len()))
}

// same reports whether x and y are one object, which is its own equal in a list.
func same(x, y starlark.Value) bool {
	switch x := x.(type) {
	case *array:
		return y == starlark.Value(x)
	case *tensor:
		return x.Identical(y)
	case *object:
		return x.Identical(y)
	case *starlark.List:
		return y == starlark.Value(x)
	case *starlark.Dict:
		return y == starlark.Value(x)
	}
	return false
}

func (in *interp) equalDicts(x, y *starlark.Dict, depth int) (bool, error) {
	if x.Len() != y.Len() {
		return false, nil
	}
	for _, item := range x.Items() {
		key, err := in.dictKey(y, item[0])
		if err != nil {
			return false, err
		}
		v, found, err := y.Get(key)
		if err != nil || !found {
			return false, err
		}
		if same(item[1], v) {
			continue
		}
		if equal, err := in.compares("==", item[1], v, depth+1); err != nil || !equal {
			return false, err
		}
	}
	return true, nil
}

// contains answers x in container.
func (in *interp) contains(container, x starlark.Value) (bool, error) {
	if t, ok := container.(*tensor); ok {
		return t.contains(x)
	}
	if a, ok := container.(*array); ok {
		found := false
		v, err := in.operand(x)
		if err != nil {
			return false, err
		}
		err = try(func() { found = in.env.Any(in.env.Equal(a.a, v)).Bool() })
		return found, err
	}
	if isIvyDtype(container) { // ivy.Dtype derives from str
		container = starlark.String(container.String())
	}
	if it, ok := container.(*iterator); ok {
		found := false
		err := in.each(it, func(e starlark.Value) (more bool, err error) {
			found, err = in.compares("==", e, x, 0)
			found = found || same(e, x)
			return !found, err
		})
		return found, err
	}
	if s, ok := sequence(container); ok {
		for i := range s.Len() {
			e := s.Index(i)
			if same(e, x) {
				return true, nil
			}
			if equal, err := in.compares("==", e, x, 0); err != nil || equal {
				return equal, err
			}
		}
		return false, nil
	}
	x, err := in.keyOf(container, x)
	if err != nil {
		return false, err
	}
	switch c := container.(type) {
	case starlark.String:
		if err := in.work(len(c) / 16); err != nil {
			return false, err
		}
	case starlark.Mapping, starlark.Container:
	default:
		return false, wrong("argument of type %s is not iterable", typeName(container))
	}
	z, err := starlark.Binary(tree.IN, x, container)
	if err != nil {
		return false, wrong("%s", err)
	}
	return bool(z.Truth()), nil
}
