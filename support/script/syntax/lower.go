package syntax

import (
	"slices"
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

// intAt returns the literal n at pos.
func intAt(pos tree.Position, n int) *tree.Literal {
	return &tree.Literal{Token: tree.INT, TokenPos: pos, Raw: strconv.Itoa(n), Value: int64(n)}
}

// isStar reports whether x is *y.
func isStar(x tree.Expr) bool {
	u, ok := x.(*tree.UnaryExpr)
	return ok && u.Op == tree.STAR
}

// display lowers the elements of a list or tuple, of which some may have a star.
func display(start tree.Position, kind string, list []tree.Expr) tree.Expr {
	stars := make([]byte, len(list))
	elems := make([]tree.Expr, len(list))
	any := false
	for i, x := range list {
		stars[i], elems[i] = '.', x
		if isStar(x) {
			stars[i], elems[i], any = '*', x.(*tree.UnaryExpr).X, true
		}
	}
	switch {
	case any:
		values := &tree.ListExpr{Lbrack: start, List: elems, Rbrack: start}
		return call(CallDisplay, start, start, stringAt(start, kind), stringAt(start, string(stars)), values)
	case kind == "list":
		return &tree.ListExpr{List: list}
	}
	return &tree.TupleExpr{List: list}
}

// assign lowers x = v, where x is what target returned.
func assign(x tree.Expr, pos tree.Position, v tree.Expr) *tree.AssignStmt {
	if pattern := apart(x); pattern != "." && !displays(v, pattern) {
		v = call(CallUnpack, tree.Start(v), pos, stringAt(pos, pattern), v)
	}
	return &tree.AssignStmt{LHS: x, OpPos: pos, Op: tree.EQ, RHS: v}
}

// displays reports whether v is a display of as many elements as the pattern has targets,
// each of which takes its element whole: the tree's own assignment does that.
func displays(v tree.Expr, pattern string) bool {
	switch v := v.(type) {
	case *tree.TupleExpr:
		return flat(pattern, len(v.List))
	case *tree.ListExpr:
		return flat(pattern, len(v.List))
	}
	return false
}

// each returns the assignment of a loop's element, which is in the variable that
// element returns, to several targets; nil if there is one.
func each(vars tree.Expr) *tree.AssignStmt {
	pattern := apart(vars)
	if pattern == "." {
		return nil
	}
	pos := tree.Start(vars)
	v := call(CallUnpack, pos, pos, stringAt(pos, pattern), element(vars))
	return &tree.AssignStmt{LHS: vars, OpPos: pos, Op: tree.EQ, RHS: v}
}

// element returns the variable of a loop that takes its elements apart.
func element(vars tree.Expr) *tree.Ident {
	return &tree.Ident{NamePos: tree.Start(vars), Name: ElementName}
}

// apart takes the stars out of targets and returns the pattern by which a value is taken
// apart: "." for a target, "*" for one with a star, the same in parentheses for several.
// Starlark itself would take no text apart.
func apart(x tree.Expr) (pattern string) {
	var list []tree.Expr
	switch t := x.(type) {
	case *tree.ParenExpr:
		return apart(t.X)
	case *tree.TupleExpr:
		list = t.List
	case *tree.ListExpr:
		list = t.List
	default:
		return "."
	}
	starred := false
	for i, y := range list {
		if !isStar(y) {
			pattern += apart(y)
			continue
		}
		if starred {
			fail(tree.Start(y), "multiple starred targets in an assignment")
		}
		starred = true
		list[i] = y.(*tree.UnaryExpr).X
		if apart(list[i]) != "." {
			fail(tree.Start(y), "a starred target within another is not supported")
		}
		pattern += "*"
	}
	return "(" + pattern + ")"
}

// ordered makes arguments what Starlark takes, where at most one *x follows those
// without a name, and **y comes last: f(*x, y) is f(*[*x, y]), f(*x, k=v) is
// f(*x, **{"k": v}), and f(**y, k=v) is f(**{**y, "k": v}) where no name comes twice.
// They are evaluated in that order; names before the first * or ** stay where they are.
func ordered(args []tree.Expr) []tree.Expr {
	first := slices.IndexFunc(args, func(x tree.Expr) bool { return isStar(x) || isMapping(x) })
	if first < 0 || first == len(args)-1 {
		return args
	}
	list, named := sorted(args[first:])
	if list != nil && !isStar(list[0]) { // cannot be: what comes first has a star
		return args
	}
	out := slices.Clone(args[:first])
	pos := tree.Start(args[first])
	switch {
	case len(list) > 1:
		if slices.ContainsFunc(out, isNamed) && slices.ContainsFunc(list, func(x tree.Expr) bool { return !isStar(x) }) {
			return args // which the resolver refuses
		}
		out = append(out, &tree.UnaryExpr{OpPos: pos, Op: tree.STAR, X: display(pos, "list", list)})
	case len(list) == 1:
		out = append(out, list[0])
	}
	switch {
	case len(named) == 0:
		return out
	case len(named) == 1 && isMapping(named[0]):
		return append(out, named[0])
	}
	parts := mappings(pos, named)
	mapping := parts[0]
	if len(parts) > 1 {
		mapping = merge(pos, "()", parts)
	}
	return append(out, &tree.UnaryExpr{OpPos: pos, Op: tree.STARSTAR, X: mapping})
}

// isNamed reports whether an argument is name=value.
func isNamed(x tree.Expr) bool {
	b, ok := x.(*tree.BinaryExpr)
	return ok && b.Op == tree.EQ
}

// isMapping reports whether an argument is **x.
func isMapping(x tree.Expr) bool {
	u, ok := x.(*tree.UnaryExpr)
	return ok && u.Op == tree.STARSTAR
}

// sorted parts arguments, of which the first has a star or two, into those without a name
// and those with: name=value and **x.
func sorted(args []tree.Expr) (list, named []tree.Expr) {
	mapping := false
	for _, a := range args {
		switch {
		case isNamed(a):
			named = append(named, a)
		case isMapping(a):
			named, mapping = append(named, a), true
		case isStar(a) && mapping:
			fail(tree.Start(a), "iterable argument unpacking follows keyword argument unpacking")
		case !isStar(a) && (mapping || named != nil):
			fail(tree.Start(a), "positional argument follows keyword argument")
		default:
			list = append(list, a)
		}
	}
	return list, named
}

// mappings returns named arguments as dicts: x for **x, and a display for each row of
// name=value between them.
func mappings(pos tree.Position, named []tree.Expr) (parts []tree.Expr) {
	var entries []tree.Expr
	end := func() {
		if entries != nil {
			parts = append(parts, &tree.DictExpr{Lbrace: pos, List: entries, Rbrace: pos})
			entries = nil
		}
	}
	for _, a := range named {
		if u, ok := a.(*tree.UnaryExpr); ok {
			end()
			parts = append(parts, u.X)
			continue
		}
		b := a.(*tree.BinaryExpr)
		id := b.X.(*tree.Ident)
		entries = append(entries, &tree.DictEntry{Key: stringAt(id.NamePos, id.Name), Colon: b.OpPos, Value: b.Y})
	}
	end()
	return parts
}

// merge lowers a dict of several, each behind **: of a display, or of a call, where no
// key may come twice.
func merge(pos tree.Position, of string, parts []tree.Expr) tree.Expr {
	return call(CallMerge, pos, pos, stringAt(pos, of), &tree.ListExpr{Lbrack: pos, List: parts, Rbrack: pos})
}

// leftByBreak is the word of a break out of a loop that has an else.
const leftByBreak = "else"

// saying makes every break of the loop with this body say that it is one. A with is a
// loop of the tree in whose place the statements after it break.
func saying(stmts []tree.Stmt) []tree.Stmt {
	var out []tree.Stmt
	for _, s := range stmts {
		switch s := s.(type) {
		case *tree.BranchStmt:
			if s.Token == tree.BREAK {
				out = append(out, &tree.ExprStmt{X: call(CallLeave, s.TokenPos, s.TokenPos, stringAt(s.TokenPos, leftByBreak))})
			}
		case *tree.IfStmt:
			s.True, s.False = saying(s.True), saying(s.False)
		}
		out = append(out, s)
	}
	return out
}

// leave lowers break and continue that lead out of a with.
func leave(word string, pos tree.Position) []tree.Stmt {
	return []tree.Stmt{
		&tree.ExprStmt{X: call(CallLeave, pos, pos, stringAt(pos, word))},
		&tree.BranchStmt{Token: tree.BREAK, TokenPos: pos},
	}
}

// statements are the calls that stand for statements: they have no value.
var statements = []string{CallStore, CallDelItem, CallLeave, CallDecorators}

// isStatement reports whether an expression stands for a statement.
func isStatement(x tree.Expr) bool {
	if c, ok := x.(*tree.CondExpr); ok {
		_, ok := isCall(c.False, CallAssert)
		return ok
	}
	return slices.ContainsFunc(statements, func(fn string) bool {
		_, ok := isCall(x, fn)
		return ok
	})
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
	case *tree.UnaryExpr:
		if isStar(t) {
			t.X = target(t.X)
			return t
		}
	}
	if c, ok := isCall(x, CallDisplay); ok {
		stars := c.Args[1].(*tree.Literal).Value.(string)
		list := each(c.Args[2].(*tree.ListExpr).List)
		for i, y := range list {
			if stars[i] == '*' {
				list[i] = &tree.UnaryExpr{OpPos: tree.Start(y), Op: tree.STAR, X: y}
			}
		}
		if c.Args[0].(*tree.Literal).Value == "list" {
			return &tree.ListExpr{Lbrack: c.Lparen, List: list, Rbrack: c.Rparen}
		}
		return &tree.TupleExpr{Lparen: c.Lparen, List: list, Rparen: c.Rparen}
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
	case *tree.UnaryExpr:
		fail(start, "cannot use a starred expression as target of an augmented assignment")
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
	case *tree.DotExpr:
		return "attribute"
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
			case CallFormatted:
				return "f-string"
			case CallSet:
				return "set display"
			case CallMerge:
				return "dict display"
			case CallNamed:
				return "assignment expression"
			case CallGenerator:
				return "generator expression"
			}
			return "expression"
		}
		return "function call"
	}
	return "expression"
}
