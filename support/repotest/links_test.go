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

var (
	links    = regexp.MustCompile(`\]\(([^()\s]*)\)`)
	headings = regexp.MustCompile(`(?m)^#+ (.*)$`)
	code     = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
)

// Links of Markdown files to files of the repository, and to their headings, lead somewhere.
func TestLinks(t *testing.T) {
	checked := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "bin" || d.Name() == "shared") {
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(path) != ".md" {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range links.FindAllStringSubmatch(code.ReplaceAllString(string(data), ""), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			checked++
			assert.NoError(t, brokenLink(path, m[1]), "%s: %s", path, m[1])
		}
		return nil
	})
	require.NoError(t, err)
	require.NotZero(t, checked)
}

// brokenLink returns an error if a link in the file at path leads nowhere.
func brokenLink(path, link string) error {
	name, anchor, _ := strings.Cut(link, "#")
	to := path
	if name != "" {
		to = filepath.Join(filepath.Dir(path), filepath.FromSlash(name))
	}
	if _, err := os.Stat(to); err != nil {
		return err
	}
	if anchor == "" {
		return nil
	}
	data, err := os.ReadFile(to)
	if err != nil {
		return err
	}
	for _, m := range headings.FindAllStringSubmatch(string(data), -1) {
		if anchorOf(m[1]) == anchor {
			return nil
		}
	}
	return &fs.PathError{Op: "link", Path: link, Err: fs.ErrNotExist}
}

var dropped = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)

// anchorOf returns the anchor by which hosts of repositories name a heading.
func anchorOf(heading string) string {
	return strings.ReplaceAll(dropped.ReplaceAllString(strings.ToLower(heading), ""), " ", "-")
}

func TestBrokenLink(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.md")
	require.NoError(t, os.WriteFile(path, []byte("# A link: to `ivy`\n"), 0o600))
	assert.NoError(t, brokenLink(path, "a.md"))
	assert.NoError(t, brokenLink(path, "#a-link-to-ivy"))
	assert.Error(t, brokenLink(path, "b.md"))
	assert.Error(t, brokenLink(path, "a.md#another"))
}
