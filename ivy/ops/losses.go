package ops

// lossRow is the row of a loss, whose operands are promoted together.
func lossRow(name, doc string, operands []string, options ...Opt) *Op {
	ps := make([]Param, len(operands))
	for i, p := range operands {
		ps[i] = Param{p, Operand}
	}
	return row(Op{Name: name, Group: Losses, In: floating, Lift: true, Steps: true, Params: ps, Opts: append(options, Out), Extra: true, Doc: doc})
}

var (
	inputTarget = []string{"input", "target"}
	targetPred  = []string{"target", "pred"}
)

// Losses. Those with the operands input and target, in this order, are PyTorch's; those with target
// and pred are Ivy's, which calls target true.
var (
	// element by element
	BinaryCrossEntropy = lossRow("BinaryCrossEntropy", "BinaryCrossEntropy returns −(y·log p + (1 − y)·log(1 − p)) of targets y and predictions p, probabilities from 0 to 1, the logarithms held at −100 or above; with FromLogits(true) p is the Sigmoid of pred, and nothing is held. PosWeight is a factor of the first term.", targetPred, FromLogits, Epsilon, Reduction, PosWeight, Axis)
	GaussianNLLLoss    = lossRow("GaussianNLLLoss", "GaussianNLLLoss returns (log v + (input − target)²/v)/2, the negative log-likelihood of target under a normal distribution of mean input and variance v, taken for eps where it is less. The full loss has log(2π)/2 more.", []string{"input", "target", "variance"}, FullLoss, Eps, Reduction)
	HingeEmbeddingLoss = lossRow("HingeEmbeddingLoss", "HingeEmbeddingLoss returns input where target is 1, max(0, margin − input) where it is −1, and the sum of both elsewhere.", inputTarget, Margin, Reduction)
	HuberLoss          = lossRow("HuberLoss", "HuberLoss returns d²/2 of the differences d where |d| <= δ, and δ·(|d| − δ/2) elsewhere.", targetPred, Delta, Reduction)
	KLDiv              = lossRow("KLDiv", "KLDiv returns target·(log target − input), the terms of the Kullback-Leibler divergence; input is logarithms of probabilities, and 0·log 0 is 0. Reduction(\"batchmean\") divides the sum by the first length, which is the divergence's mean over a batch; \"mean\" divides by the number of elements.", inputTarget, Reduction, LogTarget)
	L1Loss             = lossRow("L1Loss", "L1Loss returns |input − target|.", inputTarget, Reduction)
	LogPoissonLoss     = lossRow("LogPoissonLoss", "LogPoissonLoss returns e**pred − target·pred, the negative log-likelihood of a Poisson distribution with the rate e**pred. The full loss has Stirling's approximation of log target! more where target is not between 0 and 1. Reduction goes over one axis.", targetPred, FullLoss, Axis, Reduction)
	MarginRankingLoss  = lossRow("MarginRankingLoss", "MarginRankingLoss returns max(0, margin − target·(input1 − input2)): target is 1 where input1 should be the greater, −1 where input2 should.", []string{"input1", "input2", "target"}, Margin, Reduction)
	MSELoss            = lossRow("MSELoss", "MSELoss returns (input − target)².", inputTarget, Reduction)
	PoissonNLLLoss     = lossRow("PoissonNLLLoss", "PoissonNLLLoss returns e**input − target·input, the negative log-likelihood of a Poisson distribution; with LogInput(false) input − target·log(input + eps). The full loss has Stirling's approximation of log target! more where target is above 1.", inputTarget, LogInput, FullLoss, Eps, Reduction)
	SmoothL1Loss       = lossRow("SmoothL1Loss", "SmoothL1Loss returns d²/(2β) of the differences d where |d| < β, and |d| − β/2 elsewhere; L1Loss for β = 0.", inputTarget, Beta, Reduction)
	SoftMarginLoss     = lossRow("SoftMarginLoss", "SoftMarginLoss returns log(1 + e**(−target·input)), without leaving the logarithm on the way.", inputTarget, Reduction)

	WassersteinLossDiscriminator = lossRow("WassersteinLossDiscriminator", "WassersteinLossDiscriminator returns mean(pFake) − mean(pReal), the loss of a discriminator's scores of real and of generated samples.", []string{"p_real", "p_fake"})
	WassersteinLossGenerator     = lossRow("WassersteinLossGenerator", "WassersteinLossGenerator returns −mean(predFake), the loss of a generator whose samples a discriminator gives these scores.", []string{"pred_fake"})

	// of vectors and of classes
	CosineEmbeddingLoss      = lossRow("CosineEmbeddingLoss", "CosineEmbeddingLoss returns 1 − c where target is 1, max(0, c − margin) where it is −1, and 0 elsewhere; c is the cosine of the angle between the vectors that input1 and input2 have along the last axis, with 1e-12 added to their squared lengths.", []string{"input1", "input2", "target"}, Margin, Reduction)
	CrossEntropy             = lossRow("CrossEntropy", "CrossEntropy returns −Σ target·log pred over an axis of probabilities, pred held between ε and 1 − ε.", targetPred, Axis, Epsilon, Reduction)
	MultiLabelMarginLoss     = lossRow("MultiLabelMarginLoss", "MultiLabelMarginLoss returns the sum of max(0, 1 − input[j] + input[i]) over the classes j that target names and the classes i that it does not, divided by the number of classes. Target has classes up to the first −1 of a row; what follows does not count.", inputTarget, Reduction)
	MultiLabelSoftMarginLoss = lossRow("MultiLabelSoftMarginLoss", "MultiLabelSoftMarginLoss returns the mean over the last axis, the classes, of −(y·log s + (1 − y)·log(1 − s)) of targets y and s, the Sigmoid of input.", inputTarget, Weight, Reduction)
	MultiMarginLoss          = lossRow("MultiMarginLoss", "MultiMarginLoss returns the sum of max(0, margin − input[y] + input[i])ᵖ over the classes i other than the target's class y, times its weight, divided by the number of classes.", inputTarget, NormOrder, Margin, Weight, Reduction)
	NLLLoss                  = lossRow("NLLLoss", "NLLLoss returns −input at the target's class, times its weight; input is logarithms of probabilities. The mean is divided by the sum of the weights that count.", inputTarget, Weight, IgnoreIndex, Reduction, Axis)
	SoftmaxCrossEntropy      = lossRow("SoftmaxCrossEntropy", "SoftmaxCrossEntropy returns −Σ target·LogSoftmax(input) over the axis of the classes, each term times the weight of its class: PyTorch's cross_entropy. Target is integers, the classes, or probabilities of the shape of input. The mean over classes is divided by the sum of the weights that count, that over probabilities by the number of losses.", inputTarget, Weight, IgnoreIndex, LabelSmoothing, Reduction, Axis)
	SparseCrossEntropy       = lossRow("SparseCrossEntropy", "SparseCrossEntropy returns −log pred at the target's class, pred being probabilities along an axis, held between ε and 1 − ε.", targetPred, Axis, Epsilon, Reduction)
	SSIMLoss                 = lossRow("SSIMLoss", "SSIMLoss returns 1 − the structural similarity of images, its mean over each image: (2μν + c)(2σ + d)/((μ² + ν² + c)(σ1 + σ2 + d)) of the means μ and ν, the variances and the covariance σ in windows of 3 × 3 elements, of those that are in the image, with c = 0.01² and d = 0.03².", targetPred)
	TripletMarginLoss        = lossRow("TripletMarginLoss", "TripletMarginLoss returns max(0, margin + d(anchor, positive) − d(anchor, negative)), d(a, b) being the p-norm of a − b + eps along the last axis.", []string{"anchor", "positive", "negative"}, Margin, NormOrder, Eps, Swap, Reduction)

	CTCLoss = lossRow("CTCLoss", "CTCLoss returns the connectionist temporal classification loss (Graves et al., 2006): −log of the probability, under logProbs, of all alignments that become the target when repeated classes are merged and blanks removed. The mean divides each loss by the target's length, at least 1, first. The gradient is that of logProbs as they are, without the LogSoftmax that made them.", []string{"log_probs", "targets", "input_lengths", "target_lengths"}, Blank, Reduction, ZeroInfinity)
)
