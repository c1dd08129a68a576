package backend

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const mib = 1 << 20

// fake returns a system whose files are these.
func fake(t *testing.T, files map[string]string) *system {
	root := t.TempDir()
	for name, text := range files {
		name = filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}
	return &system{root: root, whole: func() (uint64, bool) { return 0, false }, space: func() (uint64, bool) { return 0, false }}
}

const (
	meminfo = "MemTotal:        1048576 kB\nMemFree:          102400 kB\nMemAvailable:     524288 kB\nBuffers: 0 kB\n"
	status  = "Name:\tx\nVmSize:\t  409600 kB\nRssAnon:\t   20480 kB\nRssFile:\t 1 kB\nVmSwap:\t    1024 kB\n"

	mount2 = "22 1 0:21 / /proc rw - proc proc rw\n30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"
	mount1 = "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n" +
		"36 31 0:33 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu\n"
)

func TestSystemFiles(t *testing.T) {
	with := func(more ...string) map[string]string {
		files := map[string]string{"/proc/meminfo": meminfo, "/proc/self/status": status}
		for i := 0; i < len(more); i += 2 {
			files[more[i]] = more[i+1]
		}
		return files
	}
	// What is left of n bytes for what comes with memory.
	most := func(n uint64) uint64 { return n - n/64 }
	for _, c := range []struct {
		name             string
		files            map[string]string
		total, available uint64
	}{
		{"nothing is known", nil, min(unknown, math.MaxInt), min(most(unknown), math.MaxInt)},
		{"no control groups", with(), 1024 * mib, most(512 * mib)},
		{"version 2", with("/proc/self/cgroup", "0::/a/b\n", "/proc/self/mountinfo", mount2,
			"/sys/fs/cgroup/a/b/memory.max", "104857600\n", "/sys/fs/cgroup/a/b/memory.current", "52428800\n",
			"/sys/fs/cgroup/a/b/memory.stat", "anon 1\nfile 31457280\nactive_file 10485760\ninactive_file 9437184\nslab_reclaimable 1048576\n"),
			100 * mib, most(70 * mib)},
		{"version 2, no limit", with("/proc/self/cgroup", "0::/a\n", "/proc/self/mountinfo", mount2,
			"/sys/fs/cgroup/a/memory.max", "max\n", "/sys/fs/cgroup/a/memory.current", "52428800\n"), 1024 * mib, most(512 * mib)},
		{"version 2, an outer group is tighter", with("/proc/self/cgroup", "0::/a/b/c\n", "/proc/self/mountinfo", mount2,
			"/sys/fs/cgroup/a/memory.max", "209715200\n", "/sys/fs/cgroup/a/memory.current", "199229440\n",
			"/sys/fs/cgroup/a/b/memory.max", "max\n", "/sys/fs/cgroup/a/b/memory.current", "1\n",
			"/sys/fs/cgroup/a/b/c/memory.max", "104857600\n", "/sys/fs/cgroup/a/b/c/memory.current", "0\n"),
			100 * mib, most(10 * mib)},
		{"version 2, more is taken than allowed", with("/proc/self/cgroup", "0::/a\n", "/proc/self/mountinfo", mount2,
			"/sys/fs/cgroup/a/memory.max", "104857600\n", "/sys/fs/cgroup/a/memory.current", "104857601\n"), 100 * mib, 0},
		{"version 2, in a container that sees its own group as the root", with("/proc/self/cgroup", "0::/\n",
			"/proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup ro - cgroup2 cgroup rw\n",
			"/sys/fs/cgroup/memory.max", "104857600\n", "/sys/fs/cgroup/memory.current", "0\n"), 100 * mib, most(100 * mib)},
		{"version 2, a group outside of what is mounted", with("/proc/self/cgroup", "0::/../other\n", "/proc/self/mountinfo", mount2,
			"/sys/fs/cgroup/memory.max", "104857600\n", "/sys/fs/cgroup/memory.current", "0\n",
			"/sys/fs/other/memory.max", "1\n", "/sys/fs/other/memory.current", "1\n"), 100 * mib, most(100 * mib)},
		{"version 2, mounted at a path with a space", with("/proc/self/cgroup", "0::/a\n",
			"/proc/self/mountinfo", "30 23 0:26 / /my\\040groups rw - cgroup2 cgroup2 rw\n",
			"/my groups/a/memory.max", "104857600\n", "/my groups/a/memory.current", "0\n"), 100 * mib, most(100 * mib)},
		{"version 1", with("/proc/self/cgroup", "5:cpu,cpuacct:/x\n4:memory:/a\n", "/proc/self/mountinfo", mount1,
			"/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "104857600\n", "/sys/fs/cgroup/memory/a/memory.usage_in_bytes", "52428800\n",
			"/sys/fs/cgroup/memory/a/memory.stat", "cache 5\nactive_file 7\ntotal_active_file 10485760\ntotal_inactive_file 10485760\n"),
			100 * mib, most(70 * mib)},
		{"version 1, no limit", with("/proc/self/cgroup", "4:memory:/\n", "/proc/self/mountinfo", mount1,
			"/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n", "/sys/fs/cgroup/memory/memory.usage_in_bytes", "52428800\n"),
			1024 * mib, most(512 * mib)},
		{"version 1, an outer group is tighter", with("/proc/self/cgroup", "4:memory:/a/b\n", "/proc/self/mountinfo", mount1,
			"/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "104857600\n", "/sys/fs/cgroup/memory/a/memory.usage_in_bytes", "83886080\n",
			"/sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "9223372036854771712\n", "/sys/fs/cgroup/memory/a/b/memory.usage_in_bytes", "1\n"),
			100 * mib, most(20 * mib)},
		{"version 1, in a container whose group is mounted", with("/proc/self/cgroup", "4:memory:/docker/id/in\n",
			"/proc/self/mountinfo", "35 31 0:32 /docker/id /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n",
			"/sys/fs/cgroup/memory/memory.limit_in_bytes", "104857600\n", "/sys/fs/cgroup/memory/memory.usage_in_bytes", "0\n",
			"/sys/fs/cgroup/memory/in/memory.limit_in_bytes", "52428800\n", "/sys/fs/cgroup/memory/in/memory.usage_in_bytes", "0\n"),
			50 * mib, most(50 * mib)},
		{"both versions, memory with version 1", with("/proc/self/cgroup", "4:memory:/a\n0::/b\n", "/proc/self/mountinfo", mount1+
			"41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n",
			"/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "104857600\n", "/sys/fs/cgroup/memory/a/memory.usage_in_bytes", "0\n"),
			100 * mib, most(100 * mib)},
		{"nonsense", with("/proc/self/cgroup", "x\n4:memory\n0::\n", "/proc/self/mountinfo", "a b\n- \n30 23 0:26 / /g rw - cgroup2\n"),
			1024 * mib, most(512 * mib)},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := fake(t, c.files)
			assert.EqualValues(t, c.total, s.total(), "total")
			assert.EqualValues(t, c.available, s.available(0, 0), "available")
		})
	}

	t.Run("promised", func(t *testing.T) { // 21 MiB are there of 121
		s := fake(t, with())
		assert.EqualValues(t, most(412*mib), s.available(121*mib, 0))
		assert.EqualValues(t, most(512*mib), s.available(20*mib, 0), "written to, by others too")
	})
	t.Run("addresses", func(t *testing.T) { // 400 MiB are taken
		s := fake(t, with())
		s.space = func() (uint64, bool) { return 600 * mib, true }
		assert.EqualValues(t, 600*mib, s.total())
		assert.EqualValues(t, less(200*mib-200*mib/32, addressBlock), s.available(0, 0))
		assert.EqualValues(t, less(300*mib-300*mib/32, addressBlock), s.available(0, 100*mib), "the runtime has some of them")
	})
	t.Run("between mappings", func(t *testing.T) { // of 300 MiB, of 100, and what is behind the last
		s := fake(t, with("/proc/self/maps", "12c00000-2ac00000 r-xp 00000000 fe:00 1 /a/file\nnonsense\n31000000-40000000 rw-p 00000000 00:00 0 \n"))
		s.tight = true
		assert.EqualValues(t, 300*mib-2*addressBlock, s.available(0, 0))
		assert.EqualValues(t, 300*mib-2*addressBlock, s.available(0, 800*mib), "what the runtime gave back may be in pieces")
		s.tight = false
		assert.EqualValues(t, most(512*mib), s.available(0, 0))
	})
	t.Run("moved", func(t *testing.T) {
		s := fake(t, with("/proc/self/cgroup", "0::/a\n", "/proc/self/mountinfo", mount2,
			"/sys/fs/cgroup/a/memory.max", "104857600\n", "/sys/fs/cgroup/a/memory.current", "0\n",
			"/sys/fs/cgroup/b/memory.max", "52428800\n", "/sys/fs/cgroup/b/memory.current", "0\n"))
		assert.EqualValues(t, 100*mib, s.total())
		require.NoError(t, os.WriteFile(filepath.Join(s.root, "proc/self/cgroup"), []byte("0::/b\n"), 0o666))
		assert.EqualValues(t, 50*mib, s.total())
	})
}

func TestCheckMemory(t *testing.T) {
	assert.NoError(t, CheckMemory(0))
	assert.NoError(t, CheckMemory(unasked))
	assert.NoError(t, CheckElements(-1, 8))
	assert.NoError(t, CheckElements(0, 0))
	for _, err := range []error{CheckMemory(math.MaxUint64), CheckElements(math.MaxInt, 16), CheckElements(math.MaxInt, math.MaxInt),
		CheckMemory(thisSystem.total() + 1)} {
		var size *SizeError
		require.True(t, errors.As(err, &size), "%v", err)
		assert.Less(t, size.Limit, size.Bytes)
	}
}

// What is not used any more counts as free, and only then.
func TestCheckMemoryCollects(t *testing.T) {
	held := make([]byte, 256*mib)
	for i := 0; i < len(held); i += 4096 {
		held[i] = 1
	}
	freed := false
	AddPool(Pool{Free: func() { freed = true }})
	defer func(old func() (uint64, bool)) { thisSystem.space = old }(thisSystem.space)
	// As many addresses as are taken now, and half as many again as it holds.
	used, ok := field(thisSystem.read("/proc/self/status"), "VmSize:", 1<<10)
	if !ok {
		t.Skip("no /proc here")
	}
	_, released := ours()
	thisSystem.space = func() (uint64, bool) { return used - released + 128*mib + addressBlock, true }
	asking.at = time.Time{}
	assert.Error(t, CheckMemory(192*mib))
	assert.True(t, freed)
	runtime.KeepAlive(held)
	held = nil
	assert.NoError(t, CheckMemory(192*mib))
}

// Where addresses are few the process has enough of them, but not in one piece: Go ends it when
// one array does not fit between the others. It comes last: the process has all addresses then.
func TestCheckMemoryInPieces(t *testing.T) {
	if !thisSystem.tight {
		t.Skip("as many addresses as any array needs")
	}
	g := rand.New(rand.NewPCG(1, 2))
	var held [][]byte
	had := 0
	for range 400 {
		n := 33*mib + g.IntN(1<<g.IntN(11))*mib
		if CheckMemory(uint64(n)) == nil {
			held = append(held, make([]byte, n))
			had++
		} else if len(held) > 0 {
			i := g.IntN(len(held))
			held[i] = held[len(held)-1]
			held = held[:len(held)-1]
		}
	}
	assert.Greater(t, had, 100)
	runtime.KeepAlive(held)
	held = nil
	runtime.GC()
}

func BenchmarkCheckMemory(b *testing.B) {
	b.Run("small", func(b *testing.B) {
		for range b.N {
			_ = CheckMemory(unasked)
		}
	})
	b.Run("large", func(b *testing.B) {
		for range b.N {
			_ = CheckMemory(unasked + 1)
		}
	})
	b.Run("asks", func(b *testing.B) {
		for range b.N {
			available()
		}
	})
}
