package repotest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/race"
)

// refusedWords are private words for which the field has terms of its own, in every
// form, and the term that says it.
var refusedWords = []struct {
	forms *regexp.Regexp // of a whole word, or of several with a space between them
	term  string
}{
	{regexp.MustCompile(`^stretch(es|ed|ing|er|able)?$`), "broadcast"},
	{regexp.MustCompile(`^walk(s|ed|ing|er|ers)?$`), "strided iterator, or visit"},
	{regexp.MustCompile(`^roads?$`), "dispatch path, or path"},
	{regexp.MustCompile(`^pil(e|es|ed|ing)$`), "free list, or stack"},
	{regexp.MustCompile(`^twin(s|ned|ning)?$`), "reference implementation, or counterpart"},
	{regexp.MustCompile(`^(lends?|lending|lent|lenders?)$`), "pooled scalar, or borrow"},
	{regexp.MustCompile(`^past (the )?caches?$`), "non-temporal store"},
	{regexp.MustCompile(`^second caches?$`), "L2"},
}

// beginnings are those of the refused words, which are looked for first.
var beginnings = []string{"stretch", "walk", "road", "pil", "twin", "lend", "lent", "past", "second"}

// Names, comments, docs and messages use the field's terms. Names that other packages
// declare are theirs: of Go's identifiers only those that are declared here are read.
func TestWords(t *testing.T) {
	race.Sequential(t)
	read := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "bin" || name == "shared") {
			return fs.SkipDir
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() || rel == "support/repotest/words_test.go" {
			return nil
		}
		texts, err := textsOf(path)
		if err != nil || texts == nil {
			return err
		}
		read++
		for _, text := range append(texts, located{name, 1}) {
			for _, f := range refused(text) {
				t.Errorf("%s:%d: %q (use: %s)", rel, f.line, f.words, f.term)
			}
		}
		return nil
	})
	require.NoError(t, err)
	require.NotZero(t, read)
}

// A located is a piece of text that begins in a line of its file.
type located struct {
	text string
	line int
}

// textsOf returns what a file says in words of ours, or nil if it is of no kind that is read.
func textsOf(path string) ([]located, error) {
	switch filepath.Ext(path) {
	case ".go":
		return textsOfGo(path)
	case ".c", ".cc", ".cpp", ".h", ".hpp", ".py", ".sh", ".star", ".s", ".md":
	default:
		if filepath.Base(path) != "Makefile" {
			return nil, nil
		}
	}
	data, err := os.ReadFile(path)
	return []located{{foreign.ReplaceAllString(string(data), ""), 1}}, err
}

// foreign is what C++, Python and links name of others: included files, imports, functions of Python's own modules; and the
// random walks of probability.
var foreign = regexp.MustCompile(`(?m)^[ \t]*(#include|import|from)\b.*$|\b(os|ast)\.walk\b|https?://\S+|\b[Rr]andom walks?\b`)

// textsOfGo returns the comments, the texts with a space in them and the declared names of a Go file.
func textsOfGo(path string) ([]located, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var texts []located
	add := func(pos token.Pos, text string) {
		texts = append(texts, located{foreign.ReplaceAllString(text, ""), files.Position(pos).Line})
	}
	for _, group := range file.Comments {
		var comment strings.Builder
		line := files.Position(group.Pos()).Line
		for _, c := range group.List {
			for at := files.Position(c.Pos()).Line; line < at; line++ {
				comment.WriteByte('\n')
			}
			comment.WriteString(c.Text)
			line += strings.Count(c.Text, "\n")
		}
		add(group.Pos(), comment.String())
	}
	names := func(idents ...*ast.Ident) {
		for _, i := range idents {
			if i != nil {
				add(i.Pos(), i.Name)
			}
		}
	}
	defined := func(exprs ...ast.Expr) {
		for _, e := range exprs {
			if i, ok := e.(*ast.Ident); ok {
				names(i)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.File:
			names(n.Name)
		case *ast.ImportSpec:
			names(n.Name)
			return false
		case *ast.FuncDecl:
			names(n.Name)
		case *ast.TypeSpec:
			names(n.Name)
		case *ast.ValueSpec:
			names(n.Names...)
		case *ast.Field:
			names(n.Names...)
		case *ast.LabeledStmt:
			names(n.Label)
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				defined(n.Lhs...)
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				defined(n.Key, n.Value)
			}
		case *ast.BasicLit:
			if n.Kind == token.STRING && strings.ContainsAny(n.Value, " ") {
				add(n.Pos(), n.Value)
			}
		}
		return true
	})
	return texts, nil
}

// A finding is a refused word, or several, in a line.
type finding struct {
	words string
	line  int
	term  string
}

// refused returns the refused words of a text. Identifiers in it are split at capitals, underscores and digits.
func refused(text located) []finding {
	words := split(text)
	var found []finding
	for i := range words {
		if !slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(words[i].text, b) }) {
			continue
		}
		for _, r := range refusedWords {
			for length := 1; length <= 3 && i+length <= len(words); length++ {
				joined := make([]string, length)
				for j := range joined {
					joined[j] = words[i+j].text
				}
				if w := strings.Join(joined, " "); r.forms.MatchString(w) {
					found = append(found, finding{w, words[i].line, r.term})
				}
			}
		}
	}
	slices.SortStableFunc(found, func(a, b finding) int { return a.line - b.line })
	return found
}

// split returns the words of a text in lower case.
func split(text located) []located {
	var words []located
	var word []rune
	line := text.line
	end := func() {
		if len(word) > 0 {
			words = append(words, located{strings.ToLower(string(word)), line})
			word = word[:0]
		}
	}
	runes := []rune(text.text)
	for i, r := range runes {
		if !unicode.IsLetter(r) {
			end()
			if r == '\n' {
				line++
			}
			continue
		}
		if unicode.IsUpper(r) && len(word) > 0 {
			acronymEnds := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if !unicode.IsUpper(word[len(word)-1]) || acronymEnds {
				end()
			}
		}
		word = append(word, r)
	}
	end()
	return words
}

func TestWordsOfText(t *testing.T) {
	for text, want := range map[string]string{
		"the operand is stretched":            "stretched:7",
		"broadcast":                           "",
		"walkRows":                            "walk:7",
		"rowWalker of\ntwo lines":             "walker:7",
		"one\ntwo TWINS":                      "twins:8",
		"HTTPRoad":                            "road:7",
		"compile piles abroad":                "piles:7",
		"broadcast, compiled, calendar":       "",
		"github.com/stretchr/testify":         "",
		"stored past\n// the caches":          "past the caches:7",
		"pastCaches secondCache2":             "past caches:7 second cache:7",
		"the second\tcache":                   "second cache:7",
		"lend lends lending lent, not lens":   "lend:7 lends:7 lending:7 lent:7",
		"the past: caches_of the second file": "past caches:7",
	} {
		var got []string
		for _, f := range refused(located{text, 7}) {
			got = append(got, fmt.Sprintf("%s:%d", f.words, f.line))
		}
		assert.Equal(t, want, strings.Join(got, " "), text)
	}
}

func TestWordsOfGo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.go")
	require.NoError(t, os.WriteFile(path, []byte(`package x

import "example.com/walk"

// road
type twin struct{ lentOut int }

func pileUp(walker int) error {
	stretched := walk.Walk(walker)
	for lent := range stretched.Roads {
		_ = lent /* the second
		cache */
	}
	return fmt.Errorf("a road of %d, walk", "road")
} // random walks of a random walker
`), 0o600))
	texts, err := textsOf(path)
	require.NoError(t, err)
	var got []string
	for _, text := range texts {
		for _, f := range refused(text) {
			got = append(got, fmt.Sprintf("%d %s", f.line, f.words))
		}
	}
	assert.ElementsMatch(t, []string{
		"5 road", "6 twin", "6 lent", "8 pile", "8 walker", "9 stretched", "10 lent", "11 second cache", "14 road", "14 walk", "15 walker",
	}, got)
}
