package simd

// sortable is what the loops sort: signed numbers of 4 and 8 bytes. Floats are sorted by keys, see FloatKeys.
type sortable interface{ int32 | int64 }

// A Sorting has the loops that sort numbers of one size.
type Sorting[K sortable] struct {
	Few int // the largest number of elements that SortFew sorts

	// SortFew sets dst to the numbers of src in ascending order; dst may be src.
	SortFew func(dst, src []K)

	// KeepLess partitions data: numbers less than pivot go to the front of data, the others to the front of out, which is as
	// long as data. It returns how many are less. Neither side keeps its order, and the elements after each side are
	// overwritten. KeepRest puts the numbers that are not less in data, the others in out.
	KeepLess, KeepRest func(data, out []K, pivot K) int

	// Divide partitions data, at least 512 numbers, in place: those less than pivot come before the others. It returns how
	// many are less. Neither side keeps its order. scratch has 6 KiB.
	Divide func(data, scratch []K, pivot K) int

	// Flip sets dst[i] to src[i]^mask; dst may be src.
	Flip func(dst, src []K, mask K)

	// FloatKeys sets dst to the sort keys of floats, xor mask. src has the floats' bits, inf is the bits of infinity; dst may
	// be src. Keys have the order of the floats: −0 and 0 have one key, NaN has the greatest. It reports whether there is a
	// −0 or a NaN, which keys do not preserve. Floats converts keys to floats.
	FloatKeys func(dst, src []K, inf, mask K) (lossy bool)
	Floats    func(dst, src []K, mask K)
}

func signOf[K sortable](v K) K {
	if v < 0 {
		return -1
	}
	return 0
}

// greatest returns the greatest K.
func greatest[K sortable]() K {
	var most K = 1<<31 - 1
	if wide := int64(1<<63 - 1); K(wide) > most {
		most = K(wide)
	}
	return most
}

// floatKey returns the key of a float with the bits v, and whether the key does not preserve them.
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

// floatOf returns the bits of the float that has a key. It is its own inverse.
func floatOf[K sortable](k K) K { return k ^ signOf(k)&greatest[K]() }

func packShifted(dst, src []int64, at int, base int64, down, up int) {
	for i, v := range src {
		dst[i] = int64(uint64(v-base)>>(down&63)<<(up&63)) + int64(at+i)
	}
}
