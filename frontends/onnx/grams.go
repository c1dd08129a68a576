package onnx

import (
	"fmt"

	"github.com/goivy/goivy/ivy"
)

// gramRows count sequences of integers.
var gramRows = []row{
	{op: "TfIdfVectorizer", since: []int{9}, in: "i", host: []int{0}, run: countGrams, check: func(n *node) string {
		if a := n.attrs["pool_strings"]; a != nil && len(a.proto.strings) > 0 {
			return "operator TfIdfVectorizer with pool_strings"
		}
		return ""
	}},
}

// countGrams counts how often each of the n-grams in pool_int64s occurs in a row, with up to max_skip_count elements between its own.
func countGrams(c *call) {
	e := c.e
	shape := c.shape(0)
	pool, counts, indexes := c.attrInts("pool_int64s"), c.attrInts("ngram_counts"), c.attrInts("ngram_indexes")
	least, most, skips := c.attrInt("min_gram_length", 1), c.attrInt("max_gram_length", 1), c.attrInt("max_skip_count", 0)
	weights := c.attrFloats("weights")
	if len(shape) > 2 || least < 1 || most < least || skips < 0 {
		c.failf(ivy.ErrValue, "grams of %d to %d with skips of up to %d in shape %v", least, most, skips, shape)
	}
	size := 0
	for _, i := range indexes {
		if i < 0 || i > 1<<26 {
			c.failf(ivy.ErrIndex, "ngram_indexes %d", i)
		}
		size = max(size, i+1)
	}
	if len(weights) != 0 && len(weights) < size {
		c.failf(ivy.ErrShape, "%d weights for %d grams", len(weights), size)
	}
	grams := map[string]int{} // places in the result
	key := func(zs []int) string { return fmt.Sprint(zs) }
	id := 0
	for k, start := range counts {
		end := len(pool)
		if k+1 < len(counts) {
			end = counts[k+1]
		}
		if start < 0 || end < start || end > len(pool) {
			c.failf(ivy.ErrValue, "ngram_counts %v of a pool of %d", counts, len(pool))
		}
		n := k + 1
		for ; start+n <= end; start += n {
			if id >= len(indexes) {
				c.failf(ivy.ErrValue, "%d ngram_indexes for more grams", len(indexes))
			}
			if n >= least && n <= most {
				grams[key(pool[start:start+n])] = indexes[id]
			}
			id++
		}
	}
	width, rows := 1, 1
	if len(shape) > 0 {
		width = shape[len(shape)-1]
	}
	if len(shape) == 2 {
		rows = shape[0]
	}
	if err := e.CheckSize(rows*size, 4); err != nil {
		c.failf(ivy.ErrValue, "%v", err)
	}
	all, z := c.ints(0), make([]float32, rows*size)
	for r := range rows {
		row := all[r*width : (r+1)*width]
		for n := least; n <= min(most, len(counts)); n++ {
			for skip := 1; skip <= skips+1; skip++ {
				if n == 1 && skip > 1 || (n-1)*skip >= width {
					break
				}
				gram := make([]int, n)
				for at := 0; at+(n-1)*skip < width; at++ {
					for i := range gram {
						gram[i] = row[at+i*skip]
					}
					if to, ok := grams[key(gram)]; ok {
						z[r*size+to]++
					}
				}
			}
		}
	}
	mode := c.oneOf("mode", "TF", "IDF", "TFIDF")
	for i, n := range z {
		w := float32(1)
		if len(weights) > 0 {
			w = weights[i%size]
		}
		switch {
		case mode == "IDF" && n > 0:
			z[i] = w
		case mode == "TFIDF":
			z[i] = n * w
		}
	}
	dims := []int{size}
	if len(shape) == 2 {
		dims = []int{rows, size}
	}
	c.setAs(e.Reshape(e.Asarray(z, ivy.Float32), dims), elemFloat)
}
