package script

import (
	"errors"
	"slices"
	"unicode/utf8"

	"go.starlark.net/starlark"
)

// iterator is what a generator expression and iter() give: elements that are made when
// they are asked for, once.
type iterator struct {
	in      *interp
	name    string
	pull    func() (starlark.Value, error) // the next element, errStop at the end
	running bool
	ended   bool
}

// errStop is the end of an iterator.
var errStop = errors.New("no element is left")

var _ starlark.Iterable = (*iterator)(nil)

func (it *iterator) String() string        { return "<" + it.name + " object>" }
func (it *iterator) Type() string          { return it.name }
func (it *iterator) Freeze()               {}
func (it *iterator) Truth() starlark.Bool  { return starlark.True }
func (it *iterator) Hash() (uint32, error) { return 0, wrong("unhashable type: '%s'", it.name) }

// next returns the next element, or errStop.
func (it *iterator) next() (starlark.Value, error) {
	switch {
	case it.ended:
		return nil, errStop
	case it.running:
		return nil, wrong("ValueError: generator already executing")
	}
	if err := it.in.work(1); err != nil {
		return nil, err
	}
	if it.in.pulling++; it.in.pulling > maxPulling {
		it.in.pulling--
		return nil, wrong("RecursionError: more than %d iterators draw on one another", maxPulling)
	}
	it.running = true
	v, err := it.pull()
	it.running = false
	it.in.pulling--
	it.ended = err != nil
	return v, err
}

// Iterate serves the loops of the interpreter: an error ends the program.
func (it *iterator) Iterate() starlark.Iterator { return &iteration{it} }

type iteration struct{ it *iterator }

func (i *iteration) Next(p *starlark.Value) bool {
	v, err := i.it.next()
	if err != nil {
		if !errors.Is(err, errStop) {
			i.it.in.fail(err)
		}
		return false
	}
	*p = v
	return true
}

func (i *iteration) Done() {}

// iterate returns what gives the elements of x one after the other and errStop after
// the last, and what is to be called when no more are wanted.
func (in *interp) iterate(x starlark.Value) (next func() (starlark.Value, error), done func(), err error) {
	done = func() {}
	switch x := x.(type) {
	case *iterator:
		return x.next, done, nil
	case starlark.String:
		rest := string(x)
		return func() (starlark.Value, error) {
			if rest == "" {
				return nil, errStop
			}
			_, n := utf8.DecodeRuneInString(rest)
			c := rest[:n]
			rest = rest[n:]
			return starlark.String(c), in.work(1)
		}, done, nil
	case *starlark.List: // which may change: an iterator that waits must not hold it
		i := -1
		return func() (starlark.Value, error) {
			if i++; i >= x.Len() {
				return nil, errStop
			}
			return x.Index(i), in.work(1)
		}, done, nil
	case *starlark.Dict:
		return in.iterate(starlark.Tuple(x.Keys()))
	case *starlark.Set:
		return in.iterate(starlark.Tuple(slices.Collect(x.Elements())))
	case *array:
		if x.a.Ndim() == 0 {
			return nil, nil, wrong("iteration over an array of no dimensions")
		}
	case *tensor:
		if x.a.V.Ndim() == 0 {
			return nil, nil, x.unsized("iteration")
		}
	}
	iter := starlark.Iterate(x)
	if iter == nil {
		return nil, nil, wrong("TypeError: '%s' object is not iterable", typeName(x))
	}
	ended := false
	done = func() {
		if !ended {
			ended = true
			iter.Done()
		}
	}
	return func() (starlark.Value, error) {
		var e starlark.Value
		if ended || !iter.Next(&e) {
			done()
			return nil, errStop
		}
		return e, in.work(1)
	}, done, nil
}

// each calls f for each element of x until it returns false.
func (in *interp) each(x starlark.Value, f func(starlark.Value) (bool, error)) error {
	next, done, err := in.iterate(x)
	if err != nil {
		return err
	}
	defer done()
	for {
		e, err := next()
		if errors.Is(err, errStop) {
			return nil
		}
		if err != nil {
			return err
		}
		if more, err := f(e); err != nil || !more {
			return err
		}
	}
}

// elements returns what x holds, charged for.
func (in *interp) elements(x starlark.Value) ([]starlark.Value, error) {
	if err := in.affordable(x); err != nil {
		return nil, err
	}
	var out []starlark.Value
	err := in.each(x, func(e starlark.Value) (bool, error) {
		out = append(out, e)
		return true, in.charge(16)
	})
	return out, err
}

// affordable fails if x has more elements than steps are left: too many are refused before
// any is made.
func (in *interp) affordable(x starlark.Value) error {
	n := max(starlark.Len(x), 0)
	if err := in.work(n); err != nil {
		return err
	}
	in.thread.Steps -= uint64(n)
	return nil
}

// iterable returns x as the interpreter's loops take it: texts as their characters.
func (in *interp) iterable(x starlark.Value) (starlark.Value, error) {
	switch x := x.(type) {
	case *starlark.List, starlark.Tuple, *iterator:
		return x, nil
	case starlark.String:
		e, err := in.elements(x)
		return starlark.Tuple(e), err
	case *array:
		if x.a.Ndim() == 0 {
			return nil, wrong("iteration over an array of no dimensions")
		}
	case *tensor:
		if x.a.V.Ndim() == 0 {
			return nil, x.unsized("iteration")
		}
	case *object:
		if x.Len() < 0 {
			return nil, wrong("TypeError: '%s' object is not iterable", typeName(x))
		}
	}
	if _, ok := x.(starlark.Iterable); !ok {
		return nil, wrong("TypeError: '%s' object is not iterable", typeName(x))
	}
	return x, nil
}

// Generator is the value of a generator expression.
func (o operators) Generator(_ *starlark.Thread, x starlark.Value, each starlark.Callable, flat bool) (starlark.Value, error) {
	in := o.in
	over, done, err := in.iterate(x)
	if err != nil {
		return nil, err
	}
	var left []starlark.Value                 // elements that were made
	var within func() (starlark.Value, error) // elements of the generator of an inner loop
	return &iterator{in: in, name: "generator", pull: func() (starlark.Value, error) {
		for {
			if within != nil {
				v, err := within()
				if !errors.Is(err, errStop) {
					return v, err
				}
				within = nil
			}
			if len(left) > 0 {
				v := left[0]
				left = left[1:]
				if !flat {
					return v, nil
				}
				within = v.(*iterator).next
				continue
			}
			e, err := over()
			if err != nil {
				done()
				return nil, err
			}
			list, err := starlark.Call(in.thread, each, starlark.Tuple{e}, nil)
			if err != nil {
				done()
				return nil, err
			}
			left, err = in.elements(list)
			if err != nil {
				return nil, err
			}
		}
	}}, nil
}

// iter is the function iter.
func (in *interp) iter(x starlark.Value) (starlark.Value, error) {
	if it, ok := x.(*iterator); ok {
		return it, nil
	}
	next, _, err := in.iterate(x)
	if err != nil {
		return nil, err
	}
	return &iterator{in: in, name: typeName(x) + "_iterator", pull: next}, nil
}

// next is the function next.
func (in *interp) next(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, otherwise starlark.Value
	if err := unpack("next", args, kwargs, "iterator ? default", &x, &otherwise); err != nil {
		return nil, err
	}
	it, ok := x.(*iterator)
	if !ok {
		return nil, wrong("TypeError: '%s' object is not an iterator", typeName(x))
	}
	v, err := it.next()
	if errors.Is(err, errStop) {
		if otherwise != nil {
			return otherwise, nil
		}
		return nil, wrong("StopIteration")
	}
	return v, err
}

// Merge is a dict display with **, or the named arguments of a call.
func (o operators) Merge(_ *starlark.Thread, parts []starlark.Value, unique bool) (starlark.Value, error) {
	d := starlark.NewDict(0)
	for _, p := range parts {
		from, ok := p.(*starlark.Dict)
		if !ok {
			if unique {
				return nil, wrong("TypeError: argument after ** must be a mapping, not %s", typeName(p))
			}
			return nil, wrong("TypeError: '%s' object is not a mapping", typeName(p))
		}
		if err := o.in.work(from.Len()); err != nil {
			return nil, err
		}
		for _, item := range from.Items() {
			if unique {
				k, ok := starlark.AsString(item[0])
				if !ok {
					return nil, wrong("TypeError: keywords must be strings")
				}
				if _, twice, _ := d.Get(item[0]); twice {
					return nil, wrong("TypeError: got multiple values for keyword argument '%s'", k)
				}
			}
			if err := o.in.insert(d, item[0], item[1]); err != nil {
				return nil, err
			}
		}
	}
	return d, nil
}
