// Package draws has what the tests of random numbers share: draws as the programs of
// support/oracle record them. Only tests import it.
package draws

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Recorded is what is recorded of a slice of numbers: how many, the bits of the first two, and a hash of all.
type Recorded struct {
	N    int
	Head []string // in base 16
	Sha  string   // the first half of SHA-256 of the numbers in little-endian byte order, in base 16
}

// Of returns what is recorded of values.
func Of[T any](t *testing.T, values []T) Recorded {
	data, err := binary.Append(nil, binary.LittleEndian, values)
	require.NoError(t, err)
	sum := sha256.Sum256(data)
	r := Recorded{N: len(values), Head: []string{}, Sha: hex.EncodeToString(sum[:16])}
	for i := range min(2, len(values)) {
		size := len(data) / len(values)
		var word uint64
		for j := range size {
			word |= uint64(data[size*i+j]) << (8 * j)
		}
		r.Head = append(r.Head, strconv.FormatUint(word, 16))
	}
	return r
}

// Read decodes a file of JSON, which gzip has compressed if its name says so.
func Read(t *testing.T, path string, into any) {
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	var text io.Reader = f
	if strings.HasSuffix(path, ".gz") {
		text, err = gzip.NewReader(f)
		require.NoError(t, err)
	}
	require.NoError(t, json.NewDecoder(text).Decode(into))
}

// Floats returns the numbers that texts are.
func Floats[F float32 | float64](t *testing.T, texts []string) []F {
	out := make([]F, len(texts))
	for i, text := range texts {
		v, err := strconv.ParseFloat(text, 64)
		require.NoError(t, err, text)
		out[i] = F(v)
	}
	return out
}
