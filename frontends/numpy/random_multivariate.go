package numpy

import (
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/frontends/internal/spectral"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/shape"
)

// Normal vectors: numbers of the normal distribution times a factor of the covariance, which is found on the host.

// multivariateNormal draws vectors of normal numbers that are correlated.
func multivariateNormal(d drawer) frontend.Func {
	sig := "mean, cov, size=None, check_valid='warn', tol=1e-08"
	if d == ofGenerator {
		sig += ", *, method='svd'"
	}
	return frontend.Func{Path: d.path("multivariate_normal"), Sig: d.sig(sig), Run: func(c *frontend.Call) any {
		s, unlock := d.stream(c)
		defer unlock()
		method := any("svd")
		if d == ofGenerator {
			method = c.Arg("method")
		}
		if method != "svd" && method != "eigh" && method != "cholesky" {
			c.Raise("ValueError", "method must be one of {'eigh', 'svd', 'cholesky'}")
		}
		mean, cov := realMatrix(c, "mean"), realMatrix(c, "cov")
		switch {
		case len(mean.shape) != 1:
			c.Raise("ValueError", "mean must be 1 dimensional")
		case len(cov.shape) != 2 || cov.shape[0] != cov.shape[1]:
			c.Raise("ValueError", "cov must be 2 dimensional and square")
		case mean.shape[0] != cov.shape[0]:
			c.Raise("ValueError", "mean and cov must have same length")
		}
		n := mean.shape[0]
		size, given := drawSize(c, 8*max(n, 1))
		if !given {
			size = nil
		}
		if n == 0 {
			c.Raise("ValueError", "cannot reshape array of size 0 into shape (0)")
		}
		x := make([]float64, shape.Size(size)*n)
		s.normal(x)
		factor := covarianceFactor(c, method, cov)
		row := make([]float64, n)
		for at := 0; at < len(x); at += n {
			copy(row, x[at:at+n])
			for i := range n {
				sum := 0.0
				for k, z := range row {
					sum += float64(z * factor[i*n+k])
				}
				x[at+i] = mean.values[i] + sum
			}
		}
		return drawn(c, append(slices.Clone(size), n), x)
	}}
}

// realMatrix returns an argument as float64 numbers.
func realMatrix(c *frontend.Call, name string) numbersOf[float64] {
	o, err := c.Namespace.Operand(c.Arg(name))
	if err == nil && (o.Arg.Dtype.IsComplex() || o.A != nil && o.A.V.Dtype().IsComplex()) {
		c.Raise("TypeError", "mean and cov must not be complex")
	}
	return floatParameter(c, name)
}

// covarianceFactor returns a matrix that times its transpose is a covariance, and checks that there is one.
func covarianceFactor(c *frontend.Call, method any, cov numbersOf[float64]) []float64 {
	n := cov.shape[0]
	x := c.Env().Reshape(c.Env().Asarray(cov.values), cov.shape)
	if method == "cholesky" {
		return reading.Values[float64](regular(c, func() *ivy.Array { return c.Env().Cholesky(x) }))
	}
	valid := c.Text("check_valid")
	if valid != "warn" && valid != "raise" && valid != "ignore" {
		c.Raise("ValueError", "check_valid must equal 'warn', 'raise', or 'ignore'")
	}
	tol := floatParameter(c, "tol").values[0]
	var vectors, scale []float64
	is := true
	if method == "eigh" {
		finite(c, x, false)
		vectors, scale = spectral.Eigenvectors(cov.values, n)
		for i, w := range scale {
			is = is && !(w < -tol)
			scale[i] = math.Abs(w)
		}
	} else {
		allFinite(c, x)
		var right []float64
		vectors, scale, right = spectral.SingularVectors(cov.values, n)
		is = isCovariance(cov.values, scale, right, tol)
		if c.Func.Path != ofGenerator.path("multivariate_normal") { // whose factor is of the right vectors
			vectors = right
		}
	}
	if valid == "raise" && !is {
		c.Raise("ValueError", "covariance is not symmetric positive-semidefinite.")
	}
	factor := make([]float64, n*n)
	for i := range factor {
		factor[i] = float64(vectors[i] * math.Sqrt(scale[i%n]))
	}
	return factor
}

// isCovariance reports whether a matrix is what its singular values and right vectors make if it is symmetric and has no negative
// eigenvalues, but for a tolerance.
func isCovariance(cov, scale, v []float64, tol float64) bool {
	n := len(scale)
	for i := range n {
		for j := range n {
			sum := 0.0
			for k, s := range scale {
				sum += float64(float64(v[i*n+k]*s) * v[j*n+k])
			}
			if !(math.Abs(sum-cov[i*n+j]) <= tol+float64(tol*math.Abs(cov[i*n+j]))) {
				return false
			}
		}
	}
	return true
}
