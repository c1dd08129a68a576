// Pca finds the principal components of the handwritten digits, and shows one digit rebuilt from
// more and more of them:
//
//	go run ./support/examples/pca --backend native
//
// The singular value decomposition of the centred images, X = U·diag(s)·Vᵀ, has the components as
// the rows of Vᵀ and the variances along them as s²/(n−1). The test holds means, variances,
// components and projections against NumPy's, up to the sign of a component, on every backend;
// reference.py recorded them.
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

func main() {
	path := flag.String("data", "support/examples/digits/digits.npz", "file with images")
	example.Main("pca", func(e *ivy.Env, out io.Writer) error {
		x, err := readImages(e, *path)
		if err != nil {
			return err
		}
		analyse(e, x).report(out, x)
		return nil
	})
}

// readImages returns the images as rows of 64 numbers from 0 to 16.
func readImages(e *ivy.Env, path string) (*ivy.Array, error) {
	arrays, err := e.LoadAll(path)
	if err != nil {
		return nil, err
	}
	images, ok := arrays["images"]
	if !ok {
		return nil, fmt.Errorf("%s has no images", path)
	}
	return images.Astype(ivy.Float64).Reshape([]int{images.Dim(0), -1}), nil
}

// A pca is what an analysis of principal components finds.
type pca struct {
	mean       *ivy.Array // of the columns
	variance   *ivy.Array // along each component, descending
	ratio      *ivy.Array // the same as shares of their sum
	components *ivy.Array // orthonormal rows
}

// analyse finds the principal components of the rows of x.
func analyse(e *ivy.Env, x *ivy.Array) pca {
	mean := x.Mean(ivy.Axis(0))
	_, s, vt := e.SVD(x.Subtract(mean), ivy.FullMatrices(false))
	variance := s.Square().Divide(float64(x.Dim(0) - 1))
	return pca{mean, variance, variance.Divide(variance.Sum()), vt}
}

// project returns the coordinates of the rows of x along the first k components.
func (p pca) project(x *ivy.Array, k int) *ivy.Array {
	return x.Subtract(p.mean).MatMul(p.components.Get(ivy.Slice(nil, k)).T())
}

// restore returns rows from their coordinates along the first components.
func (p pca) restore(z *ivy.Array) *ivy.Array {
	return z.MatMul(p.components.Get(ivy.Slice(nil, z.Dim(1)))).Add(p.mean)
}

// needed returns how many components have that share of the variance.
func (p pca) needed(share float64) int {
	var sum float64
	for i, r := range ivy.Values[float64](p.ratio) {
		if sum += r; sum >= share {
			return i + 1
		}
	}
	return p.ratio.Size()
}

func (p pca) report(out io.Writer, x *ivy.Array) {
	fmt.Fprintf(out, "%d images of %d pixels on %s\n\ncomponent  variance  share  together\n", x.Dim(0), x.Dim(1), x.Backend())
	var sum float64
	for i := range 10 {
		r := p.ratio.Get(i).Float()
		sum += r
		fmt.Fprintf(out, "%9d %9.2f %5.1f%% %8.1f%%\n", i+1, p.variance.Get(i).Float(), 100*r, 100*sum)
	}
	for _, share := range []float64{0.9, 0.95, 0.99} {
		fmt.Fprintf(out, "%.0f%% of the variance: %d components\n", 100*share, p.needed(share))
	}

	fmt.Fprint(out, "\nthe first image")
	counts := []int{2, 5, 10, 20, 64}
	columns := []*ivy.Array{x.Get(0)}
	for _, k := range counts {
		fmt.Fprintf(out, ", from %d", k)
		columns = append(columns, p.restore(p.project(x.Get(ivy.Slice(0, 1)), k)).Get(0))
	}
	fmt.Fprintln(out, " components:")
	var lines [8]strings.Builder
	for _, c := range columns {
		for i, v := range ivy.Values[float64](c) {
			lines[i/8].WriteString(shade(v, 16))
			if i%8 == 7 {
				lines[i/8].WriteString("  ")
			}
		}
	}
	for i := range lines {
		fmt.Fprintln(out, strings.TrimRight(lines[i].String(), " "))
	}
}

// shade returns two characters that are as dark as v is large, from 0 to top.
func shade(v, top float64) string {
	const shades = " .:-=+*#%@"
	at := min(max(int(v/top*float64(len(shades))), 0), len(shades)-1)
	return strings.Repeat(shades[at:at+1], 2)
}
