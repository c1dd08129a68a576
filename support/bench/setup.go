package bench

import (
	"context"
	"crypto/sha256"
	_ "embed" // the requirements
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
)

// HowToGet says how the peers are got.
const HowToGet = "ivy bench --setup fetches it once, or --python names an interpreter that has it"

//go:embed requirements_arrays.txt
var requirementsArrays []byte

//go:embed requirements_tensorflow.txt
var requirementsTensorFlow []byte

// An environment is a virtual environment of Python's in the user's cache. TensorFlow has
// one of its own, since it and JAX want different versions of ml_dtypes.
type environment struct {
	name         string
	requirements []byte
}

var (
	arraysEnvironment     = &environment{"arrays", requirementsArrays}
	tensorflowEnvironment = &environment{"tensorflow", requirementsTensorFlow}
)

// folder is where it is: other requirements are another folder.
func (e *environment) folder() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("bench: no folder for the peers: %w", err)
	}
	sum := sha256.Sum256(e.requirements)
	return filepath.Join(cache, "goivy", "bench-"+e.name+"-"+hex.EncodeToString(sum[:6])), nil
}

// python returns its interpreter, "" if the environment is not there or is not whole.
func (e *environment) python() string {
	folder, err := e.folder()
	if err != nil {
		return ""
	}
	if _, err := os.Stat(filepath.Join(folder, "done")); err != nil {
		return ""
	}
	return e.interpreter(folder)
}

func (*environment) interpreter(folder string) string {
	if runtime.GOOS == "windows" {
		return filepath.Join(folder, "Scripts", "python.exe")
	}
	return filepath.Join(folder, "bin", "python")
}

// Setup makes the environments of those peers that are not installed, in the user's cache,
// with python and pip, and returns the peers as they are then. What pip says goes to log.
// An environment that fails does not stop the others.
func Setup(ctx context.Context, peers []Peer, python string, log io.Writer) ([]Peer, error) {
	peers = slices.Clone(peers)
	failed := map[*environment]error{}
	var errs []error
	for i, p := range peers {
		if len(p.Command) > 0 || p.env == nil {
			continue
		}
		if _, done := failed[p.env]; !done && p.env.python() == "" {
			failed[p.env] = nil
			if err := p.env.make(ctx, python, log); err != nil {
				failed[p.env] = err
				errs = append(errs, fmt.Errorf("bench: the peers' environment %q: %w", p.env.name, err))
			}
		}
		if failed[p.env] == nil {
			peers[i] = p.In(p.env.python())
		}
	}
	return peers, errors.Join(errs...)
}

func (e *environment) make(ctx context.Context, python string, log io.Writer) error {
	folder, err := e.folder()
	if err != nil {
		return err
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	wanted := filepath.Join(folder, "requirements.txt")
	if err := os.WriteFile(wanted, e.requirements, 0o666); err != nil {
		return err
	}
	_, _ = fmt.Fprintf(log, "setting up %s, once\n", folder)
	for _, command := range [][]string{
		{python, "-m", "venv", folder},
		{e.interpreter(folder), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary=:all:", "-r", wanted},
	} {
		if err := run(ctx, log, command...); err != nil {
			return errors.Join(err, os.RemoveAll(folder))
		}
	}
	return os.WriteFile(filepath.Join(folder, "done"), nil, 0o666)
}

func run(ctx context.Context, log io.Writer, command ...string) error {
	c := exec.CommandContext(ctx, command[0], command[1:]...) //nolint:gosec // the interpreter that the caller named
	c.Stdout, c.Stderr = log, log
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(command[0]), err)
	}
	return nil
}
