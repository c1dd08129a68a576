# Views, flags and scalars.
import numpy as np

x = np.arange(6)
y = x.reshape(2, 3)
y[0] = 9
print(x.tolist(), y.T.tolist(), y.base is x, x.base is None)
print(y.T.flags)
print(y.strides, y.T.strides, y.T.flags.f_contiguous, y.T.flags["C"], np.shares_memory(x, y.T), np.may_share_memory(x, x.copy()))
z = y.T
z[1:, 0] += 1
x[-1] = 7
print(y.tolist(), z.tolist(), z.ravel().flags.owndata, x.ravel().flags.owndata)
x.flags.writeable = False
print(x.flags.writeable, x.reshape(3, 2).flags.writeable)
c = np.array([1 + 2j, 3 + 4j])
c.real[0] = 5
c.imag[:] = 0
print(c.tolist(), c.view("float64").tolist(), np.diagonal(y).flags.writeable)
print(np.broadcast_to(x, (2, 6)).strides, np.zeros((2, 3), order="F").strides)
for t in [np.float32, np.int8, np.bool_, np.complex128, np.uint64]:
    d = np.zeros(1, t).dtype
    print(d.name, d.kind, d.char, d.str, d.itemsize)
s = np.float32("1.5")
print(isinstance(s, np.float32), isinstance(s, np.ndarray), isinstance(np.array(1.5), np.ndarray), isinstance(x[0], np.int64), isinstance(x[..., 0], np.ndarray))
print((np.float16(2) ** np.float32(2)).dtype, (np.int8(100) ** np.float32(2)).dtype, (np.bool_(True) ** 2).dtype, np.int64(3) * [1, 2], [1, 2] * np.int64(2))
print((x == None).tolist(), np.float32(2) == None)
