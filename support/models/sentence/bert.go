package sentence

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/nn"
)

// activations are what config.json may name.
var activations = map[string]func(e *ivy.Env, x *ivy.Array) *ivy.Array{
	"gelu":              func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Gelu(x) },
	"gelu_new":          approximateGelu,
	"gelu_pytorch_tanh": approximateGelu,
	"relu":              func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Relu(x) },
}

func approximateGelu(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Gelu(x, ivy.Approximate(true)) }

// A layer is attention among the tokens, and two linear layers for each of them (A. Vaswani et al., 2017).
type layer struct {
	Attention     *nn.MultiheadAttention
	AttentionNorm *nn.LayerNorm
	Up, Down      *nn.Linear
	Norm          *nn.LayerNorm
}

// A bert is the encoder of J. Devlin et al., 2018, and what follows it. It is an ivy.Tree of its parameters.
type bert struct {
	Words     *ivy.Array // (vocabulary, width)
	Positions *ivy.Array // (positions, width), with the row of the first type of token added
	Norm      *nn.LayerNorm
	Layers    []*layer

	Activation string  `ivy:"-"`
	Pooling    pooling `ivy:"-"`
}

// forward takes the ids of tokens, int32 (b, l), and bools (b, l), false for padding, and returns a vector for each text, (b, n·width) for
// n modes of pooling.
func (m *bert) forward(ids, mask *ivy.Array) *ivy.Array {
	e := ids.Env()
	b, l := ids.Shape()[0], ids.Shape()[1]
	keys := mask.Reshape([]int{b, 1, 1, l})
	x := e.Add(e.Embedding(m.Words, ids), m.Positions.Get(ivy.Slice(0, l)))
	x = m.Norm.Forward(nil, x)
	act := activations[m.Activation]
	for _, y := range m.Layers {
		x = y.AttentionNorm.Forward(nil, e.Add(y.Attention.Forward(nil, x, x, x, keys), x))
		x = y.Norm.Forward(nil, e.Add(y.Down.Forward(nil, act(e, y.Up.Forward(nil, x))), x))
	}
	return m.Pooling.pool(e, x, mask.Reshape([]int{b, l, 1}))
}

// The numbers by which sentence-transformers avoids divisions by zero.
const (
	leastCount = 1e-9
	leastNorm  = 1e-12
)

// pool returns what becomes of the vectors of tokens (b, l, width), of which those count where mask (b, l, 1) is true.
func (p pooling) pool(e *ivy.Env, x, mask *ivy.Array) *ivy.Array {
	var parts []*ivy.Array
	if p.CLS {
		parts = append(parts, x.Get(ivy.Slice(nil, nil), 0))
	}
	if p.Max {
		parts = append(parts, e.Max(e.Where(mask, x, e.FullLike(x, -1e9)), ivy.Axis(1)))
	}
	if p.Mean || p.MeanSqrt {
		sum := e.Sum(e.Where(mask, x, e.ZerosLike(x)), ivy.Axis(1))
		count := e.Maximum(e.Sum(e.Astype(mask, x.Dtype()), ivy.Axis(1)), leastCount)
		if p.Mean {
			parts = append(parts, e.Divide(sum, count))
		}
		if p.MeanSqrt {
			parts = append(parts, e.Divide(sum, e.Sqrt(count)))
		}
	}
	z := parts[0]
	if len(parts) > 1 {
		z = e.Concat(parts, ivy.Axis(1))
	}
	if p.normalize {
		z = e.Divide(z, e.Maximum(e.Sqrt(e.Sum(e.Square(z), ivy.Axis(1), ivy.KeepDims(true))), leastNorm))
	}
	return z
}

// A reader hands out the arrays of model.safetensors, as float32.
type reader struct {
	e      *ivy.Env
	prefix string
	arrays map[string]*ivy.Array
}

// get returns the array of a name, which must have that shape. It panics with an *ivy.Error.
func (r *reader) get(name string, shape ...int) *ivy.Array {
	x := r.arrays[r.prefix+name]
	if x == nil {
		panic(invalid("model.safetensors: no array %q", r.prefix+name))
	}
	if !slices.Equal(x.Shape(), shape) {
		panic(invalid("model.safetensors: %q has shape %v, want %v", r.prefix+name, x.Shape(), shape))
	}
	switch x.Dtype() {
	case ivy.Float32, ivy.Float16, ivy.BFloat16, ivy.Float64:
	default:
		panic(unsupported("model.safetensors: %q of %v", r.prefix+name, x.Dtype()))
	}
	return r.e.Astype(x, ivy.Float32)
}

func (r *reader) linear(name string, in, out int) *nn.Linear {
	return &nn.Linear{Weight: r.get(name+".weight", out, in), Bias: r.get(name+".bias", out)}
}

func (r *reader) norm(name string, c *config) *nn.LayerNorm {
	return &nn.LayerNorm{Weight: r.get(name+".weight", c.Width), Bias: r.get(name+".bias", c.Width), Shape: []int{c.Width}, Eps: c.Eps}
}

// readBert reads the parameters of a BERT. It panics with an *ivy.Error.
func readBert(e *ivy.Env, dir string, c *config, p pooling) *bert {
	path := filepath.Join(dir, "model.safetensors")
	arrays, err := e.LoadAll(path)
	if err != nil {
		panic(err)
	}
	r := &reader{e: e, arrays: arrays}
	if _, ok := arrays["bert.embeddings.word_embeddings.weight"]; ok {
		r.prefix = "bert."
	}
	types := r.get("embeddings.token_type_embeddings.weight", c.Types, c.Width)
	m := &bert{
		Words:      r.get("embeddings.word_embeddings.weight", c.Vocabulary, c.Width),
		Positions:  e.Add(r.get("embeddings.position_embeddings.weight", c.Positions, c.Width), types.Get(0)),
		Norm:       r.norm("embeddings.LayerNorm", c),
		Activation: c.Activation,
		Pooling:    p,
	}
	for i := range c.Layers {
		at := fmt.Sprintf("encoder.layer.%d.", i)
		var weights, biases []*ivy.Array
		for _, part := range []string{"query", "key", "value"} {
			l := r.linear(at+"attention.self."+part, c.Width, c.Width)
			weights, biases = append(weights, l.Weight), append(biases, l.Bias)
		}
		m.Layers = append(m.Layers, &layer{
			Attention: &nn.MultiheadAttention{
				InProjWeight: e.Concat(weights, ivy.Axis(0)),
				InProjBias:   e.Concat(biases, ivy.Axis(0)),
				OutProj:      r.linear(at+"attention.output.dense", c.Width, c.Width),
				Heads:        c.Heads,
				BatchFirst:   true,
			},
			AttentionNorm: r.norm(at+"attention.output.LayerNorm", c),
			Up:            r.linear(at+"intermediate.dense", c.Width, c.Intermediate),
			Down:          r.linear(at+"output.dense", c.Intermediate, c.Width),
			Norm:          r.norm(at+"output.LayerNorm", c),
		})
	}
	return m
}
