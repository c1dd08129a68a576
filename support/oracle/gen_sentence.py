#!/usr/bin/env python3
"""Writes what transformers' BERT makes of texts, for the tests of package support/models/sentence.

    python -m venv VENV && VENV/bin/pip install -r requirements_sentence.txt
    VENV/bin/python gen_sentence.py FOLDER       # of MiniLM-L6-v2, as make model prints it

writes ../models/sentence/testdata: tiny, a BERT of two layers of 32 with weights drawn here, as sentence-transformers lays a model out, the
embeddings that PyTorch computes with it and with MiniLM in float64, and the texts.
"""
import json, os, sys

import torch
from safetensors.torch import save_file
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import BertConfig, BertModel

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "../models/sentence/testdata")
torch.set_num_threads(1)
torch.use_deterministic_algorithms(True)

TEXTS = [
    "The cat sits outside", "A man is playing guitar", "The new movie is awesome", "The new opera is not so good", "A woman watches TV", "Is this the real life?", "Is this just fantasy?",
    "The quick brown fox jumps over the lazy dog.", "Matrix multiplication is associative, but not commutative.", "Go is an open source programming language.", "ein kurzer deutscher Satz", "Crème brûlée à la carte",
    "Быстрая коричневая лиса", "人人生而自由", "😀 👍🏽", "a", "", "   ", "x" * 150, "long text, repeated: " + "the river runs through the valley and the mountains rise behind it. " * 40,
]


def tokenizer(folder):
    """A vocabulary of the characters, pairs of them and words of some texts: the trainers of the tokenizers make another one each time."""
    words = sorted({w for t in TEXTS[:12] for w in t.lower().split() if w.isascii() and w.isalpha()})
    characters = sorted(set("".join(words)) | set("?.,"))
    pairs = sorted({w[i:i + 2] for w in words for i in range(1, len(w) - 1)})
    vocabulary = list(dict.fromkeys(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] + characters + ["##" + c for c in characters] + ["##" + p for p in pairs[::2]] + words[::2]))
    t = Tokenizer(models.WordPiece(vocab={w: i for i, w in enumerate(vocabulary)}, unk_token="[UNK]"))
    t.normalizer, t.pre_tokenizer = normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer()
    t.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    t.add_special_tokens(vocabulary[:5])
    t.enable_truncation(20)
    t.enable_padding(length=20)  # settings of the file, which the model's go before
    t.save(os.path.join(folder, "tokenizer.json"))
    return t.get_vocab_size()


def write(path, value):
    with open(path, "w") as f:
        json.dump(value, f, indent=1)
        f.write("\n")


def tiny(folder):
    os.makedirs(os.path.join(folder, "1_Pooling"), exist_ok=True)
    config = BertConfig(vocab_size=tokenizer(folder), hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=48, max_position_embeddings=64, type_vocab_size=2, layer_norm_eps=1e-12, hidden_act="gelu")
    torch.manual_seed(0)
    m = BertModel(config, add_pooling_layer=False).eval()
    with torch.no_grad():
        for name, p in m.named_parameters():
            p.normal_(1 if name.endswith("LayerNorm.weight") else 0, 0.3)
    save_file({k: v.contiguous() for k, v in m.state_dict().items()}, os.path.join(folder, "model.safetensors"), metadata={"format": "pt"})
    c = config.to_dict()
    write(os.path.join(folder, "config.json"), {k: c[k] for k in ("hidden_act", "hidden_size", "intermediate_size", "layer_norm_eps", "max_position_embeddings", "model_type", "num_attention_heads", "num_hidden_layers", "type_vocab_size", "vocab_size")})
    write(os.path.join(folder, "modules.json"), [{"idx": i, "name": str(i), "path": p, "type": "sentence_transformers.models." + t} for i, (p, t) in enumerate([("", "Transformer"), ("1_Pooling", "Pooling"), ("2_Normalize", "Normalize")])])
    write(os.path.join(folder, "1_Pooling/config.json"), {"word_embedding_dimension": 32, **{f"pooling_mode_{k}": k == "mean_tokens" for k in ("cls_token", "mean_tokens", "max_tokens", "mean_sqrt_len_tokens")}})
    write(os.path.join(folder, "sentence_bert_config.json"), {"max_seq_length": 50, "do_lower_case": False})


def embeddings(folder, prefix):
    """Each pooling of the last layer, in float64, as sentence-transformers does it."""
    with open(os.path.join(folder, "sentence_bert_config.json")) as f:
        most = json.load(f)["max_seq_length"]
    t = Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
    t.no_padding()
    t.enable_truncation(most)
    m = BertModel.from_pretrained(folder, add_pooling_layer=False, attn_implementation="eager", dtype=torch.float32).eval().double()
    out = {k: [] for k in ("mean", "cls", "max", "mean_sqrt_len", "normalized")}
    with torch.no_grad():
        for text in TEXTS:
            ids = torch.tensor([t.encode(text).ids])
            h = m(input_ids=ids, attention_mask=torch.ones_like(ids)).last_hidden_state[0]
            out["mean"].append(h.mean(0))
            out["cls"].append(h[0])
            out["max"].append(h.max(0).values)
            out["mean_sqrt_len"].append(h.sum(0) / len(h) ** 0.5)
            out["normalized"].append(torch.nn.functional.normalize(h.mean(0), dim=0))
    return {prefix + k: torch.stack(v) for k, v in out.items()}


if __name__ == "__main__":
    folder = os.path.join(DATA, "tiny")
    tiny(folder)
    save_file(embeddings(folder, ""), os.path.join(DATA, "tiny.safetensors"))
    real = embeddings(sys.argv[1], "")
    save_file({"normalized": real["normalized"].float()}, os.path.join(DATA, "minilm.safetensors"))
    write(os.path.join(DATA, "texts.json"), TEXTS)
