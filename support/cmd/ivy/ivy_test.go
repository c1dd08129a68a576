package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/files"
)

// ivyCommand runs the command in this process.
func ivyCommand(stdin string, args ...string) (code int, out, errOut string) {
	var o, e bytes.Buffer
	code = run(context.Background(), args, strings.NewReader(stdin), &o, &e)
	return code, o.String(), e.String()
}

// save writes arrays of int8 to a file.
func save(t *testing.T, path string, names ...string) string {
	t.Helper()
	var entries []files.Entry
	for i, n := range names {
		entries = append(entries, files.Entry{Header: files.Header{Name: n, Dtype: ivy.Int8, Shape: []int{2}}, Data: bytes.NewReader([]byte{byte(i + 1), byte(i + 2)})})
	}
	require.NoError(t, files.Write(path, entries, nil))
	return path
}

// commands are calls of the command; $dir is a folder, and $one, $two, $tensors and $star files in it.
var commands = []struct {
	args   []string
	stdin  string
	code   int
	out    string // what standard output is; "~…" is contained
	errOut string // is contained in standard error, "" is nothing

	without string // a backend that is not linked, for the row to hold
}{
	{args: []string{"eval", "ivy.arange(3) * 2"}, out: "[0 2 4]\n"},
	{args: []string{"eval", "--json", "ivy.arange(2)"}, out: `{"dtype":"int32","weak":false,"shape":[2],"data":"AAAAAAEAAAA="}` + "\n"},
	{args: []string{"eval", "--json", "--backend", "native", "1.5, None"}, out: "[1.5,null]\n"},
	{args: []string{"eval", "x + 1", "x=$one"}, out: "[2 3]\n"},
	{args: []string{"eval", "x['u'] + x['v']", "x=$two"}, out: "[3 5]\n"},
	{args: []string{"eval", "w['w']", "w=$tensors"}, out: "[1 2]\n"},
	{args: []string{"eval", "$star", "x=$one"}, out: "[2 4]\n"},
	{args: []string{"eval", "load('$one')", "x=$one"}, out: "[1 2]\n"},
	{args: []string{"eval", "load('$two')", "x=$one"}, code: 1, errOut: "neither an input"},
	{args: []string{"eval", "x = 1"}, out: ""},
	{args: []string{"eval", "print('hi')\n3"}, out: "hi\n3\n"},
	{args: []string{"eval", "--json", "print('hi')\n3"}, out: "3\n", errOut: "hi"},
	{args: []string{"eval", "1 +"}, code: 1, errOut: "ivy: <expression>:1:4: unexpected end"},
	{args: []string{"eval", "--json", "ivy.ones(2) + ivy.ones(3)"}, code: 1, out: `~{"error":"shape","message":"<expression>:1:13: ivy.add on native`},
	{args: []string{"eval", "--json", "1 +"}, code: 1, out: `~{"error":"syntax"`},
	{args: []string{"eval", "--json", "nope"}, code: 1, out: `~{"error":"value"`},
	{args: []string{"eval", "--json", "--backend", "abacus", "1"}, code: 1, out: `~{"error":"backend"`},
	{args: []string{"eval", "--json", "--backend", "tensorflow", "1"}, code: 1, out: `~-tags tensorflow`, without: "tensorflow"},
	{args: []string{"eval", "--json", "len"}, code: 1, out: `~{"error":"value"`},
	{args: []string{"eval", "--timeout", "30ms", "while True:\n  pass"}, code: 1, errOut: "time is up"},
	{args: []string{"eval", "--max-steps", "100", "while True:\n  pass"}, code: 1, errOut: "more than 100 steps"},
	{args: []string{"eval", "--max-array", "1", "ivy.ones(1 << 20)"}, code: 1, errOut: "limit"},
	{args: []string{"eval", "x", "x=$dir/none.npy"}, code: 2, errOut: "none.npy"},
	{args: []string{"eval", "x", "y"}, code: 2, errOut: `"y" is no input`},
	{args: []string{"eval", "x", "x=$one", "x=$one"}, code: 2, errOut: "twice"},
	{args: []string{"eval"}, code: 2, errOut: "needs a program"},
	{args: []string{"eval", "none.star"}, code: 2, errOut: "none.star"},
	{args: []string{"eval", "--bogus", "1"}, code: 2, errOut: "unknown flag"},
	{args: []string{"eval", "1", "-o", "x.txt"}, code: 2, errOut: "x.txt"},
	{args: []string{"bogus"}, code: 2, errOut: "bogus"},
	{args: []string{"--version"}, out: "~ivy "},
	{args: []string{"help", "eval"}, out: "~Examples:"},
	{args: []string{"completion", "bash"}, out: "~bash"},

	{args: []string{"promote", "int32", "float32"}, out: "float64\n"},
	{args: []string{"promote", "--json", "int32", "float32"}, out: `{"dtype":"float64","weak":false}` + "\n"},
	{args: []string{"promote", "--json", "--rules", "ivy-nonprecise", "int32", "float32"}, out: `{"dtype":"float32","weak":false}` + "\n"},
	{args: []string{"promote", "--json", "int8[]", "py:float"}, out: `{"dtype":"float64","weak":false}` + "\n"},
	{args: []string{"promote", "--json", "py:int", "py:complex"}, out: `{"dtype":"complex128","weak":false}` + "\n"},
	{args: []string{"promote", "--json", "py:bool"}, out: `{"dtype":"bool","weak":false}` + "\n"},
	{args: []string{"promote", "--json", "uint8", "int8", "bfloat16"}, out: `{"dtype":"float32","weak":false}` + "\n"},
	{args: []string{"promote", "--json", "--rules", "array-api", "int32", "float32"}, out: `~{"error":"dtype","message":"`},
	{args: []string{"promote", "--json", "--rules", "array-api", "bool", "py:int"}, out: `~{"error":"dtype"`},
	{args: []string{"promote", "--json", "int33", "int8"}, out: `~{"error":"dtype"`},
	{args: []string{"promote", "--rules", "array-api", "int32", "float32"}, code: 1, errOut: "no common dtype"},
	{args: []string{"promote", "int33"}, code: 2, errOut: "int33"},
	{args: []string{"promote", "py:str"}, code: 2, errOut: "py:str"},
	{args: []string{"promote", "--rules", "jax", "int8", "py:float"}, out: "float64*\n"},
	{args: []string{"promote", "--rules", "jax-x32", "--json", "int8", "weak-float*"}, out: `{"dtype":"float32","weak":true}` + "\n"},
	{args: []string{"promote", "--rules", "jax-x32", "--json", "int64", "int64[]"}, out: `{"dtype":"int32","weak":false}` + "\n"},
	{args: []string{"promote", "--rules", "jax", "--json", "int16*", "int8*"}, out: `{"dtype":"int16","weak":true}` + "\n"},
	{args: []string{"promote", "--rules", "jax", "--json", "uint64", "int8", "bfloat16"}, out: `{"dtype":"bfloat16","weak":false}` + "\n"},
	{args: []string{"promote", "--rules", "jax-strict", "--json", "int8", "int16"}, out: `~{"error":"TypePromotionError","message":"int8 and int16 have no common dtype`},
	{args: []string{"promote", "--rules", "jax", "weak-bool*"}, code: 2, errOut: `no weak value "weak-bool*" under jax`},
	{args: []string{"promote", "--rules", "jax", "--json", "int9", "int8"}, out: `~{"error":"value","message":`},
	{args: []string{"promote", "--rules", "torch", "--json", "float16", "py:complex"}, out: `{"dtype":"complex32","weak":false}` + "\n"},
	{args: []string{"promote", "--rules", "torch", "--json", "int8", "uint16"}, out: `~{"error":"RuntimeError","message":"int8 and uint16`},
	{args: []string{"promote", "--rules", "torch", "int8", "uint16"}, code: 1, errOut: "int8 and uint16"},
	{args: []string{"promote", "--rules", "numpy", "--json", "bfloat16", "float16"}, out: `~{"error":"DTypePromotionError"`},
	{args: []string{"promote", "--rules", "numpy", "int8*"}, code: 2, errOut: "no weak dtypes under numpy"},
	{args: []string{"promote", "--rules", "tensorflow", "--json", "int8", "float32"}, out: `~{"error":"InvalidArgumentError","message":"int8 and float32`},
	{args: []string{"promote", "--rules", "tf-all", "--json", "int8", "py:float"}, out: `{"dtype":"float64","weak":false}` + "\n"},
	{args: []string{"promote", "--rules", "tf-safe", "--json", "int8", "float64*"}, out: `{"dtype":"float64","weak":false}` + "\n"},
	{args: []string{"promote", "--rules", "anvil", "--json", "i8", "f32?"}, out: `{"dtype":"f32","weak":true}` + "\n"},
	{args: []string{"promote", "--rules", "anvil", "int8", "py:float"}, out: "f32?\n"},
	{args: []string{"promote", "--rules", "anvil", "int8?", "weak-int*"}, out: "i32?\n"},
	{args: []string{"promote", "--rules", "anvil", "--json", "float16", "i8"}, out: `~{"error":"rlang_error"`},
	{args: []string{"promote", "--rules", "anvil", "--json", "f16", "i8"}, out: `~{"error":"value"`},
	{args: []string{"promote", "--rules", "torch"}, out: "~\ni8[]  i8     "},
	{args: []string{"promote", "--rules", "jax"}, out: "~\ni*    i64* "},
	{args: []string{"promote", "--rules", "anvil", "--json"}, out: `~{"rules":"anvil","operands":["i1","ui8"`},
	{args: []string{"promote", "--rules", "torch", "--json"}, out: `~"!RuntimeError"`},
	{args: []string{"promote", "--all", "f32?", "i8"}, out: "~anvil           f32?\n"},
	{args: []string{"promote", "--all", "int8", "int33"}, code: 2, errOut: "int33"},
	{args: []string{"promote", "--all", "--json", "int33"}, out: `~{"error":"dtype"`},
	{args: []string{"promote", "--all", "int8", "uint64"}, out: "~jax             float64*\njax-x32         int32"},
	{args: []string{"promote", "--rules", "abacus", "int8"}, code: 2, errOut: "array-api"},
	{args: []string{"promote", "--json", "--rules", "abacus", "int8"}, out: `~{"error":"value","message":"no rules`},
	{args: []string{"promote", "--all", "int64", "py:float"}, out: "~ivy             float64\nivy-nonprecise  float32\narray-api       error"},
	{args: []string{"promote", "--all", "--json", "int8", "int16"}, out: `~{"anvil":{"dtype":"i16","weak":false},"array-api":{"dtype":"int16","weak":false},"ivy":{"dtype":"int16","weak":false},"ivy-nonprecise":{"dtype":"int16","weak":false},"jax":`},
	{args: []string{"promote"}, out: "~\ni64   i64  i64  i64  i64  f64 "},
	{args: []string{"promote", "--json"}, out: `~{"rules":"ivy","operands":["bool","uint8"`},
	{args: []string{"promote", "--all"}, out: "~\nint32       float32     float64        float32        -"},

	{args: []string{"support", "zzzzzzz"}, code: 2, errOut: `no function "zzzzzzz" (ivy help`},
	{args: []string{"support", "sin", "expm"}, code: 2, errOut: `no function "expm" (did you mean exp, expm1, exp2?)`},
	{args: []string{"support", "BitwiseOn"}, code: 2, errOut: "did you mean BitwiseOr?"},
	{args: []string{"support", "--json", "cost"}, code: 2, out: `{"error":"value","message":"no function \"cost\" (did you mean cos, cosh?)"}` + "\n"},
	{args: []string{"support", "--backend", "abacus", "sin"}, code: 2, errOut: `no backend "abacus"`},
	{args: []string{"support", "--backend", "abacus", "--json", "sin"}, code: 1, out: `~{"error":"backend"`},
	{args: []string{"help", "support"}, out: "~ivy support gcd"},

	{args: []string{"backends"}, out: "~\n  native:  bool, uint8, "},
	{args: []string{"backends", "x"}, code: 2, errOut: "no arguments"},

	{args: []string{"compare", "--backends", "native", "ivy.arange(3)"}, out: "~nothing to compare with"},
	{args: []string{"compare", "--backends", "native,native", "ivy.arange(3) / 7"}, out: "~all 1 results agree"},
	{args: []string{"compare", "--backends", "native", "--reference", "$one", "x + 0", "x=$one"}, out: "~all 1 results agree"},
	{args: []string{"compare", "--backends", "native", "--reference", "$one", "x + 1", "x=$one"}, code: 1, out: "~DIFFERS"},
	{args: []string{"compare", "--backends", "native", "--reference", "$one", "--atol", "1", "x + 1", "x=$one"}, out: "~all 1 results agree"},
	{args: []string{"compare", "--backends", "native", "--reference", "$one", "--json", "x + 1", "x=$one"}, code: 1, out: `~"max_abs":1,"max_rel":1,"max_ulp":"Infinity"`},
	{args: []string{"compare", "--backends", "native", "--reference", "$two", "x", "x=$two"}, out: "~all 2 results agree"},
	{args: []string{"compare", "--backends", "native", "ivy.ones(2) + ivy.ones(3)"}, code: 1, out: "~failed on 1 backends"},
	{args: []string{"compare", "--backends", "native", "1 +"}, code: 1, errOut: "unexpected end"},
	{args: []string{"compare", "--backends", "native", "ivy.set_backend('native')"}, code: 1, out: "~ivy.set_backend(): compare runs the program on one backend after the other (--backends)"},
	{args: []string{"compare", "--frontends", "numpy,torch", "ivy.unset_backend()"}, code: 1, out: "~ivy.unset_backend(): compare runs the program"},
	{args: []string{"eval", "ivy.set_backend('native')\n[ivy.current_backend(), ivy.previous_backend()]"}, out: "['native', '']\n"},
	{args: []string{"eval", "ivy.set_backend('abacus')"}, code: 1, errOut: "ivy.set_backend: no backend \"abacus\""},
	{args: []string{"eval", "-b", "abacus", "1"}, code: 2, errOut: "ivy: no backend \"abacus\""},
	{args: []string{"repl"}, stdin: "ivy.set_backend('native')\nivy.current_backend()\n(n := 2)\nn + 1\n", out: "'native'\n2\n3\n"},
	{args: []string{"compare", "--frontends", "abacus", "1"}, code: 2, errOut: `no frontend "abacus" (there is anvil, `},
	{args: []string{"compare", "--frontends", "numpy,numpy", "1"}, code: 2, errOut: "numpy twice"},
	{args: []string{"compare", "--frontends", "numpy", "--reference", "$one", "1"}, code: 2, errOut: "--reference is for backends"},
	{args: []string{"compare", "--frontends", "numpy", "--backends", "native,torch", "1"}, code: 2, errOut: "one backend"},
	{args: []string{"compare", "--frontends", "numpy", "--backends", "abacus", "1"}, code: 2, errOut: "abacus"},
	{args: []string{"compare", "--frontends", "numpy,anvil", "1 +"}, code: 1, errOut: "unexpected end"},
	{args: []string{"compare", "--frontends", "numpy,anvil", "xp.add(x, 1)", "x=$one"}, out: "~all 1 results agree"},
	{args: []string{"compare", "--frontends", "numpy", "x", "x=$one"}, out: "~give several frontends"},
	{args: []string{"compare", "--frontends", "numpy,anvil", "xp.nope(x)", "x=$one"}, code: 1, out: "~a mistake in the program"},
	{args: []string{"compare", "--frontends", "numpy,anvil", "--json", "x + 1.5", "x=$one"}, code: 1,
		out: `~"backend":"anvil","against":"numpy","dtype":"float32","want_dtype":"float64","weak":true,`},
	{args: []string{"help", "compare"}, out: "~--frontends jax,torch,numpy"},

	{args: []string{"eval", "numpy.add(x, 1)", "x=$one"}, out: "[2 3]\n"},
	{args: []string{"eval", "--json", "anvil.nv_array([1.5], ambiguous=True)"}, out: `{"dtype":"float32","weak":true,"shape":[1],"data":"AADAPw=="}` + "\n"},
	{args: []string{"eval", "--json", "numpy.add(x, ivy.ones(3))", "x=$one"}, code: 1, out: `~{"error":"ValueError","message":"<expression>:1:10: ivy: numpy.add`},
	{args: []string{"eval", "--json", "anvil.nv_add(x, ivy.ones(3))", "x=$one"}, code: 1, out: `~{"error":"rlang_error","message":`},
	{args: []string{"eval", "--json", "numpy.nope"}, code: 1, out: `~{"error":"value","message":"<expression>:1:6: numpy has no \"nope\"`},
	{args: []string{"compare", "--rtol", "-1", "1"}, code: 2, errOut: "--rtol"},
	{args: []string{"compare", "--backends", "abacus", "1"}, code: 2, errOut: "abacus"},
	{args: []string{"compare"}, code: 2, errOut: "needs a program"},
}

func TestCommand(t *testing.T) {
	dir := t.TempDir()
	one := save(t, filepath.Join(dir, "one.npy"), "")
	two := save(t, filepath.Join(dir, "two.npz"), "u", "v")
	tensors := save(t, filepath.Join(dir, "w.safetensors"), "w")
	star := filepath.Join(dir, "p.star")
	require.NoError(t, os.WriteFile(star, []byte("y = x * 2\ny"), 0o600))

	paths := strings.NewReplacer("$dir", dir, "$one", one, "$two", two, "$tensors", tensors, "$star", star)
	for _, c := range commands {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			if slices.Contains(backend.Linked(), c.without) {
				t.Skip("the backend is there")
			}
			args := make([]string, len(c.args))
			for i, a := range c.args {
				args[i] = paths.Replace(a)
			}
			code, out, errOut := ivyCommand(c.stdin, args...)
			assert.Equal(t, c.code, code, errOut)
			if want, ok := strings.CutPrefix(c.out, "~"); ok {
				assert.Contains(t, out, want)
			} else {
				assert.Equal(t, c.out, out)
			}
			if c.errOut == "" {
				assert.Empty(t, errOut)
			}
			assert.Contains(t, errOut, c.errOut)
			assert.LessOrEqual(t, strings.Count(errOut, "\n"), 1, "one readable line: %q", errOut)
		})
	}
}

func TestBackendsJSON(t *testing.T) {
	code, out, _ := ivyCommand("", "backends", "--json")
	require.Zero(t, code)
	var list []map[string]any
	require.NoError(t, json.Unmarshal([]byte(out), &list))
	require.GreaterOrEqual(t, len(list), 3)
	assert.Equal(t, "native", list[0]["name"])
	assert.Equal(t, true, list[0]["linked"])
	assert.Len(t, list[0]["valid"], 15)
	assert.Equal(t, []any{}, list[0]["invalid"])
	for _, b := range list {
		for _, key := range []string{"name", "linked", "version", "devices", "valid", "invalid", "native", "get"} {
			assert.Contains(t, b, key)
			assert.NotNil(t, b[key])
		}
		if b["linked"] == false {
			assert.NotEmpty(t, b["get"])
		}
	}
}

func TestBatch(t *testing.T) {
	data := base64.StdEncoding.EncodeToString([]byte{1, 2})
	array := `{"dtype":"int8","shape":[2],"data":"` + data + `"}`
	lines := []struct{ in, out string }{
		{`{"program":"x + 1","inputs":{"x":` + array + `}}`, `{"dtype":"int8","weak":false,"shape":[2],"data":"AgM="}`},
		{`not json`, `{"error":"value"`},
		{`{"program":"x"}`, `{"error":"value","message":"<program>:1:1: undefined: x"}`},
		{`{"program":"1 +"}`, `{"error":"syntax"`},
		{`{"program":"(1, None, 2j)","backend":"native"}`, `[1,null,{"dtype":"complex128"`},
		{`{"program":"1","backend":"abacus"}`, `{"error":"backend"`},
		{`{"program":"x","inputs":{"x":{"dtype":"int8","shape":[3],"data":"` + data + `"}}}`, `{"error":"shape"`},
		{`{"program":"x","inputs":{"x":{"dtype":"int9","shape":[2],"data":"` + data + `"}}}`, `{"error":"`},
		{`{"program":"x","inputs":{"x":{"dtype":"int8","shape":[2],"data":"!"}}}`, `{"error":"value"`},
		{`{"program":"x","inputs":{"x":3}}`, `{"error":"value"`},
		{`{"program":"x","inputs":{"a b":` + array + `}}`, `{"error":"value"`},
		{`{"program":3}`, `{"error":"value"`},
		{`{}`, `{"error":"value"`},
		{`{"program":"'data'","inputs":{}}`, `"data"`},
		{`{"program":"data + 0","inputs":{"data":` + array + `}}`, `{"dtype":"int8","weak":false,"shape":[2],"data":"AQI="}`},
		{`{"program" : "'\"data\": \"x\"\\\\' + 'q'","inputs": {} }`, `"\"data\": \"x\"\\q"`},
		{`{"inputs":{"x": { "data" : "AQI=" , "shape":[1,2],"dtype":"int8"}},"program":"x"}`, `{"dtype":"int8","weak":false,"shape":[1,2],"data":"AQI="}`},
		{`{"program":"x","inputs":{"x":{"dtype":"int8","shape":[2],"data":5}}}`, `{"error":"value"`},
		{`{"program":"x","inputs":{"x":{"dtype":"int8","shape":[2],"data":"0"}}}`, `{"error":"value"`},
		{`{"program":"x","inputs":{"x":{"dtype":"int8","shape":[2],"data":"AQI=`, `{"error":"value"`},
		{`{"program":"1","bogus":2}`, `{"error":"value"`},
		{`{"program":"ivy.set_default_float_dtype('float64'); ivy.ones(1).dtype"}`, `"float64"`},
		{`{"program":"ivy.ones(1).dtype"}`, `"float32"`},
		{`{"program":"while True:\n  pass"}`, `{"error":"value"`},
		{`{"program":"numpy.add(x, 1)","inputs":{"x":` + array + `}}`, `{"dtype":"int8","weak":false,"shape":[2],"data":"AgM="}`},
		{`{"program":"numpy.add(x, 'a')","inputs":{"x":` + array + `}}`, `{"error":"`},
		{`{"program":"numpy.add(x, 1, 2, 3, 4, 5, 6)","inputs":{"x":` + array + `}}`, `{"error":"TypeError"`},
		{`{"program":"(anvil.nv_array([1, 2]) + 1.5, anvil.nv_array([True]).dtype)"}`, `[{"dtype":"float32","weak":true,"shape":[2],"data":"AAAgQAAAYEA="},"i1"]`},
		{`{"program":"print('no')\nivy.ones(2) + ivy.ones(3)"}`, `{"error":"shape"`},
		{`{"program":"x.sum(), x","inputs":{"x":{"dtype":"float32","weak":false,"shape":[0],"data":""}}}`, `[{"dtype":"float32"`},
	}
	var in strings.Builder
	for _, l := range lines {
		in.WriteString(l.in + "\n\n") // empty lines have no answer
	}
	file := filepath.Join(t.TempDir(), "in.jsonl")
	require.NoError(t, os.WriteFile(file, []byte(strings.TrimRight(in.String(), "\n")), 0o600))
	for _, how := range []string{"-", file} {
		t.Run(how, func(t *testing.T) {
			code, out, _ := ivyCommand(in.String(), "eval", "--max-steps", "100000", "--batch", how)
			assert.Zero(t, code)
			answers := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
			require.Len(t, answers, len(lines), out)
			for i, l := range lines {
				assert.True(t, strings.HasPrefix(answers[i], l.out), "%s\n gives %s\n want  %s…", l.in, answers[i], l.out)
				assert.True(t, json.Valid([]byte(answers[i])), answers[i])
			}
		})
	}
	big := `{"program":"x","inputs":{"x":{"dtype":"int8","shape":[2097152],"data":"` + strings.Repeat("AAAA", 2097152/3) + `AAA="}}}`
	code, out, _ := ivyCommand(big, "eval", "--max-array", "1", "--batch", "-")
	assert.Zero(t, code)
	assert.True(t, strings.HasPrefix(out, `{"error":"value"`) && strings.Contains(out, "limit"), out[:min(len(out), 200)])

	code, _, errOut := ivyCommand("", "eval", "--batch", "-", "1")
	assert.Equal(t, 2, code)
	assert.Contains(t, errOut, "--batch")
}

func TestOutputFiles(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		program, file string
		code          int
		names         []string
	}{
		{"ivy.ones((2, 3))", "a.npy", 0, []string{""}},
		{"3.5", "b.npy", 0, []string{""}},
		{"(ivy.ones(1), [1, 2])", "c.npz", 0, []string{"arr_0", "arr_1"}},
		{"{'w': ivy.ones(1), 'b': 2}", "d.safetensors", 0, []string{"b", "w"}},
		{"ivy.ones(1, dtype='bfloat16')", "e.npy", 1, nil},
		{"(1, 2)", "f.npy", 1, nil},
		{"'text'", "g.npy", 1, nil},
		{"numpy.add(ivy.ones(2), 1)", "i.npy", 0, []string{""}},
		{"{'a': numpy.add(ivy.ones(2), 1), 'b': [numpy.add(1, 2), 3]}", "j.npz", 0, []string{"a", "b"}},
		{"x = 1", "h.npy", 2, nil},
	} {
		t.Run(c.program, func(t *testing.T) {
			path := filepath.Join(dir, c.file)
			code, _, errOut := ivyCommand("", "eval", "-o", path, c.program)
			require.Equal(t, c.code, code, errOut)
			if code != 0 {
				require.NoFileExists(t, path)
				return
			}
			f, err := files.Open(path)
			require.NoError(t, err)
			defer f.Close()
			var names []string
			for _, h := range f.Entries() {
				names = append(names, h.Name)
			}
			assert.ElementsMatch(t, c.names, names)
		})
	}
}

// TestDigits is the example: a network ported from PyTorch agrees with what PyTorch
// recorded.
func TestDigits(t *testing.T) {
	d := filepath.Join("..", "..", "examples", "digits")
	page := filepath.Join(t.TempDir(), "page.html")
	args := []string{"compare", "--runs", "2", "--html", page, "--reference", filepath.Join(d, "logits.npz"), filepath.Join(d, "classify.star"),
		"digits=" + filepath.Join(d, "digits.npz"), "model=" + filepath.Join(d, "digits-model.safetensors")}
	code, out, errOut := ivyCommand("", args...)
	require.Zero(t, code, out+errOut)
	for _, want := range []string{"logits", "probabilities", "classes", "accuracy on native: 0.9774648", "(1797,10)", "float32", "int64", fmt.Sprintf("all %d results agree", 4*len(backend.Linked()))} {
		assert.Contains(t, out, want)
	}
	for line := range strings.Lines(out) {
		if !strings.Contains(line, "examples") {
			assert.LessOrEqual(t, len([]rune(line)), 101, line)
		}
	}
	html, err := os.ReadFile(page)
	require.NoError(t, err)
	assert.Contains(t, string(html), "<svg")
	assert.NotContains(t, string(html), "<script")
	assert.NotContains(t, string(html), `src="http`)

	code, out, _ = ivyCommand("", append(args, "--rtol", "0", "--atol", "1e-9")...)
	assert.Equal(t, 1, code)
	assert.Contains(t, out, "DIFFERS")
}

// TestRepl holds a session against its transcript.
func TestRepl(t *testing.T) {
	in, err := os.ReadFile(filepath.Join("testdata", "repl.in"))
	require.NoError(t, err)
	var both bytes.Buffer
	code := run(context.Background(), []string{"repl"}, bytes.NewReader(in), &both, &both)
	assert.Equal(t, exitFailed, code, "statements of it failed")
	want, err := os.ReadFile(filepath.Join("testdata", "repl.out"))
	require.NoError(t, err)
	assert.Equal(t, string(want), both.String())
}

// Programs whose results no machine holds end with an error on every backend: an index for
// each element of the result would be larger than the memory too.
func TestTooLarge(t *testing.T) {
	for _, b := range backend.Linked() {
		for _, src := range []string{
			"ivy.repeat(ivy.asarray([1, 2]), ivy.asarray([4294967296 * 256, 1]))",
			"ivy.pad(ivy.asarray([1]), 4294967296 * 256, mode='edge')",
			"ivy.repeat(ivy.asarray([1, 2]), ivy.asarray([4294967296, 1]))",
			"ivy.pad(ivy.asarray([1]), 4294967296, mode='edge')",
		} {
			t.Run(b+" "+src, func(t *testing.T) {
				code, out, errOut := ivyCommand("", "eval", "--backend", b, "--json", src)
				assert.Equal(t, 1, code)
				assert.Contains(t, out, `{"error":"value","message":"`)
				assert.Contains(t, out, "limit")
				assert.Empty(t, errOut)
			})
		}
	}
}
