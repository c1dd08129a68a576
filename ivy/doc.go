// Package ivy is one array API over interchangeable backends, in the spirit of Ivy
// and of the Array API standard 2025.12.
//
// An [Array] holds elements of one of fifteen dtypes in a shape. Functions take
// arrays, Go numbers and (nested) slices alike, return new arrays, and are methods of
// arrays too; options come last, as typed values:
//
//	x := ivy.Asarray([][]float32{{1, 2}, {3, 4}})
//	y := ivy.Add(x, ivy.Arange(2))
//	s := y.Sum(ivy.Axis(0), ivy.KeepDims(true))
//
// # Backends
//
// [SetBackend] chooses where new arrays are made; each array then stays on its
// backend, and functions run where their operands are. "native", in pure Go, is
// always there. What a function returns, dtype and shape included, does not depend on
// the backend: the front infers it, a backend only fills it.
//
// # Dtypes
//
// There are fifteen ([AllDtypes]). Those that arrays of the current backend may have are
// its [ValidDtypes]; its own names for them are its native dtypes ([AsNativeDtype]), which
// are taken wherever a Dtype is.
//
// Operands of different dtypes are promoted by Ivy's table ([PromoteTypes]): in
// precise mode, the default, int32 with float32 gives float64; without
// ([SetPreciseMode]) float32. Go's bool, int, float64 and complex128 are scalars
// without a dtype, as Python's are: beside an array they take the array's, unless
// their kind is a higher one. Every other Go number has its dtype: float32(1) is a
// float32 array without axes. A slice's element type is its dtype, but []int is of the
// default int dtype (int32), and []any goes by its elements. [ResultType] tells what any
// number of arrays, dtypes and scalars have in common; their order does not matter.
//
// A function that makes an array uses, in this order, the dtype it is given, that of an
// array among its arguments, the default dtype of a relevant scalar's kind (the value of
// [Full], start, stop and step of [Arange]), and the default dtype; [DefaultDtype] tells
// which. Defaults are settings: [SetDefaultDtype], [SetDefaultIntDtype] and so on.
//
// Integers and bools are taken as the default float dtype (float32) by functions of
// floats. Sums and products of integers no wider than the default int dtype have that.
// Casts from floats to integers truncate, hold values in range and make NaN 0.
//
// A function that does not take a dtype says so: [ErrDtype] where no backend does,
// [ErrUnsupported] where this one does not, by what it declares for its library's
// version. [FunctionSupportedDtypes] tells for any function, compositions included. Where
// that is wanted, casting modes put a dtype near it in its place: [UpcastDataTypes],
// [DowncastDataTypes], [CrosscastDataTypes], [CastDataTypes]. Functions of a program's own
// declare what they take with [NewFunction].
//
// # Errors
//
// A call that cannot succeed panics with an [*Error], so that expressions compose.
// [Try] makes it an error at a boundary, and errors.Is tells its kind: [ErrDtype],
// [ErrShape], [ErrIndex], [ErrValue], [ErrUnsupported], [ErrBackend], [ErrDevice].
// SetBackend, which meets the world outside, returns its error.
//
// # Environments
//
// Package-level functions use the standard [Env]. A program that needs several
// settings at once makes Envs of its own, whose methods are the same functions.
// Scoped forms return their undo: defer ivy.WithPreciseMode(false)().
//
// # Views
//
// Basic indexing ([Array.Get] with ints, slices, Ellipsis and NewAxis) gives views: a
// write ([Array.Set]) through one is seen through the other. Results of functions
// never alias their operands; where they share memory, the first write to one copies.
//
// # Functions
//
// The dtypes that each function takes, after promotion: b bool, u unsigned, i signed
// integers, h bfloat16 and float16, f float32 and float64, c complex; ^ those that are
// taken as the default float dtype. Then the backends that have it, with less where
// they lack some of these.
//
// BEGIN TABLE (go generate ./support/opsgen)
//
//	creation
//	  Arange            - u i h f -  native
//	  Asarray           b u i h f c  every backend
//	  Empty             b u i h f c  every backend
//	  EmptyLike         b u i h f c  every backend
//	  Eye               b u i h f c  native
//	  FromDlpack        b u i h f c  every backend
//	  Full              b u i h f c  native
//	  FullLike          b u i h f c  every backend
//	  Linspace          - u i h f c  native
//	  Meshgrid          b u i h f c  every backend
//	  Ones              b u i h f c  every backend
//	  OnesLike          b u i h f c  every backend
//	  Tril              b u i h f c  every backend
//	  Triu              b u i h f c  every backend
//	  Zeros             b u i h f c  every backend
//	  ZerosLike         b u i h f c  every backend
//	dtypes
//	  Astype            b u i h f c  every backend
//	  BroadcastArrays   b u i h f c  every backend
//	  BroadcastTo       b u i h f c  native
//	elementwise
//	  Abs               b u i h f c  native
//	  Acos              ^ ^ ^ h f c  native
//	  Acosh             ^ ^ ^ h f c  native
//	  Add               b u i h f c  native
//	  AllClose          b u i h f c  every backend
//	  Asin              ^ ^ ^ h f c  native
//	  Asinh             ^ ^ ^ h f c  native
//	  Atan              ^ ^ ^ h f c  native
//	  Atan2             ^ ^ ^ h f -  native
//	  Atanh             ^ ^ ^ h f c  native
//	  BitwiseAnd        b u i - - -  native
//	  BitwiseInvert     b u i - - -  native
//	  BitwiseLeftShift  - u i - - -  native
//	  BitwiseOr         b u i - - -  native
//	  BitwiseRightShift - u i - - -  native
//	  BitwiseXor        b u i - - -  native
//	  Ceil              - u i h f -  native
//	  Clip              b u i h f -  every backend
//	  Conj              - u i h f c  native
//	  CopySign          ^ ^ ^ h f -  native
//	  Cos               ^ ^ ^ h f c  native
//	  Cosh              ^ ^ ^ h f c  native
//	  Divide            ^ ^ ^ h f c  native
//	  Equal             b u i h f c  native
//	  Erf               ^ ^ ^ h f -  native
//	  Exp               ^ ^ ^ h f c  native
//	  Expm1             ^ ^ ^ h f c  native
//	  Floor             - u i h f -  native
//	  FloorDivide       - u i h f -  native
//	  Fmax              b u i h f -  native
//	  Fmin              b u i h f -  native
//	  Gcd               - u i - - -  native
//	  Greater           b u i h f -  native
//	  GreaterEqual      b u i h f -  native
//	  Hypot             ^ ^ ^ h f -  native
//	  Imag              - u i h f c  native
//	  IsClose           b u i h f c  every backend
//	  IsFinite          b u i h f c  native
//	  IsInf             b u i h f c  native
//	  IsNan             b u i h f c  native
//	  Lcm               - u i - - -  native
//	  Less              b u i h f -  native
//	  LessEqual         b u i h f -  native
//	  Log               ^ ^ ^ h f c  native
//	  Log10             ^ ^ ^ h f c  native
//	  Log1p             ^ ^ ^ h f c  native
//	  Log2              ^ ^ ^ h f c  native
//	  LogAddExp         ^ ^ ^ h f -  native
//	  LogicalAnd        b u i h f c  native
//	  LogicalNot        b u i h f c  native
//	  LogicalOr         b u i h f c  native
//	  LogicalXor        b u i h f c  native
//	  Maximum           b u i h f -  native
//	  Minimum           b u i h f -  native
//	  Multiply          b u i h f c  native
//	  NanToNum          b u i h f c  every backend
//	  Negative          - u i h f c  native
//	  NextAfter         ^ ^ ^ h f -  native
//	  NotEqual          b u i h f c  native
//	  Positive          - u i h f c  native
//	  Pow               - u i h f c  native
//	  Real              - u i h f c  native
//	  Reciprocal        ^ ^ ^ h f c  native
//	  Remainder         - u i h f -  native
//	  Round             - u i h f c  native
//	  Sign              - u i h f c  native
//	  SignBit           - u i h f -  native
//	  Sin               ^ ^ ^ h f c  native
//	  Sinh              ^ ^ ^ h f c  native
//	  Sqrt              ^ ^ ^ h f c  native
//	  Square            - u i h f c  native
//	  Subtract          - u i h f c  native
//	  Tan               ^ ^ ^ h f c  native
//	  Tanh              ^ ^ ^ h f c  native
//	  Trunc             - u i h f -  native
//	indexing
//	  Take              b u i h f c  native
//	  TakeAlongAxis     b u i h f c  native
//	linalg
//	  Einsum            - u i h f c  every backend
//	  MatMul            - u i h f c  native
//	  MatrixTranspose   b u i h f c  every backend
//	  TensorDot         - u i h f c  every backend
//	  VecDot            - u i h f c  every backend
//	manipulation
//	  Concat            b u i h f c  native
//	  CopyArray         b u i h f c  native
//	  EinopsRearrange   b u i h f c  every backend
//	  EinopsReduce      b u i h f c  every backend
//	  EinopsRepeat      b u i h f c  every backend
//	  ExpandDims        b u i h f c  every backend
//	  Flip              b u i h f c  every backend
//	  MoveAxis          b u i h f c  every backend
//	  Pad               b u i h f c  every backend
//	  PermuteDims       b u i h f c  native
//	  Repeat            b u i h f c  every backend
//	  Reshape           b u i h f c  native
//	  Roll              b u i h f c  every backend
//	  Squeeze           b u i h f c  every backend
//	  Stack             b u i h f c  every backend
//	  Tile              b u i h f c  every backend
//	  Unstack           b u i h f c  every backend
//	nn
//	  ConvGeneralDilated - u i h f c  every backend
//	  Expit             ^ ^ ^ h f c  native
//	  Gelu              ^ ^ ^ h f -  every backend
//	  LayerNorm         ^ ^ ^ h f -  every backend
//	  Linear            - u i h f c  every backend
//	  LogSoftmax        ^ ^ ^ h f -  every backend
//	  OneHot            - u i - - -  every backend
//	  Relu              b u i h f -  native
//	  Sigmoid           ^ ^ ^ h f c  native
//	  Silu              ^ ^ ^ h f -  native
//	  Softmax           ^ ^ ^ h f -  every backend
//	  Softplus          ^ ^ ^ h f -  every backend
//	searching
//	  ArgMax            b u i h f -  native
//	  ArgMin            b u i h f -  native
//	  CountNonzero      b u i h f c  native
//	  Nonzero           b u i h f c  native
//	  SearchSorted      b u i h f -  native
//	  Where             b u i h f c  native
//	set
//	  IsIn              b u i h f c  native
//	  UniqueAll         b u i h f c  native
//	  UniqueCounts      b u i h f c  every backend
//	  UniqueInverse     b u i h f c  every backend
//	  UniqueValues      b u i h f c  every backend
//	sorting
//	  ArgSort           b u i h f -  native
//	  Sort              b u i h f -  native
//	statistical
//	  CumulativeProd    b u i h f c  native
//	  CumulativeSum     b u i h f c  native
//	  Max               b u i h f -  native
//	  Mean              ^ ^ ^ h f c  native
//	  Min               b u i h f -  native
//	  Prod              b u i h f c  native
//	  Std               ^ ^ ^ h f c  native
//	  Sum               b u i h f c  native
//	  Var               ^ ^ ^ h f c  native
//	utility
//	  All               b u i h f c  native
//	  Any               b u i h f c  native
//	  Diff              - u i h f c  every backend
//
// END TABLE
package ivy
