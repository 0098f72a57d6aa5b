"""
BERTScore of pairs of sentences on the weights of the bundled embedder, apart from our code: the expected figures in
src/providers/local/token-encoder.test.ts, and the check of `--bert-score bundled` against them.

    pip install onnxruntime==1.17.0 tokenizers "numpy<2"                                 # for --formula; the version of package.json: others round int8 otherwise
    pip install bert-score==0.3.13 transformers==4.30.2 onnxruntime==1.17.0 torch        # for PyPI's bert-score
    npm run build
    python scripts/bert-score-oracle.py [--formula]              # compares 100 pairs of the sample corpus, prints the largest differences
    python scripts/bert-score-oracle.py [--formula] --fixtures   # prints the expected figures of the test

`--formula` is the paper's definition (Zhang et al., arXiv:1904.09675, section 3) in numpy: cosine similarity of all pairs of tokens, the best
match of each, weighted by idf; [CLS] and [SEP] weigh nothing. Without it PyPI's own code runs. The weights are an ONNX file, which bert-score cannot load; so its own code (tokens, idf, greedy matching, rescaling) runs around a stand-in
for the model that computes the hidden states with onnxruntime, one pair at a time, as Winnow does: in larger batches bert-score pads, and int8 scores
shift with the company they keep.
"""

import json
import math
import pathlib
import subprocess
import sys
from collections import Counter, defaultdict

import numpy
import onnxruntime

ROOT = pathlib.Path(__file__).resolve().parent.parent
WEIGHTS = ROOT / "models/embedder/model_int8.onnx"
FORMULA = "--formula" in sys.argv

if not FORMULA:
    import torch
    from bert_score.utils import bert_cos_score_idf, get_idf_dict
    from transformers import PreTrainedTokenizerFast

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


def hidden_states(session, ids):
    """Of one text, alone: int8 scores shift with the company they keep."""
    own = numpy.array(ids, dtype=numpy.int64)[None]
    feeds = {"input_ids": own, "attention_mask": numpy.ones_like(own), "token_type_ids": numpy.zeros_like(own)}
    return session.run(["last_hidden_state"], feeds)[0][0]


def by_formula(pairs, idf):
    from tokenizers import Tokenizer

    tokens = Tokenizer.from_file(str(ROOT / "models/tokenizer.json"))
    tokens.no_padding()
    tokens.enable_truncation(512)
    session = onnxruntime.InferenceSession(str(WEIGHTS), providers=["CPUExecutionProvider"])
    ids_of = lambda text: tokens.encode(text.strip()).ids
    frequency = Counter(token for _, reference in pairs for token in set(ids_of(reference)))
    marks = {tokens.token_to_id("[CLS]"), tokens.token_to_id("[SEP]")}
    weight = (lambda token: math.log((len(pairs) + 1) / (frequency[token] + 1))) if idf else (lambda token: float(token not in marks))
    scores = []
    for candidate, reference in pairs:
        (left, right) = (ids_of(candidate), ids_of(reference))
        (own, others) = [vectors / numpy.linalg.norm(vectors, axis=1, keepdims=True) for vectors in (hidden_states(session, left), hidden_states(session, right))]
        alike = own @ others.T
        (weigh, weigh_others) = (numpy.array([weight(token) for token in left]), numpy.array([weight(token) for token in right]))
        precision = (alike.max(axis=1) * weigh).sum() / weigh.sum()
        recall = (alike.max(axis=0) * weigh_others).sum() / weigh_others.sum()
        scores.append([precision, recall, 2 * precision * recall / (precision + recall)])
    return numpy.array(scores)


def theirs(pairs, idf):
    return by_formula(pairs, idf) if FORMULA else by_package(pairs, idf)


class Stand(torch.nn.Module if not FORMULA else object):
    """Looks like a Hugging Face encoder to bert-score."""

    def __init__(self):
        super().__init__()
        self.place = torch.nn.Parameter(torch.zeros(1))  # bert-score asks a model on which device it is
        self.session = onnxruntime.InferenceSession(str(WEIGHTS), providers=["CPUExecutionProvider"])

    def forward(self, ids, attention_mask, output_hidden_states=False):
        rows = [hidden_states(self.session, row[: int(mask.sum())]) for row, mask in zip(ids.numpy(), attention_mask.numpy())]
        return (torch.from_numpy(numpy.stack(rows)),)


def tokenizer():
    marks = dict(unk_token="[UNK]", sep_token="[SEP]", pad_token="[PAD]", cls_token="[CLS]", mask_token="[MASK]")
    return PreTrainedTokenizerFast(tokenizer_file=str(ROOT / "models/tokenizer.json"), model_max_length=512, **marks)


def by_package(pairs, idf):
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
