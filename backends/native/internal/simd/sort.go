package simd

// sortable is what the loops sort: signed numbers of 4 and 8 bytes. Floats are sorted by keys, see FloatKeys.
type sortable interface{ int32 | int64 }

// A Sorting has the loops that sort numbers of one size.
type Sorting[K sortable] struct {
	Few int // how many numbers SortFew sorts at most

	// SortFew sets dst to the numbers of src in ascending order; the two may be one.
	SortFew func(dst, src []K)

	// KeepLess moves the numbers of data that are less than pivot to its front and the others to the front of out, which
	// has room for all, and returns how many are less. Nothing is left of the order, and what lies behind the numbers
	// moved is spoilt. KeepRest keeps those that are not less, and moves the others.
	KeepLess, KeepRest func(data, out []K, pivot K) int

	// Divide moves the numbers of data, at least 512, that are less than pivot before the others, and returns how many
	// are. Nothing is left of the order. It needs room for 6 KiB.
	Divide func(data, room []K, pivot K) int

	// Flip sets dst[i] to src[i]^mask; the two may be one.
	Flip func(dst, src []K, mask K)

	// FloatKeys sets dst to keys of floats, whose bits src has, with the bits of mask changed; the two may be one. Keys are
	// in the floats' order, of -0 and 0 equal, of NaN the greatest; inf is the bits of infinity. It reports whether there
	// are -0 or NaN, which cannot be told from their keys. Floats is the way back.
	FloatKeys func(dst, src []K, inf, mask K) (lossy bool)
	Floats    func(dst, src []K, mask K)
}

func signOf[K sortable](v K) K {
	if v < 0 {
		return -1
	}
	return 0
}

// greatest is the greatest K.
func greatest[K sortable]() K {
	var most K = 1<<31 - 1
	if wide := int64(1<<63 - 1); K(wide) > most {
		most = K(wide)
	}
	return most
}

// floatKey returns the key of a float's bits, and whether it cannot be told from the key.
func floatKey[K sortable](v, inf K) (k K, lost bool) {
	most := greatest[K]()
	switch m := v & most; {
	case m == 0:
		return 0, v != 0
	case m > inf:
		return most, true
	}
	return floatOf(v), false
}

// floatOf returns the bits of the float of a key; bits and keys go the same way.
func floatOf[K sortable](k K) K { return k ^ signOf(k)&greatest[K]() }

func packShifted(dst, src []int64, at int, base int64, down, up int) {
	for i, v := range src {
		dst[i] = int64(uint64(v-base)>>(down&63)<<(up&63)) + int64(at+i)
	}
}
