package bench

import (
	"bytes"
	"errors"
	"fmt"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// ChartFormat returns the format of a chart's file: svg or png.
func ChartFormat(path string) (string, error) {
	switch format := strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), "."); format {
	case "svg", "png":
		return format, nil
	}
	return "", fmt.Errorf("a chart is a file .svg or .png, not %q", path)
}

// WriteChart draws the report into a file, .svg or .png: for each workload the time of
// every side over that of the first, on a logarithmic scale, with its quartiles; a panel for
// each number of threads.
func (r *Report) WriteChart(path string) error {
	format, err := ChartFormat(path)
	if err != nil {
		return err
	}
	var panels []*plot.Plot
	most := 0
	for _, threads := range r.Threads {
		p, rows, err := r.panel(threads)
		if err != nil {
			return fmt.Errorf("bench: the chart: %w", err)
		}
		if p != nil {
			panels, most = append(panels, p), max(most, rows)
		}
	}
	if len(panels) == 0 {
		return errors.New("bench: no times for a chart")
	}
	width := vg.Length(len(panels)) * 22 * vg.Centimeter
	height := vg.Length(most)*0.5*vg.Centimeter + 4*vg.Centimeter
	canvas, err := draw.NewFormattedCanvas(width, height, format)
	if err != nil {
		return fmt.Errorf("bench: the chart: %w", err)
	}
	area := draw.NewCanvas(canvas, width, height)
	tiles := draw.Tiles{Rows: 1, Cols: len(panels), PadX: 1 * vg.Centimeter, PadTop: 3 * vg.Millimeter, PadBottom: 3 * vg.Millimeter, PadLeft: 3 * vg.Millimeter, PadRight: 3 * vg.Millimeter}
	for i, c := range plot.Align([][]*plot.Plot{panels}, tiles, area)[0] {
		panels[i].Draw(c)
	}
	var data bytes.Buffer
	if _, err := canvas.WriteTo(&data); err != nil {
		return fmt.Errorf("bench: the chart: %w", err)
	}
	if err := os.WriteFile(path, data.Bytes(), 0o666); err != nil { //nolint:gosec // others may read it
		return fmt.Errorf("bench: the chart: %w", err)
	}
	return nil
}

// colours of sides, in their order: those of Okabe and Ito, which all can tell apart.
var colours = []color.Color{
	color.RGBA{A: 0xff},
	color.RGBA{0x00, 0x72, 0xb2, 0xff}, color.RGBA{0xe6, 0x9f, 0x00, 0xff}, color.RGBA{0x56, 0xb4, 0xe9, 0xff}, color.RGBA{0xd5, 0x5e, 0x00, 0xff},
	color.RGBA{0x00, 0x9e, 0x73, 0xff}, color.RGBA{0xcc, 0x79, 0xa7, 0xff}, color.RGBA{0x80, 0x80, 0x80, 0xff}, color.RGBA{0xb0, 0xa0, 0x10, 0xff},
}

// panel draws the rows of so many threads; nil if there are none with times.
func (r *Report) panel(threads int) (p *plot.Plot, rows int, err error) {
	if len(r.Sides) == 0 {
		return nil, 0, nil
	}
	first := r.Sides[0].Name
	points := make([]quartilePoints, len(r.Sides))
	var labels []plot.Tick
	table := ""
	for _, row := range r.Rows {
		base := row.time(first)
		if row.Threads != threads || base == nil {
			continue
		}
		if row.Table != table { // a line for its name
			table = row.Table
			labels = append(labels, plot.Tick{Value: -float64(rows), Label: strings.ToUpper(table)})
			rows++
		}
		y := -float64(rows)
		labels = append(labels, plot.Tick{Value: y, Label: row.Title})
		rows++
		for i, s := range r.Sides {
			if t := row.time(s.Name); t != nil {
				points[i].add(t, base, y)
			}
		}
	}
	if rows == 0 {
		return nil, 0, nil
	}
	p = plot.New()
	p.Title.Text = fmt.Sprintf("%s, %s", r.Machine.Processor, threadsText(threads))
	p.X.Label.Text = "time over that of goivy " + r.Sides[0].Title + " (to the right: slower)"
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, powersOfTwo{}
	p.Y.Tick.Marker = plot.ConstantTicks(labels)
	p.Y.Min, p.Y.Max = -float64(rows), float64(len(r.Sides)+1) // room for the legend
	p.Y.Tick.Label.Font.Size, p.X.Tick.Label.Font.Size = 8, 8
	p.Legend.Top, p.Legend.Left = true, false
	p.Add(plotter.NewGrid())
	for i, s := range r.Sides {
		if len(points[i].XYs) == 0 {
			continue
		}
		marks, err := plotter.NewScatter(points[i].XYs)
		if err != nil {
			return nil, 0, err
		}
		bars, err := plotter.NewXErrorBars(&points[i])
		if err != nil {
			return nil, 0, err
		}
		c := colours[i%len(colours)]
		marks.Color, bars.Color, marks.Radius = c, c, 3
		bars.CapWidth = 3
		name := s.Title
		if s.Ours {
			marks.Shape, name = draw.CircleGlyph{}, "goivy "+name
		} else {
			marks.Shape = draw.PyramidGlyph{}
		}
		p.Add(bars, marks)
		p.Legend.Add(name, marks)
	}
	return p, rows, nil
}

// quartilePoints are points whose x have quartiles.
type quartilePoints struct {
	plotter.XYs
	plotter.XErrors
}

func (q *quartilePoints) add(t, base *Time, y float64) {
	x := t.Median / base.Median
	q.XYs = append(q.XYs, plotter.XY{X: x, Y: y})
	q.XErrors = append(q.XErrors, struct{ Low, High float64 }{x - t.Q1/base.Median, t.Q3/base.Median - x})
}

// powersOfTwo marks an axis with a logarithmic scale.
type powersOfTwo struct{}

func (powersOfTwo) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	step := max(1, int(math.Ceil(math.Log2(high/low)/12)))
	for k := int(math.Floor(math.Log2(low))); k <= int(math.Ceil(math.Log2(high))); k++ {
		v := math.Exp2(float64(k))
		if v < low || v > high || k%step != 0 {
			continue
		}
		label := strconv.Itoa(1 << max(k, 0))
		if k < 0 {
			label = "1/" + strconv.Itoa(1<<-k)
		}
		ticks = append(ticks, plot.Tick{Value: v, Label: label})
	}
	return slices.Clip(ticks)
}
