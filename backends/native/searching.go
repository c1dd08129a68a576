package native

import "github.com/goivy/goivy/ivy/backend"

var searchingKernels = []backend.Entry{}
