package repotest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// reads is how inexact elements come into Go.
var reads = regexp.MustCompile(`ivy\.(Values|Item)\[(float|complex|[A-Z]\])|\.(Bytes|Float|Complex|Data|Nested)\(\)`)

// looks are the files of frontends that read elements which no result is computed of, by how often.
var looks = map[string]struct {
	times int
	why   string
}{
	"frontend/frontend.go":      {2, "Peek, whose results are constants"},
	"internal/text/elements.go": {2, "printing"},
	"internal/text/options.go":  {1, "an option of printing"},
	"numpy/array.go":            {2, "item"},
	"numpy/quantile.go":         {2, "indices of the elements that are quantiles"},
	"numpy/searching.go":        {3, "indices of complex numbers"},
	"numpy/sorting.go":          {1, "indices that sort complex numbers"},
	"numpy/statistical.go":      {3, "the bins of complex numbers"},
	"onnx/call.go":              {1, "numbers that say what an operator does"},
	"onnx/cost.go":              {1, "ones"},
	"onnx/export.go":            {1, "a number that is written"},
	"onnx/images.go":            {2, "indices of boxes"},
	"onnx/manipulation.go":      {1, "indices of distinct elements"},
	"onnx/ml.go":                {1, "constants of a file"},
	"onnx/run.go":               {2, "what a model is compiled for"},
	"torch/fft.go":              {1, "a check of an argument"},
	"torch/set.go":              {1, "indices of distinct elements"},
	"torch/statistical.go":      {2, "the ends of a histogram"},
	"torch/utility.go":          {2, "tolist"},
}

// Functions of the frontends that compute a result of elements in Go read these by package reading, which knows
// of gradients.
func TestFrontendsReadByReading(t *testing.T) {
	found := map[string]int{}
	frontends := filepath.Join(root, "frontends")
	err := filepath.WalkDir(frontends, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(frontends, path)
		name = filepath.ToSlash(name)
		if d.IsDir() && (name == "internal/golden" || name == "internal/reading") { // tests, and the package itself
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.HasPrefix(d.Name(), "z") {
			return err
		}
		text, err := os.ReadFile(path)
		found[name] = len(reads.FindAll(text, -1))
		return err
	})
	require.NoError(t, err)
	for name, n := range found {
		assert.Equal(t, looks[name].times, n, "reads in %s: take package reading, or say here what they are for", name)
	}
	for name := range looks {
		assert.Contains(t, found, name)
	}
}
