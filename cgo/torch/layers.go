//go:build libtorch

package torch

// #include "shim.h"
import "C"

import (
	"runtime"
	"unsafe"
)

// A Window is how the filters of a convolution move, see gt_window in shim.h.
type Window struct {
	Strides, Dilations, Apart []int
	Padding                   [][2]int
	Groups                    int
	Turned                    bool
}

func (w Window) c(pin *runtime.Pinner) C.gt_window {
	at := func(p *int) *C.int64_t {
		pin.Pin(p)
		return (*C.int64_t)(unsafe.Pointer(p))
	}
	return C.gt_window{r: C.int(len(w.Strides)), strides: at(&w.Strides[0]), dilations: at(&w.Dilations[0]), apart: at(&w.Apart[0]), padding: at(&w.Padding[0][0]), groups: C.int64_t(w.Groups), turned: flag(w.Turned)}
}

// Convolve returns the convolution of x with filters, channels last.
func Convolve(x, filters *Tensor, w Window) (*Tensor, error) {
	var pin runtime.Pinner
	defer pin.Unpin()
	r := C.gt_convolve(x.t, filters.t, w.c(&pin))
	runtime.KeepAlive(x)
	runtime.KeepAlive(filters)
	return result(r)
}

// ConvolveFilters returns the gradient of filters of these lengths, from x and that of the result.
func ConvolveFilters(x, g *Tensor, w Window, kernel []int) (*Tensor, error) {
	var pin runtime.Pinner
	defer pin.Unpin()
	k, _ := ints(kernel)
	r := C.gt_convolve_filters(x.t, g.t, w.c(&pin), k)
	runtime.KeepAlive(x)
	runtime.KeepAlive(g)
	return result(r)
}

// Attend returns scaled dot-product attention of operands with the same leading axes.
func Attend(q, k, v *Tensor, scale float64, causal bool) (*Tensor, error) {
	r := C.gt_attend(q.t, k.t, v.t, C.double(scale), flag(causal))
	runtime.KeepAlive(q)
	runtime.KeepAlive(k)
	runtime.KeepAlive(v)
	return result(r)
}

// Softmax returns the softmax of x along an axis, or its logarithm.
func Softmax(x *Tensor, axis int, log bool) (*Tensor, error) {
	r := C.gt_softmax(x.t, C.int64_t(axis), flag(log))
	runtime.KeepAlive(x)
	return result(r)
}

// BatchNorm returns x less the mean of its channel, divided by the root of the variance and eps, times scale, plus offset, which may be nil.
func BatchNorm(x *Tensor, axis int, mean, variance, scale, offset *Tensor, eps float64) (*Tensor, error) {
	r := C.gt_batch_norm(x.t, C.int64_t(axis), mean.t, variance.t, orNil(scale), orNil(offset), C.double(eps))
	for _, t := range []*Tensor{x, mean, variance, scale, offset} {
		runtime.KeepAlive(t)
	}
	return result(r)
}

// GroupNorm returns x less the mean of its group of channels, which are along an axis, divided by the root of the variance and eps, times scale, plus offset,
// which may be nil.
func GroupNorm(x *Tensor, axis, groups int, scale, offset *Tensor, eps float64) (*Tensor, error) {
	r := C.gt_group_norm(x.t, C.int64_t(axis), C.int64_t(groups), orNil(scale), orNil(offset), C.double(eps))
	for _, t := range []*Tensor{x, scale, offset} {
		runtime.KeepAlive(t)
	}
	return result(r)
}

// LayerNorm returns x less the mean over the axes from first on, divided by the root of the variance and eps, times scale, plus offset, which may be nil.
func LayerNorm(x *Tensor, first int, scale, offset *Tensor, eps float64) (*Tensor, error) {
	r := C.gt_layer_norm(x.t, C.int64_t(first), orNil(scale), orNil(offset), C.double(eps))
	for _, t := range []*Tensor{x, scale, offset} {
		runtime.KeepAlive(t)
	}
	return result(r)
}

// orNil returns the reference of a tensor, NULL if there is none.
func orNil(t *Tensor) (ref C.gt_tensor) {
	if t != nil {
		ref = t.t
	}
	return ref
}

// A Cell is a kind of recurrent layer.
type Cell int

// The kinds.
const (
	LSTM    Cell = C.GT_RECURRENT_LSTM
	GRU     Cell = C.GT_RECURRENT_GRU
	TanhRNN Cell = C.GT_RECURRENT_TANH
	ReluRNN Cell = C.GT_RECURRENT_RELU
)

// Recurrent returns the results of a layer of all steps and, of an LSTM, the cell after them, in one row. c is nil but for an LSTM.
func Recurrent(cell Cell, x *Tensor, weights []*Tensor, h, c *Tensor) (*Tensor, error) {
	ts := refs(weights)
	r := C.gt_recurrent(C.int(cell), x.t, unsafe.SliceData(ts), C.int(len(ts)), h.t, orNil(c))
	runtime.KeepAlive(x)
	runtime.KeepAlive(weights)
	runtime.KeepAlive(h)
	runtime.KeepAlive(c)
	return result(r)
}
