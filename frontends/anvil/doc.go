// Package anvil emulates R's anvil on ivy's arrays. There is its promotion rule: dtypes
// are known or ambiguous, as those of R's literals are, and an ambiguous one gives way.
package anvil
