// Package syntax parses programs in Starlark's grammar with Python's array
// forms and builds the trees of go.starlark.net, which its resolver and
// interpreter run.
//
// Beyond Starlark it takes, with Python's precedence and order of evaluation:
// ** and @, **= and @=, subscripts such as x[:, 0], x[..., None] and
// x[1:3, ::-1, m] as values and as targets, 1j, chained comparisons, is and is
// not, load(…) as an ordinary call, adjacent strings, Python's numbers and
// escapes, tuples with a trailing comma, f-strings, set displays, stars in displays
// and targets, x = y = v, and Python's import, with, assert and del, decorators of a
// def, annotations, which say nothing, ** in displays, the else of loops and generator
// expressions. It has no class, try, raise, yield, global and match; each is refused by
// name, with what to write instead.
//
// # The calls
//
// Starlark's comparisons give only a bool, its Truth cannot fail, its operators
// allocate before anyone can look at the size, and its tree has no word for some
// of the forms. So every operator, condition and subscript becomes a call of a
// name that a program itself cannot write (Parse refuses it). The names must be
// predeclared, or be globals of a chunk; [Predeclared] makes them all from an [Ops].
// The op of a call is a string literal, the operator as written ("not in",
// "is not" with one space).
//
//	program                 tree
//	x + y                   __binary__("+", x, y)      + - * / // % @ ** & | ^ << >>
//	-x                      __unary__("-", x)          + - ~
//	not x                   __not__(x)
//	x < y                   __compare__("<", x, y)     == != < <= > >= in, not in, is, is not
//	x < y < z               __chain__("<", __link__("<", x, y), __more__() and z)
//	x < y < z < w           __chain__("<", __link__("<", __link__("<", x, y), __more__() and z), __more__() and w)
//	if x < y < z            if __link__("<", __link__("<", x, y), __more__() and z)
//	x and y                 __value__(__test__(x) and y)
//	x or y                  __value__(__test__(x) or y)
//	if x, while x, … if x   if __truth__(x)            also in x if c else y
//	if x and not y          if __truth__(x) and not __truth__(y)
//	x[k]                    __getitem__(x, k)
//	x[k] = v                x[k] = v                   SetKey or SetIndex of x
//	x[a:b:c]                __getitem__(x, __slice__(a, b, c))
//	x[1:, 0]                __getitem__(x, (__slice__(1, None, None), 0))
//	...                     __ellipsis__               a value, not a call
//	2.5j                    __imag__(2.5)
//	x += v                  x = __augment__("+", x, v)
//	x[k] += v               __store__("+", __item__(x, k), v)
//	x.f += v                __store__("+", __attr__(x, "f"), v)
//	def f(): …              def f(): __enter__(); …    after the documentation string
//	lambda: x               lambda: __enter__() and x
//	f"a{x!r:>{n}}"          __formatted__(["a", __format__(x, "r", __formatted__([">", __format__(n, "", "")]))])
//	{x, y}                  __set__([x, y])            a comprehension in the place of the list likewise
//	[x, *y]                 __display__("list", ".*", [x, y])
//	{**x, k: v}             __merge__("{}", [x, {k: v}])
//	f(**x, k=v)             f(**__merge__("()", [x, {"k": v}]))
//	(x for y in z if c)     __generator__(z, lambda __element__: __enter__() and [x for y in (__element__,) if c], False)
//	(x for y in z for w in v)  __generator__(z, lambda __element__: __enter__() and
//	                        [__generator__(v, lambda __element__: …, False) for y in (__element__,)], True)
//	x, y = v                (x, y) = __unpack__("(..)", v)   v itself if it is a display of two
//	x, *y = v               (x, y) = __unpack__("(.*)", v)
//	for x, *y in v: …       for __element__ in v: (x, y) = __unpack__("(.*)", __element__); …
//	[x for x, y in v]       [x for __element__ in v for (x, y) in (__unpack__("(..)", __element__),)]
//	x = y = v               (x, y) = __same__(v, 2)
//	assert x, y             None if __truth__(x) else __assert__(True, y)
//	del x[k]                __delitem__(x, k)
//	del x                   (x,) = __unbind__("x", x)  the name is "" in a def
//	import m.n              m = __import__("m.n", "", "m")
//	import m.n as x         x = __import__("m.n", "", "m.n")
//	from m import x         x = __import__("m", "x", "m")
//	with x as y: …          for y in __with__(x, True): …
//	with x: …               for () in __with__(x, False): …
//	f(x := v, x)            __names1__ = __names__(); for x in (): pass
//	                        __value1__ = f(__named__(__names1__, "x", v), __name_of__(__names1__, "x") if __name_is__(__names1__, "x") else x)
//	                        if __names_end__(__names1__, "x"): x = __name_of__(__names1__, "x")
//	                        __value1__        the conditions of if and while likewise, before the statement
//	def f(): …, in a with   def f(): …; f = __defined__(f)
//	break, in a with        __leave__("break"); break  and after it: if __left__("break"): break
//	for …: … else: …        for …: …  with __leave__("else") before each break; if not __left__("else"): …
//	@x                      __decorators__([x]); def f(): …; f = __decorate__(f)
//
// What each owes:
//
//   - __binary__, __unary__ and __compare__ return any value. For Starlark's own
//     values the meaning is Starlark's unless the evaluator wants another; [Token]
//     gives the operator for starlark.Binary.
//   - __truth__ returns a Bool, or fails where x has no truth. __not__ returns
//     its negation.
//   - __test__(x) finds the truth of x once and returns a value that holds x and
//     answers it as its Truth. The tree's own and and or then choose, lazily,
//     since compiled code asks that Truth only; __value__ takes x out again and
//     returns anything else as it is. Thus no operand is wrapped in a function:
//     a name within one would be resolved at the end of the file instead of in
//     place, and would turn local variables into cells.
//   - __link__(op, x, y) compares, finds the truth of the result and returns a
//     link: the result, its truth, which is also the link's Truth, and y. With a link for x it compares that
//     link's y with this one, unless the link is false: then it returns the link
//     unchanged. __more__(), which is called directly after a __link__ returned
//     and before anything else runs, returns the truth of that link; if it is
//     false, the next operand is not evaluated, and False stands in its place.
//     __chain__ is the last link and returns the result itself.
//   - __getitem__ gets keys as Python's __getitem__ does: a tuple for more than
//     one, slices as __slice__ made them with None for a missing bound. A target
//     stays an index expression with the same key.
//   - __augment__ returns the updated value, x itself if the update is in place.
//     __item__ and __attr__ read the old value and return a reference to its
//     place; v is evaluated after that, and __store__ updates and writes back;
//     its result is not used. Object and key are evaluated once.
//   - __enter__() returns True, or fails when too many calls are active.
//   - __unpack__ returns the elements as its pattern has them, a list for the star.
//   - __unbind__ returns one element that leaves its variable without a value; a name
//     says that a global is gone.
//   - __with__ enters a scope and returns what holds one element, the value that the
//     scope has, or (): the interpreter ends the loop over it on every way out, also
//     that of an error, and with it the scope. __leave__ notes that a break or continue is
//     meant for a loop around it, __left__ asks for that once.
//   - __merge__ returns a dict of what the dicts hold, the last for a key that comes
//     twice; in a call ("()") such a key is an error.
//   - __generator__ returns what gives, once, for each element of its first argument what
//     the function makes of it: the elements of that list, or with True the elements of
//     its elements. The function is called when the element is asked for.
//   - __names__ returns what holds the values of a statement's assignment expressions, by
//     name: __named__ puts one in, __name_is__ says whether one is there, __name_of__
//     returns it, and __names_end__ says that the statement has ended: nothing is there
//     for it any more, and nothing can be put in.
//   - __defined__ returns what a function is to be that was defined within scopes.
//   - __decorators__ keeps its list until the next __decorate__, which applies them from
//     the last to the first. Between the two is the def alone.
//
// Operands are evaluated and asked for their truth in the order of CPython and
// as often.
//
// # Positions and limits
//
// The position of a failing call is that of its operator or opening bracket.
// Parse refuses programs beyond [MaxSource], [MaxDepth], [MaxChain] and
// [MaxTree], so that neither the resolver nor the compiler overflows the stack.
// Starlark gives a call as much memory as its function may ever need and allows
// 100,000 calls within one another; [MaxFunction] and [MaxCalls] bound both.
// The rest is the evaluator's: a step limit, and the size of what __binary__,
// __augment__ and Starlark's functions are about to make. Those of the functions
// that ask a value's Truth themselves (bool, any, all) or compare (sorted, min,
// max, index and remove of lists) it replaces if arrays are to work there.
package syntax

import tree "go.starlark.net/syntax"

// Names that the trees use; see the package comment for their meaning.
const (
	CallBinary  = "__binary__"
	CallUnary   = "__unary__"
	CallNot     = "__not__"
	CallCompare = "__compare__"
	CallLink    = "__link__"
	CallMore    = "__more__"
	CallChain   = "__chain__"
	CallTest    = "__test__"
	CallValue   = "__value__"
	CallTruth   = "__truth__"
	CallGetItem = "__getitem__"
	CallSlice   = "__slice__"
	CallImag    = "__imag__"
	CallAugment = "__augment__"
	CallItem    = "__item__"
	CallAttr    = "__attr__"
	CallStore   = "__store__"
	CallEnter   = "__enter__"

	CallFormat     = "__format__"
	CallFormatted  = "__formatted__"
	CallSet        = "__set__"
	CallDisplay    = "__display__"
	CallUnpack     = "__unpack__"
	CallSame       = "__same__"
	CallAssert     = "__assert__"
	CallDelItem    = "__delitem__"
	CallUnbind     = "__unbind__"
	CallImport     = "__import__"
	CallWith       = "__with__"
	CallLeave      = "__leave__"
	CallLeft       = "__left__"
	CallDecorators = "__decorators__"
	CallDecorate   = "__decorate__"
	CallMerge      = "__merge__"
	CallGenerator  = "__generator__"
	CallDefined    = "__defined__"
	CallNames      = "__names__"
	CallNamed      = "__named__"
	CallNameIs     = "__name_is__"
	CallNameOf     = "__name_of__"
	CallNamesEnd   = "__names_end__"

	// ElementName is the variable of a loop that takes its elements apart. It may be
	// left as a global; who keeps globals may delete it.
	ElementName = "__element__"

	// EllipsisName is the name of the value of "...".
	EllipsisName = "__ellipsis__"

	// ResultName is the global to which [Result] assigns a program's value.
	ResultName = "__result__"
)

// reserved holds the names that a program cannot use.
var reserved = map[string]bool{
	CallBinary: true, CallUnary: true, CallNot: true, CallCompare: true, CallLink: true, CallMore: true,
	CallChain: true, CallTest: true, CallValue: true, CallTruth: true, CallGetItem: true, CallSlice: true,
	CallImag: true, CallAugment: true, CallItem: true, CallAttr: true, CallStore: true, CallEnter: true,
	CallFormat: true, CallFormatted: true, CallSet: true, CallDisplay: true, CallUnpack: true, CallSame: true,
	CallAssert: true, CallDelItem: true, CallUnbind: true, CallImport: true, CallWith: true, CallLeave: true,
	CallLeft: true, CallDecorators: true, CallDecorate: true, CallMerge: true, CallGenerator: true,
	CallDefined: true, CallNames: true, CallNamed: true, CallNameIs: true, CallNameOf: true, CallNamesEnd: true,
	EllipsisName: true, ResultName: true, ElementName: true,
}

// constants holds the names that a program can use but not bind.
var constants = map[string]bool{"None": true, "True": true, "False": true}

// operatorTokens maps the operators of __binary__, __unary__ and __augment__ to
// Starlark's, which lacks ** and @.
var operatorTokens = map[string]tree.Token{
	"+": tree.PLUS, "-": tree.MINUS, "*": tree.STAR, "/": tree.SLASH, "//": tree.SLASHSLASH, "%": tree.PERCENT,
	"&": tree.AMP, "|": tree.PIPE, "^": tree.CIRCUMFLEX, "<<": tree.LTLT, ">>": tree.GTGT, "~": tree.TILDE,
	"==": tree.EQL, "!=": tree.NEQ, "<": tree.LT, "<=": tree.LE, ">": tree.GT, ">=": tree.GE,
	"in": tree.IN, "not in": tree.NOT_IN,
}

// Token returns Starlark's token for the op of a call, as starlark.Binary,
// starlark.Unary and starlark.Compare take it. Starlark has none for "**", "@",
// "is" and "is not".
func Token(op string) (tree.Token, bool) {
	t, ok := operatorTokens[op]
	return t, ok
}
