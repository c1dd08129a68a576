// Package steps says for which operands frontends free what their functions make on the way.
package steps

import "math"

// Least is how many bytes an operand has that makes it worth that: backends use the memory of less no sooner than the collector
// finds it. Tests change it.
var Least = 8 << 10

// Never leaves all to the collector until restore is called.
func Never() (restore func()) {
	least := Least
	Least = math.MaxInt
	return func() { Least = least }
}
