package compare

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// WriteHTML writes the report as one page that needs nothing else: the tables, and for
// each result that was compared the histogram of its differences and where they are.
func (r *Report) WriteHTML(w io.Writer) error {
	type section struct {
		*Result
		Histogram, Profile template.HTML
		Remarks            []string
	}
	page := struct {
		*Report
		Verdict  string
		OK       bool
		Sections []section
	}{Report: r, OK: true, Verdict: fmt.Sprintf("All %d results agree.", r.compared())}
	if err := r.Err(); err != nil {
		page.OK, page.Verdict = false, err.Error()+"."
	} else if r.compared() == 0 {
		page.Verdict = "Nothing to compare with."
	}
	for i := range r.Results {
		s := section{Result: &r.Results[i], Remarks: r.Results[i].remarks()}
		if s.Compared && s.Dtype != "text" && s.Elements > 1 {
			var err error
			if s.Histogram, err = histogramPlot(&s.Result.Histogram); err != nil {
				return err
			}
			if s.Profile, err = profilePlot(s.Result); err != nil {
				return err
			}
		}
		page.Sections = append(page.Sections, s)
	}
	return pageTemplate.Execute(w, page)
}

const plotWidth, plotHeight = 14 * vg.Centimeter, 7 * vg.Centimeter

// svg draws a plot.
func svg(p *plot.Plot) (template.HTML, error) {
	to, err := p.WriterTo(plotWidth, plotHeight, "svg")
	if err != nil {
		return "", err
	}
	if _, ok := to.(*vgsvg.Canvas); !ok {
		return "", fmt.Errorf("compare: a plot is drawn on a %T", to)
	}
	var b bytes.Buffer
	if _, err := to.WriteTo(&b); err != nil {
		return "", err
	}
	text := b.Bytes()
	if i := bytes.Index(text, []byte("<svg")); i > 0 { // without the XML header
		text = text[i:]
	}
	return template.HTML(text), nil //nolint:gosec // drawn from numbers alone
}

func histogramPlot(h *Histogram) (template.HTML, error) {
	p := plot.New()
	p.Title.Text = "How many elements differ by how much"
	p.Y.Label.Text = "elements"
	p.X.Label.Text = "|difference|"
	labels := []string{"0"}
	counts := plotter.Values{float64(h.Equal)}
	decades := make([]int, 0, len(h.Decades))
	for k := range h.Decades {
		decades = append(decades, k)
	}
	slices.Sort(decades)
	if n := len(decades); n > 0 {
		const most = 24 // bars that the width has room for
		for k := max(decades[0], decades[n-1]-most+1); k <= decades[n-1]; k++ {
			labels, counts = append(labels, "1e"+strconv.Itoa(k)), append(counts, float64(h.Decades[k]))
		}
	}
	if h.Special > 0 {
		labels, counts = append(labels, "NaN, ∞"), append(counts, float64(h.Special))
	}
	bars, err := plotter.NewBarChart(counts, vg.Points(max(6, 200/float64(len(counts)))))
	if err != nil {
		return "", err
	}
	bars.Color = colour
	bars.LineStyle.Width = 0
	p.Add(bars)
	p.NominalX(labels...)
	p.Y.Min = 0
	return svg(p)
}

func profilePlot(r *Result) (template.HTML, error) {
	p := plot.New()
	p.Title.Text = "Where"
	p.X.Label.Text = "index in the flattened result"
	p.Y.Label.Text = "largest |difference|"
	points := make(plotter.XYs, len(r.Profile))
	for i, d := range r.Profile {
		points[i].X = float64(i) * float64(r.Elements) / float64(len(r.Profile))
		points[i].Y = min(d, math.MaxFloat64/4)
	}
	line, err := plotter.NewLine(points)
	if err != nil {
		return "", err
	}
	line.Color = colour
	p.Add(line, plotter.NewGrid())
	p.Y.Min = 0
	if float64(r.MaxAbs) == 0 {
		p.Y.Max = 1
	}
	return svg(p)
}
