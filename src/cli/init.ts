/** `winnow init`: writes a configuration file that explains itself and changes nothing until it is edited. */

import { existsSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { usageError } from '../core/errors.js';
import { whyOf } from '../core/files.js';

const FILE = 'winnow.config.yaml';

export function initCommand(): Command {
  return new Command('init').action(() => {
    if (existsSync(FILE)) throw usageError(`${FILE} is there already. Edit it, or move it away first.`);
    writeNew();
    process.stdout.write(
      `Wrote ${FILE}. Everything in it is optional; "winnow config" shows what is in effect, "winnow doctor" what works.\n`,
    );
  });
}

function writeNew(): void {
  try {
    writeFileSync(FILE, TEMPLATE, { flag: 'wx' });
  } catch (cause) {
    throw usageError(
      `${FILE} cannot be written here: ${whyOf(cause)}. Run "winnow init" in a folder you may write to.`,
      { cause },
    );
  }
}

const TEMPLATE = `# Winnow's configuration. Lines that begin with # are examples or defaults.
# Order: command line flags, then WINNOW_ variables, then this file, then defaults. docs/configuration.md lists every setting.

# pipeline: hifi-rag

# What is searched: "sample" for the sample corpus, a folder of documents, or one file.
# docs: ./my-documents

# Where indexes and caches are kept.
# dataDirectory: ./.winnow

# Language models by role. Without any, every stage uses its deterministic implementation.
# A key is never written here: keyVariable is the NAME of the environment variable that holds it.
# models:
#   small: { provider: gemini, model: gemini-2.5-flash }      # filters results and sections, finds citations; key in GEMINI_API_KEY
#   large: { provider: anthropic, model: claude-sonnet-4-5 }  # writes the answer; key in ANTHROPIC_API_KEY
#   judge:                                # grades in evaluations; any server that speaks the OpenAI chat API
#     provider: openai-compatible
#     baseUrl: http://localhost:11434/v1
#     model: qwen3:4b
#     format: json                        # text, json or schema: the strictest the server keeps to
#     price: { input: 0, output: 0 }      # US dollars per million tokens; without it the cost of an unknown model is shown as unknown
# allowPrivateHosts: [localhost:11434]    # model servers of your own; pages are never fetched from private addresses

# The web. Empty for your own documents alone; "auto" for the engines whose key is set, else Wikipedia; "local" adds your own documents.
# search: { engines: [auto, local] }

# The small models that run in-process.
# local: { embedder: true, reranker: true, verifier: true, reader: true }

# limits: { timeoutMs: 120000, maxCostUsd: 0.05 }

# pipelines:
#   hifi-rag:
#     refine: true
#     examples:                           # up to three, for style and length of answers
#       - { question: "...", answer: "..." }
`;
