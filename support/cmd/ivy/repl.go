package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/chzyer/readline"
	"github.com/spf13/cobra"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/support/script"
	"github.com/goivy/goivy/support/script/syntax"
)

const (
	prompt     = ">>> "
	morePrompt = "... "
)

func replCommand(s *streams) *cobra.Command {
	var backendName string
	var limits limitFlags
	cmd := &cobra.Command{
		Use:   "repl [--backend B] [name=FILE …]",
		Short: "Run programs interactively",
		Long: `repl reads programs statement by statement and prints the value of each that has one.

An open bracket or a block goes on with the next line, a blank line ends a block.
Ctrl-C stops what is running and gives up a line, Tab completes names, arguments and
backends, Ctrl-D or exit() ends the session. help(f) says what a function is. Where the input is no terminal, the exit code is 1 if a statement failed.`,
		Example: "  ivy repl\n  ivy repl --backend native x=data.npy",
		RunE: func(cmd *cobra.Command, args []string) error {
			inputs, err := parseInputs(args)
			if err != nil {
				return err
			}
			opts := limits.options()
			opts.Backend, opts.Output, opts.Open = backendName, s.out, script.OpenIn(paths(inputs), ".")
			session, err := script.New(opts)
			if err != nil {
				return unusable(err)
			}
			for _, in := range inputs {
				x, err := session.Load(in.path)
				if err != nil {
					return unusable(err)
				}
				if err := session.Set(in.name, x); err != nil {
					return failed(err)
				}
			}
			return s.repl(cmd.Context(), session, &limits)
		},
	}
	cmd.Flags().StringVarP(&backendName, "backend", "b", "", "backend to run on (native)")
	completeBackends(cmd)
	limits.add(cmd.Flags())
	return cmd
}

// errInterrupted is what a reader of lines returns when the line was given up.
var errInterrupted = errors.New("interrupted")

// A lineReader reads the lines of a session.
type lineReader interface {
	// line returns the next line, errInterrupted or io.EOF.
	line(prompt string) (string, error)
	close() error
}

// repl runs a session to its end.
func (s *streams) repl(ctx context.Context, session *script.Session, limits *limitFlags) error {
	session.Interactive()
	lines, err := s.lines(session)
	if err != nil {
		return failed(err)
	}
	defer lines.close()
	_, fed := lines.(*plainLines)
	var wrong error // the first, where nobody sees it and goes on
	for {
		next := prompt
		file, err := syntax.ParseChunk("<stdin>", func() ([]byte, error) {
			line, err := lines.line(next)
			next = morePrompt
			if err != nil {
				return nil, err
			}
			return []byte(line + "\n"), nil
		})
		switch {
		case errors.Is(err, io.EOF) && wrong != nil:
			return &failure{exitFailed, wrong, true}
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, errInterrupted):
			continue
		case err != nil:
			var e *syntax.Error
			if !errors.As(err, &e) {
				return failed(err)
			}
			fmt.Fprintln(s.err, oneLine(err.Error()))
			if fed && wrong == nil {
				wrong = err
			}
			continue
		}
		run, stop := interruptible(ctx)
		run, cancel := limits.context(run)
		v, err := session.RunFile(run, file)
		cancel()
		stop()
		switch {
		case errors.Is(err, script.ErrExit):
			if wrong != nil {
				return &failure{exitFailed, wrong, true}
			}
			return nil
		case err != nil:
			fmt.Fprintln(s.err, oneLine(err.Error()))
			if fed && wrong == nil {
				wrong = err
			}
		case !v.IsNone():
			fmt.Fprintln(s.out, v.String())
		}
	}
}

// interruptible returns a context that Ctrl-C ends, for one evaluation. The command's
// own context, which it ends too, is left aside: the session goes on.
func interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.WithoutCancel(ctx), os.Interrupt)
}

// lines returns the reader that suits the input: with editing and history on a
// terminal, plain otherwise.
func (s *streams) lines(session *script.Session) (lineReader, error) {
	if !isTerminal(s.in) || !isTerminal(s.out) {
		return &plainLines{bufio.NewReader(s.in)}, nil
	}
	history := ""
	if dir, err := os.UserConfigDir(); err == nil {
		dir = filepath.Join(dir, "goivy")
		if os.MkdirAll(dir, 0o700) == nil {
			history = filepath.Join(dir, "history")
		}
	}
	return edited(&readline.Config{HistoryFile: history, HistoryLimit: 10_000, AutoComplete: completer{session}})
}

// edited returns the reader of a terminal's lines. Ctrl-C gives up the line whatever is
// going on in it: a choice of completions or a search, which it would only end.
func edited(c *readline.Config) (*editedLines, error) {
	var op atomic.Pointer[readline.Operation]
	c.Prompt, c.InterruptPrompt, c.EOFPrompt = prompt, "^C", ""
	c.FuncFilterInputRune = func(key rune) (rune, bool) {
		if o := op.Load(); o != nil && key == readline.CharInterrupt {
			if o.IsInCompleteMode() {
				o.ExitCompleteMode(true)
			}
			if o.IsSearchMode() {
				o.ExitSearchMode(false)
			}
		}
		return key, true
	}
	r, err := readline.NewEx(c)
	if err != nil {
		return nil, err
	}
	op.Store(r.Operation)
	return &editedLines{r}, nil
}

type plainLines struct{ r *bufio.Reader }

func (p *plainLines) line(string) (string, error) {
	line, err := p.r.ReadString('\n')
	if err != nil && line == "" { // a last line needs no line end
		return "", err
	}
	return strings.TrimRight(line, "\r\n"), nil
}

func (p *plainLines) close() error { return nil }

type editedLines struct{ r *readline.Instance }

func (e *editedLines) line(prompt string) (string, error) {
	e.r.SetPrompt(prompt)
	line, err := e.r.Readline()
	if errors.Is(err, readline.ErrInterrupt) {
		return "", errInterrupted
	}
	return line, err
}

func (e *editedLines) close() error { return e.r.Close() }

// completer completes names and attributes at the end of what was typed.
type completer struct{ session *script.Session }

// callee returns the name of the function whose arguments the text ends in, "" if it
// ends in those of none.
func callee(text string) string {
	depth := 0
	for i := len(text) - 1; i >= 0; i-- {
		switch text[i] {
		case ')', ']', '}':
			depth++
		case '[', '{':
			depth--
		case '(':
			if depth--; depth < 0 {
				name := text[:i]
				return name[strings.LastIndexFunc(name, func(r rune) bool { return r != '.' && !identifier("_"+string(r)) })+1:]
			}
		}
		if depth < 0 {
			return ""
		}
	}
	return ""
}

func (c completer) Do(line []rune, pos int) (endings [][]rune, length int) {
	text := string(line[:pos])
	start := strings.LastIndexFunc(text, func(r rune) bool {
		return r != '.' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) + 1
	word := text[start:]
	if open := strings.TrimRight(text[:start], `'"`); len(open) == start-1 { // in a text
		if callee(open) == "ivy.set_backend" {
			for _, name := range backend.Linked() {
				if ending, ok := strings.CutPrefix(name, word); ok {
					endings = append(endings, []rune(ending+text[start-1:start]))
				}
			}
		}
		return endings, len([]rune(word))
	}
	if word != "" {
		for _, name := range c.session.Complete(word) {
			endings = append(endings, []rune(name))
		}
	}
	if !strings.Contains(word, ".") {
		for _, name := range c.session.Keywords(callee(text[:start])) {
			if ending, ok := strings.CutPrefix(name, word); ok {
				endings = append(endings, []rune(ending+"="))
			}
		}
	}
	return endings, len([]rune(word[strings.LastIndexByte(word, '.')+1:]))
}
