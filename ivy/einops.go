package ivy

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/goivy/goivy/ivy/ops"
)

// The functions of the einops library (A. Rogozhnikov, "Einops: Clear and Reliable
// Tensor Manipulations with Einstein-like Notation", ICLR 2022), in its notation.

func (e *Env) einopsRearrange(x any, pattern string, opts []Option) *Array {
	a, o, _ := e.use(ops.EinopsRearrange, x, opts)
	p, err := parsePattern(pattern)
	check(err)
	check(p.rearranges())
	return e.toOut(e.rearrange(a, p, opts, nil), &o)
}

func (e *Env) einopsReduce(x any, pattern, reduction string, opts []Option) *Array {
	a, o, _ := e.use(ops.EinopsReduce, x, opts)
	p, err := parsePattern(pattern)
	check(err)
	f := reductions[reduction]
	if f == nil {
		check(errorf(ErrValue, "reduction %q, want %s", reduction, strings.Join(slices.Sorted(maps.Keys(reductions)), ", ")))
	}
	check(p.reduces())
	return e.toOut(e.rearrange(a, p, opts, f), &o)
}

func (e *Env) einopsRepeat(x any, pattern string, opts []Option) *Array {
	a, o, _ := e.use(ops.EinopsRepeat, x, opts)
	p, err := parsePattern(pattern)
	check(err)
	check(p.repeats(get(opts, AxesLengths(nil))))
	return e.toOut(e.rearrange(a, p, opts, nil), &o)
}

// reductions are the functions that EinopsReduce may be told to reduce by.
var reductions = map[string]func(*Env, any, ...Option) *Array{
	"all": (*Env).All, "any": (*Env).Any, "max": (*Env).Max, "mean": (*Env).Mean,
	"min": (*Env).Min, "prod": (*Env).Prod, "sum": (*Env).Sum,
}

// rearrange does what a pattern says: it splits the axes of a, reduces over those that
// the right side lacks, puts the others in the right side's order, broadcasts to those that
// only the right side has, and joins axes.
func (e *Env) rearrange(a *Array, p *pattern, opts []Option, reduction func(*Env, any, ...Option) *Array) *Array {
	plan, err := p.plan(a.shape, get(opts, AxesLengths(nil)))
	check(err)
	z := e.Reshape(a, plan.split)
	if reduction != nil { // over no axes too: the result's dtype does not depend on the pattern
		z = reduction(e, z, plan.reduced)
	}
	z = e.PermuteDims(z, plan.perm)
	if !slices.Equal(plan.thin, plan.wide) {
		z = e.BroadcastTo(e.Reshape(z, plan.thin), plan.wide)
	}
	return e.Reshape(z, plan.out)
}

// A pattern is two sides of axes: "b (h w) -> b h w".
type pattern struct {
	text        string
	left, right side
}

// A side is the axes of an array, and the names among their factors.
type side struct {
	axes  []axisPattern
	names map[string]bool
}

// An axisPattern is an axis of an array: the product of elementary ones, the last of them the
// fastest; of none for a length of 1. spread is "..." outside of parentheses, which
// stands for as many axes as it takes.
type axisPattern struct {
	factors []factor
	spread  bool
}

// A factor is an elementary axis: a name, "..." or a number, its length.
type factor struct {
	name   string
	length int
}

const dots = "..."

func (x factor) String() string {
	if x.name == "" {
		return strconv.Itoa(x.length)
	}
	return x.name
}

func (p *pattern) errorf(kind error, format string, args ...any) error {
	return errorf(kind, "pattern %q: %s", p.text, fmt.Sprintf(format, args...))
}

func parsePattern(text string) (*pattern, error) {
	p := &pattern{text: text}
	left, right, arrow := strings.Cut(text, "->")
	if !arrow || strings.Contains(right, "->") {
		return nil, p.errorf(ErrValue, "want two sides, with one -> between them")
	}
	var err error
	if p.left, err = p.side(left); err != nil {
		return nil, err
	}
	if p.right, err = p.side(right); err != nil {
		return nil, err
	}
	switch spread := slices.ContainsFunc(p.left.axes, func(l axisPattern) bool { return l.spread }); {
	case p.left.names[dots] && !spread:
		return nil, p.errorf(ErrValue, "... in parentheses on the left side")
	case p.right.names[dots] && !spread:
		return nil, p.errorf(ErrValue, "... on the right side alone")
	}
	return p, nil
}

// side parses one side of the pattern.
func (p *pattern) side(text string) (side, error) {
	s := side{names: map[string]bool{}}
	open := false // a parenthesis
	for i := 0; i < len(text); {
		rest := text[i:]
		switch {
		case rest[0] == ' ':
			i++
			continue
		case rest[0] == '(' && open:
			return side{}, p.errorf(ErrValue, "parentheses inside parentheses")
		case rest[0] == '(':
			open = true
			s.axes = append(s.axes, axisPattern{})
			i++
			continue
		case rest[0] == ')' && !open:
			return side{}, p.errorf(ErrValue, "a closing parenthesis too many")
		case rest[0] == ')':
			open = false
			i++
			continue
		}
		word := rest
		if n := strings.IndexAny(rest, " ()"); n >= 0 {
			word = rest[:n]
		}
		i += len(word)
		x, err := p.factor(word)
		if err != nil {
			return side{}, err
		}
		if s.names[x.name] {
			return side{}, p.errorf(ErrValue, "axis %v twice on one side", x)
		}
		if x.name != "" {
			s.names[x.name] = true
		}
		if !open {
			s.axes = append(s.axes, axisPattern{spread: x.name == dots})
		}
		if x.length != 1 {
			last := &s.axes[len(s.axes)-1]
			last.factors = append(last.factors, x)
		}
	}
	if open {
		return side{}, p.errorf(ErrValue, "a parenthesis is not closed")
	}
	return s, nil
}

// factor parses a name, a number or "...". The constant 1 has length 1 here.
func (p *pattern) factor(word string) (factor, error) {
	switch {
	case word == dots || isAxisName(word):
		return factor{name: word}, nil
	case strings.Trim(word, "0123456789") == "":
		n, err := strconv.Atoi(word)
		if err != nil || n == 0 {
			return factor{}, p.errorf(ErrValue, "axis of length %s", word)
		}
		return factor{length: n}, nil
	}
	return factor{}, p.errorf(ErrValue, "%q is no axis: want a name of letters, digits and _, not first or last, a positive number, or ...", word)
}

// isAxisName reports whether s is an identifier that neither begins nor ends with _.
func isAxisName(s string) bool {
	for i, r := range s {
		if !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r) && r != '_') {
			return false
		}
	}
	return s != "" && s[len(s)-1] != '_'
}

// without returns the elementary axes that the side has and the other has not; every
// number is an axis by itself.
func (s side) without(other side) (out []factor) {
	for _, l := range s.axes {
		for _, x := range l.factors {
			if !other.names[x.name] {
				out = append(out, x)
			}
		}
	}
	return out
}

// rearranges, reduces and repeats say why a pattern is none of their functions, if so.

func (p *pattern) rearranges() error {
	for i, missing := range [][]factor{p.left.without(p.right), p.right.without(p.left)} {
		switch {
		case len(missing) == 0:
		case missing[0].name == "":
			return p.errorf(ErrValue, "constant axis %v, want 1 as the only constant", missing[0])
		default:
			return p.errorf(ErrValue, "axis %v on the %s side alone", missing[0], [...]string{"left", "right"}[i])
		}
	}
	return nil
}

func (p *pattern) reduces() error {
	if missing := p.right.without(p.left); len(missing) > 0 {
		return p.errorf(ErrValue, "axis %v on the right side alone", missing[0])
	}
	return nil
}

func (p *pattern) repeats(lengths AxesLengths) error {
	if missing := p.left.without(p.right); len(missing) > 0 {
		return p.errorf(ErrValue, "axis %v on the left side alone", missing[0])
	}
	for _, x := range p.right.without(p.left) {
		if _, known := lengths[x.name]; !known && x.name != "" {
			return p.errorf(ErrValue, "new axis %v without a length (give it by AxesLengths)", x)
		}
	}
	return nil
}

// A plan is a pattern with the lengths of its axes.
type plan struct {
	split   []int // the shape of x with its axes split
	reduced Axes  // those of split that the result lacks
	perm    []int // the others of split, in the order of the result
	thin    []int // the result before axes are joined, new axes with length 1
	wide    []int // the same with the lengths of new axes
	out     []int // the result's shape
}

// plan fits the pattern to an array's shape.
func (p *pattern) plan(dims []int, lengths AxesLengths) (*plan, error) {
	known := map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(lengths)) {
		n := lengths[name]
		switch {
		case !isAxisName(name):
			return nil, p.errorf(ErrValue, "length of axis %q, which is no name", name)
		case !p.left.names[name] && !p.right.names[name]:
			return nil, p.errorf(ErrValue, "length of axis %s, which is not there", name)
		case n < 0:
			return nil, p.errorf(ErrValue, "axis %s of length %d", name, n)
		}
		known[name] = n
	}
	left, right, err := p.spread(len(dims))
	if err != nil {
		return nil, err
	}
	for i, l := range left.axes {
		if err := p.infer(l, dims[i], known); err != nil {
			return nil, err
		}
	}

	// Axes of length 1 are left out on the way: there may be more of them than an array has axes.
	z := &plan{split: []int{}, reduced: Axes{}, perm: []int{}, thin: []int{}, wide: []int{}, out: []int{}}
	kept := map[string]int{} // the axis of what is left after reduction
	for _, l := range left.axes {
		for _, x := range l.factors {
			n := x.in(known)
			if n == 1 {
				continue
			}
			if right.names[x.name] {
				kept[x.name] = len(kept)
			} else {
				z.reduced = append(z.reduced, len(z.split))
			}
			z.split = append(z.split, n)
		}
	}
	for _, r := range right.axes {
		product := 1
		for _, x := range r.factors {
			n := x.in(known)
			if product, err = p.times(product, n); err != nil {
				return nil, err
			}
			if n == 1 {
				continue
			}
			at, old := kept[x.name]
			if old {
				z.perm = append(z.perm, at)
				z.thin = append(z.thin, n)
			} else {
				z.thin = append(z.thin, 1)
			}
			z.wide = append(z.wide, n)
		}
		z.out = append(z.out, product)
	}
	return z, nil
}

// in returns the length of an axis.
func (x factor) in(known map[string]int) int {
	if x.name == "" {
		return x.length
	}
	return known[x.name]
}

// spread returns both sides for an array of rank axes, with as many axes in place of
// "..." as there are; their names no pattern can have.
func (p *pattern) spread(rank int) (left, right side, err error) {
	n := rank - len(p.left.axes)
	switch spread := p.left.names[dots]; {
	case spread && n+1 < 0:
		return left, right, p.errorf(ErrShape, "%d dimensions, want %d or more", rank, len(p.left.axes)-1)
	case spread:
		n++
	case n != 0:
		return left, right, p.errorf(ErrShape, "%d dimensions, want %d", rank, len(p.left.axes))
	}
	many := make([]factor, n)
	for i := range many {
		many[i].name = dots + strconv.Itoa(i)
	}
	return p.left.expand(many), p.right.expand(many), nil
}

// expand returns the side with many in place of "...".
func (s side) expand(many []factor) side {
	if !s.names[dots] {
		return s
	}
	z := side{names: maps.Clone(s.names)}
	for _, x := range many {
		z.names[x.name] = true
	}
	for _, l := range s.axes {
		if l.spread {
			for i := range many {
				z.axes = append(z.axes, axisPattern{factors: many[i : i+1]})
			}
			continue
		}
		if i := slices.Index(l.factors, factor{name: dots}); i >= 0 {
			l.factors = slices.Concat(l.factors[:i], many, l.factors[i+1:])
		}
		z.axes = append(z.axes, l)
	}
	return z
}

// infer enters the length of the one axis of a pattern that is not known, and holds that
// the axis has length n.
func (p *pattern) infer(l axisPattern, n int, known map[string]int) error {
	product, open := 1, ""
	for _, x := range l.factors {
		length := x.length
		if x.name != "" {
			var ok bool
			if length, ok = known[x.name]; !ok && open != "" {
				return p.errorf(ErrValue, "the lengths of axes %s and %s are both open (give one by AxesLengths)", open, x.name)
			} else if !ok {
				open = x.name
				continue
			}
		}
		var err error
		if product, err = p.times(product, length); err != nil {
			return err
		}
	}
	switch {
	case open == "" && product != n:
		return p.errorf(ErrShape, "axis %s has length %d, want %d", l, n, product)
	case open == "":
	case product == 0 && n == 0:
		return p.errorf(ErrShape, "axis %s: any length will do in %s, which is 0 long without it", open, l)
	case product == 0 || n%product != 0:
		return p.errorf(ErrShape, "axis %s: length %d of %s is no multiple of %d", open, n, l, product)
	default:
		known[open] = n / product
	}
	return nil
}

// times multiplies lengths.
func (p *pattern) times(a, b int) (int, error) {
	hi, lo := bits.Mul(uint(a), uint(b))
	if hi != 0 || int(lo) < 0 {
		return 0, p.errorf(ErrShape, "axes of lengths %d and %d are too long together", a, b)
	}
	return int(lo), nil
}

// String returns the axis as patterns have it.
func (l axisPattern) String() string {
	names := make([]string, len(l.factors))
	for i, x := range l.factors {
		names[i] = x.String()
	}
	switch len(names) {
	case 0:
		return "1"
	case 1:
		return names[0]
	}
	return "(" + strings.Join(names, " ") + ")"
}
