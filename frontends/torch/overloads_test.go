package torch

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestOverloads finds every function and method of the table in PyTorch, and the parameters
// of all its overloads in the table.
func TestOverloads(t *testing.T) {
	file, err := os.Open("testdata/overloads.json.gz")
	require.NoError(t, err)
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	require.NoError(t, err)
	var all struct {
		Count int
		Paths map[string][][]string
	}
	require.NoError(t, json.NewDecoder(unzipped).Decode(&all))
	require.Len(t, all.Paths, all.Count, "the file is truncated")
	used := map[string]bool{}
	compared := 0
	for _, f := range functions.All() {
		paths := []string{f.Path}
		if f.Method {
			paths = append(paths, "."+f.Path)
		}
		takes := map[string]bool{"self": true, "input": true}
		for _, p := range f.Signature().Params {
			takes[p.Name] = true
		}
		for keyword := range f.Also {
			takes[keyword] = true
		}
		for _, path := range paths {
			overloads, there := all.Paths[path]
			assert.True(t, there, "PyTorch has no %s", path)
			for _, names := range overloads {
				for _, name := range names {
					compared++
					name = strings.TrimLeft(name, "*")
					if takes[name] || name == "args" || name == "kwargs" { // one of several functions is called with them
						continue
					}
					if key := strings.Trim(path, "._") + " " + name; refused[key] != "" {
						used[key] = true
						continue
					}
					t.Errorf("%s(%s): %s is no parameter of (%s)", path, strings.Join(names, ", "), name, f.Signature().Text)
				}
			}
		}
	}
	assert.Greater(t, compared, 2000)
	var unused []string
	for key := range refused {
		if !used[key] {
			unused = append(unused, key)
		}
	}
	slices.Sort(unused)
	assert.Empty(t, unused, "listed as refused, and taken")
}

// refused are parameters of PyTorch's that functions do not take, and why.
var refused = map[string]string{
	"to other":                     "the stubs' name: PyTorch 2.13 takes it as tensor alone",
	"full names":                   "there are no named tensors",
	"uniform from_":                "the stubs' name: it is from, which no program in Python can say",
	"random from_":                 "likewise",
	"new_tensor pin_memory":        "the stubs have it, and PyTorch 2.13 does not take it",
	"nn.functional.one_hot tensor": "the stubs' name: PyTorch 2.13 takes it as input alone",
}
