package array

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/goivy/goivy/ivy/backend"
)

// threads is what SetThreads was given; 0 stands for as many as there are processors.
var threads atomic.Int32

// ThreadCount returns how many threads a kernel may use.
func ThreadCount() int {
	if n := int(threads.Load()); n > 0 {
		return n
	}
	return runtime.GOMAXPROCS(0)
}

const (
	// WorthSplitting is how many nanoseconds of work a piece must be, so that handing it to
	// another thread pays.
	WorthSplitting = 15_000

	// worthHanding is the same while another thread looks for work.
	worthHanding = 5_000
)

// piecesPerThread is how many pieces each thread gets: several, so that a thread that starts later, or is slower,
// leaves more of them to the others.
const piecesPerThread = 4

// Split calls f on pieces of 0 … n, which together cover it, at once on the threads
// there are. cost is what one of n costs in nanoseconds, about; what is not worth
// it runs in one piece. A panic in f is raised again here.
//
// If stop is not nil, pieces are short, and none begins when it is set: Split panics with
// [*backend.StoppedError] then, when no thread is at work on a piece any more.
func Split(stop *backend.Stop, n int, cost float64, f func(lo, hi int)) {
	threads := ThreadCount()
	if threads <= 1 {
		InTurn(stop, n, cost, f)
		return
	}
	least := 1
	if stop != nil {
		stop.Check()
		least = stoppablePieces(n, cost)
	}
	worth := float64(WorthSplitting)
	if idle.Load() > awaited.Load() {
		worth = worthHanding
	}
	pieces := int(min(float64(min(piecesPerThread*threads, n)), cost*float64(n)/worth))
	if pieces <= 1 {
		f(0, n)
		return
	}
	pieces = max(pieces, least)
	if pieces > threads {
		pieces -= pieces % threads // else one thread has one more than another
	}
	j := &job{f: f, stop: stop, n: n, pieces: int64(pieces)}
	j.left.Add(pieces)
	j.offer(min(threads, pieces) - 1)
	if awaited.Load() > 0 || jobs.Add(1)%spreadEvery == 0 {
		j.on.Store(spreading())
	}
	j.work()
	j.wait()
	if p := j.failed.Load(); p != nil {
		panic(*p)
	}
}

// stopEvery is how many nanoseconds of work, about, are done before a stop is looked at again.
// Costs are rough, and machines busy: a kernel is to end within ten times as long.
const stopEvery = 5_000_000

// BetweenStops is how many elements a loop on one thread goes through, at about 10 ns each, before
// it looks again.
const BetweenStops = 1 << 19

// stoppablePieces returns into how many pieces work is cut that can be stopped. Of elements that take
// longer than others, as large angles do, no piece has too many either.
func stoppablePieces(n int, cost float64) int {
	return int(min(max(cost*float64(n)/stopEvery, float64(n)/BetweenStops), float64(n)))
}

// InTurn is Split on one thread: one piece if stop is nil.
func InTurn(stop *backend.Stop, n int, cost float64, f func(lo, hi int)) {
	if stop == nil {
		f(0, n)
		return
	}
	j := job{n: n, pieces: int64(max(1, stoppablePieces(n, cost)))}
	for i := range j.pieces {
		stop.Check()
		f(j.start(i), j.start(i+1))
	}
}

// spreadEvery is in which of so many jobs the helpers that are there see to it that each
// thread has a processor: to ask which one it is takes longer than to begin a job.
const spreadEvery = 16

var jobs atomic.Uint32

// A job is a call of split: its caller and whichever helpers are free take pieces
// until none is left. So nobody waits for a helper that starts later.
type job struct {
	f        func(lo, hi int)
	stop     *backend.Stop
	n        int
	pieces   int64
	next     atomic.Int64 // the piece to take next
	finished atomic.Int64
	left     sync.WaitGroup
	failed   atomic.Pointer[any]
	on       atomic.Pointer[processors] // of the caller and the helpers, if they are to spread
}

// work takes pieces until none is left.
func (j *job) work() {
	for {
		i := j.next.Add(1) - 1
		if i >= j.pieces {
			return
		}
		j.piece(i)
		if i == 0 && j.next.Load() == 1 && awaited.Load() > 0 {
			giveWay() // to a helper that has no processor
		}
	}
}

func (j *job) piece(i int64) {
	defer func() {
		if p := recover(); p != nil {
			j.failed.CompareAndSwap(nil, &p)
		}
		j.finished.Add(1)
		j.left.Done()
	}()
	if j.failed.Load() == nil { // else nobody wants what is left
		j.stop.Check()
		j.f(j.start(i), j.start(i+1))
	}
}

// start returns where piece i begins. Long pieces begin where cache lines would, if
// the first of the n elements does.
func (j *job) start(i int64) int {
	k := int(j.pieces)
	at := j.n/k*int(i) + j.n%k*int(i)/k // i·n/k, which overflows for long views
	if line := 64; i < j.pieces && j.n >= 16*line*int(j.pieces) {
		at -= at % line
	}
	return at
}

// wait returns when every piece is finished. To be woken takes longer than most pieces,
// so it looks for a while before it sleeps.
func (j *job) wait() {
	for begin := time.Now(); time.Since(begin) < patience; runtime.Gosched() {
		if j.finished.Load() == j.pieces {
			return
		}
	}
	j.left.Wait()
}

// patience is how long a thread looks for what it waits for before it sleeps: a little
// longer than waking it takes, on the slowest of machines.
const patience = 200 * time.Microsecond

// Helpers are goroutines that take pieces of jobs. One that has nothing to do looks
// for a job for a while, in which the next call finds it awake, and then ends.
var (
	offers  = make(chan *job, 64)
	helpers atomic.Int32 // all
	idle    atomic.Int32 // those that are looking for a job
	awaited atomic.Int32 // those that have not begun
)

// offer asks as many helpers as it wants to take pieces of j, starting what the threads allow.
func (j *job) offer(want int) {
	for range want {
		select {
		case offers <- j:
		default: // there is more than enough to do
			return
		}
	}
	for n := int(idle.Load()); n < want; n++ {
		there := helpers.Load()
		if int(there) >= ThreadCount()-1 || !helpers.CompareAndSwap(there, there+1) {
			return // who came first starts as many as the threads allow
		}
		idle.Add(1)
		awaited.Add(1)
		go helper()
	}
}

// helper does jobs while there are any.
func helper() {
	awaited.Add(-1)
	defer helpers.Add(-1)
	for {
		j := nextJob()
		if j == nil {
			return
		}
		if on := j.on.Load(); on != nil && j.next.Load() < j.pieces {
			on.spread()
		}
		j.work()
		idle.Add(1)
	}
}

// nextJob returns a job for a helper, which was idle and is not any more, or nil if
// none comes for a while.
func nextJob() *job {
	for begin := time.Now(); time.Since(begin) < patience; runtime.Gosched() {
		select {
		case j := <-offers:
			idle.Add(-1)
			return j
		default:
		}
	}
	// Who offers a job looks only then at who is idle: none that is offered to this
	// helper is left.
	idle.Add(-1)
	select {
	case j := <-offers:
		return j
	default:
		return nil
	}
}

// SetThreads sets how many threads a kernel may use, 0 as many as there are processors.
func SetThreads(n int) { threads.Store(int32(max(n, 0))) }
