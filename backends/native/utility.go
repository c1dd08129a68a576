package native

import "github.com/goivy/goivy/ivy/backend"

var utilityKernels = []backend.Entry{}
