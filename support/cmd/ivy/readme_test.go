package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	transcripts = regexp.MustCompile("(?s)```console\n(.*?)```")
	quoted      = regexp.MustCompile(`'[^']*'|[^\s']+`)
)

// The transcripts in READMEs are what the command prints, run from the root of the repository; times differ.
func TestReadme(t *testing.T) {
	t.Chdir(filepath.Join("..", "..", ".."))
	for _, path := range []string{"README.md", "frontends/README.md", "frontends/onnx/README.md", "support/cmd/ivy/README.md"} {
		t.Run(path, func(t *testing.T) { testTranscripts(t, path) })
	}
}

func testTranscripts(t *testing.T, path string) {
	readme, err := os.ReadFile(path)
	require.NoError(t, err)
	blocks := transcripts.FindAllStringSubmatch(string(readme), -1)
	require.NotEmpty(t, blocks)
	for _, b := range blocks {
		for _, run := range strings.Split("\n"+b[1], "\n$ ivy ")[1:] {
			line, want, _ := strings.Cut(run, "\n")
			for strings.Count(line, "'")%2 == 1 { // a program of several lines
				rest, after, _ := strings.Cut(want, "\n")
				line, want = line+"\n"+rest, after
			}
			t.Run(line, func(t *testing.T) {
				var args []string
				for _, a := range quoted.FindAllString(line, -1) {
					args = append(args, strings.Trim(a, "'"))
				}
				_, out, errOut := ivyCommand("", args...)
				assert.Equal(t, strings.TrimSpace(settled(want)), strings.TrimSpace(settled(out+errOut)))
			})
		}
	}
}
