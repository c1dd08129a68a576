package filemap

import (
	"bytes"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/goivy/goivy/internal/finalizers"
)

// content returns n bytes that tell their places, which are not whole pages.
func content(n int) []byte {
	data := make([]byte, n)
	for i := range data {
		data[i] = byte(i ^ i>>8 ^ i>>16)
	}
	return data
}

func written(t *testing.T, data []byte) (path string, file *os.File) {
	path = filepath.Join(t.TempDir(), "data")
	require.NoError(t, os.WriteFile(path, data, 0o600))
	file, err := os.Open(path)
	require.NoError(t, err)
	t.Cleanup(func() { file.Close() })
	return path, file
}

// mapped maps a file, or skips the test where the file system of the test's folder has no leases.
func mapped(t *testing.T, file *os.File, size int) []byte {
	data, ok := Map(file, int64(size))
	if !ok {
		fd := reopened(file)
		require.GreaterOrEqual(t, fd, 0)
		defer unix.Close(fd)
		if _, err := unix.FcntlInt(uintptr(fd), unix.F_SETLEASE, unix.F_RDLCK); err != nil {
			t.Skip("no lease here: ", err)
		}
	}
	require.True(t, ok)
	return data
}

// pagesOf returns how many mappings of the file the process has.
func pagesOf(t *testing.T, path string) int {
	maps, err := os.ReadFile("/proc/self/maps")
	require.NoError(t, err)
	return strings.Count(string(maps), path)
}

func leases() int {
	leased.Lock()
	defer leased.Unlock()
	return len(leased.all)
}

func TestMapUntilNothingPointsIntoIt(t *testing.T) {
	want := content(1<<20 + 17)
	path, file := written(t, want)
	data := mapped(t, file, len(want))
	again := mapped(t, file, len(want))
	require.NoError(t, file.Close())
	assert.Equal(t, 2, pagesOf(t, path))
	part := data[1<<19 : 1<<19+100] // keeps all of it
	data = nil
	collect()
	assert.Equal(t, 2, pagesOf(t, path))
	assert.True(t, bytes.Equal(want[1<<19:1<<19+100], part))
	assert.True(t, bytes.Equal(want, again))
	runtime.KeepAlive(part)
	runtime.KeepAlive(again)
	collect()
	assert.Equal(t, 0, pagesOf(t, path))
	assert.Equal(t, 0, leases())
	_ = data

	// The block is Go's again: it is cleared, written to and read.
	for range 4 {
		block := make([]byte, 1<<20)
		assert.Equal(t, -1, bytes.IndexFunc(block, func(r rune) bool { return r != 0 }))
		copy(block, want)
		collect()
		assert.True(t, bytes.Equal(want[:1<<20], block))
	}
}

func collect() {
	for range 3 {
		runtime.GC()
		finalizers.Wait()
	}
}

// TestMapOfAFileThatChanges truncates and overwrites files while goroutines read them.
func TestMapOfAFileThatChanges(t *testing.T) {
	for name, change := range map[string]func(path string) error{
		"shrinks":   func(path string) error { return os.Truncate(path, 10) },
		"is empty":  func(path string) error { return os.Truncate(path, 0) },
		"is others": func(path string) error { return os.WriteFile(path, bytes.Repeat([]byte{7}, 3<<20), 0o600) },
		"is gone":   func(path string) error { return os.Remove(path) },
	} {
		t.Run(name, func(t *testing.T) {
			want := content(3<<20 + 1)
			path, file := written(t, want)
			data := mapped(t, file, len(want))
			var stop atomic.Bool
			read := make(chan bool, 2)
			for range 2 {
				go func() {
					same := true
					for !stop.Load() {
						same = same && bytes.Equal(want, data)
						runtime.Gosched() // a comparison is never preempted
					}
					read <- same
				}()
			}
			start := time.Now()
			require.NoError(t, change(path))
			assert.Less(t, time.Since(start), 10*time.Second)
			time.Sleep(10 * time.Millisecond)
			stop.Store(true)
			assert.True(t, <-read)
			assert.True(t, <-read)
			assert.True(t, bytes.Equal(want, data))
			data = nil
			collect()
			assert.Equal(t, 0, leases())
		})
	}
}

// TestMapWithoutSignals is about programs that take the signal for themselves.
func TestMapWithoutSignals(t *testing.T) {
	want := content(Least)
	path, file := written(t, want)
	data := mapped(t, file, len(want))
	signal.Stop(leased.signals)
	defer signal.Notify(leased.signals, unix.SIGIO)
	start := time.Now()
	require.NoError(t, os.Truncate(path, 0))
	assert.Less(t, time.Since(start), 10*time.Second)
	assert.True(t, bytes.Equal(want, data))
}

func TestMapRefuses(t *testing.T) {
	want := content(1 << 20)
	path, file := written(t, want)
	_, ok := Map(file, 1<<20-1)
	assert.False(t, ok, "another size")
	_, ok = Map(file, Least-1)
	assert.False(t, ok, "too small")
	writer, err := os.OpenFile(path, os.O_RDWR, 0)
	require.NoError(t, err)
	_, ok = Map(file, 1<<20)
	assert.False(t, ok, "open to write")
	require.NoError(t, writer.Close())
	require.NoError(t, file.Close())
	_, ok = Map(file, 1<<20)
	assert.False(t, ok, "closed")
	assert.Equal(t, 0, leases())
}

// TestMapOften maps and drops while the collector runs and others allocate.
func TestMapOften(t *testing.T) {
	want := content(300_001)
	_, file := written(t, want)
	mapped(t, file, len(want))
	done := make(chan struct{})
	for range 4 {
		go func() {
			defer func() { done <- struct{}{} }()
			for range 200 {
				data, ok := Map(file, int64(len(want)))
				if !assert.True(t, ok) || !assert.True(t, bytes.Equal(want, data)) {
					return
				}
				other := make([]byte, 300_000)
				for i := range other {
					if other[i] != 0 {
						t.Error("memory that is not clear")
						return
					}
					other[i] = 1
				}
			}
		}()
	}
	for range 4 {
		<-done
	}
	collect()
	assert.Equal(t, 0, leases())
}
