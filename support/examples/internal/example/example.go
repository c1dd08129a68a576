// Package example has what the programs of support/examples share: the flag of the backend, and
// how errors end a program.
package example

import (
	"flag"
	"fmt"
	"io"
	"os"

	_ "github.com/goivy/goivy/backends/libtorch"   // if it is built in
	_ "github.com/goivy/goivy/backends/tensorflow" // if it is built in
	"github.com/goivy/goivy/ivy"
)

// Main parses the flags, --backend and those that the program has declared, and calls report with
// an Env of that backend. An error, or a panic of the API, is printed and ends the program with
// status 1.
func Main(name string, report func(e *ivy.Env, out io.Writer) error) {
	if err := run(flag.CommandLine, os.Args[1:], os.Stdout, report); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(1)
	}
}

func run(flags *flag.FlagSet, args []string, out io.Writer, report func(e *ivy.Env, out io.Writer) error) error {
	backend := flags.String("backend", "native", "backend: native, torch or tensorflow")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("%q, want flags only", flags.Arg(0))
	}
	e, err := ivy.NewEnv(*backend)
	if err != nil {
		return err
	}
	var failed error
	if err := ivy.Try(func() { failed = report(e, out) }); err != nil {
		return err
	}
	return failed
}
