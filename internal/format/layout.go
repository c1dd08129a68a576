package format

import (
	"bytes"
	"strconv"
	"unicode"
	"unicode/utf8"
)

const ellipsis = "..."

// A printer lays out one array. It goes over the elements it shows twice, in the
// same order: collect hands their indices to words, write asks words for the texts.
type printer struct {
	shape     []int
	separator string
	lineEnd   string // separator without trailing space
	edge      int
	last      int // elements after the ellipsis beyond edge
	summarise bool
	numpy113  bool
	words     words
	next      int // which of the collected elements is written next
	line, out []byte
}

// ends returns how many elements of an axis are shown before and after the
// ellipsis. Without one all are shown after it.
func (p *printer) ends(axis int) (lead, trail int, cut bool) {
	n := p.shape[axis]
	if p.summarise && p.edge < n-p.edge {
		return p.edge, p.edge + p.last, true
	}
	return 0, n, false
}

func (p *printer) collect(axis, index int) {
	if axis == len(p.shape) {
		p.words.add(index)
		return
	}
	n := p.shape[axis]
	lead, trail, _ := p.ends(axis)
	for i := range lead {
		p.collect(axis+1, index*n+i)
	}
	for i := n - trail; i < n; i++ {
		p.collect(axis+1, index*n+i)
	}
}

// collectHidden adds elements that are not written, behind those that are: without edge
// items NumPy 2.0 measures those that are none of the first, or none of the last, skip of
// an axis.
func (p *printer) collectHidden(axis, index, skip int) {
	if axis == len(p.shape) {
		p.words.add(index)
		return
	}
	n := p.shape[axis]
	for i := range n {
		if i < n-skip || i >= skip {
			p.collectHidden(axis+1, index*n+i, skip)
		}
	}
}

func (p *printer) word(dst []byte) []byte {
	p.next++
	return p.words.append(dst, p.next-1)
}

// write appends the text of the sub-array that comes next. Its first line begins
// after indent columns, its lines end before column width.
func (p *printer) write(axis, indent, width int) {
	switch len(p.shape) - axis {
	case 0:
		p.out = p.word(p.out)
		return
	case 1:
		p.row(indent, width)
		return
	}
	lead, trail, cut := p.ends(axis)
	p.out = append(p.out, '[')
	inner := width - len("]")
	if p.numpy113 {
		inner = width
	}
	first, afterCut := true, false
	begin := func() {
		switch {
		case first:
		case afterCut && p.numpy113:
			p.out = append(p.out, ", \n"...)
			p.out = appendRepeat(p.out, ' ', indent)
		default:
			p.out = append(p.out, p.lineEnd...)
			p.out = appendRepeat(p.out, '\n', len(p.shape)-axis-1)
			p.out = appendRepeat(p.out, ' ', indent)
		}
		first, afterCut = false, false
	}
	for range lead {
		begin()
		p.write(axis+1, indent+1, inner)
	}
	if cut {
		begin()
		p.out = append(p.out, ellipsis...)
		afterCut = true
	}
	for range trail {
		begin()
		p.write(axis+1, indent+1, inner)
	}
	p.out = append(p.out, ']')
}

// row appends the elements of a last axis, wrapped before column width.
func (p *printer) row(indent, width int) {
	lead, trail, cut := p.ends(len(p.shape) - 1)
	lastWidth := width
	if p.numpy113 {
		width -= utf8.RuneCountInString(p.lineEnd)
	} else {
		width -= max(utf8.RuneCountInString(p.lineEnd), len("]"))
		lastWidth = width
	}
	separatorWidth := utf8.RuneCountInString(p.separator)
	p.out = append(p.out, '[')
	// line is the current line without its indentation, column where it ends.
	line, column := p.line[:0], indent
	total := lead + trail
	if cut {
		total++
	}
	for i := range total {
		start := len(line)
		if cut && i == lead {
			line = append(line, ellipsis...)
		} else {
			line = p.word(line)
		}
		n := len(line) - start // words are ASCII
		if i == total-1 {
			width = lastWidth
		}
		// A line with no element on it is not wrapped, which would not help; NumPy 1.13
		// leaves a space there.
		if p.numpy113 && start == 0 && column == indent && column+n > width {
			p.out = append(p.out, ' ')
		}
		if column > indent && column+n > width {
			p.out = append(p.out, bytes.TrimRightFunc(line[:start], unicode.IsSpace)...)
			p.out = append(p.out, '\n')
			p.out = appendRepeat(p.out, ' ', indent)
			line = append(line[:0], line[start:]...)
			column = indent
		}
		column += n
		switch {
		case i == total-1:
		case p.numpy113 && cut && i == lead:
			line = append(line, ", "...)
			column += len(", ")
		default:
			line = append(line, p.separator...)
			column += separatorWidth
		}
	}
	p.out = append(p.out, line...)
	p.out = append(p.out, ']')
	p.line = line
}

func appendRepeat(dst []byte, c byte, n int) []byte {
	for range n {
		dst = append(dst, c)
	}
	return dst
}

// shapeText returns a shape as Python writes a tuple: "(3,)", "(2, 3)".
func shapeText(shape []int) string {
	b := []byte{'('}
	for i, n := range shape {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	if len(shape) == 1 {
		b = append(b, ',')
	}
	return string(append(b, ')'))
}
