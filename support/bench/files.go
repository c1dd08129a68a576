package bench

import (
	"bytes"
	"fmt"
	"os"
	"runtime"

	"github.com/goivy/goivy/ivy"
)

const fileTable = "Files"

// files reads what is in the page cache, or in memory.
func (l *list) files() {
	for _, n := range []int{1_000_000, 16_000_000} {
		l.add(fileTable, "read/npy/float32/"+short(n), "load .npy, "+exponents[n]+" float32", arrays("x", ivy.Float32, signed, n), readNPY,
			map[string]code{"numpy": {"import tempfile\nf = tempfile.TemporaryFile()\nnp.save(f, x)\nload = np.load", "(f.seek(0), load(f))[1]"}})
	}
	if runtime.GOOS == "linux" {
		l.add(fileTable, "map/npy/float32/1.6e7", "map .npy, 1.6·10⁷ float32", arrays("x", ivy.Float32, signed, 16_000_000), mapNPY,
			map[string]code{"numpy": {"import os, tempfile\nf = tempfile.NamedTemporaryFile(suffix='.npy')\nnp.save(f, x)\nf.flush()\nload = np.load", "load(f.name, mmap_mode='c')"}})
	}
	for _, r := range []struct {
		d    ivy.Dtype
		fill fill
		text string // of an element, in Python
	}{{ivy.Float64, signed, "repr(float(v))"}, {ivy.Int32, small, "str(v)"}} {
		text := fmt.Sprintf("import io\ntext = '\\n'.join(['a,b,c,d,e,f,g,h'] + [','.join([%s for v in row]) for row in x]).encode()", r.text)
		l.add(fileTable, fmt.Sprintf("read/csv/%v/1e6", r.d), fmt.Sprintf("read CSV, 10⁶ %v", r.d), arrays("x", r.d, r.fill, 125_000, 8), readCSV,
			map[string]code{
				"numpy":  {text, fmt.Sprintf("np.loadtxt(io.BytesIO(text), '%v', delimiter=',', skiprows=1)", r.d)},
				"pandas": {text, fmt.Sprintf("pd.read_csv(io.BytesIO(text), dtype='%v', float_precision='round_trip')", r.d)},
			})
	}
}

// readNPY reads a file that is gone when it is closed.
func readNPY(e *ivy.Env, x []*ivy.Array) func() *ivy.Array {
	f, err := os.CreateTemp("", "ivy-bench-*.npy")
	must(err)
	must(os.Remove(f.Name()))
	must(ivy.Write(f, ivy.NPY, x[0]))
	return func() *ivy.Array {
		_, err := f.Seek(0, 0)
		must(err)
		z, err := e.Read(f)
		must(err)
		return z
	}
}

// mapNPY maps a file that is gone with the process. Elements are read from it when they are used, which is not measured.
func mapNPY(e *ivy.Env, x []*ivy.Array) func() *ivy.Array {
	written, err := os.CreateTemp("", "ivy-bench-*.npy")
	must(err)
	must(ivy.Write(written, ivy.NPY, x[0]))
	f, err := os.Open(written.Name())
	must(err)
	must(os.Remove(written.Name()))
	must(written.Close()) // what is open to write is not mapped
	return func() *ivy.Array {
		z, err := e.Load(fmt.Sprintf("/proc/self/fd/%d", f.Fd()), ivy.Mapped(true))
		must(err)
		return z
	}
}

// readCSV reads columns and makes one array of them, as NumPy does; pandas leaves them columns.
func readCSV(e *ivy.Env, x []*ivy.Array) func() *ivy.Array {
	var text bytes.Buffer
	must(ivy.WriteCSV(&text, ivy.NewTable(x[0], "a", "b", "c", "d", "e", "f", "g", "h"), nil))
	o := &ivy.CSVOptions{Dtype: x[0].Dtype()}
	return func() *ivy.Array {
		t, err := e.ReadCSV(bytes.NewReader(text.Bytes()), o)
		must(err)
		return t.Array()
	}
}

// must panics as the unified API does: files return their errors.
func must(err error) {
	if err == nil {
		return
	}
	if own, ok := err.(*ivy.Error); ok {
		panic(own)
	}
	panic(&ivy.Error{Op: "bench", Kind: ivy.ErrValue, Err: err})
}
