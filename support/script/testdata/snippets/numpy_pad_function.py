import numpy as np
def pad_with(vector, pad_width, iaxis, kwargs):
    pad_value = kwargs.get('padder', 10)
    vector[:pad_width[0]] = pad_value
    vector[-pad_width[1]:] = pad_value
a = np.arange(6).reshape(2, 3)
print(np.pad(a, 2, pad_with))
print(np.pad(a, 2, pad_with, padder=100))
print(np.pad(a, ((1, 2), (1, 1)), mode=pad_with))
