package main

import (
	"testing"

	"github.com/goivy/goivy/support/examples/internal/recorded"
)

// The Go program and the pasted one print what the framework printed for the latter.
func TestFrameworks(t *testing.T) { recorded.Programs(t, programs) }
