//go:build !amd64

package native

func wideRows(loopTable) {}

func wideGreatest[A float](f fold[A]) fold[A] { return f }
func wideLeast[A float](f fold[A]) fold[A]    { return f }
