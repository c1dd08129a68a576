package nn_test

import (
	"fmt"
	"strings"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/nn"
	"github.com/goivy/goivy/ivy/optim"
)

// A xor learns whether two bits differ.
type xor struct{ Hidden, Out *nn.Linear }

func (m *xor) Forward(c *nn.Context, x *ivy.Array) *ivy.Array {
	return m.Out.Forward(c, m.Hidden.Forward(c, x).Tanh())
}

// A model is a struct of modules. A step of training, the gradient of its loss and the update of the parameters, is compiled as a whole.
func Example() {
	i := nn.NewInitializer(0) // torch.manual_seed(0)
	var model ivy.Tree = &xor{Hidden: nn.NewLinear(i, 2, 8), Out: nn.NewLinear(i, 8, 1)}
	x := ivy.Asarray([][]float32{{0, 0}, {0, 1}, {1, 0}, {1, 1}})
	y := ivy.Asarray([][]float32{{0}, {1}, {1}, {0}})

	gradient := ivy.ValueAndGrad(func(m *xor) *ivy.Array {
		return m.Forward(&nn.Context{Training: true}, x).Subtract(y).Square().Mean()
	})
	o := optim.NewAdam(optim.Constant(0.05))
	step := ivy.Compile(func(m *xor, s optim.State) (loss, model, state ivy.Tree) {
		value, grads := gradient(m)
		params, next := o.Update(m, grads, s)
		return value, params, next
	})
	var state ivy.Tree = o.Init(model)
	for range 200 {
		z := step.CallTree(model, state)
		model, state = z[1], z[2]
	}
	m := model.(*xor)
	fmt.Println(m.Forward(nil, x).Round().Reshape([]int{4}))
	fmt.Println(strings.Join(nn.Names(m), " "))
	// Output:
	// [0. 1. 1. 0.]
	// hidden.weight hidden.bias out.weight out.bias
}

// The running statistics of a BatchNorm are arguments and results of a compiled step.
func ExampleContext() {
	type model struct{ Norm *nn.BatchNorm }
	m := &model{Norm: nn.NewBatchNorm1d(nn.NewInitializer(0), 2)}
	x := ivy.Asarray([][]float32{{1, 10}, {3, 30}})

	step := ivy.Compile(func(m *model, buffers map[string]*ivy.Array, x *ivy.Array) (loss, grads, next ivy.Tree) {
		c := &nn.Context{Training: true}
		c.Bind(m, buffers)
		loss, grads = ivy.ValueAndGrad(func(m *model) *ivy.Array { return m.Norm.Forward(c, x).Square().Mean() })(m)
		return loss, grads, c.Buffers(m)
	})
	z := step.CallTree(m, nn.Buffers(m), x)
	nn.SetBuffers(m, z[2])
	fmt.Println(m.Norm.RunningMean.Value(), m.Norm.RunningVar.Value(), m.Norm.NumBatchesTracked.Value(), step.Eager())

	c := &nn.Context{Training: true} // and without a compiled function
	m.Norm.Forward(c, x)
	c.Store()
	fmt.Println(m.Norm.RunningMean.Value(), m.Norm.NumBatchesTracked.Value())
	// Output:
	// [0.2 2. ] [ 1.1 20.9] 1 <nil>
	// [0.38 3.8 ] 2
}

func ExampleSummary() {
	i := nn.NewInitializer(0)
	m := nn.Sequential{nn.NewConv2d(i, 1, 8, []int{3}), nn.NewBatchNorm2d(i, 8), nn.ReLU(), nn.NewMaxPool2d([]int{2}), nn.NewFlatten(), nn.NewLinear(i, 1352, 10)}
	fmt.Print(nn.Summary(m, ivy.Abstract(ivy.Float32, 1, 1, 28, 28)))
	// Output:
	// module  type        output       dtype    parameters
	//         Sequential  [1 10]       float32  13626
	// 0       Conv        [1 8 26 26]  float32  80
	// 1       BatchNorm   [1 8 26 26]  float32  16
	// 2       ReLU        [1 8 26 26]  float32  0
	// 3       MaxPool     [1 8 13 13]  float32  0
	// 4       Flatten     [1 1352]     float32  0
	// 5       Linear      [1 10]       float32  13530
	// 13626 parameters, 54576 bytes with buffers
}

func ExampleLoadStateDict() {
	i := nn.NewInitializer(0)
	m := nn.Sequential{nn.NewLinear(i, 2, 1)}
	fmt.Println(nn.LoadStateDict(m, map[string]*ivy.Array{"0.weight": ivy.Ones([]int{1, 3}), "1.weight": ivy.Ones([]int{1})}, true))
	// Output: ivy: nn.LoadStateDict: "0.weight" of shape [1 3], want [1 2]; missing: 0.bias; unexpected: 1.weight
}
