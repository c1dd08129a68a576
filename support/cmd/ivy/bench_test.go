package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/support/bench"
)

func TestBenchUsage(t *testing.T) {
	for want, args := range map[string][]string{
		"takes no arguments":         {"add"},
		"--only":                     {"--only", "("},
		"matches no workload":        {"--only", "nothing"},
		`no backend "abacus"`:        {"--backend", "abacus"},
		"native twice":               {"--backend", "native,native"},
		`no peer "octave"`:           {"--peers", "octave"},
		"numpy twice":                {"--peers", "numpy,numpy"},
		`--python: no peer "octave"`: {"--python", "octave=/bin/true"},
		"--rounds is 0":              {"--rounds", "0"},
		"--turn is":                  {"--turn", "0s"},
		"different numbers":          {"--threads", "1,1"},
		"from 1":                     {"--threads", "0"},
		"a chart is a file":          {"--chart", "chart.txt"},
		"no such file":               {"--chart", filepath.Join("none", "chart.svg")},
		"[from list]":                {"--from", "x.json", "--list"},
		"unknown flag":               {"--bogus"},
	} {
		code, out, errOut := ivyCommand("", append([]string{"bench"}, args...)...)
		assert.Equal(t, exitUsage, code, args)
		assert.Empty(t, out)
		assert.Contains(t, errOut, want)
	}
	for _, args := range [][]string{{"--from", "none.json"}, {"--from", "-"}} {
		code, _, errOut := ivyCommand("{}", append([]string{"bench"}, args...)...)
		assert.Equal(t, exitFailed, code, args)
		assert.NotEmpty(t, errOut)
	}
}

func TestBenchList(t *testing.T) {
	code, out, _ := ivyCommand("", "bench", "--list", "--only", "^add/float32/3")
	assert.Equal(t, exitOK, code)
	assert.Equal(t, "add/float32/3\nadd/float32/3/out\nadd/float32/3/scalar\n", out)
}

// A set-up that fails is told, and the table is there without the peer.
func TestBenchSetup(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	code, out, errOut := ivyCommand("", "bench", "--setup", "--setup-with", filepath.Join(cache, "python"), "--quick", "--peers", "numpy", "--backend", "native", "--threads", "1", "--only", "^add/float32/3$")
	assert.Equal(t, exitOK, code)
	assert.Contains(t, errOut, `the peers' environment "arrays"`)
	assert.Contains(t, out, "without NumPy: NumPy is not installed (ivy bench --setup")
	assert.Contains(t, out, "\nadd ")
}

// What --json prints is a report, which --from takes for the text and the chart.
func TestBench(t *testing.T) {
	code, out, errOut := ivyCommand("", "bench", "--json", "--quick", "--peers", "none", "--backend", "native", "--threads", "1", "--only", "^add/float32/3$")
	require.Equal(t, exitOK, code, errOut)
	report, err := bench.ReadJSON(bytes.NewReader([]byte(out)))
	require.NoError(t, err)
	require.Len(t, report.Rows, 1)
	assert.Len(t, report.Rows[0].Times, 1)
	assert.Equal(t, 3, report.Rounds)

	chart := filepath.Join(t.TempDir(), "chart.svg")
	code, text, errOut := ivyCommand(out, "bench", "--from", "-", "--chart", chart)
	require.Equal(t, exitOK, code, errOut)
	assert.Contains(t, text, "Calls on a few elements, 1 thread: µs")
	drawn, err := os.ReadFile(chart)
	require.NoError(t, err)
	assert.Contains(t, string(drawn), "<svg")

	report.Rows[0].Checks = append(report.Rows[0].Checks, bench.Check{Side: "numpy", Against: "goivy/native", Problem: "dtype"})
	wrong, err := json.Marshal(report)
	require.NoError(t, err)
	code, _, errOut = ivyCommand(string(wrong), "bench", "--from", "-")
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, errOut, "the results of 1 rows differ")
}
