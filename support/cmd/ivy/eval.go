package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/goivy/goivy/support/script"
)

type evalOptions struct {
	backend string
	json    bool
	plain   bool
	batch   string
	output  string
	limits  limitFlags
}

func evalCommand(s *streams) *cobra.Command {
	var o evalOptions
	cmd := &cobra.Command{
		Use:   "eval [flags] PROGRAM [name=FILE …]",
		Short: "Run an expression or a program file",
		Long: `eval runs an expression, or the file of that name, and prints the value of its last
expression.

A program sees ivy, the unified API, and frameworks under their own names, each as it
starts: ` + strings.Join(script.Frontends(), ", ") + `. dir(ivy), dir(numpy) list
what there is. Named inputs are ivy's arrays, which every framework takes.

Inputs are files .npy, .npz and .safetensors; one of several arrays is a dict.
With --batch it answers JSON lines {"program": …, "backend": …, "inputs": {"x":
{"dtype": …, "shape": …, "data": "<base64>"}}} one by one, in order.`,
		Example: `  ivy eval '1 + 2j'
  ivy eval 'ivy.sum(x, axis=0)' x=data.npy
  ivy eval 'numpy.add(numpy.float32(1), x)' x=data.npy
  ivy eval --json -o out.npz model.star weights=weights.safetensors
  ivy eval --batch requests.jsonl > answers.jsonl`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case o.batch != "" && len(args) > 0:
				return usage("--batch takes programs from its file, not from the command line")
			case o.batch == "" && len(args) == 0:
				return usage("eval needs a program")
			case o.plain && (!o.json || o.batch != ""):
				return usage("--plain goes with --json, and not with --batch")
			case o.batch != "" && o.output != "":
				return usage("--batch and -o do not go together")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.batch != "" {
				return s.batch(cmd.Context(), &o)
			}
			return s.eval(cmd.Context(), &o, args)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&o.backend, "backend", "b", "", "backend to run on (native)")
	completeBackends(cmd)
	f.BoolVar(&o.json, "json", false, "print the value as JSON")
	f.BoolVar(&o.plain, "plain", false, "with --json: arrays as nested numbers")
	f.StringVar(&o.batch, "batch", "", "answer the JSON lines of a `FILE`, - for standard input")
	f.StringVarP(&o.output, "output", "o", "", "write the value to a `FILE` .npy, .npz or .safetensors")
	o.limits.add(f)
	return cmd
}

// eval is one evaluation.
func (s *streams) eval(ctx context.Context, o *evalOptions, args []string) error {
	inputs, err := parseInputs(args[1:])
	if err != nil {
		return err
	}
	name, src, err := readProgram(args[0])
	if err != nil {
		return s.told(o.json, err)
	}
	ctx, cancel := o.limits.context(ctx)
	defer cancel()
	session, err := s.session(o, inputs)
	if err != nil && !o.json {
		return unusable(err)
	}
	var v script.Value
	if err == nil {
		v, err = s.evaluate(ctx, session, name, src)
	}
	if err == nil && o.output != "" {
		err = writeResult(o.output, v)
	}
	var f *failure
	if errors.As(err, &f) {
		return err
	}
	switch {
	case err != nil:
		return s.told(o.json, failed(err))
	case o.json:
		write := v.WriteJSON
		if o.plain {
			write = v.WritePlain
		}
		if err := write(s.out); err != nil {
			return s.told(true, err)
		}
		fmt.Fprintln(s.out)
	case o.output == "" && !v.IsNone():
		fmt.Fprintln(s.out, v.Text())
	}
	return nil
}

// evaluate runs a program.
func (s *streams) evaluate(ctx context.Context, session *script.Session, name string, src []byte) (script.Value, error) {
	defer s.spin("running")()
	return session.Run(ctx, name, src)
}

// session returns what a program runs in, with its inputs.
func (s *streams) session(o *evalOptions, inputs []input) (*script.Session, error) {
	defer s.spin("loading")()
	out := s.out
	if o.json {
		out = s.err // standard output is JSON alone
	}
	opts := o.limits.options()
	opts.Backend, opts.Output, opts.Open = o.backend, out, script.OpenIn(paths(inputs), ".")
	session, err := script.New(opts)
	if err != nil {
		return nil, err
	}
	for _, in := range inputs {
		x, err := session.Load(in.path)
		if err != nil {
			return nil, err
		}
		if err := session.Set(in.name, x); err != nil {
			return nil, err
		}
	}
	return session, nil
}

// told returns err, which is written as JSON first where JSON is asked for.
func (s *streams) told(asJSON bool, err error) error {
	if !asJSON {
		return err
	}
	writeError(s.out, err)
	return &failure{exitFailed, err, true}
}

// writeError writes an error as JSON.
func writeError(w io.Writer, err error) {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(struct { // of two strings; who reads no output is gone
		Error   string `json:"error"`
		Message string `json:"message"`
	}{kindOf(err), err.Error()})
}
