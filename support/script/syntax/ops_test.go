package syntax

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/starlark"
	tree "go.starlark.net/syntax"
)

// plain is the Ops of the tests: Python's meaning for Starlark's values, and
// symbols that write down what is done to them (see gen_syntax.py).
type plain struct {
	log     *[]string
	globals starlark.StringDict // of a chunk
}

func (o plain) note(format string, args ...any) {
	*o.log = append(*o.log, fmt.Sprintf(format, args...))
}

func (o plain) Truth(_ *starlark.Thread, x starlark.Value) (bool, error) {
	switch x := x.(type) {
	case *symbol:
		o.note("bool %s", x.name)
		return !strings.Contains(x.name, "z"), nil
	case truthless:
		return false, errors.New("the truth of an array of 3 elements is ambiguous")
	case imaginary128:
		return x != 0, nil
	}
	return bool(x.Truth()), nil
}

func (o plain) Binary(thread *starlark.Thread, op string, x, y starlark.Value) (starlark.Value, error) {
	if isSymbol(x) || isSymbol(y) {
		return &symbol{"(" + show(x) + " " + op + " " + show(y) + ")", o}, nil
	}
	p, pok := x.(starlark.Bool)
	q, qok := y.(starlark.Bool)
	if pok && qok {
		switch op {
		case "&":
			return p && q, nil
		case "|":
			return p || q, nil
		case "^":
			return starlark.Bool(p != q), nil
		}
	}
	if pok {
		x = intOf(p)
	}
	if qok {
		y = intOf(q)
	}
	_, xc := x.(imaginary128)
	_, yc := y.(imaginary128)
	switch {
	case xc || yc:
		return ofComplex(op, complexOf(x), complexOf(y))
	case op == "**":
		return power(x, y)
	}
	if err := tooLarge(op, x, y); err != nil {
		return nil, err
	}
	token, ok := Token(op)
	if !ok {
		return nil, fmt.Errorf("unknown binary op: %s %s %s", x.Type(), op, y.Type())
	}
	return starlark.Binary(token, x, y)
}

func ofComplex(op string, x, y imaginary128) (starlark.Value, error) {
	switch op {
	case "+":
		return x + y, nil
	case "-":
		return x - y, nil
	case "*":
		return x * y, nil
	case "**":
		if y == 2 {
			return x * x, nil
		}
	}
	return nil, fmt.Errorf("no %s of complex numbers", op)
}

// tooLarge refuses what a test need not make.
func tooLarge(op string, x, y starlark.Value) error {
	if (op == "*" || op == "<<" || op == "+") && size(x)+size(y) > 1<<16 {
		return fmt.Errorf("operands of %s too large", op)
	}
	repeats := func(list, times starlark.Value) bool {
		n, ok := times.(starlark.Int)
		if !ok || op != "*" || isInt(list) {
			return false
		}
		i, ok := n.Int64()
		return !ok || i*int64(size(list)) > 1<<16
	}
	if repeats(x, y) || repeats(y, x) {
		return errors.New("repeat too large")
	}
	if isInt(x) && isInt(y) && (op == "<<" || op == ">>") {
		i, err := starlark.AsInt32(y)
		if err != nil || i < 0 || i > 1000 {
			return errors.New("shift out of range")
		}
	}
	return nil
}

func (o plain) Unary(_ *starlark.Thread, op string, x starlark.Value) (starlark.Value, error) {
	switch v := x.(type) {
	case *symbol:
		return &symbol{"(" + op + v.name + ")", o}, nil
	case starlark.Bool:
		x = intOf(v)
	case imaginary128:
		if op == "-" {
			return -v, nil
		}
	}
	token, _ := Token(op)
	return starlark.Unary(token, x)
}

func (o plain) Compare(_ *starlark.Thread, op string, x, y starlark.Value) (starlark.Value, error) {
	if op == "in" || op == "not in" {
		if s, ok := y.(*symbol); ok {
			o.note("%s in %s", show(x), s.name)
			return starlark.Bool(strings.Contains(s.name, "z") == (op == "not in")), nil
		}
		found, err := starlark.Binary(tree.IN, x, y)
		if err != nil {
			return nil, err
		}
		return starlark.Bool(bool(found.Truth()) == (op == "in")), nil
	}
	if isSymbol(x) || isSymbol(y) {
		return &symbol{"(" + show(x) + " " + op + " " + show(y) + ")", o}, nil
	}
	_, xb := x.(starlark.Bool)
	_, yb := y.(starlark.Bool)
	if xb != yb {
		if b, ok := x.(starlark.Bool); ok {
			x = intOf(b)
		}
		if b, ok := y.(starlark.Bool); ok {
			y = intOf(b)
		}
	}
	token, _ := Token(op)
	found, err := starlark.Compare(token, x, y)
	return starlark.Bool(found), err
}

func (o plain) Augment(thread *starlark.Thread, op string, x, y starlark.Value) (starlark.Value, error) {
	if s, ok := x.(*symbol); ok {
		return &symbol{"(" + s.name + " " + op + "= " + show(y) + ")", o}, nil
	}
	if list, ok := x.(*starlark.List); ok && op == "+" {
		iter := starlark.Iterate(y)
		if iter == nil {
			return nil, fmt.Errorf("%s value is not iterable", y.Type())
		}
		var added []starlark.Value
		var v starlark.Value
		for iter.Next(&v) {
			added = append(added, v)
		}
		iter.Done()
		if list.Len()+len(added) > 1<<16 {
			return nil, errors.New("list too large")
		}
		for _, v := range added {
			if err := list.Append(v); err != nil {
				return nil, err
			}
		}
		return list, nil
	}
	return o.Binary(thread, op, x, y)
}

func (o plain) GetItem(_ *starlark.Thread, x, key starlark.Value) (starlark.Value, error) {
	switch x := x.(type) {
	case *symbol:
		o.note("get %s[%s]", x.name, show(key))
		return &symbol{x.name + "[" + show(key) + "]", o}, nil
	case starlark.Mapping:
		v, found, err := x.Get(key)
		if err == nil && !found {
			err = fmt.Errorf("key %s not in %s", key, x.Type())
		}
		return v, err
	}
	if s, ok := key.(*Slice); ok {
		return cut(x, s)
	}
	seq, ok := x.(starlark.Indexable)
	if !ok {
		return nil, fmt.Errorf("%s value cannot be indexed", x.Type())
	}
	i, err := index(seq, key)
	if err != nil {
		return nil, err
	}
	return seq.Index(i), nil
}

func (o plain) SetItem(_ *starlark.Thread, x, key, value starlark.Value) error {
	switch x := x.(type) {
	case starlark.HasSetKey:
		return x.SetKey(key, value)
	case starlark.HasSetIndex:
		i, err := index(x, key)
		if err != nil {
			return err
		}
		return x.SetIndex(i, value)
	}
	return fmt.Errorf("%s value does not support item assignment", x.Type())
}

func (o plain) Imaginary(im float64) starlark.Value { return imaginary128(complex(0, im)) }

func (o plain) Format(_ *starlark.Thread, x starlark.Value, conversion, spec string) (string, error) {
	text := show(x)
	switch s, isText := starlark.AsString(x); {
	case isText && (conversion == "" || conversion == "s"):
		text = s
	case isText:
		text = "'" + s + "'"
	case !isSymbol(x):
	case conversion == "":
		o.note("format %s %s", text, spec)
		return "[" + text + ":" + spec + "]", nil
	default:
		o.note("%s %s", map[string]string{"r": "repr", "s": "str", "a": "repr"}[conversion], text)
		text = "<" + text + ">"
	}
	if spec == "" {
		return text, nil
	}
	width, err := strconv.Atoi(spec)
	switch {
	case err != nil || width > 1<<16:
		return "", fmt.Errorf("no specification %q in this test", spec)
	case isInt(x) && conversion == "":
		return fmt.Sprintf("%*s", width, text), nil
	}
	return fmt.Sprintf("%-*s", width, text), nil
}

func (o plain) Join(_ *starlark.Thread, parts []string) (starlark.Value, error) {
	return starlark.String(strings.Join(parts, "")), nil
}

func (o plain) Elements(_ *starlark.Thread, x starlark.Value) ([]starlark.Value, error) {
	iter := starlark.Iterate(x)
	if iter == nil {
		return nil, fmt.Errorf("cannot unpack %s", x.Type())
	}
	defer iter.Done()
	var out []starlark.Value
	var v starlark.Value
	for iter.Next(&v) {
		if out = append(out, v); len(out) > 1<<16 {
			return nil, errors.New("too many elements")
		}
	}
	return out, nil
}

func (o plain) Set(_ *starlark.Thread, elements []starlark.Value) (starlark.Value, error) {
	s := starlark.NewSet(len(elements))
	for _, e := range elements {
		if err := s.Insert(e); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (o plain) Defined(_ *starlark.Thread, f starlark.Value) (starlark.Value, error) { return f, nil }

func (o plain) Merge(_ *starlark.Thread, parts []starlark.Value, unique bool) (starlark.Value, error) {
	d := starlark.NewDict(0)
	for _, p := range parts {
		from, ok := p.(*starlark.Dict)
		if !ok {
			return nil, fmt.Errorf("%s is no dict", p.Type())
		}
		for _, item := range from.Items() {
			if _, twice, _ := d.Get(item[0]); twice && unique {
				return nil, fmt.Errorf("key %s twice", item[0])
			}
			if err := d.SetKey(item[0], item[1]); err != nil {
				return nil, err
			}
		}
	}
	return d, nil
}

func (o plain) Generator(thread *starlark.Thread, x starlark.Value, each starlark.Callable, flat bool) (starlark.Value, error) {
	over := starlark.Iterate(x)
	if over == nil {
		return nil, fmt.Errorf("%s is not iterable", x.Type())
	}
	return &generated{Value: starlark.String("generator"), next: func() []starlark.Value {
		var e starlark.Value
		if !over.Next(&e) {
			return nil
		}
		v, err := starlark.Call(thread, each, starlark.Tuple{e}, nil)
		if err != nil { // which an iterator cannot return
			thread.Cancel(err.Error())
			return nil
		}
		out := []starlark.Value{}
		for y := range starlark.Elements(v.(starlark.Iterable)) {
			if !flat {
				out = append(out, y)
				continue
			}
			inner := y.(*generated)
			out = append(out, inner)
		}
		return out
	}}, nil
}

// generated is a generator: its elements are those that next returns, nil at the end,
// and in the place of a generator its elements.
type generated struct {
	starlark.Value
	next func() []starlark.Value
	left []starlark.Value
}

func (g *generated) Iterate() starlark.Iterator { return g }
func (g *generated) Done()                      {}
func (g *generated) Next(p *starlark.Value) bool {
	for {
		for len(g.left) == 0 {
			if g.left = g.next(); g.left == nil {
				return false
			}
		}
		inner, ok := g.left[0].(*generated)
		if !ok {
			*p, g.left = g.left[0], g.left[1:]
			return true
		}
		if inner.Next(p) {
			return true
		}
		g.left = g.left[1:]
	}
}

func (o plain) DelItem(_ *starlark.Thread, x, key starlark.Value) error {
	switch x := x.(type) {
	case *symbol:
		o.note("del %s[%s]", x.name, show(key))
		return nil
	case *starlark.Dict:
		_, found, err := x.Delete(key)
		if err == nil && !found {
			err = errors.New("no such key")
		}
		return err
	}
	return fmt.Errorf("cannot delete from %s", x.Type())
}

func (o plain) Unbind(_ *starlark.Thread, name string) { delete(o.globals, name) }

func (o plain) Import(_ *starlark.Thread, module, name string) (starlark.Value, error) {
	if module[0] == 'x' {
		return nil, errors.New("no such module")
	}
	if name != "" {
		module += "." + name
	}
	return &symbol{module, o}, nil
}

func (o plain) Enter(_ *starlark.Thread, scope starlark.Value) (starlark.Value, func(), error) {
	s, ok := scope.(*symbol)
	if !ok {
		return nil, nil, fmt.Errorf("%s is no scope", scope.Type())
	}
	o.note("enter %s", s.name)
	return &symbol{s.name + ".entered", o}, func() { o.note("exit %s", s.name) }, nil
}

func (o plain) Failed(_ *starlark.Thread, msg starlark.Value) error {
	if msg == nil {
		return errors.New("AssertionError")
	}
	return errors.New("AssertionError: " + show(msg))
}

func index(x starlark.Indexable, key starlark.Value) (int, error) {
	i, err := starlark.AsInt32(key)
	if err != nil {
		return 0, fmt.Errorf("%s index: %w", x.Type(), err)
	}
	if i < 0 {
		i += x.Len()
	}
	if i < 0 || i >= x.Len() {
		return 0, fmt.Errorf("index %s out of range: %s of %d", key, x.Type(), x.Len())
	}
	return i, nil
}

// cut returns x[s] for one of Starlark's own sequences.
func cut(x starlark.Value, s *Slice) (starlark.Value, error) {
	seq, ok := x.(starlark.Sliceable)
	if !ok {
		return nil, fmt.Errorf("invalid slice operand %s", x.Type())
	}
	n, step := seq.Len(), 1
	var err error
	bound := func(v starlark.Value, absent, low, high int) int {
		if v == starlark.None {
			return absent
		}
		i, e := starlark.AsInt32(v)
		if e != nil {
			err = fmt.Errorf("slice bound: %w", e)
		}
		if i < 0 {
			i += n
		}
		return min(max(i, low), high)
	}
	if s.Step != starlark.None {
		if step, err = starlark.AsInt32(s.Step); err != nil || step == 0 {
			return nil, errors.New("slice step is no integer or zero")
		}
	}
	lo, hi := 0, 0
	if step > 0 {
		lo = bound(s.Lo, 0, 0, n)
		hi = max(lo, bound(s.Hi, n, 0, n))
	} else {
		lo = bound(s.Lo, n-1, -1, n-1)
		hi = min(lo, bound(s.Hi, -1, -1, n-1))
	}
	if err != nil {
		return nil, err
	}
	return seq.Slice(lo, hi, step), nil
}

func isInt(x starlark.Value) bool { _, ok := x.(starlark.Int); return ok }

func isSymbol(x starlark.Value) bool { _, ok := x.(*symbol); return ok }

func intOf(b starlark.Bool) starlark.Int {
	if b {
		return starlark.MakeInt(1)
	}
	return starlark.MakeInt(0)
}

func complexOf(x starlark.Value) imaginary128 {
	if c, ok := x.(imaginary128); ok {
		return c
	}
	f, _ := starlark.AsFloat(x)
	return imaginary128(complex(f, 0))
}

// size bounds the memory of x from below.
func size(x starlark.Value) int {
	switch x := x.(type) {
	case starlark.Int:
		return x.BigInt().BitLen()
	case starlark.Sequence:
		return x.Len()
	case starlark.String:
		return len(x)
	case starlark.Bytes:
		return len(x)
	}
	return 1
}

func power(x, y starlark.Value) (starlark.Value, error) {
	xi, xok := x.(starlark.Int)
	yi, yok := y.(starlark.Int)
	if xok && yok && yi.Sign() >= 0 {
		if n, ok := yi.Int64(); !ok || n*int64(size(xi)) > 1<<16 {
			return nil, errors.New("power too large")
		}
		return starlark.MakeBigInt(new(big.Int).Exp(xi.BigInt(), yi.BigInt(), nil)), nil
	}
	xf, xok := starlark.AsFloat(x)
	yf, yok := starlark.AsFloat(y)
	if !xok || !yok {
		return nil, fmt.Errorf("unknown binary op: %s ** %s", x.Type(), y.Type())
	}
	return starlark.Float(math.Pow(xf, yf)), nil
}

// symbol writes down what is done to it.
type symbol struct {
	name string
	ops  plain
}

func (s *symbol) String() string        { return s.name }
func (s *symbol) Type() string          { return "symbol" }
func (s *symbol) Freeze()               {}
func (s *symbol) Truth() starlark.Bool  { panic("the interpreter asked for a symbol's truth") }
func (s *symbol) Hash() (uint32, error) { return starlark.String(s.name).Hash() }
func (s *symbol) Name() string          { return s.name }
func (s *symbol) AttrNames() []string   { return nil }

func (s *symbol) Attr(name string) (starlark.Value, error) {
	return &symbol{s.name + "." + name, s.ops}, nil
}

func (s *symbol) SetField(name string, v starlark.Value) error {
	s.ops.note("set %s.%s = %s", s.name, name, show(v))
	return nil
}

func (s *symbol) Get(key starlark.Value) (starlark.Value, bool, error) {
	return nil, false, errors.New("the interpreter indexed a symbol itself")
}

func (s *symbol) SetKey(key, v starlark.Value) error {
	s.ops.note("set %s[%s] = %s", s.name, show(key), show(v))
	return nil
}

func (s *symbol) CallInternal(_ *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var parts []string
	for _, x := range args {
		parts = append(parts, show(x))
	}
	for _, kv := range kwargs {
		parts = append(parts, string(kv[0].(starlark.String))+"="+show(kv[1]))
	}
	return &symbol{s.name + "(" + strings.Join(parts, ", ") + ")", s.ops}, nil
}

// show writes a value as gen_syntax.py does.
func show(v starlark.Value) string {
	list := func(values []starlark.Value) string {
		var parts []string
		for _, x := range values {
			parts = append(parts, show(x))
		}
		return strings.Join(parts, ", ")
	}
	switch v := v.(type) {
	case *symbol:
		return v.name
	case *Slice:
		return "slice(" + show(v.Lo) + ", " + show(v.Hi) + ", " + show(v.Step) + ")"
	case starlark.Tuple:
		if len(v) == 1 {
			return "(" + show(v[0]) + ",)"
		}
		return "(" + list(v) + ")"
	case *starlark.List:
		return "[" + list(slices.Collect(v.Elements())) + "]"
	}
	return v.String()
}

// imaginary128 is a complex number.
type imaginary128 complex128

func (c imaginary128) String() string        { return strconv.FormatComplex(complex128(c), 'g', -1, 128) }
func (c imaginary128) Type() string          { return "complex" }
func (c imaginary128) Freeze()               {}
func (c imaginary128) Truth() starlark.Bool  { return c != 0 }
func (c imaginary128) Hash() (uint32, error) { return starlark.Float(real(complex128(c))).Hash() }

// truthless stands for an array of several elements.
type truthless struct{}

func (truthless) String() string        { return "truthless" }
func (truthless) Type() string          { return "truthless" }
func (truthless) Freeze()               {}
func (truthless) Truth() starlark.Bool  { panic("the interpreter asked for an array's truth") }
func (truthless) Hash() (uint32, error) { return 0, errors.New("unhashable") }

// predeclared returns what a program of the tests may use.
func predeclared(ops plain) starlark.StringDict {
	env := Predeclared(ops)
	for _, name := range strings.Split("abcdefgz", "") {
		env[name] = &symbol{name, ops}
	}
	env["array"] = truthless{}
	env["t"] = starlark.NewBuiltin("t", func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		if len(args) != 1 {
			return nil, errors.New("t: want a name")
		}
		name, ok := starlark.AsString(args[0])
		if !ok {
			return nil, errors.New("t: want a name")
		}
		ops.note("t %s", name)
		return &symbol{name, ops}, nil
	})
	return env
}

// evaluate runs a program as a module, or as a chunk whose globals are what it
// may use, and returns its value and the symbols' log.
func evaluate(src string, chunk bool) (starlark.Value, []string, error) {
	file, err := Parse("golden", []byte(src))
	if err != nil {
		return nil, nil, err
	}
	hasValue := Result(file)
	var log []string
	env := predeclared(plain{log: &log})
	thread := &starlark.Thread{Name: "test"}
	thread.SetMaxExecutionSteps(100_000)
	var globals starlark.StringDict
	if chunk {
		globals = env
		err = starlark.ExecREPLChunk(file, thread, globals)
	} else {
		var program *starlark.Program
		if program, err = starlark.FileProgram(file, env.Has); err == nil {
			globals, err = program.Init(thread, env)
		}
	}
	if err != nil {
		return nil, log, err
	}
	if !hasValue {
		return starlark.None, log, nil
	}
	return globals[ResultName], log, nil
}
