"""
What PyPI's bert-score says of pairs of sentences, on the weights of the bundled embedder: the expected figures in
src/providers/local/token-encoder.test.ts, and the check of `--bert-score bundled` against them.

    pip install bert-score==0.3.13 transformers==4.30.2 onnxruntime==1.17.0 torch
    npm run build
    python scripts/bert-score-oracle.py              # compares 100 pairs of the sample corpus, prints the largest differences
    python scripts/bert-score-oracle.py --fixtures   # prints the expected figures of the test

The weights are an ONNX file, which bert-score cannot load; so its own code (tokens, idf, greedy matching, rescaling) runs around a stand-in
for the model that computes the hidden states with onnxruntime, one pair at a time, as Winnow does: in larger batches bert-score pads, and int8 scores
shift with the company they keep.
"""

import json
import pathlib
import subprocess
import sys
from collections import defaultdict

import numpy
import onnxruntime
import torch
from bert_score.utils import bert_cos_score_idf, get_idf_dict
from transformers import PreTrainedTokenizerFast

ROOT = pathlib.Path(__file__).resolve().parent.parent
WEIGHTS = [
    ROOT / "models/embedder/model_int8.onnx",
    ROOT / "models/embedder/model_int8.onnx",
]

PAIRS = [
    ["The bridge was opened in 1888.", "The bridge opened in 1888."],
    ["The bridge was opened in 1888.", "Ada Stone opened the old bridge in the year 1888."],
    ["1888", "The old bridge was opened in 1888 by Ada Stone."],
    ["The ferry sails at noon.", "A recipe for cake needs flour and eggs."],
    ["The ferry to Hathe sails daily at noon, except on Sundays.", "Every day but Sunday a boat leaves for Hathe at twelve o'clock."],
    ["It's 3.5 km long (about 2 miles).", "Its length is 3,500 metres."],
    ["Café Zürich serves crème brûlée.", "Cafe Zurich serves creme brulee."],
    ["no", "Yes, it does."],
    ["The salt rake stands in place of a mace.", "In place of a mace the speaker carries a salt rake."],
    ["Crossing costs 2 pells; children pay nothing.", "Children cross for free, everybody else pays 2 pells."],
]


class Stand(torch.nn.Module):
    """Looks like a Hugging Face encoder to bert-score."""

    def __init__(self):
        super().__init__()
        self.place = torch.nn.Parameter(torch.zeros(1))  # bert-score asks a model on which device it is
        file = next(path for path in WEIGHTS if path.exists())
        self.session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])

    def forward(self, ids, attention_mask, output_hidden_states=False):
        rows = []
        for row, mask in zip(ids.numpy(), attention_mask.numpy()):
            own = row[: int(mask.sum())][None].astype(numpy.int64)
            feeds = {"input_ids": own, "attention_mask": numpy.ones_like(own), "token_type_ids": numpy.zeros_like(own)}
            hidden = self.session.run(["last_hidden_state"], feeds)[0][0]
            rows.append(hidden)
        return (torch.from_numpy(numpy.stack(rows)),)


def tokenizer():
    marks = dict(unk_token="[UNK]", sep_token="[SEP]", pad_token="[PAD]", cls_token="[CLS]", mask_token="[MASK]")
    return PreTrainedTokenizerFast(tokenizer_file=str(ROOT / "models/tokenizer.json"), model_max_length=512, **marks)


def theirs(pairs, idf):
    """As bert_score.score does it, with the stand-in for its model."""
    tokens = tokenizer()
    candidates, references = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    if idf:
        weights = get_idf_dict(references, tokens, nthreads=0)
    else:
        weights = defaultdict(lambda: 1.0)
        weights[tokens.sep_token_id] = 0
        weights[tokens.cls_token_id] = 0
    return bert_cos_score_idf(Stand(), references, candidates, tokens, weights, device="cpu", batch_size=1).numpy()


OURS = """
import { openTokenEncoder } from './dist/providers/local/token-encoder.js';
import { bertScore, idfWeights } from './dist/text/metrics/bert-score.js';
const { pairs, idf } = JSON.parse(process.argv[1]);
const encoder = await openTokenEncoder({ model: 'bundled' });
const weightOf = idf ? idfWeights(pairs.map(([, reference]) => encoder.idsOf(reference))) : undefined;
const call = { signal: new AbortController().signal };
const scores = [];
for (const [candidate, reference] of pairs) {
  const { precision, recall, f } = bertScore(await encoder.encode(candidate, call), await encoder.encode(reference, call), weightOf);
  scores.push([precision, recall, f]);
}
console.log(JSON.stringify(scores));
"""


def ours(pairs, idf):
    given = json.dumps({"pairs": pairs, "idf": idf})
    ran = subprocess.run(["node", "--input-type=module", "-e", OURS, given], cwd=ROOT, capture_output=True, text=True, check=True)
    return numpy.array(json.loads(ran.stdout))


def corpus_pairs():
    """100 pairs: questions of the sample corpus, each with the one after the next, which are alike in form and differ in matter."""
    with open(ROOT / "corpus/questions.jsonl", encoding="utf-8") as lines:
        questions = [json.loads(line)["question"] for line in lines]
    return [[questions[at], questions[at + 2]] for at in range(100)]


if "--fixtures" in sys.argv:
    for idf in [False, True]:
        print("idf" if idf else "plain")
        for pair, row in zip(PAIRS, theirs(PAIRS, idf)):
            print(json.dumps(pair, ensure_ascii=False), [round(float(value), 6) for value in row])
else:
    for idf in [False, True]:
        pairs = corpus_pairs() + PAIRS
        differences = numpy.abs(theirs(pairs, idf) - ours(pairs, idf)).max(axis=0)
        print("idf" if idf else "plain", f"{len(pairs)} pairs, largest difference in P, R, F:", *[f"{value:.2e}" for value in differences])
