package syntax

import tree "go.starlark.net/syntax"

// What a program may be at most. The resolver and the compiler of Starlark
// recurse over the tree, chains of operators included, and Go cannot recover
// from a stack that overflows; so Parse refuses what is deeper.
const (
	MaxSource = 1 << 20 // bytes of a program
	MaxDepth  = 200     // expressions, brackets and blocks inside one another
	MaxChain  = 1000    // operators, comparisons, suffixes, elif or clauses in a row
	MaxTree   = 10_000  // levels of the tree that Parse makes
	MaxDigits = 4300    // digits of a decimal integer, as in Python 3.11

	MaxFunction = 1 << 16 // bytes of a def or lambda
	MaxCalls    = 1000    // calls within one another, as in Python
)

// checkTree refuses a tree of more than MaxTree levels. It keeps its own stack,
// since the tree may be of any depth.
func checkTree(file *tree.File) {
	type level struct {
		node  tree.Node
		depth int
	}
	stack := make([]level, 0, len(file.Stmts))
	for _, stmt := range file.Stmts {
		stack = append(stack, level{stmt, 1})
	}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if top.depth > MaxTree {
			fail(tree.Start(top.node), "expression too deep: more than %d levels", MaxTree)
		}
		children(top.node, func(child tree.Node) {
			stack = append(stack, level{child, top.depth + 1})
		})
	}
}

// children calls f for each node directly below n.
func children(n tree.Node, f func(tree.Node)) {
	exprs := func(list ...tree.Expr) {
		for _, x := range list {
			if x != nil {
				f(x)
			}
		}
	}
	stmts := func(list []tree.Stmt) {
		for _, s := range list {
			f(s)
		}
	}
	switch n := n.(type) {
	case *tree.AssignStmt:
		exprs(n.LHS, n.RHS)
	case *tree.DefStmt:
		exprs(n.Params...)
		stmts(n.Body)
	case *tree.ExprStmt:
		exprs(n.X)
	case *tree.ForStmt:
		exprs(n.Vars, n.X)
		stmts(n.Body)
	case *tree.WhileStmt:
		exprs(n.Cond)
		stmts(n.Body)
	case *tree.IfStmt:
		exprs(n.Cond)
		stmts(n.True)
		stmts(n.False)
	case *tree.ReturnStmt:
		exprs(n.Result)
	case *tree.BinaryExpr:
		exprs(n.X, n.Y)
	case *tree.CallExpr:
		exprs(n.Fn)
		exprs(n.Args...)
	case *tree.Comprehension:
		for _, clause := range n.Clauses {
			f(clause)
		}
		exprs(n.Body)
	case *tree.ForClause:
		exprs(n.Vars, n.X)
	case *tree.IfClause:
		exprs(n.Cond)
	case *tree.CondExpr:
		exprs(n.Cond, n.True, n.False)
	case *tree.DictExpr:
		exprs(n.List...)
	case *tree.DictEntry:
		exprs(n.Key, n.Value)
	case *tree.DotExpr:
		exprs(n.X)
	case *tree.IndexExpr:
		exprs(n.X, n.Y)
	case *tree.LambdaExpr:
		exprs(n.Params...)
		exprs(n.Body)
	case *tree.ListExpr:
		exprs(n.List...)
	case *tree.TupleExpr:
		exprs(n.List...)
	case *tree.UnaryExpr:
		exprs(n.X)
	}
}
