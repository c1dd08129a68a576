package torch

import tidied "github.com/goivy/goivy/frontends/internal/steps"

// Tests of this package free what functions make on their way for operands of every size: what a result needs of it is missed then.
// Tests of the script call the functions without that.
func init() { tidied.Least = 0 }
