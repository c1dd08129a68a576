package example

import (
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/goivy/goivy/ivy"
)

// A Program prints results that a framework's functions compute on a backend.
type Program struct {
	Framework string
	Run       func(backend string, out io.Writer) error
}

// Programs are one program in the words of several frameworks.
type Programs []Program

// Main is the main function of the programs: the flag --framework says which one runs.
func (p Programs) Main(name string) {
	framework := flag.String("framework", "all", p.names()+", or all")
	Main(name, func(e *ivy.Env, out io.Writer) error { return p.Run(*framework, e.CurrentBackend(), out) })
}

// Run runs the program of a framework, or with "all" each after a line that says what it is. Another
// name is an error.
func (p Programs) Run(framework, backend string, out io.Writer) error {
	for _, one := range p {
		if framework == one.Framework {
			return one.Run(backend, out)
		}
	}
	if framework != "all" {
		return fmt.Errorf("--framework %q, want all or one of %s", framework, p.names())
	}
	for _, one := range p {
		fmt.Fprintf(out, "%s, on %s\n", one.Framework, backend)
		if err := one.Run(backend, out); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	return nil
}

func (p Programs) names() string {
	names := make([]string, len(p))
	for i, one := range p {
		names[i] = one.Framework
	}
	return strings.Join(names, ", ")
}
