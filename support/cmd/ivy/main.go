// The command ivy runs programs over arrays, compares backends and answers questions
// about data types. "ivy help" lists what it does.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	_ "github.com/goivy/goivy/backends/libtorch"   // if it is built in
	_ "github.com/goivy/goivy/backends/tensorflow" // if it is built in
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() { // a second interrupt ends the process
		<-ctx.Done()
		stop()
	}()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
