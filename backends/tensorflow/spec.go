package tensorflow

import (
	"errors"
	"fmt"
	"net"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"github.com/goivy/goivy/ivy"
)

// A Cluster is the addresses, each a host and a port, of TensorFlow's servers by job: task
// i of a job is at its address i.
type Cluster map[string][]string

// client is the job of a process that has joined a cluster by Connect.
const client = "client"

// DefaultDeviceTimeout is the timeout as long as [SetDeviceTimeout] has not been called.
const DefaultDeviceTimeout = 8 * time.Second

var deviceTimeout atomic.Int64 // 0 is the default

// SetDeviceTimeout sets how long operations wait for another process of a cluster that does
// not answer at all: by then they fail, and from then on at once, with an error of kind
// ivy.ErrDevice, until the process answers again. An operation that is long in coming from
// a process which answers is waited for. It is for the clusters that are joined already,
// too. d must be at least 100 ms, else the error is of kind ivy.ErrValue.
//
// A call that was given up keeps a thread, and references to its operands, until the
// process answers or TensorFlow gives it up.
func SetDeviceTimeout(d time.Duration) error {
	const least = 100 * time.Millisecond
	if d < least {
		return failed("SetDeviceTimeout", ivy.ErrValue, "a device timeout of %v (want %v or more)", d, least)
	}
	deviceTimeout.Store(int64(d))
	return nil
}

// DeviceTimeout returns what [SetDeviceTimeout] has set.
func DeviceTimeout() time.Duration {
	if d := deviceTimeout.Load(); d > 0 {
		return time.Duration(d)
	}
	return DefaultDeviceTimeout
}

// A kindError is an error whose kind is known below the function that returns it.
type kindError struct{ kind, err error }

func (e *kindError) Error() string { return e.err.Error() }
func (e *kindError) Unwrap() error { return e.err }

func kindOf(kind error, format string, args ...any) error {
	return &kindError{kind, fmt.Errorf(format, args...)}
}

// failed is the *ivy.Error of a function of this package, of a kind, or of that which an
// error among args has.
func failed(op string, kind error, format string, args ...any) error {
	e := &ivy.Error{Op: op, Backend: "tensorflow", Kind: kind, Err: fmt.Errorf(format, args...)}
	var (
		inner *kindError
		cause *ivy.Error
	)
	switch {
	case errors.As(e.Err, &inner):
		e.Kind = inner.kind
	case errors.As(e.Err, &cause):
		e.Kind = cause.Kind
	}
	return e
}

var jobName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// ParseCluster reads "worker=host:port,host:port;ps=host:port".
func ParseCluster(text string) (Cluster, error) {
	c := Cluster{}
	for part := range strings.SplitSeq(text, ";") {
		job, list, ok := strings.Cut(strings.TrimSpace(part), "=")
		if !ok || c[job] != nil {
			return nil, fmt.Errorf("tensorflow: the cluster %q: want job=host:port,host:port;job=…, each job once", text)
		}
		for address := range strings.SplitSeq(list, ",") {
			c[job] = append(c[job], strings.TrimSpace(address))
		}
	}
	return c, c.check()
}

func (c Cluster) check() error {
	if len(c) == 0 {
		return errors.New("tensorflow: a cluster without jobs")
	}
	for job, addresses := range c {
		if !jobName.MatchString(job) || job == client || job == "localhost" {
			return fmt.Errorf("tensorflow: a cluster has no job named %q (want a name like worker; client and localhost are taken)", job)
		}
		if len(addresses) == 0 {
			return fmt.Errorf("tensorflow: the job %s has no tasks", job)
		}
		for _, a := range addresses {
			if host, port, err := net.SplitHostPort(a); err != nil || host == "" || port == "" {
				return fmt.Errorf("tensorflow: the job %s: %q is no address (want host:port)", job, a)
			}
		}
	}
	return nil
}
