package main

import (
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

const patience = 1500 * time.Millisecond

// spinner draws on w, once it has taken longer than patience, that work goes on.
func spinner(w io.Writer, what string) (done func()) {
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		select {
		case <-stop:
			return
		case <-time.After(patience):
		}
		bar := progressbar.NewOptions(-1, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(what),
			progressbar.OptionSpinnerType(14), progressbar.OptionSetElapsedTime(true), progressbar.OptionClearOnFinish())
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				_ = bar.Finish() // the terminal may be gone
				return
			case <-tick.C:
				_ = bar.Add(1)
			}
		}
	}()
	return sync.OnceFunc(func() { close(stop); <-ended })
}
