package backendtest

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"strconv"
	"strings"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// testdata has the golden files, written by support/oracle/gen_golden.py. Their form is described
// in support/oracle/golden/core.py.
//
//go:embed testdata/*.jsonl.gz
var testdata embed.FS

// A number is an operand or a result as a golden file has it: one of its fields is
// set, or none for an operand that is left out.
type number struct {
	// An array: elements in row-major order, or the number of a def that has them.
	A string              `json:"a"`
	S []int               `json:"s"`
	D string              `json:"d"`
	P *int                `json:"p"`
	V [][]json.RawMessage `json:"v"` // steps that make the operand a view
	M string              `json:"m"` // what is open about each number
	E string              `json:"e"` // an absolute error allowed of each number

	Py    string          `json:"py"` // a scalar
	X     json.RawMessage `json:"x"`
	Ints  *[]int          `json:"ints"`
	Int   *int            `json:"int"`
	Pairs *[][2]int       `json:"pairs"`
	Dtype string          `json:"dtype"`
	Text  *string         `json:"text"`
	List  *[]number       `json:"list"`
	Index *[]indexItem    `json:"index"`
}

// An indexItem is one part of an index: an int, a slice, an ellipsis, a new axis or an array.
type indexItem struct {
	I   *int    `json:"i"`
	SL  []*int  `json:"sl"`
	Ell bool    `json:"ell"`
	New bool    `json:"new"`
	Arr *number `json:"arr"`
}

// A row is one call and what it must give.
type row struct {
	Op  string                     `json:"op"`
	D   string                     `json:"d"` // the operands' common dtype
	F   string                     `json:"f"` // the operands' form
	In  []*number                  `json:"in"`
	O   map[string]json.RawMessage `json:"o"`
	Out []*number                  `json:"out"`
	Err []string                   `json:"err"` // kinds of error, any of which will do
	Tol float64                    `json:"tol"`
	Why string                     `json:"why"`

	where string // file and line
	group *group
}

// A rawArray is the elements of an array, and how they are to lie in memory.
type rawArray struct {
	dtype dtype.Dtype
	shape []int
	data  []byte
	form  *form // nil: contiguous
}

// A group is the rows of one golden file.
type group struct {
	name string
	rows []*row
	defs []rawArray
}

// groups reads the golden files: a quarter of a gigabyte, which goes with the suite.
func groups() ([]*group, error) {
	files, err := testdata.ReadDir("testdata")
	if err != nil {
		return nil, err
	}
	var gs []*group
	for _, f := range files {
		data, err := testdata.ReadFile(path.Join("testdata", f.Name()))
		if err == nil {
			var g *group
			if g, err = readGroup(strings.TrimSuffix(f.Name(), ".gz"), bytes.NewReader(data)); err == nil {
				gs = append(gs, g)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name(), err)
		}
	}
	return gs, nil
}

// readGroup reads one golden file, which must have as many rows and defs as its first
// line says.
func readGroup(name string, r io.Reader) (*group, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	lines := bufio.NewReaderSize(z, 1<<16)
	var head struct {
		Group      string
		Rows, Defs int
	}
	g := &group{}
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF && len(line) == 0 {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if n == 1 {
			if err := json.Unmarshal(line, &head); err != nil {
				return nil, err
			}
			g.name = head.Group
			continue
		}
		if bytes.HasPrefix(line, []byte(`{"def":`)) {
			var def number
			if err := json.Unmarshal(line, &def); err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			a, err := def.raw(nil)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			g.defs = append(g.defs, a)
			continue
		}
		x := &row{where: name + ":" + strconv.Itoa(n), group: g}
		if err := json.Unmarshal(line, x); err != nil {
			if strconv.IntSize == 32 && errors.As(err, new(*json.UnmarshalTypeError)) { // a Go int of more bits
				head.Rows--
				continue
			}
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		g.rows = append(g.rows, x)
	}
	if len(g.rows) != head.Rows || len(g.defs) != head.Defs || head.Rows == 0 {
		return nil, fmt.Errorf("%d rows and %d defs, want %d and %d", len(g.rows), len(g.defs), head.Rows, head.Defs)
	}
	return g, nil
}

// raw returns the elements of an array, before the steps of its view.
func (n *number) raw(g *group) (rawArray, error) {
	if n.P != nil {
		return g.defs[*n.P], nil
	}
	d, err := dtype.Parse(n.A)
	if err != nil {
		return rawArray{}, err
	}
	data, err := base64.StdEncoding.DecodeString(n.D)
	if err != nil {
		return rawArray{}, err
	}
	if len(data) != shape.Size(n.S)*d.Size() {
		return rawArray{}, fmt.Errorf("%d bytes for %v of shape %v", len(data), d, n.S)
	}
	return rawArray{dtype: d, shape: n.S, data: data}, nil
}

func (n *number) isArray() bool { return n != nil && (n.A != "" || n.P != nil) }

// A maker makes operands: real arrays of an Env, or abstract ones.
type maker struct {
	env      *ivy.Env
	group    *group
	abstract bool
}

// array makes an array. The steps of its view are those of the library, so that a
// strided operand is strided in the backend.
func (m *maker) array(n *number) (*ivy.Array, error) {
	raw, err := n.raw(m.group)
	if err != nil {
		return nil, err
	}
	var x *ivy.Array
	if m.abstract {
		x = m.env.Abstract(raw.dtype, raw.shape...)
	} else {
		x = m.env.FromBytes(raw.dtype, raw.shape, native(raw))
	}
	for _, step := range n.V {
		var kind string
		if err := json.Unmarshal(step[0], &kind); err != nil {
			return nil, err
		}
		switch kind {
		case "slice":
			var parts [][]*int
			if err := json.Unmarshal(step[1], &parts); err != nil {
				return nil, err
			}
			key := make([]any, len(parts))
			for i, p := range parts {
				key[i] = span(p)
			}
			x = m.env.GetItem(x, key...)
		case "perm", "to":
			var v []int
			if err := json.Unmarshal(step[1], &v); err != nil {
				return nil, err
			}
			if kind == "perm" {
				x = m.env.PermuteDims(x, v)
			} else {
				x = m.env.BroadcastTo(x, v)
			}
		default:
			return nil, fmt.Errorf("step %q of a view", kind)
		}
	}
	return x, nil
}

// native returns the elements in this machine's byte order.
func native(a rawArray) []byte {
	size := a.dtype.Component().Size()
	if binary.NativeEndian.Uint16([]byte{1, 0}) == 1 || size == 1 {
		return a.data
	}
	out := bytes.Clone(a.data)
	for i := 0; i < len(out); i += size {
		for j, k := i, i+size-1; j < k; j, k = j+1, k-1 {
			out[j], out[k] = out[k], out[j]
		}
	}
	return out
}

func span(p []*int) ivy.Span {
	bound := func(b *int) any {
		if b == nil {
			return nil
		}
		return *b
	}
	if p[2] == nil {
		return ivy.Slice(bound(p[0]), bound(p[1]))
	}
	return ivy.Slice(bound(p[0]), bound(p[1]), *p[2])
}

// scalar returns a Go bool, int, float64 or complex128; a backend.IntScalar for an integer
// that an int of 32 bits does not hold, which ivy takes as it takes an int of 64, and a
// uint64 for what is larger than that.
func (n *number) scalar() (any, error) {
	float := func(s string) (float64, error) { return strconv.ParseFloat(s, 64) }
	if n.Py == "complex" {
		var parts [2]string
		if err := json.Unmarshal(n.X, &parts); err != nil {
			return nil, err
		}
		re, err := float(parts[0])
		im, err2 := float(parts[1])
		return complex(re, im), errors.Join(err, err2)
	}
	var text string
	if err := json.Unmarshal(n.X, &text); err != nil {
		return nil, err
	}
	switch n.Py {
	case "bool":
		return strconv.ParseBool(text)
	case "int":
		if u, err := strconv.ParseUint(text, 10, 64); err == nil && u > math.MaxInt64 {
			return u, nil
		}
		i, err := strconv.ParseInt(text, 10, 64)
		if int64(int(i)) != i {
			return backend.IntScalar(i), err
		}
		return int(i), err
	case "float":
		return float(text)
	}
	return nil, fmt.Errorf("scalar of kind %q", n.Py)
}

// argument makes an argument of a call.
func (m *maker) argument(n *number) (any, error) {
	switch {
	case n == nil:
		return nil, nil
	case n.isArray():
		return m.array(n)
	case n.Py != "":
		return n.scalar()
	case n.Ints != nil:
		return *n.Ints, nil
	case n.Int != nil:
		return *n.Int, nil
	case n.Pairs != nil:
		return *n.Pairs, nil
	case n.Dtype != "":
		return dtype.Parse(n.Dtype)
	case n.Text != nil:
		return *n.Text, nil
	case n.List != nil:
		xs := make([]*ivy.Array, len(*n.List))
		for i := range xs {
			var err error
			if xs[i], err = m.array(&(*n.List)[i]); err != nil {
				return nil, err
			}
		}
		return xs, nil
	case n.Index != nil:
		return m.key(*n.Index)
	}
	return nil, errors.New("an argument of no kind")
}

func (m *maker) key(items []indexItem) (any, error) {
	key := make([]any, len(items))
	for i, it := range items {
		switch {
		case it.I != nil:
			key[i] = *it.I
		case it.SL != nil:
			key[i] = span(it.SL)
		case it.Ell:
			key[i] = ivy.Ellipsis
		case it.New:
			key[i] = ivy.NewAxis
		case it.Arr != nil:
			x, err := m.array(it.Arr)
			if err != nil {
				return nil, err
			}
			key[i] = x
		}
	}
	return key, nil
}

// boolOptions and its siblings make the options whose values are of Go's types.
var (
	boolOptions = map[string]func(bool) ivy.Option{
		"keepdims":            func(v bool) ivy.Option { return ivy.KeepDims(v) },
		"copy":                func(v bool) ivy.Option { return ivy.Copy(v) },
		"descending":          func(v bool) ivy.Option { return ivy.Descending(v) },
		"stable":              func(v bool) ivy.Option { return ivy.Stable(v) },
		"include_initial":     func(v bool) ivy.Option { return ivy.IncludeInitial(v) },
		"exclusive":           func(v bool) ivy.Option { return ivy.Exclusive(v) },
		"reverse":             func(v bool) ivy.Option { return ivy.Reverse(v) },
		"invert":              func(v bool) ivy.Option { return ivy.Invert(v) },
		"endpoint":            func(v bool) ivy.Option { return ivy.Endpoint(v) },
		"equal_nan":           func(v bool) ivy.Option { return ivy.EqualNaN(v) },
		"approximate":         func(v bool) ivy.Option { return ivy.Approximate(v) },
		"upper":               func(v bool) ivy.Option { return ivy.Upper(v) },
		"unit_diagonal":       func(v bool) ivy.Option { return ivy.Unit(v) },
		"adjoint":             func(v bool) ivy.Option { return ivy.Adjointed(v) },
		"full_matrices":       func(v bool) ivy.Option { return ivy.FullMatrices(v) },
		"bidirectional":       func(v bool) ivy.Option { return ivy.Bidirectional(v) },
		"batch_first":         func(v bool) ivy.Option { return ivy.BatchFirst(v) },
		"pad_end":             func(v bool) ivy.Option { return ivy.PadEnd(v) },
		"periodic":            func(v bool) ivy.Option { return ivy.Periodic(v) },
		"increasing":          func(v bool) ivy.Option { return ivy.Increasing(v) },
		"training":            func(v bool) ivy.Option { return ivy.Training(v) },
		"ceil_mode":           func(v bool) ivy.Option { return ivy.CeilMode(v) },
		"count_include_pad":   func(v bool) ivy.Option { return ivy.CountIncludePad(v) },
		"is_causal":           func(v bool) ivy.Option { return ivy.IsCausal(v) },
		"align_corners":       func(v bool) ivy.Option { return ivy.AlignCorners(v) },
		"aligned":             func(v bool) ivy.Option { return ivy.Aligned(v) },
		"antialias":           func(v bool) ivy.Option { return ivy.Antialias(v) },
		"from_logits":         func(v bool) ivy.Option { return ivy.FromLogits(v) },
		"log_target":          func(v bool) ivy.Option { return ivy.LogTarget(v) },
		"log_input":           func(v bool) ivy.Option { return ivy.LogInput(v) },
		"full":                func(v bool) ivy.Option { return ivy.FullLoss(v) },
		"deg":                 func(v bool) ivy.Option { return ivy.Deg(v) },
		"equality_matrix":     func(v bool) ivy.Option { return ivy.EqualityMatrix(v) },
		"flatten":             func(v bool) ivy.Option { return ivy.FlattenBands(v) },
		"include_infs":        func(v bool) ivy.Option { return ivy.IncludeInfs(v) },
		"linear":              func(v bool) ivy.Option { return ivy.LinearBands(v) },
		"swap":                func(v bool) ivy.Option { return ivy.Swap(v) },
		"include_last_offset": func(v bool) ivy.Option { return ivy.IncludeLastOffset(v) },
		"time_major":          func(v bool) ivy.Option { return ivy.TimeMajor(v) },
		"zero_infinity":       func(v bool) ivy.Option { return ivy.ZeroInfinity(v) },
		"overwrite_input":     func(v bool) ivy.Option { return ivy.OverwriteInput(v) },
		"rowvar":              func(v bool) ivy.Option { return ivy.RowVar(v) },
		"right_end":           func(v bool) ivy.Option { return ivy.RightEnd(v) },
		"density":             func(v bool) ivy.Option { return ivy.Density(v) },
		"largest":             func(v bool) ivy.Option { return ivy.Largest(v) },
		"sorted":              func(v bool) ivy.Option { return ivy.Sorted(v) },

		"extend_lower_interval": func(v bool) ivy.Option { return ivy.ExtendLowerInterval(v) },
		"extend_upper_interval": func(v bool) ivy.Option { return ivy.ExtendUpperInterval(v) },
		"with_remainder":        func(v bool) ivy.Option { return ivy.WithRemainder(v) },
		"wrap":                  func(v bool) ivy.Option { return ivy.Wrap(v) },
		"ravel_tensors":         func(v bool) ivy.Option { return ivy.RavelTensors(v) },
		"transpose":             func(v bool) ivy.Option { return ivy.Transposed(v) },
	}
	intOptions = map[string]func(int) ivy.Option{
		"seed":                func(v int) ivy.Option { return ivy.FromSeed(v) },
		"padding_idx":         func(v int) ivy.Option { return ivy.PaddingIdx(v) },
		"fft_length":          func(v int) ivy.Option { return ivy.FFTLength(v) },
		"type":                func(v int) ivy.Option { return ivy.DCTType(v) },
		"n":                   func(v int) ivy.Option { return ivy.N(v) },
		"k":                   func(v int) ivy.Option { return ivy.K(v) },
		"N":                   func(v int) ivy.Option { return ivy.Columns(v) },
		"ignore_index":        func(v int) ivy.Option { return ivy.IgnoreIndex(v) },
		"blank":               func(v int) ivy.Option { return ivy.Blank(v) },
		"edge_order":          func(v int) ivy.Option { return ivy.EdgeOrder(v) },
		"num_bands":           func(v int) ivy.Option { return ivy.NumBands(v) },
		"n_cols":              func(v int) ivy.Option { return ivy.NCols(v) },
		"num_rows":            func(v int) ivy.Option { return ivy.NumRows(v) },
		"num_cols":            func(v int) ivy.Option { return ivy.NumCols(v) },
		"sampling_ratio":      func(v int) ivy.Option { return ivy.SamplingRatio(v) },
		"max_output_size":     func(v int) ivy.Option { return ivy.MaxOutputSize(v) },
		"feature_group_count": func(v int) ivy.Option { return ivy.FeatureGroupCount(v) },
		"ddof":                func(v int) ivy.Option { return ivy.DDof(v) },
		"minlength":           func(v int) ivy.Option { return ivy.MinLength(v) },
		"batch_dims":          func(v int) ivy.Option { return ivy.BatchDims(v) },
		"size":                func(v int) ivy.Option { return ivy.Size(v) },
		"new_axis":            func(v int) ivy.Option { return ivy.WithNewAxis(v) },
		"start_dim":           func(v int) ivy.Option { return ivy.StartDim(v) },
		"end_dim":             func(v int) ivy.Option { return ivy.EndDim(v) },
		"skip_begin":          func(v int) ivy.Option { return ivy.SkipBegin(v) },
		"skip_matrix":         func(v int) ivy.Option { return ivy.SkipMatrix(v) },
		"n_modes":             func(v int) ivy.Option { return ivy.NModes(v) },
		"skip_end":            func(v int) ivy.Option { return ivy.SkipEnd(v) },
	}
	floatOptions = map[string]func(float64) ivy.Option{
		"dx":               func(v float64) ivy.Option { return ivy.Dx(v) },
		"left":             func(v float64) ivy.Option { return ivy.Left(v) },
		"lower_edge_hertz": func(v float64) ivy.Option { return ivy.LowerEdgeHertz(v) },
		"min_base":         func(v float64) ivy.Option { return ivy.MinBase(v) },
		"period":           func(v float64) ivy.Option { return ivy.Period(v) },
		"right":            func(v float64) ivy.Option { return ivy.Right(v) },
		"upper_edge_hertz": func(v float64) ivy.Option { return ivy.UpperEdgeHertz(v) },
		"d":                func(v float64) ivy.Option { return ivy.Spacing(v) },
		"correction":       func(v float64) ivy.Option { return ivy.Correction(v) },
		"rtol":             func(v float64) ivy.Option { return ivy.Rtol(v) },
		"atol":             func(v float64) ivy.Option { return ivy.Atol(v) },
		"alpha":            func(v float64) ivy.Option { return ivy.Alpha(v) },
		"beta":             func(v float64) ivy.Option { return ivy.Beta(v) },
		"threshold":        func(v float64) ivy.Option { return ivy.Threshold(v) },
		"eps":              func(v float64) ivy.Option { return ivy.Eps(v) },
		"momentum":         func(v float64) ivy.Option { return ivy.Momentum(v) },
		"dropout_p":        func(v float64) ivy.Option { return ivy.DropoutP(v) },
		"max_norm":         func(v float64) ivy.Option { return ivy.MaxNorm(v) },
		"new_std":          func(v float64) ivy.Option { return ivy.NewStd(v) },
		"nan":              func(v float64) ivy.Option { return ivy.Nan(v) },
		"posinf":           func(v float64) ivy.Option { return ivy.PosInf(v) },
		"neginf":           func(v float64) ivy.Option { return ivy.NegInf(v) },
		"min_val":          func(v float64) ivy.Option { return ivy.MinVal(v) },
		"max_val":          func(v float64) ivy.Option { return ivy.MaxVal(v) },
		"lambd":            func(v float64) ivy.Option { return ivy.Lambd(v) },
		"margin":           func(v float64) ivy.Option { return ivy.Margin(v) },
		"delta":            func(v float64) ivy.Option { return ivy.Delta(v) },
		"epsilon":          func(v float64) ivy.Option { return ivy.Epsilon(v) },
		"p":                func(v float64) ivy.Option { return ivy.NormOrder(v) },
		"spatial_scale":    func(v float64) ivy.Option { return ivy.SpatialScale(v) },
		"iou_threshold":    func(v float64) ivy.Option { return ivy.IOUThreshold(v) },
		"score_threshold":  func(v float64) ivy.Option { return ivy.ScoreThreshold(v) },
		"label_smoothing":  func(v float64) ivy.Option { return ivy.LabelSmoothing(v) },
	}
	textOptions = map[string]func(string) ivy.Option{
		"reduction":     func(v string) ivy.Option { return ivy.Reduction(v) },
		"nonlinearity":  func(v string) ivy.Option { return ivy.Nonlinearity(v) },
		"norm":          func(v string) ivy.Option { return ivy.Norm(v) },
		"indexing":      func(v string) ivy.Option { return ivy.Indexing(v) },
		"side":          func(v string) ivy.Option { return ivy.Side(v) },
		"mode":          func(v string) ivy.Option { return ivy.Mode(v) },
		"data_format":   func(v string) ivy.Option { return ivy.DataFormat(v) },
		"padding_mode":  func(v string) ivy.Option { return ivy.PaddingMode(v) },
		"filter_format": func(v string) ivy.Option { return ivy.FilterFormat(v) },
		"interpolation": func(v string) ivy.Option { return ivy.Interpolation(v) },
		"order":         func(v string) ivy.Option { return ivy.Order(v) },
		"trim":          func(v string) ivy.Option { return ivy.Trim(v) },
	}
	valueOptions = map[string]func(any) ivy.Option{
		"base":               ivy.Base,
		"min_denominator":    ivy.MinDenominator,
		"spacing":            ivy.Distances,
		"x":                  ivy.Points,
		"sorter":             ivy.Sorter,
		"initial_state":      ivy.InitialState,
		"initial_cell":       ivy.InitialCell,
		"scores":             ivy.Scores,
		"lengths":            ivy.Lengths,
		"weight_scales":      ivy.WeightScales,
		"window":             ivy.Window,
		"prepend":            ivy.Prepend,
		"append":             ivy.Append,
		"scale":              ivy.Scale,
		"offset":             ivy.Offset,
		"bias":               ivy.Bias,
		"mask":               ivy.Mask,
		"offsets":            ivy.Offsets,
		"per_sample_weights": ivy.PerSampleWeights,
		"recurrent_bias":     ivy.RecurrentBias,
		"in_proj_weight":     ivy.InProjWeight,
		"in_proj_bias":       ivy.InProjBias,
		"out_proj_weight":    ivy.OutProjWeight,
		"out_proj_bias":      ivy.OutProjBias,
		"weight":             ivy.Weight,
		"pos_weight":         ivy.PosWeight,
		"constant_values":    ivy.ConstantValues,
		"on_value":           ivy.OnValue,
		"off_value":          ivy.OffValue,
		"initial":            ivy.Initial,
		"where":              ivy.Only,
		"fweights":           ivy.FWeights,
		"aweights":           ivy.AWeights,
		"y":                  ivy.MoreVariables,
		"weights":            ivy.Weights,
		"bins":               ivy.Bins,
		"range":              ivy.Range,
		"num_or_size_splits": ivy.NumOrSizeSplits,
		"value":              ivy.Value,
		"padding_value":      ivy.PaddingValue,
		"fill_value":         ivy.FillValue,
	}
)

func decode[T any](raw json.RawMessage, f func(T) ivy.Option) (ivy.Option, error) {
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		return nil, err
	}
	return f(v), nil
}

// orderOption returns the order of a norm: infinities are words, which JSON has no numbers for.
func orderOption(v any) ivy.Option {
	switch v {
	case "inf":
		return ivy.Ord(math.Inf(1))
	case "-inf":
		return ivy.Ord(math.Inf(-1))
	}
	return ivy.Ord(v)
}

// option makes one option of a call.
func (m *maker) option(name string, raw json.RawMessage) (ivy.Option, error) {
	switch name {
	case "axis":
		switch {
		case string(raw) == "null":
			return ivy.NoAxis{}, nil
		case raw[0] == '[':
			return decode(raw, func(v []int) ivy.Option { return ivy.Axes(v) })
		}
		return decode(raw, func(v int) ivy.Option { return ivy.Axis(v) })
	case "axes":
		if raw[0] == '[' {
			return decode(raw, func(v [2][]int) ivy.Option { return ivy.ContractAxes(v) })
		}
		return decode(raw, func(v int) ivy.Option { return ivy.Contract(v) })
	case "axes_lengths":
		return decode(raw, func(v map[string]int) ivy.Option { return ivy.AxesLengths(v) })
	case "x_dilations":
		return decode(raw, func(v []int) ivy.Option { return ivy.XDilations(v) })
	case "s":
		return decode(raw, func(v []int) ivy.Option { return ivy.S(v) })
	case "shape":
		return decode(raw, func(v []int) ivy.Option { return ivy.Shape(v) })
	case "noise_shape":
		return decode(raw, func(v []int) ivy.Option { return ivy.NoiseShape(v) })
	case "output_padding":
		return decode(raw, func(v []int) ivy.Option { return ivy.OutputPadding(v) })
	case "modes":
		return decode(raw, func(v []int) ivy.Option { return ivy.Modes(v) })
	case "skip":
		return decode(raw, func(v []int) ivy.Option { return ivy.Skip(v) })
	case "column_modes":
		return decode(raw, func(v []int) ivy.Option { return ivy.ColumnModes(v) })
	case "dilations":
		return decode(raw, func(v []int) ivy.Option { return ivy.Dilations(v) })
	case "ord":
		return decode(raw, orderOption)
	case "dtype":
		return decode(raw, func(v dtype.Dtype) ivy.Option { return v })
	}
	if f := boolOptions[name]; f != nil {
		return decode(raw, f)
	}
	if f := intOptions[name]; f != nil {
		return decode(raw, f)
	}
	if f := floatOptions[name]; f != nil {
		if raw[0] == '"' { // JSON has no infinity
			v, err := strconv.ParseFloat(strings.Trim(string(raw), `"`), 64)
			return f(v), err
		}
		return decode(raw, f)
	}
	if f := textOptions[name]; f != nil {
		return decode(raw, f)
	}
	if f := valueOptions[name]; f != nil {
		var n number
		if err := json.Unmarshal(raw, &n); err != nil {
			return nil, err
		}
		v, err := m.argument(&n)
		return f(v), err
	}
	return nil, fmt.Errorf("option %q", name)
}

// A call is a row's call, made ready.
type call struct {
	op   *ops.Op // nil for GetItem and SetItem
	name string
	args []any
	opts []ivy.Option
}

// call makes a row's arguments. An *ivy.Error made on the way, by a view or by an
// option, is returned as it is.
func (m *maker) call(r *row) (c *call, err error) {
	c = &call{name: r.Op, op: ops.Lookup(r.Op)}
	if c.op == nil && r.Op != "GetItem" && r.Op != "SetItem" {
		return nil, fmt.Errorf("no row %q in the table", r.Op)
	}
	failed := ivy.Try(func() {
		for _, n := range r.In {
			var v any
			if v, err = m.argument(n); err != nil {
				return
			}
			c.args = append(c.args, v)
		}
		for _, name := range sortedKeys(r.O) {
			var o ivy.Option
			if o, err = m.option(name, r.O[name]); err != nil {
				return
			}
			c.opts = append(c.opts, o)
		}
	})
	return c, errors.Join(err, failed)
}

// run makes the call. Of SetItem the result is the array written to.
func (c *call) run(env *ivy.Env) (out []*ivy.Array, err error) {
	err = ivy.Try(func() {
		switch c.name {
		case "GetItem":
			out = []*ivy.Array{env.GetItem(c.args[0], c.args[1].([]any)...)}
		case "SetItem":
			x := c.args[0].(*ivy.Array)
			env.SetItem(x, c.args[2], c.args[1].([]any)...)
			out = []*ivy.Array{x}
		default:
			out = env.Call(c.op, c.args, c.opts...)
		}
	})
	return out, err
}
