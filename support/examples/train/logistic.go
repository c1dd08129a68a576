package main

import (
	"context"
	_ "embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/optim"
)

//go:embed data/breast_cancer.csv
var breastCancer string

func logisticCommand() *cobra.Command {
	return subcommand("logistic", "Logistic regression of tumours, benign or malignant, by 30 measures", 300, func(ctx context.Context, s *settings) error {
		_, err := s.logistic(ctx)
		return err
	})
}

// readTumours returns 569 rows of 30 measures, and 1 for benign, 0 for malignant.
func readTumours(e *ivy.Env) (x, y *ivy.Array, err error) {
	rows, err := csv.NewReader(strings.NewReader(breastCancer[strings.IndexByte(breastCancer, '\n')+1:])).ReadAll()
	if err != nil {
		return nil, nil, err
	}
	var measures, labels []float64
	for _, row := range rows {
		for i, text := range row {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return nil, nil, err
			}
			if i == len(row)-1 {
				labels = append(labels, v)
			} else {
				measures = append(measures, v)
			}
		}
	}
	return e.Asarray(measures).Reshape([]int{len(rows), -1}), e.Asarray(labels), nil
}

// logistic trains on four of five rows, all at every step, and returns the share of the others
// that it gets right.
func (s *settings) logistic(ctx context.Context) (float64, error) {
	x, y, err := readTumours(s.env)
	if err != nil {
		return 0, err
	}
	held := s.env.Remainder(s.env.Arange(x.Dim(0)), 5).Equal(4)
	rest := held.LogicalNot()
	xt, yt, xh, yh := x.Get(rest), y.Get(rest), x.Get(held), y.Get(held)
	mean, deviation := xt.Mean(ivy.Axis(0)), xt.Std(ivy.Axis(0))
	xt, xh = xt.Subtract(mean).Divide(deviation), xh.Subtract(mean).Divide(deviation)
	logits := func(p ivy.Tree, x *ivy.Array) *ivy.Array { l := p.(layer); return l.of(x).Squeeze(ivy.Axis(-1)) }
	params, _, err := s.train(ctx, task{
		name:      "logistic",
		params:    layer{s.env.Zeros([]int{30, 1}, ivy.Float64), s.env.Zeros([]int{1}, ivy.Float64)},
		optimizer: optim.NewMomentum(optim.Cosine(0.5, s.steps, 0.01), 0.9),
		loss: func(p ivy.Tree, x, y *ivy.Array) *ivy.Array {
			// −log of the probability of the label, and a small penalty of the weights
			z := logits(p, x)
			return z.Softplus().Subtract(z.Multiply(y)).Mean().Add(p.(layer).Weight.Square().Sum().Multiply(1e-3))
		},
		batch: func(int) (*ivy.Array, *ivy.Array) { return xt, yt },
	})
	if err != nil {
		return 0, err
	}
	share := logits(params, xh).Greater(0.0).Equal(yh.Greater(0.5)).Astype(ivy.Float64).Mean().Float()
	fmt.Fprintf(s.stdout, "logistic: %.2f %% of %d held-out tumours right\n", 100*share, xh.Dim(0))
	return share, nil
}
