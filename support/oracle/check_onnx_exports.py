"""Has ONNX Runtime run the models that TestExport leaves in FOLDER, and compares.

    GOIVY_ONNX_EXPORTS=FOLDER go test -run TestExport ./frontends/onnx
    python check_onnx_exports.py FOLDER

Needs requirements_onnx.txt. An output may differ by 1e-5, relative to the greatest number where that is above 1.
"""
import glob
import os
import sys

import numpy as np
import onnx
import onnxruntime as ort

failed = False
for path in sorted(glob.glob(os.path.join(sys.argv[1], "*.onnx"))):
    onnx.checker.check_model(path, full_check=True)
    arrays = np.load(path[:-5] + ".npz")
    session = ort.InferenceSession(path, providers=["CPUExecutionProvider"])
    outs = session.run(None, {k[3:]: arrays[k] for k in arrays.files if k.startswith("in:")})
    worst = 0
    for info, got in zip(session.get_outputs(), outs):
        want = arrays["out:" + info.name]
        if got.dtype != want.dtype or got.shape != want.shape:
            sys.exit(f"{path}: {info.name} is {got.dtype}{got.shape}, want {want.dtype}{want.shape}")
        off = np.abs(got.astype(np.float64) - want).max() / max(1, np.abs(want.astype(np.float64)).max()) if want.size else 0
        if not off <= 1e-5:
            failed = True
            print(path, info.name, off)
        worst = max(worst, off)
    print(os.path.basename(path), len(outs), "outputs, off by at most", worst)
sys.exit(failed)
