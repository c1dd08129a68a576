from numpy import float32, float64, int8, bool_
import numpy as np

x = float32(3) * 1.5
print(x.dtype, f"{x:.3f}", isinstance(x, float32), isinstance(x, float64))
print(f"{int8(100):08b} {int8(-3):+d} {float64(1e6):,} {bool_(True)}")
print((np.float32(1) + np.float64(2)).dtype, (np.int8(1) + np.int16(2)).dtype, np.result_type(np.int8, np.uint8))
q, r = divmod(17, 5)
print(f"{q=} {r=} {q * 5 + r == 17}")
