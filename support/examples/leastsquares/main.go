// Leastsquares explains how much ink a handwritten digit has, and where its centre is, by its
// class and the part of the data that it belongs to:
//
//	go run ./support/examples/leastsquares --backend native
//
// The design has 13 columns, an intercept, an indicator for each of ten classes and one for each of
// two parts, and rank 11: the indicators of the classes add up to the intercept, and so do those of
// the parts. Many solutions are equally good. Lstsq returns the one of least norm, which is
// Pinv(a)·b as well, and the rank. The test holds solution, rank, singular values and residuals
// against numpy.linalg.lstsq's on every backend; reference.py recorded them.
//
// The images are those of support/examples/digits: Alpaydin, E. and Kaynak, C. (1998), Optical
// Recognition of Handwritten Digits, UCI Machine Learning Repository, under CC BY 4.0.
package main

import (
	"flag"
	"fmt"
	"io"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/support/examples/internal/example"
)

func main() {
	path := flag.String("data", "support/examples/digits/digits.npz", "file with images, labels and held_out")
	example.Main("leastsquares", func(e *ivy.Env, out io.Writer) error {
		a, b, err := read(e, *path)
		if err != nil {
			return err
		}
		solve(e, a, b).report(out, a, b)
		return nil
	})
}

// read returns the design, and three columns to explain: the ink of an image, and the position of
// its centre in columns and in rows.
func read(e *ivy.Env, path string) (a, b *ivy.Array, err error) {
	arrays, err := e.LoadAll(path)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range []string{"images", "labels", "held_out"} {
		if arrays[name] == nil {
			return nil, nil, fmt.Errorf("%s has no %s", path, name)
		}
	}
	images, held := arrays["images"].Astype(ivy.Float64), arrays["held_out"].Reshape([]int{-1, 1})
	n := images.Dim(0)
	a = e.Concat([]*ivy.Array{
		e.Ones([]int{n, 1}, ivy.Float64),
		arrays["labels"].OneHot(10, ivy.Float64),
		held.LogicalNot().Astype(ivy.Float64),
		held.Astype(ivy.Float64),
	}, ivy.Axis(1))

	ink := images.Sum(ivy.Axes{1, 2})
	at := e.Arange(8, ivy.Float64)
	b = e.Stack([]*ivy.Array{
		ink,
		images.Sum(ivy.Axis(1)).MatMul(at).Divide(ink),
		images.Sum(ivy.Axis(2)).MatMul(at).Divide(ink),
	}, ivy.Axis(1))
	return a, b, nil
}

// A solution is what least squares find.
type solution struct {
	x              *ivy.Array // a column for each column of b
	left           *ivy.Array // sums of squares that are not explained
	rank           *ivy.Array
	singularValues *ivy.Array
}

// solve returns the solution of least norm.
func solve(e *ivy.Env, a, b *ivy.Array) solution {
	x, left, rank, s := e.Lstsq(a, b)
	return solution{x, left, rank, s}
}

func (s solution) report(out io.Writer, a, b *ivy.Array) {
	fmt.Fprintf(out, "%d images on %s: %d columns of rank %d\n", a.Dim(0), a.Backend(), a.Dim(1), s.rank.Int())
	v := s.singularValues
	fmt.Fprintf(out, "singular values from %.3g to %.3g, then %.0e\n\n", v.Get(0).Float(), v.Get(s.rank.Int()-1).Float(), v.Get(-1).Float())
	fmt.Fprintln(out, "                ink  column     row")
	names := []string{"intercept"}
	for i := range 10 {
		names = append(names, fmt.Sprint("digit ", i))
	}
	for i, name := range append(names, "trained on", "held out") {
		fmt.Fprintf(out, "%-11s %7.2f %7.3f %7.3f\n", name, s.x.Get(i, 0).Float(), s.x.Get(i, 1).Float(), s.x.Get(i, 2).Float())
	}
	total := b.Subtract(b.Mean(ivy.Axis(0))).Square().Sum(ivy.Axis(0))
	explained := s.left.Divide(total).Negative().Add(1.0).Multiply(100.0)
	fmt.Fprintf(out, "%-11s %6.1f%% %6.1f%% %6.1f%%\n", "explained", explained.Get(0).Float(), explained.Get(1).Float(), explained.Get(2).Float())
}
