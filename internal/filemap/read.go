package filemap

import (
	"io"
	"os"
)

// Read returns the bytes of a file that is read to its end, from where file is: of its mapping where it can be mapped, see [Map], of memory otherwise.
func Read(file *os.File) ([]byte, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if data, ok := Map(file, info.Size()); ok {
		return data, nil
	}
	return io.ReadAll(file)
}
