package golden

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// strange are arguments that few functions expect, and some that many do.
func strange(n *frontend.Namespace) []any {
	e := n.Env()
	args := []any{nil, true, false, 0, 1, 2, -1, 3, 1 << 30, math.MaxInt/2 + 1, math.MaxInt, math.MinInt, pythonInt(1 << 40), 0.5, math.NaN(), math.Inf(1), 2i, "", "x", "float32", "i,i->", "ij,jk->ik",
		[]any{}, []any{1, 2}, []any{nil}, []any{[]any{1}, 2}, []int{}, []int{0}, []int{1, 0}, []int{-1}, []int{2, 2}, []int{0, 0}, []int{-7, 3}, []int{math.MaxInt, 2},
		dtype.Float32, dtype.Int8, dtype.Bool, dtype.Complex64, dtype.Invalid, dtype.Dtype(200), struct{}{}, (*ivy.Array)(nil), backend.UintScalar(math.MaxUint64),
		[]any{ivy.Asarray([]float32{1, 2}), ivy.Asarray([]float32{3, 4})}, []float64{1, 2}, [][]float64{{1, 2}, {3}}, map[string]int{}, func() {}}
	for _, d := range dtype.All.Dtypes() {
		for _, shape := range [][]int{nil, {2}, {2, 2}, {0}} {
			args = append(args, n.Wrap(e.Ones(shape, d)))
		}
	}
	return append(args, n.Wrap(e.Ones([]int{3, 1, 2}, dtype.Float64)), n.Wrap(e.Zeros([]int{0, 3}, dtype.Int32)))
}

// CheckRobust calls every function of n so many times with arguments that are mostly
// wrong: whatever they are, it returns, or ends with an error that has a class.
func CheckRobust(t *testing.T, n *frontend.Namespace, times int) {
	t.Helper()
	pool := strange(n)
	for _, f := range n.Functions.All() {
		r := rand.New(rand.NewPCG(1, uint64(len(f.Path))))
		params := f.Signature().Params
		for range times {
			args := make([]any, r.IntN(min(len(params), 4)+2))
			for i := range args {
				args[i] = pool[r.IntN(len(pool))]
			}
			for range r.IntN(3) {
				if len(params) > 0 {
					args = append(args, frontend.Named{Name: params[r.IntN(len(params))].Name, Value: pool[r.IntN(len(pool))]})
				}
			}
			if why := robust(n, f, args); why != "" {
				t.Errorf("%s: %s: %s", n.Name, f.Path, why)
				break
			}
		}
	}
}

// endsIn is how long a call of a huge number may take.
const endsIn = 30 * time.Second

// CheckHuge calls every function of n with numbers near the limits of an int, for one parameter after the other, and
// with a small array for the first: each call returns soon or ends with an error that has a class. The parameters among
// except are not tried: they say how many iterations there are.
func CheckHuge(t *testing.T, n *frontend.Namespace, except ...string) {
	t.Helper()
	race.Sequential(t)
	if strconv.IntSize < 64 {
		t.Skip("arrays of as many elements as a 32-bit int counts fit into memory: the calls compute them")
	}
	e := n.Env()
	e.SetMaxBytes(1 << 18)
	small := []any{n.Wrap(e.Asarray([][]float64{{1, 2}, {3, 4}})), n.Wrap(e.Asarray([]int64{1, 2, 3})), n.Wrap(e.Zeros([]int{0, 2}, dtype.Float32))}
	huge := []any{math.MaxInt/2 + 1, math.MinInt, math.MaxInt >> 23, []any{math.MaxInt >> 23, 4}}
	for _, f := range n.Functions.All() {
		for i, p := range f.Signature().Params {
			if slices.Contains(except, p.Name) {
				continue
			}
			for _, first := range small {
				for _, x := range huge {
					args := append(slices.Repeat([]any{first}, min(i, 1)), frontend.Named{Name: p.Name, Value: x})
					if i < 2 {
						args[i] = x
					}
					late := time.AfterFunc(endsIn, func() { panic(fmt.Sprintf("%s: %s does not end with %s", n.Name, f.Path, describe(args))) })
					why := robust(n, f, args)
					late.Stop()
					if why != "" {
						t.Errorf("%s: %s: %s", n.Name, f.Path, why)
					}
				}
			}
		}
	}
}

// robust makes a call and returns what is wrong with how it ends, "" if nothing is.
func robust(n *frontend.Namespace, f *frontend.Func, args []any) string {
	if why := Wrong(func() { n.Call(f, args...) }); why != "" {
		return why + " with " + describe(args)
	}
	return ""
}

// Wrong returns what is wrong with how a call ends: with a panic, an error that is not package ivy's or has no class, or a
// message that shows a value of Go. It returns "" if nothing is.
func Wrong(call func()) (why string) {
	defer func() {
		if p := recover(); p != nil {
			why = fmt.Sprintf("panic %v", p)
		}
	}()
	err := ivy.Try(call)
	if err == nil {
		return ""
	}
	if e := (*ivy.Error)(nil); !errors.As(err, &e) || frontend.Class(err) == "" {
		return fmt.Sprintf("an error without a class: %v", err)
	}
	if of := OfGo(err.Error()); of != "" {
		return fmt.Sprintf("a message that shows %s: %v", of, err)
	}
	return ""
}

// OfGo returns what a message shows of Go's values, which a program in Python does not know: a
// pointer, a struct, nil, a missing argument of the format; "" if nothing.
func OfGo(message string) string {
	for _, of := range []string{"&{", "0x", "<nil>", "map[", "%!", "struct {", "*frontend.", "*ivy.", "frontend.", "{<", "(func("} {
		if strings.Contains(message, of) {
			return of
		}
	}
	return ""
}

func describe(args []any) string {
	text := ""
	for _, a := range args {
		if named, ok := a.(frontend.Named); ok {
			text += named.Name + "="
			a = named.Value
		}
		if x, ok := a.(*frontend.Array); ok {
			text += fmt.Sprintf("%s%v ", x.Type(), x.V.Shape())
			continue
		}
		text += fmt.Sprintf("%T(%v) ", a, a)
	}
	return text
}
