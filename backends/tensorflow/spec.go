package tensorflow

import (
	"errors"
	"fmt"
	"net"
	"regexp"
	"strings"
)

// A Cluster is the addresses, each a host and a port, of TensorFlow's servers by job: task
// i of a job is at its address i.
type Cluster map[string][]string

// client is the job of a process that has joined a cluster by Connect.
const client = "client"

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
