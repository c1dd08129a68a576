package bench

import (
	"bufio"
	"bytes"
	"context"
	_ "embed" // the peers' side
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goivy/goivy/ivy"
)

//go:embed peers.py
var peersSource string

// A Peer is another library that the table is measured with. It is a process that speaks
// the protocol of peers.py.
type Peer struct {
	Name  string // of the flag --peers, and of workloads' code
	Title string // its name in the table
	// Command starts it; the number of threads is added to it. It is empty where the peer
	// is not installed.
	Command []string

	env *environment
}

// Peers returns the libraries that workloads know, as they are installed in the
// environments that [Setup] makes.
func Peers() []Peer {
	peers := []Peer{
		{Name: "numpy", Title: "NumPy", env: arraysEnvironment},
		{Name: "scipy", Title: "SciPy", env: arraysEnvironment},
		{Name: "pandas", Title: "pandas", env: arraysEnvironment},
		{Name: "torch", Title: "PyTorch", env: arraysEnvironment},
		{Name: "tensorflow", Title: "TensorFlow", env: tensorflowEnvironment},
		{Name: "jax", Title: "JAX", env: arraysEnvironment},
		{Name: "ivy", Title: "Ivy", env: arraysEnvironment},
		{Name: "ivy-torch", Title: "Ivy-torch", env: arraysEnvironment},
	}
	for i := range peers {
		if python := peers[i].env.python(); python != "" {
			peers[i] = peers[i].In(python)
		}
	}
	return peers
}

// In returns the peer as an interpreter of Python's has it.
func (p Peer) In(python string) Peer {
	if path, err := filepath.Abs(python); err == nil && strings.ContainsRune(python, filepath.Separator) {
		python = path // it starts in another folder
	}
	p.Command = []string{python, "-I", "-B", "-c", peersSource, p.Name}
	return p
}

// patience is how long a peer may take to answer: the first call may compile.
const patience = 3 * time.Minute

// A process is a peer that runs.
type process struct {
	Peer
	id       string
	version  string
	python   string
	kernels  string
	folder   string // for results
	cmd      *exec.Cmd
	in       io.WriteCloser
	out      *bufio.Reader
	said     tail
	finished chan struct{}
	err      error // why it ended
}

// An answer is any line of a peer's.
type answer struct {
	Error   string  `json:"error"`
	Version string  `json:"version"`
	Python  string  `json:"python"`
	Kernels string  `json:"kernels"`
	Dtype   string  `json:"dtype"`
	Shape   []int   `json:"shape"`
	NS      float64 `json:"ns"`
}

// settings are the beginnings of the names of variables by which the peers' libraries are
// told which kernels to run, how to block them or how many threads to take:
// OPENBLAS_CORETYPE, MKL_ENABLE_INSTRUCTIONS, ATEN_CPU_CAPABILITY, NPY_DISABLE_CPU_FEATURES.
var settings = []string{"OPENBLAS_", "GOTO_", "BLIS_", "MKL_", "ONEDNN_", "DNNL_", "ATEN_", "NPY_", "TF_ENABLE_", "TF_NUM_", "TF_XLA_", "XLA_", "JAX_", "OMP_", "KMP_", "GOMP_", "VECLIB_"}

// peerEnvironment returns the environment of peers, which is ours without such settings: each
// library runs what it chooses on this machine, with the threads that peers.py sets. dropped
// are the settings that it is without.
func peerEnvironment(ours []string) (env, dropped []string) {
	for _, s := range ours {
		if slices.ContainsFunc(settings, func(begin string) bool { return strings.HasPrefix(s, begin) }) {
			dropped = append(dropped, s)
		} else {
			env = append(env, s)
		}
	}
	return env, dropped
}

// start starts a peer with so many threads.
func (p Peer) start(ctx context.Context, threads int, folder string) (*process, error) {
	if len(p.Command) == 0 {
		return nil, fmt.Errorf("%s is not installed", p.Title)
	}
	args := append(p.Command[1:len(p.Command):len(p.Command)], strconv.Itoa(threads))
	r := &process{Peer: p, id: p.Name, folder: folder, cmd: exec.CommandContext(ctx, p.Command[0], args...), finished: make(chan struct{})} //nolint:gosec // the interpreter that the caller named
	r.cmd.Stderr = &r.said
	r.cmd.Dir = folder // Ivy leaves a log where it starts
	r.cmd.Env, _ = peerEnvironment(os.Environ())
	r.cmd.WaitDelay = 5 * time.Second
	in, err := r.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := r.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := r.cmd.Start(); err != nil {
		return nil, err
	}
	r.in, r.out = in, bufio.NewReader(out)
	hello, err := r.hear(ctx)
	if err != nil {
		r.stop()
		return nil, err
	}
	r.version, r.python, r.kernels = hello.Version, hello.Python, hello.Kernels
	return r, nil
}

// hear returns the next answer. A peer that says nothing in time is ended.
func (r *process) hear(ctx context.Context) (*answer, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	end := context.AfterFunc(ctx, func() { _ = r.cmd.Process.Kill() }) // it may have ended
	defer end()
	line, err := r.out.ReadBytes('\n')
	if err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		r.end()
		r.err = fmt.Errorf("%s ended: %w%s", r.Title, err, r.said.last())
		return nil, r.err
	}
	var a answer
	if err := json.Unmarshal(line, &a); err != nil {
		r.err = fmt.Errorf("%s answered %q: %w", r.Title, line, err)
		return nil, r.err
	}
	if a.Error != "" {
		return nil, errors.New(a.Error)
	}
	return &a, nil
}

func (r *process) ask(ctx context.Context, request map[string]any) (*answer, error) {
	if r.err != nil {
		return nil, r.err
	}
	line, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	if _, err := r.in.Write(append(line, '\n')); err != nil {
		r.end()
		r.err = fmt.Errorf("%s ended: %w%s", r.Title, err, r.said.last())
		return nil, r.err
	}
	return r.hear(ctx)
}

func (r *process) name() string { return r.id }

func (r *process) side() Side {
	return Side{Name: r.id, Title: r.Title, Version: r.version, Python: r.python, Kernels: r.kernels}
}

func (r *process) has(w *Workload) bool {
	_, ok := w.peers[r.Name]
	return ok
}

func (r *process) prepare(ctx context.Context, w *Workload, given []operand) (*result, error) {
	code := w.peers[r.Name]
	inputs := make([]map[string]any, len(given))
	for i, g := range given {
		inputs[i] = map[string]any{"name": g.name, "dtype": g.d.String(), "shape": g.shape, "path": g.path}
	}
	path := filepath.Join(r.folder, r.id+".result")
	a, err := r.ask(ctx, map[string]any{"do": "prepare", "inputs": inputs, "setup": code.setup, "call": code.call, "result": path})
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(path) //nolint:gosec // in our own folder
	if err != nil {
		return nil, err
	}
	d, err := ivy.ParseDtype(a.Dtype)
	if err != nil {
		return nil, err
	}
	z := &result{shape: a.Shape}
	if err := ivy.Try(func() { z.values = ivy.FromBytes(d, a.Shape, data) }); err != nil {
		return nil, fmt.Errorf("%s: a result of %d bytes for %v of shape %v: %w", r.Title, len(data), d, a.Shape, err)
	}
	return z, os.Remove(path)
}

func (r *process) run(ctx context.Context, calls, warm int) (*turn, error) {
	a, err := r.ask(ctx, map[string]any{"do": "run", "calls": calls, "warm": warm})
	if err != nil {
		return nil, err
	}
	if !(a.NS > 0) {
		r.err = fmt.Errorf("%s took %v ns for %d calls", r.Title, a.NS, calls)
		return nil, r.err
	}
	return &turn{ns: a.NS}, nil
}

func (r *process) drop(ctx context.Context) error {
	_, err := r.ask(ctx, map[string]any{"do": "drop"})
	return err
}

// end ends a process that has gone wrong. Then all that it said is there.
func (r *process) end() {
	_ = r.cmd.Process.Kill() // it may have ended
	_ = r.cmd.Wait()         // how does not matter
}

// stop ends the process and waits for it.
func (r *process) stop() {
	_ = r.in.Close() // which ends its loop
	deadline := time.AfterFunc(10*time.Second, func() { _ = r.cmd.Process.Kill() })
	defer deadline.Stop()
	_, _ = io.Copy(io.Discard, r.out)
	_ = r.cmd.Wait() // how it ended matters no more
}

// A tail keeps the end of what is written to it.
type tail struct{ b []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.b = append(t.b, p...)
	const most = 4096
	if n := len(t.b) - most; n > 0 {
		t.b = append(t.b[:0], t.b[n:]...)
	}
	return len(p), nil
}

// last returns the last line, behind a colon.
func (t *tail) last() string {
	b := bytes.TrimSpace(t.b)
	if len(b) == 0 {
		return ""
	}
	return ": " + strings.ToValidUTF8(string(b[bytes.LastIndexByte(b, '\n')+1:]), "?")
}
