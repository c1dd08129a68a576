"""One side of the benchmark's table, driven by lines of JSON.

    python peers.py NAME THREADS

It answers the line of its own start and every request on standard input with one line
on standard output: {"error": text} where something failed. Requests are

    {"do": "prepare", "inputs": [{"name", "dtype", "shape", "path"}], "setup": statements,
     "call": expression, "result": path}
        loads the inputs, runs the statements, then the expression once, and writes its
        value: {"dtype", "shape"}
    {"do": "run", "calls": n, "warm": m}
        evaluates it m times, then n times: {"ns": what these n took}
    {"do": "drop"}
        forgets it all: {}

Numbers in files are little-endian, in row-major order.
"""
import gc
import importlib
import itertools
import json
import os
import platform
import re
import sys
import time


def blas():
    """Names the linear algebra that is loaded: "openblas 0.3.27 SkylakeX"."""
    try:
        import threadpoolctl
    except ImportError:
        return ["BLAS unknown (threadpoolctl is not installed)"]
    found = [i for i in threadpoolctl.threadpool_info() if i["user_api"] == "blas"]
    return [" ".join(str(i[k]) for k in ("internal_api", "version", "architecture") if i.get(k)) for i in found]


def numpy_loops(numpy):
    """Names the widest instructions for which NumPy has loops that it runs here."""
    try:
        simd = numpy.show_config(mode="dicts")["SIMD Extensions"]
    except (TypeError, KeyError):  # another version's
        return []
    wide = (simd.get("found") or simd.get("baseline") or [])[-1:]
    return [f"loops {w}" for w in wide]


def torch_kernels(torch):
    """Names the instructions that PyTorch has chosen, and the libraries that it is built with."""
    names = [torch.backends.cpu.get_cpu_capability()]
    for line in torch.__config__.show().splitlines():
        m = re.search(r"Math Kernel Library Version (\S+)", line) or re.search(r"(MKL-DNN v\S+)", line)
        if m:
            names.append(m[1] if m[1].startswith("MKL") else "MKL " + m[1].removesuffix("-Product"))
    return ", ".join(names)


class NumPy:
    def __init__(self, threads):
        import numpy

        self.numpy = numpy
        self.names = {"np": numpy}
        self.version = numpy.__version__

    def kernels(self):
        """What the library runs on this machine, of what it is built for: "" if it does not tell."""
        return ", ".join([*blas(), *numpy_loops(self.numpy)])

    def load(self, path, dtype, shape):
        if dtype == "bfloat16":
            import ml_dtypes

            dtype = ml_dtypes.bfloat16
        return self.numpy.fromfile(path, dtype).reshape(shape)

    def host(self, value):
        """The value as an array of NumPy's, and its dtype's name."""
        a = self.numpy.asarray(value)
        return a, str(a.dtype)

    def call(self, expression):
        return expression


class SciPy(NumPy):
    def __init__(self, threads):
        super().__init__(threads)
        import scipy

        self.names = {"np": self.numpy, "linalg": scipy.linalg, "fft": scipy.fft, "threads": threads}
        self.version = scipy.__version__

    def kernels(self):
        return ", ".join(blas())


class Pandas(NumPy):
    def __init__(self, threads):
        super().__init__(threads)
        import pandas

        self.names = {"pd": pandas}
        self.version = pandas.__version__

    def kernels(self):
        return ""


class Torch(NumPy):
    def __init__(self, threads):
        super().__init__(threads)
        import torch

        torch.set_num_threads(threads)
        self.torch = torch
        self.names = {"torch": torch, "F": torch.nn.functional}
        self.version = torch.__version__

    def kernels(self):
        return torch_kernels(self.torch)

    def load(self, path, dtype, shape):
        if dtype == "bfloat16":
            bits = self.numpy.fromfile(path, "int16").reshape(shape)
            return self.torch.from_numpy(bits).view(self.torch.bfloat16)
        return self.torch.from_numpy(super().load(path, dtype, shape))

    def host(self, value):
        name = str(value.dtype).removeprefix("torch.")
        if name == "bfloat16":
            value = value.view(self.torch.int16)
        return value.detach().contiguous().numpy(), name


class TensorFlow(NumPy):
    def __init__(self, threads):
        super().__init__(threads)
        import tensorflow as tf

        tf.config.threading.set_intra_op_parallelism_threads(threads)
        tf.config.threading.set_inter_op_parallelism_threads(threads)
        self.tf = tf
        self.names = {"tf": tf}
        self.version = tf.__version__

    def kernels(self):
        return ""

    def load(self, path, dtype, shape):
        return self.tf.convert_to_tensor(super().load(path, dtype, shape))

    def host(self, value):
        return super().host(value.numpy())


class JAX(NumPy):
    def __init__(self, threads):
        super().__init__(threads)
        import jax
        import jax.numpy as jnp

        jax.config.update("jax_enable_x64", True)
        self.jnp = jnp
        self.names = {"jax": jax, "jnp": jnp}
        self.version = jax.__version__

    def kernels(self):
        return ""

    def load(self, path, dtype, shape):
        return self.jnp.asarray(super().load(path, dtype, shape))

    def call(self, expression):
        return f"({expression}).block_until_ready()"


class Ivy(NumPy):
    backend = "numpy"

    def __init__(self, threads):
        super().__init__(threads)
        self.engine = engine = importlib.import_module(self.backend)
        if self.backend == "torch":
            engine.set_num_threads(threads)
        import ivy

        ivy.set_backend(self.backend)
        self.ivy = ivy
        self.names = {"ivy": ivy}
        self.version = f"{ivy.__version__} on {engine.__version__}"

    def load(self, path, dtype, shape):
        return self.ivy.array(super().load(path, dtype, shape))

    def host(self, value):
        return super().host(value.to_numpy())


class IvyTorch(Ivy):
    backend = "torch"

    def kernels(self):
        return torch_kernels(self.engine)


PEERS = {"numpy": NumPy, "scipy": SciPy, "pandas": Pandas, "torch": Torch, "tensorflow": TensorFlow, "jax": JAX, "ivy": Ivy, "ivy-torch": IvyTorch}

SOURCE = """
def make({inputs}):
{setup}
    def call():
        return {call}
    def run(n):
        count = itertools.repeat(None, n)
        start = time.perf_counter_ns()
        for _ in count:
            kept = {call}
        return time.perf_counter_ns() - start
    return call, run
"""


class Session:
    def __init__(self, peer):
        self.peer = peer
        self.run_calls = None

    def prepare(self, inputs, setup, call, result):
        peer = self.peer
        source = SOURCE.format(
            inputs=", ".join(i["name"] for i in inputs),
            setup="".join(f"    {line}\n" for line in setup.splitlines()),
            call=peer.call(call),
        )
        names = {"itertools": itertools, "time": time, **peer.names}
        exec(source, names)
        first, self.run_calls = names["make"](*(peer.load(i["path"], i["dtype"], i["shape"]) for i in inputs))
        array, dtype = peer.host(first())
        array.tofile(result)
        return {"dtype": dtype, "shape": list(array.shape)}

    def run(self, calls, warm):
        if warm:
            self.run_calls(warm)
        gc.collect(0)
        return {"ns": self.run_calls(calls)}

    def drop(self):
        self.run_calls = None
        gc.collect()
        return {}


def main(name, threads):
    # What libraries print is not to get among the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def answer(value):
        print(json.dumps(value), file=answers, flush=True)

    for library in ("OMP", "OPENBLAS", "MKL"):
        os.environ[f"{library}_NUM_THREADS"] = str(threads)
    os.environ["NPROC"] = str(threads)  # the size of XLA's pool
    if threads == 1:
        os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
    # Threads of OpenBLAS that wait spin for 2**26 cycles, into the turns of others.
    os.environ["OPENBLAS_THREAD_TIMEOUT"] = "20"
    os.environ.update(JAX_PLATFORMS="cpu", TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1")
    try:
        peer = PEERS[name](threads)
        kernels = peer.kernels()
    except Exception as e:
        answer({"error": f"{type(e).__name__}: {e}"})
        return
    gc.collect()
    gc.freeze()
    gc.disable()
    answer({"version": peer.version, "python": platform.python_version(), "kernels": kernels})
    session = Session(peer)
    for line in sys.stdin:
        try:
            request = json.loads(line)
            answer(getattr(session, request.pop("do"))(**request))
        except Exception as e:
            answer({"error": f"{type(e).__name__}: {e}"})


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
