"""Writes small models and ONNX Runtime's outputs of them into ../../frontends/onnx/testdata/models.

    python gen_onnx_small.py [own]

With "own" scikit-learn's are left as they are.

Needs requirements_onnx.txt. A model name.onnx has its inputs and outputs in name.npz: "in:x", "out:y". scikit-learn's pipelines are exported by skl2onnx.
"""
import os
import sys

import numpy as np
import onnx
import onnxruntime as ort
from onnx import TensorProto, helper, numpy_helper

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "frontends", "onnx", "testdata", "models")
rng = np.random.default_rng(0)


def normal(*shape):
    return rng.standard_normal(shape).astype(np.float32)


def save(name, model, inputs, keep_zipmap=False):
    path = os.path.join(FOLDER, name + ".onnx")
    if isinstance(model, onnx.ModelProto):
        onnx.checker.check_model(model)
        with open(path, "wb") as f:
            f.write(model.SerializeToString(deterministic=True))
    session = ort.InferenceSession(path, providers=["CPUExecutionProvider"])
    outs = session.run(None, inputs)
    arrays = {"in:" + k: v for k, v in inputs.items()}
    for info, value in zip(session.get_outputs(), outs):
        if isinstance(value, list):
            value = np.array([[row[k] for k in row] for row in value], np.float32)
        arrays["out:" + info.name] = value
    np.savez_compressed(os.path.join(FOLDER, name + ".npz"), **arrays)
    print(name, os.path.getsize(path), {k: v.shape for k, v in arrays.items()})


def graph(nodes, inputs, outputs, weights, **options):
    info = lambda name, kind, shape: helper.make_tensor_value_info(name, kind, shape)
    g = helper.make_graph(nodes, "small", [info(*i) for i in inputs], [info(*o) for o in outputs], [numpy_helper.from_array(v, k) for k, v in weights.items()])
    return helper.make_model(g, opset_imports=[helper.make_opsetid("", 21)], ir_version=10, producer_name="goivy", **options)


def classifier():
    """Two layers, an axis without a fixed length, and an input with a value in the file."""
    weights = {"w1": normal(4, 8), "b1": normal(8), "w2": normal(3, 8), "b2": normal(3), "temperature": np.float32(2)}
    nodes = [
        helper.make_node("Gemm", ["x", "w1", "b1"], ["hidden"], "first"),
        helper.make_node("Relu", ["hidden"], ["positive"], "rectified"),
        helper.make_node("Gemm", ["positive", "w2", "b2"], ["scores"], "second", transB=1),
        helper.make_node("Div", ["scores", "temperature"], ["cooled"], "cooling"),
        helper.make_node("Softmax", ["cooled"], ["y"], "probabilities"),
    ]
    F = TensorProto.FLOAT
    return graph(nodes, [("x", F, ["batch", 4]), ("temperature", F, [])], [("y", F, ["batch", 3])], weights)


def outside():
    """The classifier, with weights in a file of their own."""
    model = classifier()
    path = os.path.join(FOLDER, "outside.onnx")
    data = os.path.join(FOLDER, "outside.data")
    if os.path.exists(data):
        os.remove(data)
    onnx.save_model(model, path, save_as_external_data=True, location="outside.data", size_threshold=0)


def choices():
    """A branch on an element, a loop that stops at one, a scan, and a function of the model."""
    F, I, B = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL
    info = helper.make_tensor_value_info
    double = helper.make_function("goivy.test", "Scaled", ["a"], ["b"], [helper.make_node("Constant", [], ["k"], value_float=1.5), helper.make_node("Mul", ["a", "k"], ["b"])],
                                  [helper.make_opsetid("", 21)])
    then = helper.make_graph([helper.make_node("Neg", ["x"], ["t"])], "then", [], [info("t", F, None)])
    other = helper.make_graph([helper.make_node("Abs", ["x"], ["e"])], "other", [], [info("e", F, None)])
    body = helper.make_graph(
        [
            helper.make_node("Mul", ["s", "two"], ["s_next"]),
            helper.make_node("ReduceMax", ["s_next"], ["most"], keepdims=0),
            helper.make_node("Less", ["most", "limit"], ["go"]),
            helper.make_node("Identity", ["s_next"], ["trace"]),
        ],
        "body", [info("i", I, []), info("c", B, []), info("s", F, None)], [info("go", B, []), info("s_next", F, None), info("trace", F, [3])])
    sums = helper.make_graph([helper.make_node("Add", ["total", "row"], ["next"]), helper.make_node("Identity", ["next"], ["seen"])], "sums",
                             [info("total", F, [3]), info("row", F, [3])], [info("next", F, [3]), info("seen", F, [3])])
    nodes = [
        helper.make_node("If", ["flag"], ["branch"], "branch", then_branch=then, else_branch=other),
        helper.make_node("Loop", ["most_steps", "", "branch"], ["last", "steps"], "loop", body=body),
        helper.make_node("Scan", ["zero", "steps"], ["total", "totals"], "scan", body=sums, num_scan_inputs=1),
        helper.make_node("Scaled", ["totals"], ["y"], "scaled", domain="goivy.test"),
    ]
    model = graph(nodes, [("x", F, [3]), ("flag", B, [])], [("last", F, [3]), ("y", F, ["steps", 3])],
                  {"two": np.float32(2), "limit": np.float32(100), "most_steps": np.int64(20), "zero": np.zeros(3, np.float32)}, functions=[double])
    model.opset_import.append(helper.make_opsetid("goivy.test", 1))
    return model


def regions():
    """An operator that the node suite has no case of."""
    F = TensorProto.FLOAT
    node = helper.make_node("MaxRoiPool", ["x", "rois"], ["y"], pooled_shape=[2, 3], spatial_scale=0.5)
    g = helper.make_graph([node], "small", [helper.make_tensor_value_info("x", F, [2, 3, 6, 8]), helper.make_tensor_value_info("rois", F, ["n", 5])], [helper.make_tensor_value_info("y", F, ["n", 3, 2, 3])])
    return helper.make_model(g, opset_imports=[helper.make_opsetid("", 13)], ir_version=8, producer_name="goivy")


def detections():
    """What scores above a threshold is looked at, by a loop with as many steps as there are: shapes depend on elements."""
    F, I, B = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL
    info = helper.make_tensor_value_info
    node = helper.make_node
    body = helper.make_graph(
        [
            node("Gather", ["kept", "i"], ["row"], axis=0),
            node("Mul", ["row", "weights"], ["weighed"]),
            node("Add", ["weighed", "s"], ["sum"]),
            node("Tanh", ["sum"], ["s_next"]),
            node("ReduceMax", ["s_next"], ["most"], keepdims=0),
            node("Less", ["most", "limit"], ["go"]),
            node("Identity", ["s_next"], ["seen"]),
        ],
        "body", [info("i", I, []), info("c", B, []), info("s", F, [4])], [info("go", B, []), info("s_next", F, [4]), info("seen", F, [4])])
    nodes = [
        node("MatMul", ["x", "weights_of_x"], ["h0"]), node("Add", ["h0", "bias"], ["h1"]), node("Relu", ["h1"], ["h"]), node("Shape", ["h"], ["shape"]),
        node("ReduceMax", ["h", "last"], ["score"], keepdims=0), node("Greater", ["score", "threshold"], ["above"]),
        node("NonZero", ["above"], ["places"], "places"), node("Squeeze", ["places", "first"], ["rows"]), node("Gather", ["h", "rows"], ["kept"], axis=0),
        node("Exp", ["kept"], ["kept_exp"]), node("Mul", ["kept_exp", "bias"], ["scaled"]), node("Sub", ["scaled", "kept"], ["part"]), node("Reshape", ["part", "flat"], ["all"]),
        node("Size", ["rows"], ["count"]), node("Loop", ["count", "", "zero"], ["state", "states"], "loop", body=body),
        node("Abs", ["state"], ["a"]), node("Sqrt", ["a"], ["b"]), node("Neg", ["b"], ["y"]),
    ]
    rng = np.random.default_rng(5)
    weights = {"weights_of_x": rng.standard_normal((6, 4)).astype(np.float32), "bias": np.array([0.1, -0.2, 0.3, 0], np.float32), "last": np.array([1]), "first": np.array([0]),
               "threshold": np.float32(2), "limit": np.float32(0.9999), "flat": np.array([-1]), "weights": np.array([0.5, -1, 2, 0.25], np.float32), "zero": np.zeros(4, np.float32)}
    return graph(nodes, [("x", F, ["n", 6])], [("all", F, ["m"]), ("states", F, ["k", 4]), ("y", F, [4]), ("shape", I, [2])], weights)


def sequences():
    """A sequence from before an operator that looks at elements is read behind it."""
    F, I = TensorProto.FLOAT, TensorProto.INT64
    node = helper.make_node
    nodes = [
        node("SplitToSequence", ["x", "two"], ["parts"], axis=0), node("Greater", ["x", "zero"], ["above"]), node("NonZero", ["above"], ["places"]),
        node("Cast", ["places"], ["numbers"], to=F), node("Exp", ["numbers"], ["e"]), node("Log", ["e"], ["l"]), node("Neg", ["l"], ["y"]),
        node("SequenceAt", ["parts", "one"], ["part"]), node("Relu", ["part"], ["r"]), node("Mul", ["r", "half"], ["m"]), node("Add", ["m", "half"], ["z"]),
    ]
    return graph(nodes, [("x", F, [6])], [("y", F, [1, "n"]), ("z", F, [2])],
                 {"two": np.int64(2), "zero": np.float32(0), "one": np.int64(1), "half": np.float32(0.5)})


def scanned():
    """Scan of opset 8: a batch of sequences of several lengths, from the first to the last row and, of another input, from the last to the first."""
    info = helper.make_tensor_value_info
    F = TensorProto.FLOAT
    body = helper.make_graph(
        [
            helper.make_node("Add", ["sum", "row"], ["added"]),
            helper.make_node("Mul", ["added", "other"], ["scaled"]),
            helper.make_node("Identity", ["added"], ["sum_out"]),
        ],
        "body", [info("sum", F, [3]), info("row", F, [3]), info("other", F, [3])], [info("sum_out", F, [3]), info("scaled", F, [3])])
    nodes = [helper.make_node("Scan", ["lengths", "start", "x", "y"], ["last", "all"], "steps", body=body, num_scan_inputs=2, directions=[0, 1]),
             helper.make_node("Scan", ["", "start", "x", "y"], ["end", "every"], "all_steps", body=body, num_scan_inputs=2)]
    inputs = [("lengths", TensorProto.INT64, [2]), ("start", F, [2, 3]), ("x", F, [2, 4, 3]), ("y", F, [2, 4, 3])]
    outputs = [("last", F, [2, 3]), ("all", F, [2, 4, 3]), ("end", F, [2, 3]), ("every", F, [2, 4, 3])]
    g = helper.make_graph(nodes, "small", [info(*i) for i in inputs], [info(*o) for o in outputs])
    return helper.make_model(g, opset_imports=[helper.make_opsetid("", 8)], ir_version=3, producer_name="goivy")


def quantized():
    """Products and convolutions of what is dequantized: those that are ones of integers, with one scale and with one for each column, and some that are not."""
    F = TensorProto.FLOAT
    node = helper.make_node
    rng = np.random.default_rng(7)
    bytes_of = lambda *shape: rng.integers(-127, 128, shape).astype(np.int8)
    scales = lambda n: rng.uniform(0.002, 0.01, n).astype(np.float32)
    weights = {
        "sx": np.float32(0.03), "zx": np.uint8(117), "filters": bytes_of(6, 3, 3, 3), "s_filters": scales(6), "z_filters": np.zeros(6, np.int8),
        "bias": rng.integers(-900, 900, 6).astype(np.int32), "s_bias": scales(6), "z_bias": np.zeros(6, np.int32), "sc": np.float32(0.04), "zc": np.int8(-20),
        "depthwise": bytes_of(6, 1, 3, 3), "s_depthwise": np.float32(0.006), "pixels": np.array([0, 6, -1]), "b": rng.integers(0, 256, (49, 5)).astype(np.uint8), "s_b": np.float32(0.004), "z_b": np.uint8(130),
        "columns": bytes_of(5, 7), "s_columns": scales(7), "z_columns": rng.integers(-9, 9, 7).astype(np.int8), "sm": np.float32(0.05), "zm": np.uint8(90),
        "rows": np.array([-1, 35]), "gemm": bytes_of(4, 35), "s_gemm": scales(4), "c": rng.standard_normal(4).astype(np.float32),
    }
    nodes = [
        node("QuantizeLinear", ["x", "sx", "zx"], ["xq"]), node("DequantizeLinear", ["xq", "sx", "zx"], ["xd"]),
        node("DequantizeLinear", ["filters", "s_filters", "z_filters"], ["fd"], axis=0), node("DequantizeLinear", ["bias", "s_bias", "z_bias"], ["bd"], axis=0),
        node("Conv", ["xd", "fd", "bd"], ["conv"], "conv", pads=[1, 0, 1, 1], strides=[1, 1]),
        node("QuantizeLinear", ["conv", "sc", "zc"], ["cq"]), node("DequantizeLinear", ["cq", "sc", "zc"], ["cd"]), node("DequantizeLinear", ["depthwise", "s_depthwise"], ["dd"]),
        node("Conv", ["cd", "dd"], ["depth"], "depth", group=6, pads=[1, 1, 1, 1]), node("Add", ["depth", "cd"], ["sum"]),
        node("QuantizeLinear", ["sum", "sc", "zc"], ["sq"]), node("Reshape", ["sq", "pixels"], ["flat_q"]), node("DequantizeLinear", ["flat_q", "sc", "zc"], ["flat"]),
        node("DequantizeLinear", ["b", "s_b", "z_b"], ["b_numbers"]), node("MatMul", ["flat", "b_numbers"], ["product"], "product"),
        node("QuantizeLinear", ["product", "sm", "zm"], ["mq"]), node("DequantizeLinear", ["mq", "sm", "zm"], ["md"]),
        node("DequantizeLinear", ["columns", "s_columns", "z_columns"], ["columns_d"], axis=-1), node("MatMul", ["md", "columns_d"], ["by_columns"], "by_columns"),
        node("DequantizeLinear", ["gemm", "s_gemm"], ["gd"], axis=0), node("Reshape", ["mq", "rows"], ["rq"]), node("DequantizeLinear", ["rq", "sm", "zm"], ["rd"]),
        node("Gemm", ["rd", "gd", "c"], ["gemm_sum"], "gemm_sum", transB=1, beta=0.5),
    ]
    return graph(nodes, [("x", F, ["n", 3, 7, 8])], [("conv", F, ["n", 6, 7, 7]), ("by_columns", F, ["n", 6, 7]), ("gemm_sum", F, ["m", 4])], weights)


def folded():
    """Convolutions with what is one with them behind them, and some with what is not."""
    F = TensorProto.FLOAT
    node = helper.make_node
    rng = np.random.default_rng(11)
    numbers = lambda *shape: rng.standard_normal(shape).astype(np.float32)
    weights = {"w1": numbers(4, 3, 3, 3), "b1": numbers(4), "w2": numbers(5, 4, 1, 1), "w3": numbers(5, 5, 2, 2), "w4": numbers(6, 5, 3), "rows": np.array([2, 5, -1])}
    for name, n in {"n1": 4, "n2": 5, "n3": 5}.items():
        weights |= {name + "_scale": numbers(n), name + "_offset": numbers(n), name + "_mean": numbers(n), name + "_var": rng.uniform(0.5, 2, n).astype(np.float32)}
    weights |= {"m": numbers(4, 1, 1), "a": numbers(1, 4, 1, 1), "half": np.float32(0.5), "d": rng.uniform(1, 2, (1, 5, 1, 1)).astype(np.float32), "s": numbers(5, 1, 1), "columns": numbers(5, 1, 6), "last": numbers(6, 1)}
    norm = lambda x, name, z, **more: node("BatchNormalization", [x] + [name + k for k in ("_scale", "_offset", "_mean", "_var")], [z], z, **more)
    nodes = [
        node("Conv", ["x", "w1", "b1"], ["c1"], "all", pads=[1, 1, 1, 1]), norm("c1", "n1", "n1", epsilon=1e-3), node("Mul", ["m", "n1"], ["m1"]), node("Add", ["m1", "a"], ["a1"]), node("Relu", ["a1"], ["r1"]),
        node("Conv", ["r1", "w2"], ["c2"], "numbers"), node("Sub", ["c2", "half"], ["s2"]), node("Div", ["s2", "d"], ["d2"]), node("Sub", ["s", "d2"], ["t2"]),
        node("Conv", ["t2", "w3"], ["c3"], "read twice", pads=[0, 0, 1, 1]), norm("c3", "n2", "n3"), node("Add", ["n3", "c3"], ["y"]),
        node("Conv", ["t2", "w2b"], ["c4"], "not of channels"), node("Add", ["c4", "columns"], ["z"]),
        node("Reshape", ["z", "rows"], ["flat"]), node("Conv", ["flat", "w4"], ["c5"], "a line"), node("Mul", ["c5", "last"], ["line"]),
        node("Conv", ["t2", "w2b"], ["c6"], "by an input"), node("Mul", ["c6", "given"], ["g"]),
    ]
    weights |= {"w2b": numbers(5, 5, 1, 1), "given": numbers(5, 1, 1)}
    outputs = [("y", F, [2, 5, 6, 6]), ("z", F, [2, 5, 6, 6]), ("line", F, [2, 6, 34]), ("g", F, [2, 5, 6, 6])]
    return graph(nodes, [("x", F, [2, 3, 6, 6]), ("given", F, [5, 1, 1])], outputs, weights)


def folded_nodes():
    """Convolutions and what is folded into them, by constants that nodes make."""
    F = TensorProto.FLOAT
    node = helper.make_node
    rng = np.random.default_rng(12)
    numbers = lambda *shape: rng.standard_normal(shape).astype(np.float32)
    tensor = lambda v: numpy_helper.from_array(np.asarray(v))
    filled = lambda shape, z, v: node("ConstantOfShape", [shape], [z], value=tensor(np.array([v], np.float32)))
    weights = {"b": numbers(4), "scale": numbers(4), "four": np.array([4]), "of_filters": np.array([5, 4, 1, 1]), "five": np.array([5]), "axis": np.array([1]), "ends": np.array([1, 2])}
    nodes = [
        node("Constant", [], ["w"], value=tensor(numbers(4, 3, 3, 3))), node("Identity", ["b"], ["b1"]), node("Identity", ["scale"], ["scale1"]), node("Identity", ["scale1"], ["scale2"]),
        node("Constant", [], ["offset"], value=tensor(numbers(4))), node("ConstantOfShape", ["four"], ["mean"]), filled("four", "var", 0.7), node("Constant", [], ["by"], value_float=1.5),
        node("Constant", [], ["line"], value_floats=[0.5, 2.0, -1.0, 0.25, 3.0, 1.0]),
        node("Conv", ["x", "w", "b1"], ["c1"], "nodes", pads=[1, 1, 1, 1]), node("BatchNormalization", ["c1", "scale2", "offset", "mean", "var"], ["n1"]), node("Mul", ["n1", "by"], ["m1"]), node("Unsqueeze", ["scale", "ends"], ["column1"]), node("Div", ["m1", "column1"], ["d1"]), node("Add", ["d1", "line"], ["a1"]),
        filled("of_filters", "w2", 0.3), filled("five", "gamma", 1.3), filled("five", "beta", -0.3), filled("five", "mu", 0.1), filled("five", "sigma", 2.0),
        node("Conv", ["a1", "w2"], ["c2"], "alike"), node("BatchNormalization", ["c2", "gamma", "beta", "mu", "sigma"], ["y"]),
        node("Shape", ["x"], ["sizes"]), node("Gather", ["sizes", "axis"], ["planes"]), filled("planes", "ones", 1.0), node("Constant", [], ["w3"], value=tensor(numbers(3, 4, 1, 1))),
        node("Conv", ["a1", "w3"], ["c3"], "of a shape"), node("Unsqueeze", ["ones", "ends"], ["column"]), node("Mul", ["c3", "column"], ["z"]),
    ]
    return graph(nodes, [("x", F, [2, 3, 6, 6])], [("y", F, [2, 5, 6, 6]), ("z", F, [2, 3, 6, 6])], weights)


def scikit():
    from skl2onnx import to_onnx
    from sklearn import cluster, datasets, decomposition, ensemble, linear_model, naive_bayes, neighbors, neural_network, pipeline, preprocessing, svm, tree

    x, y = datasets.load_iris(return_X_y=True)
    x = x.astype(np.float32)
    numbers, targets = (v.astype(np.float32) for v in datasets.load_diabetes(return_X_y=True))
    # HalfSpaces of classes, forests, support vectors, neighbours and their like: one of each family
    models = {
        "logistic": linear_model.LogisticRegression(max_iter=500),
        "scaled_pca": pipeline.make_pipeline(preprocessing.StandardScaler(), decomposition.PCA(2), linear_model.LogisticRegression()),
        "forest": ensemble.RandomForestClassifier(5, max_depth=4, random_state=0),
        "boosted": ensemble.GradientBoostingClassifier(n_estimators=5, random_state=0),
        "boosted_two": ensemble.GradientBoostingClassifier(n_estimators=5, random_state=0),
        "svc": svm.SVC(probability=True, random_state=0),
        "neighbors": neighbors.KNeighborsClassifier(3),
        "perceptron": neural_network.MLPClassifier((8,), max_iter=300, random_state=0),
        "bayes": naive_bayes.GaussianNB(),
        "clusters": cluster.KMeans(3, random_state=0, n_init=2),
        "isolation": ensemble.IsolationForest(n_estimators=5, random_state=0),
        "scaler": preprocessing.MinMaxScaler(),
        "normalizer": preprocessing.Normalizer(),
    }
    regressors = {
        "linear": linear_model.LinearRegression(),
        "forest_numbers": ensemble.RandomForestRegressor(5, max_depth=5, random_state=0),
        "boosted_numbers": ensemble.GradientBoostingRegressor(n_estimators=5, random_state=0),
        "svr": svm.SVR(),
        "tree_numbers": tree.DecisionTreeRegressor(max_depth=5, random_state=0),
    }
    for name, model in models.items():
        labels = y if name != "boosted_two" else (y > 0).astype(np.int64)
        model.fit(x, labels)
        options = {"zipmap": False} if hasattr(model, "predict_proba") and name != "logistic" else None
        onx = to_onnx(model, x[:1], options=options and {id(model): options}, target_opset={"": 21, "ai.onnx.ml": 3})
        save("sklearn_" + name, onx, {"X": x[::5]})
    for name, model in regressors.items():
        model.fit(numbers, targets)
        onx = to_onnx(model, numbers[:1], target_opset={"": 21, "ai.onnx.ml": 3})
        save("sklearn_" + name, onx, {"X": numbers[::20]})


def main():
    os.makedirs(FOLDER, exist_ok=True)
    save("classifier", classifier(), {"x": normal(5, 4)})
    outside()
    save("outside", None, {"x": normal(2, 4)})
    save("choices", choices(), {"x": np.array([1, -2, 0.5], np.float32), "flag": np.array(False)})
    save("regions", regions(), {"x": normal(2, 3, 6, 8), "rois": np.array([[0, 0, 0, 15, 11], [1, 3, 2, 9, 9], [1, 6, 6, 6, 6], [0, 12, 8, 30, 30], [1, 20, 20, 25, 25]], np.float32)})
    save("detections", detections(), {"x": normal(9, 6)})
    save("sequences", sequences(), {"x": normal(6)})
    save("quantized", quantized(), {"x": normal(7, 3, 7, 8)})
    save("folded", folded(), {"x": normal(2, 3, 6, 6)})
    save("folded_nodes", folded_nodes(), {"x": normal(2, 3, 6, 6)})
    save("scanned", scanned(), {"lengths": np.array([4, 2]), "start": normal(2, 3), "x": normal(2, 4, 3), "y": normal(2, 4, 3)})
    if sys.argv[1:] != ["own"]:
        scikit()


if __name__ == "__main__":
    main()
