package ivy_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
)

// The texts are what other programs read: they do not change.
func TestJSON(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for want, x := range map[string]*ivy.Array{
		`{"dtype":"float32","shape":[2,2],"data":[[1,2.5],[-0,1e-7]]}`:                                      ivy.Asarray([][]float32{{1, 2.5}, {float32(math.Copysign(0, -1)), 1e-7}}),
		`{"dtype":"float64","shape":[4],"data":[0.1,1e+21,123456789012345680000,5e-324]}`:                   ivy.Asarray([]float64{0.1, 1e21, 123456789012345680000, 5e-324}),
		`{"dtype":"float32","shape":[3],"data":[0.1,3.4028235e+38,1e-45]}`:                                  ivy.Asarray([]float32{0.1, math.MaxFloat32, math.SmallestNonzeroFloat32}),
		`{"dtype":"float16","shape":[3],"data":[0.1,65500,6e-8]}`:                                           ivy.Astype(ivy.Asarray([]float64{0.1, 65504, 6e-8}), ivy.Float16),
		`{"dtype":"bfloat16","shape":[2],"data":[0.1,3.38e+38]}`:                                            ivy.Astype(ivy.Asarray([]float64{0.1, 3.38e38}), ivy.BFloat16),
		`{"dtype":"float64","shape":[3],"data":["NaN","Infinity","-Infinity"]}`:                             ivy.Asarray([]float64{nan, inf, -inf}),
		`{"dtype":"complex64","shape":[2],"data":[[1,-2.5],["NaN","-Infinity"]]}`:                           ivy.Asarray([]complex64{1 - 2.5i, complex64(complex(nan, -inf))}),
		`{"dtype":"int64","shape":[2],"data":[9223372036854775807,-9223372036854775808]}`:                   ivy.Asarray([]int64{math.MaxInt64, math.MinInt64}),
		`{"dtype":"uint64","shape":[],"data":18446744073709551615}`:                                         ivy.Asarray(uint64(math.MaxUint64)),
		`{"dtype":"bool","shape":[1,2],"data":[[true,false]]}`:                                              ivy.Asarray([][]bool{{true, false}}),
		`{"dtype":"int8","shape":[0,3],"data":[]}`:                                                          ivy.Zeros([]int{0, 3}, ivy.Int8),
		`{"dtype":"complex128","shape":[],"data":[0,1]}`:                                                    ivy.Asarray(1i, ivy.Complex128),
		`[{"dtype":"int16","shape":[3],"base64":"AQD//wMA"},` + `{"dtype":"bool","shape":[0],"base64":""}]`: nil,
	} {
		v := any(x)
		if x == nil {
			v = []any{ivy.Base64(ivy.Asarray([]int16{1, -1, 3})), ivy.Base64(ivy.Zeros([]int{0}, ivy.Bool))}
		}
		got, err := json.Marshal(v)
		require.NoError(t, err)
		assert.Equal(t, want, string(got))
	}
	var v struct{ X, Y *ivy.Array }
	text, err := json.Marshal(v)
	require.NoError(t, err)
	assert.Equal(t, `{"X":null,"Y":null}`, string(text))
	_, err = json.Marshal(new(ivy.Array))
	var e *ivy.Error
	require.ErrorAs(t, err, &e)
	assert.ErrorIs(t, e, ivy.ErrValue)
	_, err = json.Marshal(struct{ X ivy.Array }{}) // whose methods encoding/json does not see
	assert.ErrorIs(t, err, ivy.ErrValue)
	_, err = json.Marshal(ivy.Abstract(ivy.Float32, 2))
	assert.ErrorIs(t, err, ivy.ErrUnsupported)
}

// Members come in any order, with white space, and lists of lists of nothing are empty arrays.
func TestJSONForms(t *testing.T) {
	for text, want := range map[string]string{
		` { "data" : [ [ 1 , 2 ] , [ 3 , 4 ] ] , "shape" : [ 2 , 2 ] , "dtype" : "int32" } `:   "ivy.array([[1, 2],\n           [3, 4]])",
		"{\"shape\":[2],\n\t\"base64\":\"AQI=\",\r\n\"dtype\":\"uint8\"}":                      "ivy.array([1, 2], dtype=uint8)",
		`{"dtype":"float32","data":1e0,"shape":[]}`:                                            "ivy.array(1.)",
		`{"dtype":"float32","data":["]}","NaN"],"shape":[2]}`:                                  "",
		`{"dtype":"float32","shape":[2,0],"data":[[],[]]}`:                                     "ivy.array([], shape=(2, 0), dtype=float32)",
		`{"dtype":"float32","shape":[2,0,5],"data":[[],[]]}`:                                   "ivy.array([], shape=(2, 0, 5), dtype=float32)",
		fmt.Sprintf(`{"dtype":"float32","shape":[%d,0],"data":[]}`, math.MaxInt/8):             fmt.Sprintf("ivy.array([], shape=(%d, 0), dtype=float32)", math.MaxInt/8),
		`{"dtype":"uint8","shape":[2],"data":[-0,255]}`:                                        "ivy.array([  0, 255], dtype=uint8)",
		`{"dtype":"float16","shape":[1],"data":[65519.9]}`:                                     "ivy.array([6.55e+04], dtype=float16)",
		`{"dtype":"float64","shape":[2],"data":[1e-999,0.1000000000000000055511151231257827]}`: "ivy.array([0. , 0.1], dtype=float64)",
	} {
		var x ivy.Array
		err := json.Unmarshal([]byte(text), &x)
		if want == "" {
			assert.ErrorIs(t, err, ivy.ErrValue)
			continue
		}
		require.NoError(t, err, text)
		assert.Equal(t, want, x.GoString(), text)
	}
}

// hostile are texts and bytes that are no arrays.
func hostileJSON() []string {
	deep := strings.Repeat("[", 1<<20)
	bad := []string{
		``, ` `, `{`, `}`, `[`, `"`, `{}`, `[]`, `1`, `true`, `nul`, `null null`, `{"dtype"}`, `{"dtype":}`, `{"dtype":"int8"}`, `{"dtype":"int8","shape":[1]}`, deep,
		`{"data":` + deep, `{"dtype":"int8","shape":[1],"data":` + deep, `{"dtype":"int8","shape":[1],"data":[` + strings.Repeat("[", 100) + `1` + strings.Repeat("]", 100) + `]}`,
		`{"dtype":"int8","shape":` + deep + `}`, `{"dtype":"int8","shape":[` + strings.Repeat("1,", 64) + `1],"data":[]}`,
		`{"shape":[1],"data":[1]}`, `{"dtype":"int8","data":[1]}`, `{"dtype":"int8","shape":[1],"data":[1],"base64":"AQ=="}`,
		`{"dtype":"int8","shape":[1],"data":[1],"more":1}`, `{"dtype":"int8","dtype":"int8","shape":[1],"data":[1]}`, `{"dtype":"int8","shape":[1],"shape":[1],"data":[1]}`,
		`{"dtype":"int8","shape":[1],"data":[1],"data":[1]}`, `{"dtype":"int8","shape":[1],"data":[1]} 1`, `{"dtype":"int8","shape":[1],"data":[1]}}`, `{"dtype":"int8","shape":[1],"data":[1],}`,
		`{,"dtype":"int8","shape":[1],"data":[1]}`, `{"dtype":"int8" "shape":[1],"data":[1]}`, "{\"dtype\":\"int8\",\"shape\":[1],\"data\":[1]}\x00", "\x00",
		`{"dtype":"i8","shape":[1],"data":[1]}`, `{"dtype":"INT8","shape":[1],"data":[1]}`, `{"dtype":"float","shape":[1],"data":[1]}`, `{"dtype":8,"shape":[1],"data":[1]}`, `{"dtype":"","shape":[1],"data":[1]}`,
		`{"dtype":"int8\u0000","shape":[1],"data":[1]}`, `{"dtype":"int8` + "\n" + `","shape":[1],"data":[1]}`,
		`{"dtype":"int8","shape":1,"data":[1]}`, `{"dtype":"int8","shape":[-1],"data":[1]}`, `{"dtype":"int8","shape":[1.0],"data":[1]}`, `{"dtype":"int8","shape":[1e0],"data":[1]}`, `{"dtype":"int8","shape":["1"],"data":[1]}`,
		`{"dtype":"int8","shape":[01],"data":[1]}`, `{"dtype":"int8","shape":[-0],"data":[]}`, `{"dtype":"int8","shape":[1,],"data":[1]}`, `{"dtype":"int8","shape":[99999999999999999999],"data":[1]}`,
		`{"dtype":"int8","shape":[9223372036854775807],"data":[1]}`, `{"dtype":"float64","shape":[9223372036854775807,9223372036854775807],"data":[]}`, `{"dtype":"int8","shape":[1099511627776],"data":[1]}`,
		`{"dtype":"int8","shape":[1099511627776,0],"data":[[],[]]}`, `{"dtype":"int8","shape":[1099511627776],"base64":"AQ=="}`, `{"dtype":"float64","shape":[4611686018427387904,4,0],"base64":"AQ=="}`,
		`{"dtype":"int8","shape":[0],"data":[1]}`, `{"dtype":"int8","shape":[1],"data":[]}`, `{"dtype":"int8","shape":[2],"data":[1]}`, `{"dtype":"int8","shape":[1],"data":[1,2]}`, `{"dtype":"int8","shape":[1],"data":1}`,
		`{"dtype":"int8","shape":[],"data":[1]}`, `{"dtype":"int8","shape":[2,2],"data":[[1,2],[3]]}`, `{"dtype":"int8","shape":[2,2],"data":[[1,2],3]}`, `{"dtype":"int8","shape":[2,2],"data":[1,2,3,4]}`,
		`{"dtype":"int8","shape":[2,2],"data":[[1,2],[3,4],[5,6]]}`, `{"dtype":"int8","shape":[2],"data":[1 2]}`, `{"dtype":"int8","shape":[2],"data":[1,,2]}`, `{"dtype":"int8","shape":[2],"data":[1,2,]}`, `{"dtype":"int8","shape":[1],"data":[1}`,
		`{"dtype":"int8","shape":[1],"data":{"0":1}}`, `{"dtype":"int8","shape":[1],"data":[null]}`, `{"dtype":"int8","shape":[1],"data":["1"]}`, `{"dtype":"int8","shape":[1],"data":[true]}`, `{"dtype":"bool","shape":[1],"data":[1]}`,
		`{"dtype":"bool","shape":[1],"data":[tru]}`, `{"dtype":"bool","shape":[1],"data":[truefalse]}`, `{"dtype":"bool","shape":[1],"data":["true"]}`, `{"dtype":"bool","shape":[1],"base64":"Ag=="}`,
		`{"dtype":"float32","shape":[1],"data":["nan"]}`, `{"dtype":"float32","shape":[1],"data":["inf"]}`, `{"dtype":"float32","shape":[1],"data":["1"]}`, `{"dtype":"float32","shape":[1],"data":["+Infinity"]}`, `{"dtype":"float32","shape":[1],"data":["Infinity]}`,
		`{"dtype":"complex64","shape":[1],"data":[1]}`, `{"dtype":"complex64","shape":[1],"data":[[1]]}`, `{"dtype":"complex64","shape":[1],"data":[[1,2,3]]}`, `{"dtype":"complex64","shape":[1],"data":["1+2j"]}`, `{"dtype":"complex64","shape":[],"data":1}`,
		`{"dtype":"int8","shape":[1],"base64":1}`, `{"dtype":"int8","shape":[1],"base64":"AQ"}`, `{"dtype":"int8","shape":[1],"base64":"AQI="}`, `{"dtype":"int8","shape":[1],"base64":"AR=="}`, `{"dtype":"int8","shape":[1],"base64":"A==="}`,
		`{"dtype":"int8","shape":[1],"base64":"!!!!"}`, `{"dtype":"int8","shape":[3],"base64":"AQ\nID"}`, "{\"dtype\":\"int8\",\"shape\":[3],\"base64\":\"AQ\nI\"}", `{"dtype":"int8","shape":[1],"base64":""}`,
	}
	for _, number := range []string{"128", "-129", "1.0", "1e0", "1e99", "+1", ".5", "1.", "0x1", "1_0", "01", "-", "--1", "1e", "1e+", "Inf", "NaN", "Infinity", "-Infinity", strings.Repeat("9", 1<<16)} {
		bad = append(bad, `{"dtype":"int8","shape":[1],"data":[`+number+`]}`)
	}
	for d, values := range map[string][]string{
		"uint8": {"-1", "256"}, "uint64": {"18446744073709551616", "-1", "-9223372036854775808"}, "int64": {"9223372036854775808", "-9223372036854775809"},
		"float16": {"65520", "-1e99", "1e9999", "1,"}, "bfloat16": {"3.4e38,", "3.5e38", "1e400"}, "float32": {"3.5e38", "-1e400", "0x1p3", "1f", "1e5.5"}, "float64": {"1e309", "1_000.0", "1.e5", "nan"},
	} {
		for _, v := range values {
			bad = append(bad, fmt.Sprintf(`{"dtype":%q,"shape":[1],"data":[%s]}`, d, v))
		}
	}
	return bad
}

func TestHostileJSON(t *testing.T) {
	for _, text := range hostileJSON() {
		x := ivy.Asarray([]int32{1, 2, 3})
		view := x.Get(0)
		err := x.UnmarshalJSON([]byte(text))
		assertRefused(t, err, text)
		assert.Equal(t, "[1 2 3]", x.String())
		assert.Equal(t, "1", view.String())
		if err := json.Unmarshal([]byte(text), x); assert.Error(t, err, "%.100s", text) {
			assert.Equal(t, "[1 2 3]", x.String())
		}
	}
	assertRefused(t, (*ivy.Array)(nil).UnmarshalJSON([]byte(`null`)), "into nil")
	e, err := ivy.NewEnv("native")
	require.NoError(t, err)
	text := []byte(`{"dtype":"int8","shape":[9],"data":[1,2,3,4,5,6,7,8,9]}`)
	ivy.Standard().SetMaxBytes(8)
	defer ivy.Standard().SetMaxBytes(0)
	assertRefused(t, e.Zeros([]int{1}).UnmarshalJSON(text), "larger than SetMaxBytes")
}

func assertRefused(t *testing.T, err error, what string) {
	t.Helper()
	var e *ivy.Error
	if !assert.ErrorAs(t, err, &e, "%.200s", what) {
		return
	}
	assert.Contains(t, []string{"UnmarshalJSON", "UnmarshalBinary"}, e.Op, "%.200s", what)
	assert.NotContains(t, err.Error(), "fault in this library", "%.200s", what)
	assert.Less(t, len(err.Error()), 400, "%.200s", what)
	assert.False(t, errors.Is(err, ivy.ErrBackend), "%.200s: %v", what, err)
}

func TestHostileBinary(t *testing.T) {
	good, err := ivy.Asarray([][]int16{{1, 2, 3}, {4, 5, 6}}).MarshalBinary()
	require.NoError(t, err)
	assert.Equal(t, "\x01\x05int16\x02\x02\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\x01\x00\x02\x00\x03\x00\x04\x00\x05\x00\x06\x00", string(good))
	refused := func(data []byte) {
		t.Helper()
		x := ivy.Asarray([]int32{1, 2, 3})
		assertRefused(t, x.UnmarshalBinary(data), fmt.Sprintf("%q", data))
		assert.Equal(t, "[1 2 3]", x.String())
	}
	for n := range good {
		refused(good[:n])
	}
	refused(append(good[:len(good):len(good)], 0))
	changed := func(at int, c ...byte) []byte {
		b := append([]byte(nil), good...)
		copy(b[at:], c)
		return b
	}
	refused(changed(0, 0))
	refused(changed(0, 2))
	refused(changed(1, 255))
	refused(changed(2, 'u'))
	refused(changed(7, 65))
	refused(changed(7, 255))
	refused(changed(8, 255, 255, 255, 255, 255, 255, 255, 255))
	refused(changed(8, 255, 255, 255, 255, 255, 255, 255, 127))
	refused(changed(8, 0, 0, 0, 0, 0, 1))
	truth, err := ivy.Asarray([]bool{true}).MarshalBinary()
	require.NoError(t, err)
	truth[len(truth)-1] = 2
	refused(truth)
	assertRefused(t, (*ivy.Array)(nil).UnmarshalBinary(good), "into nil")
}

// What is decoded without an error is encoded as the same array, and nothing else happens.
func FuzzJSON(f *testing.F) {
	for _, text := range hostileJSON() {
		if len(text) < 1000 {
			f.Add([]byte(text))
		}
	}
	f.Add([]byte(`{"dtype":"float16","shape":[2,1],"data":[[1.5],["NaN"]]}`))
	f.Add([]byte(`{"base64":"AACAPwAAgD8=","shape":[1],"dtype":"complex64"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var x ivy.Array
		if err := x.UnmarshalJSON(text); err != nil {
			assertRefused(t, err, string(text))
			return
		}
		if x.String() == "ivy.Array{}" { // null
			return
		}
		assert.True(t, json.Valid(text), "%q", text)
		again(t, &x)
	})
}

func FuzzBinary(f *testing.F) {
	for _, d := range ivy.AllDtypes() {
		data, err := ivy.Ones([]int{2, 1}, d).MarshalBinary()
		require.NoError(f, err)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var x ivy.Array
		if err := x.UnmarshalBinary(data); err != nil {
			assertRefused(t, err, string(data))
			return
		}
		out, err := x.MarshalBinary()
		require.NoError(t, err)
		assert.Equal(t, data, out)
		again(t, &x)
	})
}

// again takes x through JSON.
func again(t *testing.T, x *ivy.Array) {
	text, err := json.Marshal(x)
	require.NoError(t, err)
	var y ivy.Array
	require.NoError(t, json.Unmarshal(text, &y))
	second, err := json.Marshal(&y)
	require.NoError(t, err)
	assert.Equal(t, string(text), string(second))
}

func BenchmarkJSON(b *testing.B) {
	for _, d := range []ivy.Dtype{ivy.Float16, ivy.Float32, ivy.Float64, ivy.Int64, ivy.Bool} {
		x := ivy.Astype(ivy.Divide(ivy.Arange(1<<18, ivy.Float64), 7), d)
		text, err := x.MarshalJSON()
		require.NoError(b, err)
		b.Run(d.String()+"/write", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := x.MarshalJSON(); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(d.String()+"/read", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			var y ivy.Array
			for b.Loop() {
				if err := y.UnmarshalJSON(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
