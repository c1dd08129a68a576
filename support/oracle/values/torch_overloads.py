"""Writes frontends/torch/testdata/overloads.json.gz: PyTorch's functions and methods with the
names of the parameters of every overload, from its stubs and, of what is written in
Python, from the functions themselves. A function without either has the list null. Run it
in an environment with requirements.txt."""
import ast
import gzip
import inspect
import json
import pathlib

import torch

from common import ROOT


def stubs(name, of=None):
    body = ast.parse((pathlib.Path(torch.__path__[0]) / "_C" / name).read_text()).body
    if of:
        body = next(n for n in body if isinstance(n, ast.ClassDef) and n.name == of).body
    found = {}
    for n in body:
        if isinstance(n, ast.FunctionDef):
            a = n.args
            names = [p.arg for p in a.posonlyargs + a.args] + (["*" + a.vararg.arg] if a.vararg else []) + [p.arg for p in a.kwonlyargs]
            if names not in found.setdefault(n.name, []):
                found[n.name].append(names)
    return found


FUNCTIONS, METHODS, NEURAL = stubs("_VariableFunctions.pyi"), stubs("__init__.pyi", "TensorBase"), stubs("_nn.pyi")


def overloads(f, *stubbed):
    if inspect.isfunction(f) and not hasattr(f, "__wrapped__"):
        return [[("*" if p.kind == p.VAR_POSITIONAL else "") + p.name for p in inspect.signature(f).parameters.values()]]
    return next((s for s in stubbed if s), None)


paths = {}
for prefix, module in {"": torch, "nn.functional.": torch.nn.functional, "linalg.": torch.linalg, "special.": torch.special, "fft.": torch.fft, "random.": torch.random, "nn.init.": torch.nn.init, "Generator.": torch.Generator}.items():
    for name in dir(module):
        f = getattr(module, name)
        if callable(f) and not name.startswith("__"):
            stubbed = [FUNCTIONS.get(name)] if not prefix else [NEURAL.get(name), FUNCTIONS.get(prefix.replace(".", "_") + name)] + ([FUNCTIONS.get(name)] if prefix == "nn.functional." else [])
            paths[prefix + name] = overloads(f, *stubbed)
for name in dir(torch.Tensor):
    f = getattr(torch.Tensor, name)
    if callable(f):
        paths["." + name] = overloads(f, METHODS.get(name))
text = json.dumps({"version": torch.__version__.split("+")[0], "count": len(paths), "paths": paths}, separators=(",", ":"))
path = ROOT / "frontends" / "torch" / "testdata" / "overloads.json.gz"
with open(path, "wb") as f, gzip.GzipFile(fileobj=f, mode="wb", mtime=0, compresslevel=9, filename="") as z:
    z.write(text.encode())
print(f"{path.name}: {len(paths)} names, {sum(v is not None for v in paths.values())} with signatures, {path.stat().st_size >> 10} KiB")
