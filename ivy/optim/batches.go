package optim

import (
	"math/bits"
	"math/rand/v2"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
)

// Batches says which of N examples each training step takes. An epoch has each example once, in
// random order. The order depends only on N, Seed and the epoch's number, and is the same on
// every machine and in every version: it is a Fisher-Yates shuffle with the numbers of PCG-DXSM
// (math/rand/v2, whose algorithm is specified), seeded with Seed and the epoch. So a run that is
// resumed at a step has the same batches as one that was not interrupted.
type Batches struct {
	N        int
	Size     int // of a batch, at least 1; the last one of an epoch may have fewer
	Seed     uint64
	DropLast bool // leave out a last batch with fewer; needs Size ≤ N
	InOrder  bool // do not shuffle

	epoch int
	order []int // the examples in the order of that epoch; nil before the first step
}

// NewBatches returns shuffled batches of n examples, a last short one included.
func NewBatches(n, size int, seed uint64) *Batches { return &Batches{N: n, Size: size, Seed: seed} }

func (b *Batches) check() {
	switch {
	case b.N < 1 || b.Size < 1:
		panic(blame.Errorf(ivy.ErrValue, "batches of %d of %d examples, want at least 1 of 1", b.Size, b.N))
	case b.DropLast && b.Size > b.N:
		panic(blame.Errorf(ivy.ErrValue, "batches of %d of %d examples without a short one: there is none", b.Size, b.N))
	}
}

// PerEpoch returns how many batches an epoch has.
func (b *Batches) PerEpoch() int {
	defer blame.Named("optim.Batches.PerEpoch")
	b.check()
	return b.perEpoch()
}

func (b *Batches) perEpoch() int {
	n := b.N / b.Size
	if !b.DropLast && b.N%b.Size != 0 {
		n++
	}
	return n
}

// At returns the examples of a step as indices below N, in a new slice. Steps are counted from 0
// through all epochs. At is not for several goroutines at once.
func (b *Batches) At(step int) []int {
	defer blame.Named("optim.Batches.At")
	b.check()
	if step < 0 {
		panic(blame.Errorf(ivy.ErrValue, "step %d, want at least 0", step))
	}
	n := b.perEpoch()
	epoch, i := step/n, step%n
	if b.order == nil || b.epoch != epoch || len(b.order) != b.N {
		b.epoch, b.order = epoch, b.shuffled(epoch)
	}
	part := b.order[i*b.Size : min((i+1)*b.Size, b.N)]
	return append([]int(nil), part...)
}

// shuffled returns the examples in the order of an epoch.
func (b *Batches) shuffled(epoch int) []int {
	order := make([]int, b.N)
	for i := range order {
		order[i] = i
	}
	if b.InOrder {
		return order
	}
	pcg := rand.NewPCG(b.Seed, uint64(epoch))
	for i := b.N - 1; i > 0; i-- {
		j := below(pcg, uint64(i+1))
		order[i], order[j] = order[j], order[i]
	}
	return order
}

// below returns a uniformly random number below n: the high half of the product of n and 64
// random bits, drawn again where the low half would make some numbers more likely.
func below(pcg *rand.PCG, n uint64) int {
	for {
		high, low := bits.Mul64(pcg.Uint64(), n)
		if low >= -n%n {
			return int(high)
		}
	}
}
