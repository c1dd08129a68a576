"""What the generators of PyTorch's values share: how operands become tensors, and results
are written."""
import warnings

import ml_dtypes
import numpy as np
import torch

from common import Cases, encode, encode_array

warnings.filterwarnings("ignore")
torch.set_num_threads(1)


def to_tensor(a):
    if a.dtype == ml_dtypes.bfloat16:
        return torch.from_numpy(np.ascontiguousarray(a).view(np.int16).copy()).view(torch.bfloat16).reshape(a.shape)
    return torch.from_numpy(np.array(a, copy=True))


def record(r):
    if isinstance(r, torch.dtype):
        return encode(str(r)[6:])
    r = r.detach().resolve_conj().resolve_neg()
    if r.dtype == torch.complex32:
        return ["complex32"] + encode_array(r.to(torch.complex64).numpy())[1:]
    if r.dtype == torch.bfloat16:
        return encode_array(r.contiguous().view(torch.int16).numpy().view(ml_dtypes.bfloat16))
    return encode_array(r.numpy())


c = Cases(to_array=to_tensor, to_dtype=lambda d: getattr(torch, d), record=record)
P = c.pool


def function(path):
    if path.startswith("."):
        return lambda x, *a, **k: getattr(x, path[1:])(*a, **k)
    f = torch
    for part in path.split("."):
        f = getattr(f, part)
    return f


def add(path, /, *args, **kw):
    c.add(path, function(path), *args, **kw)
