package native

import "github.com/goivy/goivy/ivy/backend"

var sortingKernels = []backend.Entry{}
