package script

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"
)

// ErrExit is what a program fails with that calls exit().
var ErrExit = errors.New("exit")

// Interactive gives programs what one asks for at a prompt: help and exit.
func (s *Session) Interactive() {
	for name, v := range map[string]starlark.Value{
		"help": prompted{s.in.function("help", unary("help", s.in.help)), "help(f) says what f is; dir(ivy), dir(numpy) list what there is"},
		"exit": prompted{s.in.function("exit", func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			if err := unpack("exit", args, kwargs, ""); err != nil {
				return nil, err
			}
			return nil, ErrExit
		}), "exit() or Ctrl-D ends the session"},
	} {
		s.globals[name], s.own[name] = v, v
	}
}

// prompted is a function whose text says how to use it.
type prompted struct {
	*starlark.Builtin
	text string
}

func (p prompted) String() string { return p.text }

// help prints what a value is.
func (in *interp) help(x starlark.Value) (starlark.Value, error) {
	text := ""
	switch x := x.(type) {
	case prompted:
		text = x.text
	case *starlark.Function:
		text = signature(x)
		if doc := strings.TrimSpace(x.Doc()); doc != "" {
			text += "\n\n" + doc
		}
	case *declared:
		return in.help(x.fn)
	case *starlark.Builtin:
		text = in.describe(x.Name())
		if p := in.parametersOf(x); p != nil && strings.HasSuffix(text, undescribed) {
			params := slices.Clone(p.names)
			for i := range params[p.required:] {
				params[p.required+i] += "=…"
			}
			text = x.Name() + "(" + strings.Join(params, ", ") + ")"
		}
	case *module, *space:
		text = fmt.Sprintf("%s has %s", strings.Trim(x.String(), "<>"), strings.Join(x.(starlark.HasAttrs).AttrNames(), ", "))
	case starlark.HasAttrs:
		text = fmt.Sprintf("a value of type %s, which has %s", typeName(x), strings.Join(x.AttrNames(), ", "))
	default:
		text = fmt.Sprintf("a value of type %s", typeName(x))
	}
	_, err := in.print(nil, nil, starlark.Tuple{starlark.String(text)}, nil)
	return starlark.None, err
}

// Keywords returns the names of the arguments of the function that word names, as
// "ivy.sum".
func (s *Session) Keywords(word string) []string {
	path := strings.Split(word, ".")
	v := s.globals[path[0]]
	for _, name := range path[1:] {
		var err error
		h, ok := v.(starlark.HasAttrs)
		if !ok {
			return nil
		}
		if v, err = h.Attr(name); err != nil {
			return nil
		}
	}
	return s.in.keywords(v)
}

// signature returns how a program's function is called.
func signature(f *starlark.Function) string {
	var params []string
	for i := range f.NumParams() {
		name, _ := f.Param(i)
		if f.ParamDefault(i) != nil {
			name += "=…"
		}
		params = append(params, name)
	}
	if n := len(params); f.HasKwargs() {
		params[n-1] = "**" + params[n-1]
	}
	if n := len(params) - 1; f.HasVarargs() && f.HasKwargs() {
		params[n-1] = "*" + params[n-1]
	} else if f.HasVarargs() {
		params[n] = "*" + params[n]
	}
	return f.Name() + "(" + strings.Join(params, ", ") + ")"
}

// undescribed ends the text of a function of which only the name is known.
const undescribed = "(…), a function"

// describe says what the function of a name is.
func (in *interp) describe(name string) string {
	of, path, _ := strings.Cut(name, ".")
	if of == "ivy" {
		if op := rowAt(path); op != nil {
			c := call{op: op}
			doc := path + strings.TrimPrefix(strings.TrimSpace(op.Doc), op.Name)
			return name + "(" + strings.Join(c.names(), ", ") + ")\n\n" + doc
		}
	}
	if f := in.frame(of); f != nil {
		for _, p := range []string{path, "." + path} {
			if fn := f.lookup(p); fn != nil {
				return name + "(" + fn.Signature().Text + ")"
			}
		}
	}
	return name + undescribed
}

// keywords returns the names that a function's arguments can be given by.
func (in *interp) keywords(f starlark.Value) []string {
	var names []string
	if d, ok := f.(*declared); ok {
		f = d.fn
	}
	switch f := f.(type) {
	case *starlark.Function:
		for i := range f.NumParams() {
			name, _ := f.Param(i)
			names = append(names, name)
		}
	case *starlark.Builtin:
		of, path, _ := strings.Cut(f.Name(), ".")
		if of == "ivy" {
			if op := rowAt(path); op != nil {
				c := call{op: op}
				names = c.names()
			}
		}
		if frame := in.frame(of); frame != nil {
			for _, p := range []string{path, "." + path} { // a function, or a method
				fn := frame.lookup(p)
				if fn == nil {
					continue
				}
				for _, p := range fn.Signature().Params {
					if p.Keyword && p.Name != "self" {
						names = append(names, p.Name)
					}
				}
				break
			}
		}
	}
	if b, ok := f.(*starlark.Builtin); ok && names == nil {
		if p := in.parametersOf(b); p != nil {
			names = slices.Clone(p.names)
		}
	}
	return slices.DeleteFunc(names, func(n string) bool { return strings.HasPrefix(n, "*") })
}
