package ops

import "github.com/goivy/goivy/ivy/dtype"

// drawn enters a row of which package ivy reads the options alone: results of a random function are no function of
// its operands, so that nothing that is read from the table (calls of scripts, golden rows, support) holds for it.
func drawn(name string, os []Opt, doc string) *Op {
	return row(Op{Name: name, Group: Random, In: dtype.All, Opts: os, Hidden: true, Extra: true, Doc: doc})
}

// Random numbers.
var (
	Draw          = drawn("Draw", opts(Dtype, Device, Out), "Draw is what methods of generators have in common.")
	DrawChoice    = drawn("DrawChoice", opts(Axis, Replacement, Probs), "DrawChoice is what choices and permutations have in common.")
	RandomUniform = drawn("RandomUniform", opts(Shape, Dtype, Device, FromSeed, Out), "RandomUniform draws uniform numbers.")
	RandomNormal  = drawn("RandomNormal", opts(Shape, Dtype, Device, FromSeed, Out), "RandomNormal draws normal numbers.")
	Randint       = drawn("Randint", opts(Shape, Dtype, Device, FromSeed, Out), "Randint draws integers.")
	Multinomial   = drawn("Multinomial", opts(BatchSize, Probs, Replacement, Dtype, Device, FromSeed, Out), "Multinomial draws indices.")
	Shuffle       = drawn("Shuffle", opts(Axis, FromSeed, Out), "Shuffle orders an array at random.")
	Bernoulli     = drawn("Bernoulli", opts(Logits, Shape, Dtype, Device, FromSeed, Out), "Bernoulli draws 0 and 1.")
	RandomBeta    = drawn("RandomBeta", opts(Shape, Dtype, Device, FromSeed, Out), "RandomBeta draws of the beta distribution.")
	Dirichlet     = drawn("Dirichlet", opts(Shape, Dtype, Device, FromSeed, Out), "Dirichlet draws of the Dirichlet distribution.")
	Gamma         = drawn("Gamma", opts(Shape, Dtype, Device, FromSeed, Out), "Gamma draws of the gamma distribution.")
	Poisson       = drawn("Poisson", opts(Shape, Dtype, Device, FromSeed, Out), "Poisson draws of the Poisson distribution.")
)
