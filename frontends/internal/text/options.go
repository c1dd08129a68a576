package text

import (
	"math"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/internal/format"
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

// TorchRows are PyTorch's functions that set how tensors are printed.
func TorchRows() []frontend.Func {
	return []frontend.Func{{Path: "set_printoptions", Sig: "precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None", Out: frontend.None,
		Doc: "How tensors are printed from now on.", Run: func(c *frontend.Call) any {
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
			for name, to := range map[string]*int{"precision": &o.Precision, "edgeitems": &o.EdgeItems, "linewidth": &o.LineWidth} {
				if c.Has(name) {
					*to = count(c, name)
				}
			}
			if c.Has("threshold") {
				o.Threshold = c.Float("threshold")
			}
			o.Scientific = nil
			if c.Has("sci_mode") {
				on := c.Bool("sci_mode")
				o.Scientific = &on
			}
			c.SetPrintOptions(o)
			return nil
		}}}
}
