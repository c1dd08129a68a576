package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/files"
	"github.com/goivy/goivy/ivy/optim"
)

func digitsCommand() *cobra.Command {
	var path, model string
	c := subcommand("digits", "Handwritten digits, 8 × 8 pixels, from scratch", 1000, func(ctx context.Context, s *settings) error {
		_, err := s.digits(ctx, path, model)
		return err
	})
	c.Flags().StringVar(&path, "data", "support/examples/digits/digits.npz", "file with images, labels and held_out")
	c.Flags().StringVar(&model, "model", "mlp", "model: mlp or cnn")
	return c
}

// A mlp is a perceptron 64 → 64 → 32 → 10 with relu.
type mlp struct{ First, Second, Last layer }

func (m mlp) logits(x *ivy.Array) *ivy.Array {
	return m.Last.of(m.Second.of(m.First.of(x).Relu()).Relu())
}

func (r *source) mlp(d ivy.Dtype) mlp {
	return mlp{r.layer(d, 64, 64), r.layer(d, 64, 32), r.layer(d, 32, 10)}
}

// A cnn has two convolutions, the second with a step of 2, and an affine layer.
type cnn struct {
	Filter1, Bias1, Filter2, Bias2 *ivy.Array
	Last                           layer
}

func (m cnn) logits(x *ivy.Array) *ivy.Array {
	x = x.Reshape([]int{-1, 8, 8, 1})
	x = x.ConvGeneralDilated(m.Filter1, []int{1}, "SAME").Add(m.Bias1).Relu()
	x = x.ConvGeneralDilated(m.Filter2, []int{2}, "SAME").Add(m.Bias2).Relu()
	return m.Last.of(x.Reshape([]int{-1, 4 * 4 * 16}))
}

func (r *source) cnn(d ivy.Dtype) cnn {
	return cnn{
		Filter1: r.uniform(1.0/3, d, 3, 3, 1, 8), Bias1: r.uniform(1.0/3, d, 8),
		Filter2: r.uniform(1/8.5, d, 3, 3, 8, 16), Bias2: r.uniform(1/8.5, d, 16),
		Last: r.layer(d, 4*4*16, 10),
	}
}

// A digitSet is the images and labels of training and of the part held out.
type digitSet struct{ images, labels, heldImages, heldLabels *ivy.Array }

func readDigits(e *ivy.Env, path string, d ivy.Dtype) (*digitSet, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	arrays := map[string]*ivy.Array{}
	for _, name := range []string{"images", "labels", "held_out"} {
		h, err := f.Lookup(name)
		if err != nil {
			return nil, err
		}
		size, err := h.Size()
		if err != nil {
			return nil, err
		}
		data := make([]byte, size)
		if err := f.ReadInto(name, data); err != nil {
			return nil, err
		}
		arrays[name] = e.FromBytes(h.Dtype, h.Shape, data)
	}
	images := arrays["images"].Astype(d).Reshape([]int{-1, 64}).Divide(16.0)
	labels, held := arrays["labels"].Astype(ivy.Int64), arrays["held_out"]
	rest := held.LogicalNot()
	return &digitSet{images.Get(rest), labels.Get(rest), images.Get(held), labels.Get(held)}, nil
}

// batches returns what a step takes: images, and labels as rows with one 1.
func (d *digitSet) batches(b *optim.Batches) func(step int) (x, y *ivy.Array) {
	hot := d.labels.OneHot(10, d.images.Dtype())
	return func(step int) (x, y *ivy.Array) {
		at := b.At(step)
		return d.images.Get(at), hot.Get(at)
	}
}

// digits trains a model and returns the share of held-out images that it gets right.
func (s *settings) digits(ctx context.Context, path, model string) (float64, error) {
	data, err := readDigits(s.env, path, ivy.Float32)
	if err != nil {
		return 0, err
	}
	t := task{name: "digits " + model, optimizer: optim.NewAdam(optim.OneCycle(1e-2, max(s.steps, 4)))}
	var logits func(params ivy.Tree, x *ivy.Array) *ivy.Array
	switch model {
	case "mlp":
		t.params = s.source().mlp(ivy.Float32)
		logits = func(p ivy.Tree, x *ivy.Array) *ivy.Array { return p.(mlp).logits(x) }
	case "cnn":
		t.params = s.source().cnn(ivy.Float32)
		logits = func(p ivy.Tree, x *ivy.Array) *ivy.Array { return p.(cnn).logits(x) }
	default:
		return 0, fmt.Errorf("--model %q, want mlp or cnn", model)
	}
	t.loss = func(p ivy.Tree, x, y *ivy.Array) *ivy.Array { return crossEntropy(logits(p, x), y) }
	b := optim.NewBatches(data.images.Dim(0), 64, s.seed)
	b.DropLast = true
	t.batch = data.batches(b)
	params, _, err := s.train(ctx, t)
	if err != nil {
		return 0, err
	}
	share := right(logits(params, data.heldImages), data.heldLabels)
	fmt.Fprintf(s.stdout, "%s: %.2f %% of %d held-out images right\n", t.name, 100*share, data.heldImages.Dim(0))
	return share, nil
}
