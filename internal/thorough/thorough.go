// Package thorough says whether tests do all that they can, which takes hours, or the part of it that make test has time for.
package thorough

import "os"

// All reports whether tests do all: whether the environment variable GOIVY_CONSISTENCY, which make consistency sets, is "all".
func All() bool { return os.Getenv("GOIVY_CONSISTENCY") == "all" }
