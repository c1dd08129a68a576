// Kmeans sorts the handwritten digits into ten clusters by their pixels alone:
//
//	go run ./support/examples/kmeans --backend native
//
// The centres begin as the first ten images, of which there is one of each class. An image belongs
// to the nearest centre, the first of those that are equally near; a centre becomes the mean of its
// images; it ends when no image changes its centre. The test holds the labels of every iteration
// against NumPy's, one by one, on every backend; reference.py recorded them.
//
// The images are those of support/examples/digits: Alpaydin, E. and Kaynak, C. (1998), Optical
// Recognition of Handwritten Digits, UCI Machine Learning Repository, under CC BY 4.0.
package main

import (
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/support/examples/internal/example"
)

const clusters = 10

func main() {
	path := flag.String("data", "support/examples/digits/digits.npz", "file with images and labels")
	example.Main("kmeans", func(e *ivy.Env, out io.Writer) error {
		x, classes, err := read(e, *path)
		if err != nil {
			return err
		}
		r, err := cluster(e, x, x.Get(ivy.Slice(nil, clusters)), 100)
		if err != nil {
			return err
		}
		r.report(out, x, classes)
		return nil
	})
}

// read returns the images as rows of 64 numbers from 0 to 16, and the digits that they show.
func read(e *ivy.Env, path string) (x, classes *ivy.Array, err error) {
	arrays, err := e.LoadAll(path)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range []string{"images", "labels"} {
		if arrays[name] == nil {
			return nil, nil, fmt.Errorf("%s has no %s", path, name)
		}
	}
	images := arrays["images"].Astype(ivy.Float64)
	return images.Reshape([]int{images.Dim(0), -1}), arrays["labels"].Astype(ivy.Int64), nil
}

// A result is what the iterations found.
type result struct {
	labels  []*ivy.Array // of each iteration, the cluster of each row
	inertia []float64    // of each iteration and the last centres, the sum of squared distances
	centres *ivy.Array   // the last ones
}

// cluster sorts the rows of x by the nearest centre. A cluster without rows, and more than most
// iterations, are errors.
func cluster(e *ivy.Env, x, centres *ivy.Array, most int) (result, error) {
	r := result{centres: centres}
	lengths := x.Square().Sum(ivy.Axis(1))
	for range most {
		// |x − c|² = |x|² − 2·x·c + |c|², and |x|² has no say in which c is nearest.
		distance := x.MatMul(r.centres.T()).Multiply(-2.0).Add(r.centres.Square().Sum(ivy.Axis(1)))
		label := distance.ArgMin(ivy.Axis(1))
		r.inertia = append(r.inertia, distance.Min(ivy.Axis(1)).Add(lengths).Sum().Float())
		if n := len(r.labels); n > 0 && e.All(label.Equal(r.labels[n-1])).Bool() {
			return r, nil
		}
		r.labels = append(r.labels, label)
		member := label.OneHot(r.centres.Dim(0), x.Dtype())
		count := member.Sum(ivy.Axis(0))
		if e.Any(count.Equal(0.0)).Bool() {
			return r, fmt.Errorf("a cluster has no rows: %v", count)
		}
		r.centres = member.T().MatMul(x).Divide(count.Reshape([]int{-1, 1}))
	}
	return r, fmt.Errorf("labels still change after %d iterations", most)
}

func (r result) report(out io.Writer, x, classes *ivy.Array) {
	fmt.Fprintf(out, "%d images in %d clusters on %s\n\niteration  changed  inertia\n", x.Dim(0), r.centres.Dim(0), x.Backend())
	for i, label := range r.labels {
		changed := x.Dim(0)
		if i > 0 {
			changed = label.NotEqual(r.labels[i-1]).Astype(ivy.Int64).Sum().Int()
		}
		fmt.Fprintf(out, "%9d %8d %8.0f\n", i+1, changed, r.inertia[i])
	}

	last := r.labels[len(r.labels)-1]
	counts := last.OneHot(clusters, ivy.Float64).T().MatMul(classes.OneHot(10, ivy.Float64))
	fmt.Fprintf(out, "\n%.1f%% of the images are in a cluster of which most show the same digit:\n", 100*counts.Max(ivy.Axis(1)).Sum().Divide(float64(x.Dim(0))).Float())
	fmt.Fprintln(out, "cluster   0   1   2   3   4   5   6   7   8   9")
	for i := range clusters {
		fmt.Fprintf(out, "%3d    ", i)
		for j := range 10 {
			fmt.Fprintf(out, "%4.0f", counts.Get(i, j).Float())
		}
		fmt.Fprintln(out)
	}
	fmt.Fprint(out, "\nthe centres:\n", pictures(r.centres, 0, 5), "\n", pictures(r.centres, 5, 10))
}

// pictures draws the centres from one number to another, side by side.
func pictures(centres *ivy.Array, from, to int) string {
	const shades = " .:-=+*#%@"
	var lines [8]strings.Builder
	for i := from; i < to; i++ {
		for at, v := range ivy.Values[float64](centres.Get(i)) {
			shade := shades[min(int(v/16*float64(len(shades))), len(shades)-1)]
			lines[at/8].Write([]byte{shade, shade})
			if at%8 == 7 {
				lines[at/8].WriteString("  ")
			}
		}
	}
	var s strings.Builder
	for i := range lines {
		s.WriteString(strings.TrimRight(lines[i].String(), " ") + "\n")
	}
	return s.String()
}
