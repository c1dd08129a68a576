package syntax

import (
	"strconv"

	tree "go.starlark.net/syntax"
)

// call returns the call of one of the names of the package comment. start is
// where the expression begins, pos where an error of the call is reported.
func call(fn string, start, pos tree.Position, args ...tree.Expr) *tree.CallExpr {
	end := pos
	if len(args) > 0 {
		if last := tree.End(args[len(args)-1]); last.Line > end.Line || last.Line == end.Line && last.Col > end.Col {
			end = last
		}
	}
	return &tree.CallExpr{Fn: &tree.Ident{NamePos: start, Name: fn}, Lparen: pos, Args: args, Rparen: end}
}

// isCall reports whether x is a call of the name fn and returns it.
func isCall(x tree.Expr, fn string) (*tree.CallExpr, bool) {
	if c, ok := x.(*tree.CallExpr); ok {
		id, ok := c.Fn.(*tree.Ident)
		return c, ok && id.Name == fn
	}
	return nil, false
}

// stringAt returns the literal s at pos.
func stringAt(pos tree.Position, s string) *tree.Literal {
	return &tree.Literal{Token: tree.STRING, TokenPos: pos, Raw: strconv.Quote(s), Value: s}
}

func none(pos tree.Position) tree.Expr { return &tree.Ident{NamePos: pos, Name: "None"} }

// binary lowers x op y.
func binary(op string, pos tree.Position, x, y tree.Expr) tree.Expr {
	return call(CallBinary, tree.Start(x), pos, stringAt(pos, op), x, y)
}

// comparison is one operator of a chain and its right operand.
type comparison struct {
	op  string
	pos tree.Position
	y   tree.Expr
}

// compare lowers x op y op z ….
func compare(x tree.Expr, chain []comparison) tree.Expr {
	start := tree.Start(x)
	last := len(chain) - 1
	if last == 0 {
		c := chain[0]
		return call(CallCompare, start, c.pos, stringAt(c.pos, c.op), x, c.y)
	}
	for i, c := range chain {
		fn, y := CallLink, c.y
		if i > 0 {
			y = &tree.BinaryExpr{X: call(CallMore, c.pos, c.pos), OpPos: c.pos, Op: tree.AND, Y: y}
		}
		if i == last {
			fn = CallChain
		}
		x = call(fn, start, c.pos, stringAt(c.pos, c.op), x, y)
	}
	return x
}

// connect lowers operands joined by and, or by or, whose positions are pos.
func connect(op tree.Token, operands []tree.Expr, pos []tree.Position) tree.Expr {
	last := len(operands) - 1
	x := operands[last]
	for i := last - 1; i >= 0; i-- {
		x = &tree.BinaryExpr{X: test(operands[i], pos[i]), OpPos: pos[i], Op: op, Y: x}
	}
	return call(CallValue, tree.Start(operands[0]), pos[0], x)
}

// connected returns the tree below the __value__ of an and or an or.
func connected(x tree.Expr) (*tree.BinaryExpr, bool) {
	if c, ok := isCall(x, CallValue); ok {
		return c.Args[0].(*tree.BinaryExpr), true
	}
	return nil, false
}

// test lowers x to an expression whose Truth is known, at an operator at pos.
// An and or an or is not asked again: its last operand is.
func test(x tree.Expr, pos tree.Position) tree.Expr {
	b, ok := connected(x)
	if !ok {
		return call(CallTest, tree.Start(x), pos, x)
	}
	end := b
	for {
		next, ok := end.Y.(*tree.BinaryExpr)
		if !ok {
			break
		}
		end = next
	}
	end.Y = test(end.Y, end.OpPos)
	return b
}

// condition lowers x where only its truth matters. pos is that of the word that
// asks.
func condition(x tree.Expr, pos tree.Position) tree.Expr {
	if b, ok := connected(x); ok {
		return decide(b)
	}
	if c, ok := isCall(x, CallNot); ok {
		return &tree.UnaryExpr{OpPos: c.Lparen, Op: tree.NOT, X: condition(c.Args[0], c.Lparen)}
	}
	if c, ok := isCall(x, CallChain); ok {
		// A link answers the truth of its result, so a false one is not asked twice.
		return call(CallLink, tree.Start(c), c.Lparen, c.Args...)
	}
	return call(CallTruth, tree.Start(x), pos, x)
}

// decide turns what connect made into an expression of bools.
func decide(b *tree.BinaryExpr) tree.Expr {
	side := func(x tree.Expr) tree.Expr {
		if inner, ok := x.(*tree.BinaryExpr); ok {
			return decide(inner)
		}
		if c, ok := isCall(x, CallTest); ok {
			x = c.Args[0]
		}
		return condition(x, b.OpPos)
	}
	return &tree.BinaryExpr{X: side(b.X), OpPos: b.OpPos, Op: b.Op, Y: side(b.Y)}
}

// target turns an expression that was parsed as a value into one that can be
// assigned to.
func target(x tree.Expr) tree.Expr {
	each := func(list []tree.Expr) []tree.Expr {
		for i, x := range list {
			list[i] = target(x)
		}
		return list
	}
	switch t := x.(type) {
	case *tree.Ident:
		bindable(t)
		return t
	case *tree.DotExpr:
		return t
	case *tree.TupleExpr:
		t.List = each(t.List)
		return t
	case *tree.ListExpr:
		t.List = each(t.List)
		return t
	}
	if c, ok := isCall(x, CallGetItem); ok {
		return &tree.IndexExpr{X: c.Args[0], Lbrack: c.Lparen, Y: c.Args[1], Rbrack: c.Rparen}
	}
	fail(tree.Start(x), "cannot assign to %s", describe(x))
	panic("unreachable")
}

// bindable refuses names that a program cannot bind.
func bindable(id *tree.Ident) {
	if constants[id.Name] || id.Name == EllipsisName {
		fail(id.NamePos, "cannot assign to %s", describe(id))
	}
}

// augment lowers x op= v.
func augment(x tree.Expr, op string, pos tree.Position, v tree.Expr) tree.Stmt {
	start := tree.Start(x)
	place := tree.Expr(nil)
	switch t := x.(type) {
	case *tree.Ident:
		bindable(t)
		// The resolver binds each node by itself, so the two uses are two nodes.
		old := &tree.Ident{NamePos: t.NamePos, Name: t.Name}
		update := call(CallAugment, start, pos, stringAt(pos, op), old, v)
		return &tree.AssignStmt{LHS: t, OpPos: pos, Op: tree.EQ, RHS: update}
	case *tree.DotExpr:
		place = call(CallAttr, start, t.Dot, t.X, stringAt(t.Name.NamePos, t.Name.Name))
	default:
		c, ok := isCall(x, CallGetItem)
		if !ok {
			fail(start, "cannot use %s as target of an augmented assignment", describe(x))
		}
		place = call(CallItem, start, c.Lparen, c.Args...)
	}
	return &tree.ExprStmt{X: call(CallStore, start, pos, stringAt(pos, op), place, v)}
}

// describe names the kind of an expression for an error message.
func describe(x tree.Expr) string {
	switch x := x.(type) {
	case *tree.Ident:
		if x.Name == EllipsisName {
			return "ellipsis"
		}
		return x.Name
	case *tree.Literal:
		return "literal"
	case *tree.TupleExpr:
		return "tuple"
	case *tree.ListExpr:
		return "list"
	case *tree.DictExpr:
		return "dict display"
	case *tree.LambdaExpr:
		return "lambda"
	case *tree.CondExpr:
		return "conditional expression"
	case *tree.Comprehension:
		return "comprehension"
	case *tree.CallExpr:
		if id, ok := x.Fn.(*tree.Ident); ok && reserved[id.Name] {
			switch id.Name {
			case CallImag:
				return "literal"
			case CallCompare, CallChain:
				return "comparison"
			case CallGetItem:
				return "subscript"
			}
			return "expression"
		}
		return "function call"
	}
	return "expression"
}
