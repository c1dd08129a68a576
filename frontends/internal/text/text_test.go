package text

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/format"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// A printed is an array and what the framework wrote of it, as support/oracle/gen_text.py
// has recorded it.
type printed struct {
	dtype        string
	weak, scalar bool
	half         bool
	x            *ivy.Array
	options      map[string]any
	str, repr    string
}

func golden(t *testing.T, framework string) []printed {
	f, err := os.Open("testdata/" + framework + ".json.gz")
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	var file struct {
		Count int
		Cases [][]json.RawMessage
	}
	raw, err := io.ReadAll(z)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(bytes.ReplaceAll(raw, []byte(`"threshold":Infinity`), []byte(`"threshold":1e308`)), &file))
	require.Len(t, file.Cases, file.Count)
	require.Greater(t, file.Count, 1500)
	list := make([]printed, file.Count)
	for i, c := range file.Cases {
		p := &list[i]
		var shape []int
		var data []byte
		for k, to := range []any{&p.dtype, &shape, &data, &p.options, &p.str, &p.repr} {
			require.NoError(t, json.Unmarshal(c[k], to))
		}
		p.dtype, p.weak = strings.CutSuffix(p.dtype, "*")
		p.dtype, p.scalar = strings.CutSuffix(p.dtype, "()")
		p.half = p.dtype == "complex32"
		name := p.dtype
		if p.half {
			name = "complex64"
		}
		d, err := dtype.Parse(name)
		require.NoError(t, err)
		p.x = ivy.FromBytes(d, shape, data)
	}
	return list
}

func (p *printed) int(name string, otherwise int) int {
	if v, ok := p.options[name]; ok {
		return int(v.(float64))
	}
	return otherwise
}

func (p *printed) text(name string) string { s, _ := p.options[name].(string); return s }

func (p *printed) numpy() NumPy {
	o := NumPyDefaults()
	o.Precision, o.Threshold = p.int("precision", o.Precision), p.int("threshold", o.Threshold)
	o.EdgeItems, o.LineWidth = p.int("edgeitems", o.EdgeItems), p.int("linewidth", o.LineWidth)
	o.Suppress, _ = p.options["suppress"].(bool)
	o.Sign = map[string]format.Sign{"+": format.SignAlways, " ": format.SignSpace}[p.text("sign")]
	o.FloatMode = map[string]format.FloatMode{"fixed": format.Fixed, "unique": format.Unique, "maxprec_equal": format.MaxPrecEqual}[p.text("floatmode")]
	o.NaN, o.Inf = p.text("nanstr"), p.text("infstr")
	return o
}

func (p *printed) torch() Torch {
	o := TorchDefaults()
	o.Precision, o.EdgeItems, o.LineWidth = p.int("precision", o.Precision), p.int("edgeitems", o.EdgeItems), p.int("linewidth", o.LineWidth)
	if v, ok := p.options["threshold"].(float64); ok {
		if o.Threshold = v; v > 1e300 {
			o.Threshold = math.Inf(1)
		}
	}
	if v, ok := p.options["sci_mode"].(bool); ok {
		o.Scientific = &v
	}
	return o
}

// TestGolden compares the texts of arrays with those that the frameworks gave them.
func TestGolden(t *testing.T) {
	for name, text := range map[string]func(p *printed, repr bool) string{
		"numpy": func(p *printed, repr bool) string {
			switch {
			case !repr:
				return p.numpy().Str(p.x)
			case p.scalar:
				return Scalar(p.x)
			}
			return p.numpy().Repr(p.x)
		},
		"jax": func(p *printed, repr bool) string {
			if repr {
				return p.numpy().JAX(p.x, p.weak)
			}
			return p.numpy().Str(p.x)
		},
		"torch":      func(p *printed, _ bool) string { return p.torch().Tensor(p.x, p.dtype, dtype.Float32) },
		"tensorflow": func(p *printed, repr bool) string { return p.numpy().TensorFlow(p.x, p.weak, repr) },
	} {
		t.Run(name, func(t *testing.T) {
			bad := 0
			for i, p := range golden(t, name) {
				at := fmt.Sprintf("case %d: %s%v %v", i, p.dtype, p.x.Shape(), p.options)
				if !assert.Equal(t, p.repr, text(&p, true), at) || !assert.Equal(t, p.str, text(&p, false), at) {
					if bad++; bad == 10 {
						t.Fatal("and so on")
					}
				}
			}
		})
	}
}
