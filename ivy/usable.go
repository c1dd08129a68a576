package ivy

// What stands for an array and is none: nil, an Array that no function has made, and one
// that was freed. Whatever takes an array answers each of them with an error of kind
// ErrValue.
var (
	errNil   = errorf(ErrValue, "a nil array")
	errZero  = errorf(ErrValue, "the zero ivy.Array, which has no elements (make arrays with functions such as Asarray)")
	errFreed = errorf(ErrValue, "the array was freed: its memory was given back with Free (use it before that)")
)

// freed is the group of every array that was freed: what looks at groups before it
// touches memory sees it, and what has none is not slowed down.
var freed = new(group)

// usable returns why a cannot be an operand, or nil.
func (a *Array) usable() error {
	switch {
	case a == nil:
		return errNil
	case a.be == nil:
		return errZero
	case a.group.Load() == freed:
		return errFreed
	}
	return nil
}

// orUnusable returns why one of the operands is not usable, which is said before anything
// else that is wrong with a call, or err.
func orUnusable(err error, operands ...*Array) error {
	for _, a := range operands {
		if why := a.usable(); why != nil {
			return why
		}
	}
	return err
}

// usableIn panics with an error of op if a is not usable.
func (a *Array) usableIn(op string) {
	if a.usable() != nil {
		a.refuse(op)
	}
}

// known panics with an error of op if a is nil or the zero Array. What a freed array was
// can still be asked.
func (a *Array) known(op string) {
	if a == nil || a.be == nil {
		a.refuse(op)
	}
}

// refuse panics with why a is not usable.
func (a *Array) refuse(op string) {
	var be *engine
	if a != nil {
		be = a.be
	}
	panic(wrap(op, be, a.usable()))
}

// home returns the Env that a's methods use; for what is no array the standard one,
// whose functions refuse it.
func (a *Array) home() *Env {
	if a == nil || a.env == nil {
		return std
	}
	return a.env
}
