package native

import "github.com/goivy/goivy/ivy/backend"

var linalgKernels = []backend.Entry{}
