"""
Writes a BERT-shaped int8 model again, as a graph that takes less time for the very same outputs: each head's attention
is computed by itself, so that its scores stay in the processor's cache, and biases, residuals and normalisations are
part of the operations beside them. By how much: docs/performance.md.

    python3 scripts/faster-graph.py quantised.onnx models/verifier/model_int8.onnx    # needs onnx, onnxruntime 1.17, numpy < 2

It refuses to write a model whose outputs differ in one bit on any of the lengths it tries. The hash of what it wrote
belongs into src/providers/local/bundled.ts and the model's config.json.
"""

import sys

import numpy
import onnx
import onnxruntime
from onnx import helper, numpy_helper

LAYERS, HEADS, HEAD_SIZE = 6, 12, 32
CONTRIB = "com.microsoft"  # the runtime's own operations


def producers(nodes):
    return {output: node for node in nodes for output in node.output}


def upstream(names, made_by, stop=()):
    """Ids of all nodes that the names are computed from."""
    found, open_names = set(), list(names)
    while open_names:
        node = made_by.get(open_names.pop())
        if node is None or id(node) in found or any(output in stop for output in node.output):
            continue
        found.add(id(node))
        open_names += node.input
    return found


def downstream(name, nodes):
    found, changed = {name}, True
    while changed:
        more = {o for n in nodes if any(i in found for i in n.input) for o in n.output} - found
        found, changed = found | more, bool(more)
    return {id(node) for node in nodes if any(output in found - {name} for output in node.output)}


def quantised_weights(graph, made_by):
    """By the name of the layer: weights and scales of the product that its bias is added to."""
    zero_points = {i.name: numpy_helper.to_array(i) for i in graph.initializer if i.name.endswith("_zero_point")}
    found = {}
    for node in graph.node:
        bias = next((i for i in node.input if i.startswith("b.") and i.endswith(".bias")), None)
        if node.op_type != "Add" or bias is None:
            continue
        above = [n for n in graph.node if id(n) in upstream(node.input, made_by) and n.op_type == "MatMulInteger"]
        product = above[-1]  # nodes stand in the order of their computation
        assert not zero_points[product.input[3]].any(), "weights are expected to be symmetric"
        found[bias[2:-5]] = (product.input[1], product.input[1].replace("_quantized", "_scale"))
    return found


def encoder(start, end, mask, weights, epsilon):
    """The layers between the embeddings and the last normalisation."""
    nodes = []

    def add(operation, inputs, outputs, domain="", **attributes):
        nodes.append(helper.make_node(operation, inputs, outputs, domain=domain, **attributes))
        return outputs[0]

    def product(name, of, with_bias=True):
        bias = [f"b.{name}.bias"] if with_bias else []
        return add("DynamicQuantizeMatMul", [of, *weights[name], "", *bias], [f"{name}.out"], CONTRIB)

    def normalised(name, residual, of, output):
        scales = [f"b.{name}.weight", f"b.{name}.bias"]
        return add("SkipLayerNormalization", [residual, of, *scales], [output], CONTRIB, epsilon=epsilon)

    def attended(layer, head, parts):
        name = f"attention.{layer}.{head}"
        query, key, value = parts[head], parts[HEADS + head], parts[2 * HEADS + head]
        scale = float(1 / numpy.sqrt(HEAD_SIZE))
        scores = add("FusedMatMul", [query, key], [f"{name}.scores"], CONTRIB, transB=1, alpha=scale)
        masked = add("Add", [scores, mask], [f"{name}.masked"])
        return add("MatMul", [add("Softmax", [masked], [f"{name}.odds"], axis=-1), value], [f"{name}.out"])

    hidden = start
    for layer in range(LAYERS):
        parts = [f"heads.{layer}.{part}" for part in range(3 * HEADS)]
        add("Split", [product(f"qkv.{layer}", hidden), "head_sizes"], parts, axis=-1)
        heads = [attended(layer, head, parts) for head in range(HEADS)]
        joined = add("Concat", heads, [f"attention.{layer}"], axis=-1)
        between = normalised(f"ln1.{layer}", hidden, product(f"ao.{layer}", joined), f"between.{layer}")
        wide = product(f"f1.{layer}", between, with_bias=False)
        active = add("BiasGelu", [wide, f"b.f1.{layer}.bias"], [f"active.{layer}"], CONTRIB)
        output = end if layer == LAYERS - 1 else f"hidden.{layer}"
        hidden = normalised(f"ln2.{layer}", between, product(f"f2.{layer}", active), output)
    return nodes


def rewritten(path):
    model = onnx.load(path)
    graph = model.graph
    made_by = producers(graph.node)
    norms = {n.input[1][2:-7]: n for n in graph.node if n.op_type == "LayerNormalization" and n.input[1][:4] == "b.ln"}
    start, end = norms["ln0"].output[0], norms[f"ln2.{LAYERS - 1}"].output[0]
    softmax = next(n for n in graph.node if n.op_type == "Softmax")
    [per_head] = [i for i in made_by[softmax.input[0]].input if made_by[i].op_type == "Unsqueeze"]
    mask = made_by[per_head].input[0]  # a row for each text, before it is repeated for the heads
    epsilon = next(a.f for a in norms["ln0"].attribute if a.name == "epsilon")
    middle = encoder(start, end, mask, quantised_weights(graph, made_by), epsilon)

    before = upstream([start, mask], made_by)
    after = downstream(end, graph.node)
    beside = upstream([i for n in graph.node if id(n) in after for i in n.input], made_by, stop=[end]) - before
    kept = [n for n in graph.node if id(n) in before | beside | after]
    nodes = [n for n in kept if id(n) in before] + middle + [n for n in kept if id(n) not in before]
    used = {name for node in nodes for name in node.input}
    sizes = numpy_helper.from_array(numpy.full(3 * HEADS, HEAD_SIZE, numpy.int64), "head_sizes")
    weights = [i for i in graph.initializer if i.name in used] + [sizes]
    for field, content in ((graph.node, nodes), (graph.initializer, weights), (graph.value_info, [])):
        content = list(content)
        del field[:]
        field.extend(content)
    model.opset_import.append(helper.make_opsetid(CONTRIB, 1))
    return model


def outputs_of(model, length, rows):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.log_severity_level = 1, 3
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    ids = numpy.random.default_rng(length).integers(1000, 29000, (rows, length))
    mask = numpy.ones((rows, length), numpy.int64)
    mask[1:, -(length // 4) :] = 0  # a shorter text in the same batch
    types = numpy.repeat((numpy.arange(length) > length // 3).astype(numpy.int64)[None], rows, 0)
    return session.run(None, {"input_ids": ids, "attention_mask": mask, "token_type_ids": types})


if __name__ == "__main__":
    source, target = sys.argv[1:3]
    written = rewritten(source)
    content = written.SerializeToString()
    for length, rows in [(5, 1), (33, 1), (100, 1), (256, 1), (384, 1), (512, 1), (40, 3)]:
        pairs = zip(outputs_of(source, length, rows), outputs_of(content, length, rows))
        if not all(numpy.array_equal(one, other) for one, other in pairs):
            sys.exit(f"The outputs differ at {length} tokens: nothing was written.")
    with open(target, "wb") as file:
        file.write(content)
    print(f"{target}: {len(written.graph.node)} operations, the same outputs")
