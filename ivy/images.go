package ivy

import (
	"io"
	"io/fs"
	"os"

	"github.com/goivy/goivy/ivy/files"
)

// ImageOptions say how an image is written. The zero value and nil are the defaults.
type ImageOptions struct {
	// Format is "png" or "jpeg", by default that of the path's extension.
	Format string
	// Quality of a JPEG, from 1 to 100, is 75 by default.
	Quality int
}

// ReadImage returns a PNG or a JPEG as an array of shape (height, width, channels) in pixels, on the current backend:
// 1 channel for grey, 3 for red, green and blue, 4 for those and alpha, by which the others are
// not multiplied. The dtype is uint8, of a PNG with 16 bits for a channel uint16. An image that
// is malformed is an *Error of kind ErrValue.
func (e *Env) ReadImage(r io.Reader) (*Array, error) {
	return e.readImage("ReadImage", "", func() (io.ReadCloser, error) { return io.NopCloser(r), nil })
}

// LoadImage is [Env.ReadImage] of the file at path. The content says which format it is.
func (e *Env) LoadImage(path string) (*Array, error) {
	return e.readImage("LoadImage", path, func() (io.ReadCloser, error) { return os.Open(path) })
}

// LoadImageFS is [Env.LoadImage] of a file of fsys.
func (e *Env) LoadImageFS(fsys fs.FS, path string) (*Array, error) {
	return e.readImage("LoadImageFS", path, func() (io.ReadCloser, error) { return fsys.Open(path) })
}

func (e *Env) readImage(op, path string, open func() (io.ReadCloser, error)) (z *Array, err error) {
	err = e.fileCall(op, func() error {
		r, err := open()
		if err != nil {
			return files.InFile(path, err)
		}
		defer r.Close()
		h, pixels, err := files.DecodeImage(r, e.fileLimit)
		if err != nil {
			return files.InFile(path, err)
		}
		z, err = e.fromElements(h, pixels)
		return err
	})
	if err != nil {
		return nil, err
	}
	return z, nil
}

// WriteImage writes x, of shape (height, width, channels) with 1, 3 or 4 channels, or (height, width) for
// grey, to w in the format that o names. x is of uint8, for PNG of uint16 too; JPEG has no alpha, and
// loses a little. What a format does not have is an error of kind ErrUnsupported.
func WriteImage(w io.Writer, x *Array, o *ImageOptions) error {
	return writtenImage("WriteImage", x, o, func(o *ImageOptions, h files.Header, data []byte) error {
		return files.EncodeImage(w, o.Format, h, data, o.Quality)
	})
}

// SaveImage is [WriteImage] to a file at path, whose extension, .png, .jpg or .jpeg, says the
// format if o does not. It replaces a file that is there when all of it is on the disk.
func SaveImage(path string, x *Array, o *ImageOptions) error {
	return writtenImage("SaveImage", x, o, func(o *ImageOptions, h files.Header, data []byte) error {
		if o.Format == "" {
			format, err := files.ImageFormatOf(path)
			if err != nil {
				return err
			}
			o.Format = format
		}
		return files.Replace(path, func(w io.Writer) error {
			return files.EncodeImage(w, o.Format, h, data, o.Quality)
		})
	})
}

func writtenImage(op string, x *Array, given *ImageOptions, write func(o *ImageOptions, h files.Header, data []byte) error) error {
	return x.home().fileCall(op, func() error {
		data, err := x.littleEndianBytes()
		if err != nil {
			return err
		}
		var o ImageOptions
		if given != nil {
			o = *given
		}
		return write(&o, files.Header{Dtype: x.dtype, Shape: x.shape}, data)
	})
}
