package jax

import (
	"strings"
	"testing"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// TestOperators compares every cell of the operators' tables: dtype, weakness and class
// of error of Python's operators for arrays, weak arrays and Python scalars on both sides,
// on every backend that is linked.
func TestOperators(t *testing.T) {
	race.Sequential(t)
	for mode, c := range map[string]struct {
		config   Config
		operands int
	}{"x32": {Config{}, 39}, "x64": {Config{X64: true}, 38}, "strict": {Config{X64: true, Strict: true}, 38}} {
		for _, name := range backend.Linked() {
			t.Run(mode+"/"+name, func(t *testing.T) {
				n := newJAX(t, c.config, name).Namespace
				cells := c.operands * c.operands
				table := golden.Read(t, "operators-"+mode, 0, cells)
				weak := tableOperand(t, n)
				table.CheckCells(t, n, 20*cells+4*c.operands, func(text string) any {
					name, isWeak := strings.CutSuffix(text, "*")
					d, err := dtype.Parse(name)
					if !isWeak || err != nil {
						return weak(text)
					}
					return &frontend.Array{V: n.Env().Ones([]int{2}, d), Weak: true, NS: n}
				}, func(op string) golden.Caller {
					return func(args ...any) any { return n.Operator(op, args...) }
				})
			})
		}
	}
}
