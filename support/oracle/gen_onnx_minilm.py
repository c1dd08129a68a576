"""Exports all-MiniLM-L6-v2 to ONNX, with its pooling, and writes PyTorch's embeddings of it: minilm.onnx and minilm.npz in FOLDER.

    python gen_onnx_minilm.py FOLDER [MODEL]

MODEL is where make model puts it, the cache by default. Needs requirements_sentence.txt, onnx 1.23.2 and onnxscript 0.7.2. "moved:" is 0: what is compared with is float64's.
"""
import os
import sys
import warnings

import numpy as np
import torch
from torch import nn
from transformers import AutoModel


class Embedding(nn.Module):
    """The mean of the vectors of all tokens, divided by its norm."""

    def __init__(self, bert):
        super().__init__()
        self.bert = bert

    def forward(self, input_ids, attention_mask):
        vectors = self.bert(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.unsqueeze(-1).to(vectors.dtype)
        mean = (vectors * mask).sum(1) / mask.sum(1).clamp(min=1e-9)
        return nn.functional.normalize(mean, dim=-1)


def main():
    warnings.filterwarnings("ignore")
    folder = sys.argv[1]
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    source = sys.argv[2] if len(sys.argv) > 2 else os.path.join(cache, "goivy", "all-MiniLM-L6-v2")
    model = Embedding(AutoModel.from_pretrained(source, attn_implementation="eager")).eval()
    rng = np.random.default_rng(0)
    ids = torch.from_numpy(rng.integers(1000, 30000, (4, 40)))
    ids[:, 0] = 101
    mask = torch.ones_like(ids)
    for row, length in enumerate((40, 25, 12, 3)):
        mask[row, length:] = 0
        ids[row, length:] = 0
        ids[row, length - 1] = 102
    batch, sequence = torch.export.Dim("batch"), torch.export.Dim("sequence", max=512)
    axes = {0: batch, 1: sequence}
    torch.onnx.export(model, (ids, mask), os.path.join(folder, "minilm.onnx"), input_names=["input_ids", "attention_mask"], output_names=["sentence_embedding"],
                      dynamic_shapes={"input_ids": axes, "attention_mask": axes}, dynamo=True, opset_version=18, external_data=False, verbose=False)
    with torch.no_grad():
        want = model.double()(ids, mask).float().numpy()
    np.savez(os.path.join(folder, "minilm.npz"), **{"in:input_ids": ids.numpy(), "in:attention_mask": mask.numpy(), "out:sentence_embedding": want, "moved:sentence_embedding": np.float64(0)})


if __name__ == "__main__":
    main()
