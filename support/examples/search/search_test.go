package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/support/models/sentence"
)

// tiny is a model with weights that were drawn: a text is near to itself, and nothing else is known.
const tiny = "../../models/sentence/testdata/tiny"

const text = `The cat sits outside.
It is cold.

A man is playing <b>guitar</b>.


  The river runs through the valley.
`

func tinyIndex(t *testing.T, name string) *index {
	e, err := ivy.NewEnv(name)
	require.NoError(t, err)
	m, err := sentence.Open(tiny, sentence.WithEnv(e))
	require.NoError(t, err)
	x, err := newIndex(t.Context(), m, e, split(text, false))
	require.NoError(t, err)
	return x
}

func TestSplit(t *testing.T) {
	assert.Equal(t, []passage{{1, "The cat sits outside. It is cold."}, {4, "A man is playing <b>guitar</b>."}, {7, "The river runs through the valley."}}, split(text, false))
	assert.Equal(t, []passage{{1, "a"}, {3, "b"}, {4, "c"}}, split("a\r\n\n b\nc", true))
	assert.Empty(t, split(" \n\n", true))
	_, err := readPassages("none", "word")
	assert.ErrorContains(t, err, "word")
	path := filepath.Join(t.TempDir(), "blank")
	require.NoError(t, os.WriteFile(path, []byte("\n"), 0o600))
	_, err = readPassages(path, "line")
	assert.ErrorContains(t, err, "no text")
	require.NoError(t, os.Truncate(path, mostBytes+1))
	_, err = readPassages(path, "line")
	assert.ErrorContains(t, err, "more than")
}

// A passage is found by its own words on every backend, and all are in the order of their scores.
func TestSearch(t *testing.T) {
	for _, name := range backend.Linked() {
		x := tinyIndex(t, name)
		for i, p := range x.passages {
			z, err := x.search(t.Context(), p.Text, 10)
			require.NoError(t, err)
			require.Len(t, z, 3)
			assert.Equal(t, x.passages[i], z[0].passage)
			assert.InDelta(t, 1, z[0].Score, 1e-5)
			assert.GreaterOrEqual(t, z[1].Score, z[2].Score)
		}
		z, err := x.search(t.Context(), "a", 0)
		require.NoError(t, err)
		assert.Empty(t, z)
	}
}

// get makes a request and returns the status and the body.
func get(t *testing.T, h http.Handler, method, target, body string) (*http.Response, string) {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), method, target, strings.NewReader(body)))
	z := w.Result()
	data, err := io.ReadAll(z.Body)
	require.NoError(t, err)
	return z, string(data)
}

func TestAnswers(t *testing.T) {
	h := newHandler(tinyIndex(t, "native"), 2, standardLimits)
	z, body := get(t, h, "POST", "/search", `{"query":"The river runs through the valley."}`)
	assert.Equal(t, http.StatusOK, z.StatusCode)
	assert.Equal(t, "application/json", z.Header.Get("Content-Type"))
	var answer struct{ Results []found }
	require.NoError(t, json.Unmarshal([]byte(body), &answer))
	require.Len(t, answer.Results, 2)
	assert.Equal(t, 7, answer.Results[0].Line)
	assert.InDelta(t, 1, answer.Results[0].Score, 1e-5)

	long := strings.Repeat("a", standardLimits.question+1)
	for _, c := range []struct {
		method, target, body string
		status               int
		says                 string
	}{
		{"POST", "/search", `{"query":"a","k":1}`, 200, `{"results":[{"line":`},
		{"POST", "/search", `{"query":"a","k":0}`, 400, "out of its range"},
		{"POST", "/search", `{"query":"a","k":51}`, 400, "out of its range"},
		{"POST", "/search", `{"query":"  "}`, 400, "empty"},
		{"POST", "/search", `{}`, 400, "empty"},
		{"POST", "/search", ``, 400, "EOF"},
		{"POST", "/search", `{"query":"a"} {}`, 400, "more than one"},
		{"POST", "/search", `{"query":"a","n":1}`, 400, "unknown field"},
		{"POST", "/search", `{"query":"a"`, 400, "EOF"},
		{"POST", "/search", `{"query":"` + long + `"}`, 400, "too long"},
		{"POST", "/search", `{"query":"` + strings.Repeat("a", 20<<10) + `"}`, 413, "too large"},
		{"GET", "/search", "", 405, ""},
		{"POST", "/", "", 405, ""},
		{"GET", "/none", "", 404, ""},
		{"GET", "/", "", 200, "3 passages"},
		{"GET", "/?q=", "", 400, "empty"},
		{"GET", "/?q=" + long, "", 400, "too long"},
	} {
		z, body := get(t, h, c.method, c.target, c.body)
		assert.Equal(t, c.status, z.StatusCode, "%s %.40s %.40s", c.method, c.target, c.body)
		assert.Contains(t, body, c.says)
	}
}

// The page has what was found, with everything from the outside escaped.
func TestPage(t *testing.T) {
	h := newHandler(tinyIndex(t, "native"), 1, standardLimits)
	z, body := get(t, h, "GET", "/?q="+url.QueryEscape(`A man is playing <b>guitar</b>. "x"`), "")
	assert.Equal(t, http.StatusOK, z.StatusCode)
	assert.Equal(t, "text/html; charset=utf-8", z.Header.Get("Content-Type"))
	assert.Contains(t, z.Header.Get("Content-Security-Policy"), "default-src 'none'")
	assert.Equal(t, 1, strings.Count(body, "<li>"))
	assert.Contains(t, body, "<li>A man is playing &lt;b&gt;guitar&lt;/b&gt;.<br>")
	assert.Contains(t, body, `value="A man is playing &lt;b&gt;guitar&lt;/b&gt;. &#34;x&#34;"`)
}

// A request that is given up, or takes too long, ends.
func TestCanceled(t *testing.T) {
	x := tinyIndex(t, "native")
	h := newHandler(x, 1, standardLimits)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(ctx, "POST", "/search", strings.NewReader(`{"query":"a"}`)))
	assert.Equal(t, http.StatusServiceUnavailable, w.Code)
	assert.Contains(t, w.Body.String(), "canceled")

	l := standardLimits
	l.time = time.Nanosecond
	z, body := get(t, newHandler(x, 1, l), "GET", "/?q=a", "")
	assert.Equal(t, http.StatusServiceUnavailable, z.StatusCode)
	assert.Contains(t, body, "took too long")

	// all turns are taken
	l.time, l.searches = 20*time.Millisecond, 1
	busy := &handler{x, 1, l, make(chan struct{}, 1)}
	busy.turns <- struct{}{}
	_, refused := busy.search(t.Context(), "a", 1)
	require.NotNil(t, refused)
	assert.Equal(t, http.StatusServiceUnavailable, refused.status)
	<-busy.turns
	busy.limits.time = time.Minute
	for range 3 { // each gives its turn back
		_, refused = busy.search(t.Context(), "a", 1)
		assert.Nil(t, refused)
	}
}

// The server answers what has begun when it is stopped.
func TestServe(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	began := make(chan struct{})
	h := newHandler(tinyIndex(t, "native"), 1, standardLimits)
	slow := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(began)
		<-ctx.Done()
		time.Sleep(50 * time.Millisecond)
		h.ServeHTTP(w, r)
	})
	done := make(chan error, 1)
	go func() { done <- serve(ctx, l, slow) }()
	status := make(chan int, 1)
	go func() {
		z, err := http.Get(fmt.Sprintf("http://%s/?q=a", l.Addr()))
		if err != nil {
			status <- 0
			return
		}
		defer z.Body.Close()
		_, _ = io.Copy(io.Discard, z.Body)
		status <- z.StatusCode
	}()
	<-began
	stop()
	assert.Equal(t, http.StatusOK, <-status)
	assert.NoError(t, <-done)
	_, err = http.Get(fmt.Sprintf("http://%s/", l.Addr()))
	assert.Error(t, err)

	closed, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, closed.Close())
	assert.Error(t, serve(t.Context(), closed, h))
}

func TestRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "text")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	command := func(args ...string) (string, error) {
		var out bytes.Buffer
		flags := flag.NewFlagSet("search", flag.ContinueOnError)
		flags.SetOutput(io.Discard)
		err := run(t.Context(), flags, args, &out)
		return out.String(), err
	}
	out, err := command("--model", tiny, "--texts", path, "-k", "1", "The river", "runs through the valley.")
	require.NoError(t, err)
	assert.Equal(t, "1.000  line 7: The river runs through the valley.\n", out)
	for says, args := range map[string][]string{
		"--texts is missing":    {"a"},
		"want a question":       {"--texts", path},
		"or --serve":            {"--texts", path, "--serve", "localhost:0", "a"},
		"-k 0":                  {"--texts", path, "-k", "0", "a"},
		"no such file":          {"--texts", path + "x", "--model", tiny, "a"},
		"sentence.Open":         {"--texts", path, "--model", path, "a"},
		"other":                 {"--texts", path, "--model", tiny, "--backend", "other", "a"},
		`--by "word"`:           {"--texts", path, "--model", tiny, "--by", "word", "a"},
		"flag provided but not": {"--none"},
	} {
		_, err := command(args...)
		assert.ErrorContains(t, err, says)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err = run(ctx, flag.NewFlagSet("search", flag.ContinueOnError), []string{"--model", tiny, "--texts", path, "a"}, io.Discard)
	assert.ErrorIs(t, err, context.Canceled)
}

// With all-MiniLM-L6-v2 a passage is found by what it means.
func TestMeaning(t *testing.T) {
	dir, err := sentence.Folder()
	require.NoError(t, err)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("all-MiniLM-L6-v2 is not in the cache, make model fetches it: %v", err)
	}
	m, err := sentence.Open(dir)
	require.NoError(t, err)
	x, err := newIndex(t.Context(), m, ivy.Standard(), split(text, false))
	require.NoError(t, err)
	for question, line := range map[string]int{"someone makes music": 4, "where does the water flow?": 7, "an animal in the winter air": 1} {
		z, err := x.search(t.Context(), question, 1)
		require.NoError(t, err)
		assert.Equal(t, line, z[0].Line, question)
	}
}
