package ops

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The documentation of every function is whole: shapes, dtypes, a text for each option,
// errors by kinds that there are, and where the definition is.
func TestDocumentation(t *testing.T) {
	kinds := []string{"ErrDtype", "ErrShape", "ErrIndex", "ErrValue", "ErrDevice", "ErrUnsupported", "ErrBackend", "ErrLinAlg"}
	for _, op := range All() {
		d := op.Documentation()
		if op.Hidden {
			assert.NotContains(t, notes(), op, "%v has a note and no documentation", op)
			continue
		}
		assert.NotEmpty(t, d.Shapes, "%v: shapes", op)
		assert.NotEmpty(t, d.Dtypes, "%v: dtypes", op)
		assert.True(t, strings.HasPrefix(d.Link, "https://"), "%v: a link: %q", op, d.Link)
		assert.Len(t, d.Options, len(op.Opts))
		for i, text := range d.Options {
			assert.True(t, strings.HasSuffix(text, "."), "%v: option %v: %q", op, op.Opts[i], text)
			assert.NotContains(t, text, "; .", "%v: option %v: what counts without it", op, op.Opts[i])
		}
		for _, text := range d.Errors {
			kind, _, _ := strings.Cut(text, " ")
			assert.True(t, slices.Contains(kinds, kind) && strings.HasSuffix(text, "."), "%v: error %q", op, text)
		}
	}
}
