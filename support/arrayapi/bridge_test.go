package arrayapi

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
)

// ask returns the answer to a request without its brackets.
func ask(b *Bridge, request string) string { return string(b.Call([]byte("["+request+"]"), nil)) }

// number returns the number of the array in an answer.
func number(t *testing.T, answer string) uint64 {
	var v struct {
		OK struct{ Array uint64 } `json:"ok"`
	}
	require.NoError(t, json.Unmarshal([]byte(answer), &v), answer)
	require.NotZero(t, v.OK.Array, answer)
	return v.OK.Array
}

func TestCall(t *testing.T) {
	b := New()
	x := number(t, ask(b, `"native","function","asarray",[[[1,2,3],[4,5,6]]],{"dtype":{"dtype":"float32"}}`))
	array := fmt.Sprintf(`{"array":%d}`, x)
	list := func(answer string) string {
		return ask(b, fmt.Sprintf(`"native","method","tolist",[{"array":%d}],{}`, number(t, answer)))
	}
	for _, c := range []struct{ request, elements string }{
		{`"function","sum",[` + array + `],{"axis":0}`, `[5.0,7.0,9.0]`},
		{`"function","sum",[` + array + `],{"axis":{"tuple":[0,1]}}`, `21.0`},
		{`"function","concat",[[` + array + `,` + array + `]],{"axis":null}`, `[1.0,2.0,3.0,4.0,5.0,6.0,1.0,2.0,3.0,4.0,5.0,6.0]`},
		{`"function","reshape",[` + array + `],{"shape":{"tuple":[3,2]}}`, `[[1.0,2.0],[3.0,4.0],[5.0,6.0]]`},
		{`"function","full",[2],{"fill_value":{"complex":[1.5,-2.0]}}`, `[{"complex":[1.5,-2.0]},{"complex":[1.5,-2.0]}]`},
		{`"function","asarray",[[{"float":"nan"},{"float":"-nan"},{"float":"inf"},{"float":"-inf"},-0.0,1e300]],{"dtype":{"dtype":"float64"}}`,
			`[{"float":"nan"},{"float":"-nan"},{"float":"inf"},{"float":"-inf"},-0.0,1e+300]`},
		{`"function","asarray",[18446744073709551615],{"dtype":{"dtype":"uint64"}}`, `18446744073709551615`},
		{`"function","eye",[2],{"k":-100000000000000000000}`, `[[0.0,0.0],[0.0,0.0]]`},
		{`"operator","-",[` + array + `],{}`, `[[-1.0,-2.0,-3.0],[-4.0,-5.0,-6.0]]`},
		{`"operator","<",[2,` + array + `],{}`, `[[false,false,true],[true,true,true]]`},
		{`"operator","**",[` + array + `,2],{}`, `[[1.0,4.0,9.0],[16.0,25.0,36.0]]`},
		{`"get","",[` + array + `,{"tuple":[{"ellipsis":0},{"slice":[null,null,-1]}]}],{}`, `[[3.0,2.0,1.0],[6.0,5.0,4.0]]`},
		{`"get","",[` + array + `,{"tuple":[1,null,0]}],{}`, `[4.0]`},
		{`"attribute","T",[` + array + `],{}`, `[[1.0,4.0],[2.0,5.0],[3.0,6.0]]`},
		{`"method","to_device",[` + array + `,"cpu"],{}`, `[[1.0,2.0,3.0],[4.0,5.0,6.0]]`},
	} {
		answer := ask(b, `"native",`+c.request)
		assert.Equal(t, `{"ok":`+c.elements+`}`, list(answer), c.request)
	}
	for request, want := range map[string]string{
		`"function","isdtype",[{"dtype":"int8"},{"tuple":["bool","integral"]}],{}`:              `true`,
		`"function","result_type",[` + array + `,1.5,{"dtype":"float64"}],{}`:                   `{"dtype":"float64"}`,
		`"function","broadcast_shapes",[{"tuple":[2,1]},{"tuple":[3]}],{}`:                      `{"tuple":[2,3]}`,
		`"function","iinfo",[{"dtype":"uint8"}],{}`:                                             `{"dict":[["bits",8],["max",255],["min",0],["dtype",{"dtype":"uint8"}]]}`,
		`"attribute","device",[` + array + `],{}`:                                               `"cpu"`,
		`"attribute","size",[` + array + `],{}`:                                                 `6`,
		`"augment","+",[` + array + `,1],{}`:                                                    `null`,
		`"info","version",["2024.12"],{}`:                                                       `"2024.12"`,
		`"info","devices",[],{}`:                                                                `{"tuple":["cpu"]}`,
		`"info","default_device",[],{}`:                                                         `"cpu"`,
		`"info","capabilities",[],{}`:                                                           `{"dict":[["boolean indexing",true],["data-dependent shapes",true],["max dimensions",null]]}`,
		`"info","default_dtypes",["cpu"],{}`:                                                    `{"dict":[["real floating",{"dtype":"float32"}],["complex floating",{"dtype":"complex64"}],["integral",{"dtype":"int32"}],["indexing",{"dtype":"int64"}]]}`,
		`"info","dtypes",[null,{"tuple":["bool","complex floating"]}],{}`:                       `{"dict":[["bool",{"dtype":"bool"}],["complex64",{"dtype":"complex64"}],["complex128",{"dtype":"complex128"}]]}`,
		`"set","",[` + array + `,{"tuple":[0,{"slice":[null,2,null]}]},[8,{"float":"nan"}]],{}`: `null`,
	} {
		assert.Equal(t, `{"ok":`+want+`}`, ask(b, `"native",`+request), request)
	}
	answer := b.Call([]byte(`["native","function","asarray",[{"data":["int16",[2]]}],{}]`), []byte{1, 0, 255, 255})
	assert.Equal(t, `{"ok":[1,-1]}`, list(string(answer)))

	b.Release(x)
	_, err := b.Array(x)
	assert.Error(t, err)
	assert.Contains(t, ask(b, `"native","attribute","T",[`+array+`],{}`), "no array has number")
}

func TestErrors(t *testing.T) {
	b := New()
	x := fmt.Sprintf(`{"array":%d}`, number(t, ask(b, `"native","function","ones",[{"tuple":[2,3]}],{}`)))
	for request, kind := range map[string]string{
		`"function","matmul",[` + x + `,` + x + `],{}`:                    "shape",
		`"function","bitwise_and",[` + x + `,` + x + `],{}`:               "dtype",
		`"get","",[` + x + `,5],{}`:                                       "index",
		`"function","sum",[` + x + `],{"axis":2}`:                         "index",
		`"function","sum",[` + x + `],{"axes":1}`:                         "value",
		`"function","zeros",[3],{"device":"cuda:9"}`:                      "device",
		`"function","nosuch",[],{}`:                                       "value",
		`"method","nosuch",[` + x + `],{}`:                                "value",
		`"attribute","nosuch",[` + x + `],{}`:                             "value",
		`"operator","?",[1,2],{}`:                                         "value",
		`"operator","~",[1,2],{}`:                                         "value",
		`"augment","+",[` + x + `],{}`:                                    "value",
		`"augment","+",[1,2],{}`:                                          "value",
		`"info","version",["1999.01"],{}`:                                 "value",
		`"info","dtypes",["cuda:9"],{}`:                                   "device",
		`"info","dtypes",[null,"strange"],{}`:                             "value",
		`"info","nosuch",[],{}`:                                           "value",
		`"nosuch","",[],{}`:                                               "value",
		`"function","sum",[{"array":999}],{}`:                             "value",
		`"function","sum",[{"array":-1}],{}`:                              "value",
		`"function","sum",[{"dtype":"float3"}],{}`:                        "dtype",
		`"function","sum",[{"float":"1.5"}],{}`:                           "value",
		`"function","sum",[{"complex":[1,2]}],{}`:                         "value",
		`"function","sum",[{"slice":[1]}],{}`:                             "value",
		`"function","sum",[{"nosuch":1}],{}`:                              "value",
		`"function","sum",[{}],{}`:                                        "value",
		`"function","sum",[{"data":["int8",[2]]}],{}`:                     "shape",
		`"function","sum",[{"data":["int8",[100000000000000000000]]}],{}`: "value",
		`"function","sum",[],5`:                                           "value",
		`"function","sum",[` + x + `],{"axis":{"a":1}}`:                   "value",
	} {
		answer := ask(b, `"native",`+request)
		assert.True(t, strings.HasPrefix(answer, `{"error":["`+kind+`","`), "%s: %s", request, answer)
	}
	assert.Contains(t, ask(b, `"nosuch","info","devices",[],{}`), `{"error":["backend",`)
	for _, text := range []string{``, `null`, `{}`, `[1,2]`, `["native"`, `["native","function","sum",[],{}] 1`} {
		assert.Contains(t, string(b.Call([]byte(text), nil)), `{"error":["value"`, text)
	}
}

// What another library hands out is copied, with any strides, and refused where it
// cannot be read.
func TestImport(t *testing.T) {
	b := New()
	data := []byte{1, 2, 3, 4, 5, 6}
	for _, c := range []struct {
		tensor ivy.DLTensor
		want   string
	}{
		{ivy.DLTensor{Data: data, Shape: []int{2, 3}}, `[[1,2,3],[4,5,6]]`},
		{ivy.DLTensor{Data: data, Shape: []int{3, 2}, Strides: []int{1, 3}}, `[[1,4],[2,5],[3,6]]`},
		{ivy.DLTensor{Data: data, Shape: []int{2}, Strides: []int{-2}, ByteOffset: 5}, `[6,4]`},
		{ivy.DLTensor{Data: data, Shape: []int{2}, Strides: []int{0}}, `[1,1]`},
		{ivy.DLTensor{Shape: []int{0, 2}}, `[]`},
	} {
		c.tensor.Device, c.tensor.Code, c.tensor.Bits, c.tensor.Lanes = [2]int{1, 0}, 1, 8, 1
		x := number(t, string(b.Import("native", &c.tensor)))
		assert.Equal(t, `{"ok":`+c.want+`}`, ask(b, fmt.Sprintf(`"native","method","tolist",[{"array":%d}],{}`, x)))
	}
	for kind, tensor := range map[string]ivy.DLTensor{
		"device": {Data: data, Shape: []int{6}, Device: [2]int{2, 0}, Code: 1, Bits: 8, Lanes: 1},
		"dtype":  {Data: data, Shape: []int{6}, Device: [2]int{1, 0}, Code: 1, Bits: 4, Lanes: 1},
		"value":  {Data: data, Shape: []int{7}, Device: [2]int{1, 0}, Code: 1, Bits: 8, Lanes: 1},
		"shape":  {Data: data, Shape: []int{-1}, Device: [2]int{1, 0}, Code: 1, Bits: 8, Lanes: 1},
	} {
		assert.Contains(t, string(b.Import("native", &tensor)), `{"error":["`+kind+`"`, kind)
	}
	assert.Contains(t, string(b.Import("nosuch", &ivy.DLTensor{})), `{"error":["backend"`)
}

func TestCallsAtOnce(t *testing.T) {
	b := New()
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for range 50 {
				answer := ask(b, fmt.Sprintf(`"native","function","full",[3,%d],{}`, i))
				var v struct {
					OK struct{ Array uint64 } `json:"ok"`
				}
				if assert.NoError(t, json.Unmarshal([]byte(answer), &v)) {
					x := fmt.Sprintf(`"native","method","tolist",[{"array":%d}],{}`, v.OK.Array)
					assert.Equal(t, fmt.Sprintf(`{"ok":[%d,%d,%d]}`, i, i, i), ask(b, x))
					b.Release(v.OK.Array)
				}
			}
		})
	}
	all.Wait()
	assert.Empty(t, b.arrays)
}

// Every request has an answer that is JSON.
func FuzzCall(f *testing.F) {
	for _, r := range []string{
		`["native","function","sum",[[1,2.5,{"complex":[1.0,2.0]}]],{"axis":0}]`, `["native","operator","+",[{"array":1},{"array":2}],{}]`,
		`["native","get","",[{"array":1},{"tuple":[{"slice":[null,1,null]},{"ellipsis":0}]}],{}]`, `["native","info","dtypes",[null,"bool"],{}]`,
		`["native","function","asarray",[{"data":["int8",[2]]}],{"copy":true}]`,
	} {
		f.Add([]byte(r), []byte{1, 2})
	}
	f.Fuzz(func(t *testing.T, request, data []byte) {
		b := New()
		s, err := b.session("native")
		require.NoError(t, err)
		s.Env().SetMaxBytes(1 << 20)
		b.Call([]byte(`["native","function","ones",[{"tuple":[2,3]}],{}]`), nil)
		b.Call([]byte(`["native","function","arange",[3],{}]`), nil)
		if answer := b.Call(request, data); !json.Valid(answer) {
			t.Errorf("%q is answered with %q", request, answer)
		}
	})
}
