//go:build !amd64

package native

func wideActivations(loopTable) {}
