package native

import "github.com/goivy/goivy/ivy/backend"

var elementwiseKernels = []backend.Entry{}
