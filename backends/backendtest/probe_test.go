package backendtest

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	engine "github.com/goivy/goivy/backends/native"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

var probeOfNative = Probe{Backend: engine.Backend{}, Seen: func(b backend.Buffer) (dtype.Dtype, []int) {
	x := b.(*engine.Buffer)
	return x.Dtype, x.Shape
}}

func TestDeclarations(t *testing.T) { probeOfNative.Declarations(t) }

// TestDeclarationsAreProbed holds that a declaration that is wrong is found, whichever way
// it is wrong.
func TestDeclarationsAreProbed(t *testing.T) {
	b := probeOfNative
	failing := func(d dtype.Dtype, from int) backend.Entry {
		return backend.Unary(ops.Abs, func(out backend.Spec, x backend.Buffer) (backend.Buffer, error) {
			if has, _ := b.Seen(x); has == d && shape.Size(out.Shape) >= from {
				return nil, errors.New("not implemented")
			}
			return engine.Backend{}.Kernels().Entry(ops.Abs.Op).Unary(out, x)
		})
	}
	without := func(e backend.Entry, names ...string) backend.Entry {
		d := backend.Must(backend.UnsupportedDtypes(backend.On("0.1 and above", names...)))
		return backend.Declare(d.Because("it says so"), e)[0]
	}
	none := failing(dtype.Invalid, 0)
	for _, c := range []struct {
		name  string
		entry backend.Entry
		want  string // of uint16
	}{
		{"right, all supported", none, ""},
		{"right, one not", without(failing(dtype.Uint16, 0), "uint16"), ""},
		{"right, one not where long", without(failing(dtype.Uint16, 32768), "uint16"), ""},
		{"declared, and succeeds", without(none, "uint16", "int8"), "Abs of uint16 is declared unsupported"},
		{"not declared, and fails", failing(dtype.Uint16, 0), "Abs of uint16 is not declared unsupported"},
		{"not declared, and fails where long", failing(dtype.Uint16, 32768), "Abs of uint16 is not declared unsupported"},
		{"another one declared", without(failing(dtype.Uint16, 0), "uint32"), "Abs of uint16 is not declared unsupported"},
	} {
		t.Run(c.name, func(t *testing.T) {
			table := b.resolved(t, backend.NewTable([]backend.Entry{c.entry}))
			got := b.disagreement(table.Entry(ops.Abs.Op), nil, dtype.Uint16)
			if c.want == "" {
				assert.Empty(t, got)
			} else {
				assert.Contains(t, got, c.want)
			}
		})
	}
}
