package script

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.starlark.net/starlark"

	"github.com/goivy/goivy/internal/race"
)

// wrongArguments are arguments that few functions take.
var wrongArguments = []string{
	"", "None", "'a'", "{}", "lambda: 1", "...", "2 ** 100", "x", "x, x", "x, 'a'", "x, None", "x, {}", "x, -7", "x, 2 ** 70", "x, 1.5", "x, 2j", "x, [1, 2, 3]",
	"x, [[1], [2, 3]]", "x, x, x, x, x, x, x, x, x", "[[1], [2, 3]]", "['a']", "s", "x, s", "x, ivy.ones((5, 7))", "x, slice_", "c", "c, c", "h, 300",
	"x, axis=99", "x, axis='a'", "x, axis=(0, 0)", "x, dim=99", "x, dtype='int9'", "x, dtype=3", "x, out=3", "x, out=ivy.zeros((5, 7))", "x, bogus=1", "x, x, bogus=1",
	"x, keepdims='a'", "x, (2, -5)", "x, x, axis=99", "x, x, x", "x, 0, 99", "x, 99, 0", "'x', x", "int, x", "x, int", "range(3), ivy",
}

// goText finds what only a Go programmer could read.
var goText = regexp.MustCompile(`%!|&\{|\[\][a-z]+\w*[{(]|map\[|0x[0-9a-f]{6}|<nil>|interface ?\{|struct ?\{|\*?\b(ivy|ops|frontend|starlark|backend|promote|dtype|numpy|torch|jax|tensorflow|anvil|syntax|script|reflect|tree|big|runtime)\.[A-Z]\w*|\bnil\b|\bint64\(|\bivy: [A-Z]\w+( on|:)|fault in this library|goroutine|\b(With|Set|Unset)[A-Z]\w+|\.go:`)

// frameworkNames are names that the frameworks themselves write with a capital letter,
// and classes of exceptions.
var frameworkNames = regexp.MustCompile(`\bivy: \w+Error:|\b(jax\.Array|torch\.(Tensor|Size|Generator|ByteTensor|FloatTensor)|tf\.Tensor|tensorflow\.Tensor(Shape)?|ivy\.(Array|Dtype|NativeDtype|\w+DataTypes|PreciseMode|Default\w*Dtype))\b`)

// Whatever a function is called with, the message names what programs know: not
// functions, types or values of Go.
func TestMessagesHaveNoGo(t *testing.T) {
	race.Sequential(t)
	s, err := New(Options{Steps: 1 << 40, Memory: 1 << 40, ArrayBytes: 1 << 24})
	require.NoError(t, err)
	ctx := context.Background()
	names := map[string]string{"ivy": "ivy.ones((2, 3))"}
	for name := range frameworks {
		names[name] = ""
	}
	calls, failed := 0, 0
	seen := map[string]bool{}
	for _, root := range slices.Sorted(maps.Keys(names)) {
		setup := "x = ivy.ones((2, 3)); c = ivy.ones(2, dtype='complex64'); h = ivy.ones(2, dtype='int8'); s = ivy.asarray([3, 1]); slice_ = 1\n"
		maker := map[string]string{"numpy": "numpy.asarray", "jax": "jax.numpy.asarray", "torch": "torch.asarray", "tensorflow": "tensorflow.constant", "anvil": "anvil.nv_array"}[root]
		if maker != "" {
			setup += "x, h, s = " + maker + "(x), " + maker + "(h), " + maker + "(s)\n"
			if root != "anvil" {
				setup += "c = " + maker + "(c)\n"
			}
		}
		_, err := s.Run(ctx, "setup", []byte(setup))
		require.NoError(t, err)
		functions := functionsOf(t, s, root)
		if root != "anvil" {
			array, _ := s.Get("x")
			for _, name := range array.v.(starlark.HasAttrs).AttrNames() {
				functions = append(functions, "x."+name)
			}
		}
		for _, f := range functions {
			for _, args := range wrongArguments {
				calls++
				_, err := s.Run(ctx, "p", []byte(f+"("+args+")"))
				if err == nil {
					continue
				}
				failed++
				msg := err.Error()
				found := goText.FindString(frameworkNames.ReplaceAllString(msg, "…"))
				if found != "" && !seen[found+f] {
					seen[found+f] = true
					assert.Fail(t, "Go in a message", "%s(%s)\n%s\nhas %q", f, args, msg, found)
				}
			}
		}
	}
	t.Logf("%d calls, %d errors", calls, failed)
	assert.Greater(t, failed, calls/2)
}

// functionsOf returns the functions below a module, by their paths.
func functionsOf(t *testing.T, s *Session, root string) []string {
	var out []string
	var look func(path string, v starlark.Value)
	look = func(path string, v starlark.Value) {
		h := v.(starlark.HasAttrs)
		for _, name := range h.AttrNames() {
			m, err := h.Attr(name)
			if err != nil || m == nil || strings.HasSuffix(name, "func_wrapper") {
				continue
			}
			switch m := m.(type) {
			case *space, *module:
				look(path+"."+name, m)
			case *starlark.Builtin:
				if strings.HasPrefix(name, "set_") || strings.HasPrefix(name, "unset_") || strings.HasSuffix(name, "_backend") || strings.Contains(path, "config") {
					continue
				}
				out = append(out, path+"."+name)
			}
		}
	}
	look(root, s.globals[root])
	require.NotEmpty(t, out, root)
	return out
}
