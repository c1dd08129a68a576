// Package sentence computes the embeddings of sentences with BERT encoders, as sentence-transformers does: texts that say the like have
// vectors in a like direction.
//
//	m, err := sentence.Open(dir) // with config.json, tokenizer.json and model.safetensors
//	if err != nil { ... }
//	z, err := m.Encode(ctx, []string{"A man eats.", "Someone is eating."})
//	fmt.Println(sentence.Cosine(z[0], z[1]))
//
// A folder is as sentence-transformers writes it: the sizes of the encoder are in config.json, in modules.json and the folder of the module Pooling how
// the vectors of the tokens become one (of the first token, means or maxima, side by side if there are several) and whether it is divided by its
// Euclidean norm, in sentence_bert_config.json how many tokens of a text count. Without modules.json it is the mean. Other
// modules, other encoders than BERT's and arrays of other dtypes than floats are refused by an error of kind ivy.ErrUnsupported that names them; what is
// malformed is one of kind ivy.ErrValue.
//
// The command make model fetches all-MiniLM-L6-v2, which has vectors of 384 numbers, to [Folder].
package sentence

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/support/models/sentence/tokenizer"
)

// A Model computes embeddings. Its methods may be called from many goroutines.
type Model struct {
	tokens  *tokenizer.Tokenizer
	env     *ivy.Env
	forward *ivy.Compiled // of ids, mask, and parameters
	params  []*ivy.Array
	width   int // of an embedding
	most    int // tokens of a text
	batch   int // tokens of a batch
}

// An Option changes how a Model computes.
type Option func(o *options)

type options struct {
	env         *ivy.Env
	batch, most int
}

// WithEnv has the model compute on the backend of e: by default of the standard Env.
func WithEnv(e *ivy.Env) Option { return func(o *options) { o.env = e } }

// standardBatch is how many tokens are computed at a time, padding included. MiniLM's feed-forward layers have 24 MB then.
const standardBatch = 4096

// WithBatchTokens sets how many tokens are computed at a time, padding included: 4096 by default. A text is never taken apart.
func WithBatchTokens(n int) Option { return func(o *options) { o.batch = n } }

// WithMaxTokens has at most the first n tokens of a text count, special ones included: as many as the folder says by default, which
// is the most.
func WithMaxTokens(n int) Option { return func(o *options) { o.most = n } }

// Folder returns where make model puts all-MiniLM-L6-v2: a folder of the user's cache, whether it is there or not.
func Folder() (string, error) {
	cache := os.Getenv("XDG_CACHE_HOME")
	if cache == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", &ivy.Error{Op: "sentence.Folder", Kind: ivy.ErrValue, Err: err}
		}
		cache = filepath.Join(home, ".cache")
	}
	return filepath.Join(cache, "goivy", "all-MiniLM-L6-v2"), nil
}

// Open reads a model from a folder. Errors are of type *ivy.Error and of kind ivy.ErrValue or ivy.ErrUnsupported; errors.Is(err, fs.ErrNotExist) holds
// for a file that is not there.
func Open(dir string, opts ...Option) (*Model, error) {
	o := options{batch: standardBatch}
	for _, opt := range opts {
		opt(&o)
	}
	if o.env == nil {
		o.env = ivy.Standard()
	}
	m, err := open(dir, o)
	if err != nil {
		return nil, named("Open", err)
	}
	return m, nil
}

// named returns an error of a function of this package.
func named(function string, err error) error {
	z := &ivy.Error{Op: "sentence." + function, Kind: ivy.ErrValue, Err: err}
	if e, ok := err.(*ivy.Error); ok {
		z.Backend, z.Kind, z.Err = e.Backend, e.Kind, e.Err
		if e.Op != "" {
			z.Op += ": " + e.Op
		}
	}
	return z
}

func open(dir string, o options) (*Model, error) {
	if o.batch < 1 || o.most < 0 {
		return nil, invalid("%d tokens of a batch, %d of a text", o.batch, o.most)
	}
	var c config
	if _, err := readJSON(filepath.Join(dir, "config.json"), false, &c); err != nil {
		return nil, err
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	p, err := readModules(dir)
	if err != nil {
		return nil, err
	}
	most, err := mostTokens(dir, &c)
	if err != nil {
		return nil, err
	}
	if o.most > 0 {
		most = min(most, o.most)
	}
	t, err := tokenizer.Open(filepath.Join(dir, "tokenizer.json"))
	if err != nil {
		return nil, ofTokenizer(err)
	}
	if t.LastID() >= c.Vocabulary {
		return nil, invalid("tokenizer.json has id %d, and the model a vocabulary of %d", t.LastID(), c.Vocabulary)
	}
	if t, err = t.With(tokenizer.Settings{Truncation: &tokenizer.Truncation{MaxLength: most}}); err != nil {
		return nil, ofTokenizer(err)
	}
	m := &Model{tokens: t, env: o.env, most: most, width: p.modes() * c.Width, batch: o.batch}
	var encoder *bert
	if err := ivy.Try(func() {
		o.env.TidyDo(func(e *ivy.Env) {
			encoder = readBert(e, dir, &c, p)
			ivy.MapTree(func(xs ...*ivy.Array) *ivy.Array {
				m.params = append(m.params, e.Keep(xs[0]))
				return xs[0]
			}, encoder)
		})
	}); err != nil {
		return nil, err
	}
	m.forward = o.env.Compile(func(args []*ivy.Array) *ivy.Array {
		return ivy.Replace(encoder, args[2:]).(*bert).forward(args[0], args[1])
	})
	return m, nil
}

// Width returns how many numbers an embedding has.
func (m *Model) Width() int { return m.width }

// MaxTokens returns how many tokens of a text count, special ones included.
func (m *Model) MaxTokens() int { return m.most }

// Tokenizer returns the model's tokenizer, which truncates texts and pads nothing.
func (m *Model) Tokenizer() *tokenizer.Tokenizer { return m.tokens }

// Encode returns an embedding for each text, of Width numbers. Texts of about the same length are computed together, in batches of a bounded number
// of tokens.
//
// It ends when ctx does, with an error of kind ivy.ErrCanceled for which errors.Is(err, ctx.Err()) holds: on native in the middle of a batch, elsewhere
// between two. A text that cannot be encoded is an error of kind ivy.ErrValue.
func (m *Model) Encode(ctx context.Context, texts []string) ([][]float32, error) {
	z, err := m.encode(ctx, texts)
	if err != nil {
		return nil, named("Encode", err)
	}
	return z, nil
}

func (m *Model) encode(ctx context.Context, texts []string) ([][]float32, error) {
	all := make([][]int, len(texts))
	order := make([]int, len(texts))
	for i, s := range texts {
		if err := ended(ctx); err != nil {
			return nil, err
		}
		t, err := m.tokens.Encode(s)
		if err != nil {
			return nil, invalid("text %d: %w", i, err)
		}
		all[i], order[i] = t.IDs, i
	}
	slices.SortStableFunc(order, func(i, j int) int { return len(all[i]) - len(all[j]) })
	out := make([][]float32, len(texts))
	for begin := 0; begin < len(order); {
		if err := ended(ctx); err != nil {
			return nil, err
		}
		length := paddedLength(len(all[order[begin]]), m.most)
		most := rowsOf(length, m.batch)
		end := begin + 1
		for end < len(order) && end-begin < most && len(all[order[end]]) <= length {
			end++
		}
		part := order[begin:end]
		if err := m.compute(ctx, all, part, length, out); err != nil {
			return nil, err
		}
		begin = end
	}
	return out, nil
}

// ended returns the error of a context that is done.
func ended(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	err := ctx.Err()
	if cause := context.Cause(ctx); cause != err {
		return &ivy.Error{Kind: ivy.ErrCanceled, Err: &causedError{err, cause}}
	}
	return &ivy.Error{Kind: ivy.ErrCanceled, Err: err}
}

// A causedError is the error of a context, and its cause.
type causedError struct{ err, cause error }

func (e *causedError) Error() string   { return e.err.Error() + ": " + e.cause.Error() }
func (e *causedError) Unwrap() []error { return []error{e.err, e.cause} }

// shortest is the least length that texts are padded to.
const shortest = 8

// paddedLength returns what a text of n tokens is padded to, so that there are few shapes to compile for: a power of two or one and a half times
// one, from 8 on, or the most that a text may have.
func paddedLength(n, most int) int {
	length := shortest
	for length < n {
		if half := length + length/2; half >= n && length > shortest {
			length = half
		} else {
			length *= 2
		}
	}
	return min(length, most)
}

// rowsOf returns how many texts of a padded length are computed together: a power of two.
func rowsOf(length, tokens int) int {
	rows := 1
	for 2*rows*length <= tokens {
		rows *= 2
	}
	return rows
}

// compute sets out to the embeddings of the texts that part names, which have the tokens.
func (m *Model) compute(ctx context.Context, tokens [][]int, part []int, length int, out [][]float32) error {
	rows := 1 // as many as a power of two: the others are padding
	for rows < len(part) {
		rows *= 2
	}
	ids, mask := make([]int32, rows*length), make([]bool, rows*length)
	for r, i := range part {
		for j, id := range tokens[i] {
			ids[r*length+j], mask[r*length+j] = int32(id), true
		}
	}
	return ivy.Try(func() {
		m.env.TidyDo(func(e *ivy.Env) {
			shape := []int{rows, length}
			args := append([]*ivy.Array{e.Asarray(ids).Reshape(shape), e.Asarray(mask).Reshape(shape)}, m.params...)
			z := ivy.Values[float32](m.forward.CallContext(ctx, args...)[0])
			for r, i := range part {
				out[i] = slices.Clone(z[r*m.width : (r+1)*m.width])
			}
		})
	})
}

// Cosine returns the cosine of the angle between two vectors of one length: 1 for those of one direction, 0 for a vector of zeros.
func Cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return ab / math.Sqrt(aa*bb)
}
