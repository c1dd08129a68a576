import numpy as np

x = np.arange(3, dtype=np.uint8)
print(repr(x), x.dtype, repr(x.dtype))
print(x.astype(float), x.astype(np.complex64), x.astype(bool))
print(repr(x + np.float32(1)), repr(x / 2), repr(x + 1))
print(np.result_type(np.int8, np.float16))
print(np.float32, np.int64, np.bool_, np.complex128)
print([x.dtype, np.ones(1).dtype])
print(f"{x.dtype} {x} {x!r}")
print("%s %r" % (x.dtype, x.dtype))
