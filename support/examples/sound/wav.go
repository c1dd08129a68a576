package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/goivy/goivy/ivy"
)

// The head of a .wav file is a RIFF header, and chunks: "fmt " says what "data" has.
type (
	riffHeader  struct{ Riff, Size, Wave [4]byte }
	chunkHeader struct {
		ID   [4]byte
		Size uint32
	}
	waveFormat struct {
		Format, Channels  uint16
		Rate, BytesSecond uint32
		Frame, Bits       uint16
	}
)

const (
	pcm       = 1       // the format of plain samples
	mostBytes = 1 << 28 // of samples that are read
)

// readWAV returns the samples of a .wav file of one channel and 16 bits, as numbers from −1 to 1,
// and how many of them a second has.
func readWAV(e *ivy.Env, r io.Reader) (x *ivy.Array, rate int, err error) {
	var header riffHeader
	if err := binary.Read(r, binary.LittleEndian, &header); err != nil || string(header.Riff[:]) != "RIFF" || string(header.Wave[:]) != "WAVE" {
		return nil, 0, errors.New("no .wav file")
	}
	var format waveFormat
	for {
		var chunk chunkHeader
		if err := binary.Read(r, binary.LittleEndian, &chunk); err != nil {
			return nil, 0, fmt.Errorf("a .wav file without samples: %w", err)
		}
		size := int64(chunk.Size)
		switch string(chunk.ID[:]) {
		case "data":
			if format.Format != pcm || format.Channels != 1 || format.Bits != 16 {
				return nil, 0, fmt.Errorf("a .wav file of format %d, %d channels and %d bits, want 1 (PCM), 1 and 16", format.Format, format.Channels, format.Bits)
			}
			if size > mostBytes || size < 2 || size%2 != 0 {
				return nil, 0, fmt.Errorf("a .wav file with %d bytes of samples", size)
			}
			data, err := io.ReadAll(io.LimitReader(r, size))
			if err == nil && int64(len(data)) != size {
				err = io.ErrUnexpectedEOF
			}
			if err != nil {
				return nil, 0, fmt.Errorf("samples of a .wav file: %w", err)
			}
			return e.FromBytes(ivy.Int16, []int{len(data) / 2}, data).Astype(ivy.Float64).Divide(32768.0), int(format.Rate), nil
		case "fmt ":
			if err := binary.Read(r, binary.LittleEndian, &format); err != nil {
				return nil, 0, fmt.Errorf("format of a .wav file: %w", err)
			}
			size -= int64(binary.Size(format))
		}
		if _, err := io.CopyN(io.Discard, r, size+size%2); err != nil { // chunks have an even length
			return nil, 0, fmt.Errorf("a .wav file: %w", err)
		}
	}
}

// samplesOf returns numbers from −1 to 1 as 16 bits each, rounded and clipped.
func samplesOf(e *ivy.Env, x *ivy.Array) *ivy.Array {
	return e.Clip(x.Multiply(32768.0).Round(), -32768.0, 32767.0).Astype(ivy.Int16)
}

// writeWAV writes numbers from −1 to 1 as a .wav file of one channel and 16 bits.
func writeWAV(w io.Writer, e *ivy.Env, x *ivy.Array, rate int) error {
	data := samplesOf(e, x).Bytes()
	var size [4]byte
	binary.LittleEndian.PutUint32(size[:], uint32(36+len(data)))
	for _, part := range []any{
		riffHeader{[4]byte([]byte("RIFF")), size, [4]byte([]byte("WAVE"))},
		chunkHeader{[4]byte([]byte("fmt ")), 16},
		waveFormat{pcm, 1, uint32(rate), 2 * uint32(rate), 2, 16},
		chunkHeader{[4]byte([]byte("data")), uint32(len(data))},
		data,
	} {
		if err := binary.Write(w, binary.LittleEndian, part); err != nil {
			return err
		}
	}
	return nil
}
