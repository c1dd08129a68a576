// Command search finds the lines or paragraphs of a text file that mean what a question means, by embeddings of sentences:
//
//	make model
//	go run ./support/examples/search --texts notes.txt "what did we decide about the roof"
//	go run ./support/examples/search --texts notes.txt --serve localhost:8080
//
// The second form serves a page with a form, and answers POST /search with JSON.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"

	_ "github.com/goivy/goivy/backends/libtorch"   // if it is built in
	_ "github.com/goivy/goivy/backends/tensorflow" // if it is built in
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/support/models/sentence"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, flag.CommandLine, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "search: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, flags *flag.FlagSet, args []string, out io.Writer) error {
	backend := flags.String("backend", "native", "backend: native, torch or tensorflow")
	dir := flags.String("model", "", "folder of the model; by default where make model puts all-MiniLM-L6-v2")
	texts := flags.String("texts", "", "file to search")
	by := flags.String("by", "paragraph", "what is found: line or paragraph")
	k := flags.Int("k", 5, "how many are found")
	address := flags.String("serve", "", "serve a page at this address, localhost:8080, say, until interrupted")
	if err := flags.Parse(args); err != nil {
		return err
	}
	question := strings.Join(flags.Args(), " ")
	switch {
	case *texts == "":
		return errors.New("--texts is missing")
	case (question == "") == (*address == ""):
		return errors.New("want a question, or --serve")
	case *k < 1 || *k > standardLimits.most:
		return fmt.Errorf("-k %d, want 1 to %d", *k, standardLimits.most)
	}
	if *dir == "" {
		folder, err := sentence.Folder()
		if err != nil {
			return err
		}
		if _, err := os.Stat(folder); err != nil {
			return fmt.Errorf("%w (make model fetches it)", err)
		}
		*dir = folder
	}
	e, err := ivy.NewEnv(*backend)
	if err != nil {
		return err
	}
	m, err := sentence.Open(*dir, sentence.WithEnv(e))
	if err != nil {
		return err
	}
	passages, err := readPassages(*texts, *by)
	if err != nil {
		return err
	}
	x, err := newIndex(ctx, m, e, passages)
	if err != nil {
		return err
	}
	if *address == "" {
		found, err := x.search(ctx, question, *k)
		for _, f := range found {
			fmt.Fprintf(out, "%.3f  line %d: %s\n", f.Score, f.Line, f.Text)
		}
		return err
	}
	l, err := net.Listen("tcp", *address)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "http://%s has %d passages\n", l.Addr(), len(passages))
	return serve(ctx, l, newHandler(x, *k, standardLimits))
}
