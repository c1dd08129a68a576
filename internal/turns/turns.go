// Package turns times functions that take turns, so that what else the machine does meets
// them all.
package turns

import (
	"slices"
	"time"
)

// Time calls every function once to warm up, then so many times in turn. Each returns how
// many calls it made, of what is timed; the result has the nanoseconds of one in each turn.
func Time(turns int, fs ...func() (calls int)) [][]float64 {
	ns := make([][]float64, len(fs))
	for i := range turns + 1 {
		for j, f := range fs {
			start := time.Now()
			n := f()
			took := float64(time.Since(start)) / float64(n)
			if i > 0 {
				ns[j] = append(ns[j], took)
			}
		}
	}
	return ns
}

// Over returns the median of the differences of x and y, turn by turn.
func Over(x, y []float64) float64 {
	d := make([]float64, len(x))
	for i := range x {
		d[i] = x[i] - y[i]
	}
	return Median(d)
}

// Median returns the median of x, which is not empty.
func Median(x []float64) float64 {
	s := slices.Sorted(slices.Values(x))
	return (s[(len(s)-1)/2] + s[len(s)/2]) / 2
}
