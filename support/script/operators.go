package script

import (
	"math"

	"go.starlark.net/starlark"
	tree "go.starlark.net/syntax"

	"github.com/goivy/goivy/frontends/numpy"
	"github.com/goivy/goivy/frontends/tensorflow"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/support/script/syntax"
)

type tok = tree.Token

// operators is what a program's operators do: Python's meaning for its own values,
// package ivy's for arrays.
type operators struct{ in *interp }

var binaryRows = map[string]*ops.Op{
	"+": ops.Add.Op, "-": ops.Subtract.Op, "*": ops.Multiply.Op, "/": ops.Divide.Op, "//": ops.FloorDivide.Op,
	"%": ops.Remainder.Op, "@": ops.MatMul.Op, "**": ops.Pow.Op, "&": ops.BitwiseAnd.Op, "|": ops.BitwiseOr.Op,
	"^": ops.BitwiseXor.Op, "<<": ops.BitwiseLeftShift.Op, ">>": ops.BitwiseRightShift.Op,
	"==": ops.Equal.Op, "!=": ops.NotEqual.Op, "<": ops.Less.Op, "<=": ops.LessEqual.Op,
	">": ops.Greater.Op, ">=": ops.GreaterEqual.Op,
}

var unaryRows = map[string]*ops.Op{"-": ops.Negative.Op, "+": ops.Positive.Op, "~": ops.BitwiseInvert.Op}

// unaryNames are the names that a framework has the operators of one operand by.
var unaryNames = map[string]string{"-": "neg", "+": "pos", "~": "~"}

func isArray(x starlark.Value) bool {
	_, ok := x.(*array)
	return ok
}

// Truth is that of Python's values; of an array the truth of its one element.
func (o operators) Truth(_ *starlark.Thread, x starlark.Value) (bool, error) { return o.in.truth(x) }

func (in *interp) truth(x starlark.Value) (bool, error) {
	switch x := x.(type) {
	case *array:
		return toBool(x)
	case *tensor:
		return x.truth()
	}
	return bool(x.Truth()), nil
}

// call calls a row of two operands.
func (o operators) call(row *ops.Op, x, y starlark.Value, opts ...ivy.Option) (starlark.Value, error) {
	a, err := o.in.operand(x)
	if err != nil {
		return nil, err
	}
	b, err := o.in.operand(y)
	if err != nil {
		return nil, err
	}
	var z *ivy.Array
	if err = try(func() { z = o.in.env.Call(row, []any{a, b}, opts...)[0] }); err != nil {
		return nil, err
	}
	return o.in.wrap(z), nil
}

func (o operators) Binary(thread *starlark.Thread, op string, x, y starlark.Value) (starlark.Value, error) {
	if s, ok := x.(starlark.String); ok && op == "%" {
		return o.in.interpolate(s, y)
	}
	if own := objectOf(x, y); own != nil {
		return own.operator(op, x, y)
	}
	if f := owner(x, y); f != nil {
		return f.operator(op, x, y)
	}
	if isArray(x) || isArray(y) {
		return o.call(binaryRows[op], x, y)
	}
	if isNumber(x) && isNumber(y) {
		return arithmetic(op, x, y)
	}
	if s, ok := x.(*starlark.Set); ok {
		if t, ok := y.(*starlark.Set); ok {
			if z, err := o.in.setBinary(op, s, t); z != nil || err != nil {
				return z, err
			}
		}
	}
	token, ok := syntax.Token(op)
	if !ok {
		return nil, unknownBinary(op, x, y)
	}
	if err := o.in.chargeBinary(op, x, y); err != nil {
		return nil, err
	}
	z, err := starlark.Binary(token, plainInt(x), plainInt(y))
	if err != nil {
		return nil, wrong("%s", err)
	}
	return z, nil
}

func unknownBinary(op string, x, y starlark.Value) error {
	return wrong("unknown binary op: %s %s %s", typeName(x), op, typeName(y))
}

// plainInt makes a bool the number it is in Python: True * "a".
func plainInt(x starlark.Value) starlark.Value {
	if b, ok := x.(starlark.Bool); ok {
		if b {
			return starlark.MakeInt(1)
		}
		return starlark.MakeInt(0)
	}
	return x
}

// chargeBinary accounts for the result of an operator of strings, lists, dicts, ….
func (in *interp) chargeBinary(op string, x, y starlark.Value) error {
	size := func(v starlark.Value) int64 {
		switch v := v.(type) {
		case starlark.String:
			return int64(len(v))
		case starlark.Bytes:
			return int64(len(v))
		case *starlark.Dict:
			return 128 * int64(v.Len())
		case *starlark.Set:
			return 64 * int64(v.Len())
		case starlark.Sequence:
			return 16 * int64(v.Len())
		}
		return 0
	}
	n := size(x) + size(y)
	if op == "*" {
		times := plainInt(x)
		if _, ok := times.(starlark.Int); !ok {
			times = plainInt(y)
		}
		if t, ok := times.(starlark.Int); ok {
			k, fits := t.Int64()
			switch {
			case t.Sign() <= 0 || n == 0:
				return nil
			case !fits || k > math.MaxInt64/n:
				return wrong("memory limit: a repetition of %s", shortInt(t))
			}
			n *= k
		}
	}
	if err := in.charge(n); err != nil {
		return err
	}
	return in.work(int(n / 64))
}

func (o operators) Unary(_ *starlark.Thread, op string, x starlark.Value) (starlark.Value, error) {
	if t, ok := x.(*tensor); ok {
		return t.f.operator(unaryNames[op], t)
	}
	if t, ok := x.(*object); ok {
		return t.operator(unaryNames[op], t)
	}
	if a, ok := x.(*array); ok {
		var z *ivy.Array
		if err := try(func() { z = o.in.env.Call(unaryRows[op], []any{a.a})[0] }); err != nil {
			return nil, err
		}
		return o.in.wrap(z), nil
	}
	switch x := plainInt(x).(type) {
	case starlark.Int:
		switch op {
		case "-":
			return starlark.MakeInt(0).Sub(x), nil
		case "~":
			return starlark.MakeInt(-1).Sub(x), nil
		}
		return x, nil
	case starlark.Float:
		switch op {
		case "-":
			return -x, nil
		case "+":
			return x, nil
		}
	case Complex:
		switch op {
		case "-":
			return -x, nil
		case "+":
			return x, nil
		}
	}
	return nil, wrong("bad operand type for unary %s: '%s'", op, typeName(x))
}

func (o operators) Compare(thread *starlark.Thread, op string, x, y starlark.Value) (starlark.Value, error) {
	switch op {
	case "in", "not in":
		found, err := o.in.contains(y, x)
		return starlark.Bool(found == (op == "in")), err
	}
	if own := objectOf(x, y); own != nil {
		return own.operator(op, x, y)
	}
	if f := owner(x, y); f != nil || isArray(x) || isArray(y) {
		other := y
		if !isArray(plain(x)) {
			other = x
		}
		if f != nil && f.Framework == numpy.Framework && (op == "==" || op == "!=") { // answers for every element
			switch other.(type) {
			case starlark.NoneType, starlark.String:
				return f.operator(op, x, y)
			}
		}
		switch other.(type) {
		case starlark.NoneType, starlark.String, dtypeValue, *starlark.Dict, *starlark.Function, *starlark.Builtin:
			_, text := other.(starlark.String)
			compares := text && f != nil && f.Framework == tensorflow.Framework // which makes a tensor of it, if it can
			if (op == "==" || op == "!=") && !compares {
				return starlark.Bool(op == "!="), nil
			}
		}
		if f != nil {
			return f.operator(op, x, y)
		}
		return o.call(binaryRows[op], x, y)
	}
	return o.in.compare(op, x, y, 0)
}

// Augment is Binary, but writes into arrays and extends lists and dicts in place.
func (o operators) Augment(thread *starlark.Thread, op string, x, y starlark.Value) (starlark.Value, error) {
	switch x := x.(type) {
	case *array:
		return x, o.augmentArray(op, x, y)
	case *tensor:
		return x.augment(op, y)
	case *starlark.List:
		switch op {
		case "+":
			elems, err := o.in.elements(y)
			if err != nil {
				return nil, err
			}
			for _, e := range elems {
				if err := x.Append(e); err != nil {
					return nil, wrong("%s", err)
				}
			}
			return x, nil
		case "*":
			z, err := o.Binary(thread, op, x, y)
			if err != nil {
				return nil, err
			}
			if err := x.Clear(); err != nil {
				return nil, wrong("%s", err)
			}
			for i := range z.(*starlark.List).Len() {
				if err := x.Append(z.(*starlark.List).Index(i)); err != nil {
					return nil, wrong("%s", err)
				}
			}
			return x, nil
		}
	case *starlark.Dict:
		if d, ok := y.(*starlark.Dict); ok && op == "|" {
			if err := o.in.chargeBinary(op, x, y); err != nil {
				return nil, err
			}
			for _, item := range d.Items() {
				if err := o.in.insert(x, item[0], item[1]); err != nil {
					return nil, err
				}
			}
			return x, nil
		}
	}
	return o.Binary(thread, op, x, y)
}

// augmentArray writes x op y into x, whose dtype and shape stay.
func (o operators) augmentArray(op string, x *array, y starlark.Value) error {
	v, err := o.in.operand(y)
	if err != nil {
		return err
	}
	return try(func() { o.in.env.Call(binaryRows[op], []any{x.a, v}, ivy.Out(x.a)) })
}

func (o operators) GetItem(_ *starlark.Thread, x, key starlark.Value) (starlark.Value, error) {
	return o.in.getItem(x, key)
}

func (o operators) SetItem(_ *starlark.Thread, x, key, value starlark.Value) error {
	switch x := x.(type) {
	case *array:
		return o.in.setArray(x, key, value)
	case *tensor:
		return x.set(key, value)
	case *starlark.List:
		i, err := o.in.position(x, key)
		if err != nil {
			return err
		}
		if err := x.SetIndex(i, value); err != nil {
			return wrong("%s", err)
		}
		return nil
	case *starlark.Dict:
		return o.in.insert(x, key, value)
	case starlark.HasSetKey:
		if err := o.in.hashable(key); err != nil {
			return err
		}
		if err := x.SetKey(key, value); err != nil {
			return wrong("%s", err)
		}
		return nil
	}
	return wrong("%s does not support item assignment", typeName(x))
}

func (o operators) Imaginary(im float64) starlark.Value { return Complex(complex(0, im)) }
