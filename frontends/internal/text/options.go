package text

import (
	"math"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/internal/format"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// NumPyOf returns the options with which a namespace prints as NumPy does.
func NumPyOf(n *frontend.Namespace) NumPy {
	if o, ok := n.PrintOptions().(NumPy); ok {
		return o
	}
	return NumPyDefaults()
}

// signs and modes are the options of those names, by the texts that NumPy has for them.
var (
	signs = map[string]format.Sign{"-": format.SignNegative, "+": format.SignAlways, " ": format.SignSpace}
	modes = map[string]format.FloatMode{"fixed": format.Fixed, "unique": format.Unique, "maxprec": format.MaxPrec, "maxprec_equal": format.MaxPrecEqual}
)

// nameOf returns the text that stands for an option.
func nameOf[T comparable](m map[string]T, v T) string {
	for name, w := range m {
		if v == w {
			return name
		}
	}
	return ""
}

// Shown returns how many elements are printed of an array of that size.
func (o NumPy) Shown(size int) int {
	if size > o.Threshold {
		return 0
	}
	return size
}

// Shown returns how many elements are printed of a tensor of that size.
func (o Torch) Shown(size int) int {
	if float64(size) > o.Threshold {
		return 0
	}
	return size
}

// TorchOf returns the options with which a namespace prints as PyTorch does.
func TorchOf(n *frontend.Namespace) Torch {
	if o, ok := n.PrintOptions().(Torch); ok {
		return o
	}
	return TorchDefaults()
}

// number reads an option that is a number, if it is given. PyTorch takes whatever it gets, and
// fails when it prints.
func (o *Torch) number(c *frontend.Call, name string, to *float64) {
	if !c.Has(name) {
		return
	}
	v := c.Arg(name)
	if _, isList := frontend.Sequence(v); !isList {
		if x, err := c.Namespace.Operand(v); err == nil {
			switch {
			case x.A == nil && x.Value.Kind != dtype.KindComplex:
				*to = x.Value.Float64()
				return
			case x.A != nil && x.A.V.Size() == 1 && !x.A.V.Dtype().IsComplex():
				*to = ivy.Item[float64](c.Env().Astype(c.Env().Reshape(x.A.V, nil), dtype.Float64))
				return
			}
		}
	}
	o.Wrong = "the print option " + name + " is " + c.Shown(v) + ", no number"
}

// TorchRows are PyTorch's functions that set how tensors are printed.
func TorchRows() []frontend.Func {
	return []frontend.Func{{Path: "set_printoptions", Sig: "precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None", Out: frontend.None,
		Run: func(c *frontend.Call) any {
			o := TorchOf(c.Namespace)
			switch c.Arg("profile") {
			case "default":
				o = TorchDefaults()
			case "short":
				o = TorchDefaults()
				o.Precision, o.EdgeItems = 2, 2
			case "full":
				o = TorchDefaults()
				o.Threshold = math.Inf(1)
			}
			o.Wrong = ""
			threshold := o.Threshold
			for _, p := range []struct {
				name string
				to   *int
			}{{"precision", &o.Precision}, {"edgeitems", &o.EdgeItems}, {"linewidth", &o.LineWidth}} {
				n := float64(*p.to)
				o.number(c, p.name, &n)
				switch {
				case p.name == "precision" && n < 0:
					o.Wrong = "the print option precision is negative"
				case p.name == "precision" && n > most: // PyTorch says so when it prints
					c.Raise("ValueError", "precision too big")
				}
				*p.to = int(min(max(n, 0), most))
			}
			o.number(c, "threshold", &threshold)
			o.Threshold = threshold
			o.Scientific = nil
			if c.Has("sci_mode") {
				n := 0.0
				o.number(c, "sci_mode", &n)
				on := n != 0
				o.Scientific = &on
			}
			c.SetPrintOptions(o)
			return nil
		}}}
}
