// Command arith writes the loops of arithmetic, comparisons and conversions of package
// simd, in AVX-512 or in AVX2: the assembly, and in Go its declarations and the tables
// in which it is found. Run go generate in package simd.
//
// A loop has a body, which is given registers of elements of its operands and returns
// one of the result's; what is round it is written here, the same for all.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"log"
	"maps"
	"math/bits"
	"os"
	"slices"
	"sort"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
	"github.com/mmcloughlin/avo/reg"
)

// A vec is a vector register.
type vec interface {
	reg.Register
	reg.Vec
}

type gp = reg.GPVirtual

// A kernel is a loop to write.
type kernel struct {
	op    string // what it is found by, in Go's table: an Op, or "cast", "choose"
	kinds []kind // the dtypes of the operands; of a cast, from and to
	name  string

	in     []int // bytes of an element of each operand
	out    int   // of the result
	lane   int   // of what the body computes, if that is more than any of these
	per    int   // how many of these elements one of the dtype's is; 0 is 1
	unroll int   // 0 is 4
	group  int   // AVX2: registers of operands to one of the result; 0: as the sizes say
	whole  bool  // AVX-512: without a mask for what is left at the end
	// nonTemporal says that it has a second function, whose stores are non-temporal.
	nonTemporal bool

	body func(g *gen, in []vec) result
}

// A result is what a body returns: a register of elements, which may be wider than
// the result's and are then cut to their low bytes, or a mask.
type result struct {
	v vec
	m *mask
}

// A gen writes functions for one level.
type gen struct {
	*build.Context
	avx512 bool

	lanes   int // elements in a register
	globals map[string]Mem
	wanted  []constant // by the body, when it is tried
	held    map[constant]vec

	broadcasts bool   // constants are broadcast from one element
	chainRows  []byte // of the table of steps, in Go
}

// A constant is one value in all elements of a register.
type constant struct {
	size int
	bits uint64
}

func (g *gen) wide() int {
	if g.avx512 {
		return 64
	}
	return 32
}

// reg returns a register of so many bytes, at least 16.
func (g *gen) reg(bytes int) vec {
	switch {
	case bytes > 32:
		return g.ZMM()
	case bytes > 16:
		return g.YMM()
	}
	return g.XMM()
}

// full returns a register as wide as there are.
func (g *gen) full() vec { return g.reg(g.wide()) }

// cut returns the low bytes of v as a register.
func cut(v vec, bytes int) vec {
	switch {
	case bytes > 32:
		return v.AsZ().(vec)
	case bytes > 16:
		return v.AsY().(vec)
	}
	return v.AsX().(vec)
}

// to returns a new full register into which f puts what it makes of args.
func (g *gen) to(f func(...Op), args ...Op) vec { return g.into(g.full(), f, args...) }

// two, three and four are instructions of so many operands.
func two(f func(a, b Op)) func(...Op)        { return func(o ...Op) { f(o[0], o[1]) } }
func three(f func(a, b, c Op)) func(...Op)   { return func(o ...Op) { f(o[0], o[1], o[2]) } }
func four(f func(a, b, c, d Op)) func(...Op) { return func(o ...Op) { f(o[0], o[1], o[2], o[3]) } }

func (g *gen) into(z vec, f func(...Op), args ...Op) vec {
	f(append(append([]Op{}, args...), z)...)
	return z
}

// data returns where a constant lies in memory, a register of it.
func (g *gen) data(c constant) Mem {
	v := c.bits
	for w := c.size; w < 8; w *= 2 {
		v |= v << (8 * w)
	}
	name := fmt.Sprintf("arith%d_%016x", g.wide()*8, v)
	m, ok := g.globals[name]
	if !ok {
		m = g.StaticGlobal(name)
		g.DataAttributes(attr.RODATA | attr.NOPTR)
		words := g.wide() / 8
		if g.broadcasts {
			words = 1
		}
		for i := range words {
			g.AddDatum(8*i, U64(v))
		}
		g.globals[name] = m
	}
	return m
}

// all returns a constant as an operand that may lie in memory: an instruction's first.
// There are registers to hold it in AVX-512 only.
func (g *gen) all(size int, bits uint64) Op {
	if size < 8 {
		bits &= 1<<(8*size) - 1
	}
	c := constant{size, bits}
	g.wanted = append(g.wanted, c)
	if v, ok := g.held[c]; ok {
		return v
	}
	return g.data(c)
}

// allOf is all for registers of so many bytes.
func (g *gen) allOf(bytes, size int, bits uint64) Op {
	m := g.all(size, bits)
	if v, ok := m.(vec); ok {
		return cut(v, bytes)
	}
	return m
}

// allIn is all in a register.
func (g *gen) allIn(size int, bits uint64) vec {
	m := g.all(size, bits)
	if v, ok := m.(vec); ok {
		return v
	}
	return g.to(two(g.VMOVDQU), m)
}

// hold tries what write writes, and loads the constants it asks for into registers.
func (g *gen) hold(write func(g *gen)) {
	trial := &gen{Context: build.NewContext(), avx512: g.avx512, lanes: g.lanes, globals: map[string]Mem{}}
	trial.Function("trial")
	write(trial)
	g.held = map[constant]vec{}
	if !g.avx512 {
		return
	}
	for _, c := range trial.wanted {
		if _, ok := g.held[c]; ok || len(g.held) == 14 {
			continue
		}
		load := g.VMOVDQU64
		if g.broadcasts {
			load = g.VPBROADCASTQ
		}
		g.held[c] = g.to(load, g.data(c))
	}
}

func (k kernel) width() int {
	w := max(k.out, k.lane)
	for _, n := range k.in {
		w = max(w, n)
	}
	return w
}

// groups is how many registers of operands fill one of the result.
func (k kernel) groups(g *gen) int {
	switch {
	case g.avx512:
		return 1
	case k.group != 0:
		return k.group
	}
	return min(k.width()/k.out, 4)
}

// chunk is how many elements the function needs at least, and a multiple of; 1 if any
// number will do.
func (k kernel) chunk(g *gen) int {
	if g.avx512 && !k.whole {
		return 1
	}
	return g.wide() / k.width() * k.groups(g)
}

func (g *gen) suffix() string {
	if g.avx512 {
		return "Z"
	}
	return "Y"
}

// streamSuffix is what the names of functions have whose stores are non-temporal.
const streamSuffix = "Stream"

// A loop is a function while it is written. Operands come with the distance from one
// element to the next, in bytes: that of one element that stands for all is 0, and it is
// repeated so often as the loop reads it.
type loop struct {
	*gen
	kernel
	stream bool // its stores are non-temporal

	lanes  int // elements of a register
	groups int // registers of an operand to one of the result, a chunk
	unroll int // chunks of a round
	mask   bool

	z, n  gp
	ptrs  []gp
	steps []gp // bytes from one chunk to the next
}

// write writes k's function; or if stream the one with non-temporal stores, which does whole rounds
// of the loop, from the begin of a cache line.
func (g *gen) write(k kernel, stream bool) {
	l := &loop{gen: g, kernel: k, stream: stream, lanes: g.wide() / k.width(), groups: k.groups(g), unroll: k.unroll, mask: k.chunk(g) == 1}
	g.lanes = l.lanes
	if l.unroll == 0 {
		l.unroll = 4
	}
	if l.groups > 1 {
		l.unroll = 1
	}
	l.prologue()
	if stream {
		l.streamRounds()
	} else {
		l.rounds()
		l.rest()
	}
	g.VZEROUPPER()
	g.RET()
}

// prologue begins the function, with its constants and parameters in registers.
func (l *loop) prologue() {
	name := l.name
	if l.stream {
		name += streamSuffix
	}
	l.Function(name + l.suffix())
	l.Attributes(attr.NOSPLIT)
	l.Pragma("noescape")
	names := []string{"x", "y"}
	if l.op == "choose" {
		names = []string{"c", "x", "y"}
		l.SignatureExpr("func(z, c, x, y *byte, dx, dy, n int)")
	} else {
		l.SignatureExpr("func(z, x, y *byte, dx, dy, n int)")
	}

	l.held = nil
	l.hold(func(t *gen) {
		in := make([]vec, len(l.in))
		for i, size := range l.in {
			in[i] = t.reg(l.lanes * size)
		}
		r := l.body(t, in)
		if r.m != nil {
			t.all(1, 1)
		}
	})

	l.z, l.n = l.param("z"), l.param("n")
	l.ptrs, l.steps = make([]gp, len(l.in)), make([]gp, len(l.in))
	for i := range l.in {
		l.ptrs[i] = l.param(names[i])
		if len(l.in) > 1 && names[i] != "c" {
			l.steps[i] = l.param("d" + names[i])
			if s := bits.TrailingZeros(uint(l.lanes * l.groups)); s > 0 {
				l.SHLQ(Imm(uint64(s)), l.steps[i])
			}
		}
	}
}

func (l *loop) param(name string) gp {
	p := l.GP64()
	l.Load(l.Param(name), p)
	return p
}

// advance goes on by so many chunks.
func (l *loop) advance(chunks int) {
	for i, p := range l.ptrs {
		if l.steps[i] != nil {
			l.LEAQ(Mem{Base: p, Index: l.steps[i], Scale: uint8(chunks)}, p)
		} else {
			l.ADDQ(U32(chunks*l.groups*l.lanes*l.in[i]), p)
		}
	}
	l.ADDQ(U32(chunks*l.groups*l.lanes*l.out), l.z)
	l.SUBQ(U32(chunks*l.groups*l.lanes), l.n)
}

// chunkAt computes a chunk of the round, or the lanes of it under a mask.
func (l *loop) chunkAt(chunk int, mask reg.OpmaskVirtual) {
	rs := make([]result, l.groups)
	for j := range l.groups {
		in := make([]vec, len(l.in))
		for i, size := range l.in {
			at := Mem{Base: l.ptrs[i], Disp: (chunk*l.groups + j) * l.lanes * size}
			in[i] = l.gen.load(at, l.lanes, size, mask)
		}
		rs[j] = l.body(l.gen, in)
	}
	at := Mem{Base: l.z, Disp: chunk * l.groups * l.lanes * l.out}
	switch {
	case l.stream:
		l.VMOVNTPS(rs[0].v, at)
	case l.avx512:
		l.storeZ(rs[0], at, l.lanes, l.out, l.width(), mask)
	default:
		l.storeY(rs, at, l.lanes, l.out, l.width())
	}
}

// streamRounds writes rounds with non-temporal stores.
func (l *loop) streamRounds() {
	l.Label("wide")
	for c := range l.unroll {
		l.chunkAt(c, nil)
	}
	l.advance(l.unroll)
	l.JG(LabelRef("wide"))
}

// rounds writes the rounds of several chunks, if there are such.
func (l *loop) rounds() {
	if l.unroll == 1 && !l.mask {
		return
	}
	l.Label("wide")
	l.CMPQ(l.n, U32(l.unroll*l.groups*l.lanes))
	l.JL(LabelRef("rest"))
	for c := range l.unroll {
		l.chunkAt(c, nil)
	}
	l.advance(l.unroll)
	l.JMP(LabelRef("wide"))
}

// rest writes one chunk after the other, the last one under a mask if the function has one.
func (l *loop) rest() {
	l.Label("rest")
	l.TESTQ(l.n, l.n)
	l.JLE(LabelRef("done"))
	var lanesMask reg.OpmaskVirtual
	if l.mask {
		// BZHI takes its index from the lowest byte: n is less than 256 here.
		if l.unroll*l.lanes > 256 {
			log.Fatalf("%s: too many elements at a time", l.name)
		}
		ones := l.GP64()
		l.MOVQ(I64(-1), ones)
		l.BZHIQ(l.n, ones, ones)
		lanesMask = l.K()
		l.KMOVQ(ones, lanesMask)
	}
	l.chunkAt(0, lanesMask)
	l.advance(1)
	l.JMP(LabelRef("rest"))
	l.Label("done")
}

// load loads lanes elements of a size, or those under a mask.
func (g *gen) load(m Mem, lanes, size int, k reg.OpmaskVirtual) vec {
	n := lanes * size
	v := g.reg(n)
	if k != nil {
		switch size {
		case 1:
			g.VMOVDQU8_Z(m, k, v)
		case 2:
			g.VMOVDQU16_Z(m, k, v)
		case 4:
			g.VMOVDQU32_Z(m, k, v)
		case 8:
			g.VMOVDQU64_Z(m, k, v)
		default:
			log.Fatal("no masks of such elements")
		}
		return v
	}
	switch n {
	case 64:
		g.VMOVDQU64(m, v)
	case 32, 16:
		g.VMOVDQU(m, v)
	case 8:
		g.VMOVQ(m, v)
	case 4:
		g.VMOVD(m, v)
	case 2:
		g.VPBROADCASTW(m, v)
	default:
		log.Fatalf("no load of %d bytes", n)
	}
	return v
}

func (g *gen) storeLow(v vec, m Mem, n int) {
	switch n {
	case 64:
		g.VMOVDQU64(v, m)
	case 32, 16:
		g.VMOVDQU(v, m)
	case 8:
		g.VMOVQ(v, m)
	case 4:
		g.VMOVD(v, m)
	default:
		log.Fatalf("no store of %d bytes", n)
	}
}

// storeZ stores a body's result with AVX-512: elements of a width as such of size out.
func (g *gen) storeZ(r result, m Mem, lanes, out, width int, k reg.OpmaskVirtual) {
	n := lanes * out
	v := r.v
	switch {
	case r.m != nil:
		v = g.reg(n)
		switch one := g.all(1, 1).(type) {
		case vec:
			g.VMOVDQU8_Z(cut(one, n), r.m.k, v)
		default:
			g.VMOVDQU8_Z(one, r.m.k, v)
		}
	case int(v.Size()) > max(n, 16):
		narrow := map[[2]int]func(...Op){
			{8, 4}: g.VPMOVQD, {8, 2}: g.VPMOVQW, {8, 1}: g.VPMOVQB, {4, 2}: g.VPMOVDW, {4, 1}: g.VPMOVDB, {2, 1}: g.VPMOVWB,
		}[[2]int{width, out}]
		v = g.into(g.reg(n), narrow, v)
	}
	if k == nil {
		g.storeLow(v, m, n)
		return
	}
	switch out {
	case 1:
		g.VMOVDQU8(v, k, m)
	case 2:
		g.VMOVDQU16(v, k, m)
	case 4:
		g.VMOVDQU32(v, k, m)
	case 8:
		g.VMOVDQU64(v, k, m)
	}
}

// storeY stores the results of a group with AVX2.
func (g *gen) storeY(rs []result, m Mem, lanes, out, width int) {
	n := lanes * out * len(rs)
	vs := make([]vec, len(rs))
	for i, r := range rs {
		vs[i] = r.v
		if r.m != nil {
			vs[i] = r.m.v
		}
	}
	flags := rs[0].m
	if int(vs[0].Size())*len(vs) > n {
		for ; width > out; width /= 2 {
			vs = g.halve(vs, width, flags != nil)
		}
	}
	if len(vs) > 1 {
		for i, v := range vs { // whose elements are narrow as they are
			m.Disp += n / len(vs) * min(i, 1)
			g.storeLow(v, m, n/len(vs))
		}
		return
	}
	v := vs[0]
	if flags != nil { // of bytes 0 and -1
		size := int(v.Size())
		if flags.not {
			v = g.into(g.reg(size), g.VPSUBB, g.allOf(size, 1, 0xff), v)
		} else {
			v = g.into(g.reg(size), g.VPABSB, v)
		}
	}
	g.storeLow(v, m, n)
}

// halve returns the low halves of elements of a width in half as many registers, or
// half of one. Masks need no more than that they be packed.
func (g *gen) halve(vs []vec, width int, masks bool) []vec {
	join := func(a, b, z vec) {
		size := int(z.Size())
		clear := func(v vec, low uint64) vec {
			if masks {
				return v
			}
			return g.into(g.reg(size), three(g.VPAND), g.allOf(size, width, low), v)
		}
		switch {
		case width == 16:
			g.VUNPCKLPD(b, a, z)
		case width == 8:
			g.VSHUFPS(Imm(0x88), b, a, z)
		case width == 4 && masks:
			g.VPACKSSDW(b, a, z)
		case width == 4:
			g.VPACKUSDW(clear(b, 0xffff), clear(a, 0xffff), z)
		case width == 2 && masks:
			g.VPACKSSWB(b, a, z)
		case width == 2:
			g.VPACKUSWB(clear(b, 0xff), clear(a, 0xff), z)
		default:
			log.Fatalf("no half of %d bytes", width)
		}
	}
	if len(vs) == 1 {
		if vs[0].Size() == 16 {
			z := g.XMM()
			join(vs[0], vs[0], z)
			return []vec{z}
		}
		high, z := g.XMM(), g.XMM()
		g.VEXTRACTI128(Imm(1), vs[0], high)
		join(cut(vs[0], 16), high, z)
		return []vec{z}
	}
	var zs []vec
	for i := 0; i < len(vs); i += 2 {
		z := g.YMM()
		join(vs[i], vs[i+1], z) // by halves of the registers
		g.VPERMQ(Imm(0xd8), z, z)
		zs = append(zs, z)
	}
	return zs
}

func main() {
	flags := flag.NewFlagSet("arith", flag.ExitOnError) // package build has its own
	level := flags.String("level", "avx512", "avx512 or avx2")
	out := flags.String("out", "", "assembly `file`")
	stubs := flags.String("stubs", "", "Go `file`")
	steps := flags.Bool("chains", false, "write the steps of chains instead of loops")
	_ = flags.Parse(os.Args[1:])

	g := &gen{Context: build.NewContext(), avx512: *level == "avx512", globals: map[string]Mem{}}
	g.ConstraintExpr("amd64")
	var ks []kernel
	if *steps {
		g.chains()
	} else {
		ks = kernels(g)
	}
	for _, k := range ks {
		g.write(k, false)
	}
	for _, k := range ks {
		if k.nonTemporal {
			g.write(k, true)
		}
	}
	f, err := g.Result()
	if err != nil {
		build.LogError(log.Default(), err, 10)
		log.Fatal("nothing written")
	}
	if *steps {
		for _, fn := range f.Functions() {
			renameResults(fn)
		}
	}
	if err := pass.Compile.Execute(f); err != nil {
		log.Fatal(err)
	}
	pc := printer.NewGoRunConfig()
	pc.Pkg = "simd"
	text, err := printer.NewGoAsm(pc).Print(f)
	if err != nil {
		log.Fatal(err)
	}
	var table []byte
	if *steps {
		text, table = chainText(text), g.chainTable(pc)
	} else {
		table = g.tables(pc, ks)
	}
	if err := os.WriteFile(*out, text, 0o666); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(*stubs, table, 0o666); err != nil {
		log.Fatal(err)
	}
}

// tables returns the file in Go: the declarations, and the tables by operation and dtype.
func (g *gen) tables(pc printer.Config, ks []kernel) []byte {
	t := &table{gen: g, kernels: ks, ids: map[string]int{}}
	fmt.Fprintf(&t.text, "// %s\n\n//go:build amd64\n\npackage simd\n\n", pc.GeneratedWarning())
	fmt.Fprintf(&t.text, "import (\n\"unsafe\"\n\n\"github.com/goivy/goivy/ivy/dtype\"\n)\n\n")
	for i, k := range ks {
		t.ids[k.name] = i + 1
	}
	for _, k := range ks {
		if k.nonTemporal {
			t.ids[k.name+streamSuffix] = len(t.ids) + 1
		}
	}
	t.arithmetic()
	t.casts()
	t.choices()
	// The calls are in a switch, since what a function value is given would go to the heap.
	t.call("arith", "z, x, y unsafe.Pointer, dx, dy, n int", "(*byte)(z), (*byte)(x), (*byte)(y), dx, dy, n", false)
	t.call("choose", "z, c, x, y unsafe.Pointer, dx, dy, n int", "(*byte)(z), (*byte)(c), (*byte)(x), (*byte)(y), dx, dy, n", true)
	t.declarations()
	text, err := format.Source(t.text.Bytes())
	if err != nil {
		log.Fatal(err)
	}
	return text
}

// A table is the file in Go while it is written.
type table struct {
	*gen
	kernels []kernel
	ids     map[string]int // of functions, by name
	text    bytes.Buffer
}

// level is what the names of the tables end in.
func (t *table) level() string {
	if t.avx512 {
		return "AVX512"
	}
	return "AVX2"
}

// row returns the fields of a Loop.
func (t *table) row(k kernel) string {
	in := append([]int{}, k.in...)
	for len(in) < 2 {
		in = append(in, 0)
	}
	return fmt.Sprintf("%d, %d, %t, %d, %d, %d, %d, %d", t.ids[k.name], t.ids[k.name+streamSuffix], t.avx512, k.out, in[0], in[1], max(k.per, 1), k.chunk(t.gen))
}

// lines writes the rows of each key, sorted.
func (t *table) lines(prefix string, keys []string, rows map[string][]string) {
	for _, key := range keys {
		fmt.Fprintf(&t.text, "%s%s: {\n", prefix, key)
		sort.Strings(rows[key])
		for _, r := range rows[key] {
			t.text.WriteString(r)
		}
		t.text.WriteString("},\n")
	}
}

// arithmetic writes the table by operation, in the order of the loops, and dtype.
func (t *table) arithmetic() {
	var order []string
	rows := map[string][]string{}
	for _, k := range t.kernels {
		if k.op == "cast" || k.op == "choose" {
			continue
		}
		for _, d := range k.kinds {
			p := k
			if p.per == 0 {
				p.per = d.size() / k.in[0]
			}
			if rows[k.op] == nil {
				order = append(order, k.op)
			}
			rows[k.op] = append(rows[k.op], fmt.Sprintf("dtype.%s: {%s},\n", d, t.row(p)))
		}
	}
	fmt.Fprintf(&t.text, "var arith%s = [opCount][dtype.Count]Loop{\n", t.level())
	t.lines("", order, rows)
	t.text.WriteString("}\n\n")
}

// casts writes the table of conversions by dtype and dtype.
func (t *table) casts() {
	rows := map[string][]string{}
	for _, k := range t.kernels {
		if k.op != "cast" {
			continue
		}
		for i := 0; i < len(k.kinds); i += 2 {
			from := string(k.kinds[i])
			rows[from] = append(rows[from], fmt.Sprintf("dtype.%s: {%s},\n", k.kinds[i+1], t.row(k)))
		}
	}
	fmt.Fprintf(&t.text, "var casts%s = [dtype.Count][dtype.Count]Loop{\n", t.level())
	t.lines("dtype.", slices.Sorted(maps.Keys(rows)), rows)
	t.text.WriteString("}\n\n")
}

// choices writes the table of where, by the bytes of an element.
func (t *table) choices() {
	fmt.Fprintf(&t.text, "var choices%s = [17]Choice{\n", t.level())
	for _, k := range t.kernels {
		if k.op == "choose" {
			fmt.Fprintf(&t.text, "%d: {%d, %t, %d, %d},\n", k.out, t.ids[k.name], t.avx512, k.out, k.chunk(t.gen))
		}
	}
	t.text.WriteString("}\n\n")
}

// call writes the function that calls a loop by its number.
func (t *table) call(name, params, args string, choose bool) {
	fmt.Fprintf(&t.text, "//go:noinline\nfunc %s%s(id uint16, %s) {\nswitch id {\n", name, t.suffix(), params)
	for _, k := range t.kernels {
		if (k.op == "choose") == choose {
			fmt.Fprintf(&t.text, "case %d:\n%s(%s)\n", t.ids[k.name], k.name+t.suffix(), args)
		}
		if !choose && k.nonTemporal {
			fmt.Fprintf(&t.text, "case %d:\n%s(%s)\n", t.ids[k.name+streamSuffix], k.name+streamSuffix+t.suffix(), args)
		}
	}
	t.text.WriteString("default:\npanic(\"simd: no such loop\")\n}\n}\n\n")
}

// declarations writes the functions' declarations.
func (t *table) declarations() {
	for _, k := range t.kernels {
		params := "z, x, y *byte, dx, dy, n int"
		if k.op == "choose" {
			params = "z, c, x, y *byte, dx, dy, n int"
		}
		fmt.Fprintf(&t.text, "//go:noescape\nfunc %s(%s)\n\n", k.name+t.suffix(), params)
		if k.nonTemporal {
			fmt.Fprintf(&t.text, "//go:noescape\nfunc %s(%s)\n\n", k.name+streamSuffix+t.suffix(), params)
		}
	}
}
