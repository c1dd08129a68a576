package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/support/examples/internal/recorded"
)

// NumPy's spectrum, gain and filtered samples, on every backend.
func TestNumPy(t *testing.T) {
	want := recorded.Load(t, "testdata/numpy.npz")
	recorded.OnBackends(t, func(t *testing.T, e *ivy.Env) {
		x, rate, err := readWAV(e, bytes.NewReader(till))
		require.NoError(t, err)
		require.Equal(t, 44100, rate)
		require.Equal(t, []int{66150}, x.Shape())
		f := bell.apply(e, x, rate)
		every := func(x *ivy.Array, n int) *ivy.Array { return x.Get(ivy.Slice(nil, nil, n)) }
		want.Close(t, "spectrum", every(f.spectrum, 64), 1e-13)
		want.Close(t, "gain", every(f.gain, 64), 1e-12)
		want.Close(t, "filtered", every(f.samples, 16), 1e-13)
		want.Equal(t, "samples", every(samplesOf(e, f.samples), 4))
		want.Close(t, "energy", e.Stack([]*ivy.Array{x.Square().Sum(), f.samples.Square().Sum()}), 1e-13)
		want.Close(t, "strongest", f.frequency.Get(f.spectrum.Abs().ArgMax()), 1e-15)

		var out bytes.Buffer
		f.report(&out, x, rate)
		assert.Contains(t, out.String(), "the strongest frequency is ")

		// What is written is read again, to the rounding of 16 bits.
		var file bytes.Buffer
		require.NoError(t, writeWAV(&file, e, f.samples, rate))
		again, rate, err := readWAV(e, &file)
		require.NoError(t, err)
		assert.Equal(t, 44100, rate)
		assert.True(t, e.AllClose(again, f.samples, ivy.Atol(0.5/32768+1e-12), ivy.Rtol(0.0)).Bool())
		file.Reset()
		require.NoError(t, writeWAV(&file, e, x, rate))
		assert.True(t, bytes.Equal(till, file.Bytes()), "the recording, written, is the file")
	})
}

// A file that is cut, or of another form, is an error.
func TestBadFiles(t *testing.T) {
	e := ivy.Standard()
	read := func(data []byte) error { _, _, err := readWAV(e, bytes.NewReader(data)); return err }
	for n := range 44 {
		assert.Error(t, read(till[:n]), "%d bytes", n)
	}
	assert.ErrorContains(t, read(till[:1000]), "unexpected EOF")
	assert.EqualError(t, read([]byte("no sound at all")), "no .wav file")
	for at, value := range map[int]byte{20: 3, 22: 2, 34: 8} {
		data := bytes.Clone(till[:100])
		data[at] = value
		assert.ErrorContains(t, read(data), "want 1 (PCM), 1 and 16")
	}
	data := bytes.Clone(till)
	data[43] = 0xff
	assert.ErrorContains(t, read(data), "bytes of samples")

	// Another chunk before the samples is left out.
	data = append(bytes.Clone(till[:36]), "LIST\x03\x00\x00\x00abc\x00"...)
	assert.NoError(t, read(append(data, till[36:]...)))
}
