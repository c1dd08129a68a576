package main

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/optim"
)

//go:embed data/opticks.txt
var opticks string

// The transformer's sizes.
const (
	window = 32 // characters that it sees
	width  = 48
	heads  = 4
	blocks = 2
	rows   = 16 // of a batch
)

func textCommand() *cobra.Command {
	return subcommand("text", "A transformer of characters, on a text of Newton's", 1000, func(ctx context.Context, s *settings) error {
		_, err := s.text(ctx)
		return err
	})
}

// A block is causal self-attention and a perceptron, each behind a layer norm and around a
// residual connection.
type block struct {
	Norm1, Norm2        norm
	Query, Key, Value   *ivy.Array
	Out, Expand, Narrow layer
}

type norm struct{ Scale, Offset *ivy.Array }

func (n norm) of(x *ivy.Array) *ivy.Array {
	return x.LayerNorm([]int{-1}, ivy.Scale(n.Scale), ivy.Offset(n.Offset))
}

type transformer struct {
	Embedding, Position *ivy.Array
	Blocks              []block
	Norm                norm
	Last                layer
}

func (r *source) transformer(letters int) transformer {
	const d = ivy.Float32
	plain := func() norm { return norm{r.env.Ones([]int{width}, d), r.env.Zeros([]int{width}, d)} }
	square := func() *ivy.Array { return r.uniform(1/math.Sqrt(width), d, width, width) }
	t := transformer{
		Embedding: r.uniform(0.1, d, letters, width), Position: r.uniform(0.1, d, window, width),
		Norm: plain(), Last: r.layer(d, width, letters),
	}
	for range blocks {
		t.Blocks = append(t.Blocks, block{
			plain(), plain(), square(), square(), square(),
			r.layer(d, width, width), r.layer(d, width, 4*width), r.layer(d, 4*width, width),
		})
	}
	return t
}

// logits returns those of the character after each of x, of shape (rows, context).
func (t transformer) logits(x, seen *ivy.Array) *ivy.Array {
	n := x.Dim(0)
	h := t.Embedding.Take(x, ivy.Axis(0)).Add(t.Position)
	split := func(a *ivy.Array) *ivy.Array {
		return a.Reshape([]int{n, window, heads, width / heads}).PermuteDims([]int{0, 2, 1, 3})
	}
	for _, b := range t.Blocks {
		a := b.Norm1.of(h)
		q, k, v := split(a.MatMul(b.Query)), split(a.MatMul(b.Key)), split(a.MatMul(b.Value))
		scores := q.MatMul(k.MatrixTranspose()).Multiply(1 / math.Sqrt(width/heads)).Add(seen)
		mixed := scores.Softmax(ivy.Axis(-1)).MatMul(v).PermuteDims([]int{0, 2, 1, 3}).Reshape([]int{n, window, width})
		h = h.Add(b.Out.of(mixed))
		h = h.Add(b.Narrow.of(b.Expand.of(b.Norm2.of(h)).Gelu()))
	}
	return t.Last.of(t.Norm.of(h))
}

// text trains the transformer and prints what it writes; it returns the losses.
func (s *settings) text(ctx context.Context) ([]float64, error) {
	letters := []byte(opticks)
	slices.Sort(letters)
	letters = slices.Compact(letters)
	codes := make([]int64, len(opticks))
	for i := range codes {
		codes[i] = int64(slices.Index(letters, opticks[i]))
	}
	r := s.source()
	// What a character may not see, those after it, has a score that softmax makes 0.
	seen := s.env.Triu(s.env.Full([]int{window, window}, -1e9, ivy.Float32), ivy.K(1))
	b := optim.NewBatches((len(codes)-1)/window, rows, s.seed)
	b.DropLast = true
	params, losses, err := s.train(ctx, task{
		name:      "text",
		params:    r.transformer(len(letters)),
		optimizer: optim.NewAdamW(optim.OneCycle(5e-3, max(s.steps, 4))),
		loss: func(p ivy.Tree, x, y *ivy.Array) *ivy.Array {
			return crossEntropy(p.(transformer).logits(x, seen), y)
		},
		batch: func(step int) (x, y *ivy.Array) {
			var in, out []int64
			for _, i := range b.At(step) {
				in = append(in, codes[i*window:(i+1)*window]...)
				out = append(out, codes[i*window+1:(i+1)*window+1]...)
			}
			dims := []int{rows, window}
			return s.env.Asarray(in).Reshape(dims), s.env.Asarray(out).Reshape(dims).OneHot(len(letters), ivy.Float32)
		},
	})
	if err != nil {
		return losses, err
	}
	const length = 300
	written := codes[:window:window]
	model := s.env.Compile(func(p ivy.Tree, x *ivy.Array) ivy.Tree {
		return p.(transformer).logits(x, seen).Get(0, -1).Softmax(ivy.Axis(-1)).Astype(ivy.Float64)
	})
	for range length {
		x := s.env.Asarray(written[len(written)-window:]).Reshape([]int{1, window})
		shares := ivy.Values[float64](model.CallTree(params, x)[0].(*ivy.Array))
		u, next := r.unit(), 0
		for ; next < len(shares)-1 && u >= shares[next]; next++ {
			u -= shares[next]
		}
		written = append(written, int64(next))
	}
	var text strings.Builder
	for _, c := range written {
		text.WriteByte(letters[c])
	}
	fmt.Fprintf(s.stdout, "text: it writes\n%s\n", text.String())
	return losses, nil
}
