package jax

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/frontends/frontend"
)

func TestPrintOptions(t *testing.T) {
	np := newJAX(t, Config{}, "native").NumPy()
	x := np.Asarray([]any{1.23456, 2.0})
	assert.Equal(t, "[1.23456 2.     ]", x.String())
	np.SetPrintoptions(Kw("precision", 2))
	assert.Equal(t, "Array([1.23, 2.  ], dtype=float32)", x.GoString())
	leave := np.Printoptions(Kw("precision", 1)).(frontend.Scope)()
	assert.Equal(t, "[1.2 2. ]", x.String())
	leave()
	assert.Equal(t, "[1.23 2.  ]", x.String())
	assert.Equal(t, "Array(2, dtype=int32, weak_type=True)", np.Asarray(2).GoString())
}
