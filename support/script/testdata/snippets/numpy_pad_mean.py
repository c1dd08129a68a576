import numpy as np
def pad_mean(vector, iaxis_pad_width, iaxis, kwargs):
    l, r = iaxis_pad_width
    inner = vector[l:vector.size - r]
    vector[:l] = inner.mean()
    if r:
        vector[-r:] = inner.mean()
    return vector
print(np.pad(np.arange(4.0), (2, 1), pad_mean))
print(np.pad(np.arange(6.0).reshape(2, 3), 1, pad_mean))
print(np.pad([1, 2], 1, lambda v, w, i, k: v.__setitem__(0, 9) if False else None))
