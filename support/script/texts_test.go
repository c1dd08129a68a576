package script

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.starlark.net/starlark"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// TestFormats compares what format, str and repr give arrays without axes with what the
// frameworks gave them: support/oracle/gen_text.py.
func TestFormats(t *testing.T) {
	for _, name := range []string{"numpy", "jax", "torch", "tensorflow"} {
		t.Run(name, func(t *testing.T) {
			f, err := os.Open("../../frontends/internal/text/testdata/" + name + ".json.gz")
			require.NoError(t, err)
			defer f.Close()
			z, err := gzip.NewReader(f)
			require.NoError(t, err)
			var file struct{ Cases []json.RawMessage }
			text, err := io.ReadAll(z)
			require.NoError(t, err)
			require.NoError(t, json.Unmarshal(bytes.ReplaceAll(text, []byte(`"threshold":Infinity`), []byte(`"threshold":0`)), &file))
			s, err := New(Options{})
			require.NoError(t, err)
			n, fr := 0, s.in.frame(name)
			for _, raw := range file.Cases {
				var c struct {
					dtype     string
					shape     []int
					data      []byte
					options   map[string]any
					str, repr string
					formats   map[string]string
				}
				require.NoError(t, json.Unmarshal(raw, &[]any{&c.dtype, &c.shape, &c.data, &c.options, &c.str, &c.repr, &c.formats}))
				if len(c.formats) == 0 || len(c.options) > 0 {
					continue
				}
				s.in.start(&starlark.Thread{})
				a := &frontend.Array{NS: fr.ns}
				c.dtype, a.Weak = strings.CutSuffix(c.dtype, "*")
				c.dtype, a.Scalar = strings.CutSuffix(c.dtype, "()")
				if a.Half = c.dtype == "complex32"; a.Half {
					c.dtype = "complex64"
				}
				d, err := dtype.Parse(c.dtype)
				require.NoError(t, err)
				a.V = ivy.FromBytes(d, c.shape, c.data)
				x := &tensor{fr, a}
				for spec, want := range c.formats {
					got, err := s.in.formatValue(x, "", spec)
					if strings.HasPrefix(want, "!") {
						assert.Error(t, err, "%s %v format %q: %q", c.dtype, c.repr, spec, got)
						continue
					}
					require.NoError(t, err, "%s %v format %q", c.dtype, c.repr, spec)
					assert.Equal(t, want, got, "%s %v format %q", c.dtype, c.repr, spec)
					n++
				}
				for conversion, want := range map[string]string{"s": c.str, "r": c.repr} {
					got, err := s.in.formatValue(x, conversion, "")
					require.NoError(t, err)
					assert.Equal(t, want, got)
				}
			}
			assert.Greater(t, n, 300)
		})
	}
}

// TestTexts has the texts of dtypes, shapes, devices and of values in lists, as Python's
// frameworks write them.
func TestTexts(t *testing.T) {
	for src, want := range map[string]string{
		"print(np.float32, np.ones(1).dtype, [np.bool_, np.ones(1).dtype])":                                                                                                   "<class 'numpy.float32'> float64 [<class 'numpy.bool'>, dtype('float64')]",
		"print(jnp.float32, jnp.ones(1).dtype, [jnp.bool_, jnp.ones(1).dtype])":                                                                                               "<class 'jax.numpy.float32'> float32 [<class 'jax.numpy.bool'>, dtype('float32')]",
		"print(torch.float32, [torch.float32, torch.half], torch.complex32)":                                                                                                  "torch.float32 [torch.float32, torch.float16] torch.complex32",
		"print(tf.float32, [tf.float32], tf.ones(1).dtype, repr(tf.half))":                                                                                                    "<dtype: 'float32'> [tf.float32] <dtype: 'float32'> tf.float16",
		"print(tf.experimental.numpy.float32)":                                                                                                                                "<class 'numpy.float32'>",
		"x = torch.ones(2, 3)\nprint(x.shape, [x.size()], x.shape[1:], x.shape.numel(), x.size(0), x.stride(), torch.Size(()))":                                               "torch.Size([2, 3]) [torch.Size([2, 3])] torch.Size([3]) 6 2 (3, 1) torch.Size([])",
		"x = torch.ones(2, 3)\nprint(x.shape == (2, 3), x.shape == [2, 3], x.shape == torch.zeros(2, 3).shape, {x.shape: 1}, '%d-%d' % x.shape, (*x.shape, 4))":               "True False True {torch.Size([2, 3]): 1} 2-3 (2, 3, 4)",
		"x = tf.ones([2, 3])\nprint(x.shape, [x.shape], x.shape[0], x.shape[:1], x.shape.as_list(), x.shape.rank, x.shape == [2, 3], x.shape.num_elements(), '%s' % x.shape)": "(2, 3) [TensorShape([2, 3])] 2 (2,) [2, 3] 2 True 6 (2, 3)",
		"d = torch.ones(1).device\nprint(d, [d], d.type, d.index, d == torch.device('cpu'), d == 'cpu', torch.device('cuda', 1), str(d) + '!', torch.ones(1, device=d))":      "cpu [device(type='cpu')] cpu None True False cuda:1 cpu! tensor([1.])",
		"print(jnp.ones(1).device, [jnp.ones(1).device], tf.ones(1).device)":                                                                                                  "cpu:0 [CpuDevice(id=0)] /job:localhost/replica:0/task:0/device:CPU:0",
		"print(np.ones(2).shape, jnp.ones(2).shape, [np.ones((2, 0))])":                                                                                                       "(2,) (2,) [array([], shape=(2, 0), dtype=float64)]",
		"print(torch.max(torch.tensor([[1., 2.]]), 1))":                                                                                                                       "torch.return_types.max(\nvalues=tensor([2.]),\nindices=tensor([1]))",
		"print(np.unique_counts(np.array([1, 1])), jnp.unique_counts(jnp.array([1, 1])))":                                                                                     "UniqueCountsResult(values=array([1]), counts=array([2])) _UniqueCountsResult(values=Array([1], dtype=int32), counts=Array([2], dtype=int32))",
		"print(tf.unique(tf.constant([1, 1])))":                                                                                                                               "Unique(y=<tf.Tensor: shape=(1,), dtype=int32, numpy=array([1], dtype=int32)>, idx=<tf.Tensor: shape=(2,), dtype=int32, numpy=array([0, 0], dtype=int32)>)",
		"with np.printoptions(precision=2):\n  print(np.array([1/3]), jnp.array([1/3]), tf.constant([1/3]), torch.tensor([1/3]))\nprint(np.array([1/3]))":                     "[0.33] [0.33] tf.Tensor([0.33], shape=(1,), dtype=float32) tensor([0.3333])\n[0.33333333]",
		"print([torch.device], torch.ones(1).device.nothing)":                                                                                                                 "",
	} {
		s := &strings.Builder{}
		session, err := New(Options{Output: s})
		require.NoError(t, err)
		_, err = session.Run(context.Background(), "t", []byte("import numpy as np\nimport jax.numpy as jnp\nimport tensorflow as tf\nimport torch\n"+src))
		if want == "" {
			assert.Error(t, err, src)
			continue
		}
		if assert.NoError(t, err, src) {
			assert.Equal(t, want+"\n", s.String(), src)
		}
	}
}

// TestPrintLimits prints with options that leave nothing out: the limits of a run hold.
func TestPrintLimits(t *testing.T) {
	for src, fails := range map[string]bool{
		"np.set_printoptions(threshold=float('inf'))\nstr(np.zeros(1 << 20))":                  true,
		"np.set_printoptions(threshold=float('inf'))\nlen(str(jnp.zeros(2000)))":               false,
		"torch.set_printoptions(profile='full')\nrepr(torch.zeros(1 << 20))":                   true,
		"torch.set_printoptions(precision=1 << 40)":                                            true,
		"np.set_printoptions(edgeitems=1 << 62, threshold=2)\nstr(np.zeros(3))":                false,
		"np.format_float_positional(1.5, precision=1 << 40, unique=False)":                     true,
		"np.set_printoptions(formatter={'float': lambda x: 1})\nstr(np.zeros(3))":              true,
		"np.set_printoptions(formatter={'float': lambda x: x.nothing})\nstr(np.zeros(3))":      true,
		"np.set_printoptions(formatter={'float': lambda x: str(np.ones(2))})\nstr(np.ones(2))": true,
		"np.set_printoptions(edgeitems=0, threshold=2)\nstr(np.zeros((3, 3)))":                 false,
		"torch.set_printoptions(edgeitems=0, threshold=2)\nstr(torch.zeros(3, 3))":             false,
	} {
		s, err := New(Options{Memory: 1 << 24})
		require.NoError(t, err)
		_, err = s.Run(context.Background(), "t", []byte("import numpy as np\nimport jax.numpy as jnp\nimport torch\n"+src))
		if fails {
			if assert.Error(t, err, src) {
				assert.NotContains(t, err.Error(), "fault", src)
			}
		} else {
			assert.NoError(t, err, src)
		}
	}
}
