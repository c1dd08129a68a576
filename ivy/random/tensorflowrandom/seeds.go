package tensorflowrandom

import (
	"maps"

	"github.com/goivy/goivy/ivy/random"
)

// Seeds are what tf.random.set_seed sets, for functions that are called eagerly: tf.random.uniform, normal, truncated_normal and
// shuffle. Each call takes a stream of words from it. Seeds are not safe for use by several goroutines at once.
type Seeds struct {
	global  int64
	draws   *random.MT19937 // gives calls without a seed theirs
	kernels map[kernel]Generator
}

// A kernel is what keeps a counter: an operation of a dtype with a seed as it is reduced.
type kernel struct {
	op   string
	seed uint64
}

// SetSeed returns what tf.random.set_seed(seed) sets.
func SetSeed(seed int64) *Seeds {
	size := uint64(seed)
	if seed < 0 {
		size = -size
	}
	key := []uint32{uint32(size)} // Python's random.Random(seed)
	if size>>32 != 0 {
		key = append(key, uint32(size>>32))
	}
	draws, _ := random.NewMT19937Key(key) // it has words
	return &Seeds{seed, draws, map[kernel]Generator{}}
}

// Clone returns Seeds that give the same, and share nothing with s.
func (s *Seeds) Clone() *Seeds {
	return &Seeds{s.global, s.draws.Clone(), maps.Clone(s.kernels)}
}

// largest is what seeds are reduced by.
const largest = 1<<31 - 1

// begin returns the generator of a seed's first call.
func (s *Seeds) begin(seed int64) Generator {
	reduce := func(v int64) uint64 { return uint64((v%largest + largest) % largest) }
	key, counter := reduce(s.global), reduce(seed)
	if key == 0 && counter == 0 {
		counter = largest
	}
	return Generator{[2]uint64{0, counter}, key}
}

// Next returns the words of a call without a seed, of whatever operation.
func (s *Seeds) Next() *random.Philox4x32 {
	for {
		if w := s.draws.Uint32(); w <= largest { // random.Random.randint(0, 2**31 - 1)
			g := s.begin(int64(w))
			return g.Next(0)
		}
	}
}

// NextOf returns the words of a call with a seed that draws n elements. op names the operation and the dtype: calls of the same name and
// seed go on from each other.
func (s *Seeds) NextOf(op string, seed int64, n int) *random.Philox4x32 {
	return s.next(op, seed, uint64(n), blocksPerElement)
}

// NextShuffle is NextOf for tf.random.shuffle of n elements.
func (s *Seeds) NextShuffle(op string, seed int64, n int) *random.Philox4x32 {
	return s.next(op, seed, uint64(max(n-1, 0)+3)/4, 1)
}

func (s *Seeds) next(op string, seed int64, n, blocks uint64) *random.Philox4x32 {
	g := s.begin(seed)
	k := kernel{op, g.counter[1]}
	if at, ok := s.kernels[k]; ok {
		g = at
	}
	p := g.next(n, blocks)
	s.kernels[k] = g
	return p
}
