package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/goivy/goivy/frontends/onnx"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/support/compare"
	"github.com/goivy/goivy/support/script"
)

// isModel reports whether an argument names a model in place of a program.
func isModel(arg string) bool { return strings.HasSuffix(arg, ".onnx") }

type runOptions struct {
	backend string
	json    bool
	output  string
	limits  limitFlags
}

func runCommand(s *streams) *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run [flags] MODEL.onnx [name=FILE …]",
		Short: "Run a model in an ONNX file",
		Long: `run computes the outputs of a model and prints them.

Inputs have the names that the model has them by (ivy model MODEL.onnx lists them). A
FILE is .npy, .npz or .safetensors; of several arrays the one of the input's name counts.`,
		Example: `  ivy run model.onnx x=in.npy
  ivy run --backend torch -o out.npz model.onnx input_ids=ids.npy attention_mask=mask.npy`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("run needs a model")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return s.runModel(cmd.Context(), &o, args) },
	}
	f := cmd.Flags()
	f.StringVarP(&o.backend, "backend", "b", "native", "backend to run on")
	completeBackends(cmd)
	f.BoolVar(&o.json, "json", false, "print the outputs as JSON")
	f.StringVarP(&o.output, "output", "o", "", "write the outputs to a `FILE` .npz or .safetensors")
	f.DurationVar(&o.limits.timeout, "timeout", 0, "time that the model may take, as 30s (no limit)")
	return cmd
}

// openModel opens a model. A file that is not there is wrong usage.
func openModel(path string) (*onnx.Model, error) {
	m, err := onnx.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, usage("%w", err)
	}
	return m, err
}

// modelInputs reads the arguments name=FILE, in which a name may have any signs: it is an input's.
func modelInputs(m *onnx.Model, args []string) ([]input, error) {
	inputs := m.Inputs()
	slices.SortFunc(inputs, func(a, b onnx.Value) int { return len(b.Name) - len(a.Name) }) // the longest first
	var out []input
	for _, arg := range args {
		at := slices.IndexFunc(inputs, func(v onnx.Value) bool { return strings.HasPrefix(arg, v.Name+"=") })
		if at < 0 {
			var names []string
			for _, v := range m.Inputs() {
				names = append(names, v.Name)
			}
			return nil, usage("%q is no input of the model, want name=FILE with one of %s", arg, strings.Join(names, ", "))
		}
		in := input{inputs[at].Name, strings.TrimPrefix(arg, inputs[at].Name+"=")}
		switch {
		case in.path == "":
			return nil, usage("%q is no input, want name=FILE", arg)
		case slices.ContainsFunc(out, func(x input) bool { return x.name == in.name }):
			return nil, usage("input %q is given twice", in.name)
		}
		out = append(out, in)
	}
	return out, nil
}

// loadInputs reads the arrays of inputs onto a backend.
func loadInputs(e *ivy.Env, files []input) (map[string]*ivy.Array, error) {
	xs := map[string]*ivy.Array{}
	for _, in := range files {
		all, err := e.LoadAll(in.path)
		if err != nil {
			return nil, err
		}
		x, ok := all[in.name]
		if !ok && len(all) == 1 {
			for _, x = range all {
				ok = true
			}
		}
		if !ok {
			return nil, usage("%s has %d arrays, none of the name %q", in.path, len(all), in.name)
		}
		xs[in.name] = x
	}
	return xs, nil
}

// modelOn returns a function that computes the outputs on a backend, whose arrays are read before.
func modelOn(m *onnx.Model, files []input, name string) (func(ctx context.Context) (any, error), error) {
	e, err := ivy.NewEnv(name)
	if err != nil {
		return nil, err
	}
	xs, err := loadInputs(e, files)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (any, error) {
		out, err := m.RunContext(ctx, xs)
		if err != nil {
			return nil, err
		}
		var d script.Dict
		for _, v := range m.Outputs() {
			d.Keys, d.Values = append(d.Keys, v.Name), append(d.Values, out[v.Name])
		}
		return d, nil
	}, nil
}

func (s *streams) runModel(ctx context.Context, o *runOptions, args []string) error {
	m, err := openModel(args[0])
	if err != nil {
		return s.told(o.json, unusable(err))
	}
	files, err := modelInputs(m, args[1:])
	if err != nil {
		return err
	}
	ctx, cancel := o.limits.context(ctx)
	defer cancel()
	defer s.spin("running")()
	f, err := modelOn(m, files, o.backend)
	if err != nil {
		return s.told(o.json, unusable(err))
	}
	out, err := f(ctx)
	if err != nil {
		return s.told(o.json, failed(err))
	}
	v, err := asValue(ctx, o.backend, out)
	if err != nil {
		return s.told(o.json, failed(err))
	}
	if o.output != "" {
		if err := writeResult(o.output, v); err != nil {
			return s.told(o.json, err)
		}
	}
	switch {
	case o.json:
		if err := v.WriteJSON(s.out); err != nil {
			return s.told(true, err)
		}
		fmt.Fprintln(s.out)
	case o.output == "":
		d := out.(script.Dict)
		for i, k := range d.Keys {
			x := d.Values[i].(*ivy.Array)
			fmt.Fprintf(s.out, "%s: %v %v\n%v\n", k, x.Dtype(), x.Shape(), x)
		}
	}
	return nil
}

// asValue returns what a program has for x.
func asValue(ctx context.Context, backend string, x any) (v script.Value, err error) {
	session, err := script.New(script.Options{Backend: backend})
	if err != nil {
		return v, err
	}
	if err := session.Set("outputs", x); err != nil {
		return v, err
	}
	return session.Run(ctx, "outputs", []byte("outputs"))
}

// compareModel is compare of a model in place of a program.
func (s *streams) compareModel(ctx context.Context, o *compareOptions, c *compare.Options, args []string) error {
	if len(o.frontends) > 0 {
		return usage("--frontends are for programs: a model has ONNX's rules")
	}
	m, err := openModel(args[0])
	if err != nil {
		return s.told(o.json, unusable(err))
	}
	files, err := modelInputs(m, args[1:])
	if err != nil {
		return err
	}
	if c.Rtol == nil && c.Atol == nil && c.ULP == nil {
		rtol, atol := 1e-4, 1e-5
		c.Rtol, c.Atol = &rtol, &atol
	}
	ctx, cancel := o.limits.context(ctx)
	defer cancel()
	done := s.progress(c)
	p := compare.Program{Name: args[0], Prepare: func(name string) (func(context.Context) (any, error), error) { return modelOn(m, files, name) }}
	report, err := compare.Run(ctx, p, nil, o.backends, *c)
	if err == nil && report.Err() != nil {
		report.Partings, err = partings(m, files, report, c)
	}
	done()
	if err != nil {
		if i := slices.IndexFunc(o.backends, func(b string) bool { return !slices.Contains(backend.Linked(), b) }); i >= 0 {
			return usage("%w", err)
		}
		return s.told(o.json, unusable(err))
	}
	return s.reported(o, report)
}

// partings finds the first node at which each backend whose outputs differ parts from the first that ran.
func partings(m *onnx.Model, files []input, r *compare.Report, c *compare.Options) ([]compare.Parting, error) {
	var ran []string
	for _, b := range r.Backends {
		if b.Error == "" {
			ran = append(ran, b.Name)
		}
	}
	if len(ran) < 2 {
		return nil, nil
	}
	whole, err := m.WithOutputs(m.Names()...)
	if err != nil {
		return nil, err
	}
	tensors := func(name string) (map[string]*ivy.Array, error) {
		e, err := ivy.NewEnv(name)
		if err != nil {
			return nil, err
		}
		xs, err := loadInputs(e, files)
		if err != nil {
			return nil, err
		}
		return whole.Run(xs)
	}
	want, err := tensors(ran[0])
	if err != nil {
		return nil, err
	}
	var all []compare.Parting
	for _, name := range ran[1:] {
		differs := slices.ContainsFunc(r.Results, func(x compare.Result) bool { return x.Backend == name && !x.OK })
		if !differs {
			continue
		}
		got, err := tensors(name)
		if err != nil {
			return nil, err
		}
		for _, tensor := range m.Names() {
			if how := compare.Differ(got[tensor], want[tensor], c); how != "" {
				node, op := m.NodeOf(tensor)
				all = append(all, compare.Parting{Backend: name, Against: ran[0], Node: node, Op: op, Tensor: tensor, How: how})
				break
			}
		}
	}
	return all, nil
}

func modelCommand(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:   "model MODEL.onnx [name=SHAPE …]",
		Short: "Describe a model in an ONNX file",
		Long: `model prints a model's inputs and outputs, its operators and how often they occur, how
many parameters it has, and what a call costs: the memory of inputs and results at most
at one time, and floating-point operations, two for each product that is added. Lengths
that are not fixed are 1 unless a SHAPE says otherwise.`,
		Example: `  ivy model model.onnx
  ivy model model.onnx input_ids=1x128 attention_mask=1x128`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("model needs a model")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return s.describeModel(args) },
	}
}

// shapesOf reads the arguments name=1x128 ("" after the sign is the shape without axes).
func shapesOf(m *onnx.Model, args []string) (map[string][]int, error) {
	given, err := modelInputs(m, args)
	if err != nil {
		return nil, err
	}
	shapes := map[string][]int{}
	for _, in := range given {
		shape := []int{}
		for _, part := range strings.Split(in.path, "x") {
			n, err := strconv.Atoi(part)
			if err != nil || n < 0 {
				return nil, usage("%s=%s is no shape, want name=1x128", in.name, in.path)
			}
			shape = append(shape, n)
		}
		shapes[in.name] = shape
	}
	return shapes, nil
}

func (s *streams) describeModel(args []string) error {
	m, err := openModel(args[0])
	if err != nil {
		return unusable(err)
	}
	shapes, err := shapesOf(m, args[1:])
	if err != nil {
		return err
	}
	w := s.out
	meta := m.Metadata()
	fmt.Fprintf(w, "%s: opset %d", args[0], m.Opset(""))
	if meta["producer_name"] != "" {
		fmt.Fprintf(w, ", by %s", strings.TrimSpace(meta["producer_name"]+" "+meta["producer_version"]))
	}
	fmt.Fprintln(w)
	fmt.Fprintln(w, "inputs")
	for _, v := range m.Inputs() {
		optional := ""
		if v.Optional {
			optional = " (optional)"
		}
		fmt.Fprintf(w, "  %v%s\n", v, optional)
	}
	fmt.Fprintln(w, "outputs")
	for _, v := range m.Outputs() {
		fmt.Fprintf(w, "  %v\n", v)
	}
	fmt.Fprintln(w, "operators")
	counts := m.Operators()
	names := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(names, func(a, b string) int { return counts[b] - counts[a] })
	for _, name := range names {
		fmt.Fprintf(w, "  %5d %s\n", counts[name], name)
	}
	elements, bytes := m.Parameters()
	fmt.Fprintf(w, "parameters  %d, %s\n", elements, bytesText(int64(bytes)))
	cost, err := m.Cost(shapes)
	if err != nil {
		fmt.Fprintf(w, "cost        unknown: %s\n", oneLine(strings.TrimPrefix(err.Error(), "ivy: ")))
		return nil
	}
	fmt.Fprintf(w, "memory      %s besides the parameters\n", bytesText(cost.Peak))
	fmt.Fprintf(w, "FLOPs       %s\n", amount(float64(cost.FLOPs)))
	return nil
}

// bytesText returns a number of bytes with a unit.
func bytesText(n int64) string {
	units := []string{"B", "KiB", "MiB", "GiB"}
	x := float64(n)
	for len(units) > 1 && x >= 1024 {
		x, units = x/1024, units[1:]
	}
	if units[0] == "B" {
		return fmt.Sprintf("%d B", n)
	}
	return fmt.Sprintf("%.1f %s", x, units[0])
}

// amount returns a number in thousands, millions or billions.
func amount(x float64) string {
	for _, u := range []struct {
		size float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if x >= u.size {
			return fmt.Sprintf("%.2f %s", x/u.size, u.name)
		}
	}
	return fmt.Sprintf("%.0f", x)
}
