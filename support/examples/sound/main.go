// Sound filters a recording: it keeps the bell of a cash register and takes away the clatter of its
// drawer, by a Fourier transform, and writes what is left:
//
//	go run ./support/examples/sound --backend native --out bell.wav
//
// till.wav is read, transformed (RFFT), multiplied by the gain of a band-pass filter from 3 to
// 10 kHz with smooth edges, and transformed back (IRFFT). The test holds spectrum, gain, filtered
// samples and the written file against NumPy's on every backend; reference.py recorded them.
//
// The recording is real: README.md has its source and its licence, CC0.
package main

import (
	"bytes"
	_ "embed"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/support/examples/internal/example"
)

//go:embed till.wav
var till []byte

var bell = bandPass{3000, 3500, 9000, 10000}

func main() {
	in := flag.String("in", "", "file .wav of 16 bits and one channel instead of the cash register")
	path := flag.String("out", "", "file for the filtered sound")
	example.Main("sound", func(e *ivy.Env, out io.Writer) error {
		data := till
		if *in != "" {
			var err error
			if data, err = os.ReadFile(*in); err != nil {
				return err
			}
		}
		x, rate, err := readWAV(e, bytes.NewReader(data))
		if err != nil {
			return err
		}
		f := bell.apply(e, x, rate)
		f.report(out, x, rate)
		if *path == "" {
			return nil
		}
		var file bytes.Buffer
		if err := writeWAV(&file, e, f.samples, rate); err != nil {
			return err
		}
		fmt.Fprintf(out, "\nwritten to %s\n", *path)
		return os.WriteFile(*path, file.Bytes(), 0o666)
	})
}

// A bandPass has the frequencies in Hz between which its gain rises from 0 to 1, and falls again.
type bandPass struct{ low, pass, stop, high float64 }

// gain returns the factor of each frequency.
func (b bandPass) gain(e *ivy.Env, frequency *ivy.Array) *ivy.Array {
	edge := func(low, high float64) *ivy.Array { // half a cosine
		at := e.Clip(frequency.Subtract(low).Divide(high-low), 0.0, 1.0)
		return e.Subtract(1.0, at.Multiply(math.Pi).Cos()).Divide(2.0)
	}
	return edge(b.low, b.pass).Multiply(e.Subtract(1.0, edge(b.stop, b.high)))
}

// A filtering is what apply computes.
type filtering struct{ frequency, spectrum, gain, samples *ivy.Array }

// apply filters samples that follow each other rate times a second. What lies before them is taken
// for what lies at their end, as a transform takes them for a period: sounds that begin or end loudly
// need silence around them.
func (b bandPass) apply(e *ivy.Env, x *ivy.Array, rate int) filtering {
	frequency := e.RFFTFreq(x.Size(), ivy.Spacing(1/float64(rate)), ivy.Float64)
	spectrum, gain := e.RFFT(x), b.gain(e, frequency)
	return filtering{frequency, spectrum, gain, e.IRFFT(spectrum.Multiply(gain), ivy.N(x.Size()))}
}

func (f filtering) report(out io.Writer, x *ivy.Array, rate int) {
	fmt.Fprintf(out, "%.2f s of sound, %d samples on %s\n\n", float64(x.Size())/float64(rate), x.Size(), x.Backend())
	power := f.spectrum.Abs().Square()
	kept := power.Multiply(f.gain.Square())
	top := power.Sum()
	fmt.Fprintf(out, "%-15s %9s %9s\n", "band", "recorded", "filtered")
	decibels := func(p *ivy.Array, band *ivy.Array) float64 {
		return 10 * math.Log10(p.Multiply(band.Astype(ivy.Float64)).Sum().Divide(top).Float())
	}
	for low := 62.5; low < float64(rate)/2; low *= 2 {
		band := f.frequency.GreaterEqual(low).LogicalAnd(f.frequency.Less(2 * low))
		before, after := decibels(power, band), decibels(kept, band)
		left := "       -"
		if after > -100 {
			left = fmt.Sprintf("%5.1f dB", after)
		}
		fmt.Fprintf(out, "%5.0f … %5.0f Hz %6.1f dB  %s  %s\n", low, min(2*low, float64(rate)/2), before, left, bar(before, after))
	}
	strongest := f.spectrum.Abs().ArgMax().Int()
	fmt.Fprintf(out, "\nthe strongest frequency is %.1f Hz; %.1f%% of the energy is left\n", f.frequency.Get(strongest).Float(), 100*f.samples.Square().Sum().Divide(x.Square().Sum()).Float())
}

// bar draws two levels from −60 to 0 dB: what is left, and what was there besides.
func bar(before, after float64) string {
	length := func(level float64) int { return int(max(level+60, 0) / 2) }
	return strings.Repeat("#", length(after)) + strings.Repeat("-", max(length(before)-length(after), 0))
}
