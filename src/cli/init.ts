/** `winnow init`: writes a configuration file that explains itself and changes nothing until it is edited. */
import { existsSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { WinnowError } from '../core/errors.js';

const FILE = 'winnow.config.yaml';

export function initCommand(): Command {
  return new Command('init').description(`write a commented ${FILE}`).action(() => {
    if (existsSync(FILE)) throw new WinnowError('usage', `${FILE} is there already. Edit it, or move it away first.`);
    writeFileSync(FILE, TEMPLATE);
    process.stdout.write(
      `Wrote ${FILE}. Everything in it is optional; "winnow config" shows what is in effect, "winnow doctor" what works.\n`,
    );
  });
}

const TEMPLATE = `# Winnow's configuration. Lines that begin with # are examples or defaults.
# Order: command line flags, then WINNOW_ variables, then this file, then defaults. docs/configuration.md lists every setting.

# pipeline: hifi-rag

# What is searched: "sample" for the sample corpus, or a folder of HTML, Markdown, text, PDF or DOCX files.
# docs: ./my-documents

# Where indexes and caches are kept.
# dataDirectory: ./.winnow

# Language models by role. Without any, every stage uses its deterministic implementation.
# A key is never written here: keyVariable is the NAME of the environment variable that holds it.
# models:
#   small:                                # filters results and sections, finds citations
#     baseUrl: http://localhost:11434/v1
#     model: qwen3:4b
#     format: json                        # text, json or schema: the strictest the server keeps to
#   large:                                # writes the answer
#     baseUrl: https://api.example.com/v1
#     model: the-large-model
#     keyVariable: EXAMPLE_API_KEY
#     format: schema
#     price: { input: 1.25, output: 10 }  # US dollars per million tokens; without it the cost is shown as unknown
# allowPrivateHosts: [localhost:11434]    # model servers of your own; pages are never fetched from private addresses

# The small models that run in-process.
# local: { embedder: true, reranker: true, verifier: true, reader: true }

# limits: { timeoutMs: 120000, maxCostUsd: 0.05 }

# pipelines:
#   hifi-rag:
#     refine: true
#     examples:                           # up to three, for style and length of answers
#       - { question: "...", answer: "..." }
`;
