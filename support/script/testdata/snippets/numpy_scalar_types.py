import numpy as np
x = np.float32(1.5)
for c in [np.generic, np.number, np.integer, np.signedinteger, np.unsignedinteger, np.inexact, np.floating, np.complexfloating, np.bool_, np.float64, int, float, complex, bool]:
    print(c.__name__, isinstance(x, c), isinstance(np.int64(3), c), isinstance(np.uint8(3), c), isinstance(np.float64(2), c), isinstance(np.complex64(2), c), isinstance(np.complex128(2), c), isinstance(np.bool_(True), c), isinstance(np.ones(3), c))
for c in [np.generic, np.number, np.integer, np.signedinteger, np.unsignedinteger, np.inexact, np.floating, np.complexfloating, np.bool_, np.float64]:
    print(c, repr(c), np.issubdtype(np.float32, c), np.issubdtype(np.int8, c), np.issubdtype('uint8', c), np.issubdtype(np.complex64, c), np.issubdtype(c, np.number), np.issubdtype(c, np.integer), np.issubdtype(c, np.generic))
print(np.floating == np.floating, np.floating is np.inexact, np.issubdtype(np.ones(3).dtype, np.floating))
print(np.issubdtype(np.ones(3).dtype, float), np.issubdtype(int, np.integer), np.issubdtype(np.float32, float))
print(isinstance(np.float64(1), (int, np.floating)), type(np.float32(1)), type(np.float32(1)) == np.float32, type(np.float64(1)).__name__, type(np.ones(2)))
print({np.floating: 1}[np.floating], np.dtype(np.float32) == np.float32, issubclass(np.float32, np.floating), issubclass(np.float64, float), issubclass(np.floating, np.generic))
print(np.ndarray, isinstance(np.ones(2), np.ndarray), isinstance(np.float32(1), np.ndarray), np.ones(2).dtype.type, np.ones(2).dtype.type is np.float64)
