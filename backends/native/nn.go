package native

import "github.com/goivy/goivy/ivy/backend"

var nnKernels = []backend.Entry{}
