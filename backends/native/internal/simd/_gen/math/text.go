package main

import (
	"io"
	"text/template"
)

func render(w io.Writer, text string, values map[string]any) {
	if err := template.Must(template.New("").Parse(text)).Execute(w, values); err != nil {
		panic(err)
	}
}

const unaryText = `
//go:noescape
func {{.lower}}Wide(dst, x *{{.typ}}, n int)

//go:noescape
func {{.lower}}Narrow(dst, x *{{.typ}}, n int)

//go:noinline
func {{.lower}}Block(dst, x []{{.typ}}) {
{{if .fast}}	var left [mathBlock / 4]uint16
{{end}}	if AVX512 {
{{if .fast}}		if {{.lower}}Fast(&dst[0], &x[0], len(x), &left[0]) != 0 {
			{{.lower}}Rest(dst, x, &left)
		}
{{else}}		{{.lower}}Wide(&dst[0], &x[0], len(x))
{{end}}		return
	}
	n := len(x) &^ ({{.group}} - 1)
	if n > 0 {
		{{.lower}}Narrow(&dst[0], &x[0], n)
	}
	if n < len(x) {
		var a [{{.group}}]{{.typ}}
		copy(a[:], x[n:])
		{{.lower}}Narrow(&a[0], &a[0], len(a))
		copy(dst[n:len(x)], a[:])
	}
}

// {{.name}} sets dst[i] to the function of x[i]; the slices have one length, and may be the same.
func {{.name}}(dst, x []{{.typ}}) {
	dst = dst[:len(x)]
	for len(x) > 0 {
		n := min(len(x), mathBlock)
		{{.lower}}Block(dst[:n], x[:n])
		dst, x = dst[n:], x[n:]
	}
}
`

const boundedText = `
//go:noescape
func {{.lower}}Wide(dst, x *{{.typ}}, n int, done *uint16) uint32

//go:noescape
func {{.lower}}Narrow(dst, x *{{.typ}}, n int, done *uint16) uint32

//go:noinline
func {{.lower}}Block(dst, x []{{.typ}}, slow func(float64) float64) {
	var left [mathBlock / 4]uint16
	if AVX512 {
{{if .fast}}		if {{.lower}}Fast(&dst[0], &x[0], len(x), &left[0]) != 0 {
			{{.lower}}Rest(dst, x, &left, slow)
		}
{{else}}		if {{.lower}}Wide(&dst[0], &x[0], len(x), &left[0]) != 0 {
			mend(dst, x, left[:], {{.lanes}}, slow)
		}
{{end}}		return
	}
	n := len(x) &^ ({{.group}} - 1)
	if n > 0 && {{.lower}}Narrow(&dst[0], &x[0], n, &left[0]) != 0 {
		mend(dst[:n], x[:n], left[:], 4, slow)
	}
	if n < len(x) {
		var a, b [{{.group}}]{{.typ}}
		copy(a[:], x[n:])
		if {{.lower}}Narrow(&b[0], &a[0], len(a), &left[0]) != 0 {
			mend(b[:], a[:], left[:], 4, slow)
		}
		copy(dst[n:len(x)], b[:])
	}
}

// {{.name}} sets dst[i] to the function of x[i], and to slow of it where x[i] is beyond the range of the loop; the slices have
// one length, and may be the same.
func {{.name}}(dst, x []{{.typ}}, slow func(float64) float64) {
	dst = dst[:len(x)]
	for len(x) > 0 {
		n := min(len(x), mathBlock)
		{{.lower}}Block(dst[:n], x[:n], slow)
		dst, x = dst[n:], x[n:]
	}
}
`

const binaryText = `
//go:noescape
func {{.lower}}Wide(dst, x, y *{{.typ}}, n int, done *uint16) uint32

//go:noescape
func {{.lower}}Narrow(dst, x, y *{{.typ}}, n int, done *uint16) uint32

//go:noinline
func {{.lower}}Block(dst, x, y []{{.typ}}, slow func(x, y float64) float64) {
	var left [mathBlock / 4]uint16
	if AVX512 {
		if {{.lower}}Wide(&dst[0], &x[0], &y[0], len(x), &left[0]) != 0 {
			mend2(dst, x, y, left[:], {{.lanes}}, slow)
		}
		return
	}
	n := len(x) &^ ({{.group}} - 1)
	if n > 0 && {{.lower}}Narrow(&dst[0], &x[0], &y[0], n, &left[0]) != 0 {
		mend2(dst[:n], x[:n], y[:n], left[:], 4, slow)
	}
	if n < len(x) {
		var a, b, c [{{.group}}]{{.typ}}
		copy(a[:], x[n:])
		copy(b[:], y[n:])
		if {{.lower}}Narrow(&c[0], &a[0], &b[0], len(a), &left[0]) != 0 {
			mend2(c[:], a[:], b[:], left[:], 4, slow)
		}
		copy(dst[n:len(x)], c[:])
	}
}

// {{.name}} sets dst[i] to the function of x[i] and y[i], and to slow of them where they are beyond the range of the loop. x or
// y may have one element, which is broadcast; the others have dst's length. dst may be x or y.
func {{.name}}(dst, x, y []{{.typ}}, slow func(x, y float64) float64) {
	if len(x) < len(dst) || len(y) < len(dst) {
		{{.lower}}Broadcast(dst, x, y, slow)
		return
	}
	for i := 0; i < len(dst); i += mathBlock {
		end := min(len(dst), i+mathBlock)
		{{.lower}}Block(dst[i:end], x[i:end], y[i:end], slow)
	}
}

//go:noinline
func {{.lower}}Broadcast(dst, x, y []{{.typ}}, slow func(x, y float64) float64) {
	var one [mathBlock]{{.typ}}
	v := y
	if len(x) < len(dst) {
		v = x
	}
	for i := range min(len(dst), mathBlock) {
		one[i] = v[0]
	}
	for i := 0; i < len(dst); i += mathBlock {
		end := min(len(dst), i+mathBlock)
		if len(x) < len(dst) {
			{{.lower}}Block(dst[i:end], one[:end-i], y[i:end], slow)
		} else {
			{{.lower}}Block(dst[i:end], x[i:end], one[:end-i], slow)
		}
	}
}
`

const fastText = `{{if .fast}}
//go:noescape
func {{.lower}}Fast(dst, x *{{.typ}}, n int, done *uint16) uint32

// {{.lower}}Rest computes what {{.lower}}Fast has left.
//
//go:noinline
func {{.lower}}Rest(dst, x []{{.typ}}, left *[mathBlock / 4]uint16{{if .bounded}}, slow func(float64) float64{{end}}) {
	var at [mathBlock]uint16
	var a [mathBlock]{{.typ}}
	n := pick(a[:], &at, x, left, 16)
{{if .bounded}}	if {{.lower}}Wide(&a[0], &a[0], n, &left[0]) != 0 {
		mend(a[:n], a[:n], left[:], 8, slow)
	}
{{else}}	{{.lower}}Wide(&a[0], &a[0], n)
{{end}}	for i, j := range at[:n] {
		dst[j] = a[i]
	}
}
{{end}}`

const tablesText = `
// mathTablesData returns where the linker has put the tables, and how many bytes they are.
func mathTablesData() (data *byte, size int)
`

const otherText = `
// The functions need AVX2, which other architectures have not: callers use those of package elementary.

func noAssembly() { panic("simd: no assembly on this architecture") }
`

const unaryOther = `
// {{.name}} panics; see [AVX2].
func {{.name}}(dst, x []{{.typ}}) { noAssembly() }
`

const boundedOther = `
// {{.name}} panics; see [AVX2].
func {{.name}}(dst, x []{{.typ}}, slow func(float64) float64) { noAssembly() }
`

const binaryOther = `
// {{.name}} panics; see [AVX2].
func {{.name}}(dst, x, y []{{.typ}}, slow func(x, y float64) float64) { noAssembly() }
`
