/**
 * Writes docs/results.md from the recorded scores in experiments/pipelines-*.yaml: node scripts/results-docs.mjs.
 * With --check nothing is written, and the exit code is 1 when the file says something else.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const experiments = fileURLToPath(new URL('../experiments', import.meta.url));
const file = fileURLToPath(new URL('../docs/results.md', import.meta.url));

const HEADS = {
  contains: 'contains the gold answer',
  rouge1: 'ROUGE-1',
  rougeL: 'ROUGE-L',
  'citation.anyGold': 'a gold page cited',
  'citation.allGold': 'all gold pages cited',
  'retrieval.recall': 'gold pages found',
  'abstention.right': 'abstained or corrected, rightly',
  'abstention.wrong': 'abstained, wrongly',
};

const INTRODUCTION = `# Results

All pipelines on the sample corpus and on public sets, **without a language model**: every stage that would ask one uses its deterministic implementation, and an answer
consists of sentences of the pages. What a paper gains by a model's judgment is therefore not to be seen here; what its way of searching and filtering is worth
without one, is. The sets are small parts of the public ones, so a difference of one or two answers means nothing: \`winnow compare\` says which do.

This page is made of the recorded scores by \`node scripts/results-docs.mjs\`. The command above each table measures them again and says where they differ;
\`WINNOW_DATA\` is a folder with the public sets (each a \`corpus.jsonl\` and a \`questions.jsonl\`), which are not part of this repository.

With a real model (Qwen2.5-Coder-1.5B on four sets, SmolLM2-135M): [models.md](models.md). Retrieval alone (nDCG on SciFact, DataMorgana, HotpotQA, MuSiQue): [corpora.md](corpora.md). The checker (RGB, SciFact, altered
sentences) and citations: [verification.md](verification.md). Confidence: [confidence.md](confidence.md). Hostile pages: [security.md](security.md).
`;

const names = readdirSync(experiments)
  .filter((name) => /^pipelines-.*\.yaml$/.test(name))
  .sort((left, right) => Number(right.includes('sample')) - Number(left.includes('sample')) || (left < right ? -1 : 1));
const page = [INTRODUCTION, ...names.map(sectionOf)].join('\n');

if (!process.argv.includes('--check')) writeFileSync(file, page);
else if (readFileSync(file, 'utf8') !== page) {
  console.error(
    'docs/results.md does not say what experiments/pipelines-*.yaml say. Run: node scripts/results-docs.mjs',
  );
  process.exit(1);
}

function sectionOf(name) {
  const text = readFileSync(`${experiments}/${name}`, 'utf8');
  const { name: title, about, data, expected } = parse(text);
  const notes = [...text.matchAll(/^# ?(.*)$/gm)].map(([, line]) => line).join('\n');
  const metrics = Object.keys(HEADS).filter((metric) =>
    Object.values(expected).some((scores) => scores[metric] !== undefined),
  );
  const rows = Object.entries(expected).map(([pipeline, scores]) => [
    `\`${pipeline}\``,
    ...metrics.map((metric) => shown(scores[metric]?.value)),
  ]);
  const table = [['', ...metrics.map((metric) => HEADS[metric])], ['---', ...metrics.map(() => '---')], ...rows];
  const setting = data.includes('WINNOW_DATA') ? 'WINNOW_DATA=<folder> ' : '';
  return `## ${about}\n\n\`${setting}npm run experiments -- ${title}\`\n\n${table.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n\n${notes}\n`;
}

function shown(value) {
  return typeof value === 'number' ? String(Number(value.toFixed(3))) : '-';
}
