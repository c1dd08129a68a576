package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/goivy/goivy/support/script"
)

// The exit codes.
const (
	exitOK     = 0
	exitFailed = 1 // a difference, or a failed evaluation
	exitUsage  = 2
)

// A failure is an error with its exit code. A quiet one has been told already.
type failure struct {
	code  int
	err   error
	quiet bool
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// usage is an error in how the command was called.
func usage(format string, args ...any) error {
	return &failure{code: exitUsage, err: fmt.Errorf(format, args...)}
}

// failed is an error of what the command was to do.
func failed(err error) error { return &failure{code: exitFailed, err: err} }

// streams are those of the process, or of a test.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// run runs the command and returns its exit code.
func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	root := rootCommand(&streams{in, out, errOut})
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errOut)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitOK
	}
	var f *failure
	if !errors.As(err, &f) { // cobra's own: a flag or a command that is not there
		f = &failure{code: exitUsage, err: err}
	}
	if !f.quiet {
		hint := ""
		if f.code == exitUsage {
			hint = " (ivy help says more)"
		}
		fmt.Fprintf(errOut, "ivy: %s%s\n", oneLine(strings.TrimPrefix(f.err.Error(), "ivy: ")), hint)
	}
	return f.code
}

// oneLine returns s without line ends.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(strings.TrimSpace(s), func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}

func rootCommand(s *streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "ivy",
		Short: "Arrays with one API over several backends",
		Long: `ivy runs programs over arrays on any backend, compares backends with each other
or with recorded results, and answers which dtypes functions take and operands
promote to.

Programs are written in Starlark with Python's array syntax (x[:, 0], x ** 2,
x @ y, 2j); the functions are those of the unified API, as ivy.sum(x, axis=0), and
those of other frameworks, by their own names and rules: ` + strings.Join(script.Frontends(), ", ") + `.`,
		Example: `  ivy eval 'ivy.arange(6).reshape(2, 3) ** 2'
  ivy eval --backend native classify.star digits=digits.npz model=model.safetensors
  ivy promote int32 py:float
  ivy support expm1
  ivy eval 'numpy.add(x, 1.5)' x=data.npy
  ivy compare --reference logits.npz classify.star digits=digits.npz`,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetVersionTemplate("ivy {{.Version}}\n")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usage("%w", err) })
	root.AddCommand(backendsCommand(s), benchCommand(s), compareCommand(s), evalCommand(s), modelCommand(s), promoteCommand(s), replCommand(s), runCommand(s), supportCommand(s), workerCommand(s))
	root.SetHelpCommand(helpCommand())
	return root
}

// helpCommand is cobra's, but fails where there is no such command.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Help about any command",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, c := range cmd.Root().Commands() {
				if len(args) == 0 && c.IsAvailableCommand() && strings.HasPrefix(c.Name(), begun) {
					names = append(names, c.Name()+"\t"+c.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			of, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return usage("unknown command %q for %q", strings.Join(args, " "), cmd.Root().Name())
			}
			of.InitDefaultHelpFlag()
			return of.Help()
		},
	}
}

// version returns the module's version, as the linker noted it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	v := info.Main.Version
	if v == "" {
		v = "(devel)"
	}
	return v + " " + info.GoVersion
}

// kindOf returns the kind of an error for JSON.
func kindOf(err error) string { return script.KindOf(err) }
