package script

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/ivy"
)

// A function is one of a program's functions.
type function func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error)

func (in *interp) function(name string, f function) *starlark.Builtin {
	return starlark.NewBuiltin(name, func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		v, err := f(args, kwargs)
		if err == nil && v == nil {
			v = starlark.None
		}
		return v, err
	})
}

// guardedCall is b, whose arguments are charged for before: what it makes is as long
// as they are together, at most.
func (in *interp) guardedCall(b *starlark.Builtin) *starlark.Builtin {
	return starlark.NewBuiltin(b.Name(), func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		args, err := in.held(b.Name(), args)
		if err != nil {
			return nil, err
		}
		if err := in.chargeArgs(b.Receiver(), args, kwargs); err != nil {
			return nil, err
		}
		v, err := b.CallInternal(thread, args, kwargs)
		if err != nil {
			return nil, wrong("%s", err)
		}
		return v, nil
	})
}

// held returns arguments with lists in the place of iterators, and for a set also of
// texts, which Starlark does not go over.
func (in *interp) held(name string, args starlark.Tuple) (starlark.Tuple, error) {
	goes := func(a starlark.Value) bool {
		switch a.(type) {
		case *iterator:
			return true
		case starlark.String:
			return name == "set" || name == "union" || name == "extend"
		}
		return false
	}
	if !slices.ContainsFunc(args, goes) {
		return args, nil
	}
	args = slices.Clone(args)
	for i, a := range args {
		if goes(a) {
			e, err := in.elements(a)
			if err != nil {
				return nil, err
			}
			args[i] = starlark.NewList(e)
		}
	}
	return args, nil
}

func (in *interp) chargeArgs(receiver starlark.Value, args starlark.Tuple, kwargs []starlark.Tuple) error {
	one := func(x starlark.Value) error {
		n := 0
		switch x := x.(type) {
		case nil:
			return nil
		case starlark.String:
			n = len(x)
		case starlark.Bytes:
			n = len(x)
		case starlark.Tuple, *starlark.List, *starlark.Set:
			n = x.(starlark.Sequence).Len()
			it := x.(starlark.Iterable).Iterate()
			defer it.Done()
			var e starlark.Value
			for it.Next(&e) {
				if err := in.hashable(e); err != nil { // it may become a key
					return err
				}
			}
		case starlark.Sequence:
			n = x.Len()
		case starlark.Iterable: // of unknown length
			return wrong("a %s is no argument here", x.Type())
		default:
			return nil
		}
		if err := in.work(n / 4); err != nil {
			return err
		}
		return in.charge(48 * int64(n))
	}
	if err := one(receiver); err != nil {
		return err
	}
	for _, a := range args {
		if err := one(a); err != nil {
			return err
		}
		if err := in.hashable(a); err != nil {
			return err
		}
	}
	for _, kv := range kwargs {
		if err := one(kv[1]); err != nil {
			return err
		}
	}
	return nil
}

// present reports whether an optional argument is there, and not None.
func present(v starlark.Value) bool { return v != nil && v != starlark.None }

// unpack gives the arguments of a function of ours to targets, in the order of names;
// those after "?" are optional and stay nil.
func unpack(name string, args starlark.Tuple, kwargs []starlark.Tuple, names string, targets ...*starlark.Value) error {
	list := strings.Fields(names)
	optional := len(list)
	if i := slices.Index(list, "?"); i >= 0 {
		optional = i
		list = slices.Delete(list, i, i+1)
	}
	if len(args) > len(list) {
		return wrong("%s() takes at most %d arguments, got %d", name, len(list), len(args))
	}
	for i, a := range args {
		*targets[i] = a
	}
	for _, kv := range kwargs {
		k := string(kv[0].(starlark.String))
		i := slices.Index(list, k)
		switch {
		case k == askParameters:
			return &parameters{list, optional}
		case i < 0:
			return wrong("%s() has no parameter %q (it takes %s)", name, k, strings.Join(list, ", "))
		case *targets[i] != nil:
			return wrong("%s() got %q twice", name, k)
		}
		*targets[i] = kv[1]
	}
	for i := range optional {
		if *targets[i] == nil {
			return wrong("%s() needs %q", name, list[i])
		}
	}
	return nil
}

// askParameters is the name of an argument that no program can give: unpack answers it
// with the names of the parameters.
const askParameters = "?"

// parameters is that answer.
type parameters struct {
	names    []string
	required int
}

func (p *parameters) Error() string {
	return fmt.Sprintf("no parameter %q (there is %s)", askParameters, strings.Join(p.names, ", "))
}

// parametersOf returns the parameters of a function of ours, nil if it does not say.
func (in *interp) parametersOf(f *starlark.Builtin) *parameters {
	if in.thread == nil {
		in.start(&starlark.Thread{Name: "parameters"})
	}
	var p *parameters
	_, err := f.CallInternal(in.thread, nil, []starlark.Tuple{{starlark.String(askParameters), starlark.None}})
	if !errors.As(err, &p) {
		return nil
	}
	return p
}

// unary is a function of one argument.
func unary(name string, f func(x starlark.Value) (starlark.Value, error)) function {
	return func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		if len(args) != 1 || len(kwargs) > 0 {
			return nil, wrong("%s() takes one argument, got %d", name, len(args)+len(kwargs))
		}
		return f(args[0])
	}
}

// builtins returns Starlark's functions, in the forms that know arrays and limits.
func (in *interp) builtins() starlark.StringDict {
	d := starlark.StringDict{}
	for _, name := range []string{"bytes", "chr", "ord"} {
		d[name] = in.guardedCall(starlark.Universe[name].(*starlark.Builtin))
	}
	in.pythonFunctions(d)
	for name, f := range map[string]func(x starlark.Value) (starlark.Value, error){
		"abs": in.abs, "hash": in.hash, "len": in.length, "repr": in.reprOf, "dir": dir,
		"all":  func(x starlark.Value) (starlark.Value, error) { return in.some(x, false) },
		"any":  func(x starlark.Value) (starlark.Value, error) { return in.some(x, true) },
		"type": func(x starlark.Value) (starlark.Value, error) { return in.typeOf(x), nil },
	} {
		d[name] = in.function(name, unary(name, f))
	}
	for name, f := range map[string]function{
		"set": in.setOf, "dict": in.dictOf, "int": in.intOf, "float": in.floatOf, "complex": in.complexOf, "range": in.rangeOf,
		"isinstance": in.isInstance, "issubclass": in.isSubclass, "divmod": in.divmod, "format": in.formatOf, "sum": in.sum,
		"round": in.round, "pow": in.powOf, "fail": in.failure, "getattr": in.getattr, "hasattr": hasattr,
		"str":   maker("str", starlark.String(""), in.strOf),
		"bool":  maker("bool", starlark.False, in.boolOf),
		"list":  in.listOf,
		"tuple": maker("tuple", starlark.Tuple{}, in.tupleOf),
	} {
		d[name] = in.function(name, f)
	}
	d["sorted"] = starlark.NewBuiltin("sorted", in.sorted)
	d["min"] = starlark.NewBuiltin("min", in.extreme("<"))
	d["max"] = starlark.NewBuiltin("max", in.extreme(">"))
	d["print"] = starlark.NewBuiltin("print", in.print)
	for name, f := range map[string]func(args starlark.Tuple) (starlark.Value, error){
		callAttr: func(a starlark.Tuple) (starlark.Value, error) { return in.attr(a[0], string(a[1].(starlark.String))) },
		callDeclare: func(a starlark.Tuple) (starlark.Value, error) {
			return in.declareAttribute(a[0], a[1], string(a[2].(starlark.String)))
		},
		callIndex: func(a starlark.Tuple) (starlark.Value, error) { return a[0], in.hashable(a[0]) },
		callIter:  func(a starlark.Tuple) (starlark.Value, error) { return in.iterable(a[0]) },
		callSetItem: func(a starlark.Tuple) (starlark.Value, error) {
			return starlark.None, operators{in}.SetItem(nil, a[1], a[2], a[0])
		},
		callKey: in.key, callDict: in.dictDisplay, callPairs: in.dictOfPairs, callSplat: in.splat,
	} {
		d[name] = in.function(name, func(args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) { return f(args) })
	}
	return d
}

// maker is the function of a type: without arguments it makes a value that is empty.
func maker(name string, empty starlark.Value, f func(x starlark.Value) (starlark.Value, error)) function {
	return func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		if len(args) == 0 && len(kwargs) == 0 {
			return empty, nil
		}
		return unary(name, f)(args, kwargs)
	}
}

func (in *interp) reprOf(x starlark.Value) (starlark.Value, error) {
	s, err := in.repr(x)
	return starlark.String(s), err
}

func (in *interp) strOf(x starlark.Value) (starlark.Value, error) {
	s, err := in.str(x)
	return starlark.String(s), err
}

func (in *interp) boolOf(x starlark.Value) (starlark.Value, error) {
	b, err := in.truth(x)
	return starlark.Bool(b), err
}

// listOf is the function list.
func (in *interp) listOf(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	return maker("list", starlark.NewList(nil), func(x starlark.Value) (starlark.Value, error) {
		e, err := in.elements(x)
		return starlark.NewList(e), err
	})(args, kwargs)
}

func (in *interp) tupleOf(x starlark.Value) (starlark.Value, error) {
	e, err := in.elements(x)
	return starlark.Tuple(e), err
}

// length is the function len.
func (in *interp) length(x starlark.Value) (starlark.Value, error) {
	if a, ok := x.(*array); ok && a.a.Ndim() == 0 {
		return nil, wrong("len() of an array of no dimensions")
	}
	if t, ok := x.(*tensor); ok && t.a.V.Ndim() == 0 {
		return nil, t.unsized("len()")
	}
	if s, ok := x.(starlark.String); ok {
		return starlark.MakeInt(utf8.RuneCountInString(string(s))), in.work(len(s) / 16)
	}
	n := starlark.Len(x)
	if n < 0 {
		return nil, wrong("object of type %s has no len()", typeName(x))
	}
	return starlark.MakeInt(n), nil
}

// formatOf is the function format.
func (in *interp) formatOf(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, how starlark.Value
	if err := unpack("format", args, kwargs, "value ? format_spec", &x, &how); err != nil {
		return nil, err
	}
	text := ""
	if how != nil {
		var err error
		if text, err = toText(how); err != nil {
			return nil, err
		}
	}
	s, err := in.formatValue(x, "", text)
	return starlark.String(s), err
}

// powOf is the function pow.
func (in *interp) powOf(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, y, mod starlark.Value
	if err := unpack("pow", args, kwargs, "base exp ? mod", &x, &y, &mod); err != nil {
		return nil, err
	}
	if present(mod) {
		return in.powMod(x, y, mod)
	}
	return operators{in}.Binary(nil, "**", x, y)
}

// failure is the function fail, which ends the program.
func (in *interp) failure(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	s, err := in.joined(args, " ")
	if err != nil {
		return nil, err
	}
	return nil, wrong("fail: %s", s)
}

// getattr is the function getattr.
func (in *interp) getattr(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, name, otherwise starlark.Value
	if err := unpack("getattr", args, kwargs, "x name ? default", &x, &name, &otherwise); err != nil {
		return nil, err
	}
	n, err := toText(name)
	if err != nil {
		return nil, err
	}
	v, err := in.attr(x, n)
	if err != nil && otherwise != nil {
		return otherwise, nil
	}
	return v, err
}

// hasattr is the function hasattr.
func hasattr(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, name starlark.Value
	if err := unpack("hasattr", args, kwargs, "x name", &x, &name); err != nil {
		return nil, err
	}
	n, err := toText(name)
	if err != nil {
		return nil, err
	}
	return starlark.Bool(slices.Contains(attributeNames(x), n)), nil
}

// dir is the function dir.
func dir(x starlark.Value) (starlark.Value, error) {
	names := attributeNames(x)
	list := make([]starlark.Value, len(names))
	for i, n := range names {
		list[i] = starlark.String(n)
	}
	return starlark.NewList(list), nil
}

// key is what callKey does.
func (in *interp) key(args starlark.Tuple) (starlark.Value, error) {
	if err := in.hashable(args[0]); err != nil {
		return nil, err
	}
	_, err := args[0].Hash()
	return args[0], err
}

// dictDisplay is what callDict does.
func (in *interp) dictDisplay(args starlark.Tuple) (starlark.Value, error) {
	d := starlark.NewDict(len(args) / 2)
	for i := 0; i < len(args); i += 2 {
		if err := in.insert(d, args[i], args[i+1]); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// dictOfPairs is what callPairs does.
func (in *interp) dictOfPairs(args starlark.Tuple) (starlark.Value, error) {
	list := args[0].(*starlark.List)
	d := starlark.NewDict(list.Len())
	for i := range list.Len() {
		pair := list.Index(i).(starlark.Tuple)
		if err := in.insert(d, pair[0], pair[1]); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// splat is what callSplat does.
func (in *interp) splat(args starlark.Tuple) (starlark.Value, error) {
	switch x := args[0].(type) {
	case *iterator, starlark.String:
		e, err := in.elements(x)
		return starlark.Tuple(e), err
	}
	n := max(starlark.Len(args[0]), 0)
	if n > 1<<20 {
		return nil, wrong("%d arguments", n)
	}
	if err := in.work(n); err != nil {
		return nil, err
	}
	return args[0], in.charge(16 * int64(n))
}

// having returns what the namespaces have under a name: "jax.nn.softmax", ….
func (in *interp) having(name string) []string {
	var with []string
	if _, ok := in.own["ivy"].(*module).members[name]; ok {
		with = append(with, "ivy."+name)
	}
	if _, ok := in.modules["math"].(*module).members[name]; ok {
		with = append(with, "math."+name)
	}
	for of, f := range frameworks {
		for path, below := range f.children() {
			if slices.Contains(below, name) {
				with = append(with, (&space{of: of, path: path}).name()+"."+name)
			}
		}
	}
	slices.Sort(with)
	return with
}

// attr returns x.name.
func (in *interp) attr(x starlark.Value, name string) (starlark.Value, error) {
	if v := in.pythonMethod(x, name); v != nil {
		return v, nil
	}
	if v, err := in.functionAttribute(x, name); v != nil || err != nil {
		return v, err
	}
	var v starlark.Value
	if h, ok := x.(starlark.HasAttrs); ok {
		var err error
		if v, err = h.Attr(name); err != nil {
			return nil, err
		}
	}
	if v == nil {
		return nil, in.noAttribute(x, name)
	}
	b, ok := v.(*starlark.Builtin)
	if !ok || b.Receiver() == nil {
		return v, nil
	}
	switch r := b.Receiver().(type) {
	case starlark.String:
		return in.textAttr(r, b), nil
	case *starlark.List:
		return in.listAttr(r, b)
	case *starlark.Dict, *starlark.Set:
		switch name {
		case "get", "pop", "setdefault", "add", "discard", "remove", "clear", "popitem":
			return in.keyedCall(r, b), nil
		}
	}
	return in.guardedCall(b), nil
}

// noAttribute is the error of an attribute that x does not have.
func (in *interp) noAttribute(x starlark.Value, name string) error {
	near := ""
	if s := nearest(name, attributeNames(x)); s != "" && (len(name) > 3 || strings.EqualFold(s, name)) {
		near = fmt.Sprintf(" (did you mean %q?)", s)
	}
	switch x.(type) {
	case *module, *space, *array, *tensor:
		if with := in.having(name); with != nil {
			near = fmt.Sprintf(" (there is %s)", strings.Join(with, ", "))
		}
	}
	switch m := x.(type) {
	case *module:
		return wrong("%s has no %q%s", m.name, name, near)
	case *space:
		return wrong("%s has no %q%s", m.name(), name, near)
	}
	return wrong("%s has no attribute %q%s", typeName(x), name, near)
}

// textAttr returns a method of Starlark's of a text, which asks for the cost first.
func (in *interp) textAttr(s starlark.String, b *starlark.Builtin) starlark.Value {
	switch name := b.Name(); name {
	case "join":
		return in.function(name, unary(name, func(list starlark.Value) (starlark.Value, error) { return in.join(string(s), list) }))
	case "format":
		return in.function(name, func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			return in.formatted(string(s), args, kwargs)
		})
	case "replace":
		return in.function(name, func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			if err := in.chargeReplace(string(s), args); err != nil {
				return nil, err
			}
			return in.guardedCall(b).CallInternal(in.thread, args, kwargs)
		})
	}
	return in.guardedCall(b)
}

// chargeReplace accounts for the result of s.replace(old, new).
func (in *interp) chargeReplace(s string, args starlark.Tuple) error {
	if len(args) < 2 {
		return nil
	}
	old, _ := starlark.AsString(args[0])
	with, _ := starlark.AsString(args[1])
	n := int64(len(s)+1) * int64(len(with)+1)
	if old != "" {
		n = int64(strings.Count(s, old)) * int64(len(with))
	}
	return in.charge(n)
}

// listAttr returns a method of Starlark's of a list.
func (in *interp) listAttr(list *starlark.List, b *starlark.Builtin) (starlark.Value, error) {
	switch name := b.Name(); name {
	case "append":
		return in.function(name, unary(name, func(x starlark.Value) (starlark.Value, error) {
			if err := in.charge(16); err != nil {
				return nil, err
			}
			if err := list.Append(x); err != nil {
				return nil, wrong("%s", err)
			}
			return starlark.None, nil
		})), nil
	case "extend":
		return in.function(name, unary(name, func(x starlark.Value) (starlark.Value, error) {
			_, err := operators{in}.Augment(nil, "+", list, x)
			return starlark.None, err
		})), nil
	case "remove":
		return in.function(name, unary(name, func(x starlark.Value) (starlark.Value, error) { return in.remove(list, x) })), nil
	case "pop", "insert": // they move what is behind
		return b, in.work(list.Len() / 64)
	}
	return b, nil
}

// keyedCall is a method of a dict or a set whose first argument is a key.
func (in *interp) keyedCall(of starlark.Value, b *starlark.Builtin) starlark.Value {
	return in.function(b.Name(), func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		if len(args) > 0 {
			key, err := in.keyOf(of, args[0])
			if err != nil {
				return nil, err
			}
			args = slices.Concat(starlark.Tuple{key}, args[1:])
		}
		v, err := b.CallInternal(in.thread, args, kwargs)
		if err != nil {
			return nil, wrong("%s", err)
		}
		return v, nil
	})
}

// remove is list.remove.
func (in *interp) remove(list *starlark.List, x starlark.Value) (starlark.Value, error) {
	at, err := in.indexIn(list, []starlark.Value{x, nil, nil})
	if err != nil {
		return nil, err
	}
	i, err := toInt(at)
	if err != nil {
		return nil, err
	}
	e, err := in.elements(list)
	if err != nil {
		return nil, err
	}
	return starlark.None, replace(list, slices.Delete(e, i, i+1))
}

func (in *interp) join(sep string, list starlark.Value) (starlark.Value, error) {
	e, err := in.elements(list)
	if err != nil {
		return nil, err
	}
	parts := make([]string, len(e))
	n := int64(len(sep)) * int64(len(e))
	for i, x := range e {
		s, ok := starlark.AsString(x)
		if !ok {
			return nil, wrong("join: item %d is a %s, want str", i, typeName(x))
		}
		parts[i] = s
		n += int64(len(s))
	}
	if err := in.charge(n); err != nil {
		return nil, err
	}
	return starlark.String(strings.Join(parts, sep)), nil
}

func (in *interp) joined(args starlark.Tuple, sep string) (string, error) {
	var b strings.Builder
	for i, a := range args {
		s, err := in.str(a)
		if err != nil {
			return "", err
		}
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(s)
		if b.Len() > maxText {
			return "", wrong("a text of more than %d bytes", maxText)
		}
	}
	return b.String(), nil
}

func (in *interp) print(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	sep, end := " ", "\n"
	for _, kv := range kwargs {
		switch k := string(kv[0].(starlark.String)); k {
		case "sep", "end":
			if kv[1] == starlark.None {
				break
			}
			s, err := toText(kv[1])
			if err != nil {
				return nil, wrong("TypeError: %s must be None or a string, not %s", k, typeName(kv[1]))
			}
			if k == "sep" {
				sep = s
			} else {
				end = s
			}
		case "flush": // what is printed is written at once
		case "file":
			if kv[1] != starlark.None {
				return nil, wrong("print(): file is not supported, standard output is the only one (the value of the last expression is the program's result)")
			}
		default:
			return nil, wrong("print() has no parameter %q (it takes sep, end, file, flush)", k)
		}
	}
	s, err := in.joined(args, sep)
	if err != nil {
		return nil, err
	}
	s += end
	if in.output += int64(len(s)); in.output > in.opts.MaxOutput {
		return nil, limit("output limit: more than %d bytes printed", in.opts.MaxOutput)
	}
	if in.opts.Output != nil {
		if _, err := io.WriteString(in.opts.Output, s); err != nil {
			return nil, wrong("print: %s", err)
		}
	}
	return starlark.None, nil
}

func (in *interp) abs(x starlark.Value) (starlark.Value, error) {
	switch x := plainInt(x).(type) {
	case starlark.Int:
		if x.Sign() < 0 {
			return starlark.MakeInt(0).Sub(x), nil
		}
		return x, nil
	case starlark.Float:
		if x < 0 || 1/x < 0 {
			return -x, nil
		}
		return x, nil
	case Complex:
		return starlark.Float(cabs(complex128(x))), nil
	case *array:
		var z *ivy.Array
		err := try(func() { z = in.env.Abs(x.a) })
		return in.wrap(z), err
	case *tensor:
		return x.f.operator("abs", x)
	}
	return nil, wrong("bad operand type for abs(): %s", typeName(x))
}

// some answers any, or all.
func (in *interp) some(x starlark.Value, want bool) (starlark.Value, error) {
	found := false
	err := in.each(x, func(v starlark.Value) (bool, error) {
		t, err := in.truth(v)
		found = t == want
		return !found, err
	})
	return starlark.Bool(found == want), err
}

func (in *interp) sum(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var list, start starlark.Value
	if err := unpack("sum", args, kwargs, "iterable ? start", &list, &start); err != nil {
		return nil, err
	}
	e, err := in.elements(list)
	if err != nil {
		return nil, err
	}
	z := start
	if z == nil {
		z = starlark.MakeInt(0)
	}
	if _, ok := z.(starlark.String); ok {
		return nil, wrong("TypeError: sum() can't sum strings [use ''.join(seq) instead]")
	}
	for _, v := range e {
		if z, err = (operators{in}).Binary(nil, "+", z, v); err != nil {
			return nil, err
		}
	}
	return z, nil
}

func (in *interp) rangeOf(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(kwargs) > 0 || len(args) < 1 || len(args) > 3 {
		return nil, wrong("range() takes one to three ints")
	}
	ints := make(starlark.Tuple, len(args))
	for i, a := range args {
		n, err := toInt(a)
		if err != nil {
			return nil, err
		}
		ints[i] = starlark.MakeInt(n)
	}
	v, err := starlark.Universe["range"].(*starlark.Builtin).CallInternal(in.thread, ints, nil)
	if err != nil {
		return nil, wrong("%s", err)
	}
	return v, nil
}

func (in *interp) sorted(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var list, key, reverse starlark.Value
	if err := unpack("sorted", args, kwargs, "iterable ? key reverse", &list, &key, &reverse); err != nil {
		return nil, err
	}
	e, err := in.elements(list)
	if err != nil {
		return nil, err
	}
	keys := e
	if present(key) {
		keys = make([]starlark.Value, len(e))
		for i, v := range e {
			if keys[i], err = starlark.Call(thread, key, starlark.Tuple{v}, nil); err != nil {
				return nil, err
			}
		}
	}
	backwards := false
	if reverse != nil {
		if backwards, err = toBool(reverse); err != nil {
			return nil, err
		}
	}
	order := make([]int, len(e))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		if err != nil {
			return 0
		}
		x, y := keys[i], keys[j]
		if backwards {
			x, y = y, x
		}
		var less bool
		if less, err = in.compares("<", x, y, 0); less {
			return -1
		}
		if err == nil {
			if less, err = in.compares("<", y, x, 0); less {
				return 1
			}
		}
		return 0
	})
	if err != nil {
		return nil, err
	}
	out := make([]starlark.Value, len(e))
	for i, at := range order {
		out[i] = e[at]
	}
	return starlark.NewList(out), nil
}

// extreme is min or max.
func (in *interp) extreme(op string) func(*starlark.Thread, *starlark.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error) {
	return func(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var key, otherwise starlark.Value
		for _, kv := range kwargs {
			switch string(kv[0].(starlark.String)) {
			case "key":
				key = kv[1]
			case "default":
				otherwise = kv[1]
			default:
				return nil, wrong("%s() has no parameter %s (it takes key, default)", b.Name(), kv[0])
			}
		}
		if otherwise != nil && len(args) != 1 {
			return nil, wrong("TypeError: Cannot specify a default for %s() with multiple positional arguments", b.Name())
		}
		e := []starlark.Value(args)
		if len(args) == 1 {
			var err error
			if e, err = in.elements(args[0]); err != nil {
				return nil, err
			}
		}
		if len(e) == 0 {
			if otherwise != nil {
				return otherwise, nil
			}
			return nil, wrong("ValueError: %s() arg is an empty sequence", b.Name())
		}
		var best, bestKey starlark.Value
		for i, v := range e {
			k := v
			if present(key) {
				var err error
				if k, err = starlark.Call(thread, key, starlark.Tuple{v}, nil); err != nil {
					return nil, err
				}
			}
			better := i == 0
			if !better {
				var err error
				if better, err = in.compares(op, k, bestKey, 0); err != nil {
					return nil, err
				}
			}
			if better {
				best, bestKey = v, k
			}
		}
		return best, nil
	}
}
