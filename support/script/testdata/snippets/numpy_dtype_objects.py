import numpy as np
print(np.issubdtype(np.int32, np.integer), np.issubdtype(np.float64, np.floating), np.issubdtype(np.array([1.]).dtype, np.number), np.issubdtype('i4', 'i4'), np.issubdtype(np.float32, np.float64), np.issubdtype(np.complex64, np.inexact))
print(np.dtype('float32'), np.dtype(np.int64).itemsize, np.dtype('f4') == np.float32, repr(np.dtype('>i2') if False else np.dtype('i2')), isinstance(np.dtype('f8'), np.dtype), np.dtype(int), np.dtype(bool).name)
x = np.zeros(3, dtype=np.dtype('complex64'))
print(x.dtype, x.astype(np.dtype('f8') if False else np.complex128).dtype, np.can_cast(np.int8, np.dtype('i4')))
print(np.result_type(np.float32, np.dtype('f8')), np.finfo(np.dtype('f4')).eps, np.iinfo(np.int8).max)
