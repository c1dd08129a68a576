import numpy as np
x = np.float64(3.7)
print(x.is_integer(), x.as_integer_ratio(), int(x), round(x), round(x, 1), divmod(x, 2), x // 1, -x, abs(-x))
print(np.int64(7).bit_count(), np.int32(5) + 1, (np.int32(5) + 1).dtype, np.int32(5) / 2, bool(np.int64(0)))
print(f"{x:.2f} {np.int64(42):05d} {np.float32(0.1)!r} {np.bool_(True)} {str(np.int8(3))} {x}", "%d %.1f %s" % (np.int64(3), x, x))
print(list(range(np.int64(3))), [10, 20, 30][np.int64(1)], "ab" * np.int64(2), (1, 2, 3)[np.int8(0):np.int8(2)])
print(x == 3.7, x is x, x in [3.7], max(x, 2), sum([x, x]), sorted([np.float64(2), 1, np.int64(0)]))
