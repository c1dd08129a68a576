package onnx

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"

	"github.com/goivy/goivy/ivy"
)

// mutated returns a file with a few bytes changed, cut out, doubled or from another file.
func mutated(r *rand.Rand, data, other []byte) []byte {
	z := bytes.Clone(data)
	for range 1 + r.IntN(4) {
		if len(z) == 0 {
			return z
		}
		at := r.IntN(len(z))
		n := min(1+r.IntN(16), len(z)-at)
		switch r.IntN(6) {
		case 0:
			z[at] ^= 1 << r.IntN(8)
		case 1:
			z[at] = byte(r.IntN(256))
		case 2:
			z = append(z[:at], z[at+n:]...)
		case 3:
			z = append(z[:at:at], append(bytes.Clone(z[at:at+n]), z[at:]...)...)
		case 4:
			from := r.IntN(len(other))
			z = append(z[:at:at], append(bytes.Clone(other[from:min(from+n, len(other))]), z[at:]...)...)
		default: // a number of ten bytes
			z = append(z[:at:at], append([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01}[r.IntN(9):], z[at+n:]...)...)
		}
	}
	return z
}

// changed returns a message with one of its fields, or one of a message in it, changed, left out or doubled: it can be decoded.
func changed(r *rand.Rand, data []byte) []byte {
	var fields [][]byte
	for rest := data; len(rest) > 0; {
		_, _, n := protowire.ConsumeField(rest)
		if n < 0 {
			return mutated(r, data, data)
		}
		fields, rest = append(fields, rest[:n]), rest[n:]
	}
	if len(fields) == 0 {
		return data
	}
	i := r.IntN(len(fields))
	num, typ, n := protowire.ConsumeTag(fields[i])
	tag, value := fields[i][:n], fields[i][n:]
	switch what := r.IntN(12); {
	case what == 0:
		fields = append(fields[:i:i], fields[i+1:]...)
	case what == 1:
		fields = append(fields[:i+1:i+1], fields[i:]...)
	case typ == protowire.VarintType:
		v, _ := protowire.ConsumeVarint(value)
		v = []uint64{v + 1, v - 1, 0, uint64(r.IntN(32)), 1 << r.IntN(64), uint64(-r.IntN(20)), r.Uint64()}[r.IntN(7)]
		fields[i] = protowire.AppendVarint(protowire.AppendTag(nil, num, typ), v)
	case typ == protowire.BytesType:
		inner, _ := protowire.ConsumeBytes(value)
		if message(inner) && r.IntN(8) > 0 {
			inner = changed(r, inner)
		} else if len(inner) > 0 {
			inner = mutated(r, inner, inner)
		}
		fields[i] = protowire.AppendBytes(bytes.Clone(tag), inner)
	default:
		z := bytes.Clone(fields[i])
		z[len(z)-1-r.IntN(4)] ^= 1 << r.IntN(8)
		fields[i] = z
	}
	return bytes.Join(fields, nil)
}

// message reports whether bytes look like a message.
func message(b []byte) bool {
	if len(b) == 0 {
		return false
	}
	for len(b) > 0 {
		num, typ, n := protowire.ConsumeField(b)
		if n < 0 || num > 30 || typ == protowire.StartGroupType || typ == protowire.EndGroupType {
			return false
		}
		b = b[n:]
	}
	return true
}

// tried opens a model and runs it on ones of the shapes that it names, with little memory and time. Whatever the file is, the answer is a result
// or an *ivy.Error.
func tried(t *testing.T, data []byte) (opened, ran bool) {
	m, err := NewReader(bytes.NewReader(data), int64(len(data)))
	var ours *ivy.Error
	if err != nil {
		require.True(t, errors.As(err, &ours), "%v", err)
		return false, false
	}
	b, err := m.on("native")
	require.NoError(t, err)
	b.env.SetMaxBytes(16 << 20)
	inputs := map[string]*ivy.Array{}
	for _, in := range m.inputs {
		size := 1
		shape := []int{}
		for _, d := range in.Shape {
			n := max(0, min(d.Size, 1<<12))
			if d.Size < 0 {
				n = 2
			}
			size *= n
			shape = append(shape, n)
		}
		if size > 1<<16 || !in.Dtype.IsValid() {
			return true, false
		}
		inputs[in.Name] = b.env.Ones(shape, in.Dtype)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	start := time.Now()
	_, err = m.RunContext(ctx, inputs)
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("a model that ends after 2 s ran for %v", took)
	}
	if err != nil {
		require.True(t, errors.As(err, &ours), "%v", err)
	}
	return true, err == nil
}

// TestMutatedFiles: files that were changed at random are refused or run, and take memory in proportion to their sizes to open. GOIVY_ONNX_MUTATIONS says
// how many there are, GOIVY_ONNX_SEED which.
func TestMutatedFiles(t *testing.T) {
	count, seed := 2000, uint64(1)
	if n, err := strconv.Atoi(os.Getenv("GOIVY_ONNX_MUTATIONS")); err == nil {
		count = n
	}
	if n, err := strconv.ParseUint(os.Getenv("GOIVY_ONNX_SEED"), 10, 64); err == nil {
		seed = n
	}
	if testing.Short() {
		count /= 10
	}
	var files [][]byte
	for _, c := range suite(t) {
		files = append(files, c.model)
	}
	paths, err := filepath.Glob("testdata/models/*.onnx")
	require.NoError(t, err)
	for _, p := range paths {
		data, err := os.ReadFile(p)
		require.NoError(t, err)
		if len(data) < 8<<10 && !strings.Contains(p, "outside") {
			for range 20 {
				files = append(files, data)
			}
		}
	}
	r := rand.New(rand.NewPCG(seed, 0))
	opened, ran := 0, 0
	var last []byte
	defer func() {
		if p := recover(); p != nil {
			path := filepath.Join(t.ArtifactDir(), "mutated.onnx")
			_ = os.WriteFile(path, last, 0o644)
			t.Errorf("panic: %v (the file is %s)", p, path)
			panic(p)
		}
	}()
	for range count {
		last = files[r.IntN(len(files))]
		if r.IntN(4) == 0 {
			last = mutated(r, last, files[r.IntN(len(files))])
		} else {
			for range 1 + r.IntN(3) {
				last = changed(r, last)
			}
		}
		var before, after runtime.MemStats
		measured := r.IntN(20) == 0
		if measured {
			runtime.ReadMemStats(&before)
			_, _ = NewReader(bytes.NewReader(last), int64(len(last)))
			runtime.ReadMemStats(&after)
			assert.LessOrEqual(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20+1000*len(last)), "memory of a file of %d bytes", len(last))
		}
		o, z := tried(t, last)
		if o {
			opened++
		}
		if z {
			ran++
		}
	}
	t.Logf("%d files: %d could be opened, %d ran", count, opened, ran)
	assert.Greater(t, opened, count/10)
	assert.Greater(t, ran, count/50)
}

func FuzzModel(f *testing.F) {
	for _, name := range []string{"classifier", "choices", "sklearn_boosted_two"} {
		data, err := os.ReadFile(filepath.Join("testdata", "models", name+".onnx"))
		require.NoError(f, err)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { tried(t, data) })
}
