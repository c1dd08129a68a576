// Package onnx runs models in ONNX files on every backend: the operators are functions of package ivy, and ONNX Runtime's numbers are
// what they give.
//
//	m, err := onnx.Open("model.onnx")
//	out, err := m.Run(map[string]*ivy.Array{"x": x}) // on the backend of x
//	f := ivy.Compile(m.Func())                       // or ivy.Grad, with the inputs as arguments
//
// [Export] writes a compiled function as a model.
//
// # What there is
//
// Operators of ai.onnx in the versions of opsets 7 to 28, of ai.onnx.ml to version 5 (trees, linear and support vector models, scalers), and
// com.microsoft's DynamicQuantizeLSTM; functions of the model. Refused when a file is opened, with all their names: strings, optional values,
// sequences as inputs or outputs of a model, training, files of images, and what of the standard is older than opset 7 or in preview.
//
// # Types
//
// ONNX's types are strict: there is no promotion, and an operand of another type is an error of kind [ivy.ErrDtype] that names the node. Types that
// package ivy does not have are held in wider dtypes, with their own values: float8, float4 and float8e8m0 in float32, int4 and int2 in int8, uint4 and
// uint2 in uint8.
//
// Where the standard leaves a result open, it is ONNX Runtime's on a CPU: what no int32 is becomes −2³¹ in a cast, and of it integers of fewer bits have the lowest
// bits; a row of scores without a key has the softmax 0; indices of MaxUnpool count in its output_shape; aligned corners of Resize lie on each other.
// A MatMul, Gemm or Conv of what DequantizeLinear makes of 8 bits, by constants that it makes of 8 bits, is computed as a product of the integers times both scales on the native
// backend, as by ONNX Runtime, not as one of the rounded numbers. A BatchNormalization behind a Conv, and products and sums with constants for each channel, are folded into its
// filters and bias, which moves results by roundings; tensors that are outputs, see [Model.WithOutputs], are computed as the file says. Values that the file has for inputs
// count as constants there: a run that is given another value for one of them computes everything as the file says.
//
// # Shapes and elements
//
// Axes of a file may have names instead of lengths. A model is compiled for each shape of its inputs that it meets, see [ivy.Compile], and plans are kept as
// [ivy.Env.SetMaxPlans] says. Where an input's elements say what shapes there are, which branch is taken or how often a loop runs (integers or bools, 256 at most), the model is
// compiled for these elements. Where computed elements say that, the operators between those that
// look at them are compiled from the second call on. [Model.Func] runs operator by operator without [ivy.Compile]. On the native backend both give the same bits.
//
// Weights stay in the file until a backend asks for them. What is computed of weights alone is computed once, and stays.
//
// Definition: https://onnx.ai/onnx/operators/
package onnx
