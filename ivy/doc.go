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
// without a dtype, as Python's are: with an array they take the array's, unless
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
// # Derivatives
//
// [Grad], [ValueAndGrad], [VJP], [JVP], [Jacobian] and [Hessian] differentiate Go functions over
// arrays, or over trees of them ([Tree]): whatever they do with functions of this package,
// indexing, writes into arrays that they make, loops and branches on values included, on every
// backend, and themselves. [Compile] takes what they return. [StopGradient], [CustomGradient] and
// [Checkpoint] say what is differentiated, and how; a [Tape] is for programs that cannot say
// their function first. Package optim trains with them.
//
// What is watched has an inexact dtype. A write of such an array into one that the function did
// not make of it, its transfer to another backend and its export are errors: nothing goes lost
// silently.
//
// # Branches and loops
//
// Go's own branches and loops look at elements, which a function that is compiled has none of: they are gone through once, when
// it is traced. [IfElse], [While], [ForRange], [Scan] and [MapRows] are branches and loops as functions of functions. On arrays with
// elements they are Go's own too, with a scope for each iteration, so that memory stays as it is ([Tidy]). In a function
// that is compiled they are a part of what is compiled, which does not grow with the number of iterations: on native a loop inside the
// compiled function, whose iterations allocate nothing where they are alike; on TensorFlow operations of the graph. The backend torch
// compiles nothing. Functions may use arrays from outside, also such that are differentiated.
//
// Gradients of all five, to any order, are pulled through each iteration. A compiled gradient keeps the states of a loop,
// computes each iteration again in a loop from the last to the first, and so takes the memory of all states. Through [While], which does not say how often it runs, there is
// none: such a function runs as it is.
//
// # Errors
//
// A call that cannot succeed panics with an [*Error], so that expressions compose.
// [Try] makes it an error at a boundary, and errors.Is tells its kind: [ErrDtype],
// [ErrShape], [ErrIndex], [ErrValue], [ErrUnsupported], [ErrBackend], [ErrDevice].
// SetBackend and the functions of files, which meet the world outside, return their errors.
//
// # Environments
//
// Package-level functions use the standard [Env]. A program that needs several
// settings at once makes more Envs, whose methods are the same functions.
// Scoped forms return their undo: defer ivy.WithPreciseMode(false)().
//
// # Views
//
// Basic indexing ([Array.Get] with ints, slices, Ellipsis and NewAxis) gives views: a
// write ([Array.Set]) through one is seen through the other. Results of functions
// never alias their operands; where they share memory, the first write to one copies.
//
// # Files
//
// [Load] and [LoadAll] make arrays of .npy, .npz and .safetensors files, [LoadCSV] of the columns of
// CSV and TSV, [LoadImage] of PNG and JPEG; [Save], [SaveAll], [SaveCSV] and [SaveImage] write them.
// Each has a form for an [io.Reader] or an [io.Writer]: [Read], [ReadAll], [ReadCSV], [ReadImage],
// [Write], [WriteAll], [WriteCSV], [WriteImage]. Package files reads single entries of large files,
// package gonum makes gonum's matrices of arrays.
//
// A file is written under another name next to its path and renamed when all of it is on the disk. What is read is not
// trusted: sizes are checked before memory is taken, an error names the entry, or line and
// column, and nothing is returned of a file that is malformed.
//
// # Elements, rows and writes
//
// [Array.At] and [Array.SetAt] read and write an element, [Array.Row] is a row as a view.
// [Array.Rows], [Array.Along] and [Elements] are iterators: over rows, over the positions of another axis, over elements.
// [Array.IAdd] and its siblings are Python's operators in place. Values that stand for arrays, such as those of the
// frontends, are taken wherever arrays are: see [Operand].
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
//	activations
//	  Celu              ^ ^ ^ h f -  every backend
//	  Elu               ^ ^ ^ h f -  every backend
//	  Expit             ^ ^ ^ h f c  native, torch, tensorflow
//	  Gelu              ^ ^ ^ h f -  every backend
//	  Glu               ^ ^ ^ h f -  every backend
//	  Hardshrink        ^ ^ ^ h f -  every backend
//	  Hardsigmoid       ^ ^ ^ h f -  every backend
//	  Hardswish         ^ ^ ^ h f -  every backend
//	  Hardtanh          ^ ^ ^ h f -  every backend
//	  LeakyRelu         ^ ^ ^ h f -  every backend
//	  LogSigmoid        ^ ^ ^ h f -  every backend
//	  LogSoftmax        ^ ^ ^ h f -  every backend
//	  Mish              ^ ^ ^ h f -  every backend
//	  PRelu             ^ ^ ^ h f -  every backend
//	  Relu              b u i h f -  native, torch, tensorflow
//	  Relu6             ^ ^ ^ h f -  every backend
//	  ScaledTanh        ^ ^ ^ h f -  every backend
//	  Selu              ^ ^ ^ h f -  every backend
//	  Sigmoid           ^ ^ ^ h f c  native, torch, tensorflow
//	  Silu              ^ ^ ^ h f -  native, torch, tensorflow
//	  Softmax           ^ ^ ^ h f -  every backend
//	  Softmin           ^ ^ ^ h f -  every backend
//	  Softplus          ^ ^ ^ h f -  every backend
//	  Softshrink        ^ ^ ^ h f -  every backend
//	  Softsign          ^ ^ ^ h f -  every backend
//	  Tanhshrink        ^ ^ ^ h f -  every backend
//	  Thresholded       ^ ^ ^ h f -  every backend
//	  ThresholdedRelu   ^ ^ ^ h f -  every backend
//	creation
//	  Arange            - u i h f -  native, torch, tensorflow
//	  Asarray           b u i h f c  every backend
//	  Empty             b u i h f c  every backend
//	  EmptyLike         b u i h f c  every backend
//	  Eye               b u i h f c  native, torch, tensorflow
//	  EyeLike           b u i h f c  every backend
//	  FromDlpack        b u i h f c  every backend
//	  Full              b u i h f c  native, torch, tensorflow
//	  FullLike          b u i h f c  every backend
//	  Indices           - u i h f -  every backend
//	  Linspace          - u i h f c  native, torch, tensorflow
//	  Logspace          ^ ^ ^ h f c  every backend
//	  MelWeightMatrix   - - - h f -  every backend
//	  Meshgrid          b u i h f c  every backend
//	  OneHot            - u i - - -  every backend
//	  Ones              b u i h f c  every backend
//	  OnesLike          b u i h f c  every backend
//	  Polyval           - u i h f c  every backend
//	  SparseIndices     - u i h f -  every backend
//	  Tril              b u i h f c  every backend
//	  TrilIndices       - u i - - -  every backend
//	  Trilu             b u i h f c  every backend
//	  Triu              b u i h f c  every backend
//	  TriuIndices       - u i - - -  every backend
//	  Zeros             b u i h f c  every backend
//	  ZerosLike         b u i h f c  every backend
//	dtypes
//	  Astype            b u i h f c  every backend
//	  BroadcastArrays   b u i h f c  every backend
//	  BroadcastTo       b u i h f c  native, torch, tensorflow
//	elementwise
//	  Abs               b u i h f c  native, torch, tensorflow
//	  Acos              ^ ^ ^ h f c  native, torch, tensorflow
//	  Acosh             ^ ^ ^ h f c  native, torch, tensorflow
//	  Add               b u i h f c  native, torch, tensorflow
//	  AllClose          b u i h f c  every backend
//	  Angle             ^ ^ ^ h f c  every backend
//	  Asin              ^ ^ ^ h f c  native, torch, tensorflow
//	  Asinh             ^ ^ ^ h f c  native, torch, tensorflow
//	  Atan              ^ ^ ^ h f c  native, torch, tensorflow
//	  Atan2             ^ ^ ^ h f -  native, torch, tensorflow
//	  Atanh             ^ ^ ^ h f c  native, torch, tensorflow
//	  Binarizer         b u i h f c  every backend
//	  BitwiseAnd        b u i - - -  native, torch, tensorflow
//	  BitwiseInvert     b u i - - -  native, torch, tensorflow
//	  BitwiseLeftShift  - u i - - -  native, torch, tensorflow
//	  BitwiseOr         b u i - - -  native, torch, tensorflow
//	  BitwiseRightShift - u i - - -  native, torch, tensorflow
//	  BitwiseXor        b u i - - -  native, torch, tensorflow
//	  Ceil              - u i h f -  native, torch, tensorflow
//	  Clip              b u i h f -  every backend
//	  Complex           ^ ^ ^ h f -  every backend
//	  Conj              - u i h f c  native, torch, tensorflow
//	  CopySign          ^ ^ ^ h f -  native, torch, tensorflow
//	  Cos               ^ ^ ^ h f c  native, torch, tensorflow
//	  Cosh              ^ ^ ^ h f c  native, torch, tensorflow
//	  Deg2rad           ^ ^ ^ h f -  every backend
//	  Divide            ^ ^ ^ h f c  native, torch, tensorflow
//	  Equal             b u i h f c  native, torch, tensorflow
//	  Erf               ^ ^ ^ h f -  native, torch, tensorflow
//	  Erfc              ^ ^ ^ h f -  native, torch, tensorflow
//	  Exp               ^ ^ ^ h f c  native, torch, tensorflow
//	  Expm1             ^ ^ ^ h f c  native, torch, tensorflow
//	  Fix               ^ ^ ^ h f -  every backend
//	  FloatPower        b u i h f c  every backend
//	  Floor             - u i h f -  native, torch, tensorflow
//	  FloorDivide       - u i h f -  native, torch, tensorflow
//	  Fmax              b u i h f -  native, torch, tensorflow
//	  Fmin              b u i h f -  native, torch, tensorflow
//	  Fmod              - u i h f -  every backend
//	  Frexp             ^ ^ ^ h f -  every backend
//	  Gcd               - u i - - -  native, torch, tensorflow
//	  Gradient          ^ ^ ^ h f c  every backend
//	  Greater           b u i h f -  native, torch, tensorflow
//	  GreaterEqual      b u i h f -  native, torch, tensorflow
//	  Heaviside         b u i h f -  every backend
//	  Hypot             ^ ^ ^ h f -  native, torch, tensorflow
//	  Imag              - u i h f c  native, torch, tensorflow
//	  Interp            ^ ^ ^ h f -  every backend
//	  IsClose           b u i h f c  every backend
//	  IsFinite          b u i h f c  native, torch, tensorflow
//	  IsInf             b u i h f c  native, torch, tensorflow
//	  IsNan             b u i h f c  native, torch, tensorflow
//	  IsReal            b u i h f c  every backend
//	  Lcm               - u i - - -  native, torch, tensorflow
//	  Ldexp             ^ ^ ^ h f -  every backend
//	  Lerp              ^ ^ ^ h f c  every backend
//	  Less              b u i h f -  native, torch, tensorflow
//	  LessEqual         b u i h f -  native, torch, tensorflow
//	  Log               ^ ^ ^ h f c  native, torch, tensorflow
//	  Log10             ^ ^ ^ h f c  native, torch, tensorflow
//	  Log1p             ^ ^ ^ h f c  native, torch, tensorflow
//	  Log2              ^ ^ ^ h f c  native, torch, tensorflow
//	  LogAddExp         ^ ^ ^ h f -  native, torch, tensorflow
//	  LogAddExp2        ^ ^ ^ h f -  every backend
//	  LogicalAnd        b u i h f c  native, torch, tensorflow
//	  LogicalNot        b u i h f c  native, torch, tensorflow
//	  LogicalOr         b u i h f c  native, torch, tensorflow
//	  LogicalXor        b u i h f c  native, torch, tensorflow
//	  Maximum           b u i h f -  native, torch, tensorflow
//	  Minimum           b u i h f -  native, torch, tensorflow
//	  Modf              ^ ^ ^ h f -  every backend
//	  Multiply          b u i h f c  native, torch, tensorflow
//	  NanToNum          b u i h f c  every backend
//	  Negative          - u i h f c  native, torch, tensorflow
//	  NextAfter         ^ ^ ^ h f -  native, torch, tensorflow
//	  NotEqual          b u i h f c  native, torch, tensorflow
//	  Positive          - u i h f c  native, torch, tensorflow
//	  Pow               - u i h f c  native, torch, tensorflow
//	  Rad2deg           ^ ^ ^ h f -  every backend
//	  Real              - u i h f c  native, torch, tensorflow
//	  Reciprocal        ^ ^ ^ h f c  native, torch, tensorflow
//	  Remainder         - u i h f -  native, torch, tensorflow
//	  Round             - u i h f c  native, torch, tensorflow
//	  Sign              - u i h f c  native, torch, tensorflow
//	  SignBit           - u i h f -  native, torch, tensorflow
//	  Sin               ^ ^ ^ h f c  native, torch, tensorflow
//	  Sinh              ^ ^ ^ h f c  native, torch, tensorflow
//	  SoftThresholding  ^ ^ ^ h f c  every backend
//	  SparsifyTensor    b u i h f c  every backend
//	  Sqrt              ^ ^ ^ h f c  native, torch, tensorflow
//	  Square            - u i h f c  native, torch, tensorflow
//	  Subtract          - u i h f c  native, torch, tensorflow
//	  Tan               ^ ^ ^ h f c  native, torch, tensorflow
//	  Tanh              ^ ^ ^ h f c  native, torch, tensorflow
//	  Trapz             ^ ^ ^ h f c  every backend
//	  Trunc             - u i h f -  native, torch, tensorflow
//	  TruncDivide       ^ ^ ^ h f -  every backend
//	fft
//	  BartlettWindow    - - - h f -  every backend
//	  BlackmanWindow    - - - h f -  every backend
//	  DCT               ^ ^ ^ h f -  every backend
//	  FFT               ^ ^ ^ h f c  every backend
//	  FFTConvolve       ^ ^ ^ h f c  every backend
//	  FFTFreq           - - - h f -  every backend
//	  FFTN              ^ ^ ^ h f c  every backend
//	  FFTShift          b u i h f c  every backend
//	  HFFT              ^ ^ ^ h f c  every backend
//	  HammingWindow     - - - h f -  every backend
//	  HannWindow        - - - h f -  every backend
//	  IDCT              ^ ^ ^ h f -  every backend
//	  IFFT              ^ ^ ^ h f c  every backend
//	  IFFTN             ^ ^ ^ h f c  every backend
//	  IFFTShift         b u i h f c  every backend
//	  IHFFT             ^ ^ ^ h f -  every backend
//	  IRFFT             ^ ^ ^ h f c  every backend
//	  IRFFTN            ^ ^ ^ h f c  every backend
//	  ISTFT             ^ ^ ^ h f c  every backend
//	  KaiserBesselDerivedWindow - - - h f -  every backend
//	  KaiserWindow      - - - h f -  every backend
//	  RFFT              ^ ^ ^ h f -  every backend
//	  RFFTFreq          - - - h f -  every backend
//	  RFFTN             ^ ^ ^ h f -  every backend
//	  STFT              ^ ^ ^ h f -  every backend
//	  VorbisWindow      - - - h f -  every backend
//	indexing
//	  Gather            b u i h f c  every backend
//	  GatherND          b u i h f c  every backend
//	  ScatterFlat       b u i h f c  every backend
//	  ScatterND         b u i h f c  every backend
//	  Take              b u i h f c  native, torch, tensorflow
//	  TakeAlongAxis     b u i h f c  native, torch, tensorflow
//	  UnsortedSegmentMax - u i h f -  every backend
//	  UnsortedSegmentMean ^ ^ ^ h f c  every backend
//	  UnsortedSegmentMin - u i h f -  every backend
//	  UnsortedSegmentSum - u i h f c  every backend
//	layers
//	  AdaptiveAvgPool   ^ ^ ^ h f -  every backend
//	  AdaptiveMaxPool   b u i h f -  every backend
//	  AvgPool           ^ ^ ^ h f -  every backend
//	  ConvGeneralDilated - u i h f c  every backend
//	  ConvGeneralTranspose - u i h f c  every backend
//	  DepthwiseConv     - u i h f c  every backend
//	  Dropout           ^ ^ ^ h f -  every backend
//	  Embedding         - - - h f -  every backend
//	  EmbeddingBag      - - - h f -  every backend
//	  Fold              - u i h f c  every backend
//	  GRU               - - - h f -  every backend
//	  GridSample        ^ ^ ^ h f -  every backend
//	  Interpolate       ^ ^ ^ h f -  every backend
//	  LPPool            ^ ^ ^ h f -  every backend
//	  LSTM              - - - h f -  every backend
//	  LSTMUpdate        ^ ^ ^ h f -  every backend
//	  Linear            - u i h f c  every backend
//	  MaxPool           b u i h f -  every backend
//	  MaxPoolWithIndices b u i h f -  every backend
//	  MaxUnpool         b u i h f c  every backend
//	  MultiHeadAttention ^ ^ ^ h f -  every backend
//	  NMS               ^ ^ ^ h f -  every backend
//	  RNN               - - - h f -  every backend
//	  ROIAlign          ^ ^ ^ h f -  every backend
//	  ScaledDotProductAttention ^ ^ ^ h f -  every backend
//	  SeparableConv     - u i h f c  every backend
//	  Unfold            - u i h f c  every backend
//	linalg
//	  Adjoint           b u i h f c  every backend
//	  BatchedOuter      - u i h f c  every backend
//	  BlockDiag         b u i h f c  every backend
//	  Cholesky          ^ ^ ^ h f c  every backend
//	  Cond              ^ ^ ^ h f c  every backend
//	  Cross             - u i h f c  every backend
//	  Det               ^ ^ ^ h f c  every backend
//	  Diag              b u i h f c  every backend
//	  Diagflat          b u i h f c  every backend
//	  Diagonal          b u i h f c  every backend
//	  Dot               - u i h f c  every backend
//	  Eig               ^ ^ ^ h f c  every backend
//	  Eigh              ^ ^ ^ h f c  every backend
//	  EighTridiagonal   ^ ^ ^ h f c  every backend
//	  Eigvals           ^ ^ ^ h f c  every backend
//	  Eigvalsh          ^ ^ ^ h f c  every backend
//	  Einsum            - u i h f c  every backend
//	  GeneralInnerProduct - u i h f c  every backend
//	  Hessenberg        ^ ^ ^ h f c  every backend
//	  HigherOrderMoment ^ ^ ^ h f c  every backend
//	  Inner             - u i h f c  every backend
//	  Inv               ^ ^ ^ h f c  every backend
//	  KhatriRao         - u i h f c  every backend
//	  Kron              - u i h f c  every backend
//	  Kronecker         - u i h f c  every backend
//	  LU                ^ ^ ^ h f c  every backend
//	  LUFactor          ^ ^ ^ h f c  every backend
//	  LUSolve           ^ ^ ^ h f c  every backend
//	  Logm              ^ ^ ^ h f c  every backend
//	  Lstsq             ^ ^ ^ h f c  every backend
//	  MatMul            - u i h f c  native, torch, tensorflow
//	  MatrixExp         ^ ^ ^ h f c  every backend
//	  MatrixNorm        ^ ^ ^ h f c  every backend
//	  MatrixPower       - u i h f c  every backend
//	  MatrixRank        ^ ^ ^ h f c  every backend
//	  MatrixTranspose   b u i h f c  every backend
//	  ModeDot           - u i h f c  every backend
//	  MultiDot          - u i h f c  every backend
//	  MultiModeDot      - u i h f c  every backend
//	  Outer             - u i h f c  every backend
//	  Pinv              ^ ^ ^ h f c  every backend
//	  QR                ^ ^ ^ h f c  every backend
//	  SVD               ^ ^ ^ h f c  every backend
//	  Schur             ^ ^ ^ h f c  every backend
//	  Slogdet           ^ ^ ^ h f c  every backend
//	  Solve             ^ ^ ^ h f c  every backend
//	  SolveTriangular   ^ ^ ^ h f c  every backend
//	  Sqrtm             ^ ^ ^ h f c  every backend
//	  Svdvals           ^ ^ ^ h f c  every backend
//	  TensorDot         - u i h f c  every backend
//	  TensorSolve       ^ ^ ^ h f c  every backend
//	  Trace             - u i h f c  every backend
//	  Vander            - u i h f c  every backend
//	  VecDot            - u i h f c  every backend
//	  VectorNorm        ^ ^ ^ h f c  every backend
//	  VectorToSkewSymmetricMatrix - u i h f c  every backend
//	losses
//	  BinaryCrossEntropy ^ ^ ^ h f -  every backend
//	  CTCLoss           ^ ^ ^ h f -  every backend
//	  CosineEmbeddingLoss ^ ^ ^ h f -  every backend
//	  CrossEntropy      ^ ^ ^ h f -  every backend
//	  GaussianNLLLoss   ^ ^ ^ h f -  every backend
//	  HingeEmbeddingLoss ^ ^ ^ h f -  every backend
//	  HuberLoss         ^ ^ ^ h f -  every backend
//	  KLDiv             ^ ^ ^ h f -  every backend
//	  L1Loss            ^ ^ ^ h f -  every backend
//	  LogPoissonLoss    ^ ^ ^ h f -  every backend
//	  MSELoss           ^ ^ ^ h f -  every backend
//	  MarginRankingLoss ^ ^ ^ h f -  every backend
//	  MultiLabelMarginLoss ^ ^ ^ h f -  every backend
//	  MultiLabelSoftMarginLoss ^ ^ ^ h f -  every backend
//	  MultiMarginLoss   ^ ^ ^ h f -  every backend
//	  NLLLoss           ^ ^ ^ h f -  every backend
//	  PoissonNLLLoss    ^ ^ ^ h f -  every backend
//	  SSIMLoss          ^ ^ ^ h f -  every backend
//	  SmoothL1Loss      ^ ^ ^ h f -  every backend
//	  SoftMarginLoss    ^ ^ ^ h f -  every backend
//	  SoftmaxCrossEntropy ^ ^ ^ h f -  every backend
//	  SparseCrossEntropy ^ ^ ^ h f -  every backend
//	  TripletMarginLoss ^ ^ ^ h f -  every backend
//	  WassersteinLossDiscriminator ^ ^ ^ h f -  every backend
//	  WassersteinLossGenerator ^ ^ ^ h f -  every backend
//	manipulation
//	  AsStrided         b u i h f c  every backend
//	  Atleast1D         b u i h f c  every backend
//	  Atleast2D         b u i h f c  every backend
//	  Atleast3D         b u i h f c  every backend
//	  Choose            b u i h f c  every backend
//	  ColumnStack       b u i h f c  every backend
//	  Concat            b u i h f c  native, torch, tensorflow
//	  ConcatFromSequence b u i h f c  every backend
//	  ConstantPad       b u i h f c  every backend
//	  CopyArray         b u i h f c  native, torch, tensorflow
//	  DSplit            b u i h f c  every backend
//	  DStack            b u i h f c  every backend
//	  EinopsRearrange   b u i h f c  every backend
//	  EinopsReduce      b u i h f c  every backend
//	  EinopsRepeat      b u i h f c  every backend
//	  Expand            b u i h f c  every backend
//	  ExpandDims        b u i h f c  every backend
//	  FillDiagonal      b u i h f c  every backend
//	  Flatten           b u i h f c  every backend
//	  Flip              b u i h f c  every backend
//	  FlipLR            b u i h f c  every backend
//	  FlipUD            b u i h f c  every backend
//	  HSplit            b u i h f c  every backend
//	  HStack            b u i h f c  every backend
//	  Matricize         b u i h f c  every backend
//	  MoveAxis          b u i h f c  every backend
//	  Pad               b u i h f c  every backend
//	  PadSequence       b u i h f c  every backend
//	  PartialFold       b u i h f c  every backend
//	  PartialTensorToVec b u i h f c  every backend
//	  PartialUnfold     b u i h f c  every backend
//	  PartialVecToTensor b u i h f c  every backend
//	  PermuteDims       b u i h f c  native, torch, tensorflow
//	  PutAlongAxis      b u i h f c  every backend
//	  Repeat            b u i h f c  every backend
//	  Reshape           b u i h f c  native, torch, tensorflow
//	  Roll              b u i h f c  every backend
//	  Rot90             b u i h f c  every backend
//	  Split             b u i h f c  every backend
//	  Squeeze           b u i h f c  every backend
//	  Stack             b u i h f c  every backend
//	  SwapAxes          b u i h f c  every backend
//	  Tile              b u i h f c  every backend
//	  TrimZeros         b u i h f c  every backend
//	  Unflatten         b u i h f c  every backend
//	  UniqueConsecutive b u i h f c  every backend
//	  Unstack           b u i h f c  every backend
//	  VSplit            b u i h f c  every backend
//	  VStack            b u i h f c  every backend
//	  ZeroPad           b u i h f c  every backend
//	norms
//	  BatchNorm         ^ ^ ^ h f -  every backend
//	  GroupNorm         ^ ^ ^ h f -  every backend
//	  InstanceNorm      ^ ^ ^ h f -  every backend
//	  L1Normalize       ^ ^ ^ h f c  every backend
//	  L2Normalize       ^ ^ ^ h f c  every backend
//	  LayerNorm         ^ ^ ^ h f -  every backend
//	  LocalResponseNorm ^ ^ ^ h f -  every backend
//	  LpNormalize       ^ ^ ^ h f c  every backend
//	  RMSNorm           ^ ^ ^ h f -  every backend
//	searching
//	  ArgMax            b u i h f -  native, torch, tensorflow
//	  ArgMin            b u i h f -  native, torch, tensorflow
//	  ArgWhere          b u i h f c  every backend
//	  CountNonzero      b u i h f c  native, torch, tensorflow
//	  Nonzero           b u i h f c  native, torch, tensorflow
//	  RavelMultiIndex   - u i - - -  every backend
//	  SearchSorted      b u i h f -  native, torch, tensorflow
//	  UnravelIndex      - u i - - -  every backend
//	  Where             b u i h f c  native, torch, tensorflow
//	set
//	  IsIn              b u i h f c  native, torch, tensorflow
//	  UniqueAll         b u i h f c  native, torch, tensorflow
//	  UniqueCounts      b u i h f c  every backend
//	  UniqueInverse     b u i h f c  every backend
//	  UniqueValues      b u i h f c  every backend
//	sorting
//	  ArgPartition      b u i h f -  every backend
//	  ArgSort           b u i h f -  native, torch, tensorflow
//	  InvertPermutation - u i - - -  every backend
//	  LexSort           b u i h f -  every backend
//	  MSort             b u i h f -  every backend
//	  Partition         b u i h f -  every backend
//	  Sort              b u i h f -  native, torch, tensorflow
//	  TopK              b u i h f -  every backend
//	special
//	  BetaLn            ^ ^ ^ h f -  every backend
//	  Digamma           ^ ^ ^ h f -  native, torch, tensorflow
//	  Entr              ^ ^ ^ h f -  every backend
//	  Erfcx             ^ ^ ^ h f -  native, torch, tensorflow
//	  Erfinv            ^ ^ ^ h f -  native, torch, tensorflow
//	  Exp2              ^ ^ ^ h f -  every backend
//	  I0                ^ ^ ^ h f -  native, torch, tensorflow
//	  I0e               ^ ^ ^ h f -  native, torch, tensorflow
//	  I1                ^ ^ ^ h f -  native, torch, tensorflow
//	  I1e               ^ ^ ^ h f -  native, torch, tensorflow
//	  Igamma            ^ ^ ^ h f -  native, torch, tensorflow
//	  Igammac           ^ ^ ^ h f -  native, torch, tensorflow
//	  Lgamma            ^ ^ ^ h f -  native, torch, tensorflow
//	  LogNdtr           ^ ^ ^ h f -  every backend
//	  Logit             ^ ^ ^ h f -  every backend
//	  Ndtr              ^ ^ ^ h f -  every backend
//	  Ndtri             ^ ^ ^ h f -  native, torch, tensorflow
//	  Polygamma         ^ ^ ^ h f -  every backend
//	  Sinc              ^ ^ ^ h f -  every backend
//	  XLog1pY           ^ ^ ^ h f -  every backend
//	  XLogY             ^ ^ ^ h f -  every backend
//	  Zeta              ^ ^ ^ h f -  native, torch, tensorflow
//	statistical
//	  Bincount          b u i - - -  every backend
//	  CorrCoef          ^ ^ ^ h f c  every backend
//	  Cov               ^ ^ ^ h f c  every backend
//	  CumMax            b u i h f -  every backend
//	  CumMin            b u i h f -  every backend
//	  CumulativeProd    b u i h f c  native, torch, tensorflow
//	  CumulativeSum     b u i h f c  native, torch, tensorflow
//	  Digitize          b u i h f -  every backend
//	  Histogram         b u i h f -  every backend
//	  HistogramDD       b u i h f -  every backend
//	  Max               b u i h f -  native, torch, tensorflow
//	  Mean              ^ ^ ^ h f c  native, torch, tensorflow
//	  Median            ^ ^ ^ h f -  every backend
//	  Min               b u i h f -  native, torch, tensorflow
//	  NanMax            b u i h f -  every backend
//	  NanMean           ^ ^ ^ h f c  every backend
//	  NanMedian         ^ ^ ^ h f -  every backend
//	  NanMin            b u i h f -  every backend
//	  NanProd           b u i h f c  every backend
//	  NanQuantile       ^ ^ ^ h f -  every backend
//	  NanSum            b u i h f c  every backend
//	  Prod              b u i h f c  native, torch, tensorflow
//	  Quantile          ^ ^ ^ h f -  every backend
//	  Std               ^ ^ ^ h f c  native, torch, tensorflow
//	  Sum               b u i h f c  native, torch, tensorflow
//	  Var               ^ ^ ^ h f c  native, torch, tensorflow
//	utility
//	  All               b u i h f c  native, torch, tensorflow
//	  AllEqual          b u i h f c  every backend
//	  Any               b u i h f c  native, torch, tensorflow
//	  ArrayEqual        b u i h f c  every backend
//	  ClipMatrixNorm    ^ ^ ^ h f c  every backend
//	  ClipVectorNorm    ^ ^ ^ h f c  every backend
//	  Diff              - u i h f c  every backend
//	  FourierEncode     ^ ^ ^ h f -  every backend
//	  HasNans           b u i h f c  every backend
//	  StableDivide      ^ ^ ^ h f c  every backend
//	  StablePow         ^ ^ ^ h f c  every backend
//
// END TABLE
package ivy
