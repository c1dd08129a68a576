import numpy as np
def describe(x):
    if isinstance(x, (np.floating, float)):
        return "float"
    elif isinstance(x, (np.integer, int)) and not isinstance(x, (bool, np.bool_)):
        return "int"
    elif isinstance(x, (bool, np.bool_)):
        return "bool"
    elif isinstance(x, np.ndarray):
        return f"array{x.shape}"
    return type(x).__name__
for v in [1, 1.5, True, np.float32(2), np.int8(3), np.bool_(False), np.ones((2, 3)), "a", None, [1], np.float64(1), 2j, np.complex64(1)]:
    print(describe(v))
