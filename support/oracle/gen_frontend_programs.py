"""Programs for the frontends, and what Python and the frameworks themselves answer.

Writes support/script/testdata/frontends-<framework>.json: a list of
[program, answer]. An answer is {"dtype", "weak", "shape", "data"} of an array, a list
of answers, a Python number, bool, string or None, a dtype's name, or {"error": class}.
Every program runs in a process of its own, with the framework as it starts.

    python gen_frontend_programs.py jax|numpy|torch|tensorflow
"""
import ast
import base64
import json
import os
import pathlib
import sys
import warnings

ROOT = pathlib.Path(__file__).resolve().parents[2]

NUMPY = """
x = numpy.arange(6).reshape(2, 3); x, x + 1, 1 - x, x / 2, x // 4, x % 4, x ** 2, -x, +x, abs(x - 3), ~x
x = numpy.arange(4); x & 1, 6 | x, x ^ 3, x << 2, 256 >> x, x @ x, x < 2, 2 <= x, x == 3, x != [0, 1, 2, 4], x >= 1
x = numpy.array([1, 2, 3], dtype=numpy.int8); x + 1, x + 1.5, x + 1j, True + x, x * numpy.float32(2), numpy.float32(3) * numpy.float64(2), numpy.int8(5) + 1, 1.5 + numpy.float16(1)
numpy.array([1, 2], dtype=numpy.uint8) + 300
numpy.array([1, 2], dtype=numpy.uint8) - (-1)
numpy.array([1, 2]) + (1 << 70)
numpy.array([True, False]) + True, numpy.array([True]) | False, numpy.array([True]) * 3
-numpy.array([True])
numpy.array([True]) - numpy.array([True])
x = numpy.arange(3); y = x; x += 1; x *= 2; (y, y.dtype)
x = numpy.arange(3); x += 0.5; x
x = numpy.arange(3); x /= 2; x
x = numpy.arange(3).astype(numpy.float32); x += numpy.float64(0.5); x /= 3; x
x = numpy.array([250, 5], dtype=numpy.uint8); x += 10; x
x = numpy.arange(12).reshape(3, 4); x[1], x[1, 2], x[:, 0], x[::2, ::-1], x[..., None].shape, x[[0, 2]], x[[0, 1], [2, 3]], x[x % 2 == 0], x[-1, 1:3], x[None].shape
x = numpy.arange(12).reshape(3, 4); v = x[1]; v += 100; x[0, 1:] = 7; x[x > 100] = -1; x[:, 0] = [8, 9, 10]; x
x = numpy.zeros(3, dtype=int); x[0] = 2.7; x[1] = True; x
x = numpy.arange(3); x[5]
x = numpy.arange(3); x['a']
x = numpy.arange(3); x[0.5]
x = numpy.arange(3); x[3] = 1
bool(numpy.array([1, 2]))
bool(numpy.array([3])), bool(numpy.array(0.0)), not numpy.array(1), 1 if numpy.float64(0.5) else 2
x = numpy.array(3); 0 < x < 5, 0 < x < 2, x and 7, x or 7, x in [1, 3], 3 in numpy.arange(5), 9 in numpy.arange(5)
0 < numpy.arange(3) < 2
len(numpy.arange(4)), [int(v) for v in numpy.arange(3)], sum(numpy.arange(4)), max(numpy.arange(4)), list(numpy.arange(2)), float(numpy.array([2.5])), int(numpy.array(2.9)), complex(numpy.array(1j))
len(numpy.array(1))
[v for v in numpy.array(1)]
float(numpy.array([1, 2]))
float(numpy.array(1j))
a, b = numpy.array([[1, 2], [3, 4]]); a + b
numpy.float32, numpy.int8 == numpy.int8, numpy.arange(3).dtype, numpy.arange(3).dtype == numpy.int64, numpy.ones(2).dtype == 'float64', numpy.zeros(1, dtype=bool).dtype, numpy.zeros(1, dtype=complex).dtype, numpy.zeros(1, dtype='f4').dtype
numpy.float32(1.5), numpy.int8(5), numpy.uint16([1, 2]), numpy.bool_(3), numpy.complex64(2)
numpy.int8(300)
numpy.pi, numpy.e, numpy.newaxis, numpy.inf, numpy.euler_gamma
numpy.sum(numpy.ones((2, 3), dtype=numpy.int8)), numpy.sum(numpy.ones((2, 3)), axis=0, keepdims=True), numpy.mean(numpy.arange(4)), numpy.ones((2, 3)).sum(axis=1), numpy.prod(numpy.array([2, 3], dtype=numpy.uint8)), numpy.arange(3).max(), numpy.cumsum([1, 2, 3])
numpy.sum(numpy.ones(3), axis=1)
numpy.ones(2) + numpy.ones(3)
numpy.ones((2, 3)) @ numpy.ones((2, 3))
numpy.linalg.det(numpy.array([[2.0, 1.0], [1.0, 3.0]])).dtype, numpy.linalg.norm(numpy.array([3.0, 4.0])), numpy.linalg.inv(numpy.array([[2.0, 0.0], [0.0, 4.0]]))
numpy.where(numpy.array([True, False]), 1, 2.5), numpy.concatenate([numpy.array([1]), numpy.array([2.5])]), numpy.stack([numpy.arange(2), numpy.arange(2)], axis=1), numpy.nonzero(numpy.array([0, 3, 4]))
numpy.array([1, 2.5]), numpy.array([1, True]), numpy.array([[1, 2], [3, 4j]]), numpy.asarray(3), numpy.array([]), numpy.array([1, 2], dtype=numpy.float16), numpy.array(True)
numpy.array([[1, 2], [3]])
numpy.arange(5, dtype=numpy.float32), numpy.linspace(0, 1, 3), numpy.full((2,), 7), numpy.zeros_like(numpy.arange(2)), numpy.eye(2)
x = numpy.arange(6); x.reshape(2, 3).T, x.reshape((3, -1)).shape, x.astype(numpy.float32), x.astype(float).dtype, x.tolist(), x[2].item(), x.size, x.ndim, x.nbytes, x.itemsize
x = numpy.array([3, 1, 2]); numpy.sort(x), numpy.argsort(x), x.argmax(), numpy.unique(numpy.array([2, 1, 2])), numpy.unique(numpy.array([2, 1, 2]), return_counts=True)
numpy.add(1, 2), numpy.add(1, 2.5), numpy.add(True, True), numpy.sqrt(4), numpy.divide(1, 2), numpy.power(2, 3), numpy.sqrt(numpy.arange(3, dtype=numpy.int8)), numpy.exp(numpy.zeros(2, dtype=numpy.float16))
numpy.power(numpy.array([2]), -1)
numpy.promote_types('int8', 'uint8'), numpy.result_type(numpy.int8, 3), numpy.can_cast('int8', 'int16')
numpy.isnan(numpy.array([1.0, numpy.nan])), numpy.maximum(numpy.array([1, 5]), 3), numpy.clip(numpy.arange(5), 1, 3), numpy.bitwise_and(6, numpy.array([3, 5]))
numpy.array([1, 2]).sum(1, 2, 3, 4, 5, 6, 7, 8)
numpy.add(numpy.ones(2), 1, nope=3)
numpy.reshape(numpy.arange(6), (4, 2))
numpy.concatenate([])
numpy.zeros(2).nope
round(numpy.float64(2.5)), round(numpy.float32(1.25), 1)
round(numpy.array([1.5]))
r = numpy.unique_counts(numpy.array([2, 1, 2])); v, c = r; r.values, r.counts, v, c
"""

JAX = """
jnp = jax.numpy; x = jnp.arange(6).reshape(2, 3); x, x + 1, 1 - x, x / 2, x // 4, x % 4, x ** 2, -x, +x, abs(x - 3), ~x
jnp = jax.numpy; x = jnp.arange(4); x & 1, 6 | x, x ^ 3, x << 2, 256 >> x, x @ x, x < 2, 2 <= x, x == 3, x >= 1
jnp = jax.numpy; x = jnp.array([1, 2, 3], dtype=jnp.int8); x + 1, x + 1.5, x + 1j, True + x, x * jnp.float32(2), jnp.bfloat16(3) * jnp.float16(2), jnp.int8(5) + 1, 1.5 + jnp.float16(1)
jnp = jax.numpy; jnp.asarray(2), jnp.asarray(2.5), jnp.asarray(2) + 1, jnp.asarray(2) * 1.5, jnp.asarray([1, 2]), jnp.array(3), jnp.int32(3), jnp.float32(2.5), jnp.asarray(2.5) + jnp.bfloat16(1), jnp.asarray(True)
jnp = jax.numpy; jnp.zeros(2), jnp.ones(2, dtype=int), jnp.full(2, 3), jnp.full(2, 3.5), jnp.arange(3.0), jnp.linspace(0, 1, 3), jnp.eye(2), jnp.zeros_like(jnp.arange(2)), jnp.zeros(1, dtype=float).dtype
jax.config.update("jax_enable_x64", True); jnp = jax.numpy; x = jnp.arange(3); x, x + 1.5, jnp.float32(1) + x, jnp.ones(2), jnp.asarray(2.5), jnp.zeros(1, dtype=float).dtype, jnp.int16(1) + jnp.uint16(1)
jax.config.update("jax_numpy_dtype_promotion", "strict"); jnp = jax.numpy; jnp.int16(1) + 1, jnp.float32(1) * 2.5
jax.config.update("jax_numpy_dtype_promotion", "strict"); jnp = jax.numpy; jnp.int16(1) + jnp.int32(1)
jnp = jax.numpy; x = jnp.arange(3); y = x; x += 1; (x, y)
jnp = jax.numpy; x = jnp.arange(3); y = x; x /= 2; x += 1.5; (x, y)
jnp = jax.numpy; x = jnp.arange(3); x[0] = 1
jnp = jax.numpy; x = jnp.arange(3); x[0] += 1
jnp = jax.numpy; x = jnp.arange(3); x.at[0].set(7), x.at[1:].add(1), x.at[x > 1].multiply(3), x.at[0].set(2.5).dtype, x.at[9].set(1), x.at[0].get(), x.at[-1].min(0), x.at[2].power(2)
jnp = jax.numpy; x = jnp.arange(12).reshape(3, 4); x[1], x[1, 2], x[:, 0], x[::2, ::-1], x[..., None].shape, x[jnp.array([0, 2])], x[x % 2 == 0], x[-1, 1:3], x[None].shape, x[9, 0], jnp.asarray(2.5)[None]
jnp = jax.numpy; jnp.arange(3)['a']
jnp = jax.numpy; jnp.arange(3)[0.5]
jnp = jax.numpy; jnp.arange(3)[[0, 1]]
jnp = jax.numpy; jnp.arange(3).at[[0, 1]].set(7)
jnp = jax.numpy; x = jnp.arange(6).reshape(2, 3); x[([0, 1], 0)], x[:, [2, 0]], x[([True, False],)], x.at[([0, 1], 0)].set(7)
jnp = jax.numpy; bool(jnp.array([1, 2]))
jnp = jax.numpy; bool(jnp.array([]))
jnp = jax.numpy; bool(jnp.array([3])), not jnp.array(0), 0 < jnp.array(3) < 5, jnp.array(3) in [1, 3], 3 in jnp.arange(5), 1 if jnp.asarray(0.5) else 2
jnp = jax.numpy; 0 < jnp.arange(3) < 2
jnp = jax.numpy; len(jnp.arange(4)), [int(v) for v in jnp.arange(3)], sum(jnp.arange(4)), max(jnp.arange(4)), float(jnp.array(2.5)), int(jnp.array(2.9)), complex(jnp.array(1j)), round(jnp.array(1.5)), round(jnp.array(1.55), 1)
jnp = jax.numpy; float(jnp.array([1.5]))
jnp = jax.numpy; len(jnp.array(1))
jnp = jax.numpy; [v for v in jnp.array(1)]
jnp = jax.numpy; jnp.arange(3) + [1, 2, 3]
jnp = jax.numpy; jnp.add([1, 2], 1)
jnp = jax.numpy; jnp.ones(2) + jnp.ones(3)
jnp = jax.numpy; jnp.arange(3) + (1 << 70)
jnp = jax.numpy; jnp.asarray(1 << 40)
jnp = jax.numpy; jnp.arange(3).dtype == jnp.int32, jnp.arange(3).dtype, jnp.arange(3).weak_type, jnp.asarray(2).weak_type, jnp.arange(3).shape, jnp.arange(3).size, jnp.float32 == jnp.float32
jnp = jax.numpy; jnp.sum(jnp.ones((2, 3), dtype=jnp.int8)), jnp.sum(jnp.ones((2, 3)), axis=0, keepdims=True), jnp.mean(jnp.arange(4)), jnp.ones((2, 3)).sum(axis=1), jnp.prod(jnp.array([2, 3], dtype=jnp.uint8)), jnp.arange(3).max(), jnp.sum(jnp.asarray(2.5))
jnp = jax.numpy; jnp.sum(jnp.ones(3), axis=1)
jnp = jax.numpy; jnp.where(jnp.array([True, False]), 1, 2.5), jnp.concatenate([jnp.array([1]), jnp.array([2.5])]), jnp.stack([jnp.arange(2), jnp.arange(2)], axis=1), jnp.where(True, 1, 2), jnp.maximum(1, 2.5), jnp.abs(-3), jnp.sqrt(4)
jax.nn.relu(jax.numpy.array([-1.0, 2.0])), jax.nn.relu(-1), jax.nn.one_hot(jax.numpy.array([0, 2]), 3), jax.lax.add(jax.numpy.float32(1), jax.numpy.float32(2))
jax.lax.add(jax.numpy.float32(1), jax.numpy.int32(2))
jnp = jax.numpy; jnp.array([1, 2.5]), jnp.array([1, True]), jnp.array([[1, 2], [3, 4]], dtype=jnp.bfloat16), jnp.array([])
jnp = jax.numpy; x = jnp.arange(6); x.reshape(2, 3).T, x.astype(jnp.float16), x.astype(float).dtype, x.tolist(), x[2].item(), x.ndim, x.nbytes, x.mean(), x.argmax()
jnp = jax.numpy; jnp.promote_types('int8', 'uint8'), jnp.result_type(jnp.int8, 3), jnp.result_type(2.5)
jnp = jax.numpy; jnp.pi, jnp.e, jnp.newaxis, jnp.inf, jnp.euler_gamma
jnp = jax.numpy; jnp.int16(1) + numpy.array(1), numpy.array(1) + jnp.int16(1), jnp.float32(1) * numpy.ones(2, dtype=numpy.float16), jnp.asarray(1) + numpy.int8(3)
jnp = jax.numpy; jnp.reshape(jnp.arange(6), (4, 2))
jnp = jax.numpy; jnp.add(jnp.arange(3), 1, nope=3)
"""

TORCH = """
x = torch.arange(6).reshape(2, 3); x, x + 1, 1 - x, x / 2, x // 4, x % 4, x ** 2, -x, +x, abs(x - 3), ~x
x = torch.arange(4); x & 1, 6 | x, x ^ 3, x << 2, x @ x, x < 2, 2 <= x, x == 3, x >= 1
x = torch.tensor([1, 2, 3], dtype=torch.int8); x + 1, x + 1.5, x + 1j, True + x, x * torch.tensor(2.5), x + torch.tensor(300), torch.tensor(1, dtype=torch.int8) + 1.5, x / x
t = torch.ones(1, dtype=torch.float); (t + 1.5).dtype, (t + torch.ones(1, dtype=torch.double)).dtype, (torch.ones(1, dtype=torch.int) + 5).dtype, (torch.ones(1, dtype=torch.int) + 5.5).dtype, (torch.ones(1, dtype=torch.int) / 5).dtype
i = torch.ones(1, dtype=torch.int); l = torch.ones(1, dtype=torch.long); b = torch.ones(1, dtype=torch.bool); (i + torch.tensor(1, dtype=torch.long)).dtype, (l + i).dtype, (b + l).dtype, (b + torch.ones(1, dtype=torch.uint8)).dtype, (b + i).dtype, torch.add(l, torch.ones(1)).dtype
(torch.ones(1, dtype=torch.complex64) + torch.ones(1, dtype=torch.complex128)).dtype
torch.set_default_dtype(torch.float64); torch.ones(1).dtype, torch.tensor(1.5), torch.arange(3) / 2, torch.tensor([1, 2]) + 1.5, torch.get_default_dtype(), torch.tensor(1j).dtype
torch.tensor(1.5), torch.tensor([1, 2]), torch.tensor(True), torch.tensor([1, 2.5]), torch.tensor([[1, 2], [3, 4]], dtype=torch.float16), torch.tensor([1j]), torch.zeros(2), torch.full((2,), 7), torch.arange(3.0), torch.eye(2), torch.linspace(0, 1, 3)
torch.tensor([1, 2], dtype=float), torch.zeros(1, dtype=int), torch.zeros(1, dtype=bool), torch.long, torch.float, torch.half, torch.double == torch.float64
x = torch.arange(3); y = x; x += 1; x *= 2; y
x = torch.arange(3); x += 0.5; x
x = torch.arange(3); x /= 2; x
x = torch.arange(3.0); y = x; x += 1; x /= 3; x **= 2; y.add_(1); (x, y)
x = torch.tensor([250, 5], dtype=torch.uint8); x += 10; x
x = torch.tensor([True]); x += 1; x
x = torch.ones(2); x.add_(torch.ones(2, dtype=torch.float64)).dtype, x.mul_(3), x.zero_(), x.fill_(7)
x = torch.arange(12).reshape(3, 4); x[1], x[1, 2], x[:, 0], x[::2], x[..., None].shape, x[[0, 2]], x[[0, 1], [2, 3]], x[x % 2 == 0], x[-1, 1:3], x[None].shape
x = torch.arange(12).reshape(3, 4); v = x[1]; v += 100; x[0, 1:] = 7; x[x > 100] = -1; x[:, 0] = torch.tensor([8, 9, 10]); x
x = torch.arange(12).reshape(3, 4); x[..., ...], x[..., 1, ...], x[1, ..., ...], x[..., 0, ..., 1], x[None, ..., ...].shape, x[..., [0, 1], ...]
x = torch.arange(12).reshape(3, 4); x[..., ..., 0]
x = torch.arange(12).reshape(2, 3, 2); x[..., 0, ..., 1]
x = torch.arange(12).reshape(3, 4); x[..., ...] = 5; x[1, ..., ...] = 7; x
x = torch.arange(2); x[[1, 0]] = x
x = torch.arange(4); x[[1, 0]] = x[:2]
x = torch.arange(4); x[[1, 0]] = x[2:]; x
x = torch.arange(4); x[1:] = x[:-1]
x = torch.arange(4); x[1:] += x[:-1]
x = torch.arange(4); x[:] = x; x += x; x
x = torch.arange(4); torch.add(x[1:], 1, out=x[:-1])
x = torch.arange(4.); x.to('cpu', torch.float16), x.to(device='cpu', dtype=torch.int8), x.to(torch.int64, copy=True), x.to(x.long())
x = torch.arange(4.); x.add(2, x), torch.add(x, 2, x), torch.sub(x, 2, x), x.add_(2, x.clone()), torch.addcmul(x, 2, x, x), torch.addmm(2, torch.eye(2), 3, torch.ones(2, 2), torch.eye(2)), torch.eye(2).addmm(2, 3, torch.ones(2, 2), torch.eye(2))
x = torch.arange(6.).reshape(2, 3); torch.sum(x, axis=0), x.mean(axis=1, keepdims=True), torch.flip(x, dims=(0,)), x.flip(0, 1), torch.clamp(x, torch.tensor(1.), 3), torch.unique(torch.tensor([[1, 2], [1, 2], [0, 3]]), dim=0), torch.max(x, axis=0).indices, torch.softmax(x, axis=-1)
x = torch.arange(4.); x.sum(keepdim=True)
x = torch.arange(4.); torch.sum(x, dims=0)
x = torch.arange(4.); x(0)
x = torch.tensor([[1, 2], [3]])
x = torch.arange(3); x.roll(x.roll)
x = torch.arange(3); x.roll([2, 'a'])
torch.zeros(2, dtype='float32')
torch.ones(2) + 'a'
torch.ones(2) + None
torch.ones(2) + print
torch.ones(2)['a'] = 1
torch.ones(2).reshape('a')
torch.cat(torch.ones(2), 'a')
x = torch.zeros(3, dtype=torch.long); x[0] = 2.7; x[1] = True; x
x = torch.arange(3); x[5]
x = torch.arange(3); x['a']
x = torch.arange(3); x[0.5]
x = torch.arange(3); x[::-1]
x = torch.arange(3); x[3] = 1
bool(torch.tensor([1, 2]))
bool(torch.tensor([]))
bool(torch.tensor([3])), not torch.tensor(0), 0 < torch.tensor(3) < 5, torch.tensor(3) in [1, 3], 3 in torch.arange(5), 1 if torch.tensor(0.5) else 2
0 < torch.arange(3) < 2
len(torch.arange(4)), [int(v) for v in torch.arange(3)], sum(torch.arange(4)), max(torch.arange(4)), float(torch.tensor([2.5])), int(torch.tensor(2.9)), complex(torch.tensor(1j))
float(torch.tensor([1, 2]))
float(torch.tensor(1j))
len(torch.tensor(1))
[v for v in torch.tensor(1)]
a, b = torch.tensor([[1, 2], [3, 4]]); a + b
torch.ones(2) + torch.ones(3)
torch.ones(2) + [1, 2]
torch.ones(2, 3) @ torch.ones(2, 3)
torch.arange(3).shape, torch.arange(3).dtype, torch.arange(3).ndim, torch.arange(3).size(), torch.ones(2, 3).size(1), torch.ones(2, 3).numel(), torch.arange(3).dtype == torch.int64
torch.sum(torch.ones(2, 3, dtype=torch.int8)), torch.sum(torch.ones(2, 3), dim=0, keepdim=True), torch.mean(torch.arange(4.0)), torch.ones(2, 3).sum(1), torch.arange(3).max(), torch.cumsum(torch.tensor([1, 2, 3]), 0)
torch.mean(torch.arange(4))
torch.sum(torch.ones(3), dim=1)
r = torch.max(torch.tensor([[1, 5, 2]]), 1); r.values, r.indices, r[0], torch.sort(torch.tensor([3, 1, 2])).indices, torch.topk(torch.tensor([3, 1, 2]), 2).values
torch.where(torch.tensor([True, False]), 1, 2.5), torch.cat([torch.tensor([1]), torch.tensor([2.5])]), torch.stack([torch.arange(2), torch.arange(2)], dim=1), torch.clamp(torch.arange(5), 1, 3)
torch.nn.functional.relu(torch.tensor([-1.0, 2.0])), torch.nn.functional.one_hot(torch.tensor([0, 2]), 3), torch.softmax(torch.zeros(2), dim=0), torch.special.expit(torch.zeros(1))
torch.tensor([1.0, 2.0], dtype=torch.float16) * 2j, (torch.ones(1, dtype=torch.bfloat16) + torch.ones(1, dtype=torch.float16)).dtype
x = torch.arange(6); x.reshape(2, 3).T, x.view(3, 2).t(), x.float(), x.to(torch.float16), x.tolist(), x[2].item(), x.long().dtype, x.type(torch.int8), x.bool()
torch.promote_types(torch.int8, torch.uint8), torch.result_type(torch.tensor([1]), 2.5), torch.can_cast(torch.double, torch.float)
torch.pi, torch.e, torch.newaxis, torch.inf
torch.reshape(torch.arange(6), (4, 2))
torch.add(torch.arange(3), 1, alpha=2), torch.add(torch.arange(3), torch.arange(3), alpha=2)
torch.add(torch.arange(3), 1, nope=3)
torch.add(1, 2)
torch.exp(torch.arange(2)), torch.sqrt(torch.tensor(4)), torch.pow(2, torch.arange(3)), torch.floor_divide(torch.tensor(-7), 2), torch.div(torch.tensor([7]), 2, rounding_mode='trunc')
torch.tensor([2]) ** -1
torch.tensor([1]) // 0
torch.tensor([1.0]).nope
round(torch.tensor(1.5))
"""

TENSORFLOW = """
tf = tensorflow; x = tf.constant([[1, 2], [3, 4]]); x, x + 1, 1 - x, x / 2, x // 3, x % 3, x ** 2, -x, abs(-x), x @ x, x < 2, 2 <= x, x == 3, x != 1
tf = tensorflow; tf.constant(1.5), tf.constant([1, 2.5]), tf.constant(True), tf.constant([1, 2], dtype=tf.int8), tf.zeros((2,)), tf.ones((2,), dtype=tf.int32), tf.range(3), tf.fill((2,), 7), tf.eye(2), tf.constant(1j)
tf = tensorflow; tf.constant([1, 2]) + 1.5
tf = tensorflow; tf.constant([1, 2]) + tf.constant([1.5, 2.5])
tf = tensorflow; tf.constant([1.0, 2.0]) + 1, 2 * tf.constant([1.0, 2.0]), tf.constant([1, 2], dtype=tf.int8) + 1
tf = tensorflow; tf.constant([1, 2]) + tf.constant([1, 2, 3])
tf = tensorflow; tf.constant([1, 2]) + (1 << 70)
tf = tensorflow; x = tf.constant([1, 2, 3]); y = x; x += 1; (x, y)
tf = tensorflow; x = tf.constant([1, 2, 3]); x[0] = 1
tf = tensorflow; x = tf.reshape(tf.range(12), (3, 4)); x[1], x[1, 2], x[:, 0], x[::2, ::-1], x[..., None].shape[2], x[-1, 1:3], x[tf.newaxis].shape[0]
tf = tensorflow; tf.constant([1, 2])[7]
tf = tensorflow; tf.constant([1, 2])['a']
tf = tensorflow; tf.constant([1, 2])[0.5]
tf = tensorflow; bool(tf.constant([1, 2]))
tf = tensorflow; bool(tf.constant([3])), not tf.constant(0), 1 if tf.constant(0.5) else 2, bool(tf.constant([]))
tf = tensorflow; 0 < tf.constant(3) < 5
tf = tensorflow; len(tf.constant([1, 2])), [int(v) for v in tf.constant([1, 2])], sum(tf.constant([1, 2])), float(tf.constant(2.5)), int(tf.constant(2.9))
tf = tensorflow; len(tf.constant(1))
tf = tensorflow; [v for v in tf.constant(1)]
tf = tensorflow; float(tf.constant([1, 2]))
tf = tensorflow; a, b = tf.constant([[1, 2], [3, 4]]); a + b
tf = tensorflow; tf.constant([1]).dtype, tf.float32, tf.constant([1]).dtype == tf.int32, tf.constant([1]).ndim
tf = tensorflow; tf.reduce_sum(tf.constant([[1, 2], [3, 4]])), tf.reduce_sum(tf.ones((2, 3)), axis=0, keepdims=True), tf.reduce_mean(tf.constant([1, 2])), tf.reduce_max(tf.constant([1, 2])), tf.cumsum(tf.constant([1, 2]))
tf = tensorflow; tf.cast(tf.constant([1.7, -1.7]), tf.int32), tf.cast([1, 2], tf.float16), tf.cast(tf.constant([0, 2]), tf.bool)
tf = tensorflow; tf.concat([tf.constant([1]), tf.constant([2])], 0), tf.stack([tf.constant([1]), tf.constant([2])]), tf.where(tf.constant([True, False]), 1, 2), tf.transpose(tf.constant([[1, 2]])), tf.math.add(1, 2), tf.add(1.5, 2)
tf = tensorflow; tf.nn.relu(tf.constant([-1.0, 2.0])), tf.nn.softmax(tf.zeros((2,))), tf.one_hot([0, 2], 3), tf.linalg.matmul(tf.ones((1, 2)), tf.ones((2, 1))), tf.math.sqrt(4.0)
tf = tensorflow; tf.sqrt(tf.constant(4))
tf = tensorflow; tf.add(tf.constant([1]), 1.5)
tf = tensorflow; tf.reshape(tf.range(6), (4, 2))
tf = tensorflow; tf.matmul(tf.ones((2, 3)), tf.ones((2, 3)))
tf = tensorflow; tnp = tf.experimental.numpy; tnp.add(tf.constant([1, 2]), 1.5), tnp.sum(tnp.ones((2, 3)), axis=0), tnp.arange(3), tnp.array([1, 2.5]), tnp.float32(1), tnp.pi
tf = tensorflow; tnp = tf.experimental.numpy; tnp.experimental_enable_numpy_behavior(dtype_conversion_mode="all"); x = tf.constant([1, 2]); x + 1.5, x + tf.constant([1.5, 2.5], dtype=tf.float64), tnp.array(1) + 1.5, tf.constant(1) + 1, x.T
tf = tensorflow; tnp = tf.experimental.numpy; tnp.experimental_enable_numpy_behavior(dtype_conversion_mode="safe"); tf.constant([1, 2]) + 1.5
tf = tensorflow; tnp = tf.experimental.numpy; tnp.experimental_enable_numpy_behavior(dtype_conversion_mode="safe"); tf.constant([1, 2], dtype=tf.int8) + 1, tf.constant([1.0, 2.0]) + 1.5, tf.constant([1.0]) + tf.constant([1.0], dtype=tf.float64)
tf = tensorflow; tnp = tf.experimental.numpy; tnp.experimental_enable_numpy_behavior(); x = tf.constant([1, 2]); x + 1.5, x + tf.constant([1.5, 2.5]), x * tnp.array([2])
"""

PROGRAMS = {"numpy": NUMPY, "jax": JAX, "torch": TORCH, "tensorflow": TENSORFLOW}


def answer(v, modules):
    np = modules["numpy"]
    if v is None or isinstance(v, (bool, int, float, str)) and not isinstance(v, np.generic):
        return v if v == v and v not in (float("inf"), float("-inf")) else str(v)
    if isinstance(v, complex) and not isinstance(v, np.generic):
        return {"complex": [v.real, v.imag]}
    if "torch" in modules:
        torch = modules["torch"]
        if isinstance(v, torch.dtype):
            return str(v).removeprefix("torch.")
        if isinstance(v, torch.Tensor):
            a, name = v.contiguous(), str(v.dtype).removeprefix("torch.")
            if name in ("bfloat16", "complex32"):
                a = a.reshape(-1).view(torch.int16)
            return array(a.numpy(), name, False, list(v.shape))
    if "jax" in modules and isinstance(v, modules["jax"].Array):
        return array(np.asarray(v), v.dtype.name, v.weak_type, list(v.shape))
    if "tensorflow" in modules:
        tf = modules["tensorflow"]
        from tensorflow.python.framework.weak_tensor import WeakTensor
        if isinstance(v, tf.DType):
            return v.name
        if isinstance(v, WeakTensor):
            return array(v.numpy(), v.dtype.name, True, list(v.shape))
        if tf.is_tensor(v):
            return array(v.numpy(), v.dtype.name, False, list(v.shape))
    if isinstance(v, np.dtype):
        return v.name
    if type(v).__name__ == "_ScalarMeta":  # jax.numpy.float32
        return v.dtype.name
    if isinstance(v, type):
        return np.dtype(v).name
    if isinstance(v, (np.ndarray, np.generic)):
        return array(v, v.dtype.name, False, list(v.shape))
    if isinstance(v, (list, tuple)):
        return [answer(e, modules) for e in v]
    raise TypeError(f"no answer: {type(v)} {v}")


def array(a, name, weak, shape):
    import numpy as np
    return {"dtype": name, "weak": bool(weak), "shape": shape, "data": base64.b64encode(np.ascontiguousarray(a).tobytes()).decode()}


def run(program, modules):
    """The answer of a program, whose last statement is an expression."""
    tree = ast.parse(program)
    last = tree.body.pop()
    scope = dict(modules)
    try:
        exec(compile(tree, "<program>", "exec"), scope)
        if not isinstance(last, ast.Expr):
            exec(compile(ast.Module([last], []), "<program>", "exec"), scope)
            return None
        return answer(eval(compile(ast.Expression(last.value), "<program>", "eval"), scope), modules)
    except Exception as e:
        name = type(e).__name__.lstrip("_")
        if name.startswith("UFunc"):
            name = "UFuncTypeError"
        return {"error": name}


def apart(program, modules):
    """run in a process of its own."""
    r, w = os.pipe()
    pid = os.fork()
    if pid == 0:
        with os.fdopen(w, "w") as f:
            json.dump(run(program, modules), f)
        os._exit(0)
    os.close(w)
    with os.fdopen(r) as f:
        text = f.read()
    os.waitpid(pid, 0)
    if not text:
        raise RuntimeError(f"no answer to {program}")
    return json.loads(text)


def main(framework):
    warnings.simplefilter("ignore")
    import numpy
    modules = {"numpy": numpy}
    if framework != "numpy":
        modules[framework] = __import__(framework)
    if framework == "jax":
        import jax.numpy  # as a program that says jax.numpy has
    programs = [line.replace("; ", "\n") for line in PROGRAMS[framework].strip().splitlines()]
    cases = [[p, apart(p, modules)] for p in programs]
    out = ROOT / "support/script/testdata" / f"frontends-{framework}.json"
    out.parent.mkdir(exist_ok=True)
    with open(out, "w") as f:
        f.write("[\n" + ",\n".join(json.dumps(c) for c in cases) + "\n]\n")
    errors = sum(isinstance(a, dict) and "error" in a for _, a in cases)
    print(f"{out.name}: {len(cases)} programs, {errors} of them errors, {modules[framework].__version__}")


if __name__ == "__main__":
    main(sys.argv[1])
