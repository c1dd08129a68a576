package ivy

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/shape"
)

// SplitTree splits the arrays of a tree, which are of one length along their first axes, into n
// trees like it, along those axes: as equal in length as can be, in order, none of them empty; so
// there are fewer than n where the arrays are not that long, and one of arrays without elements.
//
// Errors are of kind ErrShape for an array without axes and for lengths that differ, ErrValue for
// n below 1 and for what is no tree, or one without arrays.
func SplitTree(t Tree, n int) []Tree {
	defer blame("SplitTree")
	if n < 1 {
		check(errorf(ErrValue, "%d shards", n))
	}
	arrays := leaves(t)
	length := treeLength(arrays)
	shards := make([]Tree, max(min(n, length), 1))
	for i := range shards {
		from, to := share(length, len(shards), i)
		pieces := make([]*Array, len(arrays))
		for j, a := range arrays {
			pieces[j] = a.env.GetItem(a, Slice(from, to))
		}
		shards[i] = replaced(t, pieces)
	}
	return shards
}

// treeLength returns the length that arrays have along their first axes.
func treeLength(arrays []*Array) int {
	if len(arrays) == 0 {
		check(errorf(ErrValue, "a tree without arrays"))
	}
	for _, a := range arrays {
		check(a.usable())
		switch {
		case len(a.shape) == 0:
			check(errorf(ErrShape, "an array without axes"))
		case a.shape[0] != arrays[0].shape[0]:
			check(errorf(ErrShape, "arrays of shapes %s and %s, whose first axes differ", shape.Text(arrays[0].shape), shape.Text(a.shape)))
		}
	}
	return arrays[0].shape[0]
}

// share returns where part i of k of n elements begins and ends.
func share(n, k, i int) (from, to int) {
	return n/k*i + n%k*i/k, n/k*(i+1) + n%k*(i+1)/k // i·n/k, which overflows for long views
}

// MapTrees calls f once for each of shards, as f(shared…, shard), and returns its results for
// each, a list as [Compiled.CallTree] returns it. Shard i is computed on devices[i%len(devices)]:
// its arrays and those of the shared trees are brought there, and the results back to where the
// first array of the shared trees is, or without one the first of the shards. Devices work at the
// same time, and each on its shards in order. So what f computes of a shard does not depend on
// how many devices there are.
//
// f is a function of trees, or a [Compiled] of one, and is called from several goroutines. What
// it uses besides its arguments must be on the default device, or on every one. In a function
// that is being compiled all shards are computed where the arrays are. In one that is being differentiated
// they are computed one after the other, so that a gradient is the same each time; devices work at the same time where
// each takes the gradient of its shards, as in [Env.DataParallel].
//
// An error is that of the first shard that has one: it is of the kind of f's error, and names the
// shard and its device; see [LostDevice]. No devices, and one that there is not, are of kind
// ErrDevice; what is no function of trees is of kind ErrValue; arrays that are being differentiated, which f uses though
// no argument is, of kind ErrUnsupported.
func (e *Env) MapTrees(f any, devices []Device, shards []Tree, shared ...Tree) [][]Tree {
	defer blame("MapTrees")
	return e.mapTrees("MapTrees", f, devices, shards, shared)
}

// mapTrees is MapTrees for a function of this name.
func (e *Env) mapTrees(name string, f any, devices []Device, shards, shared []Tree) [][]Tree {
	call, err := shardCallable(f)
	check(err)
	arrays := slices.Concat(leaves(shared), leaves(shards))
	be, err := agreeArrays(e.now.Load(), arrays)
	check(err)
	if len(devices) == 0 {
		check(errorf(ErrDevice, "no devices (there is %v)", be.Devices()))
	}
	for _, d := range devices {
		check(be.onDevice(d))
	}
	home := Device("")
	if len(arrays) > 0 {
		home = arrays[0].Device()
	}
	busy := slices.Clone(devices[:min(len(devices), len(shards))])
	slices.Sort(busy)
	busy = slices.Compact(busy) // a device that is named twice works on one shard after the other
	results := make([][]Tree, len(shards))
	errs := make([]error, len(shards))
	args := make([][]Tree, len(busy)) // the shared trees on each device
	work := func(i, k int) (ok bool) {
		d := busy[k]
		errs[i] = onShard(fmt.Sprintf("shard %d", i), d, func() {
			if args[k] == nil {
				args[k] = placedTrees(shared, d)
			}
			results[i] = placedTrees(call(append(slices.Clip(args[k]), placedTrees([]Tree{shards[i]}, d)...)), home)
		})
		return errs[i] == nil
	}
	if be.writtenDown() {
		for i := range shards {
			if k := slices.Index(busy, devices[i%len(devices)]); !work(i, k) {
				break
			}
		}
	} else {
		atOnce(len(busy), func(k int) {
			for i := range shards {
				if devices[i%len(devices)] == busy[k] && !work(i, k) {
					break
				}
			}
		})
	}
	checkAll(name, be, errs)
	for _, zs := range results {
		check(be.captured(leaves(zs)))
	}
	return results
}

// writtenDown reports whether what is done with arrays of be is traced or recorded: in one order, so that a program is
// the same one each time and gradients are added up in the same order.
func (be *engine) writtenDown() bool { return be.abstract || be.level != nil }

// captured returns an error if results of a function, whose arguments were on be and which was called from several
// goroutines, are being differentiated: it was recorded in no certain order.
func (be *engine) captured(zs []*Array) error {
	if be.level == nil && slices.ContainsFunc(zs, (*Array).RequiresGradient) {
		return errCaptured
	}
	return nil
}

// shardCallable returns what calls f, a function of trees or a Compiled of one.
func shardCallable(f any) (func([]Tree) []Tree, error) {
	c, ok := f.(*Compiled)
	switch {
	case !ok:
		return treeCallable(f)
	case c == nil:
		return nil, errorf(ErrValue, "a nil function")
	}
	return func(xs []Tree) []Tree { return c.CallTree(xs...) }, nil
}

// placedTrees returns trees with their arrays on a device; "" is where they are.
func placedTrees(trees []Tree, d Device) []Tree {
	arrays := leaves(trees)
	for i, a := range arrays {
		arrays[i] = a.ToDevice(d)
	}
	return replaced(trees, arrays).([]Tree)
}

// DataParallel returns the value and the gradient of a function of a batch that is given in
// shards: the means of those of the shards, weighted by their lengths, as one step of
// synchronous data-parallel training takes them. f is what [Env.ValueAndGrad] returned, or
// [Env.Compile] of it, of a function whose value is a mean over its last argument, the batch; it
// is called by [Env.MapTrees], as f(params…, shard). Of a function with [HasAux] the gradient is
// a [WithAux], whose Aux is a []Tree of those of the shards.
//
// Means are taken in the order of shards, on the device that results come back to: as long as
// devices compute alike, the result is bit for bit the same whatever devices there are and
// whenever they are done. To go on without a device that was lost, call it with the same shards
// and the other devices, see [LostDevice].
//
// Errors are those of MapTrees, and of kind ErrShape for shards without elements, and those whose
// arrays differ in length, see [SplitTree]; ErrValue for a function with other results, and for
// no shards.
func (e *Env) DataParallel(f any, devices []Device, shards []Tree, params ...Tree) (value *Array, grads Tree) {
	defer blame("DataParallel")
	weights := shardWeights(shards)
	results := e.mapTrees("DataParallel", f, devices, shards, params)
	var aux []Tree
	for i, r := range results {
		if len(r) != 2 {
			check(errorf(ErrValue, "the function has %d results, want a value and its gradient (take ValueAndGrad)", len(r)))
		}
		v, ok := r[0].(*Array)
		if !ok {
			check(errorf(ErrValue, "the function's value is a %T, want an array (take ValueAndGrad)", r[0]))
		}
		g := r[1]
		if with, ok := g.(WithAux); ok {
			g, aux = with.Grads, append(aux, with.Aux)
		}
		w := weights[i]
		if value == nil {
			value, grads = e.addWeighted(nil, v, w), MapTree(func(g ...*Array) *Array { return e.addWeighted(nil, g[0], w) }, g)
			continue
		}
		value = e.addWeighted(value, v, w)
		grads = MapTree(func(g ...*Array) *Array { return e.addWeighted(g[0], g[1], w) }, grads, g)
	}
	if aux != nil {
		grads = WithAux{grads, aux}
	}
	return value, grads
}

// shardWeights returns the part that each shard has of all elements.
func shardWeights(shards []Tree) []float64 {
	if len(shards) == 0 {
		check(errorf(ErrValue, "no shards"))
	}
	weights, all := make([]float64, len(shards)), 0
	for i, t := range shards {
		n := treeLength(leaves(t))
		if n == 0 {
			check(errorf(ErrShape, "shard %d has no elements", i))
		}
		weights[i], all = float64(n), all+n
	}
	for i := range weights {
		weights[i] /= float64(all)
	}
	return weights
}

// addWeighted returns sum + w·x; a sum of nil is 0.
func (e *Env) addWeighted(sum, x *Array, w float64) *Array {
	if w != 1 {
		x = e.Multiply(x, w)
	}
	if sum == nil {
		return x
	}
	return e.Add(sum, x)
}

// LostDevice returns the device that an error of [Map], [Env.MapTrees] or [Env.DataParallel]
// names, if it is that a device does not answer: then the work can be done on the others. That
// is the device of the shard; so arrays should be there or on the default device, not on a third
// one that may be lost. ok is false for every other error.
func LostDevice(err error) (d Device, ok bool) {
	var s *shardError
	var lost *backend.LostError
	if errors.As(err, &s) && errors.As(err, &lost) {
		return s.device, true
	}
	return "", false
}

// A shardError is what went wrong with a part of the work that was given to a device.
type shardError struct {
	part   string
	device Device
	kind   error
	err    error // with no *Error in it, which wrap would take instead
}

func (e *shardError) Error() string { return fmt.Sprintf("%s on %s: %v", e.part, e.device, e.err) }
func (e *shardError) Unwrap() error { return e.err }

// onShard runs f, and returns what went wrong as the error of a part of the work on a device.
func onShard(part string, device Device, f func()) error {
	err := try(f)
	if err == nil {
		return nil
	}
	w := wrap("", nil, err)
	cause := w.Err
	if e := (*Error)(nil); errors.As(err, &e) && e.Op != "" {
		cause = fmt.Errorf("%s: %w", e.Op, cause)
	}
	return &shardError{part, device, w.Kind, cause}
}

// atOnce calls f for 0 to n−1, at the same time.
func atOnce(n int, f func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { f(i) })
	}
	wg.Wait()
}

// checkAll panics with the first of errs, as that of the function op.
func checkAll(op string, be *engine, errs []error) {
	for _, err := range errs {
		if err != nil {
			panic(wrap(op, be, err))
		}
	}
}

// try runs f in a goroutine of ours, where any panic must become an error.
func try(f func()) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case error:
			err = p
		default:
			err = errorf(ErrValue, "the function panicked: %v", p)
		}
	}()
	f()
	return nil
}
