package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWorkerUsage(t *testing.T) {
	for _, args := range [][]string{
		{"worker"}, {"worker", "--cluster", "worker"}, {"worker", "--cluster", "worker=h:1", "--task", "1"},
		{"worker", "--cluster", "worker=h:1", "--job", "ps"}, {"worker", "--cluster", "worker=h:1", "more"},
	} {
		code, out, errOut := ivyCommand("", args...)
		assert.Equal(t, exitUsage, code, args)
		assert.Empty(t, out)
		assert.NotEmpty(t, errOut)
	}
}
