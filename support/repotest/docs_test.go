package repotest

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/race"
)

// ofStandard is a sentence that names the method which a function of package ivy calls.
var ofStandard = regexp.MustCompile(`\w+ is (the method|\[?Env\.\w+\]?) of the\s+standard Env[^.]*\.`)

// fewestWords is how many words a function's documentation has in addition to its name and
// such a sentence.
const fewestWords = 4

// saysNothing reports whether a documentation is empty, or says no more than whose method the
// function is.
func saysNothing(name, text string) bool {
	text = strings.TrimPrefix(strings.TrimSpace(ofStandard.ReplaceAllString(text, "")), name)
	return len(strings.Fields(text)) < fewestWords
}

// The documentation of each function and method of package ivy can be read alone: go doc
// ivy.Grad says what Grad does, not only whose method it is.
func TestDocumentationStandsAlone(t *testing.T) {
	race.Sequential(t)
	paths, err := filepath.Glob(filepath.Join(root, "ivy", "*.go"))
	require.NoError(t, err)
	files := token.NewFileSet()
	var parsed []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(files, path, nil, parser.ParseComments)
		require.NoError(t, err)
		parsed = append(parsed, f)
	}
	p, err := doc.NewFromFiles(files, parsed, "github.com/goivy/goivy/ivy")
	require.NoError(t, err)
	functions := p.Funcs
	for _, typ := range p.Types {
		functions = append(append(functions, typ.Funcs...), typ.Methods...)
	}
	require.Greater(t, len(functions), 700)
	for _, f := range functions {
		if f.Name == "Option" { // of the types of options, which share a comment
			continue
		}
		assert.False(t, saysNothing(f.Name, f.Doc), "%s: the documentation of %s says nothing: %q", files.Position(f.Decl.Pos()), f.Name, f.Doc)
	}
}

func TestSaysNothing(t *testing.T) {
	for text, nothing := range map[string]bool{
		"": true,
		"Grad is the method of the standard Env.\n":                                                      true,
		"Grad is [Env.Grad] of the standard Env.\n":                                                      true,
		"Grad differentiates.\n\nIt is [Env.Grad] of the standard Env.\n":                                true,
		"Grad returns the gradient of a function.\n":                                                     false,
		"Grad returns the gradient of a function.\n\nIt is [Env.Grad] of the standard Env.\n":            false,
		"Grad returns the gradient of a function: see the method of the standard Env for its arguments.": false,
	} {
		assert.Equal(t, nothing, saysNothing("Grad", text), text)
	}
}
