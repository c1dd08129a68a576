package text

import (
	"fmt"
	"strings"

	"github.com/goivy/goivy/ivy/dtype"
)

// ResultName returns the name of the type of tuples that a function returns:
// "SlogdetResult" of linalg.slogdet.
func ResultName(path string) string {
	name := path[strings.LastIndexByte(path, '.')+1:]
	if name == "svd" || name == "qr" {
		return strings.ToUpper(name) + "Result"
	}
	var b strings.Builder
	for _, word := range strings.Split(name, "_") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String() + "Result"
}

// Fields returns a tuple with names as Python's namedtuple does: "Name(x=1, y=2)".
func Fields(name string, names, texts []string) string {
	parts := make([]string, len(texts))
	for i, t := range texts {
		parts[i] = names[i] + "=" + t
	}
	return name + "(" + strings.Join(parts, ", ") + ")"
}

// NumPyDtype returns a dtype as NumPy's str and repr do: "float32", "dtype('float32')".
func NumPyDtype(d any, repr bool) string {
	name := fmt.Sprint(d)
	switch {
	case !repr:
		return name
	case d == dtype.BFloat16: // which is ml_dtypes'
		return "dtype(" + name + ")"
	}
	return "dtype('" + name + "')"
}

// NumPyClass returns the type of NumPy's scalars of a dtype, which is in the namespace under
// a name: "<class 'numpy.float32'>".
func NumPyClass(d any, name string) string {
	if name != "longlong" && name != "ulonglong" { // the only names that are no others' too
		name = fmt.Sprint(d)
	}
	module := "numpy"
	if d == dtype.BFloat16 {
		module = "ml_dtypes"
	}
	return "<class '" + module + "." + name + "'>"
}
