package syntax

import (
	"slices"

	tree "go.starlark.net/syntax"
)

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
	switch n := n.(type) {
	case tree.Stmt:
		exprs, blocks := partsOf(n)
		eachExpr(exprs, f)
		for _, block := range blocks {
			for _, s := range block {
				f(s)
			}
		}
	case tree.Expr:
		eachExpr(operandsOf(n), f)
		if c, ok := n.(*tree.Comprehension); ok {
			for _, clause := range c.Clauses {
				f(clause)
			}
		}
	case *tree.ForClause:
		eachExpr([]tree.Expr{n.Vars, n.X}, f)
	case *tree.IfClause:
		f(n.Cond)
	}
}

// eachExpr calls f for each expression that is there.
func eachExpr(list []tree.Expr, f func(tree.Node)) {
	for _, x := range list {
		if x != nil {
			f(x)
		}
	}
}

// partsOf returns the expressions and the blocks of a statement.
func partsOf(s tree.Stmt) (exprs []tree.Expr, blocks [][]tree.Stmt) {
	switch s := s.(type) {
	case *tree.AssignStmt:
		return []tree.Expr{s.LHS, s.RHS}, nil
	case *tree.DefStmt:
		return s.Params, [][]tree.Stmt{s.Body}
	case *tree.ExprStmt:
		return []tree.Expr{s.X}, nil
	case *tree.ForStmt:
		return []tree.Expr{s.Vars, s.X}, [][]tree.Stmt{s.Body}
	case *tree.WhileStmt:
		return []tree.Expr{s.Cond}, [][]tree.Stmt{s.Body}
	case *tree.IfStmt:
		return []tree.Expr{s.Cond}, [][]tree.Stmt{s.True, s.False}
	case *tree.ReturnStmt:
		return []tree.Expr{s.Result}, nil
	}
	return nil, nil
}

// operandsOf returns the expressions directly below x.
func operandsOf(x tree.Expr) []tree.Expr {
	switch x := x.(type) {
	case *tree.BinaryExpr:
		return []tree.Expr{x.X, x.Y}
	case *tree.CallExpr:
		return append([]tree.Expr{x.Fn}, x.Args...)
	case *tree.Comprehension:
		return []tree.Expr{x.Body}
	case *tree.CondExpr:
		return []tree.Expr{x.Cond, x.True, x.False}
	case *tree.DictExpr:
		return x.List
	case *tree.DictEntry:
		return []tree.Expr{x.Key, x.Value}
	case *tree.DotExpr:
		return []tree.Expr{x.X}
	case *tree.IndexExpr:
		return []tree.Expr{x.X, x.Y}
	case *tree.LambdaExpr:
		return append(slices.Clip(x.Params), x.Body)
	case *tree.ListExpr:
		return x.List
	case *tree.TupleExpr:
		return x.List
	case *tree.UnaryExpr:
		return []tree.Expr{x.X}
	}
	return nil
}
