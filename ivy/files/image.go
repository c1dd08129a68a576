package files

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"math"
	"path/filepath"
	"strings"

	"github.com/goivy/goivy/ivy/dtype"
)

// ImageFormatOf returns the format, "png" or "jpeg", that path's extension
// names, in either case. The error is of kind [ErrUnsupported].
func ImageFormatOf(path string) (string, error) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".png":
		return "png", nil
	case ".jpg", ".jpeg":
		return "jpeg", nil
	}
	e := unsupported(-1, "extension %q names no format of images (want .png, .jpg or .jpeg)", filepath.Ext(path))
	e.Path = path
	return "", e
}

// DecodeImage reads a PNG or a JPEG, which the content tells apart. The header's
// shape is (height, width, channels) in pixels, with 1 channel for grey, 3
// for red, green and blue, and 4 for those and alpha, by which the others are
// not multiplied. The dtype is uint8, of a PNG with 16 bits for a channel uint16;
// data has the elements in row-major order. limit is asked before the pixels are read. The error is an
// [*Error], of kind [ErrFormat] for an image that is malformed or truncated.
func DecodeImage(r io.Reader, limit Limit) (h Header, data []byte, err error) {
	source := &watched{r: r}
	var head bytes.Buffer
	c, format, err := decodeConfig(io.TeeReader(source, &head))
	if err != nil {
		return h, nil, source.fault(format, err)
	}
	h.Shape = []int{c.Height, c.Width, 4}
	h.Dtype = dtype.Uint16
	size, err := h.Size()
	if err == nil {
		// Of the decoder, which may take 8 bytes for a pixel, and of the result.
		if size > math.MaxInt/2 {
			return Header{}, nil, badValue("an image of %d by %d pixels", c.Width, c.Height)
		}
		err = limit.allows(2*size, size/8)
	}
	if err != nil {
		return Header{}, nil, about("", "", err)
	}
	var m image.Image
	if all := io.MultiReader(&head, source); format == "png" {
		m, err = png.Decode(all)
	} else {
		m, err = jpeg.Decode(all)
	}
	if err != nil {
		return Header{}, nil, source.fault(format, err)
	}
	h, data = pixels(m)
	return h, data, nil
}

// decodeConfig reads an image's size. It does not ask package image, where any package may have
// registered a format.
func decodeConfig(r io.Reader) (c image.Config, format string, err error) {
	magic := make([]byte, 8)
	n, err := io.ReadFull(r, magic)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return c, "", err
	}
	all := io.MultiReader(bytes.NewReader(magic[:n]), r)
	switch {
	case string(magic) == "\x89PNG\r\n\x1a\n":
		c, err = png.DecodeConfig(all)
		return c, "png", err
	case bytes.HasPrefix(magic, []byte{0xff, 0xd8}):
		c, err = jpeg.DecodeConfig(all)
		return c, "jpeg", err
	}
	return c, "", unsupported(-1, "the content is neither a PNG nor a JPEG")
}

// A watched reader remembers the error of the reader below, to be told from a decoder's.
type watched struct {
	r   io.Reader
	err error
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	if err != nil && err != io.EOF {
		w.err = err
	}
	return n, err
}

func (w *watched) fault(format string, err error) error {
	var own *Error
	switch {
	case errors.As(err, &own):
		return own
	case w.err != nil:
		return &Error{Offset: -1, Err: w.err}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		err = io.ErrUnexpectedEOF
	}
	kind := ErrFormat
	switch err.(type) {
	case png.UnsupportedError, jpeg.UnsupportedError:
		kind = ErrUnsupported
	}
	return &Error{Offset: -1, Kind: kind, Msg: "a " + strings.ToUpper(format), Err: err}
}

// pixels returns the elements of an image.
func pixels(m image.Image) (Header, []byte) {
	b := m.Bounds()
	w, h := b.Dx(), b.Dy()
	header := func(d dtype.Dtype, channels int) Header { return Header{Dtype: d, Shape: []int{h, w, channels}} }
	switch m := m.(type) {
	case *image.Gray:
		return header(dtype.Uint8, 1), rowsOf(m.Pix, m.Stride, w, h)
	case *image.NRGBA:
		return header(dtype.Uint8, 4), rowsOf(m.Pix, m.Stride, 4*w, h)
	case *image.RGBA: // of a PNG without alpha
		return header(dtype.Uint8, 3), withoutAlpha(rowsOf(m.Pix, m.Stride, 4*w, h), 1)
	case *image.Gray16:
		return header(dtype.Uint16, 1), swapped(rowsOf(m.Pix, m.Stride, 2*w, h))
	case *image.NRGBA64:
		return header(dtype.Uint16, 4), swapped(rowsOf(m.Pix, m.Stride, 8*w, h))
	case *image.RGBA64:
		return header(dtype.Uint16, 3), swapped(withoutAlpha(rowsOf(m.Pix, m.Stride, 8*w, h), 2))
	case *image.Paletted:
		return paletted(m, header)
	case *image.YCbCr:
		data := make([]byte, 0, 3*w*h)
		for y := b.Min.Y; y < b.Max.Y; y++ {
			for x := b.Min.X; x < b.Max.X; x++ {
				i, k := m.YOffset(x, y), m.COffset(x, y)
				red, green, blue := color.YCbCrToRGB(m.Y[i], m.Cb[k], m.Cr[k])
				data = append(data, red, green, blue)
			}
		}
		return header(dtype.Uint8, 3), data
	}
	data := make([]byte, 0, 3*w*h) // CMYK
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := color.RGBAModel.Convert(m.At(x, y)).(color.RGBA)
			data = append(data, c.R, c.G, c.B)
		}
	}
	return header(dtype.Uint8, 3), data
}

// paletted returns the colours that the pixels stand for; they have alpha if one of the palette has.
func paletted(m *image.Paletted, header func(d dtype.Dtype, channels int) Header) (Header, []byte) {
	colors := make([]color.NRGBA, len(m.Palette))
	channels := 3
	for i, c := range m.Palette {
		colors[i] = color.NRGBAModel.Convert(c).(color.NRGBA)
		if colors[i].A != 255 {
			channels = 4
		}
	}
	b := m.Bounds()
	data := make([]byte, 0, channels*b.Dx()*b.Dy())
	for y := range b.Dy() {
		for _, p := range m.Pix[y*m.Stride : y*m.Stride+b.Dx()] {
			var c color.NRGBA // png refuses pixels that are not in the palette
			if int(p) < len(colors) {
				c = colors[p]
			}
			data = append(data, c.R, c.G, c.B)
			if channels == 4 {
				data = append(data, c.A)
			}
		}
	}
	return header(dtype.Uint8, channels), data
}

// rowsOf returns rows of n bytes without gaps.
func rowsOf(pix []byte, stride, n, rows int) []byte {
	if stride == n {
		return pix[:n*rows]
	}
	data := make([]byte, 0, n*rows)
	for y := range rows {
		data = append(data, pix[y*stride:y*stride+n]...)
	}
	return data
}

// withoutAlpha drops every fourth element, each of size bytes, in place.
func withoutAlpha(data []byte, size int) []byte {
	n := 0
	for i := 0; i < len(data); i += 4 * size {
		n += copy(data[n:], data[i:i+3*size])
	}
	return data[:n]
}

// swapped exchanges the bytes of uint16 elements in place: images have the more significant one first.
func swapped(data []byte) []byte {
	for i := 0; i+1 < len(data); i += 2 {
		binary.LittleEndian.PutUint16(data[i:], binary.BigEndian.Uint16(data[i:]))
	}
	return data
}

// EncodeImage writes an array of shape (height, width, channels), or (height,
// width) for grey, in the format "png" or "jpeg", with as many channels as
// [DecodeImage] returns. The dtype is uint8, for PNG uint16 too; JPEG has no alpha.
// quality is that of a JPEG, from 1 to 100, 0 for the default of package
// image/jpeg, 75. The error is an [*Error]: of kind [ErrUnsupported] for what the format does not
// have, of kind [ErrValue] for data of another size than the header says.
func EncodeImage(w io.Writer, format string, h Header, data []byte, quality int) error {
	m, err := imageOf(format, h, data)
	if err != nil {
		return err
	}
	switch {
	case format == "png":
		err = png.Encode(w, m)
	case quality < 0 || quality > 100:
		return badValue("quality %d, want 1 to 100", quality)
	case quality == 0:
		err = jpeg.Encode(w, m, nil)
	default:
		err = jpeg.Encode(w, m, &jpeg.Options{Quality: quality})
	}
	if err != nil {
		return about("", "", systemFault(err))
	}
	return nil
}

// imageOf returns an array as an image of a type that its format's encoder keeps the channels of.
func imageOf(format string, h Header, data []byte) (image.Image, error) {
	size, err := h.Size()
	switch {
	case err != nil:
		return nil, err
	case size != len(data):
		return nil, badValue("%d bytes, want %d for %v of shape %v", len(data), size, h.Dtype, show(h.Shape))
	case format != "png" && format != "jpeg":
		return nil, badValue("format %q, want png or jpeg", format)
	case len(h.Shape) != 2 && len(h.Shape) != 3:
		return nil, unsupported(-1, "shape %v, want (height, width, channels) or (height, width)", show(h.Shape))
	case h.Dtype != dtype.Uint8 && h.Dtype != dtype.Uint16, h.Dtype == dtype.Uint16 && format == "jpeg":
		return nil, unsupported(-1, "an image of %v, want uint8, for PNG uint16 too", h.Dtype)
	}
	channels := 1
	if len(h.Shape) == 3 {
		channels = h.Shape[2]
	}
	if size == 0 {
		return nil, unsupported(-1, "shape %v, an image without pixels", show(h.Shape))
	}
	rect := image.Rect(0, 0, h.Shape[1], h.Shape[0])
	wide := h.Dtype.Size()
	if wide == 2 {
		data = swapped(bytes.Clone(data))
	}
	switch {
	case channels == 1 && wide == 1:
		return &image.Gray{Pix: data, Stride: h.Shape[1], Rect: rect}, nil
	case channels == 1:
		return &image.Gray16{Pix: data, Stride: 2 * h.Shape[1], Rect: rect}, nil
	case channels == 3:
		data = opaque(data, wide)
	case channels == 4 && format == "jpeg":
		return nil, unsupported(-1, "JPEG has no alpha (write PNG, or the first 3 channels)")
	case channels != 4:
		return nil, unsupported(-1, "%d channels, want 1, 3 or 4", channels)
	}
	if wide == 1 && channels == 3 {
		return &image.RGBA{Pix: data, Stride: 4 * h.Shape[1], Rect: rect}, nil
	}
	if wide == 1 {
		return alphaNRGBA{&image.NRGBA{Pix: data, Stride: 4 * h.Shape[1], Rect: rect}}, nil
	}
	if channels == 3 {
		return &image.RGBA64{Pix: data, Stride: 8 * h.Shape[1], Rect: rect}, nil
	}
	return alphaNRGBA64{&image.NRGBA64{Pix: data, Stride: 8 * h.Shape[1], Rect: rect}}, nil
}

// The encoder of PNG drops an alpha that is opaque everywhere, unless the image denies that.
type (
	alphaNRGBA   struct{ *image.NRGBA }
	alphaNRGBA64 struct{ *image.NRGBA64 }
)

func (alphaNRGBA) Opaque() bool   { return false }
func (alphaNRGBA64) Opaque() bool { return false }

// opaque adds a fourth channel to three, of size bytes.
func opaque(data []byte, size int) []byte {
	out := make([]byte, 0, len(data)/3*4)
	for ; len(data) > 0; data = data[3*size:] {
		out = append(out, data[:3*size]...)
		for range size {
			out = append(out, 255)
		}
	}
	return out
}
