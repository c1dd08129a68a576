package native

import "github.com/goivy/goivy/ivy/backend"

var indexingKernels = []backend.Entry{}
