package backendtest

import (
	"bytes"
	"errors"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
)

// files takes arrays of every dtype and layout to files and back.
func (s *suite) files(t *testing.T) {
	race.Sequential(t)
	for _, d := range ivy.AllDtypes() {
		t.Run(d.String(), func(t *testing.T) {
			arrays := s.encoded(d)
			for _, format := range []ivy.FileFormat{ivy.NPY, ivy.NPZ, ivy.Safetensors} {
				path := filepath.Join(t.TempDir(), "x."+format.String())
				err := ivy.Save(path, arrays["one"])
				if d == ivy.BFloat16 && format != ivy.Safetensors || d == ivy.Complex128 && format == ivy.Safetensors {
					require.ErrorIs(t, err, ivy.ErrUnsupported)
					continue
				}
				require.NoError(t, err)
				x, err := s.env.Load(path)
				require.NoError(t, err)
				require.Equal(t, s.name, x.Backend())
				requireBits(t, arrays["one"], x, false, format.String())
				if format == ivy.NPY {
					for name, x := range arrays {
						var b bytes.Buffer
						require.NoError(t, ivy.Write(&b, format, x), name)
						y, err := s.env.Read(&b)
						require.NoError(t, err, name)
						requireBits(t, x, y, false, name)
					}
					continue
				}
				require.NoError(t, ivy.SaveAll(path, arrays))
				all, err := s.env.LoadAll(path)
				require.NoError(t, err)
				require.Len(t, all, len(arrays))
				for name, x := range arrays {
					requireBits(t, x, all[name], false, name)
				}
			}
			s.tables(t, arrays)
		})
	}
	t.Run("images", s.images)
	t.Run("errors", s.fileErrors)
}

// tables takes columns to CSV and back.
func (s *suite) tables(t *testing.T, arrays map[string]*ivy.Array) {
	for name, x := range arrays {
		if x.Ndim() != 1 {
			continue
		}
		d := x.Dtype()
		table := ivy.NewTable(x, d.String())
		var b bytes.Buffer
		require.NoError(t, ivy.WriteCSV(&b, table, nil))
		got, err := s.env.ReadCSV(&b, &ivy.CSVOptions{Dtype: d})
		require.NoError(t, err, name)
		require.Equal(t, []string{d.String()}, got.Names)
		requireBits(t, x, got.Columns[0], true, name)
		require.Equal(t, s.name, got.Columns[0].Backend())
	}
}

func (s *suite) images(t *testing.T) {
	for _, d := range []ivy.Dtype{ivy.Uint8, ivy.Uint16} {
		x := s.env.Astype(s.env.Reshape(s.env.Arange(5*6*4), []int{5, 6, 4}), d)
		for name, x := range map[string]*ivy.Array{"alpha": x, "colors": x.Get(ivy.Ellipsis, ivy.Slice(0, 3)), "grey, backwards": x.Get(ivy.Slice(nil, nil, -1), ivy.Ellipsis, ivy.Slice(1, 2))} {
			var b bytes.Buffer
			require.NoError(t, ivy.WriteImage(&b, x, &ivy.ImageOptions{Format: "png"}))
			y, err := s.env.ReadImage(&b)
			require.NoError(t, err)
			requireBits(t, x, y, false, name)
			require.Equal(t, s.name, y.Backend())
		}
	}
}

// fileErrors holds that what is no array of elements is an error before there is a file.
func (s *suite) fileErrors(t *testing.T) {
	freed := s.env.Ones([]int{3})
	freed.Free()
	unusable := map[string]*ivy.Array{"nil": nil, "zero": {}, "freed": freed}
	path := filepath.Join(t.TempDir(), "x")
	for name, x := range unusable {
		for op, err := range map[string]error{
			"Save":      ivy.Save(path+".npy", x),
			"SaveAll":   ivy.SaveAll(path+".npz", map[string]*ivy.Array{"x": x}),
			"SaveCSV":   ivy.SaveCSV(path+".csv", &ivy.Table{Names: []string{"x"}, Columns: []*ivy.Array{x}}, nil),
			"NewTable":  ivy.Try(func() { ivy.NewTable(x) }),
			"SaveImage": ivy.SaveImage(path+".png", x, nil),
		} {
			require.ErrorIs(t, err, ivy.ErrValue, name)
			var e *ivy.Error
			require.True(t, errors.As(err, &e) && e.Op == op, "%s of %s: %v", op, name, err)
		}
	}
	matches, err := filepath.Glob(path + "*")
	require.NoError(t, err)
	assert.Empty(t, matches)
	s.env.Grad(func(x *ivy.Array) *ivy.Array {
		assert.ErrorIs(t, ivy.Save(path+".npy", x), ivy.ErrUnsupported)
		return x.Sum()
	})(s.env.Ones([]int{2}))
}
