package onnx

import (
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// Branches are nodes of If, and loops nodes of Loop: their programs are graphs, which know the tensors around them by name.

// A graphMessage is a graph as an attribute.
type graphMessage []byte

// control writes a node of a branch or a loop, and returns the names of its results.
func (g *exporter) control(n *backend.Node) []string {
	args := make([]string, len(n.Args))
	for i, v := range n.Args {
		args[i] = g.names[v]
	}
	switch c := n.Attrs.(type) {
	case *backend.Branch:
		branch := func(p *backend.Program) graphMessage {
			return g.graph(nil, func() []string { return g.inline(p, args[1:]) }, c.Outs())
		}
		return g.many("If", attrs{"then_branch": branch(c.Then), "else_branch": branch(c.Otherwise)}, len(c.Then.Results), args[0])
	case *backend.Loop:
		if c.Cond != nil {
			return g.while(c, args)
		}
		return g.trips(c, args)
	}
	return []string{g.refuse("a node of %T", n.Attrs)}
}

// A formal is an input of a graph.
type formal struct {
	name string
	backend.Spec
}

// formals returns inputs for values of these Specs.
func (g *exporter) formals(specs ...backend.Spec) []formal {
	fs := make([]formal, len(specs))
	for i, s := range specs {
		fs[i] = formal{g.name(), s}
	}
	return fs
}

func namesOf(fs []formal) []string {
	names := make([]string, len(fs))
	for i, f := range fs {
		names[i] = f.name
	}
	return names
}

// graph returns a graph of the nodes that body writes, with the outputs that it returns, which have these Specs.
func (g *exporter) graph(inputs []formal, body func() []string, outs []backend.Spec) graphMessage {
	around := g.nodes
	g.nodes = nil
	var outputs []string
	for _, name := range body() {
		outputs = append(outputs, g.op("Identity", nil, name)) // an output is a tensor of the graph itself
	}
	var b []byte
	for _, n := range g.nodes {
		b = bytesField(b, 1, n)
	}
	b = textField(b, 2, g.name())
	for _, f := range inputs {
		b = bytesField(b, 11, valueInfo(f.name, f.Spec))
	}
	for i, name := range outputs {
		b = bytesField(b, 12, valueInfo(name, outs[i]))
	}
	g.nodes = around
	return b
}

// inline writes the nodes of a program of these inputs, and returns the names of its results.
func (g *exporter) inline(p *backend.Program, inputs []string) []string {
	around, names := g.p, g.names
	g.p, g.names = p, slices.Clone(inputs)
	g.values()
	results := make([]string, len(p.Results))
	for i, v := range p.Results {
		results[i] = g.names[v]
	}
	g.p, g.names = around, names
	return results
}

var (
	iterationSpec = backend.Spec{Dtype: dtype.Int64}
	condSpec      = backend.Spec{Dtype: dtype.Bool}
)

// while writes a loop that goes on as long as its condition holds.
func (g *exporter) while(l *backend.Loop, args []string) []string {
	state, rest := args[:l.State], args[l.State:]
	holds := func(state []string) string {
		return g.inline(l.Cond, slices.Concat(state, rest))[0]
	}
	formals := g.formals(append([]backend.Spec{iterationSpec, condSpec}, l.Outs()...)...)
	body := g.graph(formals, func() []string {
		next := g.inline(l.Body, append(namesOf(formals[2:]), rest...))
		return append([]string{holds(next)}, next...)
	}, append([]backend.Spec{condSpec}, l.Outs()...))
	return g.many("Loop", attrs{"body": body}, l.State, append([]string{"", holds(state)}, state...)...)
}

// trips writes a loop of so many iterations.
func (g *exporter) trips(l *backend.Loop, args []string) []string {
	state, rows, rest := args[:l.State], args[l.State:l.State+l.Rows], args[l.State+l.Rows:]
	outs := l.Outs()
	formals := g.formals(append([]backend.Spec{iterationSpec, condSpec}, outs[:l.State]...)...)
	results := []backend.Spec{condSpec}
	for _, r := range l.Body.Results {
		results = append(results, l.Body.Spec(r))
	}
	body := g.graph(formals, func() []string {
		row := formals[0].name
		if l.Reverse {
			row = g.op("Sub", nil, g.number(dtype.Int64, float64(l.Trips-1)), row)
		}
		var inputs []string
		if l.Counter.IsValid() {
			inputs = append(inputs, g.cast(g.op("Add", nil, row, g.number(dtype.Int64, float64(l.From))), dtype.Int64, l.Counter))
		}
		inputs = append(inputs, namesOf(formals[2:])...)
		for _, x := range rows {
			inputs = append(inputs, g.op("Gather", attrs{"axis": 0}, x, row))
		}
		return append([]string{formals[1].name}, g.inline(l.Body, append(inputs, rest...))...)
	}, results)
	zs := g.many("Loop", attrs{"body": body}, len(outs), append([]string{g.number(dtype.Int64, float64(l.Trips)), ""}, state...)...)
	for i := l.State; i < len(zs) && l.Reverse && l.Trips > 1; i++ { // in the order of the rows
		zs[i] = g.op("Slice", nil, zs[i], g.ints(-1), g.ints(-l.Trips-1), g.ints(0), g.ints(-1))
	}
	return zs
}
