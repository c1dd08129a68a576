package torch

import _ "github.com/goivy/goivy/backends/libtorch"
