//go:build tensorflow

package tfeager

// #include "shim.h"
import "C"

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"
)

// A Peer is another process of the cluster. The library waits for its answers without
// end: a call that may wait runs on a goroutine, and so a thread, of its own, and its
// caller waits no longer than the peer answers. An abandoned call goes on until the library
// returns; it has operands and memory of its own.
type Peer struct {
	mu     sync.Mutex
	silent chan struct{} // closed while err is set
	err    error
	ended  bool

	graves  []C.ge_owned // tensors to be freed
	burying bool
}

// NewPeer returns a Peer that answers.
func NewPeer() *Peer { return &Peer{silent: make(chan struct{})} }

// Lose says that the peer does not answer, and why: calls that wait for it fail, and those
// that follow, until Find.
func (p *Peer) Lose(err error) { p.lose(err, false) }

// End is Lose for good.
func (p *Peer) End(err error) { p.lose(err, true) }

func (p *Peer) lose(err error, ended bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	if p.err == nil {
		close(p.silent)
	}
	p.err, p.ended = err, ended
}

// Find says that the peer answers again.
func (p *Peer) Find() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil && !p.ended {
		p.err, p.silent = nil, make(chan struct{})
	}
}

func (p *Peer) state() (silent <-chan struct{}, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.silent, p.err
}

// bury frees a tensor of the peer's on a goroutine of its own: the library may wait there.
func (p *Peer) bury(o C.ge_owned) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.graves = append(p.graves, o)
	if p.burying {
		return
	}
	p.burying = true
	go func() {
		for {
			p.mu.Lock()
			list := p.graves
			p.graves, p.burying = nil, len(list) > 0
			p.mu.Unlock()
			if len(list) == 0 {
				return
			}
			within(executorOf([]*Peer{p}), func() (struct{}, error) {
				for _, o := range list {
					C.ge_free(o)
				}
				return struct{}{}, nil
			})
		}
	}()
}

// A Remote is a device of a Peer, by its full name.
type Remote struct {
	Name string
	Peer *Peer
}

// remotes are the devices of other processes by their full names; nil of none.
var remotes atomic.Pointer[map[string]*Remote]

// SetRemotes says which devices are of other processes. Tensors on others are this
// process's own.
func SetRemotes(list []*Remote) {
	byName := map[string]*Remote{}
	for _, r := range list {
		byName[r.Name] = r
	}
	remotes.Store(&byName)
}

func remoteOf(device string) *Remote {
	if m := remotes.Load(); m != nil {
		return (*m)[device]
	}
	return nil
}

// Remote returns the device that x lies on if that is of another process, else nil.
func (x *Tensor) Remote() *Remote { return x.at }

// peersOf returns the peers that the tensors are on, each once.
func peersOf(xs ...*Tensor) (peers []*Peer) {
	for _, x := range xs {
		if x.at != nil && !slices.Contains(peers, x.at.Peer) {
			peers = append(peers, x.at.Peer)
		}
	}
	return peers
}

// abroad calls f on ts, which may wait for peers, on a goroutine of its own, and returns
// the error of a peer that does not answer if f has not returned by then. f must work with
// what is its own: it goes on. Then discard gets its result. ts are freed when f has
// returned.
func abroad[T any](peers []*Peer, ts borrowed, f func() (T, error), discard func(T)) (T, error) {
	type answer struct {
		z   T
		err error
	}
	var silent [2]<-chan struct{} // a nil channel is never ready
	var none T
	lost := func() error {
		for i, p := range peers {
			ch, err := p.state()
			if err != nil {
				return err
			}
			if i < len(silent) {
				silent[i] = ch
			}
		}
		return nil
	}
	if err := lost(); err != nil {
		ts.free()
		return none, err
	}
	done := make(chan answer) // without room: what nobody waits for is discarded
	gone := make(chan struct{})
	go func() {
		defer ts.free()
		z, err := within(executorOf(peers), f)
		if e, ok := err.(*Error); ok && slices.Contains(interrupted, e.Code) {
			err = &Error{Code: unavailable, Text: e.Text}
		}
		select {
		case done <- answer{z, err}:
		case <-gone:
			if err == nil && discard != nil {
				discard(z)
			}
		}
	}()
	select {
	case a := <-done:
		return a.z, a.err
	case <-silent[0]:
	case <-silent[1]:
	}
	close(gone)
	if err := lost(); err != nil {
		return none, err
	}
	return none, &Error{Code: unavailable, Text: "another process of the cluster did not answer"} // and answers again
}

// unavailable is TF_UNAVAILABLE.
const unavailable = 14

// interrupted are codes that calls on other processes end with when those end: TF_CANCELLED,
// TF_DEADLINE_EXCEEDED, TF_ABORTED.
var interrupted = []int{1, 4, 10}

// executors are where operations on peers are queued, by the first two peers. Where one
// fails, all that are under way in its queue do: so each peer has its own, and each two
// between which elements go.
var executors struct {
	sync.Mutex
	m map[[2]*Peer]C.ge_executor
}

func executorOf(peers []*Peer) C.ge_executor {
	var key [2]*Peer
	copy(key[:], peers)
	executors.Lock()
	defer executors.Unlock()
	e, ok := executors.m[key]
	if !ok {
		if executors.m == nil {
			executors.m = map[[2]*Peer]C.ge_executor{}
		}
		e = C.ge_new_executor()
		executors.m[key] = e
	}
	return e
}

// within calls f, whose operations go to an executor.
func within[T any](e C.ge_executor, f func() (T, error)) (T, error) {
	runtime.LockOSThread() // which has the executor
	defer runtime.UnlockOSThread()
	before := C.ge_use_executor(e)
	defer C.ge_reuse_executor(before)
	return f()
}

// borrowed are references to tensors, which keep them while a call of the library uses
// them, even if the caller has abandoned it and freed its own.
type borrowed []C.ge_tensor

func borrow(xs ...*Tensor) (borrowed, error) {
	b := make(borrowed, 0, len(xs))
	for _, x := range xs {
		var t C.ge_tensor
		if err := status(C.ge_share(x.o.t, &t)); err != nil {
			b.free()
			return nil, err
		}
		b = append(b, t)
	}
	return b, nil
}

func (b borrowed) free() {
	for _, t := range b {
		C.ge_free(C.ge_owned{t: t})
	}
}

// located is own of a result of a call on another process's device.
func located(o C.ge_owned) (*Tensor, error) {
	device, err := deviceOf(o.t)
	x := own(o)
	if err != nil {
		return nil, err
	}
	x.at = remoteOf(device)
	return x, nil
}

// remotely runs a program on operands of which some are on devices of peers.
func (p *Program) remotely(peers []*Peer, xs []*Tensor) ([]*Tensor, error) {
	ts, err := borrow(xs...)
	if err != nil {
		return nil, err
	}
	words, n := slices.Clone(p.words), p.results // which the caller may write anew
	return abroad(peers, ts, func() ([]*Tensor, error) {
		out := make([]C.ge_owned, n)
		if err := status(C.ge_run((*C.int64_t)(unsafe.Pointer(unsafe.SliceData(words))), unsafe.SliceData(ts), C.int(len(ts)), unsafe.SliceData(out), C.int(n))); err != nil {
			return nil, err
		}
		zs := make([]*Tensor, n)
		var fault error
		for i, o := range out {
			var err error
			if zs[i], err = located(o); err != nil {
				fault = err
			}
		}
		return zs, fault
	}, nil)
}

// remotelyOne is remotely for one result of operands that may be in Go.
func (p *Program) remotelyOne(xs ...Operand) (*Tensor, error) {
	ts := make([]*Tensor, len(xs))
	for i, x := range xs {
		var err error
		if ts[i], err = x.tensor(); err != nil {
			return nil, err
		}
	}
	zs, err := p.remotely(peersOf(ts...), ts)
	if err != nil {
		return nil, err
	}
	return zs[0], nil
}

func (x Operand) isRemote() bool { return x.Tensor != nil && x.Tensor.at != nil }

// reading calls f with a reference to x, abroad if x is on another process's device.
func reading[T any](x *Tensor, f func(C.ge_tensor) (T, error), discard func(T)) (T, error) {
	if x.at == nil {
		return f(x.o.t)
	}
	ts, err := borrow(x)
	if err != nil {
		var none T
		return none, err
	}
	return abroad([]*Peer{x.at.Peer}, ts, func() (T, error) { return f(ts[0]) }, discard)
}
