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
	"math/bits"
	"os"
	"sort"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
	"github.com/mmcloughlin/avo/reg"
)

type (
	vec = reg.VecVirtual
	gp  = reg.GPVirtual
)

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
	past   bool  // it has a second function, which writes past the caches

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
		for i := range g.wide() / 8 {
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
		g.held[c] = g.to(g.VMOVDQU64, g.data(c))
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

// pastSuffix is what the names of functions have that write past the caches.
const pastSuffix = "Past"

// write writes k's function, or if past that which writes past the caches: whole rounds of
// its loop, from the begin of a cache line. Operands come with the distance from one element to the
// next, in bytes: that of one element that stands for all is 0, and it is repeated so
// often as the loop reads it.
func (g *gen) write(k kernel, past bool) {
	lanes := g.wide() / k.width()
	g.lanes = lanes
	groups := k.groups(g)
	unroll := k.unroll
	if unroll == 0 {
		unroll = 4
	}
	if groups > 1 {
		unroll = 1
	}
	mask := k.chunk(g) == 1

	if past {
		g.Function(k.name + pastSuffix + g.suffix())
	} else {
		g.Function(k.name + g.suffix())
	}
	g.Attributes(attr.NOSPLIT)
	g.Pragma("noescape")
	choose := k.op == "choose"
	if choose {
		g.SignatureExpr("func(z, c, x, y *byte, dx, dy, n int)")
	} else {
		g.SignatureExpr("func(z, x, y *byte, dx, dy, n int)")
	}

	g.held = nil
	g.hold(func(t *gen) {
		in := make([]vec, len(k.in))
		for i, size := range k.in {
			in[i] = t.reg(lanes * size)
		}
		r := k.body(t, in)
		if r.m != nil {
			t.all(1, 1)
		}
	})

	names := []string{"x", "y"}
	if choose {
		names = []string{"c", "x", "y"}
	}
	load := func(name string) gp {
		p := g.GP64()
		g.Load(g.Param(name), p)
		return p
	}
	z, n := load("z"), load("n")
	ptrs := make([]gp, len(k.in))
	steps := make([]gp, len(k.in)) // bytes from one chunk to the next
	stretches := len(k.in) > 1
	for i := range k.in {
		ptrs[i] = load(names[i])
		if stretches && names[i] != "c" {
			steps[i] = load("d" + names[i])
			if s := bits.TrailingZeros(uint(lanes * groups)); s > 0 {
				g.SHLQ(Imm(uint64(s)), steps[i])
			}
		}
	}
	advance := func(chunks int) {
		for i, p := range ptrs {
			if steps[i] != nil {
				g.LEAQ(Mem{Base: p, Index: steps[i], Scale: uint8(chunks)}, p)
			} else {
				g.ADDQ(U32(chunks*groups*lanes*k.in[i]), p)
			}
		}
		g.ADDQ(U32(chunks*groups*lanes*k.out), z)
		g.SUBQ(U32(chunks*groups*lanes), n)
	}
	part := func(chunk int, lanesMask reg.OpmaskVirtual) {
		rs := make([]result, groups)
		for j := range groups {
			in := make([]vec, len(k.in))
			for i, size := range k.in {
				at := Mem{Base: ptrs[i], Disp: (chunk*groups + j) * lanes * size}
				in[i] = g.load(at, lanes, size, lanesMask)
			}
			rs[j] = k.body(g, in)
		}
		at := Mem{Base: z, Disp: chunk * groups * lanes * k.out}
		if past {
			g.VMOVNTPS(rs[0].v, at)
		} else if g.avx512 {
			g.storeZ(rs[0], at, lanes, k.out, k.width(), lanesMask)
		} else {
			g.storeY(rs, at, lanes, k.out, k.width())
		}
	}

	if past {
		g.Label("wide")
		for c := range unroll {
			part(c, nil)
		}
		advance(unroll)
		g.JG(LabelRef("wide"))
		g.VZEROUPPER()
		g.RET()
		return
	}
	if unroll > 1 || mask {
		g.Label("wide")
		g.CMPQ(n, U32(unroll*groups*lanes))
		g.JL(LabelRef("rest"))
		for c := range unroll {
			part(c, nil)
		}
		advance(unroll)
		g.JMP(LabelRef("wide"))
	}
	g.Label("rest")
	g.TESTQ(n, n)
	g.JLE(LabelRef("done"))
	var lanesMask reg.OpmaskVirtual
	if mask {
		// BZHI takes its index from the lowest byte: n is less than 256 here.
		if unroll*lanes > 256 {
			log.Fatalf("%s: too many elements at a time", k.name)
		}
		ones := g.GP64()
		g.MOVQ(I64(-1), ones)
		g.BZHIQ(n, ones, ones)
		lanesMask = g.K()
		g.KMOVQ(ones, lanesMask)
	}
	part(0, lanesMask)
	advance(1)
	g.JMP(LabelRef("rest"))
	g.Label("done")
	g.VZEROUPPER()
	g.RET()
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
	truth := rs[0].m
	if int(vs[0].Size())*len(vs) > n {
		for ; width > out; width /= 2 {
			vs = g.halve(vs, width, truth != nil)
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
	if truth != nil { // of bytes 0 and -1
		size := int(v.Size())
		if truth.not {
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
	_ = flags.Parse(os.Args[1:])

	g := &gen{Context: build.NewContext(), avx512: *level == "avx512", globals: map[string]Mem{}}
	g.ConstraintExpr("amd64")
	ks := kernels(g)
	for _, k := range ks {
		g.write(k, false)
	}
	for _, k := range ks {
		if k.past {
			g.write(k, true)
		}
	}
	f, err := g.Result()
	if err != nil {
		build.LogError(log.Default(), err, 10)
		log.Fatal("nothing written")
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
	if err := os.WriteFile(*out, text, 0o666); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(*stubs, g.tables(pc, ks), 0o666); err != nil {
		log.Fatal(err)
	}
}

// tables returns the file in Go: the declarations, and the tables by operation and dtype.
func (g *gen) tables(pc printer.Config, ks []kernel) []byte {
	var b bytes.Buffer
	name := "AVX2"
	if g.avx512 {
		name = "AVX512"
	}
	fmt.Fprintf(&b, "// %s\n\n//go:build amd64\n\npackage simd\n\n", pc.GeneratedWarning())
	fmt.Fprintf(&b, "import (\n\"unsafe\"\n\n\"github.com/goivy/goivy/ivy/dtype\"\n)\n\n")
	ids := map[string]int{}
	for i, k := range ks {
		ids[k.name] = i + 1
	}
	for _, k := range ks {
		if k.past {
			ids[k.name+pastSuffix] = len(ids) + 1
		}
	}
	sizes := func(k kernel) string {
		in := append([]int{}, k.in...)
		for len(in) < 2 {
			in = append(in, 0)
		}
		return fmt.Sprintf("%d, %d, %t, %d, %d, %d, %d, %d", ids[k.name], ids[k.name+pastSuffix], g.avx512, k.out, in[0], in[1], max(k.per, 1), k.chunk(g))
	}
	var order []string
	rows := map[string][]string{}
	add := func(op, row string) {
		if rows[op] == nil {
			order = append(order, op)
		}
		rows[op] = append(rows[op], row)
	}
	var casts, chooses []kernel
	for _, k := range ks {
		switch k.op {
		case "cast":
			casts = append(casts, k)
		case "choose":
			chooses = append(chooses, k)
		default:
			for _, d := range k.kinds {
				p := k
				if p.per == 0 {
					p.per = d.size() / k.in[0]
				}
				add(k.op, fmt.Sprintf("dtype.%s: {%s},\n", d, sizes(p)))
			}
		}
	}
	fmt.Fprintf(&b, "var arith%s = [opCount][dtype.Count]Loop{\n", name)
	for _, op := range order {
		fmt.Fprintf(&b, "%s: {\n", op)
		sort.Strings(rows[op])
		for _, r := range rows[op] {
			b.WriteString(r)
		}
		b.WriteString("},\n")
	}
	fmt.Fprintf(&b, "}\n\nvar casts%s = [dtype.Count][dtype.Count]Loop{\n", name)
	order, rows = nil, map[string][]string{}
	for _, k := range casts {
		for i := 0; i < len(k.kinds); i += 2 {
			add(string(k.kinds[i]), fmt.Sprintf("dtype.%s: {%s},\n", k.kinds[i+1], sizes(k)))
		}
	}
	sort.Strings(order)
	for _, from := range order {
		fmt.Fprintf(&b, "dtype.%s: {\n", from)
		sort.Strings(rows[from])
		for _, r := range rows[from] {
			b.WriteString(r)
		}
		b.WriteString("},\n")
	}
	fmt.Fprintf(&b, "}\n\nvar choices%s = [17]Choice{\n", name)
	for _, k := range chooses {
		fmt.Fprintf(&b, "%d: {%d, %t, %d, %d},\n", k.out, ids[k.name], g.avx512, k.out, k.chunk(g))
	}
	b.WriteString("}\n\n")
	// The calls are in a switch, since what a function value is given would go to the heap.
	call := func(name, params, args string, choose bool) {
		fmt.Fprintf(&b, "//go:noinline\nfunc %s%s(id uint16, %s) {\nswitch id {\n", name, g.suffix(), params)
		for _, k := range ks {
			if (k.op == "choose") == choose {
				fmt.Fprintf(&b, "case %d:\n%s(%s)\n", ids[k.name], k.name+g.suffix(), args)
			}
			if !choose && k.past {
				fmt.Fprintf(&b, "case %d:\n%s(%s)\n", ids[k.name+pastSuffix], k.name+pastSuffix+g.suffix(), args)
			}
		}
		b.WriteString("default:\npanic(\"simd: no such loop\")\n}\n}\n\n")
	}
	call("arith", "z, x, y unsafe.Pointer, dx, dy, n int", "(*byte)(z), (*byte)(x), (*byte)(y), dx, dy, n", false)
	call("choose", "z, c, x, y unsafe.Pointer, dx, dy, n int", "(*byte)(z), (*byte)(c), (*byte)(x), (*byte)(y), dx, dy, n", true)
	for _, k := range ks {
		params := "z, x, y *byte, dx, dy, n int"
		if k.op == "choose" {
			params = "z, c, x, y *byte, dx, dy, n int"
		}
		fmt.Fprintf(&b, "//go:noescape\nfunc %s(%s)\n\n", k.name+g.suffix(), params)
		if k.past {
			fmt.Fprintf(&b, "//go:noescape\nfunc %s(%s)\n\n", k.name+pastSuffix+g.suffix(), params)
		}
	}
	text, err := format.Source(b.Bytes())
	if err != nil {
		log.Fatal(err)
	}
	return text
}
