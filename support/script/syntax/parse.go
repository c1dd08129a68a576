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
	p := &parser{in: newScanner(filename, src), nameless: "this statement"}
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
	if isStatement(stmt.X) { // as x[k] += v
		return false
	}
	pos := tree.Start(stmt.X)
	f.Stmts[last] = &tree.AssignStmt{LHS: &tree.Ident{NamePos: pos, Name: ResultName}, OpPos: pos, Op: tree.EQ, RHS: stmt.X}
	return true
}

// parser is a recursive descent over Python's grammar with one token in hand.
type parser struct {
	in     *scanner
	tok    token
	depth  int
	bodies []*body // that the statement is in, outermost first

	names       *names // the assignment expressions of the statement; nil where there can be none
	nameless    string // where that is
	temporaries int    // statements that have some
}

// body is one of the bodies that break and continue ask about.
type body struct {
	kind string          // "def", "for", "while" or "with"
	left map[string]bool // of "with": the words, break and continue, that lead out of it to a loop
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
		fail(p.tok.pos, "%q is not supported yet (%s)", p.tok.text, instead[p.tok.text])
	}
	if p.tok.is(":=") {
		fail(p.tok.pos, "an assignment expression (\":=\") needs parentheses here")
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
		def := p.def().(*tree.DefStmt)
		return append(append(stmts, def), p.defined(def)...)
	case p.tok.is("if"):
		return append(stmts, p.ifStatement()...)
	case p.tok.is("for"):
		return append(stmts, p.forStatement()...)
	case p.tok.is("while"):
		return append(stmts, p.whileStatement()...)
	case p.tok.is("with"):
		return append(stmts, p.withStatement()...)
	case p.tok.is("@"):
		return append(stmts, p.decorated()...)
	}
	return p.simpleStatements(stmts)
}

// within parses the block of word as a body of its kind.
func (p *parser) within(b *body, word token) []tree.Stmt {
	p.bodies = append(p.bodies, b)
	stmts := p.block(word)
	p.bodies = p.bodies[:len(p.bodies)-1]
	return stmts
}

// inFunction reports whether the statement is in a def.
func (p *parser) inFunction() bool {
	return slices.ContainsFunc(p.bodies, func(b *body) bool { return b.kind == "def" })
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
	params, positional := p.params(")")
	rparen := p.expect(")")
	if p.accept("->") {
		p.test() // an annotation, which says nothing here
	}
	body := p.within(&body{kind: word.text}, word)
	p.checkFunction(word, offset)
	at := 0 // a documentation string comes first
	if first, ok := body[0].(*tree.ExprStmt); ok {
		if lit, ok := first.X.(*tree.Literal); ok && lit.Token == tree.STRING {
			at = 1
		}
	}
	enter := &tree.ExprStmt{X: call(CallEnter, word.pos, word.pos)}
	own := []tree.Stmt{enter}
	for _, id := range positional {
		own = append(own, &tree.AssignStmt{LHS: &tree.Ident{NamePos: id.NamePos, Name: strings.TrimSuffix(id.Name, positionOnly)}, OpPos: id.NamePos, Op: tree.EQ,
			RHS: &tree.Ident{NamePos: id.NamePos, Name: id.Name}})
	}
	body = slices.Insert(body, at, own...)
	return &tree.DefStmt{Def: word.pos, Name: id, Lparen: lparen, Params: params, Rparen: rparen, Body: body}
}

// checkFunction refuses the function that word began, which ended at offset, if
// it is too long.
func (p *parser) checkFunction(word token, offset int) {
	if n := p.in.offset - offset; n > MaxFunction {
		fail(word.pos, "%q of %d bytes, limit is %d", word.text, n, MaxFunction)
	}
}

func (p *parser) ifStatement() []tree.Stmt {
	branch := func() ([]tree.Stmt, *tree.IfStmt) {
		word := p.next()
		before, cond := p.condition(word)
		s := &tree.IfStmt{If: word.pos, Cond: cond, True: p.block(word)}
		return append(before, s), s
	}
	stmts, last := branch()
	for n := 0; p.tok.is("elif"); {
		p.link(&n, `"elif" branches`)
		last.ElsePos = p.tok.pos
		last.False, last = branch()
	}
	if p.tok.is("else") {
		word := p.next()
		last.ElsePos = word.pos
		last.False = p.block(word)
	}
	return stmts
}

// condition parses what the word asks for the truth of, and returns the condition and
// what is to run before it is asked.
func (p *parser) condition(word token) ([]tree.Stmt, tree.Expr) {
	var cond tree.Expr
	n := p.naming(func() { cond = condition(p.named(), word.pos) })
	return n.value(word.pos, cond)
}

func (p *parser) forStatement() []tree.Stmt {
	word := p.next()
	vars := p.targets()
	p.expect("in")
	var x tree.Expr
	n := p.naming(func() { x = p.expressions() })
	before, x := n.value(word.pos, x)
	stmt := &tree.ForStmt{For: word.pos, Vars: vars, X: x, Body: p.within(&body{kind: word.text}, word)}
	if first := each(stmt.Vars); first != nil {
		stmt.Vars, stmt.Body = element(stmt.Vars), slices.Insert(stmt.Body, 0, tree.Stmt(first))
	}
	return append(before, p.otherwise(stmt, &stmt.Body)...)
}

func (p *parser) whileStatement() []tree.Stmt {
	word := p.next()
	before, cond := p.condition(word)
	stmt := &tree.WhileStmt{While: word.pos, Cond: cond, Body: p.within(&body{kind: word.text}, word)}
	stmts := p.otherwise(stmt, &stmt.Body)
	if before != nil { // each time
		ends := &tree.IfStmt{If: word.pos, Cond: &tree.UnaryExpr{OpPos: word.pos, Op: tree.NOT, X: cond},
			True: []tree.Stmt{&tree.BranchStmt{Token: tree.BREAK, TokenPos: word.pos}}}
		stmt.Cond = &tree.Ident{NamePos: word.pos, Name: "True"}
		stmt.Body = append(append(before, ends), stmt.Body...)
	}
	return stmts
}

// otherwise parses the else of a loop, if it has one: it runs unless a break ended the
// loop, which says so first.
func (p *parser) otherwise(loop tree.Stmt, loopBody *[]tree.Stmt) []tree.Stmt {
	if !p.tok.is("else") {
		return []tree.Stmt{loop}
	}
	word := p.next()
	*loopBody = saying(*loopBody)
	broken := call(CallLeft, word.pos, word.pos, stringAt(word.pos, leftByBreak))
	return []tree.Stmt{loop, &tree.IfStmt{
		If: word.pos, Cond: &tree.UnaryExpr{OpPos: word.pos, Op: tree.NOT, X: broken}, True: p.block(word),
	}}
}

// simpleStatements parses the rest of a line.
func (p *parser) simpleStatements(stmts []tree.Stmt) []tree.Stmt {
	for {
		var own []tree.Stmt
		pos := p.tok.pos
		n := p.naming(func() { own = p.simpleStatement() })
		stmts = append(stmts, n.simple(pos, own)...)
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

func (p *parser) simpleStatement() []tree.Stmt {
	if p.tok.kind == keyword {
		switch p.tok.text {
		case "pass", "break", "continue":
			return p.branch()
		case "return":
			stmt := &tree.ReturnStmt{Return: p.next().pos}
			if p.tok.kind != newline && !p.tok.is(";") {
				stmt.Result = p.expressions()
			}
			return []tree.Stmt{stmt}
		case "assert":
			return []tree.Stmt{p.assertion()}
		case "del":
			return p.deletion()
		case "import":
			return p.imports()
		case "from":
			return p.importsFrom()
		}
	}
	first := p.tok
	x := p.starred()
	if p.tok.is(",") {
		x = display(tree.Start(x), "tuple", p.rest([]tree.Expr{x}))
	}
	switch {
	case p.tok.kind == operator && augmented[p.tok.text] != "":
		op := augmented[p.tok.text]
		pos := p.next().pos
		return []tree.Stmt{augment(x, op, pos, p.expressions())}
	case p.tok.is("="):
		return []tree.Stmt{p.assignment(x)}
	case p.tok.is(":"):
		return p.annotated(first, x)
	}
	switch p.tok.kind {
	case name, integer, floating, imaginary, text, octets, fstring:
		p.refuse(first)
	}
	if isStar(x) {
		fail(first.pos, "a starred expression must be in a list or tuple")
	}
	if first.kind == name && first.text == "load" {
		if stmt, ok := loadStatement(x); ok {
			return []tree.Stmt{stmt}
		}
	}
	return []tree.Stmt{&tree.ExprStmt{X: x}}
}

// refuse fails if t, which begins a statement, is a word that is a keyword only there.
func (p *parser) refuse(t token) {
	if cure := instead[t.text]; t.kind == name && cure != "" {
		fail(t.pos, "%q is not supported yet (%s)", t.text, cure)
	}
}

// assignment parses the rest of x = …, which may go on as x = y = v.
func (p *parser) assignment(x tree.Expr) tree.Stmt {
	var targets []tree.Expr
	pos := p.tok.pos
	v := x
	for n := 0; p.tok.is("="); {
		p.link(&n, "assignments")
		if isStar(v) {
			fail(tree.Start(v), "a starred target must be in a list or tuple")
		}
		targets = append(targets, target(v))
		p.next()
		v = p.starred()
		if p.tok.is(",") {
			v = display(tree.Start(v), "tuple", p.rest([]tree.Expr{v}))
		}
	}
	if isStar(v) {
		fail(tree.Start(v), "a starred expression must be in a list or tuple (write *x,)")
	}
	if len(targets) > 1 {
		x = &tree.TupleExpr{List: targets}
		v = call(CallSame, tree.Start(v), pos, v, intAt(pos, len(targets)))
	} else {
		x = targets[0]
	}
	return assign(x, pos, v)
}

// annotated parses the rest of x: annotation, and = v if that follows. What the
// annotation says is of no effect, whatever names it has.
func (p *parser) annotated(first token, x tree.Expr) []tree.Stmt {
	pos := p.next().pos
	if p.tok.kind == newline { // match (x):
		p.refuse(first)
	}
	switch x.(type) {
	case *tree.Ident, *tree.DotExpr:
		x = target(x)
	default:
		if _, ok := isCall(x, CallGetItem); !ok {
			fail(pos, "unexpected \":\", want end of line (%s cannot have an annotation)", describe(x))
		}
		x = target(x)
	}
	p.test()
	if !p.tok.is("=") {
		return []tree.Stmt{&tree.BranchStmt{Token: tree.PASS, TokenPos: pos}}
	}
	eq := p.next().pos
	return []tree.Stmt{assign(x, eq, p.expressions())}
}

// branch parses pass, break or continue. A with is a loop in the tree, so what is to
// leave a loop around it says so first, and leaves that too.
func (p *parser) branch() []tree.Stmt {
	word := p.next()
	branch := &tree.BranchStmt{Token: branches[word.text], TokenPos: word.pos}
	if word.text == "pass" {
		return []tree.Stmt{branch}
	}
	i := len(p.bodies) - 1
	for ; i >= 0 && p.bodies[i].kind == "with"; i-- {
		p.bodies[i].left[word.text] = true
	}
	switch {
	case i == len(p.bodies)-1:
		return []tree.Stmt{branch}
	case i < 0 || p.bodies[i].kind == "def":
		fail(word.pos, "%s not in a loop", word.text)
	}
	return leave(word.text, word.pos)
}

// assertion parses assert x, message; the message is evaluated if x is false.
func (p *parser) assertion() tree.Stmt {
	word := p.next()
	cond := condition(p.test(), word.pos)
	msg := none(word.pos)
	has := &tree.Ident{NamePos: word.pos, Name: "False"}
	if p.accept(",") {
		msg, has.Name = p.test(), "True"
	}
	return &tree.ExprStmt{X: &tree.CondExpr{
		If: word.pos, Cond: cond, True: none(word.pos), ElsePos: word.pos, False: call(CallAssert, word.pos, word.pos, has, msg),
	}}
}

// deletion parses del and its targets.
func (p *parser) deletion() []tree.Stmt {
	word := p.next()
	var stmts []tree.Stmt
	var remove func(x tree.Expr)
	remove = func(x tree.Expr) {
		switch t := x.(type) {
		case *tree.Ident:
			bindable(t)
			global := t.Name
			if p.inFunction() {
				global = ""
			}
			old := &tree.Ident{NamePos: t.NamePos, Name: t.Name}
			gone := call(CallUnbind, t.NamePos, t.NamePos, stringAt(t.NamePos, global), old)
			stmts = append(stmts, &tree.AssignStmt{LHS: &tree.TupleExpr{List: []tree.Expr{t}}, OpPos: word.pos, Op: tree.EQ, RHS: gone})
			return
		case *tree.TupleExpr:
			for _, y := range t.List {
				remove(y)
			}
			return
		case *tree.ListExpr:
			for _, y := range t.List {
				remove(y)
			}
			return
		}
		c, ok := isCall(x, CallGetItem)
		if !ok {
			fail(tree.Start(x), "cannot delete %s", describe(x))
		}
		stmts = append(stmts, &tree.ExprStmt{X: call(CallDelItem, tree.Start(x), c.Lparen, c.Args...)})
	}
	remove(p.suffixed())
	for n := 0; p.accept(","); {
		p.link(&n, "targets")
		if p.ends() {
			break
		}
		remove(p.suffixed())
	}
	if stmts == nil { // del ()
		stmts = append(stmts, &tree.BranchStmt{Token: tree.PASS, TokenPos: word.pos})
	}
	return stmts
}

// Imports.

// dotted parses the path of a module.
func (p *parser) dotted() (path string, first *tree.Ident) {
	if p.tok.is(".") || p.tok.is("...") {
		fail(p.tok.pos, "relative imports are not supported (a program is one file)")
	}
	first = p.ident("a module's name")
	path = first.Name
	for n := 0; p.accept("."); {
		p.link(&n, "names")
		path += "." + p.ident("a module's name").Name
	}
	return path, first
}

// as parses the name that an import binds, if it has one of its own.
func (p *parser) as(otherwise *tree.Ident) (id *tree.Ident, own bool) {
	if !p.accept("as") {
		bindable(otherwise)
		return otherwise, false
	}
	return p.bindingName("a name"), true
}

func (p *parser) imports() []tree.Stmt {
	word := p.next()
	var stmts []tree.Stmt
	for n := 0; ; {
		path, first := p.dotted()
		id, own := p.as(first)
		result := path // what the name stands for: the module, or the one that it is in
		if !own {
			result = first.Name
		}
		v := call(CallImport, first.NamePos, first.NamePos, stringAt(first.NamePos, path), stringAt(first.NamePos, ""), stringAt(first.NamePos, result))
		stmts = append(stmts, &tree.AssignStmt{LHS: id, OpPos: word.pos, Op: tree.EQ, RHS: v})
		p.link(&n, "imports")
		if !p.accept(",") {
			return stmts
		}
	}
}

func (p *parser) importsFrom() []tree.Stmt {
	word := p.next()
	path, first := p.dotted()
	p.expect("import")
	if p.tok.is("*") {
		fail(p.tok.pos, "\"import *\" is not supported (name what is to be imported)")
	}
	enclosed := p.accept("(")
	var stmts []tree.Stmt
	for n := 0; ; {
		member := p.ident("a name")
		id, _ := p.as(member)
		if path == "__future__" { // of no effect
			stmts = append(stmts, &tree.BranchStmt{Token: tree.PASS, TokenPos: word.pos})
		} else {
			at := member.NamePos
			v := call(CallImport, first.NamePos, at, stringAt(first.NamePos, path), stringAt(at, member.Name), stringAt(at, path))
			if id == member {
				id = &tree.Ident{NamePos: at, Name: member.Name}
			}
			stmts = append(stmts, &tree.AssignStmt{LHS: id, OpPos: word.pos, Op: tree.EQ, RHS: v})
		}
		p.link(&n, "imports")
		if !p.accept(",") || enclosed && p.tok.is(")") {
			break
		}
	}
	if enclosed {
		p.expect(")")
	}
	return stmts
}

// Blocks with a scope, and decorators.

// item is one scope of a with, and what it is bound to, if anything.
type item struct{ x, target tree.Expr }

func (p *parser) withStatement() []tree.Stmt {
	word := p.next()
	items, ok := p.enclosedItems()
	if !ok {
		items = p.items(new(bool))
	}
	for range items { // each is a loop of the tree, in the one before
		p.enter()
		defer p.leave()
	}
	own := make([]*body, len(items))
	for i := range items {
		own[i] = &body{kind: word.text, left: map[string]bool{}}
	}
	p.bodies = append(p.bodies, own[:len(own)-1]...)
	stmts := p.within(own[len(own)-1], word)
	p.bodies = p.bodies[:len(p.bodies)-len(own)+1]
	for i, it := range slices.Backward(items) {
		vars := it.target
		if vars == nil {
			vars = &tree.TupleExpr{Lparen: word.pos, Rparen: word.pos}
		} else if first := each(vars); first != nil {
			vars, stmts = element(vars), slices.Insert(stmts, 0, tree.Stmt(first))
		}
		bound := &tree.Ident{NamePos: word.pos, Name: "True"}
		if it.target == nil {
			bound.Name = "False"
		}
		scope := call(CallWith, word.pos, word.pos, it.x, bound)
		stmts = []tree.Stmt{&tree.ForStmt{For: word.pos, Vars: vars, X: scope, Body: stmts}}
		outer := i > 0 || len(p.bodies) > 0 && p.bodies[len(p.bodies)-1].kind == "with"
		for _, way := range []string{"break", "continue"} {
			if own[i].left[way] {
				exit := []tree.Stmt{&tree.BranchStmt{Token: branches[way], TokenPos: word.pos}}
				if outer {
					exit = leave(way, word.pos)
				}
				stmts = append(stmts, &tree.IfStmt{If: word.pos, Cond: call(CallLeft, word.pos, word.pos, stringAt(word.pos, way)), True: exit})
			}
		}
	}
	return stmts
}

// items parses the scopes of a with up to the colon. bound becomes true at an as.
func (p *parser) items(bound *bool) []item {
	var items []item
	for {
		it := item{x: p.test()}
		if p.accept("as") {
			*bound = true
			it.target = target(p.suffixed())
		}
		items = append(items, it)
		if !p.accept(",") || p.tok.is(")") {
			return items
		}
	}
}

// enclosedItems parses the scopes of a with that are in parentheses, if they are:
// otherwise the parentheses belong to an expression, and nothing is consumed.
func (p *parser) enclosedItems() (items []item, ok bool) {
	if !p.tok.is("(") {
		return nil, false
	}
	bound := false // that cannot be an expression
	before, in := *p, *p.in
	before.bodies, in.brackets, in.indents = slices.Clone(p.bodies), slices.Clone(in.brackets), slices.Clone(in.indents)
	defer func() {
		r := recover()
		if e, isError := r.(*Error); r != nil && (!isError || e.incomplete || bound) {
			panic(r)
		}
		if r != nil || !ok {
			scanner := p.in
			*scanner, *p = in, before
			items, ok = nil, false
		}
	}()
	p.next()
	items = p.items(&bound)
	p.expect(")")
	return items, bound || p.tok.is(":")
}

// decorated parses decorators and the def that they are for. They are evaluated
// before the def, and applied after it.
func (p *parser) decorated() []tree.Stmt {
	at := p.tok
	list := &tree.ListExpr{Lbrack: at.pos, Rbrack: at.pos}
	for n := 0; p.tok.is("@"); {
		p.link(&n, "decorators")
		p.next()
		list.List = append(list.List, p.test())
		if p.tok.kind != newline {
			p.unexpected("want end of line")
		}
		p.next()
	}
	if !p.tok.is("def") {
		if p.tok.kind == keyword && !keywords[p.tok.text] {
			p.unexpected("")
		}
		e := newError(p.tok.pos, "unexpected %s, want \"def\" after a decorator", p.tok)
		e.incomplete = p.tok.kind == endOfFile || p.tok.kind == dedent && p.in.offset == len(p.in.src)
		e.block = e.incomplete
		panic(e)
	}
	def := p.def().(*tree.DefStmt)
	use := &tree.Ident{NamePos: def.Name.NamePos, Name: def.Name.Name}
	bind := &tree.Ident{NamePos: def.Name.NamePos, Name: def.Name.Name}
	return append([]tree.Stmt{
		&tree.ExprStmt{X: call(CallDecorators, at.pos, at.pos, list)},
		def,
		&tree.AssignStmt{LHS: bind, OpPos: at.pos, Op: tree.EQ, RHS: call(CallDecorate, at.pos, at.pos, use)},
	}, p.defined(def)...)
}

// defined returns what follows a def in a with, whose scope may change functions.
func (p *parser) defined(def *tree.DefStmt) []tree.Stmt {
	i := len(p.bodies) - 1
	for i >= 0 && p.bodies[i].kind != "with" && p.bodies[i].kind != "def" {
		i--
	}
	if i < 0 || p.bodies[i].kind == "def" {
		return nil
	}
	pos := def.Name.NamePos
	use := &tree.Ident{NamePos: pos, Name: def.Name.Name}
	bind := &tree.Ident{NamePos: pos, Name: def.Name.Name}
	return []tree.Stmt{&tree.AssignStmt{LHS: bind, OpPos: pos, Op: tree.EQ, RHS: call(CallDefined, pos, pos, use)}}
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
	if reserved[p.tok.text] || IsTemporary(p.tok.text) {
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

// positionOnly ends the names of parameters before "/", so that no keyword is theirs.
const positionOnly = "/"

// params parses parameters up to the token end. Those that positions alone give are
// renamed; the function's own variables get their values from them.
func (p *parser) params(end string) (params []tree.Expr, positional []*tree.Ident) {
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
				p.annotation(end)
			}
			params = append(params, param)
		case p.tok.is("**"):
			pos := p.next().pos
			params = append(params, &tree.UnaryExpr{OpPos: pos, Op: tree.STARSTAR, X: p.bindingName("a parameter's name")})
			p.annotation(end)
		case p.tok.is("/"):
			pos := p.next().pos
			if len(params) == 0 || positional != nil {
				fail(pos, "unexpected \"/\", want a parameter before it, and one \"/\" alone")
			}
			for _, x := range params {
				if b, ok := x.(*tree.BinaryExpr); ok {
					x = b.X
				}
				id, ok := x.(*tree.Ident)
				if !ok {
					fail(pos, "\"/\" must be ahead of \"*\"")
				}
				id.Name += positionOnly
				positional = append(positional, id)
			}
		default:
			id := p.bindingName("a parameter")
			p.annotation(end)
			if !p.tok.is("=") {
				params = append(params, id)
				break
			}
			pos := p.next().pos
			params = append(params, &tree.BinaryExpr{X: id, OpPos: pos, Op: tree.EQ, Y: p.test()})
		}
	}
	return params, positional
}

// annotation consumes the annotation of a parameter, which says nothing here.
func (p *parser) annotation(end string) {
	if end == ")" && p.accept(":") {
		p.test()
	}
}

// targets parses the variables of a for.
func (p *parser) targets() tree.Expr {
	one := func() tree.Expr {
		if p.tok.is("*") {
			return &tree.UnaryExpr{OpPos: p.next().pos, Op: tree.STAR, X: target(p.suffixed())}
		}
		return target(p.suffixed())
	}
	x := one()
	if !p.tok.is(",") {
		if isStar(x) {
			fail(tree.Start(x), "a starred target must be in a list or tuple")
		}
		return x
	}
	list := []tree.Expr{x}
	for p.accept(",") && !p.tok.is("in") {
		list = append(list, one())
	}
	return &tree.TupleExpr{List: list}
}

// Expressions.

// expressions parses one expression, or a tuple without parentheses.
func (p *parser) expressions() tree.Expr {
	x := p.starred()
	if p.tok.is(",") {
		return display(tree.Start(x), "tuple", p.rest([]tree.Expr{x}))
	}
	if isStar(x) {
		fail(tree.Start(x), "a starred expression must be in a list or tuple (write *x,)")
	}
	return x
}

// starred parses an expression that may have a star before it.
func (p *parser) starred() tree.Expr {
	if !p.tok.is("*") {
		return p.test()
	}
	return &tree.UnaryExpr{OpPos: p.next().pos, Op: tree.STAR, X: p.arithmetic(0)}
}

// element is starred of what stands in brackets.
func (p *parser) element() tree.Expr {
	if p.tok.is("*") {
		return p.starred()
	}
	return p.named()
}

// elements is rest of what stands in brackets.
func (p *parser) elements(list []tree.Expr) []tree.Expr {
	for p.accept(",") && !p.ends() {
		list = append(list, p.element())
	}
	return list
}

// rest parses the elements after the first of a list, and a trailing comma.
func (p *parser) rest(list []tree.Expr) []tree.Expr {
	for p.accept(",") && !p.ends() {
		list = append(list, p.starred())
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
		case ")", "]", "}", "=", ":", ";", "!":
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
	var params []tree.Expr
	var positional []*tree.Ident
	p.unnamed("a lambda", func() { params, positional = p.params(":") })
	if _, ok := p.in.field(); ok && p.tok.is(":") {
		fail(word.pos, "f-string: a lambda needs parentheses around it")
	}
	p.expect(":")
	var body tree.Expr
	p.unnamed("a lambda", func() { body = p.test() })
	p.checkFunction(word, offset)
	if positional != nil { // [body for x, in ((x/,),)][0]
		var vars, values []tree.Expr
		for _, id := range positional {
			vars = append(vars, &tree.Ident{NamePos: id.NamePos, Name: strings.TrimSuffix(id.Name, positionOnly)})
			values = append(values, &tree.Ident{NamePos: id.NamePos, Name: id.Name})
		}
		one := &tree.TupleExpr{List: []tree.Expr{&tree.TupleExpr{List: values}}}
		clause := &tree.ForClause{For: word.pos, Vars: &tree.TupleExpr{List: vars}, In: word.pos, X: one}
		list := &tree.Comprehension{Lbrack: word.pos, Body: body, Clauses: []tree.Node{clause}, Rbrack: word.pos}
		body = call(CallGetItem, word.pos, word.pos, list, intAt(word.pos, 0))
	}
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
			offset := p.in.offset
			x := p.named()
			if p.tok.is("for") {
				x = p.generator(first.pos, offset, x)
				if len(args) > 0 {
					fail(first.pos, "a generator expression beside other arguments needs parentheses")
				}
			}
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
	return ordered(args)
}

// generator parses the clauses after body, the first expression of a generator
// expression, up to the bracket that closes it. What it goes over first is evaluated
// at once, all else when its elements are asked for, in functions: as in Python they
// see names as they are then. It began at start, which is at offset.
func (p *parser) generator(start tree.Position, offset int, body tree.Expr) tree.Expr {
	if isStar(body) {
		fail(tree.Start(body), "starred expressions are not supported here")
	}
	word := p.tok
	c := p.clauses(start, body, ")")
	p.checkFunction(word, offset)
	// One function for each for, whose elements are those of the function of the next.
	var loops [][]tree.Node
	for _, clause := range c.Clauses {
		if f, ok := clause.(*tree.ForClause); ok && f.Vars != nil && !inner(f) {
			loops = append(loops, nil)
		}
		loops[len(loops)-1] = append(loops[len(loops)-1], clause)
	}
	x := body
	for i, loop := range slices.Backward(loops) {
		first := loop[0].(*tree.ForClause)
		pos := first.For
		over := first.X
		param := &tree.Ident{NamePos: pos, Name: ElementName}
		one := &tree.TupleExpr{List: []tree.Expr{&tree.Ident{NamePos: pos, Name: ElementName}}}
		own := &tree.ForClause{For: pos, Vars: first.Vars, In: first.In, X: one}
		list := &tree.Comprehension{Lbrack: pos, Clauses: append([]tree.Node{own}, loop[1:]...), Body: x, Rbrack: pos}
		each := &tree.BinaryExpr{X: call(CallEnter, pos, pos), OpPos: pos, Op: tree.AND, Y: list}
		within := &tree.Ident{NamePos: pos, Name: "True"}
		if i == len(loops)-1 {
			within.Name = "False"
		}
		x = call(CallGenerator, start, pos, over, &tree.LambdaExpr{Lambda: pos, Params: []tree.Expr{param}, Body: each}, within)
	}
	return x
}

// inner reports whether a clause takes apart the element of the clause before it.
func inner(f *tree.ForClause) bool {
	t, ok := f.X.(*tree.TupleExpr)
	if !ok || len(t.List) != 1 {
		return false
	}
	_, ok = isCall(t.List[0], CallUnpack)
	return ok
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
		lo = p.named()
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
	case text, octets, fstring:
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
	first := p.tok
	var parts []tree.Expr // literals, and calls for the fields of f-strings
	var raw []string
	formatted := false
	for p.tok.kind == text || p.tok.kind == octets || p.tok.kind == fstring {
		if (p.tok.kind == octets) != (first.kind == octets) {
			fail(p.tok.pos, "cannot mix bytes and nonbytes literals")
		}
		if p.tok.kind == fstring {
			formatted = true
			parts = p.formatted(parts)
			continue
		}
		t := p.next()
		parts, raw = literal(parts, t.pos, t.value.(string)), append(raw, t.text)
	}
	if formatted {
		list := &tree.ListExpr{Lbrack: first.pos, List: parts, Rbrack: first.pos}
		return call(CallFormatted, first.pos, first.pos, list)
	}
	tok := tree.STRING
	if first.kind == octets {
		tok = tree.BYTES
	}
	return &tree.Literal{Token: tok, TokenPos: first.pos, Raw: strings.Join(raw, " "), Value: parts[0].(*tree.Literal).Value}
}

// literal adds a text to the parts of a string.
func literal(parts []tree.Expr, pos tree.Position, s string) []tree.Expr {
	if n := len(parts); n > 0 {
		if last, ok := parts[n-1].(*tree.Literal); ok {
			parts[n-1] = stringAt(last.TokenPos, last.Value.(string)+s)
			return parts
		}
	}
	return append(parts, stringAt(pos, s))
}

// formatted adds the parts of an f-string, whose quote was scanned last.
func (p *parser) formatted(parts []tree.Expr) []tree.Expr {
	p.enter()
	defer p.leave()
	parts = p.pieces(parts, p.tok, p.tok.pos, false)
	p.next()
	return parts
}

// pieces adds the parts of an f-string that open began, or of a format specification
// in it, at pos.
func (p *parser) pieces(parts []tree.Expr, open token, pos tree.Position, spec bool) []tree.Expr {
	for n := 0; ; {
		s, field := p.in.piece(open, spec)
		parts = literal(parts, pos, s)
		if !field {
			return parts
		}
		p.link(&n, "replacement fields")
		parts = p.field(parts, open)
	}
}

// field adds a replacement field, whose brace was scanned last. When it returns, its
// closing brace was.
func (p *parser) field(parts []tree.Expr, open token) []tree.Expr {
	p.enter()
	defer p.leave()
	brace, _ := p.in.field()
	start := p.in.offset
	p.next()
	if p.tok.is("}") || p.tok.is("!") || p.tok.is(":") || p.tok.is("=") {
		fail(p.tok.pos, "f-string: unexpected %q, want an expression", p.tok.text)
	}
	x := p.expressions()
	conversion, shown := "", false
	if p.tok.is("=") {
		p.next()
		shown = true
		parts = literal(parts, brace.pos, p.in.src[start:p.in.at])
	}
	if p.tok.is("!") {
		after := p.in.offset
		p.next()
		if p.tok.kind != name || p.in.at != after || p.tok.text != "r" && p.tok.text != "s" && p.tok.text != "a" {
			fail(p.tok.pos, "f-string: unexpected %s after \"!\", want r, s or a", p.tok)
		}
		conversion = p.next().text
	}
	spec := tree.Expr(stringAt(brace.pos, ""))
	switch {
	case p.tok.is("}"):
		if shown && conversion == "" {
			conversion = "r"
		}
	case p.tok.is(":"):
		pos := p.tok.pos
		if list := p.pieces(nil, open, pos, true); len(list) == 1 {
			spec = list[0]
		} else {
			spec = call(CallFormatted, pos, pos, &tree.ListExpr{Lbrack: pos, List: list, Rbrack: pos})
		}
	default:
		if p.tok.kind == endOfFile || p.tok.kind == newline {
			failIncomplete(brace.pos, "f-string: %q was never closed", brace.text)
		}
		p.unexpected("want \"=\", \"!\", \":\" or \"}\" in an f-string")
	}
	return append(parts, call(CallFormat, brace.pos, brace.pos, x, stringAt(brace.pos, conversion), spec))
}

// parenthesized parses a tuple or an expression in parentheses. The tree has no
// node for the latter: what it is made of says how it binds.
func (p *parser) parenthesized() tree.Expr {
	lparen := p.next().pos
	if p.tok.is(")") {
		return &tree.TupleExpr{Lparen: lparen, Rparen: p.next().pos}
	}
	offset := p.in.offset
	x := p.element()
	if p.tok.is("for") {
		x = p.generator(lparen, offset, x)
		p.expect(")")
		return x
	}
	if p.tok.is(",") {
		list := p.elements([]tree.Expr{x})
		end := p.expect(")")
		x = display(lparen, "tuple", list)
		if t, ok := x.(*tree.TupleExpr); ok {
			t.Lparen, t.Rparen = lparen, end
		}
		return x
	}
	if isStar(x) {
		fail(tree.Start(x), "a starred expression must be in a list or tuple (write *x,)")
	}
	p.expect(")")
	return x
}

func (p *parser) list() tree.Expr {
	lbrack := p.next().pos
	if p.tok.is("]") {
		return &tree.ListExpr{Lbrack: lbrack, Rbrack: p.next().pos}
	}
	x := p.element()
	if p.tok.is("for") {
		if isStar(x) {
			fail(tree.Start(x), "starred expressions are not supported here")
		}
		return p.comprehension(lbrack, x, "]")
	}
	list := p.elements([]tree.Expr{x})
	end := p.expect("]")
	x = display(lbrack, "list", list)
	if l, ok := x.(*tree.ListExpr); ok {
		l.Lbrack, l.Rbrack = lbrack, end
	}
	return x
}

// set parses the rest of a set display whose first element is x.
func (p *parser) set(lbrace tree.Position, x tree.Expr) tree.Expr {
	if p.tok.is("for") {
		if isStar(x) {
			fail(tree.Start(x), "starred expressions are not supported here")
		}
		list := p.comprehension(lbrace, x, "}").(*tree.Comprehension)
		list.Curly = false
		return call(CallSet, lbrace, lbrace, list)
	}
	list := p.elements([]tree.Expr{x})
	p.expect("}")
	elems := display(lbrace, "list", list)
	if l, ok := elems.(*tree.ListExpr); ok {
		l.Lbrack, l.Rbrack = lbrace, lbrace
	}
	return call(CallSet, lbrace, lbrace, elems)
}

func (p *parser) dict() tree.Expr {
	lbrace := p.next().pos
	var parts []tree.Expr // with **: the dicts in a row
	var list []tree.Expr
	end := func() {
		if list != nil {
			parts = append(parts, &tree.DictExpr{Lbrace: lbrace, List: list, Rbrace: lbrace})
			list = nil
		}
	}
	for !p.tok.is("}") {
		first := len(list) == 0 && parts == nil
		if !first {
			p.expect(",")
			if p.tok.is("}") {
				break
			}
		}
		if p.tok.is("**") {
			p.next()
			end()
			parts = append(parts, p.arithmetic(0))
			if p.tok.is("for") {
				fail(p.tok.pos, "\"**\" is not allowed in a dict comprehension")
			}
			continue
		}
		if first && p.tok.is("*") {
			return p.set(lbrace, p.starred())
		}
		key := p.named()
		if !p.tok.is(":") && first {
			return p.set(lbrace, key)
		}
		colon := p.expect(":")
		entry := &tree.DictEntry{Key: key, Colon: colon, Value: p.test()}
		if p.tok.is("for") && first {
			return p.comprehension(lbrace, entry, "}")
		}
		list = append(list, entry)
	}
	rbrace := p.next().pos
	if parts == nil {
		return &tree.DictExpr{Lbrace: lbrace, List: list, Rbrace: rbrace}
	}
	end()
	return merge(lbrace, "{}", parts)
}

// comprehension parses the clauses after body, and the token end.
func (p *parser) comprehension(lbrack tree.Position, body tree.Expr, end string) tree.Expr {
	c := p.clauses(lbrack, body, end)
	c.Rbrack = p.next().pos
	return c
}

// clauses parses the clauses after body, up to the token end.
func (p *parser) clauses(lbrack tree.Position, body tree.Expr, end string) *tree.Comprehension {
	c := &tree.Comprehension{Curly: end == "}", Lbrack: lbrack, Body: body}
	for n := 0; !p.tok.is(end); {
		switch {
		case p.tok.is("for"):
			pos := p.next().pos
			vars := p.targets()
			in := p.expect("in")
			clause := &tree.ForClause{For: pos, Vars: vars, In: in}
			p.unnamed("what a comprehension goes over", func() { clause.X = p.or() })
			c.Clauses = append(c.Clauses, clause)
			if first := each(vars); first != nil { // the elements, one by one, and each taken apart
				clause.Vars = element(vars)
				one := &tree.TupleExpr{List: []tree.Expr{first.RHS}}
				c.Clauses = append(c.Clauses, &tree.ForClause{For: pos, Vars: first.LHS, In: in, X: one})
			}
		case p.tok.is("if"):
			pos := p.next().pos
			c.Clauses = append(c.Clauses, &tree.IfClause{If: pos, Cond: condition(p.or(), pos)})
		default:
			if end == ")" && p.tok.is(",") {
				fail(p.tok.pos, "a generator expression beside other arguments needs parentheses")
			}
			p.unexpected("want \"for\", \"if\" or " + quote(end))
		}
		p.link(&n, "clauses")
	}
	p.checkVariables(c)
	return c
}

// checkVariables refuses assignment expressions in c that assign to its variables.
func (p *parser) checkVariables(c *tree.Comprehension) {
	if p.names == nil || len(p.names.ids) == 0 {
		return
	}
	start := tree.Start(c.Body)
	for _, clause := range c.Clauses {
		f, ok := clause.(*tree.ForClause)
		if !ok {
			continue
		}
		bound := variables(f.Vars, nil)
		for _, id := range p.names.ids {
			within := id.NamePos.Line > start.Line || id.NamePos.Line == start.Line && id.NamePos.Col >= start.Col
			if within && bound[id.Name] {
				fail(id.NamePos, "assignment expression cannot rebind comprehension iteration variable %q", id.Name)
			}
		}
	}
}
