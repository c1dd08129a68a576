package golden

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy/dtype"
)

// Signatures are the names that a framework has and the signatures of the functions among
// them, as support/oracle/values/signatures.py writes them.
type Signatures struct {
	Framework, Version string
	Count              int
	Names              map[string][]parameter
	Plain              []string // TensorFlow's attributes of tensors without NumPy's behaviour
}

// A parameter is a name, a kind and, of one that may be left out, a default.
type parameter struct {
	name, kind string
	optional   bool
	value      any
}

func (p *parameter) UnmarshalJSON(text []byte) error {
	var list []any
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	p.name, _ = list[0].(string)
	p.kind, _ = list[1].(string)
	if p.optional = len(list) > 2; p.optional {
		p.value = list[2]
		if text, ok := p.value.(string); ok && strings.HasPrefix(text, "f:") {
			x, err := strconv.ParseFloat(text[2:], 64)
			if err != nil {
				return err
			}
			p.value = written(x)
		}
	}
	return nil
}

// String writes a parameter: "axis=None (keyword)".
func (p parameter) String() string {
	s := p.name
	if p.optional {
		s += "=" + fmt.Sprint(p.value)
	}
	if p.kind != "both" {
		s += " (" + p.kind + ")"
	}
	return s
}

// ReadSignatures reads testdata/signatures.json.gz.
func ReadSignatures(t testing.TB, atLeast int) *Signatures {
	t.Helper()
	var s Signatures
	Unpack(t, "signatures", &s)
	require.Len(t, s.Names, s.Count, "%v", errTruncated)
	require.GreaterOrEqual(t, s.Count, atLeast)
	return &s
}

// Check compares the functions of a frontend with the framework's: each is there, under
// the paths of functions and as methods, and takes the same parameters with the same
// defaults. except has, by path, why a function's signature is another one; a path that is in
// except without need is a failure too.
func (s *Signatures) Check(t *testing.T, functions *frontend.Table, except map[string]string) {
	t.Helper()
	wrong := map[string]string{}
	for _, f := range functions.All() {
		name := f.Path[strings.LastIndex(f.Path, ".")+1:]
		paths := []string{f.Path}
		if f.Method {
			paths = append(paths, "."+name)
		}
		for _, path := range paths {
			if why := s.differs(f, path); why != "" {
				wrong[path] = why
			}
		}
	}
	for _, path := range keys(wrong) {
		if except[path] == "" {
			t.Errorf("%s: %s", path, wrong[path])
		}
	}
	for _, path := range keys(except) {
		if wrong[path] == "" {
			t.Errorf("%s agrees with %s %s, though it is listed as: %s", path, s.Framework, s.Version, except[path])
		}
	}
}

// CheckNames compares the names of dtypes that are attributes of a namespace with the framework's; those of only are
// strings alone, which functions take for dtypes.
func (s *Signatures) CheckNames(t *testing.T, namespace string, dtypes map[string]any, only ...string) {
	t.Helper()
	for _, name := range keys(dtypes) {
		if _, there := s.Names[namespace+name]; there == slices.Contains(only, name) {
			t.Errorf("%s%s: %s %s has it: %v", namespace, name, s.Framework, s.Version, there)
		}
	}
}

func (s *Signatures) differs(f *frontend.Func, path string) string {
	want, there := s.Names[path]
	switch {
	case !there:
		return fmt.Sprintf("%s %s has no such name", s.Framework, s.Version)
	case want == nil || strings.HasPrefix(path, ".__"): // operators are called by their place
		return ""
	}
	have := parametersOf(f)
	if path[0] == '.' && len(have) > 0 { // the array has no name there
		have[0], want = parameter{name: "self", kind: "both"}, slices.Clone(want)
	}
	agree := func(a, b parameter) bool {
		if a.name != b.name || a.optional != b.optional {
			return false
		}
		return a.kind == b.kind && (b.value == "?" || fmt.Sprint(a.value) == fmt.Sprint(b.value))
	}
	var missing, other []string
	at := map[string]bool{}
	for _, w := range want {
		i := slices.IndexFunc(have, func(p parameter) bool { return p.name == w.name })
		switch {
		case i < 0:
			missing = append(missing, w.String())
		case !agree(have[i], w):
			other = append(other, fmt.Sprintf("%v for %v", have[i], w))
		}
		at[w.name] = true
	}
	for _, h := range have {
		if !at[h.name] {
			other = append(other, h.String()+" for none")
		}
	}
	positional := func(list []parameter) (names []string) {
		for _, p := range list {
			if p.kind == "both" || p.kind == "positional" {
				names = append(names, p.name)
			}
		}
		return names
	}
	if len(missing)+len(other) == 0 && !slices.Equal(positional(have), positional(want)) {
		other = append(other, "in another order")
	}
	var text []string
	if len(missing) > 0 {
		text = append(text, "without "+strings.Join(missing, ", "))
	}
	if len(other) > 0 {
		text = append(text, strings.Join(other, ", "))
	}
	return strings.Join(text, "; ")
}

func parametersOf(f *frontend.Func) []parameter {
	var list []parameter
	for _, p := range f.Signature().Params {
		q := parameter{name: p.Name, kind: "both", optional: !p.Required && !p.Rest && !p.More}
		switch {
		case p.Rest:
			q.kind = "rest"
		case p.More:
			q.kind = "more"
		case !p.Positional:
			q.kind = "keyword"
		case !p.Keyword:
			q.kind = "positional"
		}
		if q.optional {
			q.value = written(p.Default)
		}
		list = append(list, q)
	}
	return list
}

// written writes a default as the generator does.
func written(v any) any {
	switch v := v.(type) {
	case bool:
		if v {
			return "b:1"
		}
		return "b:0"
	case int:
		return fmt.Sprintf("i:%d", v)
	case float64:
		return "f:" + strconv.FormatFloat(v, 'g', -1, 64)
	case string:
		return "s:" + v
	case dtype.Dtype:
		return "s:" + v.String()
	case []any:
		return []any{}
	}
	return v
}
