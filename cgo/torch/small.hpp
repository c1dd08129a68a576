// Small tensors whose elements are the caller's.
#pragma once

#include "common.hpp"

namespace gt {

// An Outline is a small tensor's dtype and shape.
struct Outline {
	int kind;
	const int64_t *dims;

	ScalarType type() const { return dtype(kind & 0xff); }
	at::IntArrayRef sizes() const { return at::IntArrayRef(dims, kind >> 8); }
	size_t bytes() const;
};

// A Scratch is a tensor for small elements, used again and again by one thread. It is
// aligned, which what a caller has need not be.
class Scratch {
public:
	// shaped returns the tensor in that shape.
	Tensor &shaped(Outline o);
	// filled calls f to fill the tensor, and copies its elements.
	template <class F> void filled(Outline o, uint8_t *data, F f)
	{
		try {
			f(shaped(o));
			TORCH_CHECK(t.sizes() == o.sizes(), "a result of ", t.sizes(), " in place of ", o.sizes());
		} catch (...) {
			t = Tensor(); // it may have been given other memory
			throw;
		}
		memcpy(data, elements, o.bytes());
	}
	const Tensor &holding(Outline o, const uint8_t *data)
	{
		Tensor &t = shaped(o);
		memcpy(elements, data, o.bytes());
		return t;
	}

private:
	Tensor t;
	void *elements = nullptr;
};

// scratch returns one of three for each dtype.
Scratch &scratch(int place, Outline o);

// An Operand is the caller's tensor, or one in scratch.
class Operand {
public:
	Operand(int place, gt_tensor t, Outline o, const uint8_t *data)
	    : borrowed(t || !data ? borrow(t) : Borrowed()), x(t ? borrowed : scratch(place, o).holding(o, data)) {}
	operator const Tensor &() const { return x; }

private:
	const Borrowed borrowed;
	const Tensor &x;
};

// deliver copies the elements of z, which must be of that outline.
void deliver(const Tensor &z, Outline o, uint8_t *data);

// A Direct mode is none: functions of at::cpu do not look at modes.
struct Direct {};

} // namespace gt
