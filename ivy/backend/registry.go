package backend

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// A NameError is a name under which no backend can be had.
type NameError struct {
	Name   string
	Linked []string // the names that can be had
	How    string   // how to get this one; empty if there is no such backend
	Others []Missing
}

// Error lists the backends there are and says how to get the rest.
func (e *NameError) Error() string {
	var b strings.Builder
	if e.How != "" {
		fmt.Fprintf(&b, "backend %q is not linked in (%s)", e.Name, e.How)
	} else {
		fmt.Fprintf(&b, "no backend %q", e.Name)
	}
	fmt.Fprintf(&b, "; there is %s", strings.Join(e.Linked, ", "))
	for _, m := range e.Others {
		if m.Name != e.Name {
			fmt.Fprintf(&b, "; for %s: %s", m.Name, m.How)
		}
	}
	return b.String()
}

// A Missing is a backend that is known but not linked into this program.
type Missing struct{ Name, How string }

var (
	mu      sync.RWMutex
	linked  = map[string]Backend{}
	missing = []Missing{
		{"torch", `import _ "github.com/goivy/goivy/backends/libtorch" and build with -tags libtorch and the flags of "make env"`},
		{"tensorflow", `import _ "github.com/goivy/goivy/backends/tensorflow" and build with -tags tensorflow and the flags of "make env"`},
	}
)

// Register makes a backend available under its name. It panics if the name is
// taken: two packages claim it.
func Register(b Backend) {
	mu.Lock()
	defer mu.Unlock()
	if linked[b.Name()] != nil {
		panic("backend: Register called twice for " + b.Name())
	}
	linked[b.Name()] = b
}

// RegisterMissing says how to get a backend that this program was built without.
func RegisterMissing(name, how string) {
	mu.Lock()
	defer mu.Unlock()
	missing = slices.DeleteFunc(missing, func(m Missing) bool { return m.Name == name })
	missing = append(missing, Missing{name, how})
}

// Lookup returns the backend of that name; the error is a [*NameError].
func Lookup(name string) (Backend, error) {
	mu.RLock()
	defer mu.RUnlock()
	if b := linked[name]; b != nil {
		return b, nil
	}
	e := &NameError{Name: name, Linked: names(), Others: absent()}
	for _, m := range e.Others {
		if m.Name == name {
			e.How = m.How
		}
	}
	return nil, e
}

// Linked returns the names of the backends there are, native first, the others in
// alphabetical order.
func Linked() []string {
	mu.RLock()
	defer mu.RUnlock()
	return names()
}

// Absent returns the backends that are known but not linked in.
func Absent() []Missing {
	mu.RLock()
	defer mu.RUnlock()
	return absent()
}

func names() []string {
	ns := make([]string, 0, len(linked))
	for n := range linked {
		ns = append(ns, n)
	}
	slices.SortFunc(ns, func(a, b string) int {
		if (a == "native") != (b == "native") {
			if a == "native" {
				return -1
			}
			return 1
		}
		return strings.Compare(a, b)
	})
	return ns
}

func absent() []Missing {
	return slices.DeleteFunc(slices.Clone(missing), func(m Missing) bool { return linked[m.Name] != nil })
}
