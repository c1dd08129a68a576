package text

import (
	"math"
	"strconv"
	"strings"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// Torch are the print options of PyTorch.
type Torch struct {
	Precision  int
	Threshold  float64 // tensors of more elements are summarised
	EdgeItems  int
	LineWidth  int
	Scientific *bool  // nil lets each tensor decide
	Wrong      string // what is wrong with an option; "" if nothing is
}

// TorchDefaults returns the options that PyTorch starts with.
func TorchDefaults() Torch { return Torch{Precision: 4, Threshold: 1000, EdgeItems: 3, LineWidth: 80} }

// Tensor returns a tensor as PyTorch's repr and str do: "tensor([1., 2.])". name is its
// dtype's, and float the default dtype, of which tensors do not say it.
func (o Torch) Tensor(x *ivy.Array, name string, float dtype.Dtype) string {
	const prefix = "tensor("
	if o.Wrong != "" {
		return prefix + o.Wrong + ")"
	}
	if !x.HasElements() {
		return prefix + x.String() + ")"
	}
	var suffixes []string
	if d := string(x.Device()); d != "cpu" {
		suffixes = append(suffixes, "device='"+d+"'")
	}
	d, shape := x.Dtype(), x.Shape()
	text := "[]"
	if x.Size() == 0 {
		if len(shape) != 1 {
			suffixes = append(suffixes, "size="+Tuple(shape))
		}
		if name != float.String() {
			suffixes = append(suffixes, "dtype=torch."+name)
		}
	} else {
		if o.EdgeItems == 0 {
			suffixes = append(suffixes, "size="+Tuple(shape))
		}
		if d != dtype.Int64 && d != dtype.Bool && name != float.String() && name != float.WithComplex().String() {
			suffixes = append(suffixes, "dtype=torch."+name)
		}
		text = o.elements(x, len(prefix))
	}
	var b strings.Builder
	b.WriteString(prefix + text)
	last := b.Len() - strings.LastIndexByte(prefix+text, '\n') + 1
	for _, s := range suffixes {
		if last+len(s)+2 > o.LineWidth {
			b.WriteString(",\n" + strings.Repeat(" ", len(prefix)) + s)
			last = len(prefix) + len(s)
		} else {
			b.WriteString(", " + s)
			last += len(s) + 2
		}
	}
	b.WriteByte(')')
	return b.String()
}

// A tensorPrinter lays out the elements of one tensor.
type tensorPrinter struct {
	Torch
	*elements
	summarise bool
	word      func(i int) string // the text of the i-th element that is here
	width     int                // of most elements' texts
}

func (o Torch) elements(x *ivy.Array, indent int) string {
	p := &tensorPrinter{Torch: o, summarise: float64(x.Size()) > o.Threshold}
	p.elements = elementsOf(x, p.summarise, o.EdgeItems)
	switch {
	case p.floats != nil:
		f := o.form(p.floats)
		p.width, p.word = f.width, func(i int) string { return f.text(p.floats[i]) }
	case p.complexs != nil:
		re, im := make([]float64, len(p.complexs)), make([]float64, len(p.complexs))
		for i, c := range p.complexs {
			re[i], im[i] = real(c), imag(c)
		}
		first, second := o.form(re), o.form(im)
		p.width = first.width + second.width + 1
		p.word = func(i int) string {
			text := strings.TrimLeft(second.text(im[i]), " ") + "j"
			if text[0] != '-' {
				text = "+" + text
			}
			return first.text(re[i]) + text
		}
	default:
		p.width = 1
		n := 1
		for _, m := range p.shape {
			n *= m
		}
		for i := range n {
			p.width = max(p.width, len(p.python(i)))
		}
		p.word = func(i int) string { return padLeft(p.python(i), p.width) }
	}
	text, _ := p.write(0, 0, indent)
	return text
}

// write returns the text of the sub-array whose elements begin at i, and where they end.
func (p *tensorPrinter) write(axis, i, indent int) (text string, end int) {
	if axis == len(p.full) {
		return p.word(i), i + 1
	}
	cut := p.summarise && p.full[axis] > 2*p.EdgeItems
	n := p.shape[axis]
	if axis == len(p.full)-1 {
		var words []string
		ellipsis := " ..."
		if p.EdgeItems == 0 && p.summarise {
			cut, ellipsis, n = true, "...", 0
		}
		for k := range n {
			if cut && k == p.EdgeItems {
				words = append(words, ellipsis)
			}
			words = append(words, p.word(i+k))
		}
		if cut && n == 0 {
			words = append(words, ellipsis)
		}
		perLine := max(1, (p.LineWidth-indent)/(p.width+2))
		var lines []string
		for ; len(words) > perLine; words = words[perLine:] {
			lines = append(lines, strings.Join(words[:perLine], ", "))
		}
		lines = append(lines, strings.Join(words, ", "))
		return "[" + strings.Join(lines, ",\n"+strings.Repeat(" ", indent+1)) + "]", i + n
	}
	var parts []string
	for k := range n {
		if cut && k == p.EdgeItems {
			parts = append(parts, "...")
		}
		text, i = p.write(axis+1, i, indent+1)
		parts = append(parts, text)
	}
	if cut && n == 0 {
		parts = append(parts, "...")
	}
	return "[" + strings.Join(parts, ","+strings.Repeat("\n", len(p.full)-axis-1)+strings.Repeat(" ", indent+1)) + "]", i
}

// floatForm is the common form of the floats of a tensor.
type floatForm struct {
	integers, scientific bool
	precision, width     int
}

func (o Torch) form(values []float64) floatForm {
	f := floatForm{integers: true, precision: o.Precision, width: 1}
	least, most := math.Inf(1), 0.0
	for _, v := range values {
		a := math.Abs(v)
		if a == 0 || v != v || math.IsInf(v, 0) {
			continue
		}
		least, most = min(least, a), max(most, a)
		f.integers = f.integers && v == math.Trunc(v)
	}
	if most == 0 {
		return f
	}
	f.scientific = most/least > 1000 || most > 1e8 || least < 1e-4
	if o.Scientific != nil {
		f.scientific = *o.Scientific
	}
	width := 0
	for _, v := range values {
		if v != 0 && v == v && !math.IsInf(v, 0) {
			width = max(width, len(f.bare(v)))
		}
	}
	f.width = max(f.width, width)
	return f
}

// bare returns the text of a float without padding.
func (f floatForm) bare(v float64) string {
	switch {
	case v != v:
		return "nan"
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	case f.scientific:
		return strconv.FormatFloat(v, 'e', f.precision, 64)
	case f.integers:
		return strconv.FormatFloat(v, 'f', 0, 64) + "."
	}
	return strconv.FormatFloat(v, 'f', f.precision, 64)
}

func (f floatForm) text(v float64) string { return padLeft(f.bare(v), f.width) }

func padLeft(text string, width int) string {
	return strings.Repeat(" ", max(width-len(text), 0)) + text
}
