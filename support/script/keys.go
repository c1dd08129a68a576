package script

import (
	"hash/maphash"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/frontends/tensorflow"
	"github.com/goivy/goivy/frontends/torch"
	"github.com/goivy/goivy/ivy"
)

// Keys of dicts and elements of sets. To Python numbers that are equal are one key: 1,
// True, 1.0 and numpy.int64(1). To Starlark a bool and a NumPy scalar are keys of their
// own, so every look-up asks for the forms of a key, of which a dict has one at most.

// storedKey returns the form of key that is stored, or key itself if none is; has reports
// whether a form is there.
func (in *interp) storedKey(key starlark.Value, has func(form starlark.Value) (bool, error)) (starlark.Value, error) {
	if err := in.hashable(key); err != nil {
		return nil, err
	}
	found, err := has(key)
	if err != nil {
		return nil, wrong("%s", err)
	}
	if found {
		return key, nil
	}
	for _, form := range in.otherForms(key) {
		if found, err := has(form); err != nil || found {
			return form, err
		}
	}
	return key, nil
}

// dictKey is storedKey of a dict.
func (in *interp) dictKey(d *starlark.Dict, key starlark.Value) (starlark.Value, error) {
	return in.storedKey(key, func(form starlark.Value) (bool, error) {
		_, found, err := d.Get(form)
		return found, err
	})
}

// setKey is storedKey of a set.
func (in *interp) setKey(s *starlark.Set, key starlark.Value) (starlark.Value, error) {
	return in.storedKey(key, s.Has)
}

// otherForms returns the values that equal a key in Python, and not in Starlark.
func (in *interp) otherForms(key starlark.Value) (forms []starlark.Value) {
	number := key
	switch x := key.(type) {
	case starlark.Tuple:
		return in.tupleForms(x)
	case *tensor:
		if number = x.scalarNumber(); number == nil {
			return nil
		}
		number = realNumber(number)
		forms = append(forms, number)
	case starlark.Bool, Complex:
		number = realNumber(x)
		forms = append(forms, number)
	case starlark.Int, starlark.Float:
	default:
		return nil
	}
	if truth, ok := asBool(number); ok {
		forms = append(forms, truth)
	}
	if in.scalarKeys {
		forms = append(forms, scalarForm{realNumber(number)})
	}
	return forms
}

// asBool returns the bool that a number equals; ok is false if it equals none.
func asBool(x starlark.Value) (b starlark.Bool, ok bool) {
	f := starlark.Float(2)
	switch x := x.(type) {
	case starlark.Int:
		i, fits := x.Int64()
		if fits {
			f = starlark.Float(i)
		}
	case starlark.Float:
		f = x
	}
	return f == 1, f == 0 || f == 1
}

// tupleForms returns a tuple with Python's numbers for NumPy's scalars, and the other way
// round.
func (in *interp) tupleForms(t starlark.Tuple) []starlark.Value {
	plain, scalars := slices.Clone(t), slices.Clone(t)
	any := false
	for i, x := range t {
		number := x
		if s, ok := x.(*tensor); ok {
			number = s.scalarNumber()
		}
		if number == nil || !isNumber(number) {
			continue
		}
		any = true
		number = realNumber(number)
		plain[i], scalars[i] = number, scalarForm{number}
	}
	switch {
	case !any:
		return nil
	case !in.scalarKeys:
		return []starlark.Value{plain}
	}
	return []starlark.Value{plain, scalars}
}

// realNumber returns a number as the simplest that equals it: an int for a bool, a float
// for a complex number without an imaginary part, an int for a float that is one.
func realNumber(x starlark.Value) starlark.Value {
	if c, ok := x.(Complex); ok && imag(c) == 0 {
		x = starlark.Float(real(c))
	}
	if f, ok := x.(starlark.Float); ok && float64(f) == math.Trunc(float64(f)) && !math.IsInf(float64(f), 0) {
		i, _ := big.NewFloat(float64(f)).Int(nil)
		return starlark.MakeBigInt(i)
	}
	return plainInt(x)
}

// scalarNumber returns a NumPy scalar as Python's number, nil for an array.
func (x *tensor) scalarNumber() starlark.Value {
	if !x.a.Scalar {
		return nil
	}
	v, err := item(x.f.in.wrap(x.a.V))
	if err != nil {
		return nil
	}
	return v
}

// Hash is that of the number that a NumPy scalar equals, and of PyTorch's tensors that of
// the object; other arrays have none.
func (x *tensor) Hash() (uint32, error) {
	if number := x.scalarNumber(); number != nil {
		x.f.in.scalarKeys = true
		return realNumber(number).Hash()
	}
	switch x.f.Framework {
	case torch.Framework:
		return uint32(maphash.Comparable(objects, x.a)), nil
	case tensorflow.Framework:
		return 0, x.f.raise("TypeError", "Tensor is unhashable. Instead, use tensor.ref() as the key.")
	}
	class := x.f.class
	if own := arrayTypes[x.f.Name]; own != "" {
		class = own
	}
	return 0, x.f.raise("TypeError", "unhashable type: '%s'", class)
}

// objects is the seed of the hashes of objects.
var objects = maphash.MakeSeed()

// CompareSameType answers == and != of keys.
func (x *tensor) CompareSameType(op tok, y starlark.Value, _ int) (bool, error) {
	number := x.scalarNumber()
	if number == nil {
		return compareEqual(op, x.Identical(y), x.f.class)
	}
	return scalarForm{realNumber(number)}.CompareSameType(op, y, 0)
}

// scalarForm finds the NumPy scalar that equals a number among the keys of a dict.
type scalarForm struct{ starlark.Value }

// Type is that of the scalars, since Starlark compares values of one type alone.
func (scalarForm) Type() string { return frameworks["numpy"].class }

// CompareSameType answers == and != of keys.
func (s scalarForm) CompareSameType(op tok, y starlark.Value, _ int) (bool, error) {
	equal := false
	if t, ok := y.(*tensor); ok {
		if number := t.scalarNumber(); number != nil {
			var err error
			if equal, err = starlark.Equal(s.Value, realNumber(number)); err != nil {
				return false, err
			}
		}
	}
	return compareEqual(op, equal, "scalar")
}

// insert puts a value into a dict, under the key that is there if there is an equal one.
func (in *interp) insert(d *starlark.Dict, key, value starlark.Value) error {
	k, err := in.dictKey(d, key)
	if err != nil {
		return err
	}
	if err := in.charge(128); err != nil {
		return err
	}
	if err := d.SetKey(k, value); err != nil {
		return wrong("%s", err)
	}
	return nil
}

// add puts an element into a set, unless an equal one is there.
func (in *interp) add(s *starlark.Set, x starlark.Value) error {
	k, err := in.setKey(s, x)
	if err != nil {
		return err
	}
	if err := in.charge(64); err != nil {
		return err
	}
	if err := s.Insert(k); err != nil {
		return wrong("%s", err)
	}
	return nil
}

// keyOf is storedKey of a dict or a set; of other containers it is x itself.
func (in *interp) keyOf(container, x starlark.Value) (starlark.Value, error) {
	switch c := container.(type) {
	case *starlark.Dict:
		return in.dictKey(c, x)
	case *starlark.Set:
		return in.setKey(c, x)
	}
	return x, in.hashable(x)
}

// setOf is the function set.
func (in *interp) setOf(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) > 1 || len(kwargs) > 0 {
		return nil, wrong("TypeError: set expected at most 1 argument, got %d", len(args)+len(kwargs))
	}
	s := starlark.NewSet(0)
	if len(args) == 0 {
		return s, nil
	}
	if err := in.affordable(args[0]); err != nil {
		return nil, err
	}
	return s, in.each(args[0], func(x starlark.Value) (bool, error) { return true, in.add(s, x) })
}

// dictOf is the function dict.
func (in *interp) dictOf(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	d := starlark.NewDict(len(kwargs))
	return d, in.updateDict("dict", d, args, kwargs)
}

// updateDict puts into d what dict, or d.update, is called with: a dict or pairs, and
// named values.
func (in *interp) updateDict(name string, d *starlark.Dict, args starlark.Tuple, kwargs []starlark.Tuple) error {
	if len(args) > 1 {
		return wrong("TypeError: %s expected at most 1 argument, got %d", name, len(args))
	}
	if len(args) == 1 {
		pairs := args[0]
		if from, ok := pairs.(*starlark.Dict); ok {
			if err := in.affordable(from); err != nil {
				return err
			}
			items := make(starlark.Tuple, 0, from.Len())
			for _, item := range from.Items() {
				items = append(items, item)
			}
			pairs = items
		}
		n := 0
		err := in.each(pairs, func(x starlark.Value) (bool, error) {
			pair, err := in.elements(x)
			if err != nil {
				return false, wrong("TypeError: cannot convert dictionary update sequence element #%d to a sequence", n)
			}
			if len(pair) != 2 {
				return false, wrong("ValueError: dictionary update sequence element #%d has length %d; 2 is required", n, len(pair))
			}
			n++
			return true, in.insert(d, pair[0], pair[1])
		})
		if err != nil {
			return err
		}
	}
	for _, kv := range kwargs {
		if err := in.insert(d, kv[0], kv[1]); err != nil {
			return err
		}
	}
	return nil
}

// Python's hashes of numbers are those of the rational number modulo a prime.
const (
	hashBits     = 61
	hashModulus  = 1<<hashBits - 1
	hashInfinity = 314159
	hashImag     = 1000003
)

// hash is the function hash: of numbers and tuples Python's, of other values whatever
// Starlark has.
func (in *interp) hash(x starlark.Value) (starlark.Value, error) {
	if err := in.hashable(x); err != nil {
		return nil, err
	}
	h, err := in.hashOf(x)
	return starlark.MakeInt64(h), err
}

func (in *interp) hashOf(x starlark.Value) (int64, error) {
	if t, ok := x.(*tensor); ok {
		if number := t.scalarNumber(); number != nil {
			x = number
		}
	}
	switch x := plainInt(x).(type) {
	case starlark.Int:
		return hashOfInt(x.BigInt()), nil
	case starlark.Float:
		return hashOfFloat(float64(x)), nil
	case Complex:
		return escaped(hashOfFloat(real(x)) + hashImag*hashOfFloat(imag(x))), nil
	case starlark.Tuple:
		return in.hashOfTuple(x)
	}
	h, err := x.Hash()
	if err != nil {
		if _, own := err.(*ivy.Error); own {
			return 0, err
		}
		return 0, wrong("TypeError: unhashable type: '%s'", typeName(x))
	}
	return int64(h), nil
}

// escaped returns a hash, which is never -1 in Python.
func escaped(h int64) int64 {
	if h == -1 {
		return -2
	}
	return h
}

func hashOfInt(i *big.Int) int64 {
	m := new(big.Int).Rem(i, big.NewInt(hashModulus)) // of the sign of i
	return escaped(m.Int64())
}

func hashOfFloat(f float64) int64 {
	switch {
	case math.IsNaN(f):
		return 0
	case math.IsInf(f, 0):
		return int64(math.Copysign(hashInfinity, f))
	}
	frac, exp := math.Frexp(f)
	n := new(big.Int).SetInt64(int64(math.Ldexp(math.Abs(frac), 53))) // frac is n/2^53
	shift := ((exp-53)%hashBits + hashBits) % hashBits                // 2^61 is 1 modulo 2^61-1
	n.Rem(n.Lsh(n, uint(shift)), big.NewInt(hashModulus))
	if f < 0 {
		n.Neg(n)
	}
	return escaped(n.Int64())
}

// hashOfTuple mixes the hashes of the elements as Python does.
func (in *interp) hashOfTuple(t starlark.Tuple) (int64, error) {
	const prime1, prime2, prime5 = 11400714785074694791, 14029467366897019727, 2870177450012600261
	sum := uint64(prime5)
	for _, x := range t {
		h, err := in.hashOf(x)
		if err != nil {
			return 0, err
		}
		sum += uint64(h) * prime2
		sum = bits.RotateLeft64(sum, 31) * prime1
	}
	sum += uint64(len(t)) ^ (prime5 ^ 3527539)
	if sum == math.MaxUint64 {
		return 1546275796, nil
	}
	return int64(sum), nil
}
