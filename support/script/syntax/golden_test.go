package syntax

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.starlark.net/starlark"
)

// golden is a row of testdata/golden.json, which support/oracle/gen_syntax.py
// writes with CPython.
type golden struct {
	Program string
	Value   map[string]any
	Log     []string
	Error   string
}

func goldens(t testing.TB) []golden {
	data, err := os.ReadFile("testdata/golden.json")
	require.NoError(t, err)
	var rows []golden
	require.NoError(t, json.Unmarshal(data, &rows))
	return rows
}

func TestGolden(t *testing.T) {
	rows := goldens(t)
	require.Greater(t, len(rows), 1000)
	for _, chunk := range []bool{false, true} {
		t.Run(fmt.Sprintf("chunk=%t", chunk), func(t *testing.T) {
			for _, row := range rows {
				got, log, err := evaluate(row.Program, chunk)
				if row.Error != "" {
					assert.Error(t, err, "%s\nCPython: %s", row.Program, row.Error)
					continue
				}
				if !assert.NoError(t, err, row.Program) {
					continue
				}
				want, err := json.Marshal(row.Value)
				require.NoError(t, err)
				have, err := json.Marshal(encode(t, got))
				require.NoError(t, err)
				assert.JSONEq(t, string(want), string(have), row.Program)
				assert.Equal(t, row.Log, append([]string{}, log...), row.Program)
			}
		})
	}
}

// encode writes a value as gen_syntax.py does.
func encode(t testing.TB, v starlark.Value) any {
	list := func(values starlark.Iterable) []any {
		out := []any{}
		for x := range starlark.Elements(values) {
			out = append(out, encode(t, x))
		}
		return out
	}
	float := func(f float64) string {
		switch {
		case math.IsInf(f, 0) || math.IsNaN(f):
			return map[bool]string{true: "-inf", false: "inf"}[f < 0]
		case f == 0:
			return map[bool]string{true: "-0x0.0p+0", false: "0x0.0p+0"}[math.Signbit(f)]
		}
		return hex(f)
	}
	switch v := v.(type) {
	case starlark.NoneType:
		return map[string]any{"none": true}
	case EllipsisType:
		return map[string]any{"ellipsis": true}
	case starlark.Bool:
		return map[string]any{"bool": bool(v)}
	case starlark.Int:
		return map[string]any{"int": v.String()}
	case starlark.Float:
		return map[string]any{"float": float(float64(v))}
	case imaginary128:
		return map[string]any{"complex": []string{float(real(complex128(v))), float(imag(complex128(v)))}}
	case starlark.String:
		return map[string]any{"str": string(v)}
	case starlark.Bytes:
		out := []int{}
		for i := range len(v) {
			out = append(out, int(v[i]))
		}
		return map[string]any{"bytes": out}
	case *starlark.List:
		return map[string]any{"list": list(v)}
	case starlark.Tuple:
		return map[string]any{"tuple": list(v)}
	case *starlark.Dict:
		out := []any{}
		for _, item := range v.Items() {
			out = append(out, list(item))
		}
		return map[string]any{"dict": out}
	case *starlark.Set:
		return map[string]any{"set": list(v)}
	case *symbol:
		return map[string]any{"symbol": v.name}
	}
	require.Fail(t, "value of a program", "%T", v)
	return nil
}

// hex writes a finite number other than zero as Python's float.hex does.
func hex(f float64) string {
	bits := math.Float64bits(math.Abs(f))
	mantissa, exponent := bits&(1<<52-1), int(bits>>52)
	sign, lead := "", 1
	if f < 0 {
		sign = "-"
	}
	if exponent == 0 { // subnormal
		lead, exponent = 0, 1
	}
	return fmt.Sprintf("%s0x%d.%013xp%s", sign, lead, mantissa, signed(exponent-1023))
}

func signed(n int) string {
	if n < 0 {
		return strconv.Itoa(n)
	}
	return "+" + strconv.Itoa(n)
}
