package files

import (
	"encoding/binary"
	"encoding/json"
	"runtime"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// fuzz reads what can be read of a file. Whatever the file, there must be no
// panic, every error must be an *Error, and no more may be asked for than the
// file can hold: its own size, 1032 times that if it is deflated.
func fuzz(f *testing.F, format Format, inflate int) {
	for _, name := range []string{"golden.json", "written.json"} {
		for _, c := range golden(f, name) {
			if c.Format == format.String() && len(c.File) < 4096 {
				f.Add(c.File)
			}
		}
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r, err := openBytes(file, format)
		runtime.ReadMemStats(&after)
		// 1 MiB for the tables of a decompressor and for the fuzzer's own.
		if got := after.TotalAlloc - before.TotalAlloc; got > uint64(1<<20+2000*len(file)) {
			t.Fatalf("%d bytes allocated for the headers of a file of %d", got, len(file))
		}
		if err != nil {
			var e *Error
			require.ErrorAs(t, err, &e)
			return
		}
		total := 0
		for _, h := range r.Entries() {
			same, err := r.Lookup(h.Name)
			require.Equal(t, h, same)
			if !h.Dtype.IsValid() {
				require.ErrorIs(t, err, ErrUnsupported)
				require.ErrorIs(t, r.ReadInto(h.Name, nil), ErrUnsupported)
				continue
			}
			require.NoError(t, err)
			require.LessOrEqual(t, len(h.Shape), MaxRank)
			size, err := h.Size()
			require.NoError(t, err)
			total += size
			require.LessOrEqual(t, total, inflate*len(file))
			if err := r.ReadInto(h.Name, make([]byte, size)); err != nil {
				var e *Error
				require.ErrorAs(t, err, &e)
				require.ErrorIs(t, err, ErrFormat)
				require.Equal(t, NPZ, format, "what opens can be read, but for what only inflating shows")
			}
		}
	})
}

func FuzzNPY(f *testing.F) { fuzz(f, NPY, 1) }

func FuzzNPZ(f *testing.F) { fuzz(f, NPZ, deflateMost) }

func FuzzSafetensors(f *testing.F) { fuzz(f, Safetensors, 1) }

// FuzzJSON compares with encoding/json: what we take as a value it must take
// too, and a file's names must be those that it reads.
func FuzzJSON(f *testing.F) {
	for _, c := range golden(f, "golden.json") {
		if c.Format == "safetensors" {
			f.Add(string(c.File[8 : 8+binary.LittleEndian.Uint64(c.File)]))
		}
	}
	f.Add(`[1,-0.5e+7,{"y":null,"z":[true,false,"\ud83d\ude00\u00e9\b\f\n\r\t\/"]},10,0,-0]`)
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			t.Skip()
		}
		j := &jsonText{src: []byte(text)}
		err := j.skip(jsonDepth)
		if j.space(); err == nil && j.pos == len(text) {
			require.True(t, json.Valid([]byte(text)), text)
		}
		var want string
		j = &jsonText{src: []byte(text)}
		got, err := j.text()
		if j.space(); err == nil && j.pos == len(text) {
			require.NoError(t, json.Unmarshal([]byte(text), &want))
			require.Equal(t, want, got)
		}
		var back string
		require.NoError(t, json.Unmarshal(appendJSON(nil, text), &back))
		require.Equal(t, text, back)
	})
}
