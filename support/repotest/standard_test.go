package repotest

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/ops"
)

// What of the standard is no row: functions that return no arrays, which package ivy
// has by hand.
var byHand = []string{"can_cast", "finfo", "iinfo", "isdtype", "result_type", "broadcast_shapes"}

// Every function of the Array API 2025.12, with its extensions, is there, with the
// standard's parameter names, and nothing else claims to be part of it.
func TestStandardFunctions(t *testing.T) {
	data, err := os.ReadFile("testdata/array_api_2025_12.json")
	require.NoError(t, err)
	var standard map[string][]string
	require.NoError(t, json.Unmarshal(data, &standard))
	groups := []string{"creation_functions", "data_type_functions", "elementwise_functions", "indexing_functions",
		"linear_algebra_functions", "manipulation_functions", "searching_functions", "set_functions", "sorting_functions",
		"statistical_functions", "utility_functions", "fft", "linalg"}
	wanted := map[string]bool{}
	for _, g := range groups {
		require.NotEmpty(t, standard[g], g)
		for _, sig := range standard[g] {
			name, rest, _ := strings.Cut(sig, "(")
			wanted[name] = true
			op := ops.Lookup(name)
			if op == nil {
				assert.Contains(t, byHand, name)
				continue
			}
			for _, part := range strings.Split(strings.SplitN(rest, ") ->", 2)[0], ", ") {
				arg, _, ok := strings.Cut(part, ":")
				if arg = strings.TrimLeft(arg, "*"); !ok || strings.ContainsAny(arg, "[]'") {
					continue
				}
				known := arg == "stop" || arg == "step" // Arange's numbers
				for _, p := range op.Params {
					known = known || p.Name == arg
				}
				for _, o := range op.Opts {
					known = known || op.Keyword(o) == arg
				}
				assert.True(t, known, "%s has no %s", name, arg)
			}
		}
	}
	require.Len(t, wanted, 16+6+67+2+4+15+6+5+2+9+3+14+21)
	for _, op := range ops.All() {
		if !op.Hidden && !op.Extra {
			assert.True(t, wanted[op.Snake], "%s is not in the standard", op.Snake)
		}
	}
}
