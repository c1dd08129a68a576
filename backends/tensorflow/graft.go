//go:build tensorflow

package tensorflow

import (
	"reflect"
	"runtime"
	"slices"
	"unsafe"

	tf "github.com/wamuir/graft/tensorflow"

	"github.com/goivy/goivy/cgo/tfeager"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// graftTensor is a tf.Tensor of v0.10.0 as it lies in memory, so that tensors share theirs; init holds that
// it is one. graft itself makes and reads tensors by reflection, and not of all dtypes.
type graftTensor struct {
	c     unsafe.Pointer // TF_Tensor
	shape []int64
}

// A graftGraph and a graftOperation are a tf.Graph and a tf.Operation.
type (
	graftGraph     struct{ c unsafe.Pointer } // TF_Graph
	graftOperation struct {
		c unsafe.Pointer // TF_Operation
		g *tf.Graph
	}
)

func init() {
	for _, pair := range [][2]reflect.Type{
		{reflect.TypeFor[tf.Tensor](), reflect.TypeFor[graftTensor]()},
		{reflect.TypeFor[tf.Graph](), reflect.TypeFor[graftGraph]()},
		{reflect.TypeFor[tf.Operation](), reflect.TypeFor[graftOperation]()},
	} {
		t, g := pair[0], pair[1]
		same := t.NumField() == g.NumField()
		for i := range g.NumField() {
			same = same && t.Field(i).Name == g.Field(i).Name && t.Field(i).Offset == g.Field(i).Offset && t.Field(i).Type.Size() == g.Field(i).Type.Size()
		}
		if !same {
			panic("tensorflow: graft's " + t.Name() + " is another than in v0.10.0")
		}
	}
}

// outputsOf returns outputs of a graph as the shim has them.
func outputsOf(outputs []tf.Output) []tfeager.Output {
	list := make([]tfeager.Output, len(outputs))
	for i, o := range outputs {
		list[i] = tfeager.Output{Op: (*graftOperation)(unsafe.Pointer(o.Op)).c, Index: o.Index}
	}
	return list
}

// FromGraft returns an array of the backend tensorflow with the elements of one of
// graft's tensors.
func FromGraft(t *tf.Tensor) (*ivy.Array, error) {
	if t == nil || (*graftTensor)(unsafe.Pointer(t)).c == nil {
		return nil, failed("FromGraft", ivy.ErrValue, "a nil tensor")
	}
	d := dtype.Dtype(max(slices.Index(natives[:], t.DataType()), 0))
	if !d.IsValid() {
		return nil, failed("FromGraft", ivy.ErrDtype, "a tensor of graft's dtype %d, which no array has", t.DataType())
	}
	dims, n := []int{}, 1
	for _, k := range t.Shape() {
		dims = append(dims, int(k))
		n *= int(k)
	}
	data := make([]byte, n*d.Size())
	err := tfeager.ReadTFTensor((*graftTensor)(unsafe.Pointer(t)).c, data)
	runtime.KeepAlive(t)
	if err != nil {
		return nil, failed("FromGraft", ivy.ErrBackend, "%w", err)
	}
	var z *ivy.Array
	err = ivy.Try(func() { z = ivy.FromBytes(d, dims, data).ToBackend("tensorflow") })
	return z, err
}

// ToGraft returns a tensor of graft's with x's elements. x may be of any backend.
func ToGraft(x *ivy.Array) (*tf.Tensor, error) {
	if x == nil {
		return nil, failed("ToGraft", ivy.ErrValue, "a nil array")
	}
	var data []byte
	if err := ivy.Try(func() { data = x.Bytes() }); err != nil {
		return nil, err
	}
	c, err := tfeager.NewTFTensor(code(x.Dtype()), x.Shape(), data)
	if err != nil {
		return nil, failed("ToGraft", ivy.ErrBackend, "%w", err)
	}
	return graftOf(c, x.Shape())
}

// graftOf takes a TF_Tensor over.
func graftOf(c unsafe.Pointer, dims []int) (*tf.Tensor, error) {
	z, err := tf.NewTensor(int8(0)) // for its finalizer
	if err != nil {
		tfeager.DeleteTFTensor(c)
		return nil, err
	}
	g := (*graftTensor)(unsafe.Pointer(z))
	tfeager.DeleteTFTensor(g.c)
	g.c, g.shape = c, nil
	for _, n := range dims {
		g.shape = append(g.shape, int64(n))
	}
	return z, nil
}
