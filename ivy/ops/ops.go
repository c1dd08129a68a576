// Package ops is the table of operations: one row per function of arrays in the
// unified API. Public functions, methods, documentation, dispatch, the script,
// support queries and the tests are all read from it.
//
// A row says what a function takes and what dtype it returns; how the result's
// shape follows is in package shape, and the values are a backend's business. A
// row's family is the type of the kernel that fills its result (see package
// backend). Rows of family Composed have no kernel: package ivy writes them with
// other rows.
package ops

import (
	"strings"

	"github.com/goivy/goivy/ivy/dtype"
)

// An ID is the index of a row in the table.
type ID uint16

// A Family is the type of kernel that fills a row's result.
type Family uint8

// The families; package backend has a kernel type for each but Composed.
const (
	FamilyComposed Family = iota
	FamilyFill            // a new array from scalars
	FamilyUnary           // element by element of one operand
	FamilyBinary          // element by element of two operands, broadcast
	FamilyTernary         // element by element of three operands, broadcast
	FamilyReduce          // over axes
	FamilyScan            // cumulative along an axis
	FamilySort            // along an axis
	FamilyView            // the same elements under another shape
	FamilyJoin            // several arrays into one
	FamilyGather          // elements chosen by integer arrays
	FamilyAssign          // writes into an array
	FamilyProduct         // sums of products: matmul
	FamilyLayer           // layers of neural networks, whole: steps that a backend may have
	FamilySearch          // one array looked up in another
	FamilyFind            // results whose size depends on values
	FamilyFourier         // discrete Fourier transforms along an axis
	FamilyMatrix          // factorizations, solutions and numbers of matrices
)

var familyNames = [...]string{"composed", "fill", "unary", "binary", "ternary", "reduce", "scan", "sort",
	"view", "join", "gather", "assign", "product", "layer", "search", "find", "fourier", "matrix"}

// String returns the family's name in lower case.
func (f Family) String() string { return familyNames[f] }

// A Group is the module of Ivy, and of the Array API, that a row belongs to. It
// names the files: ivy/ops/<group>.go, backends/*/<group>.go and so on.
type Group uint8

// The groups.
const (
	Activations Group = iota
	Creation
	Dtypes
	Elementwise
	FFTs
	Indexing
	Layers
	Linalg
	Losses
	Manipulation
	Norms
	Random
	Searching
	Sets
	Sorting
	Special
	Statistical
	Utility
)

var groupNames = [...]string{"activations", "creation", "dtypes", "elementwise", "fft", "indexing", "layers", "linalg", "losses", "manipulation", "norms",
	"random", "searching", "set", "sorting", "special", "statistical", "utility"}

// String returns the group's name, the word of its files.
func (g Group) String() string { return groupNames[g] }

// Groups returns all groups in the order of their names.
func Groups() []Group {
	gs := make([]Group, len(groupNames))
	for i := range gs {
		gs[i] = Group(i)
	}
	return gs
}

// An OutRule gives the dtype of a row's result: d is the operands' common dtype.
type OutRule func(d dtype.Dtype, def dtype.Defaults) dtype.Dtype

// An Op is one row of the table.
type Op struct {
	ID        ID
	Name      string // the Go name: "CumulativeSum"
	Snake     string // the name in Python: "cumulative_sum"
	Group     Group
	Family    Family
	In        dtype.Set // the common dtypes accepted
	Lift      bool      // integers and bools are taken as the default float dtype
	Logical   bool      // operands are taken as bools, each by itself
	OneAxis   bool      // of a reduction: over one axis or all, not over several
	NonEmpty  bool      // of a reduction: the axes must have elements
	Sorted    bool      // of a search: x1 has one dimension and ascends, and the result has the shape of x2
	AnyShape  bool      // of a gather: the axes of the indices, which may have any, replace the axis
	NeedsAxis bool      // of a find: the operand must have an axis
	Steps     bool      // of a composed row: it makes arrays on its way to the result
	Like      *Op       // of a composed row: the row that alone decides which dtypes a backend supports
	Out       OutRule
	Params    []Param
	Opts      []Opt    // options, in the order of the standard's signature
	ByPos     int      // how many of Opts may be given by position in Python
	Names     []string // names of the results where there are several; a single "*": as many as there are
	Hidden    bool     // no public function: a step of other functions
	Optional  bool     // a backend may do without a kernel: other rows do its work then
	Axes      bool     // Python's functions name Axis "axes"
	Offset    bool     // Python's functions name K "offset"
	NoMethod  bool     // no method of arrays: the operand is yet to become one
	Extra     bool     // not part of the Array API 2025.12
	Doc       string   // doc comment, beginning with Name
	Diff      DiffKind // what is known of the derivative: see gradients.go

	taken Opts
}

// Takes reports whether the function takes option o.
func (op *Op) Takes(o Opt) bool { return op.taken.Has(o) }

func (op *Op) op() *Op { return op }

// String returns the Go name.
func (op *Op) String() string { return op.Name }

// HasMethod reports whether the function is a method of arrays too: whether its
// first parameter is an operand.
func (op *Op) HasMethod() bool {
	return !op.Hidden && !op.NoMethod && len(op.Params) > 0 && op.Params[0].Kind == Operand
}

// The rows of each family have a distinct type, so that a backend cannot attach
// a kernel of another family.
type (
	Fill    struct{ *Op }
	Unary   struct{ *Op }
	Binary  struct{ *Op }
	Ternary struct{ *Op }
	Reduce  struct{ *Op }
	Scan    struct{ *Op }
	Sort    struct{ *Op }
	View    struct{ *Op }
	Join    struct{ *Op }
	Gather  struct{ *Op }
	Assign  struct{ *Op }
	Product struct{ *Op }
	Layer   struct{ *Op }
	Search  struct{ *Op }
	Find    struct{ *Op }
	Fourier struct{ *Op }
	Matrix  struct{ *Op }
)

var (
	table   []*Op
	bySnake = map[string]*Op{}
	byName  = map[string]*Op{}
)

// All returns the rows in the order of their IDs. The slice must not be changed.
func All() []*Op { return table }

// Len returns the number of rows.
func Len() int { return len(table) }

// Lookup returns the row of that name, Go's or Python's, or nil.
func Lookup(name string) *Op {
	if op := byName[name]; op != nil {
		return op
	}
	return bySnake[name]
}

// row enters op into the table. It runs while the package is initialised, where
// a panic is a mistake in the table itself.
func row(op Op) *Op {
	op.ID = ID(len(table))
	op.Snake = snake(op.Name)
	op.taken = OptsOf(op.Opts...)
	if op.Out == nil {
		op.Out = same
	}
	if byName[op.Name] != nil || !strings.HasPrefix(op.Doc, op.Name+" ") {
		panic("ops: row " + op.Name + " is there already, or its Doc does not begin with its name")
	}
	table = append(table, &op)
	byName[op.Name], bySnake[op.Snake] = &op, &op
	return &op
}

// snake turns a Go name into Python's: "CumulativeSum" into "cumulative_sum",
// "Log10" and "Expm1" only into lower case.
func snake(name string) string {
	switch name { // names that Python writes in one word
	case "MatMul":
		return "matmul"
	case "Atleast1D", "Atleast2D", "Atleast3D":
		return "atleast_" + strings.ToLower(name[len("Atleast"):])
	case "FFTConvolve":
		return "fft_convolve"
	case "GatherND":
		return "gather_nd"
	case "ScatterND":
		return "scatter_nd"
	case "LogAddExp2", "IsReal":
		return strings.ToLower(name)
	case "LPPool":
		return "lp_pool"
	case "NMS":
		return "nms"
	case "ROIAlign":
		return "roi_align"
	case "LUFactor":
		return "lu_factor"
	case "RMSNorm":
		return "rms_norm"
	case "LSTMUpdate":
		return "lstm_update"
	case "LUSolve":
		return "lu_solve"
	case "PRelu":
		return "prelu"
	case "LogSigmoid":
		return "logsigmoid"
	case "CTCLoss":
		return "ctc_loss"
	case "GaussianNLLLoss":
		return "gaussian_nll_loss"
	case "KLDiv":
		return "kl_div"
	case "MSELoss":
		return "mse_loss"
	case "NLLLoss":
		return "nll_loss"
	case "PoissonNLLLoss":
		return "poisson_nll_loss"
	case "SSIMLoss":
		return "ssim_loss"
	case "QR", "LU", "SVD", "FFT", "IFFT", "FFTN", "IFFTN", "RFFT", "IRFFT", "RFFTN", "IRFFTN", "HFFT", "IHFFT", "FFTFreq", "RFFTFreq", "FFTShift", "IFFTShift", "DCT", "IDCT", "STFT", "ISTFT", "LSTM", "GRU", "RNN",
		"ArgMax", "ArgMin", "ArgSort", "IsFinite", "IsInf", "IsNan", "IsClose", "AllClose", "IsIn", "SearchSorted",
		"ArgWhere", "ArgPartition", "MSort", "LexSort", "CorrCoef", "CumMax", "CumMin", "HistogramDD", "NanMax", "NanMean", "NanMedian", "NanMin", "NanProd", "NanQuantile", "NanSum",
		"VecDot", "TensorDot", "TensorSolve", "BetaLn", "XLogY", "XLog1pY", "LogAddExp", "NextAfter", "CopySign", "SignBit", "MeshGrid", "LinSpace", "MoveAxis",
		"DSplit", "HSplit", "VSplit", "DStack", "HStack", "VStack", "FlipLR", "FlipUD", "SwapAxes":
		return strings.ToLower(name)
	}
	var b strings.Builder
	for i, r := range name {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
		}
		b.WriteRune(r)
	}
	return strings.ToLower(b.String())
}

// Rules of result dtypes.

func same(d dtype.Dtype, _ dtype.Defaults) dtype.Dtype { return d }

func boolean(dtype.Dtype, dtype.Defaults) dtype.Dtype { return dtype.Bool }

func index(dtype.Dtype, dtype.Defaults) dtype.Dtype { return dtype.Int64 }

func component(d dtype.Dtype, _ dtype.Defaults) dtype.Dtype { return d.Component() }

func withComplex(d dtype.Dtype, _ dtype.Defaults) dtype.Dtype { return d.WithComplex() }

// accumulated is the rule of sums, products and their cumulative forms (Array
// API, sum): integers no wider than the default integer become it, unsigned ones
// the unsigned of its width; wider ones and floats stay; a bool counts as an int.
func accumulated(d dtype.Dtype, def dtype.Defaults) dtype.Dtype {
	switch {
	case d == dtype.Bool || d.IsSigned() && d.Bits() <= def.Int.Bits():
		return def.Int
	case d.IsUnsigned() && d.Bits() <= def.Int.Bits():
		switch def.Int.Bits() {
		case 8:
			return dtype.Uint8
		case 16:
			return dtype.Uint16
		case 32:
			return dtype.Uint32
		}
		return dtype.Uint64
	}
	return d
}

// Parameters that rows share.
var (
	x      = []Param{{"x", Operand}}
	x1x2   = []Param{{"x1", Operand}, {"x2", Operand}}
	arrays = []Param{{"arrays", Arrays}}
)

func params(ps ...Param) []Param { return ps }

func opts(os ...Opt) []Opt { return os }
