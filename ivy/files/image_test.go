package files

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/color/palette"
	"image/jpeg"
	"image/png"
	"io"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/dtype"
)

// TestImageRoundTrip writes PNGs of all kinds and reads the same elements.
func TestImageRoundTrip(t *testing.T) {
	for _, d := range []dtype.Dtype{dtype.Uint8, dtype.Uint16} {
		for _, shape := range [][]int{{3, 5, 1}, {3, 5, 3}, {3, 5, 4}, {1, 1, 4}, {200, 1, 3}} {
			n := shape[0] * shape[1] * shape[2] * d.Size()
			data := make([]byte, n)
			for i := range data {
				data[i] = byte(i*37 + 11)
			}
			for _, flat := range []bool{false, true} {
				if flat { // every pixel the same, opaque
					for i := range data {
						data[i] = 255
					}
				}
				var b bytes.Buffer
				require.NoError(t, EncodeImage(&b, "png", Header{Dtype: d, Shape: shape}, data, 0))
				h, got, err := DecodeImage(&b, nil)
				require.NoError(t, err)
				assert.Equal(t, Header{Dtype: d, Shape: shape}, h)
				assert.Equal(t, data, got)
			}
		}
	}
	var b bytes.Buffer
	require.NoError(t, EncodeImage(&b, "png", Header{Dtype: dtype.Uint8, Shape: []int{2, 3}}, []byte{1, 2, 3, 4, 5, 6}, 0))
	h, got, err := DecodeImage(&b, nil)
	require.NoError(t, err)
	assert.Equal(t, []int{2, 3, 1}, h.Shape)
	assert.Equal(t, []byte{1, 2, 3, 4, 5, 6}, got)
}

// TestImageElements compares with package image, pixel by pixel.
func TestImageElements(t *testing.T) {
	at := func(m interface {
		image.Image
		Set(x, y int, c color.Color)
	}) image.Image {
		for y := range 5 {
			for x := range 7 {
				m.Set(x, y, color.NRGBA{byte(30 * x), byte(50 * y), byte(x * y), byte(255 - 7*x)})
			}
		}
		return m
	}
	rect := image.Rect(0, 0, 7, 5)
	images := map[string]image.Image{
		"NRGBA":    at(image.NewNRGBA(rect)),
		"Gray":     at(image.NewGray(rect)),
		"Paletted": at(image.NewPaletted(rect, palette.WebSafe)),
		"Paletted with alpha": at(image.NewPaletted(rect, color.Palette{
			color.NRGBA{10, 20, 30, 40}, color.NRGBA{200, 100, 50, 255}, color.NRGBA{0, 0, 0, 0},
		})),
	}
	for name, m := range images {
		var b bytes.Buffer
		require.NoError(t, png.Encode(&b, m), name)
		back, err := png.Decode(bytes.NewReader(b.Bytes()))
		require.NoError(t, err)
		h, data, err := DecodeImage(&b, nil)
		require.NoError(t, err, name)
		require.Equal(t, []int{5, 7}, h.Shape[:2])
		checkPixels(t, name, back, h, data)
	}
	for name, m := range map[string]image.Image{"color": images["NRGBA"], "grey": images["Gray"]} {
		var b bytes.Buffer
		require.NoError(t, jpeg.Encode(&b, m, nil))
		back, err := jpeg.Decode(bytes.NewReader(b.Bytes()))
		require.NoError(t, err)
		h, data, err := DecodeImage(&b, nil)
		require.NoError(t, err)
		checkPixels(t, name, back, h, data)
	}
}

func checkPixels(t *testing.T, name string, m image.Image, h Header, data []byte) {
	t.Helper()
	channels := h.Shape[2]
	for y := range h.Shape[0] {
		for x := range h.Shape[1] {
			c := color.NRGBAModel.Convert(m.At(x, y)).(color.NRGBA)
			want := []byte{c.R, c.G, c.B, c.A}[:channels]
			i := (y*h.Shape[1] + x) * channels
			require.Equal(t, want, data[i:i+channels], "%s: pixel %d, %d", name, x, y)
		}
	}
}

func TestJPEG(t *testing.T) {
	for _, channels := range []int{1, 3} {
		h := Header{Dtype: dtype.Uint8, Shape: []int{32, 40, channels}}
		data := make([]byte, 32*40*channels)
		for i := range data {
			data[i] = byte(100 + i/(40*channels)) // smooth, so that little is lost
		}
		var size [2]int
		for k, quality := range []int{100, 10} {
			var b bytes.Buffer
			require.NoError(t, EncodeImage(&b, "jpeg", h, data, quality))
			size[k] = b.Len()
			got, back, err := DecodeImage(&b, nil)
			require.NoError(t, err)
			assert.Equal(t, h, got)
			for i := range data {
				assert.InDelta(t, data[i], back[i], []float64{3, 20}[k])
			}
		}
		assert.Less(t, size[1], size[0])
	}
}

func TestImageRefuses(t *testing.T) {
	u8 := func(shape ...int) Header { return Header{Dtype: dtype.Uint8, Shape: shape} }
	for _, tt := range []struct {
		name, format string
		h            Header
		n, quality   int
		kind         error
		msg          string
	}{
		{"alpha", "jpeg", u8(1, 1, 4), 4, 0, ErrUnsupported, "no alpha"},
		{"two channels", "png", u8(1, 1, 2), 2, 0, ErrUnsupported, "2 channels"},
		{"rank", "png", u8(4), 4, 0, ErrUnsupported, "(height, width, channels)"},
		{"dtype", "png", Header{Dtype: dtype.Float32, Shape: []int{1, 1}}, 4, 0, ErrUnsupported, "float32"},
		{"16 bits", "jpeg", Header{Dtype: dtype.Uint16, Shape: []int{1, 1}}, 2, 0, ErrUnsupported, "uint16"},
		{"no pixels", "png", u8(0, 3, 3), 0, 0, ErrUnsupported, "without pixels"},
		{"size", "png", u8(2, 2, 1), 3, 0, ErrValue, "3 bytes, want 4"},
		{"format", "gif", u8(1, 1), 1, 0, ErrValue, "gif"},
		{"quality", "jpeg", u8(1, 1), 1, 101, ErrValue, "quality"},
	} {
		err := EncodeImage(io.Discard, tt.format, tt.h, make([]byte, tt.n), tt.quality)
		assert.ErrorIs(t, err, tt.kind, tt.name)
		assert.ErrorContains(t, err, tt.msg, tt.name)
	}
	assert.ErrorIs(t, EncodeImage(&full{20}, "png", u8(1, 1), []byte{1}, 0), errFull)

	for path, want := range map[string]string{"a.PNG": "png", "b.jpg": "jpeg", "c.jpeg": "jpeg"} {
		format, err := ImageFormatOf(path)
		require.NoError(t, err)
		assert.Equal(t, want, format)
	}
	_, err := ImageFormatOf("x.gif")
	assert.ErrorIs(t, err, ErrUnsupported)
}

func TestMalformedImage(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, EncodeImage(&b, "png", Header{Dtype: dtype.Uint8, Shape: []int{4, 4, 3}}, make([]byte, 48), 0))
	for n := range b.Len() - 12 { // the end has no element
		_, data, err := DecodeImage(bytes.NewReader(b.Bytes()[:n]), nil)
		require.Error(t, err, n)
		require.Nil(t, data)
		require.ErrorAs(t, err, new(*Error))
		if n >= 8 {
			require.ErrorIs(t, err, ErrFormat, n)
		}
	}
	_, _, err := DecodeImage(io.MultiReader(bytes.NewReader(b.Bytes()[:40]), iotest.ErrReader(errFull)), nil)
	assert.ErrorIs(t, err, errFull)
	assert.False(t, errors.Is(err, ErrFormat))
	_, _, err = DecodeImage(bytes.NewReader([]byte("GIF89a..")), nil)
	assert.ErrorIs(t, err, ErrUnsupported)

	// What it says of its size is asked before memory is taken.
	asked := 0
	_, _, err = DecodeImage(bytes.NewReader(b.Bytes()), func(n, _ int) error { asked = n; return errFull })
	assert.ErrorIs(t, err, errFull)
	assert.Equal(t, 2*4*4*8, asked)
}

func FuzzImage(f *testing.F) {
	for _, format := range []string{"png", "jpeg"} {
		for _, channels := range []int{1, 3} {
			var b bytes.Buffer
			require.NoError(f, EncodeImage(&b, format, Header{Dtype: dtype.Uint8, Shape: []int{3, 4, channels}}, make([]byte, 12*channels), 0))
			f.Add(b.Bytes())
		}
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		h, data, err := DecodeImage(bytes.NewReader(file), func(n, _ int) error {
			if n > 1<<24 {
				return errFull
			}
			return nil
		})
		if err != nil {
			require.ErrorAs(t, err, new(*Error))
			return
		}
		size, err := h.Size()
		require.NoError(t, err)
		require.Len(t, data, size)
	})
}
