"""Writes the official node suite of the package onnx as an archive, or a sample of it.

    python gen_onnx_suite.py ../../frontends/onnx/testdata/node_suite.tar.gz
    python gen_onnx_suite.py suite.tar.gz all

Needs requirements_onnx.txt. The sample has for each operator the smallest case of each kind (attributes that are given, inputs that are given,
types of elements), then the next smallest, five at most, of 12 kB each, the smallest of an operator whatever its size. Both are the same bytes every time.
"""
import gzip
import io
import sys
import tarfile
import warnings

import numpy as np
from onnx import TensorProto, numpy_helper
from onnx.backend.test.case.node import collect_testcases

MOST, LARGEST = 5, 12_000


def serialized(value, info):
    """The bytes of an input or an output: a tensor, a sequence or an optional value."""
    if isinstance(value, TensorProto):
        return value.SerializeToString()
    kind = info.type.WhichOneof("value")
    if kind == "sequence_type":
        return numpy_helper.from_list(value, info.name).SerializeToString()
    if kind == "optional_type":
        return numpy_helper.from_optional(value, info.name).SerializeToString()
    return numpy_helper.from_array(np.asarray(value), info.name).SerializeToString()


def files(case):
    graph = case.model.graph
    inputs, outputs = case.data_sets[0]
    parts = [("model.onnx", case.model.SerializeToString(deterministic=True))]
    for side, values, infos in (("input", inputs, graph.input), ("output", outputs, graph.output)):
        parts += [(f"{side}_{i}.pb", serialized(v, info)) for i, (v, info) in enumerate(zip(values, infos))]
    return parts


def kind_of(case):
    """The operator of a case, and what tells its cases apart."""
    graph = case.model.graph
    node = graph.node[-1]
    attributes = tuple(sorted(a.name for a in node.attribute))
    types = tuple(i.type.tensor_type.elem_type for i in graph.input)
    return (node.domain, node.op_type), (attributes, tuple(bool(i) for i in node.input), types)


def sample(cases):
    by_size = sorted(
        ((sum(len(b) for _, b in parts), name, case, parts) for name, case, parts in cases if "_expanded" not in name),
        key=lambda row: row[:2],
    )
    picked, kinds, counts = {}, set(), {}
    for new_kinds in (True, False):
        for size, name, case, parts in by_size:
            operator, kind = kind_of(case)
            full = counts.get(operator, 0) >= (MOST if size <= LARGEST else 1)
            if name in picked or full or (new_kinds and (operator, kind) in kinds):
                continue
            kinds.add((operator, kind))
            counts[operator] = counts.get(operator, 0) + 1
            picked[name] = (name, case, parts)
    return [picked[name] for name in sorted(picked)]


def main():
    warnings.filterwarnings("ignore")
    cases = [(case.name, case, files(case)) for case in collect_testcases(None)]
    if sys.argv[2:] != ["all"]:
        cases = sample(cases)
    with open(sys.argv[1], "wb") as out, gzip.GzipFile("", "wb", 9, out, 0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
            for name, _, parts in cases:
                for part, data in parts:
                    info = tarfile.TarInfo(f"{name}/{part}")
                    info.size = len(data)
                    tar.addfile(info, io.BytesIO(data))
    print(f"{len(cases)} cases")


if __name__ == "__main__":
    main()
