package backend

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestHostFiles(t *testing.T) {
	s := fake(t, map[string]string{
		"/proc/meminfo": meminfo, "/proc/self/status": "Name:\tx\nVmRSS:\t  2048 kB\n",
		"/proc/stat":    "cpu  10 20 30 400 50 6 7 8 9 9\ncpu0 1 2 3 4\n",
		"/proc/cpuinfo": "processor : 0\nphysical id : 0\ncore id : 0\n\nprocessor : 1\nphysical id : 0\ncore id : 0\n\nprocessor : 2\nphysical id : 0\ncore id : 1\n\nprocessor : 3\nphysical id : 1\ncore id : 1\n",
	})
	m, ok := s.memory()
	assert.True(t, ok)
	assert.Equal(t, Memory{Total: 1024 * mib, Used: 512 * mib, Process: 2 * mib}, m)
	ticks, ok := s.ticks()
	assert.True(t, ok)
	assert.Equal(t, Ticks{Busy: 10 + 20 + 30 + 6 + 7 + 8, All: 10 + 20 + 30 + 400 + 50 + 6 + 7 + 8}, ticks, "guests' are among the user's")
	n, ok := s.cores()
	assert.True(t, ok)
	assert.Equal(t, 3, n)
	for name, files := range map[string]map[string]string{
		"none": nil, "other texts": {"/proc/meminfo": "x", "/proc/self/status": "y", "/proc/stat": "cpu a b c d\n", "/proc/cpuinfo": "processor : 0\n"},
		"short": {"/proc/meminfo": meminfo, "/proc/stat": "cpu 1 2\n"},
	} {
		s := fake(t, files)
		_, ok1 := s.memory()
		_, ok2 := s.ticks()
		_, ok3 := s.cores()
		assert.False(t, ok1 || ok2 || ok3, name)
	}
}
