package promote

import (
	"fmt"
	"strings"

	"github.com/goivy/goivy/ivy/dtype"
)

// Lattice is a rule made of a graph of dtypes and weak types: operands have in
// common the least type above all of them. A weak type, as "int*", stands for the
// scalars of its kind and for weak arrays; where it is what operands have in common,
// the result is weak and of the kind's default dtype. Operands that are all weak
// are promoted by their dtypes first, and the result is weak. Dimensions do not count.
type Lattice struct {
	// ErrorClass is the Class of errors. WeakByKind has operands that are all weak
	// promoted by their kinds as well, as JAX does under strict promotion.
	ErrorClass string
	WeakByKind bool

	name string
	def  dtype.Defaults
	why  string
	up   [numNodes]nodes // the nodes at or above a node; none if it is not in the graph
}

// A node is a dtype or, from weakNode on, the weak type of a kind.
type node uint8

const (
	weakNode = node(dtype.Count)
	numNodes = weakNode + node(dtype.KindComplex) + 1
)

// nodes is a set of them.
type nodes uint32

func (s nodes) has(n node) bool { return s>>n&1 != 0 }

func (n node) String() string {
	if n >= weakNode {
		return dtype.Kind(n-weakNode).String() + "*"
	}
	return dtype.Dtype(n).String()
}

func (s nodes) String() string {
	var names []string
	for n := range numNodes {
		if s.has(n) {
			names = append(names, n.String())
		}
	}
	return strings.Join(names, ", ")
}

// NewLattice returns the rule of a graph: above has, for the name of each type, those
// directly above it. Names are dtypes, and "int*", "float*" and "complex*" for the
// weak types, whose default dtypes are def's. why is the cure that errors give. An
// unknown name, one that is used but has no entry, and a circle are errors.
func NewLattice(name string, above map[string][]string, def dtype.Defaults, why string) (*Lattice, error) {
	l := &Lattice{name: name, def: def, why: why}
	for text := range above {
		n, err := parseNode(text)
		if err != nil {
			return nil, fmt.Errorf("promote: lattice %q: %w", name, err)
		}
		l.up[n] = 1 << n
	}
	for text, ups := range above {
		n, _ := parseNode(text)
		for _, u := range ups {
			m, err := parseNode(u)
			if err != nil {
				return nil, fmt.Errorf("promote: lattice %q, above %s: %w", name, text, err)
			}
			if l.up[m] == 0 {
				return nil, fmt.Errorf("promote: lattice %q: %s, above %s, has no entry", name, u, text)
			}
			l.up[n] |= 1 << m
		}
	}
	// What is above what is above: as often as a path may be long.
	for range numNodes {
		for n := range numNodes {
			for m := range numNodes {
				if l.up[n].has(m) {
					l.up[n] |= l.up[m]
				}
			}
		}
	}
	for n := range numNodes {
		for m := range n {
			if l.up[n].has(m) && l.up[m].has(n) {
				return nil, fmt.Errorf("promote: lattice %q: %v and %v are above each other", name, m, n)
			}
		}
	}
	return l, nil
}

func parseNode(text string) (node, error) {
	for n := range numNodes {
		if n != node(dtype.Invalid) && n != weakNode && n.String() == text {
			return n, nil
		}
	}
	return 0, fmt.Errorf("%q names no dtype or weak type", text)
}

// Name returns the rule's name.
func (l *Lattice) Name() string { return l.name }

// Promote returns the least type above a and b.
func (l *Lattice) Promote(a, b Arg) (Result, error) { return l.PromoteAll(a, b) }

// PromoteAll returns the least type above all args, one or more.
func (l *Lattice) PromoteAll(args ...Arg) (Result, error) {
	if len(args) == 0 {
		return Result{}, &Error{Rule: l.name, Class: l.ErrorClass, Why: "no operands"}
	}
	allWeak := !l.WeakByKind || len(args) == 1
	for _, a := range args {
		allWeak = allWeak && weakOf(a) >= weakNode
	}
	if allWeak {
		if n, _, _ := l.least(args, l.strongOf); n != 0 {
			r := l.result(n)
			return Result{Dtype: r.Dtype, Weak: true}, nil
		}
	}
	n, at, why := l.least(args, weakOf)
	if n == 0 {
		if at == 0 {
			at = min(1, len(args)-1)
		}
		return Result{}, &Error{Rule: l.name, Class: l.ErrorClass, A: args[0], B: args[at], Why: why}
	}
	return l.result(n), nil
}

// weakOf returns the node of an operand: a bool is never weak.
func weakOf(a Arg) node {
	k := a.Scalar
	if a.Weak {
		k = a.Dtype.Kind()
	}
	switch k {
	case dtype.NoKind:
		if !a.Dtype.IsValid() || a.Half {
			return node(dtype.Invalid)
		}
		return node(a.Dtype)
	case dtype.KindBool:
		return node(dtype.Bool)
	case dtype.KindUint:
		k = dtype.KindInt
	}
	return weakNode + node(k)
}

// strongOf returns the node of a weak operand's dtype.
func (l *Lattice) strongOf(a Arg) node {
	if a.Scalar != dtype.NoKind {
		return node(l.result(weakOf(a)).Dtype)
	}
	return node(a.Dtype)
}

// result returns what a node stands for.
func (l *Lattice) result(n node) Result {
	if n >= weakNode {
		return Result{Dtype: l.def.Of(dtype.Kind(n - weakNode)), Weak: true}
	}
	return Result{Dtype: dtype.Dtype(n)}
}

// least returns the least node above all args, or 0, the index of the first that
// has none in common with those before it, and why.
func (l *Lattice) least(args []Arg, of func(Arg) node) (least node, at int, why string) {
	common := ^nodes(0)
	for i, a := range args {
		n := of(a)
		if n >= numNodes || l.up[n] == 0 {
			return 0, i, fmt.Sprintf("%v is not in the lattice", n)
		}
		if common &= l.up[n]; common == 0 {
			return 0, i, l.why
		}
	}
	for n := range numNodes {
		if common.has(n) && common&^l.up[n] == 0 {
			return n, 0, ""
		}
	}
	var lowest nodes
	for n := range numNodes {
		if common.has(n) && !l.aboveOther(n, common) {
			lowest |= 1 << n
		}
	}
	return 0, len(args) - 1, fmt.Sprintf("not one of %v is below the others", lowest)
}

// aboveOther reports whether n is above another node of s.
func (l *Lattice) aboveOther(n node, s nodes) bool {
	for m := range numNodes {
		if m != n && s.has(m) && l.up[m].has(n) {
			return true
		}
	}
	return false
}
