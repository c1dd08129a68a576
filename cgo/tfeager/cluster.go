//go:build tensorflow

package tfeager

// #include <stdlib.h>
// #include "shim.h"
import "C"

import (
	"slices"
	"time"
	"unsafe"
)

// A Server is a server of a cluster in this process.
type Server struct{ server unsafe.Pointer }

// Serve starts the server of a serialised ServerDef.
func Serve(def []byte) (*Server, error) {
	s := &Server{}
	p := C.CBytes(def)
	defer C.free(p)
	if err := status(C.ge_serve((*C.uint8_t)(p), C.size_t(len(def)), &s.server)); err != nil {
		return nil, err
	}
	return s, nil
}

// Stop ends the service. The server cannot be started again.
func (s *Server) Stop() { C.ge_stop(s.server) }

// Connect joins the cluster of a serialised ServerDef, in which this process is the job
// client; with so many threads as [SetThreads] takes, which stay from now on.
func Connect(within, among int, def []byte, timeout time.Duration) error {
	p := C.CBytes(def)
	defer C.free(p)
	return status(C.ge_connect(C.int(within), C.int(among), (*C.uint8_t)(p), C.size_t(len(def)), C.int64_t(timeout.Milliseconds())))
}

// Rejoin joins the cluster again whose ServerDef this is, after tasks of it have started
// anew. What lay on them is lost.
func Rejoin(def []byte, timeout time.Duration) error {
	p := C.CBytes(def)
	defer C.free(p)
	return status(C.ge_rejoin((*C.uint8_t)(p), C.size_t(len(def)), C.int64_t(timeout.Milliseconds())))
}

// deviceOf returns the full name of the device that a tensor lies on.
func deviceOf(t C.ge_tensor) (string, error) {
	var name [256]C.char
	err := status(C.ge_device(t, &name[0], C.size_t(len(name))))
	return C.GoString(&name[0]), err
}

// Place returns a copy of x on a device, given by its full name.
func (x *Tensor) Place(device string) (*Tensor, error) {
	peers := peersOf(x)
	if to := remoteOf(device); to != nil && !slices.Contains(peers, to.Peer) {
		peers = append(peers, to.Peer)
	}
	ts, err := borrow(x)
	if err != nil {
		return nil, err
	}
	return abroad(peers, ts, func() (*Tensor, error) {
		name := C.CString(device)
		defer C.ge_free_text(name)
		r := C.ge_place(ts[0], name)
		if r.error != nil {
			return nil, failure(r)
		}
		return located(r.owned)
	}, nil)
}

// An Output is an output of an operation (TF_Operation) of a graph.
type Output struct {
	Op    unsafe.Pointer
	Index int
}

// Function makes a graph (TF_Graph) a function of this name in the current context, for
// programs to call as an operation.
func Function(graph unsafe.Pointer, name string, in, out []Output) error {
	text := C.CString(name)
	defer C.ge_free_text(text)
	cin, cout := outputs(in), outputs(out)
	return status(C.ge_function(graph, text, &cin[0], C.int(len(in)), &cout[0], C.int(len(out))))
}
