package numpy

import (
	"testing"

	"github.com/goivy/goivy/frontends/internal/golden"
)

// TestRealSignatures compares names, parameters and defaults with NumPy's own, those of ufuncs and functions
// in C with the forms that their documentation begins with.
func TestRealSignatures(t *testing.T) {
	s := golden.ReadSignatures(t, 600)
	s.Check(t, functions, otherSignatures)
}

// otherSignatures says why a function takes other parameters than NumPy's.
var otherSignatures = map[string]string{
	".__scalar__": "what a program calls is the class, numpy.float32",

	"apply_along_axis": "functions of a program take no keywords",
	"clip":             "**kwargs are the keywords of the ufunc that it is", ".clip": "likewise",
	"einsum":       "**kwargs are dtype, order and casting, which are not there: cast the operands",
	"pad":          "**kwargs are the keywords of the modes",
	"printoptions": "*args and **kwargs are the parameters of set_printoptions",

	".all": "the documentation of the method leaves out dtype, which it takes", ".any": "likewise",
	".argsort": "the documentation of the method leaves out stable, which it takes", ".sort": "likewise",
	".std": "the documentation of the method leaves out mean, which it takes", ".var": "likewise",
	"matmul": "the documentation leaves out keepdims, which such ufuncs take", "vecdot": "likewise",
	".reshape": "the lengths may be arguments of their own", ".ravel": "the documentation has no default, which is C",
	".sum": "None stands for no value, which is 0", ".prod": "None stands for no value, which is 1",
	"random.SeedSequence": "the documentation leaves out n_children_spawned, which it takes",
	"random.ranf":         "an alias, which hands on *args and **kwargs", "random.sample": "likewise",
	"promote_types": "a function in C that takes no keywords, whatever its documentation has",

	"divmod": "None stands for (None, None): a tuple is no default that a signature can hold", "modf": "likewise", "frexp": "likewise", "rot90": "likewise for (0, 1)",
	"fft.fft2": "likewise for (-2, -1)", "fft.ifft2": "likewise", "fft.rfft2": "likewise", "fft.irfft2": "likewise",
	"empty": "None stands for float, Python's type, which is float64 here", "eye": "likewise", "tri": "likewise", "zeros": "likewise", "indices": "likewise for int",
}
