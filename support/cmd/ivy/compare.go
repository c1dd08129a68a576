package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/support/compare"
	"github.com/goivy/goivy/support/script"
)

type compareOptions struct {
	backends        []string
	frontends       []string
	reference, html string
	rtol, atol, ulp float64
	runs            int
	json            bool
	limits          limitFlags
}

func compareCommand(s *streams) *cobra.Command {
	var o compareOptions
	cmd := &cobra.Command{
		Use:   "compare [flags] PROGRAM [name=FILE …]",
		Short: "Run a program on every backend, or under frameworks' rules, and show where results differ",
		Long: `compare runs a program on every backend and compares each result with the first
backend's, or with a file's: shape, dtype, the largest absolute, relative and ULP
difference, the worst element, and the time.

A reference holds one array as arr_0 or as its only entry, a tuple as arr_0, arr_1,
…, a dict by its keys. Without flags an element agrees if it differs by at most
atol + rtol·|want|: rtol is 64 and atol 16 units in the last place (of 1, and of the
largest element), 4 and 4 for float16 and bfloat16, 0 for integers and bools. --ulp
takes the place of both, unless one is given with it: then either will do.

With --frontends it runs once under each framework's rules, on one backend: xp is the
framework's array namespace (jax.numpy, torch, numpy, tensorflow.experimental.numpy,
anvil, whose names may lack their nv_), inputs are its arrays. A result that is a
function without parameters is called, and its error is the result, so that a dict
of lambdas shows every expression: dtypes, weak types (float32*), values and classes
of errors (!TypeError).

A program may be a model in an ONNX file: its inputs have the model's names. The first
node at which two backends part is named. As rounding adds up over its layers, rtol is
1e-4 and atol 1e-5 for it, unless they are given.

A program cannot set a backend (ivy.set_backend) here: compare does. The exit code
is 1 when something is out of tolerance, or fails.`,
		Example: `  ivy compare 'ivy.softmax(x)' x=data.npy
  ivy compare --reference logits.npz classify.star digits=digits.npz model=model.safetensors
  ivy compare --frontends jax,torch,numpy '{"sum": xp.sum(x), "mixed": lambda: x + 1.5}' x=ints.npy
  ivy compare --reference out.npz model.onnx x=in.npz
  ivy compare --backends native,torch --ulp 2 --html report.html program.star`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("compare needs a program")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			f := cmd.Flags()
			if err := o.checkFrontends(); err != nil {
				return err
			}
			if o.runs < 1 {
				return usage("--runs is %d, want 1 or more", o.runs)
			}
			c := compare.Options{Reference: o.reference, Runs: o.runs, Frontends: o.frontends, Script: o.limits.options()}
			for name, p := range map[string]struct {
				to   **float64
				from *float64
			}{"rtol": {&c.Rtol, &o.rtol}, "atol": {&c.Atol, &o.atol}, "ulp": {&c.ULP, &o.ulp}} {
				if f.Changed(name) {
					if !(*p.from >= 0) {
						return usage("--%s is %v, want 0 or more", name, *p.from)
					}
					*p.to = p.from
				}
			}
			return s.compare(cmd.Context(), &o, &c, args)
		},
	}
	f := cmd.Flags()
	f.StringSliceVarP(&o.backends, "backends", "b", nil, "backends to run on, the first is the reference (all that are linked)")
	f.StringSliceVarP(&o.frontends, "frontends", "f", nil, "frameworks to run under, the first is the reference ("+strings.Join(script.Frontends(), ", ")+")")
	f.StringVar(&o.reference, "reference", "", "compare with the results in a `FILE` .npy, .npz or .safetensors")
	f.Float64Var(&o.rtol, "rtol", 0, "relative tolerance (by dtype)")
	f.Float64Var(&o.atol, "atol", 0, "absolute tolerance (by dtype)")
	f.Float64Var(&o.ulp, "ulp", 0, "tolerance in units in the last place")
	f.IntVar(&o.runs, "runs", 1, "runs on each backend; the time is the median")
	f.StringVar(&o.html, "html", "", "write a page with plots to a `FILE`")
	f.BoolVar(&o.json, "json", false, "print the report as JSON")
	o.limits.add(f)
	return cmd
}

func (o *compareOptions) checkFrontends() error {
	if len(o.frontends) == 0 {
		return nil
	}
	for i, name := range o.frontends {
		switch {
		case !slices.Contains(script.Frontends(), name):
			return usage("no frontend %q (there is %s)", name, strings.Join(script.Frontends(), ", "))
		case slices.Contains(o.frontends[:i], name):
			return usage("--frontends has %s twice", name)
		}
	}
	switch {
	case o.reference != "":
		return usage("--reference is for backends: with --frontends the first of them is the reference")
	case len(o.backends) > 1:
		return usage("--frontends run on one backend, not on %d", len(o.backends))
	}
	return nil
}

func (s *streams) compare(ctx context.Context, o *compareOptions, c *compare.Options, args []string) error {
	if isModel(args[0]) {
		return s.compareModel(ctx, o, c, args)
	}
	files, err := parseInputs(args[1:])
	if err != nil {
		return err
	}
	name, src, err := readProgram(args[0])
	if err != nil {
		return s.told(o.json, err)
	}
	for _, path := range paths(files) {
		if _, err := os.Stat(path); err != nil && !o.json { // each backend would fail alike
			return unusable(err)
		}
	}
	inputs := make([]compare.Input, len(files))
	for i, in := range files {
		inputs[i] = compare.Input{Name: in.name, Path: in.path}
	}
	ctx, cancel := o.limits.context(ctx)
	defer cancel()
	c.Script.Open, c.Script.Output = script.OpenIn(paths(files), "."), s.err
	done := s.progress(c)
	report, err := compare.Run(ctx, compare.Program{Name: name, Source: src}, inputs, o.backends, *c)
	done()
	if err != nil {
		if o.json {
			return s.told(true, err)
		}
		if i := slices.IndexFunc(o.backends, func(b string) bool { return !slices.Contains(backend.Linked(), b) }); i >= 0 {
			return usage("%w", err)
		}
		return unusable(err)
	}
	return s.reported(o, report)
}

// reported writes a report as it is asked for.
func (s *streams) reported(o *compareOptions, report *compare.Report) error {
	if o.html != "" {
		if err := writePage(o.html, report); err != nil {
			return failed(err)
		}
	}
	write := report.WriteText
	if o.json {
		write = report.WriteJSON
	}
	if err := write(s.out); err != nil {
		return failed(err)
	}
	if err := report.Err(); err != nil {
		return &failure{exitFailed, err, true}
	}
	return nil
}

// writePage writes the page to a temporary file in the same folder and renames it, so that no half of a page is left.
func writePage(path string, r *compare.Report) error {
	var b bytes.Buffer
	if err := r.WriteHTML(&b); err != nil {
		return fmt.Errorf("--html %s: %w", path, err)
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(path, b.Bytes(), 0o666)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".ivy-*.html")
	if err != nil {
		return fmt.Errorf("--html: %w", err)
	}
	_, err = f.Write(b.Bytes())
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("--html %s: %w", path, err), os.Remove(f.Name()))
	}
	return nil
}

// progress shows on a terminal which run is going on, if they take long.
func (s *streams) progress(c *compare.Options) (done func()) {
	if !isTerminal(s.err) {
		return func() {}
	}
	start := time.Now()
	var bar *progressbar.ProgressBar
	c.Progress = func(backend string, run, runs int) {
		if bar == nil && time.Since(start) < patience {
			return
		}
		if bar == nil {
			bar = progressbar.NewOptions(runs, progressbar.OptionSetWriter(s.err), progressbar.OptionClearOnFinish())
		}
		bar.Describe(strings.TrimSpace(backend + " "))
		_ = bar.Set(run - 1) // the terminal may be gone
	}
	return func() {
		if bar != nil {
			_ = bar.Finish()
		}
	}
}
