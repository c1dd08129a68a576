// Package tensorflow is the backend "tensorflow": the unified API on TensorFlow, through
// its eager C API (package cgo/tfeager) and graft. To have it in a program, import it and
// build with the tag tensorflow and the flags that "make env" prints:
//
//	import _ "github.com/goivy/goivy/backends/tensorflow"
//
// Without the tag the package is empty, and SetBackend("tensorflow") says how to get it.
//
// # Graphs and saved models
//
// A function that ivy.Compile returns runs as one graph of TensorFlow's, in a session.
// [LoadSavedModel] gives the functions of a model that TensorFlow saved, and [SaveModel]
// writes compiled functions as a model that Python's TensorFlow loads:
//
//	f := ivy.Compile(func(x *ivy.Array) *ivy.Array { return ivy.Softmax(ivy.MatMul(x, w)) })
//	err := tensorflow.SaveModel("model", tensorflow.Signature{
//		Function: f, Outputs: []string{"probabilities"},
//		Inputs:   []tensorflow.TensorSpec{{Name: "x", Dtype: ivy.Float32, Shape: []int{32, 64}}},
//	})
//
// A function is traced for shapes that are known, so a signature takes one batch size.
//
// # Clusters
//
// "ivy worker --cluster worker=host:port,host:port --task N" gives a machine's devices to
// a cluster; [Connect] makes the devices of all its tasks this backend's:
//
//	c, err := tensorflow.ParseCluster("worker=10.0.0.1:2222,10.0.0.2:2222")
//	if err == nil {
//		err = tensorflow.Connect(c)
//	}
//	x := ivy.Asarray(data).ToDevice("/job:worker/task:1/device:CPU:0")
//	y := ivy.Exp(x)                         // computed there, and stays there
//	z := ivy.Map(f, x, ivy.Devices()[1:])   // f of pieces of x, on all of them
//
// ivy.DataParallel takes the mean of gradients over shards of a batch, which the workers
// compute, and ivy.LostDevice tells which worker was lost, so that the others go on.
//
// A compiled function runs as one operation where its arguments are. Work on another
// machine goes on while the program does, so an error there may show when elements are
// read. Operations on a task that has ended, or that stands still for the time that
// [SetDeviceTimeout] sets, are errors of kind ivy.ErrDevice; [Connect] joins a task anew that
// has been started again. TensorFlow's protocol knows
// no passwords and no encryption: it belongs on a network whose every member is trusted.
//
// # Rows
//
// A kernel is a program of TensorFlow's operations, which runs in one call of C. A row of
// an elementwise family is a [formula]: it writes that program once for each dtype, and
// the program is kept. A row of another family hands a function to [compose], which writes
// the program at each call, with shapes and axes as constants. [reduce] and the like are
// compose for a family.
//
// A formula is written once for all dtypes; g.in is the operands', g.out the result's.
// Where TensorFlow lacks a kernel or has a wrong one, the row says so by a detour:
// [formula.through] computes in another dtype, to which the cast loses nothing,
// [formula.signed] with the bits of unsigned integers as signed ones, [formula.of] picks
// another formula, [byParts] computes with the parts of complex numbers. What float64 is
// too narrow for is done in a [pair]. TestDetours tries TensorFlow's own operation for
// every elementwise row and dtype: a detour that is missing fails, and one that is not
// needed.
package tensorflow
