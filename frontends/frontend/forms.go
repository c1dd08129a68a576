package frontend

import "fmt"

// A Form is a further way in which a framework takes a function's arguments: another
// order of them, or only some of them. Its parameters are the function's own, and those
// that it does not name are None.
type Form struct {
	// Sig is the form's signature.
	Sig string
	// Takes reports whether arguments, in the order of Sig, are of this form. Those that
	// the call leaves out are None.
	Takes func(n *Namespace, args []any) bool

	sig   Signature
	slots []int // where the function has the form's parameters
}

// parse reads the form's signature as one of f's.
func (o *Form) parse(f *Func) (err error) {
	if o.sig, err = parseSignature(o.Sig); err != nil {
		return err
	}
	for _, p := range o.sig.Params {
		i := f.sig.index(p.Name)
		if i < 0 || p.Rest || p.More {
			return fmt.Errorf("the form (%s): %q is no parameter of (%s)", o.Sig, p.Name, f.Sig)
		}
		o.slots = append(o.slots, i)
	}
	return nil
}

// sorted returns the arguments of a call by the form's parameters, and which of them were
// given as a bit set. It is not ok if they do not fit the form's signature.
func (o *Form) sorted(f *Func, lists [][]any) (args []any, given uint32, ok bool) {
	params := o.sig.Params
	args = make([]any, len(params))
	at := 0
	for _, list := range lists {
		for _, a := range list {
			i := at
			if named, isNamed := a.(Named); isNamed {
				if i = f.named(&o.sig, named.Name); i < 0 || !params[i].Keyword {
					return nil, 0, false
				}
				a = named.Value
			} else {
				if at >= len(params) || !params[at].Positional {
					return nil, 0, false
				}
				at++
			}
			if given>>i&1 != 0 {
				return nil, 0, false
			}
			args[i], given = a, given|1<<i
		}
	}
	for i, p := range params {
		if given>>i&1 != 0 {
			continue
		}
		if p.Required {
			return nil, 0, false
		}
		args[i] = p.Default
	}
	return args, given, true
}

// named returns the index of the parameter of s with a keyword, −1 if there is none.
func (f *Func) named(s *Signature, keyword string) int {
	i := s.index(keyword)
	if i < 0 && f.Also != nil {
		if name := f.Also[keyword]; name != "" {
			i = s.index(name)
		}
	}
	return i
}

// bindForm binds the arguments by the first of the function's forms that takes them.
func (c *Call) bindForm(lists [][]any) bool {
	f := c.Func
	for i := range f.Forms {
		o := &f.Forms[i]
		args, given, ok := o.sorted(f, lists)
		if !ok || !o.Takes(c.Namespace, args) {
			continue
		}
		for j, p := range f.sig.Params {
			c.slots[j] = p.Default
		}
		for j, slot := range o.slots {
			c.slots[slot] = args[j]
			c.given |= given >> j & 1 << slot
		}
		return true
	}
	return false
}
