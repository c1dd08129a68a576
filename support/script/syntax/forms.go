package syntax

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"
)

// texts returns arguments that the trees have as strings.
func texts(fn string, args ...starlark.Value) ([]string, error) {
	out := make([]string, len(args))
	for i, a := range args {
		s, ok := starlark.AsString(a)
		if !ok {
			return nil, fmt.Errorf("%s: got %s, want string", fn, a.Type())
		}
		out[i] = s
	}
	return out, nil
}

// elements returns an argument that the trees have as a list.
func elements(fn string, arg starlark.Value) ([]starlark.Value, error) {
	list, ok := arg.(*starlark.List)
	if !ok {
		return nil, fmt.Errorf("%s: got %s, want list", fn, arg.Type())
	}
	out := make([]starlark.Value, list.Len())
	for i := range out {
		out[i] = list.Index(i)
	}
	return out, nil
}

func (c calls) format(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	how, err := texts(CallFormat, args[1:]...)
	if err != nil {
		return nil, err
	}
	s, err := c.ops.Format(thread, args[0], how[0], how[1])
	return starlark.String(s), err
}

func (c calls) formatted(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	list, err := elements(CallFormatted, args[0])
	if err != nil {
		return nil, err
	}
	parts, err := texts(CallFormatted, list...)
	if err != nil {
		return nil, err
	}
	return c.ops.Join(thread, parts)
}

func (c calls) set(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	list, err := elements(CallSet, args[0])
	if err != nil {
		return nil, err
	}
	return c.ops.Set(thread, list)
}

func (c calls) display(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	how, err := texts(CallDisplay, args[:2]...)
	if err != nil {
		return nil, err
	}
	list, err := elements(CallDisplay, args[2])
	if err != nil {
		return nil, err
	}
	var out []starlark.Value
	for i, x := range list {
		if how[1][i] == '*' {
			inner, err := c.ops.Elements(thread, x)
			if err != nil {
				return nil, err
			}
			out = append(out, inner...)
			continue
		}
		out = append(out, x)
	}
	if how[0] == "list" {
		return starlark.NewList(out), nil
	}
	return starlark.Tuple(out), nil
}

func (c calls) unpack(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	how, err := texts(CallUnpack, args[0])
	if err != nil {
		return nil, err
	}
	if t, ok := args[1].(starlark.Tuple); ok && flat(how[0], len(t)) {
		return t, nil
	}
	v, _, err := c.takeApart(thread, how[0], args[1])
	return v, err
}

// flat reports whether a pattern is of n targets, each of which takes its element whole.
func flat(pattern string, n int) bool {
	return len(pattern) == n+len("()") && strings.Count(pattern, ".") == n
}

// takeApart returns the elements of v as the pattern has them, and the rest of the
// pattern behind them.
func (c calls) takeApart(thread *starlark.Thread, pattern string, v starlark.Value) (starlark.Value, string, error) {
	if pattern[0] != '(' {
		return v, pattern[1:], nil
	}
	list, err := c.ops.Elements(thread, v)
	if err != nil {
		return nil, "", err
	}
	targets, star := 0, false
	for i, depth := 1, 0; depth >= 0; i++ {
		switch pattern[i] {
		case '(':
			depth++
			continue
		case ')':
			if depth--; depth != 0 {
				continue
			}
		case '*':
			star = star || depth == 0
			continue
		}
		if depth == 0 {
			targets++
		}
	}
	switch {
	case star && len(list) < targets:
		return nil, "", fmt.Errorf("not enough values to unpack (expected at least %d, got %d)", targets, len(list))
	case !star && len(list) < targets:
		return nil, "", fmt.Errorf("not enough values to unpack (expected %d, got %d)", targets, len(list))
	case !star && len(list) > targets:
		return nil, "", fmt.Errorf("too many values to unpack (expected %d)", targets)
	}
	out := make(starlark.Tuple, 0, targets+1)
	at, rest := 0, pattern[1:]
	for rest[0] != ')' {
		if rest[0] == '*' {
			end := at + len(list) - targets
			out = append(out, starlark.NewList(append([]starlark.Value(nil), list[at:end]...)))
			at, rest = end, rest[1:]
			continue
		}
		var x starlark.Value
		if x, rest, err = c.takeApart(thread, rest, list[at]); err != nil {
			return nil, "", err
		}
		out = append(out, x)
		at++
	}
	return out, rest[1:], nil
}

func (c calls) same(_ *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	n, err := starlark.AsInt32(args[1])
	if err != nil || n < 0 || n > MaxChain+1 {
		return nil, fmt.Errorf("%s: got %s, want a number of targets", CallSame, args[1])
	}
	out := make(starlark.Tuple, n)
	for i := range out {
		out[i] = args[0]
	}
	return out, nil
}

func (c calls) assert(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	if args[0] == starlark.True {
		return nil, c.ops.Failed(thread, args[1])
	}
	return nil, c.ops.Failed(thread, nil)
}

func (c calls) delItem(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	return starlark.None, c.ops.DelItem(thread, args[0], args[1])
}

func (c calls) unbind(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	global, err := texts(CallUnbind, args[0])
	if err != nil {
		return nil, err
	}
	if global[0] != "" {
		c.ops.Unbind(thread, global[0])
	}
	return unbound{}, nil
}

// unbound holds one element, which is no value: the variable that it is assigned to
// is as if nothing had been.
type unbound struct{ hidden }

func (unbound) String() string             { return "unbound" }
func (unbound) Type() string               { return "unbound" }
func (unbound) Freeze()                    {}
func (unbound) Truth() starlark.Bool       { return false }
func (unbound) Iterate() starlark.Iterator { return &once{} }

// once gives one element.
type once struct {
	v     starlark.Value
	given bool
	done  func()
}

func (o *once) Next(p *starlark.Value) bool {
	if o.given {
		return false
	}
	o.given = true
	*p = o.v
	return true
}

func (o *once) Done() {
	if done := o.done; done != nil {
		o.done = nil
		done()
	}
}

func (c calls) imports(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	names, err := texts(CallImport, args...)
	if err != nil {
		return nil, err
	}
	v, err := c.ops.Import(thread, names[0], names[1])
	if err != nil || names[2] == names[0] {
		return v, err
	}
	return c.ops.Import(thread, names[2], "")
}

// leftKey is the thread-local variable that holds the word by which a with is left
// for a loop around it.
const leftKey = "github.com/goivy/goivy/support/script/syntax.left"

// scopesKey is the thread-local variable that holds the scopes that were entered and
// not left, the innermost last.
const scopesKey = "github.com/goivy/goivy/support/script/syntax.scopes"

func (c calls) with(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	v, leave, err := c.ops.Enter(thread, args[0])
	if err != nil {
		return nil, err
	}
	if args[1] != starlark.True {
		v = starlark.Tuple{}
	}
	s := &scope{hidden{v}, thread, leave}
	entered, _ := thread.Local(scopesKey).([]*scope)
	thread.SetLocal(scopesKey, append(entered, s))
	return s, nil
}

// scope is an entered scope: the end of a loop over it leaves it.
type scope struct {
	hidden
	thread *starlark.Thread
	leave  func()
}

func (s *scope) Iterate() starlark.Iterator { return &once{v: s.Value, done: s.exit} }

// exit leaves s after those that were entered within it: on return and after an error
// the interpreter ends the loops of a function from the outermost.
func (s *scope) exit() {
	entered, _ := s.thread.Local(scopesKey).([]*scope)
	if !slices.Contains(entered, s) {
		return
	}
	for {
		last := entered[len(entered)-1]
		entered = entered[:len(entered)-1]
		s.thread.SetLocal(scopesKey, entered)
		last.leave()
		if last == s {
			return
		}
	}
}

func (c calls) leave(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	thread.SetLocal(leftKey, args[0])
	return starlark.None, nil
}

func (c calls) left(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	word, err := texts(CallLeft, args[0])
	if err != nil {
		return nil, err
	}
	if thread.Local(leftKey) != starlark.String(word[0]) {
		return starlark.False, nil
	}
	thread.SetLocal(leftKey, nil)
	return starlark.True, nil
}

// decoratorsKey is the thread-local variable that holds the lists of decorators that
// wait for their def, the innermost last.
const decoratorsKey = "github.com/goivy/goivy/support/script/syntax.decorators"

func (c calls) decorators(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	list, err := elements(CallDecorators, args[0])
	if err != nil {
		return nil, err
	}
	waiting, _ := thread.Local(decoratorsKey).([][]starlark.Value)
	thread.SetLocal(decoratorsKey, append(waiting, list))
	return starlark.None, nil
}

func (c calls) decorate(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	waiting, _ := thread.Local(decoratorsKey).([][]starlark.Value)
	if len(waiting) == 0 {
		return nil, fmt.Errorf("%s: no decorators", CallDecorate)
	}
	last := len(waiting) - 1
	thread.SetLocal(decoratorsKey, waiting[:last])
	f := args[0]
	for i := len(waiting[last]) - 1; i >= 0; i-- {
		var err error
		if f, err = starlark.Call(thread, waiting[last][i], starlark.Tuple{f}, nil); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func (c calls) merge(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	of, err := texts(CallMerge, args[0])
	if err != nil {
		return nil, err
	}
	parts, err := elements(CallMerge, args[1])
	if err != nil {
		return nil, err
	}
	return c.ops.Merge(thread, parts, of[0] == "()")
}

func (c calls) generator(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	each, ok := args[1].(starlark.Callable)
	if !ok {
		return nil, fmt.Errorf("%s: got %s, want a function", CallGenerator, args[1].Type())
	}
	return c.ops.Generator(thread, args[0], each, args[2] == starlark.True)
}

func (c calls) defined(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	return c.ops.Defined(thread, args[0])
}

// assigned are the names that the assignment expressions of a statement gave values.
type assigned struct {
	hidden
	values map[string]starlark.Value
	ended  bool
}

func (c calls) names(*starlark.Thread, starlark.Tuple) (starlark.Value, error) {
	return &assigned{hidden: hidden{starlark.None}, values: map[string]starlark.Value{}}, nil
}

func assignedOf(fn string, args starlark.Tuple) (*assigned, string, error) {
	a, ok := args[0].(*assigned)
	name, isText := starlark.AsString(args[1])
	if !ok || !isText {
		return nil, "", fmt.Errorf("%s: got %s and %s", fn, args[0].Type(), args[1].Type())
	}
	return a, name, nil
}

func (c calls) named(_ *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	a, name, err := assignedOf(CallNamed, args)
	if err != nil {
		return nil, err
	}
	if a.ended {
		return nil, fmt.Errorf("(%s := …) of a generator that is used after its statement is not supported (make a list of it there)", name)
	}
	a.values[name] = args[2]
	return args[2], nil
}

func (c calls) nameIs(_ *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	a, name, err := assignedOf(CallNameIs, args)
	if err != nil || a.ended {
		return starlark.False, err
	}
	_, ok := a.values[name]
	return starlark.Bool(ok), nil
}

func (c calls) nameOf(_ *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	a, name, err := assignedOf(CallNameOf, args)
	if err != nil {
		return nil, err
	}
	return a.values[name], nil
}

func (c calls) namesEnd(_ *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	a, name, err := assignedOf(CallNamesEnd, args)
	if err != nil {
		return nil, err
	}
	a.ended = true
	_, ok := a.values[name]
	return starlark.Bool(ok), nil
}
