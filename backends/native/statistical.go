package native

import "github.com/goivy/goivy/ivy/backend"

var statisticalKernels = []backend.Entry{}
