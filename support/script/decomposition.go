package script

import (
	"go.starlark.net/starlark"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/decomposition"
)

// Factorized tensors, with Ivy's names and parameters. A TuckerTensor, CPTensor or Parafac2Tensor is a tuple whose elements have names;
// the factors of a tensor train or ring are a tuple.

// decompositions returns the functions by name.
func (in *interp) decompositions() map[string]function {
	return map[string]function{
		"initialize_tucker":     in.initializeTucker,
		"make_svd_non_negative": in.makeSVDNonNegative,
		"partial_tucker":        in.partialTucker,
		"random_cp":             in.randomCP,
		"random_parafac2":       in.randomParafac2,
		"random_tr":             in.randomTR,
		"random_tt":             in.randomTT,
		"random_tucker":         in.randomTucker,
		"svd_flip":              in.svdFlip,
		"tensor_train":          in.tensorTrain,
		"truncated_svd":         in.truncatedSVD,
		"tt_matrix_to_tensor":   in.ttMatrixToTensor,
		"tucker":                in.tucker,
	}
}

// A reader converts the arguments of a function. It keeps the first error, after which what it returns is of no use.
type reader struct {
	in   *interp
	name string // of the function
	err  error
}

// note keeps an error about an argument, and reports whether there is none.
func (r *reader) note(parameter string, err error) bool {
	if err != nil && r.err == nil {
		r.err = about(r.name, parameter, err)
	}
	return err == nil
}

func (r *reader) array(parameter string, v starlark.Value) *ivy.Array {
	x, err := r.in.toArray(v)
	r.note(parameter, err)
	return x
}

// optional is array of an argument that may be None.
func (r *reader) optional(parameter string, v starlark.Value) *ivy.Array {
	if !present(v) {
		return nil
	}
	return r.array(parameter, v)
}

func (r *reader) arrays(parameter string, v starlark.Value) []*ivy.Array {
	list, err := r.in.elements(v)
	r.note(parameter, err)
	var xs []*ivy.Array
	for _, v := range list {
		x, err := r.in.toArray(v)
		r.note(parameter, err)
		xs = append(xs, x)
	}
	return xs
}

// ints returns nil for None.
func (r *reader) ints(parameter string, v starlark.Value) []int {
	if !present(v) {
		return nil
	}
	n, err := r.in.toInts(v)
	if r.note(parameter, err) && n == nil {
		n = []int{}
	}
	return n
}

func (r *reader) int(parameter string, v starlark.Value, otherwise int) int {
	if !present(v) {
		return otherwise
	}
	n, err := toInt(v)
	r.note(parameter, err)
	return n
}

// positive is int of numbers above 0.
func (r *reader) positive(parameter string, v starlark.Value, otherwise int) int {
	n := r.int(parameter, v, otherwise)
	if r.err == nil && n < 1 {
		r.note(parameter, wrong("%d, want 1 or more", n))
	}
	return n
}

func (r *reader) bool(parameter string, v starlark.Value, otherwise bool) bool {
	if !present(v) {
		return otherwise
	}
	b, err := toBool(v)
	r.note(parameter, err)
	return b
}

func (r *reader) text(parameter string, v starlark.Value, otherwise string) string {
	if !present(v) {
		return otherwise
	}
	s, err := toText(v)
	r.note(parameter, err)
	return s
}

func (r *reader) dtype(parameter string, v starlark.Value) ivy.Dtype {
	if !present(v) {
		return 0
	}
	d, err := r.in.toDtype(v)
	r.note(parameter, err)
	return d
}

// generator returns one with a seed, or the default one.
func (r *reader) generator(seed starlark.Value) *ivy.Generator {
	if !present(seed) {
		return r.in.env.DefaultGenerator()
	}
	n := r.int("seed", seed, 0)
	if r.err == nil && n < 0 {
		r.note("seed", wrong("%d, want 0 or more", n))
	}
	return r.in.env.NewGenerator(uint64(n))
}

// svd checks how singular values are computed, of which there is one way.
func (r *reader) svd(v starlark.Value) {
	if way := r.text("svd", v, "truncated_svd"); r.err == nil && way != "truncated_svd" {
		r.note("svd", wrong("%q, want \"truncated_svd\"", way))
	}
}

// start reads what iterations begin with: "svd", "random", or a core and its factors.
func (r *reader) start(o *decomposition.Options, init, seed starlark.Value) {
	generator := r.generator(seed)
	if list, ok := sequence(init); ok {
		if list.Len() != 2 {
			r.note("init", wrong("%d elements, want a core and its factors", list.Len()))
			return
		}
		o.Init = &decomposition.TuckerTensor{Core: r.array("init", list.Index(0)), Factors: r.arrays("init", list.Index(1))}
		return
	}
	switch way := r.text("init", init, "svd"); {
	case r.err != nil || way == "svd":
	case way == "random":
		o.Random = generator
	default:
		r.note("init", wrong("%q, want \"svd\", \"random\" or a core and its factors", way))
	}
}

// tuple returns arrays as a tuple.
func (in *interp) tuple(xs []*ivy.Array) starlark.Tuple {
	t := make(starlark.Tuple, len(xs))
	for i, x := range xs {
		t[i] = in.wrap(x)
	}
	return t
}

func (in *interp) tuckerTensor(t decomposition.TuckerTensor) starlark.Value {
	return &Results{name: "TuckerTensor", names: []string{"core", "factors"}, values: starlark.Tuple{in.wrap(t.Core), in.tuple(t.Factors)}}
}

// iterations are the arguments of tucker and partial_tucker that say how to iterate.
type iterations struct {
	most, init, svd, seed, mask, repeats, tolerance, verbose, errors starlark.Value
}

// options returns them as package decomposition has them, and whether the errors are to be returned.
func (i iterations) options(r *reader) (o decomposition.Options, errors bool) {
	r.svd(i.svd)
	r.start(&o, i.init, i.seed)
	o.Iterations = r.positive("n_iter_max", i.most, 100)
	o.Mask, o.MaskRepeats = r.optional("mask", i.mask), r.positive("svd_mask_repeats", i.repeats, 5)
	o.Tolerance = 1e-4
	if i.tolerance != nil {
		o.Tolerance = 0
		if i.tolerance != starlark.None {
			f, err := toFloat(i.tolerance)
			r.note("tol", err)
			o.Tolerance = f
		}
		if o.Tolerance == 0 { // all iterations are made
			o.Tolerance = -1
		}
	}
	r.bool("verbose", i.verbose, false) // nothing is printed
	return o, r.bool("return_errors", i.errors, false)
}

// iterated returns what f makes, with the errors if they are asked for.
func (in *interp) iterated(errors bool, f func() (decomposition.TuckerTensor, []float64)) (z starlark.Value, err error) {
	err = try(func() {
		t, off := f()
		z = in.tuckerTensor(t)
		if errors {
			list := make([]starlark.Value, len(off))
			for i, v := range off {
				list[i] = starlark.Float(v)
			}
			z = starlark.Tuple{z, starlark.NewList(list)}
		}
	})
	return z, err
}

// tucker is func(x, rank=None, *, fixed_factors=None, n_iter_max=100, init="svd", svd="truncated_svd", seed=None, mask=None,
// svd_mask_repeats=5, tol=0.0001, verbose=False, return_errors=False).
func (in *interp) tucker(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, rank, fixed starlark.Value
	var i iterations
	if err := unpack("ivy.tucker", args, kwargs, "x ? rank fixed_factors n_iter_max init svd seed mask svd_mask_repeats tol verbose return_errors",
		&x, &rank, &fixed, &i.most, &i.init, &i.svd, &i.seed, &i.mask, &i.repeats, &i.tolerance, &i.verbose, &i.errors); err != nil {
		return nil, err
	}
	r := &reader{in: in, name: "ivy.tucker"}
	a, ranks := r.array("x", x), r.ints("rank", rank)
	o, errors := i.options(r)
	o.Fixed = r.ints("fixed_factors", fixed)
	if r.err != nil {
		return nil, r.err
	}
	return in.iterated(errors, func() (decomposition.TuckerTensor, []float64) { return decomposition.Tucker(a, ranks, o) })
}

// partialTucker is func(x, rank=None, modes=None, *, n_iter_max=100, init="svd", svd="truncated_svd", seed=None, mask=None,
// svd_mask_repeats=5, tol=0.0001, verbose=False, return_errors=False).
func (in *interp) partialTucker(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, rank, modes starlark.Value
	var i iterations
	if err := unpack("ivy.partial_tucker", args, kwargs, "x ? rank modes n_iter_max init svd seed mask svd_mask_repeats tol verbose return_errors",
		&x, &rank, &modes, &i.most, &i.init, &i.svd, &i.seed, &i.mask, &i.repeats, &i.tolerance, &i.verbose, &i.errors); err != nil {
		return nil, err
	}
	r := &reader{in: in, name: "ivy.partial_tucker"}
	a, ranks, axes := r.array("x", x), r.ints("rank", rank), r.ints("modes", modes)
	o, errors := i.options(r)
	if r.err != nil {
		return nil, r.err
	}
	return in.iterated(errors, func() (decomposition.TuckerTensor, []float64) { return decomposition.PartialTucker(a, ranks, axes, o) })
}

// initializeTucker is func(x, rank, modes, *, init="svd", seed=None, svd="truncated_svd", non_negative=False, mask=None,
// svd_mask_repeats=5).
func (in *interp) initializeTucker(args starlark.Tuple, kwargs []starlark.Tuple) (z starlark.Value, err error) {
	var x, rank, modes, init, seed, svd, positive, mask, repeats starlark.Value
	if err := unpack("ivy.initialize_tucker", args, kwargs, "x rank modes ? init seed svd non_negative mask svd_mask_repeats",
		&x, &rank, &modes, &init, &seed, &svd, &positive, &mask, &repeats); err != nil {
		return nil, err
	}
	r := &reader{in: in, name: "ivy.initialize_tucker"}
	a, ranks, axes := r.array("x", x), r.ints("rank", rank), r.ints("modes", modes)
	var o decomposition.Options
	r.svd(svd)
	r.start(&o, init, seed)
	o.NonNegative = r.bool("non_negative", positive, false)
	o.Mask, o.MaskRepeats = r.optional("mask", mask), r.positive("svd_mask_repeats", repeats, 5)
	if r.err != nil {
		return nil, r.err
	}
	err = try(func() { z = in.tuckerTensor(decomposition.InitializeTucker(a, ranks, axes, o)) })
	return z, err
}

// tensorTrain is func(input_tensor, rank, *, svd="truncated_svd", verbose=False).
func (in *interp) tensorTrain(args starlark.Tuple, kwargs []starlark.Tuple) (z starlark.Value, err error) {
	var x, rank, svd, verbose starlark.Value
	if err := unpack("ivy.tensor_train", args, kwargs, "input_tensor rank ? svd verbose", &x, &rank, &svd, &verbose); err != nil {
		return nil, err
	}
	r := &reader{in: in, name: "ivy.tensor_train"}
	a, ranks := r.array("input_tensor", x), r.ints("rank", rank)
	r.svd(svd)
	r.bool("verbose", verbose, false)
	if r.err != nil {
		return nil, r.err
	}
	err = try(func() { z = in.tuple(decomposition.TensorTrain(a, ranks).Factors) })
	return z, err
}

// truncatedSVD is func(x, compute_uv=True, n_eigenvecs=None).
func (in *interp) truncatedSVD(args starlark.Tuple, kwargs []starlark.Tuple) (z starlark.Value, err error) {
	var x, vectors, n starlark.Value
	if err := unpack("ivy.truncated_svd", args, kwargs, "x ? compute_uv n_eigenvecs", &x, &vectors, &n); err != nil {
		return nil, err
	}
	r := &reader{in: in, name: "ivy.truncated_svd"}
	a, all, count := r.array("x", x), r.bool("compute_uv", vectors, true), 0
	if present(n) {
		count = r.positive("n_eigenvecs", n, 0)
	}
	if r.err != nil {
		return nil, r.err
	}
	err = try(func() {
		u, s, vh := decomposition.TruncatedSVD(a, count)
		if z = in.wrap(s); all {
			z = in.tuple([]*ivy.Array{u, s, vh})
		}
	})
	return z, err
}

// svdFlip is func(U, V, u_based_decision=True).
func (in *interp) svdFlip(args starlark.Tuple, kwargs []starlark.Tuple) (z starlark.Value, err error) {
	var u, v, byU starlark.Value
	if err := unpack("ivy.svd_flip", args, kwargs, "U V ? u_based_decision", &u, &v, &byU); err != nil {
		return nil, err
	}
	r := &reader{in: in, name: "ivy.svd_flip"}
	a, b, first := r.array("U", u), r.array("V", v), r.bool("u_based_decision", byU, true)
	if r.err != nil {
		return nil, r.err
	}
	err = try(func() {
		a, b := decomposition.SVDFlip(a, b, first)
		z = in.tuple([]*ivy.Array{a, b})
	})
	return z, err
}

// makeSVDNonNegative is func(x, U, S, V, *, nntype="nndsvd").
func (in *interp) makeSVDNonNegative(args starlark.Tuple, kwargs []starlark.Tuple) (z starlark.Value, err error) {
	var x, u, s, v, kind starlark.Value
	if err := unpack("ivy.make_svd_non_negative", args, kwargs, "x U S V ? nntype", &x, &u, &s, &v, &kind); err != nil {
		return nil, err
	}
	r := &reader{in: in, name: "ivy.make_svd_non_negative"}
	a, left, values, right := r.array("x", x), r.array("U", u), r.array("S", s), r.array("V", v)
	way := r.text("nntype", kind, decomposition.NNDSVD)
	if r.err != nil {
		return nil, r.err
	}
	err = try(func() {
		w, h := decomposition.MakeSVDNonNegative(a, left, values, right, way)
		z = in.tuple([]*ivy.Array{w, h})
	})
	return z, err
}

// ttMatrixToTensor is func(tt_matrix, *, out=None): of a list of factors, or of an array of them.
func (in *interp) ttMatrixToTensor(args starlark.Tuple, kwargs []starlark.Tuple) (z starlark.Value, err error) {
	var factors, out starlark.Value
	if err := unpack("ivy.tt_matrix_to_tensor", args, kwargs, "tt_matrix ? out", &factors, &out); err != nil {
		return nil, err
	}
	r := &reader{in: in, name: "ivy.tt_matrix_to_tensor"}
	var target *ivy.Array
	if present(out) {
		a, ok := out.(*array)
		if !ok {
			r.note("out", wrong("got %s, want an array", typeName(out)))
		} else {
			target = a.a
		}
	}
	xs := r.arrays("tt_matrix", factors)
	if r.err != nil {
		return nil, r.err
	}
	err = try(func() {
		x := decomposition.TTMatrixToTensor(xs)
		if z = in.wrap(x); target != nil {
			z = in.wrap(in.env.Reshape(x, x.Shape(), ivy.Out(target)))
		}
	})
	return z, err
}

// A drawing is the arguments that random tensors have in common.
type drawing struct{ dtype, full, seed starlark.Value }

// read returns the options, the generator, and whether the factors are to be multiplied out.
func (d drawing) read(r *reader) (o decomposition.RandomOptions, g *ivy.Generator, full bool) {
	return decomposition.RandomOptions{Dtype: r.dtype("dtype", d.dtype)}, r.generator(d.seed), r.bool("full", d.full, false)
}

// randomTucker is func(shape, rank, *, dtype=None, full=False, orthogonal=False, seed=None, non_negative=False).
func (in *interp) randomTucker(args starlark.Tuple, kwargs []starlark.Tuple) (z starlark.Value, err error) {
	var shape, rank, orthogonal, positive starlark.Value
	var d drawing
	if err := unpack("ivy.random_tucker", args, kwargs, "shape rank ? dtype full orthogonal seed non_negative", &shape, &rank, &d.dtype, &d.full, &orthogonal, &d.seed, &positive); err != nil {
		return nil, err
	}
	r := &reader{in: in, name: "ivy.random_tucker"}
	dims, ranks := r.ints("shape", shape), r.ints("rank", rank)
	o, g, full := d.read(r)
	o.Orthogonal, o.NonNegative = r.bool("orthogonal", orthogonal, false), r.bool("non_negative", positive, false)
	if r.err != nil {
		return nil, r.err
	}
	err = try(func() {
		t := decomposition.RandomTucker(g, dims, ranks, o)
		if z = in.tuckerTensor(t); full {
			z = in.wrap(t.Array())
		}
	})
	return z, err
}

// randomCP is func(shape, rank, *, dtype=None, full=False, orthogonal=False, seed=None, normalise_factors=True).
func (in *interp) randomCP(args starlark.Tuple, kwargs []starlark.Tuple) (z starlark.Value, err error) {
	var shape, rank, orthogonal, normal starlark.Value
	var d drawing
	if err := unpack("ivy.random_cp", args, kwargs, "shape rank ? dtype full orthogonal seed normalise_factors", &shape, &rank, &d.dtype, &d.full, &orthogonal, &d.seed, &normal); err != nil {
		return nil, err
	}
	r := &reader{in: in, name: "ivy.random_cp"}
	dims, terms := r.ints("shape", shape), r.int("rank", rank, 0)
	o, g, full := d.read(r)
	o.Orthogonal, o.Raw = r.bool("orthogonal", orthogonal, false), !r.bool("normalise_factors", normal, true)
	if r.err != nil {
		return nil, r.err
	}
	err = try(func() {
		t := decomposition.RandomCP(g, dims, terms, o)
		if full {
			z = in.wrap(t.Array())
			return
		}
		z = &Results{name: "CPTensor", names: []string{"weights", "factors"}, values: starlark.Tuple{in.wrap(t.Weights), in.tuple(t.Factors)}}
	})
	return z, err
}

// randomTT is func(shape, rank, *, full=False, dtype=None, seed=None).
func (in *interp) randomTT(args starlark.Tuple, kwargs []starlark.Tuple) (z starlark.Value, err error) {
	var shape, rank starlark.Value
	var d drawing
	if err := unpack("ivy.random_tt", args, kwargs, "shape rank ? full dtype seed", &shape, &rank, &d.full, &d.dtype, &d.seed); err != nil {
		return nil, err
	}
	r := &reader{in: in, name: "ivy.random_tt"}
	dims, ranks := r.ints("shape", shape), r.ints("rank", rank)
	o, g, full := d.read(r)
	if r.err != nil {
		return nil, r.err
	}
	err = try(func() {
		t := decomposition.RandomTT(g, dims, ranks, o)
		if z = in.tuple(t.Factors); full {
			z = in.wrap(t.Array())
		}
	})
	return z, err
}

// randomTR is func(shape, rank, *, dtype=None, full=False, seed=None).
func (in *interp) randomTR(args starlark.Tuple, kwargs []starlark.Tuple) (z starlark.Value, err error) {
	var shape, rank starlark.Value
	var d drawing
	if err := unpack("ivy.random_tr", args, kwargs, "shape rank ? dtype full seed", &shape, &rank, &d.dtype, &d.full, &d.seed); err != nil {
		return nil, err
	}
	r := &reader{in: in, name: "ivy.random_tr"}
	dims, ranks := r.ints("shape", shape), r.ints("rank", rank)
	o, g, full := d.read(r)
	if r.err != nil {
		return nil, r.err
	}
	err = try(func() {
		t := decomposition.RandomTR(g, dims, ranks, o)
		if z = in.tuple(t.Factors); full {
			z = in.wrap(t.Array())
		}
	})
	return z, err
}

// randomParafac2 is func(shapes, rank, *, dtype=None, full=False, seed=None, normalise_factors=True): shapes are pairs.
func (in *interp) randomParafac2(args starlark.Tuple, kwargs []starlark.Tuple) (z starlark.Value, err error) {
	var shapes, rank, normal starlark.Value
	var d drawing
	if err := unpack("ivy.random_parafac2", args, kwargs, "shapes rank ? dtype full seed normalise_factors", &shapes, &rank, &d.dtype, &d.full, &d.seed, &normal); err != nil {
		return nil, err
	}
	r := &reader{in: in, name: "ivy.random_parafac2"}
	var dims [][2]int
	list, err := in.elements(shapes)
	r.note("shapes", err)
	for _, v := range list {
		n := r.ints("shapes", v)
		if r.err == nil && len(n) != 2 {
			r.note("shapes", wrong("%d numbers, want pairs", len(n)))
		}
		if r.err != nil {
			return nil, r.err
		}
		dims = append(dims, [2]int(n))
	}
	terms := r.int("rank", rank, 0)
	o, g, full := d.read(r)
	o.Raw = !r.bool("normalise_factors", normal, true)
	if r.err != nil {
		return nil, r.err
	}
	err = try(func() {
		t := decomposition.RandomParafac2(g, dims, terms, o)
		if full {
			z = in.wrap(t.Array())
			return
		}
		z = &Results{name: "Parafac2Tensor", names: []string{"weights", "factors", "projections"},
			values: starlark.Tuple{in.wrap(t.Weights), in.tuple(t.Factors[:]), in.tuple(t.Projections)}}
	})
	return z, err
}
