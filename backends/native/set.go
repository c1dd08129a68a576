package native

import "github.com/goivy/goivy/ivy/backend"

var setKernels = []backend.Entry{}
