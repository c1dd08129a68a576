package syntax

import (
	"slices"
	"strings"

	tree "go.starlark.net/syntax"
)

// Parse returns the tree of a program. The tree's Options allow sets, while,
// control flow and reassignment at top level, recursion, and load statements
// that bind globals. The error is an [*Error].
//
// filename stands in positions only.
func Parse(filename string, src []byte) (file *tree.File, err error) {
	defer rescue(&err)
	p := &parser{in: newScanner(filename, src)}
	p.next()
	file = &tree.File{Path: filename, Stmts: p.program(), Options: &tree.FileOptions{
		Set:               true,
		While:             true,
		TopLevelControl:   true,
		GlobalReassign:    true,
		LoadBindsGlobally: true,
		Recursion:         true,
	}}
	checkTree(file)
	return file, nil
}

// Result makes the last statement of f, if it is an expression, assign its
// value to the global [ResultName], and reports whether it is one. It is to be
// called before f is resolved. In a session the global stays until the next
// chunk that has a value; who keeps globals may delete it.
func Result(f *tree.File) bool {
	if len(f.Stmts) == 0 {
		return false
	}
	last := len(f.Stmts) - 1
	stmt, ok := f.Stmts[last].(*tree.ExprStmt)
	if !ok {
		return false
	}
	if _, ok := isCall(stmt.X, CallStore); ok { // x[k] += v is a statement
		return false
	}
	pos := tree.Start(stmt.X)
	f.Stmts[last] = &tree.AssignStmt{LHS: &tree.Ident{NamePos: pos, Name: ResultName}, OpPos: pos, Op: tree.EQ, RHS: stmt.X}
	return true
}

// parser is a recursive descent over Python's grammar with one token in hand.
type parser struct {
	in    *scanner
	tok   token
	depth int
}

func (p *parser) next() token {
	t := p.tok
	p.tok = p.in.next()
	return t
}

// accept consumes the keyword or operator s if it comes next.
func (p *parser) accept(s string) bool {
	if p.tok.is(s) {
		p.next()
		return true
	}
	return false
}

// expect consumes the keyword or operator s and returns its position.
func (p *parser) expect(s string) tree.Position {
	if !p.tok.is(s) {
		p.unexpected("want " + quote(s))
	}
	return p.next().pos
}

func quote(s string) string { return "\"" + s + "\"" }

// unexpected refuses the current token.
func (p *parser) unexpected(want string) {
	if used, ok := keywords[p.tok.text]; ok && !used && p.tok.kind == keyword {
		fail(p.tok.pos, "%q is not supported", p.tok.text)
	}
	if p.tok.is(":=") {
		fail(p.tok.pos, "assignment expressions (\":=\") are not supported")
	}
	fail(p.tok.pos, "unexpected %s, %s", p.tok, want)
}

// enter counts a level of nesting; leave ends it.
func (p *parser) enter() {
	p.depth++
	if p.depth > MaxDepth {
		fail(p.tok.pos, "nested too deeply, limit is %d", MaxDepth)
	}
}

func (p *parser) leave() { p.depth-- }

// link counts one more link of a chain of what.
func (p *parser) link(n *int, what string) {
	*n++
	if *n > MaxChain {
		fail(p.tok.pos, "too many %s in a row, limit is %d", what, MaxChain)
	}
}

// Statements.

func (p *parser) program() []tree.Stmt {
	var stmts []tree.Stmt
	for p.tok.kind != endOfFile {
		if p.tok.kind == newline {
			p.next()
			continue
		}
		stmts = p.statement(stmts)
	}
	return stmts
}

func (p *parser) statement(stmts []tree.Stmt) []tree.Stmt {
	switch {
	case p.tok.kind == indent:
		fail(p.tok.pos, "unexpected indentation")
	case p.tok.is("def"):
		return append(stmts, p.def())
	case p.tok.is("if"):
		return append(stmts, p.ifStatement())
	case p.tok.is("for"):
		return append(stmts, p.forStatement())
	case p.tok.is("while"):
		return append(stmts, p.whileStatement())
	case p.tok.is("@"):
		fail(p.tok.pos, "decorators are not supported")
	}
	return p.simpleStatements(stmts)
}

// block parses the colon and the body of the statement that the word at pos
// begins.
func (p *parser) block(word token) []tree.Stmt {
	p.enter()
	defer p.leave()
	p.expect(":")
	if p.tok.kind != newline {
		return p.simpleStatements(nil)
	}
	p.next()
	if p.tok.kind != indent {
		e := newError(p.tok.pos, "expected an indented block after %q on line %d", word.text, word.pos.Line)
		e.block = (p.tok.kind == endOfFile || p.tok.kind == dedent) && p.in.offset == len(p.in.src)
		e.incomplete = e.block
		panic(e)
	}
	p.next()
	var stmts []tree.Stmt
	for p.tok.kind != dedent {
		stmts = p.statement(stmts)
	}
	p.next()
	return stmts
}

func (p *parser) def() tree.Stmt {
	offset := p.in.offset
	word := p.next()
	id := p.bindingName("a function's name")
	lparen := p.expect("(")
	params := p.params(")")
	rparen := p.expect(")")
	if p.tok.is("->") {
		fail(p.tok.pos, "annotations are not supported")
	}
	body := p.block(word)
	p.checkFunction(word, offset)
	at := 0 // a documentation string comes first
	if first, ok := body[0].(*tree.ExprStmt); ok {
		if lit, ok := first.X.(*tree.Literal); ok && lit.Token == tree.STRING {
			at = 1
		}
	}
	enter := &tree.ExprStmt{X: call(CallEnter, word.pos, word.pos)}
	body = slices.Insert(body, at, tree.Stmt(enter))
	return &tree.DefStmt{Def: word.pos, Name: id, Lparen: lparen, Params: params, Rparen: rparen, Body: body}
}

// checkFunction refuses the function that word began, which ended at offset, if
// it is too long.
func (p *parser) checkFunction(word token, offset int) {
	if n := p.in.offset - offset; n > MaxFunction {
		fail(word.pos, "%q of %d bytes, limit is %d", word.text, n, MaxFunction)
	}
}

func (p *parser) ifStatement() tree.Stmt {
	branch := func() *tree.IfStmt {
		word := p.next()
		cond := condition(p.test(), word.pos)
		return &tree.IfStmt{If: word.pos, Cond: cond, True: p.block(word)}
	}
	first := branch()
	last := first
	for n := 0; p.tok.is("elif"); {
		p.link(&n, `"elif" branches`)
		last.ElsePos = p.tok.pos
		next := branch()
		last.False = []tree.Stmt{next}
		last = next
	}
	if p.tok.is("else") {
		word := p.next()
		last.ElsePos = word.pos
		last.False = p.block(word)
	}
	return first
}

func (p *parser) forStatement() tree.Stmt {
	word := p.next()
	vars := p.targets()
	p.expect("in")
	x := p.expressions()
	stmt := &tree.ForStmt{For: word.pos, Vars: vars, X: x, Body: p.block(word)}
	p.refuseElse(word)
	return stmt
}

func (p *parser) whileStatement() tree.Stmt {
	word := p.next()
	cond := condition(p.test(), word.pos)
	stmt := &tree.WhileStmt{While: word.pos, Cond: cond, Body: p.block(word)}
	p.refuseElse(word)
	return stmt
}

func (p *parser) refuseElse(word token) {
	if p.tok.is("else") {
		fail(p.tok.pos, "%q after %q is not supported", "else", word.text)
	}
}

// simpleStatements parses the rest of a line.
func (p *parser) simpleStatements(stmts []tree.Stmt) []tree.Stmt {
	for {
		stmts = append(stmts, p.simpleStatement())
		if !p.accept(";") || p.tok.kind == newline {
			break
		}
	}
	if p.tok.kind != newline {
		p.unexpected("want end of line")
	}
	p.next()
	return stmts
}

// branches maps a word that is a statement to its token.
var branches = map[string]tree.Token{"pass": tree.PASS, "break": tree.BREAK, "continue": tree.CONTINUE}

// augmented maps an operator of an augmented assignment to its operation.
var augmented = map[string]string{
	"+=": "+", "-=": "-", "*=": "*", "/=": "/", "//=": "//", "%=": "%", "@=": "@", "**=": "**",
	"&=": "&", "|=": "|", "^=": "^", "<<=": "<<", ">>=": ">>",
}

func (p *parser) simpleStatement() tree.Stmt {
	if p.tok.kind == keyword {
		if branch, ok := branches[p.tok.text]; ok {
			return &tree.BranchStmt{Token: branch, TokenPos: p.next().pos}
		}
		if p.tok.is("return") {
			stmt := &tree.ReturnStmt{Return: p.next().pos}
			if p.tok.kind != newline && !p.tok.is(";") {
				stmt.Result = p.expressions()
			}
			return stmt
		}
	}
	first := p.tok
	x := p.expressions()
	if p.tok.kind == operator {
		if op, ok := augmented[p.tok.text]; ok {
			pos := p.next().pos
			return augment(x, op, pos, p.expressions())
		}
		switch p.tok.text {
		case "=":
			x = target(x)
			pos := p.next().pos
			v := p.expressions()
			if p.tok.is("=") {
				fail(p.tok.pos, "chained assignment is not supported")
			}
			return &tree.AssignStmt{LHS: x, OpPos: pos, Op: tree.EQ, RHS: v}
		case ":":
			fail(p.tok.pos, "unexpected \":\", want end of line (annotations are not supported)")
		}
	}
	if first.kind == name && first.text == "load" {
		if stmt, ok := loadStatement(x); ok {
			return stmt
		}
	}
	return &tree.ExprStmt{X: x}
}

// loadStatement returns the load statement that x spells: a call of load with
// the name of a module and at least one name to bind.
func loadStatement(x tree.Expr) (tree.Stmt, bool) {
	c, ok := isCall(x, "load")
	if !ok || len(c.Args) < 2 {
		return nil, false
	}
	// literal returns a string and, as the name it binds, an identifier that
	// begins after its quote.
	literal := func(x tree.Expr) (*tree.Literal, *tree.Ident, bool) {
		lit, ok := x.(*tree.Literal)
		if !ok || lit.Token != tree.STRING {
			return nil, nil, false
		}
		pos := lit.TokenPos
		pos.Col++
		return lit, &tree.Ident{NamePos: pos, Name: lit.Value.(string)}, true
	}
	module, _, ok := literal(c.Args[0])
	if !ok {
		return nil, false
	}
	stmt := &tree.LoadStmt{Load: tree.Start(x), Module: module, Rparen: c.Rparen}
	for _, arg := range c.Args[1:] {
		if named, ok := arg.(*tree.BinaryExpr); ok && named.Op == tree.EQ {
			_, from, ok := literal(named.Y)
			if !ok {
				return nil, false
			}
			to := named.X.(*tree.Ident)
			stmt.From, stmt.To = append(stmt.From, from), append(stmt.To, to)
			continue
		}
		_, from, ok := literal(arg)
		if !ok {
			return nil, false
		}
		to := *from
		stmt.From, stmt.To = append(stmt.From, from), append(stmt.To, &to)
	}
	for _, to := range stmt.To {
		bindable(to)
		if reserved[to.Name] {
			fail(to.NamePos, "name %q is reserved", to.Name)
		}
	}
	return stmt, true
}

// Names and parameters.

// ident consumes an identifier. what says what it is to be.
func (p *parser) ident(what string) *tree.Ident {
	if p.tok.kind != name {
		p.unexpected("want " + what)
	}
	if reserved[p.tok.text] {
		fail(p.tok.pos, "name %q is reserved", p.tok.text)
	}
	t := p.next()
	return &tree.Ident{NamePos: t.pos, Name: t.text}
}

// bindingName is ident for a name that is bound here.
func (p *parser) bindingName(what string) *tree.Ident {
	id := p.ident(what)
	bindable(id)
	return id
}

// params parses parameters up to the token end.
func (p *parser) params(end string) []tree.Expr {
	var params []tree.Expr
	for !p.tok.is(end) {
		if len(params) > 0 {
			p.expect(",")
			if p.tok.is(end) {
				break
			}
		}
		switch {
		case p.tok.is("*"):
			param := &tree.UnaryExpr{OpPos: p.next().pos, Op: tree.STAR}
			if !p.tok.is(",") && !p.tok.is(end) {
				param.X = p.bindingName("a parameter's name")
			}
			params = append(params, param)
		case p.tok.is("**"):
			pos := p.next().pos
			params = append(params, &tree.UnaryExpr{OpPos: pos, Op: tree.STARSTAR, X: p.bindingName("a parameter's name")})
		case p.tok.is("/"):
			fail(p.tok.pos, "positional-only parameters are not supported")
		default:
			id := p.bindingName("a parameter")
			if end == ")" && p.tok.is(":") {
				fail(p.tok.pos, "annotations are not supported")
			}
			if !p.tok.is("=") {
				params = append(params, id)
				break
			}
			pos := p.next().pos
			params = append(params, &tree.BinaryExpr{X: id, OpPos: pos, Op: tree.EQ, Y: p.test()})
		}
	}
	return params
}

// targets parses the variables of a for.
func (p *parser) targets() tree.Expr {
	x := target(p.suffixed())
	if !p.tok.is(",") {
		return x
	}
	list := []tree.Expr{x}
	for p.accept(",") && !p.tok.is("in") {
		list = append(list, target(p.suffixed()))
	}
	return &tree.TupleExpr{List: list}
}

// Expressions.

// expressions parses one expression, or a tuple without parentheses.
func (p *parser) expressions() tree.Expr {
	x := p.test()
	if !p.tok.is(",") {
		return x
	}
	return &tree.TupleExpr{List: p.rest([]tree.Expr{x})}
}

// rest parses the elements after the first of a list, and a trailing comma.
func (p *parser) rest(list []tree.Expr) []tree.Expr {
	for p.accept(",") && !p.ends() {
		list = append(list, p.test())
	}
	return list
}

// ends reports whether the current token cannot begin an expression after a
// trailing comma.
func (p *parser) ends() bool {
	switch p.tok.kind {
	case newline, endOfFile:
		return true
	case operator:
		if _, ok := augmented[p.tok.text]; ok {
			return true
		}
		switch p.tok.text {
		case ")", "]", "}", "=", ":", ";":
			return true
		}
	}
	return false
}

// test parses a conditional expression, a lambda or an or.
func (p *parser) test() tree.Expr {
	p.enter()
	defer p.leave()
	if p.tok.is("lambda") {
		return p.lambda()
	}
	if p.tok.is("*") || p.tok.is("**") {
		fail(p.tok.pos, "starred expressions are not supported here")
	}
	x := p.or()
	if !p.tok.is("if") {
		return x
	}
	pos := p.next().pos
	cond := condition(p.or(), pos)
	elsePos := p.expect("else")
	return &tree.CondExpr{If: pos, Cond: cond, True: x, ElsePos: elsePos, False: p.test()}
}

func (p *parser) lambda() tree.Expr {
	offset := p.in.offset
	word := p.next()
	params := p.params(":")
	p.expect(":")
	body := p.test()
	p.checkFunction(word, offset)
	body = &tree.BinaryExpr{X: call(CallEnter, word.pos, word.pos), OpPos: word.pos, Op: tree.AND, Y: body}
	return &tree.LambdaExpr{Lambda: word.pos, Params: params, Body: body}
}

func (p *parser) or() tree.Expr { return p.connective("or", tree.OR, p.and) }

func (p *parser) and() tree.Expr { return p.connective("and", tree.AND, p.not) }

// connective parses operands joined by word.
func (p *parser) connective(word string, op tree.Token, operand func() tree.Expr) tree.Expr {
	x := operand()
	if !p.tok.is(word) {
		return x
	}
	operands := []tree.Expr{x}
	var pos []tree.Position
	for n := 0; p.tok.is(word); {
		p.link(&n, "operators")
		pos = append(pos, p.next().pos)
		operands = append(operands, operand())
	}
	return connect(op, operands, pos)
}

func (p *parser) not() tree.Expr {
	if !p.tok.is("not") {
		return p.comparison()
	}
	p.enter()
	defer p.leave()
	pos := p.next().pos
	return call(CallNot, pos, pos, p.not())
}

func (p *parser) comparison() tree.Expr {
	x := p.arithmetic(0)
	var chain []comparison
	for n := 0; ; {
		c := comparison{pos: p.tok.pos}
		switch {
		case p.tok.is("<"), p.tok.is("<="), p.tok.is(">"), p.tok.is(">="), p.tok.is("=="), p.tok.is("!="), p.tok.is("in"):
			c.op = p.next().text
		case p.tok.is("not"):
			p.next()
			p.expect("in")
			c.op = "not in"
		case p.tok.is("is"):
			p.next()
			c.op = "is"
			if p.accept("not") {
				c.op = "is not"
			}
		case len(chain) > 0:
			return compare(x, chain)
		default:
			return x
		}
		p.link(&n, "comparisons")
		c.y = p.arithmetic(0)
		chain = append(chain, c)
	}
}

// precedence holds the levels of the operators that associate to the left, from
// the one that binds least.
var precedence = map[string]int{
	"|": 1, "^": 2, "&": 3, "<<": 4, ">>": 4, "+": 5, "-": 5, "*": 6, "/": 6, "//": 6, "%": 6, "@": 6,
}

// arithmetic parses operators that bind more than level does.
func (p *parser) arithmetic(level int) tree.Expr {
	x := p.unary()
	for n := 0; p.tok.kind == operator; {
		own := precedence[p.tok.text]
		if own <= level {
			break
		}
		p.link(&n, "operators")
		op := p.next()
		x = binary(op.text, op.pos, x, p.arithmetic(own))
	}
	return x
}

func (p *parser) unary() tree.Expr {
	if !p.tok.is("-") && !p.tok.is("+") && !p.tok.is("~") {
		return p.power()
	}
	p.enter()
	defer p.leave()
	op := p.next()
	return call(CallUnary, op.pos, op.pos, stringAt(op.pos, op.text), p.unary())
}

func (p *parser) power() tree.Expr {
	x := p.suffixed()
	if !p.tok.is("**") {
		return x
	}
	p.enter()
	defer p.leave()
	pos := p.next().pos
	return binary("**", pos, x, p.unary())
}

// suffixed parses a primary with attributes, calls and subscripts.
func (p *parser) suffixed() tree.Expr {
	x := p.primary()
	for n := 0; ; {
		switch {
		case p.tok.is("."):
			dot := p.next().pos
			if p.tok.kind != name {
				p.unexpected("want an attribute's name")
			}
			t := p.next()
			x = &tree.DotExpr{X: x, Dot: dot, NamePos: t.pos, Name: &tree.Ident{NamePos: t.pos, Name: t.text}}
		case p.tok.is("("):
			lparen := p.next().pos
			args := p.args()
			x = &tree.CallExpr{Fn: x, Lparen: lparen, Args: args, Rparen: p.expect(")")}
		case p.tok.is("["):
			lbrack := p.next().pos
			key := p.key()
			c := call(CallGetItem, tree.Start(x), lbrack, x, key)
			c.Rparen = p.expect("]")
			x = c
		default:
			return x
		}
		p.link(&n, "attributes, calls and subscripts")
	}
}

func (p *parser) args() []tree.Expr {
	var args []tree.Expr
	for !p.tok.is(")") {
		if len(args) > 0 {
			p.expect(",")
			if p.tok.is(")") {
				break
			}
		}
		switch first := p.tok; {
		case first.is("*"), first.is("**"):
			p.next()
			op := tree.STAR
			if first.text == "**" {
				op = tree.STARSTAR
			}
			args = append(args, &tree.UnaryExpr{OpPos: first.pos, Op: op, X: p.test()})
		default:
			x := p.test()
			p.refuseGenerator()
			if p.tok.is("=") {
				id, ok := x.(*tree.Ident)
				if !ok || first.kind != name {
					fail(first.pos, "a keyword argument has the form name=value")
				}
				pos := p.next().pos
				x = &tree.BinaryExpr{X: id, OpPos: pos, Op: tree.EQ, Y: p.test()}
			}
			args = append(args, x)
		}
	}
	return args
}

func (p *parser) refuseGenerator() {
	if p.tok.is("for") {
		fail(p.tok.pos, "generator expressions are not supported (write a list comprehension)")
	}
}

// key parses what stands in the brackets of a subscript.
func (p *parser) key() tree.Expr {
	x := p.subscript()
	if !p.tok.is(",") {
		return x
	}
	list := []tree.Expr{x}
	for p.accept(",") && !p.tok.is("]") {
		list = append(list, p.subscript())
	}
	return &tree.TupleExpr{List: list}
}

// subscript parses one index or slice.
func (p *parser) subscript() tree.Expr {
	start := p.tok.pos
	var lo, hi, step tree.Expr
	if !p.tok.is(":") {
		lo = p.test()
		if !p.tok.is(":") {
			return lo
		}
	}
	bound := func() tree.Expr {
		if p.tok.is(":") || p.tok.is(",") || p.tok.is("]") {
			return nil
		}
		return p.test()
	}
	colon := p.expect(":")
	hi = bound()
	if p.accept(":") {
		step = bound()
	}
	for _, x := range []*tree.Expr{&lo, &hi, &step} {
		if *x == nil {
			*x = none(colon)
		}
	}
	return call(CallSlice, start, colon, lo, hi, step)
}

func (p *parser) primary() tree.Expr {
	t := p.tok
	switch t.kind {
	case name:
		return p.ident("an expression")
	case integer:
		p.next()
		return &tree.Literal{Token: tree.INT, TokenPos: t.pos, Raw: t.text, Value: t.value}
	case floating:
		p.next()
		return &tree.Literal{Token: tree.FLOAT, TokenPos: t.pos, Raw: t.text, Value: t.value}
	case imaginary:
		p.next()
		return call(CallImag, t.pos, t.pos, &tree.Literal{Token: tree.FLOAT, TokenPos: t.pos, Raw: t.text, Value: t.value})
	case text, octets:
		return p.strings()
	case operator:
		switch t.text {
		case "...":
			p.next()
			return &tree.Ident{NamePos: t.pos, Name: EllipsisName}
		case "(":
			return p.parenthesized()
		case "[":
			return p.list()
		case "{":
			return p.dict()
		}
	}
	p.unexpected("want an expression")
	panic("unreachable")
}

// strings parses adjacent strings as one.
func (p *parser) strings() tree.Expr {
	first := p.next()
	parts := []string{first.value.(string)}
	raw := []string{first.text}
	for p.tok.kind == text || p.tok.kind == octets {
		if p.tok.kind != first.kind {
			fail(p.tok.pos, "cannot mix bytes and nonbytes literals")
		}
		t := p.next()
		parts, raw = append(parts, t.value.(string)), append(raw, t.text)
	}
	tok := tree.STRING
	if first.kind == octets {
		tok = tree.BYTES
	}
	return &tree.Literal{Token: tok, TokenPos: first.pos, Raw: strings.Join(raw, " "), Value: strings.Join(parts, "")}
}

// parenthesized parses a tuple or an expression in parentheses. The tree has no
// node for the latter: what it is made of says how it binds.
func (p *parser) parenthesized() tree.Expr {
	lparen := p.next().pos
	if p.tok.is(")") {
		return &tree.TupleExpr{Lparen: lparen, Rparen: p.next().pos}
	}
	x := p.test()
	p.refuseGenerator()
	if p.tok.is(",") {
		list := p.rest([]tree.Expr{x})
		return &tree.TupleExpr{Lparen: lparen, List: list, Rparen: p.expect(")")}
	}
	p.expect(")")
	return x
}

func (p *parser) list() tree.Expr {
	lbrack := p.next().pos
	if p.tok.is("]") {
		return &tree.ListExpr{Lbrack: lbrack, Rbrack: p.next().pos}
	}
	x := p.test()
	if p.tok.is("for") {
		return p.comprehension(lbrack, x, "]")
	}
	list := p.rest([]tree.Expr{x})
	return &tree.ListExpr{Lbrack: lbrack, List: list, Rbrack: p.expect("]")}
}

func (p *parser) dict() tree.Expr {
	lbrace := p.next().pos
	var list []tree.Expr
	for !p.tok.is("}") {
		if len(list) > 0 {
			p.expect(",")
			if p.tok.is("}") {
				break
			}
		}
		key := p.test()
		if !p.tok.is(":") && len(list) == 0 {
			fail(lbrace, "set displays are not supported (write set([…]))")
		}
		colon := p.expect(":")
		entry := &tree.DictEntry{Key: key, Colon: colon, Value: p.test()}
		if p.tok.is("for") && len(list) == 0 {
			return p.comprehension(lbrace, entry, "}")
		}
		list = append(list, entry)
	}
	return &tree.DictExpr{Lbrace: lbrace, List: list, Rbrace: p.next().pos}
}

// comprehension parses the clauses after body, up to the token end.
func (p *parser) comprehension(lbrack tree.Position, body tree.Expr, end string) tree.Expr {
	c := &tree.Comprehension{Curly: end == "}", Lbrack: lbrack, Body: body}
	for n := 0; !p.tok.is(end); {
		switch {
		case p.tok.is("for"):
			pos := p.next().pos
			vars := p.targets()
			in := p.expect("in")
			c.Clauses = append(c.Clauses, &tree.ForClause{For: pos, Vars: vars, In: in, X: p.or()})
		case p.tok.is("if"):
			pos := p.next().pos
			c.Clauses = append(c.Clauses, &tree.IfClause{If: pos, Cond: condition(p.or(), pos)})
		default:
			p.unexpected("want \"for\", \"if\" or " + quote(end))
		}
		p.link(&n, "clauses")
	}
	c.Rbrack = p.next().pos
	return c
}
