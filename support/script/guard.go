package script

import (
	"math"
	"slices"

	"go.starlark.net/starlark"
	tree "go.starlark.net/syntax"

	"github.com/goivy/goivy/ivy/backend"
)

const maxInt = math.MaxInt

// physicalMemory returns the machine's memory in bytes, or 4 GiB, what a machine has at
// least, where that is not known.
func physicalMemory() int64 {
	if n, ok := backend.PhysicalMemory(); ok {
		return int64(n)
	}
	return 4 << 30
}

// DefaultArrayBytes returns the size that one array may have by default: half of the
// machine's memory, 2 GiB at least.
func DefaultArrayBytes() int64 { return max(physicalMemory()/2, 2<<30) }

// DefaultTotalBytes returns by how much a program may make the process grow by
// default: three quarters of the machine's memory.
func DefaultTotalBytes() int64 { return physicalMemory() / 4 * 3 }

// Names of the calls that guard puts into a tree. They are no identifiers, so no
// program can write or bind them.
const (
	callAttr    = "attribute()" // attribute()(x, "name")
	callDeclare = "declare()"   // declare()(value, f, "unsupported_dtypes") is f with that attribute
	callDict    = "dict()"      // dict()(k, x, …) is the dict {k: x, …}
	callIndex   = "index()"     // index()(x) is x, if it is short enough to be hashed
	callKey     = "key()"       // key()(x) is x, if it has a hash
	callPairs   = "pairs()"     // pairs()([(k, x), …]) is the dict {k: x, …}
	callSetItem = "setitem()"   // setitem()(v, x, k) is x[k] = v
	callIter    = "iterable()"  // iterable()(x) is x as a loop takes it
	callSplat   = "splat()"     // splat()(x) is x, if it is short enough to be arguments
)

// guard puts calls of ours where Starlark would look up methods of its own values,
// hash keys or copy arguments without asking for the cost: hashing and printing a
// tuple that holds itself twice, thirty levels deep, would not end.
func guard(f *tree.File) {
	declaring(f.Stmts)
	guardBlock(f.Stmts)
}

// declaring makes assignments to the attributes of functions that declare something
// those of a function with that declaration to its name. They are a program's own
// statements: a def could not give the name of another scope a value.
func declaring(stmts []tree.Stmt) {
	for i, s := range stmts {
		switch s := s.(type) {
		case *tree.AssignStmt:
			dot, ok := s.LHS.(*tree.DotExpr)
			if !ok || !slices.Contains(declaringAttributes, dot.Name.Name) {
				continue
			}
			name := &tree.Literal{Token: tree.STRING, TokenPos: dot.NamePos, Value: dot.Name.Name}
			call := wrapIn(callDeclare, dot.Dot, s.RHS, dot.X, name)
			if id, ok := dot.X.(*tree.Ident); ok {
				stmts[i] = &tree.AssignStmt{LHS: &tree.Ident{NamePos: id.NamePos, Name: id.Name}, OpPos: s.OpPos, Op: tree.EQ, RHS: call}
			} else {
				stmts[i] = &tree.ExprStmt{X: call}
			}
		case *tree.ForStmt:
			declaring(s.Body)
		case *tree.WhileStmt:
			declaring(s.Body)
		case *tree.IfStmt:
			declaring(s.True)
			declaring(s.False)
		}
	}
}

func guardStmt(s tree.Stmt) {
	switch s := s.(type) {
	case *tree.AssignStmt:
		guardTarget(s.LHS)
		s.RHS = guarded(s.RHS)
	case *tree.DefStmt:
		guardParams(s.Params)
		guardBlock(s.Body)
	case *tree.ExprStmt:
		s.X = guarded(s.X)
	case *tree.ForStmt:
		guardTarget(s.Vars)
		s.X = iterable(s.For, guarded(s.X))
		guardBlock(s.Body)
	case *tree.WhileStmt:
		s.Cond = guarded(s.Cond)
		guardBlock(s.Body)
	case *tree.IfStmt:
		s.Cond = guarded(s.Cond)
		guardBlock(s.True)
		guardBlock(s.False)
	case *tree.ReturnStmt:
		if s.Result != nil {
			s.Result = guarded(s.Result)
		}
	}
}

func guardBlock(stmts []tree.Stmt) {
	for i, s := range stmts {
		if a, ok := s.(*tree.AssignStmt); ok && a.Op == tree.EQ {
			if at, ok := a.LHS.(*tree.IndexExpr); ok {
				stmts[i] = &tree.ExprStmt{X: wrapIn(callSetItem, at.Lbrack, guarded(a.RHS), guarded(at.X), guarded(at.Y))}
				continue
			}
		}
		guardStmt(s)
	}
}

func guardParams(params []tree.Expr) {
	for _, p := range params {
		if b, ok := p.(*tree.BinaryExpr); ok { // name=default
			b.Y = guarded(b.Y)
		}
	}
}

func guardTarget(x tree.Expr) {
	switch x := x.(type) {
	case *tree.IndexExpr:
		x.X, x.Y = guarded(x.X), wrapIn(callIndex, tree.Start(x.Y), guarded(x.Y))
	case *tree.DotExpr:
		x.X = guarded(x.X)
	case *tree.ParenExpr:
		guardTarget(x.X)
	case *tree.TupleExpr:
		for _, y := range x.List {
			guardTarget(y)
		}
	case *tree.ListExpr:
		for _, y := range x.List {
			guardTarget(y)
		}
	}
}

func guardList(list []tree.Expr) {
	for i, x := range list {
		list[i] = guarded(x)
	}
}

// guarded returns x with the calls in it.
func guarded(x tree.Expr) tree.Expr {
	switch x := x.(type) {
	case *tree.BinaryExpr:
		x.X, x.Y = guarded(x.X), guarded(x.Y)
	case *tree.CallExpr:
		x.Fn = guarded(x.Fn)
		guardArgs(x.Args)
	case *tree.Comprehension:
		return guardedComprehension(x)
	case *tree.CondExpr:
		x.Cond, x.True, x.False = guarded(x.Cond), guarded(x.True), guarded(x.False)
	case *tree.DictExpr:
		return guardedDict(x)
	case *tree.DictEntry:
		x.Key, x.Value = guarded(x.Key), guarded(x.Value)
	case *tree.DotExpr:
		name := &tree.Literal{Token: tree.STRING, TokenPos: x.NamePos, Value: x.Name.Name}
		return wrapIn(callAttr, x.Dot, guarded(x.X), name)
	case *tree.IndexExpr:
		x.X, x.Y = guarded(x.X), guarded(x.Y)
	case *tree.LambdaExpr:
		guardParams(x.Params)
		x.Body = guarded(x.Body)
	case *tree.ListExpr:
		guardList(x.List)
	case *tree.ParenExpr:
		x.X = guarded(x.X)
	case *tree.TupleExpr:
		guardList(x.List)
	case *tree.UnaryExpr:
		if x.X != nil {
			x.X = guarded(x.X)
		}
	}
	return x
}

func guardArgs(args []tree.Expr) {
	for i, a := range args {
		switch a := a.(type) {
		case *tree.UnaryExpr:
			if a.Op == tree.STAR || a.Op == tree.STARSTAR {
				a.X = wrapIn(callSplat, a.OpPos, guarded(a.X))
				continue
			}
		case *tree.BinaryExpr:
			if a.Op == tree.EQ { // name=value
				a.Y = guarded(a.Y)
				continue
			}
		}
		args[i] = guarded(a)
	}
}

// guardedComprehension makes a dict of pairs where the body is one of a dict.
func guardedComprehension(x *tree.Comprehension) tree.Expr {
	for _, c := range x.Clauses {
		switch c := c.(type) {
		case *tree.ForClause:
			guardTarget(c.Vars)
			c.X = iterable(c.For, guarded(c.X))
		case *tree.IfClause:
			c.Cond = guarded(c.Cond)
		}
	}
	entry, ok := x.Body.(*tree.DictEntry)
	if !ok {
		x.Body = guarded(x.Body)
		return x
	}
	x.Body = &tree.TupleExpr{Lparen: entry.Colon, List: []tree.Expr{key(entry.Colon, guarded(entry.Key)), guarded(entry.Value)}, Rparen: entry.Colon}
	x.Curly = false
	return wrapIn(callPairs, x.Lbrack, x)
}

func guardedDict(x *tree.DictExpr) tree.Expr {
	if distinctTexts(x) {
		guardList(x.List)
		return x
	}
	var list []tree.Expr
	for _, e := range x.List {
		entry := e.(*tree.DictEntry)
		list = append(list, key(entry.Colon, guarded(entry.Key)), guarded(entry.Value))
	}
	return wrapIn(callDict, x.Lbrace, list...)
}

// distinctTexts reports whether the keys of a dict display are texts, each another: Starlark's own
// display is enough for them.
func distinctTexts(x *tree.DictExpr) bool {
	seen := map[any]bool{}
	for _, e := range x.List {
		key, ok := e.(*tree.DictEntry).Key.(*tree.Literal)
		if !ok || key.Token != tree.STRING || seen[key.Value] {
			return false
		}
		seen[key.Value] = true
	}
	return true
}

// iterable returns x as a loop takes it, unless it is a display.
func iterable(pos tree.Position, x tree.Expr) tree.Expr {
	switch x.(type) {
	case *tree.ListExpr, *tree.TupleExpr, *tree.DictExpr, *tree.Comprehension:
		return x
	}
	return wrapIn(callIter, pos, x)
}

func key(pos tree.Position, x tree.Expr) tree.Expr {
	if _, ok := x.(*tree.Literal); ok {
		return x
	}
	return wrapIn(callKey, pos, x)
}

func wrapIn(name string, pos tree.Position, args ...tree.Expr) tree.Expr {
	return &tree.CallExpr{Fn: &tree.Ident{NamePos: tree.Start(args[0]), Name: name}, Lparen: pos, Args: args, Rparen: pos}
}

// Limits of a value that is looked at as a whole.
const (
	maxNesting = 500     // levels
	maxParts   = 1 << 20 // values in it, each counted as often as it is met
	maxText    = 64 << 20
)

// visit calls f for x and all that it holds, and fails where that is too much. Every
// value met is a step of the program.
func (in *interp) visit(x starlark.Value, f func(starlark.Value)) error {
	left := maxParts
	var down func(x starlark.Value, depth int) error
	down = func(x starlark.Value, depth int) error {
		left--
		switch {
		case left < 0:
			return wrong("a value of more than %d parts", maxParts)
		case depth > maxNesting:
			return wrong("values nested more than %d deep", maxNesting)
		}
		f(x)
		switch x := x.(type) {
		case starlark.Tuple:
			for _, y := range x {
				if err := down(y, depth+1); err != nil {
					return err
				}
			}
		case *Results:
			for _, y := range x.values {
				if err := down(y, depth+1); err != nil {
					return err
				}
			}
		case *starlark.List:
			for i := range x.Len() {
				if err := down(x.Index(i), depth+1); err != nil {
					return err
				}
			}
		case *starlark.Dict:
			for _, item := range x.Items() {
				if err := down(item, depth); err != nil {
					return err
				}
			}
		case *starlark.Set:
			for y := range x.Elements() {
				if err := down(y, depth+1); err != nil {
					return err
				}
			}
		}
		return nil
	}
	err := down(x, 0)
	if e := in.work(maxParts - max(left, 0)); err == nil {
		err = e
	}
	return err
}

// hashable fails if x is too large to be hashed; whether it can be is Starlark's to say.
func (in *interp) hashable(x starlark.Value) error {
	if _, ok := x.(starlark.Tuple); !ok {
		return nil
	}
	return in.visit(x, func(starlark.Value) {})
}
