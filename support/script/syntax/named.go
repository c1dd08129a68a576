package syntax

import (
	"strconv"
	"strings"

	tree "go.starlark.net/syntax"
)

// Assignment expressions. The tree has none, and what is within a comprehension or a
// function of ours could not assign to the variables around it. So a statement with
// (x := v) keeps what it assigns elsewhere: in a value that it makes first, which reads of
// x in the same statement ask before x itself, and which x is assigned from when the
// statement, or the condition of an if or while, was evaluated.

// The names of the variables of such statements begin so, and end with a number.
const (
	namesPrefix = "__names"
	valuePrefix = "__value"
)

// IsTemporary reports whether name is that of a variable that trees need for a
// statement. It may be left as a global; who keeps globals may delete it.
func IsTemporary(name string) bool {
	if name == ElementName {
		return true
	}
	for _, prefix := range []string{namesPrefix, valuePrefix} {
		if number, ok := strings.CutPrefix(strings.TrimSuffix(name, "__"), prefix); ok && number != "" && strings.Trim(number, "0123456789") == "" {
			return true
		}
	}
	return false
}

// names are the assignment expressions of a statement.
type names struct {
	number int // of its variables; 0 before the first
	list   []string
	set    map[string]bool
	ids    []*tree.Ident // what each assigns to
}

const maxNamed = 100 // assignment expressions of a statement

func (n *names) variable(prefix string, pos tree.Position) *tree.Ident {
	return &tree.Ident{NamePos: pos, Name: prefix + strconv.Itoa(n.number) + "__"}
}

// naming parses by f what may have assignment expressions.
func (p *parser) naming(f func()) *names {
	own, outer := &names{set: map[string]bool{}}, p.names
	p.names = own
	f()
	p.names = outer
	return own
}

// unnamed parses by f what may have none: of is where that is.
func (p *parser) unnamed(of string, f func()) {
	outer, where := p.names, p.nameless
	p.names, p.nameless = nil, of
	f()
	p.names, p.nameless = outer, where
}

// named parses an expression, or name := expression.
func (p *parser) named() tree.Expr {
	first := p.tok
	x := p.test()
	if !p.tok.is(":=") {
		return x
	}
	id, ok := x.(*tree.Ident)
	switch {
	case !ok || first.kind != name:
		fail(p.tok.pos, "cannot use an assignment expression with %s", describe(x))
	case p.names == nil:
		fail(p.tok.pos, "an assignment expression (\":=\") is not supported in %s (assign before)", p.nameless)
	}
	bindable(id)
	n := p.names
	if n.number == 0 {
		p.temporaries++
		n.number = p.temporaries
	}
	pos := p.next().pos
	if !n.set[id.Name] {
		n.set[id.Name] = true
		n.list = append(n.list, id.Name)
	}
	if n.ids = append(n.ids, id); len(n.ids) > maxNamed {
		fail(id.NamePos, "too many assignment expressions in a statement, limit is %d", maxNamed)
	}
	return call(CallNamed, id.NamePos, pos, n.variable(namesPrefix, pos), stringAt(id.NamePos, id.Name), p.test())
}

// before returns what comes before the statement, at pos: its names are bound, without
// a value if they have none, so that it can ask for them.
func (n *names) before(pos tree.Position) []tree.Stmt {
	stmts := []tree.Stmt{&tree.AssignStmt{LHS: n.variable(namesPrefix, pos), OpPos: pos, Op: tree.EQ, RHS: call(CallNames, pos, pos)}}
	for _, name := range n.list {
		stmts = append(stmts, &tree.ForStmt{
			For: pos, Vars: &tree.Ident{NamePos: pos, Name: name}, X: &tree.TupleExpr{Lparen: pos, Rparen: pos},
			Body: []tree.Stmt{&tree.BranchStmt{Token: tree.PASS, TokenPos: pos}},
		})
	}
	return stmts
}

// after returns what gives the names their values.
func (n *names) after(pos tree.Position) []tree.Stmt {
	var stmts []tree.Stmt
	for _, name := range n.list {
		get := call(CallNameOf, pos, pos, n.variable(namesPrefix, pos), stringAt(pos, name))
		stmts = append(stmts, &tree.IfStmt{
			If: pos, Cond: call(CallNamesEnd, pos, pos, n.variable(namesPrefix, pos), stringAt(pos, name)),
			True: []tree.Stmt{&tree.AssignStmt{LHS: &tree.Ident{NamePos: pos, Name: name}, OpPos: pos, Op: tree.EQ, RHS: get}},
		})
	}
	return stmts
}

// simple returns the statements that stand for a simple one.
func (n *names) simple(pos tree.Position, stmts []tree.Stmt) []tree.Stmt {
	if n.number == 0 {
		return stmts
	}
	out := n.before(pos)
	for _, s := range stmts {
		switch s := s.(type) {
		case *tree.AssignStmt:
			s.RHS = n.read(s.RHS)
			for name := range variables(s.LHS, nil) {
				if n.set[name] { // x = (x := 1) + 1 leaves 2
					value := n.variable(valuePrefix, pos)
					out = append(out, &tree.AssignStmt{LHS: value, OpPos: s.OpPos, Op: tree.EQ, RHS: s.RHS})
					s.RHS = n.variable(valuePrefix, pos)
					return append(append(out, n.after(pos)...), s)
				}
			}
			s.LHS = n.target(s.LHS)
		case *tree.ExprStmt:
			s.X = n.read(s.X)
			if !isStatement(s.X) { // whose value may be the program's
				value := n.variable(valuePrefix, pos)
				out = append(out, &tree.AssignStmt{LHS: value, OpPos: pos, Op: tree.EQ, RHS: s.X})
				out = append(out, n.after(pos)...)
				return append(out, &tree.ExprStmt{X: n.variable(valuePrefix, pos)})
			}
		case *tree.ReturnStmt:
			s.Result = n.read(s.Result)
			return append(out, s)
		default:
			fail(pos, "an assignment expression (\":=\") is not supported in this statement (assign before)")
		}
		out = append(out, s)
	}
	return append(out, n.after(pos)...)
}

// value returns what evaluates x before a statement, and what stands for it there.
func (n *names) value(pos tree.Position, x tree.Expr) ([]tree.Stmt, tree.Expr) {
	if n.number == 0 {
		return nil, x
	}
	out := append(n.before(pos), &tree.AssignStmt{LHS: n.variable(valuePrefix, pos), OpPos: pos, Op: tree.EQ, RHS: n.read(x)})
	return append(out, n.after(pos)...), n.variable(valuePrefix, pos)
}

// target has the indices of a target read the names.
func (n *names) target(x tree.Expr) tree.Expr {
	switch x := x.(type) {
	case *tree.IndexExpr:
		x.X, x.Y = n.read(x.X), n.read(x.Y)
	case *tree.DotExpr:
		x.X = n.read(x.X)
	case *tree.TupleExpr:
		for i := range x.List {
			x.List[i] = n.target(x.List[i])
		}
	case *tree.ListExpr:
		for i := range x.List {
			x.List[i] = n.target(x.List[i])
		}
	}
	return x
}

// read has x ask for the names that the statement assigned.
func (n *names) read(x tree.Expr) tree.Expr {
	list := func(xs []tree.Expr) {
		for i := range xs {
			xs[i] = n.read(xs[i])
		}
	}
	switch x := x.(type) {
	case *tree.Ident:
		if !n.set[x.Name] {
			return x
		}
		pos := x.NamePos
		return &tree.CondExpr{
			If: pos, ElsePos: pos, Cond: call(CallNameIs, pos, pos, n.variable(namesPrefix, pos), stringAt(pos, x.Name)),
			True: call(CallNameOf, pos, pos, n.variable(namesPrefix, pos), stringAt(pos, x.Name)), False: x,
		}
	case *tree.BinaryExpr:
		if x.Op != tree.EQ { // name=value
			x.X = n.read(x.X)
		}
		x.Y = n.read(x.Y)
	case *tree.CallExpr:
		x.Fn = n.read(x.Fn)
		list(x.Args)
	case *tree.Comprehension:
		n.readComprehension(x)
	case *tree.CondExpr:
		x.Cond, x.True, x.False = n.read(x.Cond), n.read(x.True), n.read(x.False)
	case *tree.DictExpr:
		list(x.List)
	case *tree.DictEntry:
		x.Key, x.Value = n.read(x.Key), n.read(x.Value)
	case *tree.DotExpr:
		x.X = n.read(x.X)
	case *tree.IndexExpr:
		x.X, x.Y = n.read(x.X), n.read(x.Y)
	case *tree.LambdaExpr:
		n.readLambda(x)
	case *tree.ListExpr:
		list(x.List)
	case *tree.TupleExpr:
		list(x.List)
	case *tree.UnaryExpr:
		if x.X != nil {
			x.X = n.read(x.X)
		}
	}
	return x
}

// readComprehension is read of a comprehension, whose variables are its own.
func (n *names) readComprehension(x *tree.Comprehension) {
	inner := n
	for _, c := range x.Clauses {
		switch c := c.(type) {
		case *tree.ForClause:
			c.X = inner.read(c.X)
			inner = inner.without(c.Vars)
		case *tree.IfClause:
			c.Cond = inner.read(c.Cond)
		}
	}
	x.Body = inner.read(x.Body)
}

// readLambda is read of a lambda, whose parameters are its own.
func (n *names) readLambda(x *tree.LambdaExpr) {
	inner := n
	for _, param := range x.Params {
		id := param
		switch param := param.(type) {
		case *tree.BinaryExpr:
			param.Y = n.read(param.Y)
			id = param.X
		case *tree.UnaryExpr:
			id = param.X
		}
		if id != nil {
			inner = inner.without(id)
		}
	}
	x.Body = inner.read(x.Body)
}

// without returns n without the names that vars bind.
func (n *names) without(vars tree.Expr) *names {
	bound := variables(vars, nil)
	inner := &names{number: n.number, set: map[string]bool{}}
	for name := range n.set {
		if !bound[name] {
			inner.set[name] = true
		}
	}
	return inner
}

// variables adds the names that targets bind to a set.
func variables(x tree.Expr, to map[string]bool) map[string]bool {
	if to == nil {
		to = map[string]bool{}
	}
	switch x := x.(type) {
	case *tree.Ident:
		to[x.Name] = true
	case *tree.UnaryExpr:
		variables(x.X, to)
	case *tree.TupleExpr:
		for _, y := range x.List {
			variables(y, to)
		}
	case *tree.ListExpr:
		for _, y := range x.List {
			variables(y, to)
		}
	}
	return to
}
