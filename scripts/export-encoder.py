"""
Exports one layer of an encoder as a folder for `winnow eval --bert-score`: model.onnx with the one output hidden_states.N, and its tokenizer.
The layers above are left out, as PyPI's bert-score leaves them out.

    pip install torch transformers
    python scripts/export-encoder.py microsoft/deberta-xlarge-mnli deberta-xlarge-mnli --layer 40
    winnow eval --data questions.jsonl --out runs/first --bert-score deberta-xlarge-mnli --bert-layer 40
"""

import argparse
import pathlib

import torch
from transformers import AutoModel, AutoTokenizer

parser = argparse.ArgumentParser(description="one layer of an encoder as ONNX")
parser.add_argument("model", help="a name on the hub, or a folder")
parser.add_argument("folder", help="where model.onnx and the tokenizer are written")
parser.add_argument("--layer", type=int, required=True, help="counted as bert-score does: 0 is the embeddings")
given = parser.parse_args()

tokenizer = AutoTokenizer.from_pretrained(given.model, use_fast=True)
model = AutoModel.from_pretrained(given.model).eval()
model.encoder.layer = torch.nn.ModuleList(list(model.encoder.layer)[: given.layer])

names = ["input_ids", "attention_mask"] + (["token_type_ids"] if getattr(model.config, "type_vocab_size", 0) > 0 else [])


class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.model = model

    def forward(self, *inputs):
        return self.model(**dict(zip(names, inputs)))[0]


sample = tokenizer("A sentence to trace the model with.", return_tensors="pt")
ids = sample["input_ids"]
inputs = {"input_ids": ids, "attention_mask": torch.ones_like(ids), "token_type_ids": torch.zeros_like(ids)}
output = f"hidden_states.{given.layer}"
folder = pathlib.Path(given.folder)
folder.mkdir(parents=True, exist_ok=True)
torch.onnx.export(
    Layer(),
    tuple(inputs[name] for name in names),
    str(folder / "model.onnx"),
    input_names=names,
    output_names=[output],
    dynamic_axes={name: {0: "batch", 1: "tokens"} for name in [*names, output]},
    opset_version=14,
)
tokenizer.save_pretrained(folder)
model.config.save_pretrained(folder)
print(f"{folder}: {output} of {given.model}")
