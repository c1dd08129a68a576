package numpy

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// TestSingles compares how single floats are written with what NumPy wrote:
// support/oracle/gen_text.py.
func TestSingles(t *testing.T) {
	f, err := os.Open("../internal/text/testdata/numpy.json.gz")
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	var file struct {
		Singles [][5]any
	}
	require.NoError(t, json.NewDecoder(z).Decode(&file))
	require.Len(t, file.Singles, 1500)
	for _, c := range file.Singles {
		d, err := dtype.Parse(c[1].(string))
		require.NoError(t, err)
		v, err := strconv.ParseFloat(c[2].(string), 64)
		require.NoError(t, err)
		args := []any{&frontend.Array{V: ivy.Full(nil, v, d), Scalar: true, NS: std.Namespace}}
		for name, value := range c[3].(map[string]any) {
			if n, ok := value.(float64); ok {
				value = int(n)
			}
			args = append(args, Kw(name, value))
		}
		got := ""
		if err := ivy.Try(func() { got = std.CallValue(functions.Must(c[0].(string)), args).(string) }); err != nil {
			got = "!" + frontend.Class(err)
		}
		assert.Equal(t, c[4], got, "%v", c)
	}
}

// TestPrinting sets and reads the print options.
func TestPrinting(t *testing.T) {
	n, err := New("native")
	require.NoError(t, err)
	x := n.Asarray([]float64{1.23456789, 1e-10, 1000})
	assert.Equal(t, "array([1.23456789e+00, 1.00000000e-10, 1.00000000e+03])", n.ArrayRepr(x))
	assert.Equal(t, "[   1.23    0.   1000.  ]", n.ArrayStr(x, Kw("precision", 2), Kw("suppress_small", true)))
	assert.Equal(t, "1.23,0.00,1000.00", n.Array2string(x, Kw("separator", ","), Kw("formatter", frontend.Dict{{Name: "float_kind", Value: frontend.Callable(func(args ...any) any {
		return strconv.FormatFloat(ivy.Item[float64](args[0].(*frontend.Array).V), 'f', 2, 64)
	})}})).(string)[1:18])
	n.SetPrintoptions(Kw("precision", 3), Kw("suppress", true))
	assert.Equal(t, "[   1.235    0.    1000.   ]", x.String())
	leave := n.Printoptions(Kw("linewidth", 12)).(frontend.Scope)()
	assert.Equal(t, "[   1.235\n    0.\n 1000.   ]", x.String())
	leave()
	assert.Equal(t, "array([   1.235,    0.   , 1000.   ])", x.GoString())
	options := n.GetPrintoptions().(frontend.Dict)
	assert.Equal(t, frontend.Named{Name: "precision", Value: 3}, options[3])
	assert.Len(t, options, 11)
	assert.Equal(t, "[1.23456789e+00 1.00000000e-10 1.00000000e+03]", Asarray([]float64{1.23456789, 1e-10, 1000}).String(), "another namespace has its own")
	for _, wrong := range []frontend.Named{Kw("sign", "x"), Kw("floatmode", "x"), Kw("precision", 1.5), Kw("threshold", "x")} {
		assert.Error(t, ivy.Try(func() { n.SetPrintoptions(wrong) }), "%v", wrong)
	}
	// Other options take any value, which is an error where an element is written with it.
	for _, wrong := range []frontend.Named{Kw("edgeitems", 0.5), Kw("formatter", 1), Kw("max_line_width", "a"), Kw("separator", 1), Kw("prefix", 1), Kw("suffix", 1), Kw("legacy", "a")} {
		assert.Error(t, ivy.Try(func() { n.Array2string(x, Kw("threshold", 1), wrong) }), "%v", wrong)
	}
	assert.Equal(t, "[   1.235    0.    1000.   ]", n.Array2string(x, Kw("threshold", 1), Kw("edgeitems", 1.5)), "a number that no slice is taken of")
	assert.Equal(t, "[]", n.Array2string([]float64{}, Kw("formatter", 1), Kw("edgeitems", -1), Kw("separator", 1), Kw("prefix", 1)))
	assert.Equal(t, "[ 1.  2.]", n.Array2string([]float64{1, 2}, Kw("legacy", "1.13")), "room for a sign")
	assert.Equal(t, "[1. 2.]", n.Array2string([]float64{1, 2}, Kw("max_line_width", 7.5)))
}
