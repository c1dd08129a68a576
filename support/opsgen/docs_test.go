//go:build !opsgen_rows

package opsgen

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy/ops"
)

// frontendDocs is what the documentation of a frontend's functions says: the lines of the
// file docs.txt of the frontend's folder.
//
//	# a comment
//	@ nn. https://…/torch.{path}.html
//	softmax (Softmax): returns the exponentials … | dim has no default
//	special.softmax = softmax
//	conv1d (-) nn.functional.conv1d: returns …
//
// A line that begins with @ has the pages of the functions whose paths begin so, the longest
// beginning counting: {path} stands for the whole path, {name} for its last part, {slashes}
// for the path with slashes between its parts.
//
// Every other line is of one function: its path, the function of package ivy that does the
// same ("-" for none; left out for the one of the same name, if there is one), the path or
// the address of the page, if it is not that of its own path, and the text. The text goes
// on from the function's name. What follows | is what differs from the function of package
// ivy, other than the dtypes, which are found by calling both. After = is another function
// whose text counts for this one too.
//
// A method whose name ends in _ and has no line of its own is the function without that,
// in place.
type frontendDocs struct {
	pages map[string]string
	texts map[string]functionDoc
}

// A functionDoc is a line of docs.txt.
type functionDoc struct {
	ivy, page, text, differs, same string
}

var docLine = regexp.MustCompile(`^(\S+)(?: \((-|\w+)\))?(?: (\S+))?: (.+)$`)

// readFrontendDocs returns nil for a frontend that has no docs.txt.
func readFrontendDocs(t *testing.T, path string) *frontendDocs {
	text, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return nil
	}
	require.NoError(t, err)
	docs, err := parseFrontendDocs(string(text))
	require.NoError(t, err, path)
	return docs
}

func parseFrontendDocs(text string) (*frontendDocs, error) {
	docs := &frontendDocs{map[string]string{}, map[string]functionDoc{}}
	for i, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		var path string
		var doc functionDoc
		switch {
		case len(fields) == 0 || fields[0] == "#":
			continue
		case fields[0] == "@" && len(fields) == 3:
			docs.pages[fields[1]] = fields[2]
			continue
		case fields[0] == "@" && len(fields) == 2:
			docs.pages[""] = fields[1]
			continue
		case len(fields) == 3 && fields[1] == "=":
			path, doc = fields[0], functionDoc{same: fields[2]}
		default:
			m := docLine.FindStringSubmatch(line)
			if m == nil {
				return nil, fmt.Errorf("line %d is not understood: %q", i+1, line)
			}
			said, differs, _ := strings.Cut(m[4], " | ")
			path, doc = m[1], functionDoc{ivy: m[2], page: m[3], text: said, differs: differs}
		}
		if _, twice := docs.texts[path]; twice {
			return nil, fmt.Errorf("line %d: %s has two lines", i+1, path)
		}
		docs.texts[path] = doc
	}
	return docs, nil
}

// of returns what is said of a function; its text is "" if nothing is.
func (d *frontendDocs) of(pkg, path string) functionDoc {
	doc, ok := d.texts[path]
	if base, inPlace := strings.CutSuffix(path, "_"); !ok && inPlace {
		for _, p := range []string{base, strings.TrimPrefix(base, "."), strings.TrimSuffix(base, "_")} {
			if other := d.of(pkg, p); other.text != "" {
				return functionDoc{ivy: "-", page: d.page(path), text: fmt.Sprintf("is %s.%s in place: it writes the results into the tensor, cast to its dtype, which must be of their kind or a higher one, and returns the tensor. %s.%s %s",
					pkg, strings.TrimPrefix(p, "."), pkg, strings.TrimPrefix(p, "."), other.text)}
			}
		}
	}
	if doc.same != "" {
		other := d.of(pkg, doc.same)
		other.page = d.page(path)
		return other
	}
	if doc.page == "" {
		doc.page = path
	}
	if !strings.Contains(doc.page, "://") {
		doc.page = d.page(doc.page)
	}
	return doc
}

// page returns the address of a function's page.
func (d *frontendDocs) page(path string) string {
	best, found := "", false
	for prefix := range d.pages {
		if strings.HasPrefix(path, prefix) && (!found || len(prefix) > len(best)) {
			best, found = prefix, true
		}
	}
	name := path[strings.LastIndex(path, ".")+1:]
	return strings.NewReplacer("{path}", strings.TrimPrefix(path, "."), "{name}", name, "{slashes}", strings.ReplaceAll(path, ".", "/")).Replace(d.pages[best])
}

// unused returns the lines whose functions are not in a table.
func (d *frontendDocs) unused(table *frontend.Table) (paths []string) {
	there := map[string]bool{}
	for _, f := range table.All() {
		there[f.Path] = true
	}
	for path := range d.texts {
		if !there[path] {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

// row returns the row of package ivy that does what a function does, nil if there is none.
func (doc functionDoc) row(f *frontend.Func) *ops.Op {
	name := f.Path[strings.LastIndex(f.Path, ".")+1:]
	for _, op := range ops.All() {
		if !op.Hidden && (doc.ivy == "" && op.Snake == name || doc.ivy == op.Name) {
			return op
		}
	}
	return nil
}

// TestFrontendDocs reads what documentation is made of.
func TestFrontendDocs(t *testing.T) {
	docs, err := parseFrontendDocs("# c\n@ https://a/{path}\n@ . https://b/{name}\n@ f.g. https://c#{slashes}\n\nabs: returns x.\nf.g.h (Abs): returns y. | axis has no default.\nk (-) abs: is k.\nm = abs\nn https://d: is n.\n")
	require.NoError(t, err)
	require.Equal(t, functionDoc{page: "https://a/abs", text: "returns x."}, docs.of("p", "abs"))
	require.Equal(t, functionDoc{ivy: "Abs", page: "https://c#f/g/h", text: "returns y.", differs: "axis has no default."}, docs.of("p", "f.g.h"))
	require.Equal(t, functionDoc{ivy: "-", page: "https://a/abs", text: "is k."}, docs.of("p", "k"))
	require.Equal(t, functionDoc{page: "https://a/m", text: "returns x."}, docs.of("p", "m"))
	require.Equal(t, functionDoc{page: "https://d", text: "is n."}, docs.of("p", "n"))
	require.Contains(t, docs.of("p", ".abs_").text, "p.abs returns x.")
	require.Equal(t, "https://b/abs_", docs.of("p", ".abs_").page)
	require.Empty(t, docs.of("p", "q").text)
	for _, wrong := range []string{"abs returns", "a: b\na: c", "@ a b c"} {
		_, err := parseFrontendDocs(wrong)
		require.Error(t, err, wrong)
	}
}
