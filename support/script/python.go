package script

import (
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.starlark.net/starlark"
)

// What Python has beyond Starlark: functions, and methods of its own values.

// maxPulling is how deep iterators may draw on one another.
const maxPulling = 200

// pythonFunctions adds the functions to those of programs.
func (in *interp) pythonFunctions(d starlark.StringDict) {
	def := func(name string, f function) { d[name] = in.function(name, f) }
	one := func(name string, f func(x starlark.Value) (starlark.Value, error)) { def(name, unary(name, f)) }

	one("iter", in.iter)
	def("next", in.next)
	def("zip", in.zip)
	def("enumerate", func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var x, start starlark.Value
		if err := unpack("enumerate", args, kwargs, "iterable ? start", &x, &start); err != nil {
			return nil, err
		}
		n := starlark.MakeInt(0)
		if start != nil {
			i, ok := plainInt(start).(starlark.Int)
			if !ok {
				return nil, wrong("TypeError: '%s' object cannot be interpreted as an integer", typeName(start))
			}
			n = i
		}
		var out []starlark.Value
		err := in.each(x, func(e starlark.Value) (bool, error) {
			out = append(out, starlark.Tuple{n, e})
			n = n.Add(starlark.MakeInt(1))
			return true, in.charge(64)
		})
		return starlark.NewList(out), err
	})
	one("reversed", func(x starlark.Value) (starlark.Value, error) {
		switch x.(type) {
		case *iterator, *starlark.Set:
			return nil, wrong("TypeError: '%s' object is not reversible", typeName(x))
		}
		e, err := in.elements(x)
		slices.Reverse(e)
		return starlark.NewList(e), err
	})
	one("callable", func(x starlark.Value) (starlark.Value, error) {
		switch x := x.(type) {
		case *starlark.Function, *starlark.Builtin, prompted, *class, *declared:
			return starlark.True, nil
		case dtypeValue:
			return starlark.Bool(x.call != nil), nil
		}
		return starlark.False, nil
	})
	for name, base := range map[string]struct {
		prefix string
		base   int
	}{"bin": {"0b", 2}, "oct": {"0o", 8}, "hex": {"0x", 16}} {
		one(name, func(x starlark.Value) (starlark.Value, error) {
			i, ok := plainInt(plain(x)).(starlark.Int)
			if !ok {
				if _, isArray := plain(x).(*array); !isArray {
					return nil, wrong("TypeError: '%s' object cannot be interpreted as an integer", typeName(x))
				}
				n, err := toInt(x)
				if err != nil {
					return nil, err
				}
				i = starlark.MakeInt(n)
			}
			b := i.BigInt()
			if err := in.charge(int64(b.BitLen())); err != nil {
				return nil, err
			}
			text := new(big.Int).Abs(b).Text(base.base)
			sign := ""
			if b.Sign() < 0 {
				sign = "-"
			}
			return starlark.String(sign + base.prefix + text), nil
		})
	}
	d["map"] = starlark.NewBuiltin("map", func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		if len(args) < 2 || len(kwargs) > 0 {
			return nil, wrong("TypeError: map() takes a function and at least one iterable")
		}
		next, err := in.iterateAll("map", args[1:])
		if err != nil {
			return nil, err
		}
		return &iterator{in: in, name: "map", pull: func() (starlark.Value, error) {
			e, _, err := next()
			if err != nil {
				return nil, err
			}
			return starlark.Call(in.thread, args[0], e, nil)
		}}, nil
	})
	d["filter"] = starlark.NewBuiltin("filter", func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		if len(args) != 2 || len(kwargs) > 0 {
			return nil, wrong("TypeError: filter() takes a function or None, and an iterable")
		}
		next, _, err := in.iterate(args[1])
		if err != nil {
			return nil, err
		}
		return &iterator{in: in, name: "filter", pull: func() (starlark.Value, error) {
			for {
				e, err := next()
				if err != nil {
					return nil, err
				}
				keep := e
				if args[0] != starlark.None {
					if keep, err = starlark.Call(in.thread, args[0], starlark.Tuple{e}, nil); err != nil {
						return nil, err
					}
				}
				if ok, err := in.truth(keep); err != nil || ok {
					return e, err
				}
			}
		}}, nil
	})
}

// iterateAll goes over several iterables at once: next returns one element of each and
// how many there were, fewer than all with errStop.
func (in *interp) iterateAll(name string, xs starlark.Tuple) (next func() (starlark.Tuple, int, error), err error) {
	each := make([]func() (starlark.Value, error), len(xs))
	for i, x := range xs {
		if each[i], _, err = in.iterate(x); err != nil {
			return nil, wrong("%s() argument %d: %s", name, i+1, err)
		}
	}
	return func() (starlark.Tuple, int, error) {
		t := make(starlark.Tuple, len(each))
		for i, f := range each {
			if t[i], err = f(); err != nil {
				return nil, i, err
			}
		}
		if len(t) == 0 {
			return nil, 0, errStop
		}
		return t, len(t), in.charge(16 * int64(len(t)))
	}, nil
}

// zip is the function zip, whose value is a list.
func (in *interp) zip(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	strict := false
	for _, kv := range kwargs {
		if k := string(kv[0].(starlark.String)); k != "strict" {
			return nil, wrong("zip() has no parameter %q (it takes strict)", k)
		}
		var err error
		if strict, err = in.truth(kv[1]); err != nil {
			return nil, err
		}
	}
	next, err := in.iterateAll("zip", args)
	if err != nil {
		return nil, err
	}
	if len(args) > 0 { // too many are refused before any is made
		n := slices.Min(lengths(args))
		if err := in.work(n); err != nil {
			return nil, err
		}
		in.thread.Steps -= uint64(n)
	}
	var out []starlark.Value
	for {
		t, n, err := next()
		if err == nil {
			out = append(out, t)
			continue
		}
		if err != errStop {
			return nil, err
		}
		if strict && len(args) > 1 {
			if err := in.evenly(args, n, len(out)); err != nil {
				return nil, err
			}
		}
		return starlark.NewList(out), nil
	}
}

// lengths returns the lengths that are known, 0 for others.
func lengths(xs starlark.Tuple) []int {
	out := make([]int, len(xs))
	for i, x := range xs {
		out[i] = max(starlark.Len(x), 0)
	}
	return out
}

// evenly fails if the iterables of a strict zip are of different lengths: the n-th of
// them ended after some elements.
func (in *interp) evenly(args starlark.Tuple, n, after int) error {
	before := func(n int) string {
		if n == 1 {
			return "argument 1"
		}
		return "arguments 1-" + starlark.MakeInt(n).String()
	}
	if n > 0 {
		return wrong("ValueError: zip() argument %d is shorter than %s", n+1, before(n))
	}
	for i, x := range args[1:] {
		longer := false
		if it, ok := x.(*iterator); ok {
			_, err := it.next()
			if err != nil && err != errStop {
				return err
			}
			longer = err == nil
		} else {
			length := starlark.Len(x)
			if s, ok := x.(starlark.String); ok {
				length = utf8.RuneCountInString(string(s))
			}
			longer = length > after
		}
		if longer {
			return wrong("ValueError: zip() argument %d is longer than %s", i+2, before(i+1))
		}
	}
	return nil
}

// pythonMethods are the methods and attributes of Python's values that Starlark's lack,
// by type.
var pythonMethods = map[string][]string{
	"string":  {"casefold", "center", "encode", "expandtabs", "isascii", "isdecimal", "isidentifier", "isnumeric", "ljust", "rjust", "swapcase", "zfill"},
	"list":    {"copy", "count", "reverse", "sort"},
	"tuple":   {"count", "index"},
	"dict":    {"copy"},
	"set":     {"copy", "difference_update", "intersection_update", "isdisjoint", "symmetric_difference_update", "update"},
	"int":     {"bit_count", "bit_length", "conjugate", "denominator", "imag", "numerator", "real"},
	"bool":    {"bit_count", "bit_length", "conjugate", "denominator", "imag", "numerator", "real"},
	"float":   {"as_integer_ratio", "conjugate", "imag", "is_integer", "real"},
	"complex": {"conjugate", "imag", "real"},
}

// attributeNames returns the names that x has.
func attributeNames(x starlark.Value) []string {
	names := slices.Clone(pythonMethods[x.Type()])
	if f, ok := callableName(x); ok {
		names = append(names, functionAttributes(f)...)
	}
	if h, ok := x.(starlark.HasAttrs); ok {
		names = append(names, h.AttrNames()...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// pythonMethod returns x.name where Starlark has none, or another; nil if there is none.
func (in *interp) pythonMethod(x starlark.Value, name string) starlark.Value {
	if b, ok := x.(starlark.Bool); ok {
		x = plainInt(b)
	}
	def := func(params string, f func(args []starlark.Value) (starlark.Value, error)) starlark.Value {
		return in.function(name, func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			names := strings.Fields(params)
			targets := make([]starlark.Value, len(names)-len(strings.Split(params, "?"))+1)
			to := make([]*starlark.Value, len(targets))
			for i := range targets {
				to[i] = &targets[i]
			}
			if err := unpack(name, args, kwargs, params, to...); err != nil {
				return nil, err
			}
			return f(targets)
		})
	}
	switch x := x.(type) {
	case starlark.String:
		return in.textMethod(string(x), name, def)
	case *starlark.List:
		switch name {
		case "copy":
			return def("", func([]starlark.Value) (starlark.Value, error) {
				e, err := in.elements(x)
				return starlark.NewList(e), err
			})
		case "count":
			return def("value", func(a []starlark.Value) (starlark.Value, error) { return in.count(x, a[0]) })
		case "reverse":
			return def("", func([]starlark.Value) (starlark.Value, error) {
				e, err := in.elements(x)
				if err != nil {
					return nil, err
				}
				slices.Reverse(e)
				return starlark.None, replace(x, e)
			})
		case "sort":
			return starlark.NewBuiltin(name, func(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
				if len(args) > 0 {
					return nil, wrong("TypeError: sort() takes no positional arguments (it takes key, reverse)")
				}
				sorted, err := in.sorted(thread, b, starlark.Tuple{x}, kwargs)
				if err != nil {
					return nil, err
				}
				e, err := in.elements(sorted)
				if err != nil {
					return nil, err
				}
				return starlark.None, replace(x, e)
			})
		case "index":
			return def("value ? start stop", func(a []starlark.Value) (starlark.Value, error) { return in.indexIn(x, a) })
		}
	case starlark.Tuple:
		switch name {
		case "count":
			return def("value", func(a []starlark.Value) (starlark.Value, error) { return in.count(x, a[0]) })
		case "index":
			return def("value ? start stop", func(a []starlark.Value) (starlark.Value, error) { return in.indexIn(x, a) })
		}
	case *starlark.Dict:
		switch name {
		case "copy":
			return def("", func([]starlark.Value) (starlark.Value, error) {
				return operators{in}.Merge(nil, []starlark.Value{x}, false)
			})
		case "popitem": // the last, where Starlark takes the first
			return def("", func([]starlark.Value) (starlark.Value, error) {
				keys := x.Keys()
				if len(keys) == 0 {
					return nil, wrong("KeyError: 'popitem(): dictionary is empty'")
				}
				if err := in.work(len(keys) / 64); err != nil {
					return nil, err
				}
				key := keys[len(keys)-1]
				v, _, err := x.Delete(key)
				if err != nil {
					return nil, wrong("%s", err)
				}
				return starlark.Tuple{key, v}, nil
			})
		}
	case *starlark.Set:
		return in.setMethod(x, name, def)
	case starlark.Int:
		switch name {
		case "real", "numerator":
			return x
		case "imag":
			return starlark.MakeInt(0)
		case "denominator":
			return starlark.MakeInt(1)
		case "conjugate":
			return def("", func([]starlark.Value) (starlark.Value, error) { return x, nil })
		case "bit_length":
			return def("", func([]starlark.Value) (starlark.Value, error) { return starlark.MakeInt(x.BigInt().BitLen()), nil })
		case "bit_count":
			return def("", func([]starlark.Value) (starlark.Value, error) {
				n := 0
				for _, w := range x.BigInt().Bits() {
					n += bits.OnesCount(uint(w))
				}
				return starlark.MakeInt(n), nil
			})
		}
	case starlark.Float:
		switch name {
		case "real":
			return x
		case "imag":
			return starlark.Float(0)
		case "conjugate":
			return def("", func([]starlark.Value) (starlark.Value, error) { return x, nil })
		case "is_integer":
			return def("", func([]starlark.Value) (starlark.Value, error) {
				f := float64(x)
				return starlark.Bool(!math.IsInf(f, 0) && f == math.Floor(f)), nil
			})
		case "as_integer_ratio":
			return def("", func([]starlark.Value) (starlark.Value, error) {
				r := new(big.Rat).SetFloat64(float64(x))
				switch {
				case math.IsNaN(float64(x)):
					return nil, wrong("ValueError: cannot convert NaN to integer ratio")
				case r == nil:
					return nil, wrong("OverflowError: cannot convert Infinity to integer ratio")
				}
				return starlark.Tuple{starlark.MakeBigInt(r.Num()), starlark.MakeBigInt(r.Denom())}, nil
			})
		}
	case Complex:
		switch name {
		case "real":
			return starlark.Float(real(x))
		case "imag":
			return starlark.Float(imag(x))
		case "conjugate":
			return def("", func([]starlark.Value) (starlark.Value, error) { return Complex(complex(real(x), -imag(x))), nil })
		}
	}
	return nil
}

// replace makes elements those of a list.
func replace(list *starlark.List, elements []starlark.Value) error {
	if err := list.Clear(); err != nil {
		return wrong("%s", err)
	}
	for _, e := range elements {
		if err := list.Append(e); err != nil {
			return wrong("%s", err)
		}
	}
	return nil
}

// count returns how many elements are equal to v.
func (in *interp) count(x starlark.Indexable, v starlark.Value) (starlark.Value, error) {
	n := 0
	for i := range x.Len() {
		equal, err := in.compares("==", x.Index(i), v, 0)
		if err != nil {
			return nil, err
		}
		if equal || same(x.Index(i), v) {
			n++
		}
		if err := in.work(1); err != nil {
			return nil, err
		}
	}
	return starlark.MakeInt(n), nil
}

// indexIn returns where the first element equal to a[0] is, from a[1] and before a[2].
func (in *interp) indexIn(x starlark.Indexable, a []starlark.Value) (starlark.Value, error) {
	lo, hi := 0, x.Len()
	for i, to := range []*int{&lo, &hi} {
		if v := a[i+1]; v != nil {
			n, err := clampedInt(v)
			if err != nil {
				return nil, err
			}
			if n < 0 {
				n = max(n+x.Len(), 0)
			}
			*to = min(n, x.Len())
		}
	}
	for i := lo; i < hi; i++ {
		equal, err := in.compares("==", x.Index(i), a[0], 0)
		if err != nil {
			return nil, err
		}
		if equal || same(x.Index(i), a[0]) {
			return starlark.MakeInt(i), nil
		}
		if err := in.work(1); err != nil {
			return nil, err
		}
	}
	s, err := in.repr(a[0])
	if err != nil {
		return nil, err
	}
	return nil, wrong("ValueError: %s is not in the %s", s, typeName(x))
}

// definer makes a method whose parameters are named as unpack has them.
type definer func(params string, f func(args []starlark.Value) (starlark.Value, error)) starlark.Value

// setMethod returns a method of a set.
func (in *interp) setMethod(x *starlark.Set, name string, def definer) starlark.Value {
	other := func(y starlark.Value) (*starlark.Set, error) {
		e, err := in.elements(y)
		if err != nil {
			return nil, err
		}
		s, err := operators{in}.Set(nil, e)
		if err != nil {
			return nil, err
		}
		return s.(*starlark.Set), nil
	}
	remove := func(gone func(v starlark.Value) (bool, error)) error {
		e, err := in.elements(x)
		if err != nil {
			return err
		}
		for _, v := range e {
			drop, err := gone(v)
			if err != nil {
				return err
			}
			if drop {
				if _, err := x.Delete(v); err != nil {
					return wrong("%s", err)
				}
			}
		}
		return nil
	}
	insert := func(v starlark.Value) error {
		if err := in.hashable(v); err != nil {
			return err
		}
		if err := in.charge(64); err != nil {
			return err
		}
		if err := x.Insert(v); err != nil {
			return wrong("%s", err)
		}
		return nil
	}
	switch name {
	case "copy":
		return def("", func([]starlark.Value) (starlark.Value, error) { return other(x) })
	case "isdisjoint":
		return def("other", func(a []starlark.Value) (starlark.Value, error) {
			y, err := other(a[0])
			if err != nil {
				return nil, err
			}
			for v := range y.Elements() {
				if has, err := x.Has(v); err != nil || has {
					return starlark.False, err
				}
			}
			return starlark.True, nil
		})
	case "update":
		return in.function(name, func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			if len(kwargs) > 0 {
				return nil, wrong("TypeError: set.update() takes no keyword arguments")
			}
			for _, a := range args {
				if err := in.each(a, func(v starlark.Value) (bool, error) { return true, insert(v) }); err != nil {
					return nil, err
				}
			}
			return starlark.None, nil
		})
	case "difference_update", "intersection_update":
		return def("other", func(a []starlark.Value) (starlark.Value, error) {
			y, err := other(a[0])
			if err != nil {
				return nil, err
			}
			return starlark.None, remove(func(v starlark.Value) (bool, error) {
				has, err := y.Has(v)
				return has == (name == "difference_update"), err
			})
		})
	case "symmetric_difference_update":
		return def("other", func(a []starlark.Value) (starlark.Value, error) {
			y, err := other(a[0])
			if err != nil {
				return nil, err
			}
			for v := range y.Elements() {
				had, err := x.Delete(v)
				if err != nil {
					return nil, wrong("%s", err)
				}
				if !had {
					if err := insert(v); err != nil {
						return nil, err
					}
				}
			}
			return starlark.None, nil
		})
	}
	return nil
}

// textMethod returns a method of a text. Texts are of characters, as Python's are.
func (in *interp) textMethod(s, name string, def definer) starlark.Value {
	every := func(is func(r rune) bool) starlark.Value {
		return def("", func([]starlark.Value) (starlark.Value, error) {
			return starlark.Bool(s != "" && strings.IndexFunc(s, func(r rune) bool { return !is(r) }) < 0), in.work(len(s) / 16)
		})
	}
	mapped := func(f func() string) starlark.Value {
		return def("", func([]starlark.Value) (starlark.Value, error) {
			if err := in.charge(2 * int64(len(s))); err != nil {
				return nil, err
			}
			return starlark.String(f()), nil
		})
	}
	pad := func(left func(n int) int) starlark.Value {
		return def("width ? fillchar", func(a []starlark.Value) (starlark.Value, error) {
			width, err := toInt(a[0])
			if err != nil {
				return nil, err
			}
			fill := " "
			if a[1] != nil {
				if fill, err = toText(a[1]); err != nil {
					return nil, err
				}
				if utf8.RuneCountInString(fill) != 1 {
					return nil, wrong("TypeError: The fill character must be exactly one character long")
				}
			}
			n := width - utf8.RuneCountInString(s)
			if n <= 0 {
				return starlark.String(s), nil
			}
			if err := in.charge(int64(n)*int64(len(fill)) + int64(len(s))); err != nil {
				return nil, err
			}
			l := left(n)
			return starlark.String(strings.Repeat(fill, l) + s + strings.Repeat(fill, n-l)), nil
		})
	}
	switch name {
	case "ljust":
		return pad(func(int) int { return 0 })
	case "rjust":
		return pad(func(n int) int { return n })
	case "center": // where it cannot be even, as CPython does
		return pad(func(n int) int { return n/2 + (n & (n + utf8.RuneCountInString(s)) & 1) })
	case "zfill":
		return def("width", func(a []starlark.Value) (starlark.Value, error) {
			width, err := toInt(a[0])
			if err != nil {
				return nil, err
			}
			n := width - utf8.RuneCountInString(s)
			if n <= 0 {
				return starlark.String(s), nil
			}
			if err := in.charge(int64(n) + int64(len(s))); err != nil {
				return nil, err
			}
			sign := ""
			if strings.HasPrefix(s, "-") || strings.HasPrefix(s, "+") {
				sign = s[:1]
			}
			return starlark.String(sign + strings.Repeat("0", n) + s[len(sign):]), nil
		})
	case "casefold":
		return mapped(func() string { return strings.ToLower(strings.ReplaceAll(s, "ß", "ss")) })
	case "swapcase":
		return mapped(func() string {
			return strings.Map(func(r rune) rune {
				if unicode.IsUpper(r) {
					return unicode.ToLower(r)
				}
				return unicode.ToUpper(r)
			}, s)
		})
	case "expandtabs":
		return def("? tabsize", func(a []starlark.Value) (starlark.Value, error) {
			size := 8
			if a[0] != nil {
				var err error
				if size, err = toInt(a[0]); err != nil {
					return nil, err
				}
			}
			if size > 1<<16 {
				return nil, wrong("a tab size of %d is too large", size)
			}
			if err := in.charge(int64(len(s)) + int64(max(size, 0))*int64(strings.Count(s, "\t"))); err != nil {
				return nil, err
			}
			var b strings.Builder
			col := 0
			for _, r := range s {
				switch {
				case r == '\t' && size > 0:
					n := size - col%size
					b.WriteString(strings.Repeat(" ", n))
					col += n
				case r == '\t':
				default:
					b.WriteRune(r)
					if col++; r == '\n' || r == '\r' {
						col = 0
					}
				}
			}
			return starlark.String(b.String()), nil
		})
	case "isascii":
		return def("", func([]starlark.Value) (starlark.Value, error) {
			return starlark.Bool(strings.IndexFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) < 0), in.work(len(s) / 16)
		})
	case "isdecimal":
		return every(func(r rune) bool { return unicode.Is(unicode.Nd, r) })
	case "isnumeric":
		return every(unicode.IsNumber)
	case "isidentifier":
		return def("", func([]starlark.Value) (starlark.Value, error) {
			for i, r := range s {
				if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
					return starlark.False, nil
				}
			}
			return starlark.Bool(s != ""), in.work(len(s) / 16)
		})
	case "encode":
		return def("? encoding errors", func(a []starlark.Value) (starlark.Value, error) {
			if a[0] != nil {
				encoding, err := toText(a[0])
				if err != nil {
					return nil, err
				}
				if e := strings.ToLower(encoding); e != "utf-8" && e != "utf8" {
					return nil, wrong("encode(): the encoding is utf-8, not %q", encoding)
				}
			}
			return starlark.Bytes(s), in.charge(int64(len(s)))
		})
	case "split", "rsplit":
		return def("? sep maxsplit", func(a []starlark.Value) (starlark.Value, error) {
			args := starlark.Tuple{starlark.None}
			if a[0] != nil {
				args[0] = a[0]
			}
			if a[1] != nil {
				args = append(args, a[1])
			}
			return in.starlarkMethod(s, name, args)
		})
	case "splitlines":
		return def("? keepends", func(a []starlark.Value) (starlark.Value, error) {
			if a[0] == nil {
				return in.starlarkMethod(s, name, nil)
			}
			keep, err := in.truth(a[0])
			if err != nil {
				return nil, err
			}
			return in.starlarkMethod(s, name, starlark.Tuple{starlark.Bool(keep)})
		})
	case "find", "index", "rfind", "rindex", "count":
		return def("sub ? start stop", func(a []starlark.Value) (starlark.Value, error) { return in.findText(s, name, a) })
	}
	return nil
}

// starlarkMethod calls Starlark's own method of a text.
func (in *interp) starlarkMethod(s, name string, args starlark.Tuple) (starlark.Value, error) {
	m, err := starlark.String(s).Attr(name)
	if err != nil {
		return nil, err
	}
	return in.guardedCall(m.(*starlark.Builtin)).CallInternal(in.thread, args, nil)
}

// findText looks for a[0] in the characters of s from a[1] and before a[2].
func (in *interp) findText(s, name string, a []starlark.Value) (starlark.Value, error) {
	sub, err := toText(a[0])
	if err != nil {
		return nil, err
	}
	if err := in.work(len(s) / 16); err != nil {
		return nil, err
	}
	n := utf8.RuneCountInString(s)
	lo, hi := 0, n
	for i, to := range []*int{&lo, &hi} {
		if v := a[i+1]; v != nil && v != starlark.None {
			k, err := clampedInt(v)
			if err != nil {
				return nil, err
			}
			if k < 0 {
				k = max(k+n, 0)
			}
			*to = k
		}
	}
	hi = min(hi, n)
	at := -1
	if lo <= hi {
		from := byteOffset(s, lo)
		part := s[from:byteOffset(s, hi)]
		switch name {
		case "count":
			return starlark.MakeInt(strings.Count(part, sub)), nil
		case "find", "index":
			at = strings.Index(part, sub)
		default:
			at = strings.LastIndex(part, sub)
		}
		if at >= 0 {
			at = lo + utf8.RuneCountInString(part[:at])
		}
	}
	switch {
	case name == "count":
		return starlark.MakeInt(0), nil
	case at < 0 && strings.HasSuffix(name, "index"):
		return nil, wrong("ValueError: substring not found")
	}
	return starlark.MakeInt(at), nil
}

// byteOffset returns where the n-th character of s begins.
func byteOffset(s string, n int) int {
	if n == 0 {
		return 0
	}
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}

// characters is a text by its characters, for indices and slices.
type characters []rune

var _ starlark.Sliceable = characters(nil)

func (c characters) String() string             { return string(c) }
func (c characters) Type() string               { return "string" }
func (c characters) Freeze()                    {}
func (c characters) Truth() starlark.Bool       { return len(c) > 0 }
func (c characters) Hash() (uint32, error)      { return starlark.String(c).Hash() }
func (c characters) Len() int                   { return len(c) }
func (c characters) Index(i int) starlark.Value { return starlark.String(string(c[i])) }
func (c characters) Slice(start, end, step int) starlark.Value {
	var b strings.Builder
	for i := start; step > 0 && i < end || step < 0 && i > end; i += step {
		b.WriteRune(c[i])
	}
	return starlark.String(b.String())
}

// isASCII reports whether the bytes of s are its characters.
func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// typeOf is the function type: for Python's own values what makes them, as int, for a
// framework's its class.
func (in *interp) typeOf(x starlark.Value) starlark.Value {
	name := typeName(x)
	if is := pythonTypes[name]; is != nil {
		return in.own[name]
	}
	switch x := x.(type) {
	case *class:
		name = "type"
	case *starlark.Builtin:
		name = "builtin_function_or_method"
		if pythonTypes[x.Name()] != nil {
			name = "type"
		}
	case *Results:
		return in.own["tuple"]
	case *array:
		return in.own["ivy"].(*module).members["Array"]
	case nativeDtype:
		return in.own["ivy"].(*module).members["NativeDtype"]
	case dtypeValue:
		if isIvyDtype(x) {
			return in.own["ivy"].(*module).members["Dtype"]
		}
		name = "dtype"
	case *tensor:
		root := &space{in: in, of: x.f.Name}
		if x.a.Scalar { // numpy.float32 is the type of its scalars
			if v, err := root.Attr(x.a.V.Dtype().String()); err == nil && v != nil {
				return v
			}
		}
		if v, err := root.Attr(x.f.class); err == nil && v != nil && arrayTypes[x.f.Name] == "" {
			return v
		}
		name = x.f.Name + "." + x.f.class
		if own := arrayTypes[x.f.Name]; own != "" {
			name = own
		}
	}
	if in.types == nil {
		in.types = map[string]*class{}
	}
	if in.types[name] == nil {
		in.types[name] = &class{name: name, is: func(y starlark.Value) bool { return in.typeOf(y) == starlark.Value(in.types[name]) }}
	}
	return in.types[name]
}

// arrayTypes are the types of arrays that are not the class by which programs know them.
var arrayTypes = map[string]string{"jax": "jaxlib._jax.ArrayImpl", "tensorflow": "tensorflow.python.framework.ops.EagerTensor"}

// powMod returns x ** y modulo m, of ints.
func (in *interp) powMod(x, y, m starlark.Value) (starlark.Value, error) {
	var v [3]*big.Int
	for i, a := range []starlark.Value{x, y, m} {
		n, ok := plainInt(a).(starlark.Int)
		if !ok {
			return nil, wrong("TypeError: pow() 3rd argument not allowed unless all arguments are integers")
		}
		v[i] = n.BigInt()
	}
	if v[2].Sign() == 0 {
		return nil, wrong("ValueError: pow() 3rd argument cannot be 0")
	}
	if err := in.work(v[1].BitLen() * (1 + v[2].BitLen()/64) * (1 + v[2].BitLen()/64)); err != nil {
		return nil, err
	}
	base := new(big.Int).Mod(v[0], new(big.Int).Abs(v[2]))
	if v[1].Sign() < 0 {
		if base.ModInverse(base, new(big.Int).Abs(v[2])) == nil {
			return nil, wrong("ValueError: base is not invertible for the given modulus")
		}
		v[1] = new(big.Int).Neg(v[1])
	}
	z := base.Exp(base, v[1], new(big.Int).Abs(v[2]))
	if v[2].Sign() < 0 && z.Sign() != 0 {
		z.Add(z, v[2])
	}
	return starlark.MakeBigInt(z), nil
}
