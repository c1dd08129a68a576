//go:build !tensorflow

package tensorflow

import "github.com/goivy/goivy/ivy/backend"

// Serve makes this process a task of a cluster, where the backend is built in.
func Serve(Cluster, string, int) error { return omitted() }

// Connect joins a cluster, where the backend is built in.
func Connect(Cluster) error { return omitted() }

// omitted says how to get the backend.
func omitted() error {
	_, err := backend.Lookup("tensorflow")
	return err
}
