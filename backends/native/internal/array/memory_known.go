package array

import (
	"runtime"
	"sync"
	"weak"
)

// A Known has values by what they are made of, so long as anyone else has them.
type Known[K comparable, T any] struct {
	mu    sync.Mutex
	byKey map[K]weak.Pointer[T]
}

// Find returns the value of a key, which it makes if there is none. make may return nil.
func (k *Known[K, T]) Find(key K, make func() *T) *T {
	k.mu.Lock()
	defer k.mu.Unlock()
	if v := k.byKey[key].Value(); v != nil {
		return v
	}
	v := make()
	if v == nil {
		return nil
	}
	if k.byKey == nil {
		k.byKey = map[K]weak.Pointer[T]{}
	}
	k.byKey[key] = weak.Make(v)
	runtime.AddCleanup(v, k.forget, key)
	return v
}

// Len returns how many keys there are, of values that have just ended too.
func (k *Known[K, T]) Len() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.byKey)
}

// forget takes a value that has ended out, unless another one has its place.
func (k *Known[K, T]) forget(key K) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if v, ok := k.byKey[key]; ok && v.Value() == nil {
		delete(k.byKey, key)
	}
}
