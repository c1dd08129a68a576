package sentence

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/goivy/goivy/backends/libtorch"   // if it is built in
	_ "github.com/goivy/goivy/backends/tensorflow" // if it is built in
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/support/models/sentence/tokenizer"
)

const tiny = "testdata/tiny"

// miniLM is the folder of the model that make model fetches.
func miniLM(t testing.TB) string {
	dir, err := Folder()
	require.NoError(t, err)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("all-MiniLM-L6-v2 is not in the cache, make model fetches it: %v", err)
	}
	return dir
}

// texts are those of testdata.
func texts(t testing.TB) (all []string) {
	data, err := os.ReadFile("testdata/texts.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &all))
	require.Len(t, all, 20)
	return all
}

// each runs f on every backend that is linked.
func each(t *testing.T, f func(t *testing.T, e *ivy.Env)) {
	names := backend.Linked()
	require.NotEmpty(t, names)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			e, err := ivy.NewEnv(name)
			require.NoError(t, err)
			f(t, e)
		})
	}
}

// compare compares embeddings with those that PyTorch computed in float64: no number differs by more than 1e-6 of the embedding's
// Euclidean norm, which is 1 of the normalized ones.
func compare(t *testing.T, want *ivy.Array, got [][]float32) {
	require.Equal(t, []int{len(got), len(got[0])}, want.Shape())
	rows := ivy.Values[float64](ivy.Astype(want, ivy.Float64))
	largest, least := 0.0, 1.0
	for i, z := range got {
		exact := make([]float32, len(z))
		gap, squares := 0.0, 0.0
		for j, v := range z {
			w := rows[i*len(z)+j]
			exact[j] = float32(w)
			gap, squares = max(gap, math.Abs(float64(v)-w)), squares+w*w
		}
		largest, least = max(largest, gap/math.Sqrt(squares)), min(least, Cosine(z, exact))
	}
	t.Logf("largest difference %.2g of the norm, least cosine %.9f", largest, least)
	assert.LessOrEqual(t, largest, 1e-6)
	assert.GreaterOrEqual(t, least, 0.99999)
}

// folder returns a copy of the tiny model in which files are changed: an old text for a new one.
func folder(t *testing.T, file, before, after string) string {
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(tiny)))
	path := filepath.Join(dir, file)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(data), before)
	require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(data), before, after, 1)), 0o600))
	return dir
}

// The tiny model's embeddings are PyTorch's, with each pooling, on every backend.
func TestTiny(t *testing.T) {
	want, err := ivy.LoadAll("testdata/tiny.safetensors")
	require.NoError(t, err)
	each(t, func(t *testing.T, e *ivy.Env) {
		m, err := Open(tiny, WithEnv(e))
		require.NoError(t, err)
		assert.Equal(t, 32, m.Width())
		assert.Equal(t, 50, m.MaxTokens())
		got, err := m.Encode(t.Context(), texts(t))
		require.NoError(t, err)
		compare(t, want["normalized"], got)
		if name := e.CurrentBackend(); name != "torch" { // which compiles nothing
			assert.NoError(t, m.forward.Eager())
		}
		for _, mode := range []string{"cls_token", "max_tokens", "mean_tokens", "mean_sqrt_len_tokens"} {
			dir := folder(t, "1_Pooling/config.json", `"pooling_mode_mean_tokens": true`, `"pooling_mode_mean_tokens": false`)
			path := filepath.Join(dir, "1_Pooling/config.json")
			data, err := os.ReadFile(path)
			require.NoError(t, err)
			data = []byte(strings.Replace(string(data), `"pooling_mode_`+mode+`": false`, `"pooling_mode_`+mode+`": true`, 1))
			require.NoError(t, os.WriteFile(path, data, 0o600))
			modules := filepath.Join(dir, "modules.json")
			require.NoError(t, os.WriteFile(modules, []byte(`[{"path":"","type":"sentence_transformers.models.Transformer"},{"path":"1_Pooling","type":"sentence_transformers.models.Pooling"}]`), 0o600))
			m, err := Open(dir, WithEnv(e))
			require.NoError(t, err)
			got, err := m.Encode(t.Context(), texts(t))
			require.NoError(t, err)
			name := strings.TrimSuffix(strings.TrimSuffix(mode, "_tokens"), "_token")
			require.Contains(t, want, name)
			compare(t, want[name], got)
		}
	})
}

// Two poolings are side by side.
func TestSeveralPoolings(t *testing.T) {
	want, err := ivy.LoadAll("testdata/tiny.safetensors")
	require.NoError(t, err)
	dir := folder(t, "1_Pooling/config.json", `"pooling_mode_cls_token": false`, `"pooling_mode_cls_token": true`)
	require.NoError(t, os.Remove(filepath.Join(dir, "modules.json")))
	m, err := Open(dir)
	require.NoError(t, err)
	got, err := m.Encode(t.Context(), texts(t))
	require.NoError(t, err)
	compare(t, want["mean"], got)

	require.NoError(t, os.WriteFile(filepath.Join(dir, "modules.json"), []byte(`[{"path":"","type":"Transformer"},{"path":"1_Pooling","type":"Pooling"}]`), 0o600))
	m, err = Open(dir)
	require.NoError(t, err)
	assert.Equal(t, 64, m.Width())
	got, err = m.Encode(t.Context(), texts(t))
	require.NoError(t, err)
	compare(t, ivy.Concat([]*ivy.Array{want["cls"], want["mean"]}, ivy.Axis(1)), got)
}

// MiniLM's embeddings are PyTorch's, on every backend.
func TestMiniLM(t *testing.T) {
	dir := miniLM(t)
	want, err := ivy.LoadAll("testdata/minilm.safetensors")
	require.NoError(t, err)
	each(t, func(t *testing.T, e *ivy.Env) {
		m, err := Open(dir, WithEnv(e))
		require.NoError(t, err)
		assert.Equal(t, 384, m.Width())
		assert.Equal(t, 256, m.MaxTokens())
		got, err := m.Encode(t.Context(), texts(t))
		require.NoError(t, err)
		compare(t, want["normalized"], got)
	})
}

// Batches and padding change embeddings by rounding alone, and their order is that of the texts.
func TestBatches(t *testing.T) {
	all := texts(t)
	m, err := Open(tiny)
	require.NoError(t, err)
	want, err := m.Encode(t.Context(), all)
	require.NoError(t, err)
	for _, n := range []int{1, 40, 100, 1 << 20} {
		m, err := Open(tiny, WithBatchTokens(n))
		require.NoError(t, err)
		got, err := m.Encode(t.Context(), all)
		require.NoError(t, err)
		for i := range want {
			assert.InDeltaSlice(t, want[i], got[i], 1e-6, "text %d in batches of %d tokens", i, n)
		}
	}
	none, err := m.Encode(t.Context(), nil)
	require.NoError(t, err)
	assert.Empty(t, none)

	short, err := Open(tiny, WithMaxTokens(10))
	require.NoError(t, err)
	assert.Equal(t, 10, short.MaxTokens())
	e, err := short.Tokenizer().Encode(all[19])
	require.NoError(t, err)
	assert.Len(t, e.IDs, 10)
	got, err := short.Encode(t.Context(), all[19:])
	require.NoError(t, err)
	assert.Less(t, Cosine(got[0], want[19]), 0.9999)
}

func TestShapes(t *testing.T) {
	lengths := map[int]bool{}
	for n := range 513 {
		l := paddedLength(n, 512)
		require.GreaterOrEqual(t, l, n)
		if n > 16 {
			assert.Less(t, l, 3*n/2, n)
		}
		lengths[l] = true
	}
	assert.Len(t, lengths, 12)
	assert.Equal(t, 50, paddedLength(49, 50))
	for _, l := range []int{8, 50, 256} {
		rows := rowsOf(l, 4096)
		assert.LessOrEqual(t, rows*l, 4096)
		assert.Greater(t, 2*rows*l, 4096)
	}
	assert.Equal(t, 1, rowsOf(256, 100))
}

// Goroutines share a model, on every backend.
func TestGoroutines(t *testing.T) {
	each(t, func(t *testing.T, e *ivy.Env) {
		m, err := Open(tiny, WithEnv(e))
		require.NoError(t, err)
		all := texts(t)
		want, err := m.Encode(t.Context(), all)
		require.NoError(t, err)
		var wg sync.WaitGroup
		for g := range 4 {
			wg.Go(func() {
				for i := range 5 {
					from := (g + i) % 10
					got, err := m.Encode(t.Context(), all[from:])
					assert.NoError(t, err)
					for j, z := range got {
						assert.InDeltaSlice(t, want[from+j], z, 1e-6)
					}
				}
			})
		}
		wg.Wait()
	})
}

// A context that is done ends Encode before, between and in batches.
func TestCanceled(t *testing.T) {
	m, err := Open(tiny, WithBatchTokens(64))
	require.NoError(t, err)
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("why")
	cancel(why)
	_, err = m.Encode(ctx, []string{"a"})
	assert.ErrorIs(t, err, ivy.ErrCanceled)
	assert.ErrorIs(t, err, context.Canceled)
	assert.ErrorIs(t, err, why)

	long := make([]string, 20000)
	for i := range long {
		long[i] = strings.Repeat("the river and the mountain ", 10)
	}
	start := time.Now()
	deadline, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	_, err = m.Encode(deadline, long)
	assert.ErrorIs(t, err, ivy.ErrCanceled)
	assert.ErrorIs(t, err, context.DeadlineExceeded)
	assert.Less(t, time.Since(start), 5*time.Second, "all of them take longer")
}

// On native a context ends Encode in the middle of a batch.
func TestCanceledInBatch(t *testing.T) {
	m, err := Open(tiny)
	require.NoError(t, err)
	const rows, length = 1 << 13, 48
	tokens, part := make([][]int, rows), make([]int, rows)
	for i := range tokens {
		tokens[i], part[i] = make([]int, length), i
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	err = m.compute(ctx, tokens, part, length, make([][]float32, rows))
	assert.ErrorIs(t, err, ivy.ErrCanceled)
	assert.ErrorIs(t, err, context.DeadlineExceeded)
}

// Folders that are malformed, or of another kind of model.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		kind                error
		says                string
		file, before, after string
	}{
		{ivy.ErrUnsupported, `model_type "roberta"`, "config.json", `"bert"`, `"roberta"`},
		{ivy.ErrUnsupported, `hidden_act "silu"`, "config.json", `"gelu"`, `"silu"`},
		{ivy.ErrUnsupported, "position_embedding_type", "config.json", `"model_type"`, `"position_embedding_type": "relative_key", "model_type"`},
		{ivy.ErrUnsupported, "is_decoder", "config.json", `"model_type"`, `"is_decoder": true, "model_type"`},
		{ivy.ErrValue, "config.json", "config.json", "{", ""},
		{ivy.ErrValue, "sizes", "config.json", `"num_attention_heads": 4`, `"num_attention_heads": 5`},
		{ivy.ErrValue, "sizes", "config.json", `"num_hidden_layers": 2`, `"num_hidden_layers": 2000000000`},
		{ivy.ErrValue, "layer_norm_eps", "config.json", `1e-12`, `0`},
		{ivy.ErrValue, `no array "encoder.layer.2`, "config.json", `"num_hidden_layers": 2`, `"num_hidden_layers": 3`},
		{ivy.ErrValue, "has shape [48 32], want [64 32]", "config.json", `"intermediate_size": 48`, `"intermediate_size": 64`},
		{ivy.ErrValue, "vocabulary of 100", "config.json", `"vocab_size": 124`, `"vocab_size": 100`},
		{ivy.ErrUnsupported, "Dense", "modules.json", "models.Normalize", "models.Dense"},
		{ivy.ErrUnsupported, "../x", "modules.json", `"1_Pooling"`, `"../x"`},
		{ivy.ErrValue, "config.json", "modules.json", `"1_Pooling"`, `"none"`},
		{ivy.ErrValue, "no pooling mode", "1_Pooling/config.json", "true", "false"},
		{ivy.ErrUnsupported, "weighted", "1_Pooling/config.json", `"word_embedding_dimension": 32`, `"pooling_mode_lasttoken": true`},
		{ivy.ErrUnsupported, "do_lower_case", "sentence_bert_config.json", "false", "true"},
		{ivy.ErrValue, "max_seq_length", "sentence_bert_config.json", "50", "-1"},
		{ivy.ErrValue, "2 are special", "sentence_bert_config.json", "50", "1"},
		{ivy.ErrUnsupported, "WordLevel", "tokenizer.json", `"WordPiece"`, `"WordLevel"`},
		{ivy.ErrValue, "tokenizer.json", "tokenizer.json", "{", ""},
	} {
		m, err := Open(folder(t, c.file, c.before, c.after))
		if assert.ErrorIs(t, err, c.kind, c.says) {
			assert.ErrorContains(t, err, c.says)
			assert.ErrorContains(t, err, "sentence.Open")
		}
		var e *ivy.Error
		assert.ErrorAs(t, err, &e)
		assert.Nil(t, m)
	}
	for _, name := range []string{"config.json", "tokenizer.json", "model.safetensors"} {
		dir := folder(t, "config.json", "bert", "bert")
		require.NoError(t, os.Remove(filepath.Join(dir, name)))
		_, err := Open(dir)
		assert.ErrorIs(t, err, fs.ErrNotExist, name)
	}
	dir := folder(t, "config.json", "bert", "bert")
	require.NoError(t, os.Truncate(filepath.Join(dir, "model.safetensors"), 5000))
	_, err := Open(dir)
	assert.ErrorIs(t, err, ivy.ErrValue)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "config.json"), make([]byte, mostJSON+1), 0o600))
	_, err = Open(dir)
	assert.ErrorContains(t, err, "more than 1048576 bytes")
	for _, o := range []Option{WithBatchTokens(0), WithMaxTokens(-1)} {
		_, err := Open(tiny, o)
		assert.ErrorIs(t, err, ivy.ErrValue)
	}
	assert.ErrorIs(t, ofTokenizer(tokenizer.ErrUnsupported), ivy.ErrUnsupported)
}

// Weights of other float dtypes and names with a prefix are read.
func TestOtherWeights(t *testing.T) {
	dir := folder(t, "config.json", "bert", "bert")
	path := filepath.Join(dir, "model.safetensors")
	arrays, err := ivy.LoadAll(path)
	require.NoError(t, err)
	other := map[string]*ivy.Array{}
	for k, x := range arrays {
		other["bert."+k] = ivy.Astype(x, ivy.Float16)
	}
	require.NoError(t, ivy.SaveAll(path, other))
	m, err := Open(dir)
	require.NoError(t, err)
	exact, err := Open(tiny)
	require.NoError(t, err)
	for _, text := range texts(t)[:3] {
		a, err := m.Encode(t.Context(), []string{text})
		require.NoError(t, err)
		b, err := exact.Encode(t.Context(), []string{text})
		require.NoError(t, err)
		assert.Greater(t, Cosine(a[0], b[0]), 0.9999)
		assert.NotEqual(t, a[0], b[0], "float16")
	}
	other["bert.embeddings.LayerNorm.bias"] = ivy.Zeros([]int{32}, ivy.Int32)
	require.NoError(t, ivy.SaveAll(path, other))
	_, err = Open(dir)
	assert.ErrorIs(t, err, ivy.ErrUnsupported)
}

// Memory of a batch is given back with it.
func TestMemory(t *testing.T) {
	m, err := Open(tiny)
	require.NoError(t, err)
	run := func(times int) int {
		for range times {
			_, err := m.Encode(t.Context(), texts(t))
			require.NoError(t, err)
		}
		runtime.GC()
		var s runtime.MemStats
		runtime.ReadMemStats(&s)
		return int(s.HeapAlloc)
	}
	before := run(20)
	assert.Less(t, run(200)-before, 4<<20)
}

func TestCosine(t *testing.T) {
	assert.InDelta(t, 1, Cosine([]float32{1, 2}, []float32{2, 4}), 1e-15)
	assert.InDelta(t, 0, Cosine([]float32{1, 0}, []float32{0, 4}), 1e-15)
	assert.Zero(t, Cosine([]float32{0, 0}, []float32{1, 1}))
}

func BenchmarkMiniLM(b *testing.B) {
	dir, all := miniLM(b), texts(b)
	for _, name := range backend.Linked() {
		e, err := ivy.NewEnv(name)
		require.NoError(b, err)
		m, err := Open(dir, WithEnv(e))
		require.NoError(b, err)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := m.Encode(b.Context(), all); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The encoder alone, compiled: parameters and activations of each dtype, texts of 128 tokens. Set GOMAXPROCS for the number of threads.
func BenchmarkEncoder(b *testing.B) {
	dir := miniLM(b)
	for _, name := range backend.Linked() {
		e, err := ivy.NewEnv(name)
		require.NoError(b, err)
		var c config
		_, err = readJSON(filepath.Join(dir, "config.json"), false, &c)
		require.NoError(b, err)
		p, err := readModules(dir)
		require.NoError(b, err)
		encoder := readBert(e, dir, &c, p)
		for _, d := range []ivy.Dtype{ivy.Float32, ivy.BFloat16} {
			params := ivy.MapTree(func(xs ...*ivy.Array) *ivy.Array { return e.Astype(xs[0], d) }, encoder).(*bert)
			f := e.Compile(params.forward)
			for _, n := range []int{1, 16} {
				ids, mask := e.Astype(e.Reshape(e.Arange(n*128), []int{n, 128}), ivy.Int32), e.Ones([]int{n, 128}, ivy.Bool)
				b.Run(fmt.Sprintf("%s/%v/%dx128", name, d, n), func(b *testing.B) {
					for b.Loop() {
						f.Call(ids, mask).Free()
					}
				})
			}
		}
	}
}
