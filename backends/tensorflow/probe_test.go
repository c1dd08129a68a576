//go:build tensorflow

package tensorflow

import (
	"slices"
	"testing"
	"unsafe"

	tf "github.com/wamuir/graft/tensorflow"

	"github.com/goivy/goivy/backends/backendtest"
	"github.com/goivy/goivy/cgo/tfeager"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// seen returns the dtype and shape of an array as the library has them.
func seen(b backend.Buffer) (dtype.Dtype, []int) {
	dims, err := of(b).Shape()
	if err != nil {
		panic(err)
	}
	c, err := of(b).TFTensor()
	if err != nil {
		panic(err)
	}
	defer tfeager.DeleteTFTensor(c)
	d := (*tf.Tensor)(unsafe.Pointer(&graftTensor{c: c})).DataType()
	return dtype.Dtype(slices.Index(natives[:], d)), dims
}

var probe = backendtest.Probe{Backend: Backend{}, Seen: seen}

func TestDeclarations(t *testing.T)   { probe.Declarations(t) }
func TestSupportQueries(t *testing.T) { probe.SupportQueries(t) }
