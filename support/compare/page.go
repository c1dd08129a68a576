package compare

import (
	"html/template"
	"image/color"
)

var colour = color.RGBA{R: 0x1f, G: 0x5f, B: 0xa8, A: 0xff}

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"shape": shapeText, "seconds": duration,
	"short": func(n Number) string { return short(float64(n)) },
	"units": func(n Number) string { return units(float64(n)) },
}).Parse(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{{.Program}}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 1150px; padding: 0 1em; color: #1b1b1b; }
h1 { font-size: 1.4em; } h2 { font-size: 1.1em; margin: 2em 0 .3em; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { padding: .25em .8em; text-align: left; border-bottom: 1px solid #ddd; white-space: nowrap; }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
.bad { color: #b00020; font-weight: 600; } .good { color: #1a7f37; font-weight: 600; }
.plots { display: flex; flex-wrap: wrap; gap: 1em; } .plots svg { max-width: 100%; height: auto; }
.remark { color: #555; margin: .2em 0; white-space: pre-wrap; }
</style>
</head>
<body>
<h1>{{.Program}}, against {{.Reference}}</h1>
<p class="{{if .OK}}good{{else}}bad{{end}}">{{.Verdict}}</p>
<table>
<tr><th>{{.Word}}</th><th>version</th><th>time, median of {{.Runs}}</th></tr>
{{range .Backends}}<tr><td>{{.Name}}</td><td>{{.Version}}</td><td class="n">{{if .Error}}<span class="bad">{{.Error}}</span>{{else}}{{seconds .Seconds}}{{end}}</td></tr>
{{end}}</table>
<table>
<tr><th>result</th><th>{{.Word}}</th><th>shape</th><th>dtype</th><th>max abs</th><th>max rel</th><th>max ulp</th><th>tolerance</th><th>time</th><th></th></tr>
{{range .Sections}}<tr><td>{{.Name}}</td><td>{{.Backend}}</td>
<td>{{if or .IsError (eq .Dtype "text" "none")}}–{{else}}{{shape .Shape}}{{if and .Against (not .ShapeEqual)}}, want {{shape .WantShape}}{{end}}{{end}}</td>
<td>{{.Type}}{{if and .Against (not .DtypeEqual)}}, want {{.WantType}}{{end}}</td>
{{if and .Compared (ne .Dtype "text")}}<td class="n">{{short .MaxAbs}}</td><td class="n">{{short .MaxRel}}</td><td class="n">{{units .MaxULP}}</td><td>{{.Tolerance}}</td>{{else}}<td class="n">–</td><td class="n">–</td><td class="n">–</td><td>–</td>{{end}}
<td class="n">{{seconds .Seconds}}</td><td>{{if not .OK}}<span class="bad">differs</span>{{else if .Against}}<span class="good">ok</span>{{end}}</td></tr>
{{end}}</table>
{{range .Sections}}{{if or .Remarks .Histogram}}<h2>{{.Name}} on {{.Backend}}</h2>
{{range .Remarks}}<p class="remark">{{.}}</p>
{{end}}{{if .Histogram}}<div class="plots">{{.Histogram}}{{.Profile}}</div>{{end}}
{{end}}{{end}}</body>
</html>
`))
