//go:build !amd64

package native

func wideRows(loopTable) {}
