"""Writes small saved models, made by TensorFlow itself, and what they answer, to
backends/tensorflow/testdata: model has a variable; text_model has strings and inputs of any
number of axes. Name those that are to be written. Run it with
values/requirements_tensorflow.txt."""
import base64
import json
import os
import pathlib
import shutil
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import tensorflow as tf

HERE = pathlib.Path(__file__).resolve().parents[2] / "backends" / "tensorflow" / "testdata"


class Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable([[1.0, -2.0], [0.5, 3.0], [2.0, 0.25]])

    @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32, "x"), tf.TensorSpec([2], tf.float32, "bias")])
    def affine(self, x, bias):
        y = tf.matmul(x, self.w) + bias
        return {"y": y, "best": tf.argmax(y, axis=-1)}

    @tf.function(input_signature=[tf.TensorSpec([None], tf.bfloat16, "x")])
    def halve(self, x):
        return {"z": x * tf.cast(0.5, tf.bfloat16)}


class TextModel(tf.Module):
    @tf.function(input_signature=[tf.TensorSpec(None, tf.float32, "x")])
    def any_rank(self, x):
        return {"y": x * 2.0, "rank": tf.rank(x)}

    @tf.function(input_signature=[tf.TensorSpec([], tf.float32, "x")])
    def scalar(self, x):
        return {"y": x + 1.0}

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.string, "text")])
    def shout(self, text):
        return {"loud": tf.strings.upper(text), "joined": tf.strings.reduce_join(text)}

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32, "x"), tf.TensorSpec(None, tf.string, "text")])
    def mixed(self, x, text):
        return {"y": x + 1.0, "lengths": tf.strings.length(text), "label": tf.strings.join([text, tf.strings.as_string(tf.reduce_sum(x), precision=2)], "=")}

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32, "x")])
    def describe(self, x):
        return {"y": x - 1.0, "text": tf.strings.as_string(x, precision=1)}


def save(name, model, signatures):
    shutil.rmtree(HERE / name, ignore_errors=True)
    tf.saved_model.save(model, str(HERE / name), signatures=signatures)


def write(name, answers):
    (HERE / name).write_text(json.dumps(answers) + "\n")


def b64(strings):
    return [base64.b64encode(s).decode() for s in strings]


wanted = sys.argv[1:] or ["model", "text_model"]
if "model" in wanted:
    model = Model()
    save("model", model, {"serving_default": model.affine, "halve": model.halve})
    x, bias = [[1.0, 2.0, 3.0], [-4.0, 0.5, 0.25]], [0.125, -1.0]
    r = model.affine(tf.constant(x), tf.constant(bias))
    write("model_answers.json", {"x": x, "bias": bias, "y": r["y"].numpy().tolist(), "best": r["best"].numpy().tolist()})
if "text_model" in wanted:
    model = TextModel()
    save("text_model", model, {n: getattr(model, n) for n in ("any_rank", "scalar", "shout", "mixed", "describe")})
    text = [b"", b"a", b"longer than what a string of TensorFlow's has within itself", b"\x00zero\x00", b"\xff\xfe no UTF-8", "größe".encode()]
    x = [1.5, 2.25]
    shout = model.shout(tf.reshape(tf.constant(text), [3, 2]))
    mixed = model.mixed(tf.constant(x), tf.constant(text))
    answers = {
        "text": b64(text), "x": x,
        "loud": b64(shout["loud"].numpy().ravel().tolist()), "joined": b64([shout["joined"].numpy()]),
        "y": mixed["y"].numpy().tolist(), "lengths": mixed["lengths"].numpy().tolist(), "label": b64(mixed["label"].numpy().tolist()),
        "describe": b64(model.describe(tf.constant(x))["text"].numpy().tolist()),
    }
    write("text_answers.json", answers)
