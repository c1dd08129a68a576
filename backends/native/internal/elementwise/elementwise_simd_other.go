//go:build !amd64

package elementwise

func wideRows(loopTable) {}
