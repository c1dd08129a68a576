package native

import "github.com/goivy/goivy/ivy/backend"

var creationKernels = []backend.Entry{}
