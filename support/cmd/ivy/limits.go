package main

import (
	"context"
	"time"

	"github.com/spf13/pflag"

	"github.com/goivy/goivy/support/script"
)

// limitFlags are the flags that say how far programs may go.
type limitFlags struct {
	timeout time.Duration
	steps   uint64
	memory  int64
	array   int64
}

func (l *limitFlags) add(f *pflag.FlagSet) {
	f.DurationVar(&l.timeout, "timeout", 0, "time that an evaluation may take, as 30s (no limit)")
	f.Uint64Var(&l.steps, "max-steps", script.DefaultSteps, "steps that a program may take")
	f.Int64Var(&l.memory, "max-memory", script.DefaultMemory>>20, "`MiB` that a program's texts and lists may take")
	f.Int64Var(&l.array, "max-array", script.DefaultArrayBytes()>>20, "`MiB` that one array may take")
}

func (l *limitFlags) options() script.Options {
	return script.Options{Steps: l.steps, Memory: l.memory << 20, ArrayBytes: l.array << 20}
}

func (l *limitFlags) context(ctx context.Context) (context.Context, context.CancelFunc) {
	if l.timeout > 0 {
		return context.WithTimeout(ctx, l.timeout)
	}
	return context.WithCancel(ctx)
}
