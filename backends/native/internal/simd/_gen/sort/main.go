// Command sort writes the loops of package simd that sort: networks for short slices, partitions for long ones, and
// conversions between numbers and sort keys. With -group move it writes those that move elements. Run go generate in package simd.
package main

import (
	"flag"
	"fmt"
	"log"
	"strconv"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	group := flag.String("group", "sort", "the loops to write: sort or move")
	flag.Parse()
	ConstraintExpr("amd64")
	switch *group {
	case "sort":
		sort()
	case "move":
		move()
	default:
		log.Fatalf("no group %q", *group)
	}
	Generate()
}

func sort() {
	for _, n := range []network{
		{shape{4, 8, true}, 8}, {shape{4, 8, true}, 16}, {shape{4, 16, true}, 16},
		{shape{8, 4, true}, 8}, {shape{8, 8, true}, 8}, {shape{8, 8, true}, 16},
		{shape{4, 8, false}, 8}, {shape{8, 4, false}, 8},
	} {
		n.write()
	}
	for _, s := range []shape{{4, 16, true}, {8, 8, true}, {4, 8, false}, {8, 4, false}} {
		for _, less := range []bool{true, false} {
			partition(s, less)
		}
		if s.size == 8 || !s.wide {
			divide(s)
		}
		keys(s)
		values(s)
		flip(s)
	}
	for _, wide := range []bool{true, false} {
		pack(wide)
		packShifted(wide)
		unpack(wide)
	}
}

// A shape says which registers a function uses.
type shape struct {
	size  int // of a number, in bytes
	lanes int // numbers of a register
	wide  bool
}

func (s shape) bytes() int { return s.size * s.lanes }

func (s shape) typ() string { return "int" + strconv.Itoa(8*s.size) }

// suffix is what ends a function's name.
func (s shape) suffix() string {
	if s.wide {
		return strconv.Itoa(8 * s.size)
	}
	return strconv.Itoa(8*s.size) + "AVX2"
}

// reg returns register i.
func (s shape) reg(i int) VecPhysical {
	if s.bytes() == 64 {
		return []VecPhysical{Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7, Z8, Z9, Z10, Z11, Z12, Z13, Z14, Z15,
			Z16, Z17, Z18, Z19, Z20, Z21, Z22, Z23, Z24, Z25, Z26, Z27, Z28, Z29, Z30, Z31}[i]
	}
	return []VecPhysical{Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, Y10, Y11, Y12, Y13, Y14, Y15,
		Y16, Y17, Y18, Y19, Y20, Y21, Y22, Y23, Y24, Y25, Y26, Y27, Y28, Y29, Y30, Y31}[i]
}

func text(name, signature, doc string) {
	TEXT(name, NOSPLIT, signature)
	Pragma("noescape")
	Doc(doc)
}

func param(name string) GPVirtual {
	p := GP64()
	Load(Param(name), p)
	return p
}

// by4 chooses the instruction for the size of s.
func by4[F any](s shape, four, eight F) F {
	if s.size == 4 {
		return four
	}
	return eight
}

func (s shape) load(mem, z Op) {
	if s.wide {
		by4(s, VMOVDQU32, VMOVDQU64)(mem, z)
	} else {
		VMOVDQU(mem, z)
	}
}

func (s shape) spread(from, z Op) { by4(s, VPBROADCASTD, VPBROADCASTQ)(from, z) }

// spreadOf broadcasts a general register to all lanes of z.
func (s shape) spreadOf(r GPVirtual, z VecPhysical) {
	if s.size == 4 {
		VMOVD(r.As32(), z.AsX())
	} else {
		VMOVQ(r, z.AsX())
	}
	s.spread(z.AsX(), z)
}

// A network sorts up to rows·lanes numbers, which lie in registers: row i is register i, column j is lane j of all
// registers. First every column is sorted by a network of comparators. Then pairs of sorted columns are merged, pairs of
// these, and so on, by bitonic merges (Batcher 1968): comparing a sequence with the reverse of another puts the lower
// half of both in one and the upper half in the other, and both halves are bitonic.
type network struct {
	shape
	rows int
}

// columnNetworks has the sorting networks of the fewest known comparators for a number of rows (Knuth, The Art of Computer
// Programming, volume 3, 5.3.4): 19 for 8 rows, 60 for 16, by Green.
var columnNetworks = map[int][][2]int{
	8: {{0, 2}, {1, 3}, {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}, {0, 1}, {2, 3}, {4, 5}, {6, 7},
		{2, 4}, {3, 5}, {1, 4}, {3, 6}, {1, 2}, {3, 4}, {5, 6}},
	16: {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {8, 9}, {10, 11}, {12, 13}, {14, 15},
		{0, 2}, {1, 3}, {4, 6}, {5, 7}, {8, 10}, {9, 11}, {12, 14}, {13, 15},
		{0, 4}, {1, 5}, {2, 6}, {3, 7}, {8, 12}, {9, 13}, {10, 14}, {11, 15},
		{0, 8}, {1, 9}, {2, 10}, {3, 11}, {4, 12}, {5, 13}, {6, 14}, {7, 15},
		{5, 10}, {6, 9}, {3, 12}, {13, 14}, {4, 8}, {7, 11}, {1, 2},
		{1, 4}, {7, 13}, {2, 8}, {11, 14}, {5, 6}, {9, 10},
		{2, 4}, {11, 13}, {3, 8}, {7, 12},
		{6, 8}, {10, 12}, {3, 5}, {7, 9},
		{3, 4}, {5, 6}, {7, 8}, {9, 10}, {11, 12},
		{6, 7}, {8, 9}},
}

// A state has the registers in which the rows are while a network is written. Rows move by renaming registers.
type state struct {
	network
	row       []VecPhysical
	free      []VecPhysical
	mask      map[int]Physical // for each d, the lanes i with i&d set
	turn      VecPhysical      // indices that reverse all lanes
	exchanges int
}

func (s *state) take() VecPhysical {
	r := s.free[0]
	s.free = s.free[1:]
	return r
}

func (s *state) give(r VecPhysical) { s.free = append(s.free, r) }

// least and greatest set z to the lesser or the greater of a and b, lane by lane. z is neither a nor b.
func (s *state) extremes(a, b, low, high VecPhysical) {
	s.exchanges++
	switch {
	case s.bytes() == 64 && s.size == 4 && s.exchanges%2 == 0:
		// The processor has one port for VPMINSD of 64 bytes, and another for the comparison.
		VPCMPD(Imm(1), a, b, K5)
		VPBLENDMD(b, a, K5, low)
		VPBLENDMD(a, b, K5, high)
	case s.size == 4:
		VPMINSD(b, a, low)
		VPMAXSD(b, a, high)
	case s.wide:
		// Half as much work for the processor's ports as VPMINSQ and VPMAXSQ.
		VPCMPQ(Imm(1), a, b, K5)
		VPBLENDMQ(b, a, K5, low)
		VPBLENDMQ(a, b, K5, high)
	default:
		m := s.take()
		VPCMPGTQ(b, a, m)
		VBLENDVPD(m, b, a, low)
		VBLENDVPD(m, a, b, high)
		s.give(m)
	}
}

// exchange is a comparator: it puts the lesser of rows i and j into i and the greater into j, lane by lane.
func (s *state) exchange(i, j int) {
	low, high := s.take(), s.take()
	s.extremes(s.row[i], s.row[j], low, high)
	s.give(s.row[i])
	s.give(s.row[j])
	s.row[i], s.row[j] = low, high
}

// split sets down to the lesser of a and b, but to the greater in the lanes i with i&d set. If up is not nil, it gets
// the other of both in each lane.
func (s *state) split(a, b VecPhysical, d int, down, up VecPhysical) {
	switch {
	case s.wide && s.size == 4:
		VPMINSD(b, a, down)
		VPMAXSD(b, a, s.mask[d], down)
		if up != nil {
			VPMAXSD(b, a, up)
			VPMINSD(b, a, s.mask[d], up)
		}
		return
	case s.wide:
		VPCMPQ(Imm(1), a, b, K5)
		KXORB(s.mask[d], K5, K5)
		VPBLENDMQ(b, a, K5, down)
		if up != nil {
			VPBLENDMQ(a, b, K5, up)
		}
		return
	}
	imm := uint64(0) // of VPBLENDD: a bit for every 4 bytes
	for lane := range 8 {
		if lane*4/s.size&d != 0 {
			imm |= 1 << lane
		}
	}
	low, high := s.take(), s.take()
	s.extremes(a, b, low, high)
	VPBLENDD(Imm(imm), high, low, down)
	if up != nil {
		VPBLENDD(Imm(imm), low, high, up)
	}
	s.give(low)
	s.give(high)
}

// swap sets z to x with lane i at i^d.
func (s *state) swap(d int, x, z VecPhysical) {
	switch d * s.size {
	case 4:
		VPSHUFD(Imm(0xb1), x, z)
	case 8:
		VPSHUFD(Imm(0x4e), x, z)
	case 16:
		if s.bytes() == 64 {
			VSHUFI64X2(Imm(0xb1), x, x, z)
		} else {
			VPERMQ(Imm(0x4e), x, z)
		}
	case 32:
		VSHUFI64X2(Imm(0x4e), x, x, z)
	}
}

// reverse sets z to x with each group of g lanes in reverse order.
func (s *state) reverse(g int, x, z VecPhysical) {
	switch {
	case g == 2:
		s.swap(1, x, z)
	case g == 4 && s.size == 4:
		VPSHUFD(Imm(0x1b), x, z)
	case g == 4:
		VPERMQ(Imm(0x1b), x, z)
	case g == 8 && s.lanes == 16:
		VPSHUFD(Imm(0x1b), x, z)
		VSHUFI64X2(Imm(0xb1), z, z, z)
	default:
		by4(s.shape, VPERMD, VPERMQ)(x, s.turn, z)
	}
}

func (s *state) merge(g int) {
	last := s.rows - 1
	for i := range s.rows / 2 {
		b, down, up := s.take(), s.take(), s.take()
		s.reverse(g, s.row[last-i], b)
		s.give(s.row[last-i])
		s.split(s.row[i], b, g/2, down, up)
		s.give(s.row[i])
		s.give(b)
		s.row[i] = down
		s.row[last-i] = s.take()
		s.reverse(g, up, s.row[last-i])
		s.give(up)
	}
	for d := g / 4; d >= 1; d /= 2 {
		for i := range s.rows {
			b, z := s.take(), s.take()
			s.swap(d, s.row[i], b)
			s.split(s.row[i], b, d, z, nil)
			s.give(b)
			s.give(s.row[i])
			s.row[i] = z
		}
	}
	for d := s.rows / 2; d >= 1; d /= 2 {
		for i := range s.rows {
			if i&d == 0 {
				s.exchange(i, i+d)
			}
		}
	}
}

// transpose transposes the square of rows that begins at row first.
func (s *state) transpose(first int) {
	rows := s.row[first : first+s.lanes]
	pairs := func(d int, low, high func(a, b, z VecPhysical)) {
		for i := range rows {
			if i&d == 0 {
				l, h := s.take(), s.take()
				low(rows[i], rows[i+d], l)
				high(rows[i], rows[i+d], h)
				s.give(rows[i])
				s.give(rows[i+d])
				rows[i], rows[i+d] = l, h
			}
		}
	}
	d := 1
	if s.size == 4 {
		pairs(1, func(a, b, z VecPhysical) { VPUNPCKLDQ(b, a, z) }, func(a, b, z VecPhysical) { VPUNPCKHDQ(b, a, z) })
		d = 2
	}
	pairs(d, func(a, b, z VecPhysical) { VPUNPCKLQDQ(b, a, z) }, func(a, b, z VecPhysical) { VPUNPCKHQDQ(b, a, z) })
	// Now row i holds one column of every 16 bytes: column i modulo 4 (or 2).
	quarters := func(d int, low, high uint64) {
		pairs(d, func(a, b, z VecPhysical) { s.quarters(low, a, b, z) }, func(a, b, z VecPhysical) { s.quarters(high, a, b, z) })
	}
	d *= 2
	if s.bytes() == 32 {
		quarters(d, 0x20, 0x31)
	} else {
		quarters(d, 0x88, 0xdd)
		quarters(2*d, 0x88, 0xdd)
	}
	// Unpacking left the rows of four (or two) in the order of reversed bits.
	if s.size == 4 {
		for i := range rows {
			if i&3 == 1 {
				rows[i], rows[i+1] = rows[i+1], rows[i]
			}
		}
	}
}

// quarters chooses 16 bytes at a time, by the immediate of VPERM2I128 or VSHUFI64X2.
func (s *state) quarters(imm uint64, a, b, z VecPhysical) {
	switch {
	case s.bytes() == 64:
		VSHUFI64X2(Imm(imm), b, a, z)
	case s.wide:
		VSHUFI64X2(Imm((imm&1)*3), b, a, z)
	default:
		VPERM2I128(Imm(imm), b, a, z)
	}
}

func (n network) write() {
	name := fmt.Sprintf("sortUpTo%dx%s", n.rows*n.lanes, n.suffix())
	text(name, fmt.Sprintf("func(dst, src *%s, n int)", n.typ()),
		fmt.Sprintf("%s sets dst to the n numbers of src, at most %d, in ascending order; the two may be one.", name, n.rows*n.lanes))
	s := &state{network: n, mask: map[int]Physical{}}
	dst, src, count := param("dst"), param("src"), param("n")
	registers := 32
	if !n.wide {
		registers = 16
	}
	for i := range registers {
		if i < n.rows {
			s.row = append(s.row, n.reg(i))
		} else {
			s.free = append(s.free, n.reg(i))
		}
	}

	// Missing numbers are padded with the greatest one.
	pad := s.take()
	most := GP64()
	MOVQ(U64(1<<(8*n.size-1)-1), most)
	n.spreadOf(most, pad)
	tail := n.tail(s, count)
	for i := range n.rows {
		tail.load(Mem{Base: src, Disp: i * n.bytes()}, i*n.lanes, pad, s.row[i])
	}
	tail.rest()
	s.give(pad)

	if n.wide {
		for i, k := range []Physical{K1, K2, K3, K4} {
			if d := 1 << i; d < n.lanes {
				bits := GP32()
				v := uint32(0)
				for lane := range n.lanes {
					if lane&d != 0 {
						v |= 1 << lane
					}
				}
				MOVL(U32(v), bits)
				KMOVW(bits, k)
				s.mask[d] = k
			}
		}
	}
	if s.lanes == 16 || s.lanes == 8 {
		s.turn = s.take()
		n.load(turned(n.shape), s.turn)
	}
	for _, c := range columnNetworks[n.rows] {
		s.exchange(c[0], c[1])
	}
	for g := 2; g <= n.lanes; g *= 2 {
		s.merge(g)
	}
	if s.turn != nil {
		s.give(s.turn)
	}
	for first := 0; first < n.rows; first += n.lanes {
		s.transpose(first)
	}
	tail.again()
	for c := range n.lanes {
		for first := 0; first < n.rows; first += n.lanes {
			at := c*n.rows + first
			tail.store(s.row[first+c], Mem{Base: dst, Disp: at * n.size}, at)
		}
	}
	VZEROUPPER()
	RET()
}

// turned is data: the indices that reverse the lanes of a register.
func turned(s shape) Mem {
	name := fmt.Sprintf("turned%dof%d", s.lanes, s.size)
	if m, ok := tables[name]; ok {
		return m
	}
	m := GLOBL("sort"+name, RODATA|NOPTR)
	for i := range s.lanes {
		if s.size == 4 {
			DATA(4*i, U32(s.lanes-1-i))
		} else {
			DATA(8*i, U64(s.lanes-1-i))
		}
	}
	tables[name] = m
	return m
}

var tables = map[string]Mem{}

// A tail loads and stores the first n numbers of registers, and touches no memory after them.
type tail interface {
	load(mem Mem, at int, pad, z VecPhysical) // lanes from n on become pad
	rest()                                    // is called between the loads and the stores
	again()
	store(z VecPhysical, mem Mem, at int)
}

func (n network) tail(s *state, count GPVirtual) tail {
	if !n.wide {
		return &compared{s: s, count: count}
	}
	// One bit for each number, in 64-bit words.
	t := &masked{s: s}
	ones, zero, all := GP64(), GP64(), GP64()
	MOVQ(I64(-1), ones)
	XORL(zero.As32(), zero.As32())
	MOVQ(U64(64), all)
	left := count
	for range max(n.rows*n.lanes/64, 1) {
		w, bits := GP64(), GP64()
		MOVQ(left, bits)
		CMPQ(left, all)
		CMOVQGT(all, bits)
		TESTQ(bits, bits)
		CMOVQLT(zero, bits)
		BZHIQ(bits, ones, w)
		t.words = append(t.words, w)
		next := GP64()
		LEAQ(Mem{Base: left, Disp: -64}, next)
		left = next
	}
	return t
}

type masked struct {
	s     *state
	words []GPVirtual
}

// lanes returns the mask of the lanes of the register at number at.
func (t *masked) lanes(at int) Physical {
	if at%64 == 0 {
		KMOVQ(t.words[at/64], K7)
		return K7
	}
	KSHIFTRQ(Imm(uint64(at%64)), K7, K6)
	return K6
}

func (t *masked) load(mem Mem, at int, pad, z VecPhysical) {
	k := t.lanes(at)
	by4(t.s.shape, VMOVDQA32, VMOVDQA64)(pad, z)
	by4(t.s.shape, VMOVDQU32, VMOVDQU64)(mem, k, z)
}

func (t *masked) rest()  {}
func (t *masked) again() {}

func (t *masked) store(z VecPhysical, mem Mem, at int) {
	k := t.lanes(at)
	by4(t.s.shape, VMOVDQU32, VMOVDQU64)(z, k, mem)
}

// compared makes masks by comparing lane indices with n.
type compared struct {
	s              *state
	count          GPVirtual
	limit, m, step VecPhysical
}

func (t *compared) start() {
	t.limit, t.m, t.step = t.s.take(), t.s.take(), t.s.take()
	left := GP64()
	MOVQ(t.count, left)
	t.s.spreadOf(left, t.limit)
	// n less the lane's index: the lane counts while it is above 0.
	mem := lanesUp(t.s.shape)
	if t.s.size == 4 {
		VPSUBD(mem, t.limit, t.limit)
	} else {
		VPSUBQ(mem, t.limit, t.limit)
	}
	lanes := GP64()
	MOVQ(U64(uint64(t.s.lanes)), lanes)
	t.s.spreadOf(lanes, t.step)
}

// lanesUp is data: the lane indices 0, 1, 2, ….
func lanesUp(s shape) Mem {
	name := fmt.Sprintf("up%dof%d", s.lanes, s.size)
	if m, ok := tables[name]; ok {
		return m
	}
	m := GLOBL("sort"+name, RODATA|NOPTR)
	for i := range s.lanes {
		if s.size == 4 {
			DATA(4*i, U32(i))
		} else {
			DATA(8*i, U64(i))
		}
	}
	tables[name] = m
	return m
}

func (t *compared) next() {
	z := t.m
	VPXOR(z, z, z)
	if t.s.size == 4 {
		VPCMPGTD(z, t.limit, z)
		VPSUBD(t.step, t.limit, t.limit)
	} else {
		VPCMPGTQ(z, t.limit, z)
		VPSUBQ(t.step, t.limit, t.limit)
	}
}

func (t *compared) load(mem Mem, _ int, pad, z VecPhysical) {
	if t.limit == nil {
		t.start()
	}
	t.next()
	if t.s.size == 4 {
		VPMASKMOVD(mem, t.m, z)
	} else {
		VPMASKMOVQ(mem, t.m, z)
	}
	VPBLENDVB(t.m, z, pad, z)
}

func (t *compared) rest() {
	t.s.give(t.limit)
	t.s.give(t.m)
	t.s.give(t.step)
}

func (t *compared) again() { t.start() }

func (t *compared) store(z VecPhysical, mem Mem, _ int) {
	t.next()
	if t.s.size == 4 {
		VPMASKMOVD(z, t.m, mem)
	} else {
		VPMASKMOVQ(z, t.m, mem)
	}
}

// partition writes a pass over n numbers that moves some to the front, to stay, and the others to another slice. Neither
// side keeps its order. Whole registers are stored: those at stay overwrite numbers that have been read already.
func partition(s shape, less bool) {
	name, what := "keepLess"+s.suffix(), "less than the pivot"
	if !less {
		name, what = "keepRest"+s.suffix(), "not less than the pivot"
	}
	text(name, fmt.Sprintf("func(stay, out, src *%s, n int, pivot %[1]s) int", s.typ()),
		name+" moves the numbers of src that are "+what+" to stay, the others to out, and returns how many are at stay. "+
			"stay is src or lies before it, out has at least n elements.")
	stay, out, src, n := param("stay"), param("out"), param("src"), param("n")
	p := s.reg(0)
	s.spreadParam("pivot", p)
	begin := GP64()
	MOVQ(stay, begin)

	if s.wide {
		s.partitionWide(less, stay, out, src, n, p)
	} else {
		s.partitionNarrow(less, stay, out, src, n, p)
	}

	SUBQ(begin, stay)
	SHRQ(Imm(uint64(map[int]int{4: 2, 8: 3}[s.size])), stay)
	Store(stay, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// spreadParam broadcasts a parameter to all lanes of z.
func (s shape) spreadParam(name string, z VecPhysical) {
	r := GP64()
	if s.size == 4 {
		Load(Param(name), r.As32())
	} else {
		Load(Param(name), r)
	}
	s.spreadOf(r, z)
}

func (s shape) partitionWide(less bool, stay, out, src, n GPVirtual, p VecPhysical) {
	pack := by4(s, VPCOMPRESSD, VPCOMPRESSQ)
	compress := by4(s, VPCOMPRESSD_Z, VPCOMPRESSQ_Z)
	compare := by4(s, VPCMPD, VPCMPQ)
	predicate := Imm(1) // less
	if !less {
		predicate = Imm(5) // not less
	}
	const group = 4
	step := func(i int) {
		v, a, b := s.reg(1+3*i), s.reg(2+3*i), s.reg(3+3*i)
		k, others := []Physical{K1, K2, K3, K4}[i], []Physical{K5, K6, K7, K5}[i]
		compare(predicate, p, v, k)
		count, rest := GP64(), GP64()
		KMOVW(k, count.As32())
		KNOTW(k, others)
		POPCNTL(count.As32(), count.As32())
		compress(v, k, a)
		compress(v, others, b)
		s.load(a, Mem{Base: stay})
		s.load(b, Mem{Base: out})
		LEAQ(Mem{Base: stay, Index: count, Scale: uint8(s.size)}, stay)
		MOVQ(I64(s.lanes), rest)
		SUBQ(count, rest)
		LEAQ(Mem{Base: out, Index: rest, Scale: uint8(s.size)}, out)
	}
	Label("wide")
	CMPQ(n, U32(group*s.lanes))
	JL(LabelRef("one"))
	for i := range group {
		s.load(Mem{Base: src, Disp: i * s.bytes()}, s.reg(1+3*i))
	}
	for i := range group {
		step(i)
	}
	ADDQ(U32(group*s.bytes()), src)
	SUBQ(U32(group*s.lanes), n)
	JMP(LabelRef("wide"))
	Label("one")
	CMPQ(n, U32(s.lanes))
	JL(LabelRef("tail"))
	s.load(Mem{Base: src}, s.reg(1))
	step(0)
	ADDQ(U32(s.bytes()), src)
	SUBQ(U32(s.lanes), n)
	JMP(LabelRef("one"))
	Label("tail")
	TESTQ(n, n)
	JZ(LabelRef("done"))
	bits := GP64()
	MOVQ(I64(-1), bits)
	BZHIQ(n, bits, bits)
	KMOVW(bits.As32(), K1)
	v := s.reg(1)
	by4(s, VMOVDQU32_Z, VMOVDQU64_Z)(Mem{Base: src}, K1, v)
	by4(s, VPCMPD, VPCMPQ)(predicate, p, v, K1, K2)
	KANDNW(K1, K2, K3)
	pack(v, K2, Mem{Base: stay})
	pack(v, K3, Mem{Base: out})
	count := GP64()
	KMOVW(K2, count.As32())
	POPCNTL(count.As32(), count.As32())
	LEAQ(Mem{Base: stay, Index: count, Scale: uint8(s.size)}, stay)
	Label("done")
}

// partitionNarrow is partition for AVX2: a table of permutations moves the lanes of each side to the front.
func (s shape) partitionNarrow(less bool, stay, out, src, n GPVirtual, p VecPhysical) {
	table := GP64()
	LEAQ(fronts(s), table)
	all := uint64(1)<<s.lanes - 1
	Label("one")
	CMPQ(n, U32(s.lanes))
	JL(LabelRef("tail"))
	v, m, a := s.reg(1), s.reg(2), s.reg(3)
	VMOVDQU(Mem{Base: src}, v)
	k, other, count := GP64(), GP64(), GP64()
	if s.size == 4 {
		VPCMPGTD(v, p, m)
		VMOVMSKPS(m, k.As32())
	} else {
		VPCMPGTQ(v, p, m)
		VMOVMSKPD(m, k.As32())
	}
	MOVQ(k, other)
	XORQ(Imm(all), other)
	if !less {
		k, other = other, k
	}
	POPCNTL(k.As32(), count.As32())
	VPMOVZXBD(Mem{Base: table, Index: k, Scale: 8}, a)
	VPERMD(v, a, a)
	VMOVDQU(a, Mem{Base: stay})
	VPMOVZXBD(Mem{Base: table, Index: other, Scale: 8}, a)
	VPERMD(v, a, a)
	VMOVDQU(a, Mem{Base: out})
	LEAQ(Mem{Base: stay, Index: count, Scale: uint8(s.size)}, stay)
	NEGQ(count)
	LEAQ(Mem{Base: out, Index: count, Scale: uint8(s.size), Disp: s.bytes()}, out)
	ADDQ(U32(s.bytes()), src)
	SUBQ(U32(s.lanes), n)
	JMP(LabelRef("one"))
	Label("tail")
	TESTQ(n, n)
	JZ(LabelRef("done"))
	x, pivot := GP64(), GP64()
	move, compare := MOVQ, CMPQ
	if s.size == 4 {
		move, compare = MOVL, CMPL
	}
	sized := func(r GPVirtual) Register {
		if s.size == 4 {
			return r.As32()
		}
		return r
	}
	if s.size == 4 {
		VMOVD(p.AsX(), pivot.As32())
	} else {
		VMOVQ(p.AsX(), pivot)
	}
	Label("each")
	move(Mem{Base: src}, sized(x))
	compare(sized(x), sized(pivot))
	if less {
		JGE(LabelRef("goes"))
	} else {
		JLT(LabelRef("goes"))
	}
	move(sized(x), Mem{Base: stay})
	ADDQ(U32(s.size), stay)
	JMP(LabelRef("next"))
	Label("goes")
	move(sized(x), Mem{Base: out})
	ADDQ(U32(s.size), out)
	Label("next")
	ADDQ(U32(s.size), src)
	DECQ(n)
	JNZ(LabelRef("each"))
	Label("done")
}

// divideBlock is the number of bytes that divide reads from one end at a time.
const divideBlock = 1024

// divide writes a partition in index (Bramas 2017). It reads block by block, each from the end with less free memory: so
// at either end there is always free memory for a whole block. A block at the back is read from its last register on, so
// that no number is overwritten before it is read.
func divide(s shape) {
	name := "divide" + s.suffix()
	text(name, fmt.Sprintf("func(data *%s, state *[4]int, pivot %[1]s, blocks int)", s.typ()),
		name+" partitions numbers of data. state has four indices: the first number to read and the end of those to read, where to "+
			"write next at the front, and where the numbers written at the back begin. It ends after so many blocks, or when less "+
			"than a block is left to read.")
	data, state, blocks := param("data"), param("state"), param("blocks")
	p := s.reg(0)
	s.spreadParam("pivot", p)
	table := GP64()
	LEAQ(fronts(s), table)
	front, back, low, gap := GP64(), GP64(), GP64(), GP64()
	at := func(i int, r GPVirtual) {
		MOVQ(Mem{Base: state, Disp: 8 * i}, r)
		LEAQ(Mem{Base: data, Index: r, Scale: uint8(s.size)}, r)
	}
	at(0, front)
	at(1, back)
	at(2, low)
	at(3, gap)
	SUBQ(low, gap)
	SUBQ(U32(s.bytes()), gap) // from the next store at the front to the next store at the back

	Label("block")
	left := GP64()
	MOVQ(back, left)
	SUBQ(front, left)
	CMPQ(left, U32(divideBlock))
	JL(LabelRef("done"))
	SUBQ(Imm(1), blocks)
	JL(LabelRef("done"))
	// Free at the front are front-low bytes, at the back low+gap+bytes-back.
	src, step, end := GP64(), GP64(), GP64()
	free := GP64()
	MOVQ(front, free)
	SUBQ(low, free)
	MOVQ(low, end)
	ADDQ(gap, end)
	SUBQ(back, end)
	ADDQ(U32(s.bytes()), end)
	CMPQ(free, end)
	JG(LabelRef("behind"))
	MOVQ(front, src)
	MOVQ(I64(s.bytes()), step)
	ADDQ(U32(divideBlock), front)
	JMP(LabelRef("read"))
	Label("behind")
	LEAQ(Mem{Base: back, Disp: -s.bytes()}, src)
	MOVQ(I64(-s.bytes()), step)
	SUBQ(U32(divideBlock), back)
	Label("read")
	const group = 4
	count := GP64()
	MOVQ(I64(divideBlock/s.bytes()/group), count)
	Label("group")
	for i := range group {
		v, m := s.reg(1+2*i), s.reg(2+2*i)
		k, lows := GP64(), GP64()
		s.load(Mem{Base: src}, v)
		switch {
		case s.wide:
			VPCMPQ(Imm(1), p, v, K1)
			KMOVB(K1, k.As32())
			VPMOVZXBQ(Mem{Base: table, Index: k, Scale: 8}, m)
			VPERMQ(v, m, m)
		case s.size == 4:
			VPCMPGTD(v, p, m)
			VMOVMSKPS(m, k.As32())
			VPMOVZXBD(Mem{Base: table, Index: k, Scale: 8}, m)
			VPERMD(v, m, m)
		default:
			VPCMPGTQ(v, p, m)
			VMOVMSKPD(m, k.As32())
			VPMOVZXBD(Mem{Base: table, Index: k, Scale: 8}, m)
			VPERMD(v, m, m)
		}
		POPCNTL(k.As32(), lows.As32())
		s.load(m, Mem{Base: low})
		s.load(m, Mem{Base: low, Index: gap, Scale: 1})
		LEAQ(Mem{Base: low, Index: lows, Scale: uint8(s.size)}, low)
		SUBQ(U32(s.bytes()), gap)
		ADDQ(step, src)
	}
	DECQ(count)
	JNZ(LabelRef("group"))
	JMP(LabelRef("block"))

	Label("done")
	LEAQ(Mem{Base: low, Index: gap, Scale: 1, Disp: s.bytes()}, gap)
	for i, r := range []GPVirtual{front, back, low, gap} {
		SUBQ(data, r)
		SARQ(Imm(uint64(map[int]int{4: 2, 8: 3}[s.size])), r)
		MOVQ(r, Mem{Base: state, Disp: 8 * i})
	}
	VZEROUPPER()
	RET()
}

// fronts is data: for each set of lanes, the indices, a byte each, that move these lanes to the front.
func fronts(s shape) Mem {
	unit := 4 // bytes that an index stands for
	if s.wide {
		unit = s.size
	}
	name := fmt.Sprintf("fronts%dof%d", s.lanes, unit)
	if m, ok := tables[name]; ok {
		return m
	}
	m := GLOBL("sort"+name, RODATA|NOPTR)
	for set := range 1 << s.lanes {
		order, at := uint64(0), 0
		for _, in := range []int{1, 0} {
			for lane := range s.lanes {
				if set>>lane&1 != in {
					continue
				}
				for i := range s.size / unit {
					order |= uint64(lane*s.size/unit+i) << (8 * at)
					at++
				}
			}
		}
		DATA(8*set, U64(order))
	}
	tables[name] = m
	return m
}

// each writes a loop over n elements, which calls body for every register of them and moves the pointers on.
func (s shape) each(n GPVirtual, body func(mem func(p GPVirtual) Mem), ptrs ...GPVirtual) {
	Label("loop")
	TESTQ(n, n)
	JLE(LabelRef("done"))
	body(func(p GPVirtual) Mem { return Mem{Base: p} })
	for _, p := range ptrs {
		ADDQ(U32(s.bytes()), p)
	}
	SUBQ(U32(s.lanes), n)
	JMP(LabelRef("loop"))
	Label("done")
}

// constant broadcasts v to all lanes of z.
func (s shape) constant(v uint64, z VecPhysical) {
	r := GP64()
	MOVQ(U64(v), r)
	s.spreadOf(r, z)
}

func (s shape) xor(y, x, z Op) {
	if s.wide {
		VPXORQ(y, x, z)
	} else {
		VPXOR(y, x, z)
	}
}

// signs sets z to all ones in lanes where x is negative.
func (s shape) signs(x, zero, z Op) {
	switch {
	case s.size == 4:
		VPSRAD(Imm(31), x, z)
	case s.wide:
		VPSRAQ(Imm(63), x, z)
	default:
		VPCMPGTQ(x, zero, z)
	}
}

func (s shape) halve(x, z Op) {
	by4(s, VPSRLD, VPSRLQ)(Imm(1), x, z)
}

// keys writes the conversion from floats' bits to sort keys.
func keys(s shape) {
	name := "floatKeys" + s.suffix()
	text(name, fmt.Sprintf("func(dst, src *%s, n int, inf, flip %[1]s) int", s.typ()),
		name+" sets dst to the keys of n floats, a multiple of a register's lanes, and returns not 0 if a NaN or a -0 is among them.")
	dst, src, n := param("dst"), param("src"), param("n")
	inf, flip, zero, most, lossy := s.reg(0), s.reg(1), s.reg(2), s.reg(3), s.reg(4)
	s.spreadParam("inf", inf)
	s.spreadParam("flip", flip)
	s.constant(1<<(8*s.size-1)-1, most)
	s.xor(zero, zero, zero)
	s.xor(lossy, lossy, lossy)
	x, sign, m, a, b := s.reg(5), s.reg(6), s.reg(7), s.reg(8), s.reg(9)
	if s.wide {
		KXORW(K3, K3, K3)
		s.each(n, func(mem func(p GPVirtual) Mem) {
			s.load(mem(src), x)
			s.signs(x, zero, sign)
			VPANDQ(x, most, m)
			compare := by4(s, VPCMPD, VPCMPQ)
			compare(Imm(6), inf, m, K1)  // greater: NaN
			compare(Imm(0), zero, m, K2) // 0 of either sign
			s.halve(sign, a)
			s.xor(x, a, a)
			by4(s, VMOVDQA32, VMOVDQA64)(most, K1, a)
			by4(s, VMOVDQA32, VMOVDQA64)(zero, K2, a)
			compare(Imm(4), zero, sign, K2, K2)
			KORW(K1, K3, K3)
			KORW(K2, K3, K3)
			s.xor(flip, a, a)
			s.load(a, mem(dst))
		}, dst, src)
		r := GP64()
		KMOVW(K3, r.As32())
		Store(r, ReturnIndex(0))
	} else {
		s.each(n, func(mem func(p GPVirtual) Mem) {
			s.load(mem(src), x)
			s.signs(x, zero, sign)
			VPAND(x, most, m)
			by4(s, VPCMPGTD, VPCMPGTQ)(inf, m, b)
			VPOR(b, lossy, lossy)
			s.halve(sign, a)
			s.xor(x, a, a)
			VPBLENDVB(b, most, a, a)
			by4(s, VPCMPEQD, VPCMPEQQ)(zero, m, b)
			VPANDN(a, b, a)
			VPAND(sign, b, b)
			VPOR(b, lossy, lossy)
			s.xor(flip, a, a)
			s.load(a, mem(dst))
		}, dst, src)
		r := GP64()
		VPMOVMSKB(lossy, r.As32())
		Store(r, ReturnIndex(0))
	}
	VZEROUPPER()
	RET()
}

// values writes the conversion from sort keys to floats' bits.
func values(s shape) {
	name := "floatsOf" + s.suffix()
	text(name, fmt.Sprintf("func(dst, src *%s, n int, flip %[1]s)", s.typ()),
		name+" sets dst to the floats of n keys, a multiple of a register's lanes.")
	dst, src, n := param("dst"), param("src"), param("n")
	flip, zero, x, a := s.reg(0), s.reg(1), s.reg(2), s.reg(3)
	s.spreadParam("flip", flip)
	s.xor(zero, zero, zero)
	s.each(n, func(mem func(p GPVirtual) Mem) {
		s.load(mem(src), x)
		s.xor(flip, x, x)
		s.signs(x, zero, a)
		s.halve(a, a)
		s.xor(a, x, x)
		s.load(x, mem(dst))
	}, dst, src)
	VZEROUPPER()
	RET()
}

// flip writes the conversion between integers and sort keys, in both directions.
func flip(s shape) {
	name := "flip" + s.suffix()
	text(name, fmt.Sprintf("func(dst, src *%s, n int, flip %[1]s)", s.typ()),
		name+" sets dst to n numbers of src, a multiple of a register's lanes, xor flip.")
	dst, src, n := param("dst"), param("src"), param("n")
	flip, x := s.reg(0), s.reg(1)
	s.spreadParam("flip", flip)
	s.each(n, func(mem func(p GPVirtual) Mem) {
		s.load(mem(src), x)
		s.xor(flip, x, x)
		s.load(x, mem(dst))
	}, dst, src)
	VZEROUPPER()
	RET()
}

// pack writes a loop that puts keys of 4 bytes above their indices.
func pack(wide bool) {
	s := shape{8, 4, false}
	if wide {
		s = shape{8, 8, true}
	}
	name := "pack" + s.suffix()
	text(name, "func(dst *int64, src *int32, n, at int)",
		name+" sets dst[i] to src[i]<<32 + at + i for n numbers, a multiple of a register's lanes.")
	dst, src, n, at := param("dst"), param("src"), param("n"), param("at")
	index, step, x := s.reg(0), s.reg(1), s.reg(2)
	s.spreadOf(at, index)
	VPADDQ(lanesUp(s), index, index)
	s.constant(uint64(s.lanes), step)
	Label("loop")
	TESTQ(n, n)
	JLE(LabelRef("done"))
	VPMOVZXDQ(Mem{Base: src}, x)
	VPSLLQ(Imm(32), x, x)
	VPADDQ(index, x, x)
	VPADDQ(step, index, index)
	s.load(x, Mem{Base: dst})
	ADDQ(U32(s.bytes()), dst)
	ADDQ(U32(s.bytes()/2), src)
	SUBQ(U32(s.lanes), n)
	JMP(LabelRef("loop"))
	Label("done")
	VZEROUPPER()
	RET()
}

// packShifted writes a loop that puts keys of 8 bytes, less a base and without their lowest bits, above their indices.
func packShifted(wide bool) {
	s := shape{8, 4, false}
	if wide {
		s = shape{8, 8, true}
	}
	name := "packShifted" + s.suffix()
	text(name, "func(dst, src *int64, n, at int, base int64, down, up int)",
		name+" sets dst[i] to (src[i]-base)>>down<<up + at + i, for n numbers, a multiple of a register's lanes. The difference is unsigned.")
	dst, src, n, at := param("dst"), param("src"), param("n"), param("at")
	index, step, x, base := s.reg(0), s.reg(1), s.reg(2), s.reg(3)
	s.spreadOf(at, index)
	VPADDQ(lanesUp(s), index, index)
	s.constant(uint64(s.lanes), step)
	s.spreadParam("base", base)
	down, up := param("down"), param("up")
	VMOVQ(down, X4)
	VMOVQ(up, X5)
	s.each(n, func(mem func(p GPVirtual) Mem) {
		s.load(mem(src), x)
		VPSUBQ(base, x, x)
		VPSRLQ(X4, x, x)
		VPSLLQ(X5, x, x)
		VPADDQ(index, x, x)
		VPADDQ(step, index, index)
		s.load(x, mem(dst))
	}, dst, src)
	VZEROUPPER()
	RET()
}

// unpack writes a loop that keeps the indices of packed numbers.
func unpack(wide bool) {
	s := shape{8, 4, false}
	if wide {
		s = shape{8, 8, true}
	}
	name := "keepBits" + s.suffix()
	text(name, "func(dst, src *int64, n int, mask int64)",
		name+" sets dst to n numbers of src, a multiple of a register's lanes, and mask.")
	dst, src, n := param("dst"), param("src"), param("n")
	mask, x := s.reg(0), s.reg(1)
	s.spreadParam("mask", mask)
	s.each(n, func(mem func(p GPVirtual) Mem) {
		if wide {
			VPANDQ(mem(src), mask, x)
		} else {
			VPAND(mem(src), mask, x)
		}
		s.load(x, mem(dst))
	}, dst, src)
	VZEROUPPER()
	RET()
}
