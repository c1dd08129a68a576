package example

import (
	"fmt"
	"strings"
)

// List returns numbers in nested lists as Python writes a list of them: "[[1, 2], [0.5, 3]]".
func List(v any) string {
	list, ok := v.([]any)
	if !ok {
		return fmt.Sprint(v)
	}
	parts := make([]string, len(list))
	for i, e := range list {
		parts[i] = List(e)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
