import numpy as np

z = np.array([1 + 2j, 3 - 1j, -0.5j])
print(z, z.real, z.imag)
print(np.conj(z), np.abs(z), np.angle(z), sep="\n")
print(z.astype(np.complex64))
print(np.exp(1j * np.pi * np.array([0, 0.5, 1])))
print(np.array([complex(np.nan, 1), complex(1, np.inf)]))
print(repr(z.reshape(3, 1)))
