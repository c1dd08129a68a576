"""Writes backends/tensorflow/testdata/model: a small saved model with a variable, made by
TensorFlow itself, and what it answers (answers.json). Run it with values/requirements_tensorflow.txt."""
import json
import os
import pathlib
import shutil

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


model = Model()
shutil.rmtree(HERE / "model", ignore_errors=True)
tf.saved_model.save(model, str(HERE / "model"), signatures={"serving_default": model.affine, "halve": model.halve})
x, bias = [[1.0, 2.0, 3.0], [-4.0, 0.5, 0.25]], [0.125, -1.0]
r = model.affine(tf.constant(x), tf.constant(bias))
(HERE / "model_answers.json").write_text(json.dumps({"x": x, "bias": bias, "y": r["y"].numpy().tolist(), "best": r["best"].numpy().tolist()}) + "\n")
