#!/usr/bin/env python3
"""Writes golden files of arrays with NumPy, ml_dtypes and safetensors, and checks ours with them.

usage: gen_files.py golden OUT.json     files of the real libraries, with what is in them
       gen_files.py check WRITTEN.json  reads files that we wrote and compares what is in them

A golden case has format, file (base64), metadata, entries in the file's order; an entry has name, dtype, shape and
data (base64, little-endian, C order) or its sha256 where it is long; unsupported is true where no dtype of ours fits.
same is true where writing the entries must give the file byte for byte. WRITTEN.json has cases of the same schema.
"""
import base64, hashlib, io, json, struct, sys, zipfile
import numpy as np
import ml_dtypes
import safetensors, safetensors.numpy as st

DTYPES = ["bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64",
          "bfloat16", "float16", "float32", "float64", "complex64", "complex128"]
NPY = [d for d in DTYPES if d != "bfloat16"]
SAFE = [d for d in DTYPES if d != "complex128"]
rng = np.random.default_rng(20)

def dt(name):
    return np.dtype(getattr(ml_dtypes, name, None) or name)

def array(name, shape):
    """Random bytes: every NaN payload, denormal and sign is as likely as any value."""
    d, n = dt(name), int(np.prod(shape, dtype=int))
    raw = rng.integers(0, 2 if name == "bool" else 256, n * d.itemsize, dtype=np.uint8).tobytes()
    return np.frombuffer(raw, d).reshape(shape)

def b64(b):
    return base64.b64encode(b).decode()

def entry(name, a):
    if a is None:
        return {"name": name, "unsupported": True}
    d = a.dtype.newbyteorder("<") if a.dtype.kind != "V" else a.dtype
    data = np.ascontiguousarray(a).astype(d).tobytes() if a.dtype.kind != "V" else np.ascontiguousarray(a).tobytes()
    e = {"name": name, "dtype": a.dtype.name, "shape": list(a.shape)}
    if len(data) > 4096:
        e["sha256"] = hashlib.sha256(data).hexdigest()
    else:
        e["data"] = b64(data)
    return e

cases = []

def case(name, format, file, entries, **more):
    cases.append({"name": name, "format": format, "file": b64(file), "entries": entries, **more})

def npy(a, version=None):
    b = io.BytesIO()
    np.lib.format.write_array(b, np.asanyarray(a), version)
    return b.getvalue()

def raw_npy(header, data, version=1):
    h = header.encode("utf-8" if version == 3 else "latin1")
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H" if version == 1 else "<I", len(h)) + h + data

def npz(arrays, compress=False):
    b = io.BytesIO()
    (np.savez_compressed if compress else np.savez)(b, **arrays)
    return b.getvalue()

def golden(out):
    for d in NPY:
        a = array(d, (2, 3))
        case(f"npy/{d}", "npy", npy(a), [entry("", a)], same=True)
        if a.dtype.itemsize > 1:
            big = a.astype(a.dtype.newbyteorder(">"))
            assert big.dtype.byteorder == ">"
            case(f"npy/{d} big-endian", "npy", npy(big), [entry("", a)])
        f = np.asfortranarray(array(d, (2, 3, 4)))
        case(f"npy/{d} fortran", "npy", npy(f), [entry("", f)])
        if a.dtype.itemsize > 1:
            big = np.asfortranarray(f.astype(a.dtype.newbyteorder(">")))
            case(f"npy/{d} fortran big-endian", "npy", npy(big), [entry("", f)])
    for shape in [(), (0,), (1,), (5,), (3, 0, 2), (1, 1), (12345, 0), (1,) * 64, (2, 1, 2) + (1,) * 61]:
        a = array("float32", shape)
        case(f"npy/shape {len(cases)}", "npy", npy(a), [entry("", a)], same=True)
    for shape in [(3, 2), (1, 5, 1), (2, 1, 3), (2, 3, 4, 5), (4, 1, 1, 3), (2, 0, 3)]:
        a = np.asfortranarray(array("int16", shape))
        case(f"npy/fortran shape {shape}", "npy", npy(a), [entry("", a)])
    a = array("float64", (4,))
    case("npy/version 2", "npy", npy(a, (2, 0)), [entry("", a)])
    case("npy/version 3", "npy", npy(a, (3, 0)), [entry("", a)])
    for name, header in {
        "python 2": "{'descr': '<f8', 'fortran_order': False, 'shape': (4L,), }\n",
        "key order": "{'shape': (4,), 'descr': '<f8', 'fortran_order': False}\n",
        "spacing": "  {\t'descr' :\n'<f8','fortran_order':False , 'shape':( 4 , )}",
        "double quotes": '{"descr": "<f8", "fortran_order": False, "shape": (4,)}',
        "native order": "{'descr': '=f8', 'fortran_order': False, 'shape': (4,)}",
        "no order": "{'descr': 'f8', 'fortran_order': False, 'shape': (4,)}",
        "fortran of rank 1": "{'descr': '<f8', 'fortran_order': True, 'shape': (4,)}",
        "escape": "{'\\x64escr': '\\u003cf8', 'fortran_order': False, 'shape': (4,)}",
    }.items():
        b = raw_npy(header, a.tobytes())
        assert np.array_equal(np.load(io.BytesIO(b)), a, equal_nan=True), name
        case("npy/" + name, "npy", b, [entry("", a)])
    truth = raw_npy("{'descr': '|b1', 'fortran_order': False, 'shape': (4,)}", bytes([0, 1, 2, 255]))
    case("npy/bool of other bytes", "npy", truth, [entry("", np.array([0, 1, 1, 1], bool))])
    for name, x in {
        "object": np.array([None, {}], object), "unicode": np.array(["a", "é"]), "bytes": np.array([b"abc"]),
        "datetime": np.array(["2020-01-01"], "M8[ns]"), "timedelta": np.array([1], "m8[s]"),
        "longdouble": np.ones(2, np.longdouble), "clongdouble": np.ones(2, np.clongdouble), "void": np.zeros(2, "V3"),
        "structured": np.zeros(2, [("x", "<f4"), ("y", ">i2", (2, 3))]),
        "structured unicode": np.zeros(1, [("ключ'\\", "<f4"), ("", "u1")]),
        "nested": np.zeros(1, [("p", [("q", "u1"), ("r", "f8")])]), "titled": np.zeros(1, [(("a title", "n"), "f4")]),
        "bfloat16": np.ones(2, ml_dtypes.bfloat16), "float8": np.ones(2, ml_dtypes.float8_e5m2),
    }.items():
        case(f"npy/{name}", "npy", npy(x), [entry("", None)])
    case("npy/bfloat16 by name", "npy", raw_npy("{'descr': 'bfloat16', 'fortran_order': False, 'shape': (1,)}", b"\0\0"), [entry("", None)])

    arrays = {d: array(d, (3, 2)) for d in NPY} | {"": array("int8", ()), "naïve/ключ 鍵 🗝": array("uint16", (0, 4)), "x.npy": array("int32", (1,))}
    for compress in (False, True):
        case(f"npz/all compress={compress}", "npz", npz(arrays, compress), [entry(k, v) for k, v in arrays.items()])
    case("npz/empty", "npz", npz({}), [])
    mixed = {"a": np.asfortranarray(array("float64", (3, 5))), "o": np.array([None], object), "b": array("float32", (2,)).astype(">f4"), "bf": np.ones(2, ml_dtypes.bfloat16)}
    case("npz/mixed", "npz", npz(mixed, True), [entry("a", mixed["a"]), entry("o", None), entry("b", mixed["b"]), entry("bf", None)])
    tall = np.asfortranarray((np.arange(70000 * 3) % 7).astype(">f8").reshape(70000, 3))
    cube = np.asfortranarray((np.arange(37 * 41 * 43) % 5).astype("<i2").reshape(37, 41, 43))
    wide = (np.arange(200000) % 11).astype(">c16")
    case("npz/large", "npz", npz({"tall": tall, "cube": cube, "wide": wide}, True), [entry("tall", tall), entry("cube", cube), entry("wide", wide)])
    b = io.BytesIO()
    with zipfile.ZipFile(b, "w") as z:
        z.mkdir("folder")
        z.writestr("readme.txt", "no array")
        z.writestr("folder/x.npy", npy(array("int8", (1,))))
        with z.open("zip64.npy", "w", force_zip64=True) as m:
            m.write(npy(a))
        z.writestr("packed.npy", npy(a), zipfile.ZIP_BZIP2)
        z.writestr("last.npy", npy(a), zipfile.ZIP_DEFLATED)
        z.comment = b"a comment"
    case("npz/other members", "npz", b.getvalue(), [entry("readme.txt", None), entry("folder/x", np.load(io.BytesIO(b.getvalue()))["folder/x"]),
         entry("zip64", a), entry("packed", None), entry("last", a)])

    for d in SAFE:
        for shape in [(2, 3), (), (0, 2)]:
            x = array(d, shape)
            case(f"safetensors/{d} {shape}", "safetensors", st.save({"x": x}), [entry("x", x)], same=True)
    arrays = {d: array(d, (3, 5)) for d in SAFE}
    file = st.save(arrays, metadata={"format": "np", "é": '"\\\n'})
    order = list(json.loads(file[8:8 + struct.unpack("<Q", file[:8])[0]]))[1:]
    case("safetensors/all", "safetensors", file, [entry(k, arrays[k]) for k in order], metadata={"format": "np", "é": '"\\\n'})
    case("safetensors/all sorted", "safetensors", st.save(arrays), [entry(k, arrays[k]) for k in order], same=True)
    odd = {'naïve/ключ 鍵 🗝 "\\\n\x01\x7f\u2028': array("int8", (2,))}
    case("safetensors/odd name", "safetensors", st.save(odd), [entry(k, v) for k, v in odd.items()], same=True)
    case("safetensors/empty", "safetensors", st.save({}), [], same=True)
    case("safetensors/metadata", "safetensors", st.save({}, metadata={"a": "b"}), [], metadata={"a": "b"}, same=True)
    f8 = {"f8": np.ones(3, ml_dtypes.float8_e4m3fn), "w": array("bfloat16", (3,)), "f8b": np.ones(1, ml_dtypes.float8_e5m2)}
    file = st.save(f8)
    order = list(json.loads(file[8:8 + struct.unpack("<Q", file[:8])[0]]))
    case("safetensors/float8", "safetensors", file, [entry(k, f8[k] if k == "w" else None) for k in order])
    versions = {"numpy": np.__version__, "ml_dtypes": ml_dtypes.__version__, "safetensors": safetensors.__version__}
    with open(out, "w") as w:
        w.write(json.dumps({"versions": versions, "count": len(cases), "cases": cases}, ensure_ascii=False, indent=0) + "\n")
    print(len(cases), "cases", versions)

def check(path):
    doc = json.load(open(path))
    assert doc["count"] == len(doc["cases"])
    n = 0
    for c in doc["cases"]:
        file = base64.b64decode(c["file"])
        if c["format"] == "npy":
            got = {"": np.load(io.BytesIO(file))}
        elif c["format"] == "npz":
            assert zipfile.ZipFile(io.BytesIO(file)).testzip() is None
            z = np.load(io.BytesIO(file))
            got = {k: z[k] for k in z.files}
        else:
            with open("/tmp/check.safetensors", "wb") as w:
                w.write(file)
            with safetensors.safe_open("/tmp/check.safetensors", "np") as f:
                got = {k: f.get_tensor(k) for k in f.keys()}
                assert (f.metadata() or {}) == (c.get("metadata") or {}), c["name"]
        names = [e["name"] for e in c["entries"] or []]
        assert sorted(got) == sorted(names), (c["name"], sorted(got), names)
        for e in c["entries"] or []:
            x = got[e["name"]]
            assert x.dtype == dt(e["dtype"]) and x.dtype.isnative and list(x.shape) == (e["shape"] or []), (c["name"], e["name"], x.dtype, x.shape)
            assert np.ascontiguousarray(x).tobytes() == base64.b64decode(e["data"] or ""), (c["name"], e["name"])
            n += 1
    print(len(doc["cases"]), "files,", n, "arrays: all as they should be")

if len(sys.argv) != 3 or sys.argv[1] not in ("golden", "check"):
    sys.exit(__doc__)
globals()[sys.argv[1]](sys.argv[2])
