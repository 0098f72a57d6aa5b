import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { compare, comparedLine, readExperiment, runExperiment } from './experiment.js';
import type { PipelineSummary } from './summary.js';

const root = mkdtempSync(join(tmpdir(), 'winnow-experiment-'));
afterAll(() => {
  rmSync(root, { recursive: true });
  vi.unstubAllEnvs();
});

function experiment(yaml: string): string {
  const file = join(mkdtempSync(join(root, 'at-')), 'one.yaml');
  writeFileSync(file, yaml);
  return file;
}

const HEAD = 'name: one\nabout: a test\npipelines:\n  - pipeline: hifi-rag\n';
const expecting = (metric: string, value: string) =>
  `expected:\n  hifi-rag:\n    ${metric}: { value: ${value}, tolerance: 0.02 }\n`;

test('a score within the tolerance is OK, beyond it or absent it is FAIL, and one not measured yet is NEW', () => {
  const metrics = { contains: { mean: 0.6, low: 0.5, high: 0.7, n: 10 } };
  const summary = { metrics, byType: {}, bySplit: {} } as unknown as PipelineSummary;
  const verdict = (metric: string, value: number | null) =>
    compare({ expected: { p: { [metric]: { value, tolerance: 0.02 } } } }, { pipelines: { p: summary } })[0]?.verdict;
  expect([
    verdict('contains', 0.62),
    verdict('contains', 0.63),
    verdict('contains', 0.57),
    verdict('contains', null),
  ]).toEqual(['OK', 'FAIL', 'FAIL', 'NEW']);
  expect(verdict('contains@dev', 0.6)).toBe('FAIL');
});

test('the line tells what was expected and what was measured', () => {
  const measured = { mean: 0.551, low: 0.48, high: 0.62, n: 47 };
  const line = comparedLine({
    pipeline: 'p',
    metric: 'contains',
    expected: 0.6,
    tolerance: 0.02,
    measured,
    verdict: 'FAIL',
  });
  expect(line).toMatch(/^FAIL {2}p {2}contains +expected 0\.600 ± 0\.020 {2}measured 0\.551 \[0\.480, 0\.620\] n 47$/);
});

test('a metric or a pipeline that does not exist is refused by name', () => {
  expect(() => readExperiment(experiment(`${HEAD}data: x\n${expecting('containz', '0.5')}`))).toThrow('one.yaml');
  expect(() => readExperiment(experiment(`${HEAD}data: x\nexpected:\n  other: {}\n`))).toThrow(
    'the pipelines are hifi-rag',
  );
});

test('an experiment on outside data is skipped when there is none', async () => {
  vi.stubEnv('WINNOW_DATA', '');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the spelling of the experiment files.
  const file = experiment(`${HEAD}data: "${'${WINNOW_DATA}'}/x"\n${expecting('contains', '0.5')}`);
  expect(await runExperiment(readExperiment(file))).toBe('skipped');
});

test('runs on a folder of questions and documents and compares', async () => {
  const data = mkdtempSync(join(root, 'data-'));
  writeFileSync(
    join(data, 'questions.jsonl'),
    JSON.stringify({ id: '1', question: 'When did the Kestrel Bridge open?', answers: ['1888'], gold_doc_ids: ['d1'] }),
  );
  writeFileSync(
    join(data, 'corpus.jsonl'),
    JSON.stringify({ id: 'd1', title: 'Kestrel Bridge', text: 'The Kestrel Bridge opened in 1888.' }),
  );
  const off = 'config: { local: { embedder: false, reranker: false, verifier: false, reader: false } }\n';
  vi.stubEnv('WINNOW_DATA', data);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the spelling of the experiment files.
  const file = experiment(`${HEAD}data: "${'${WINNOW_DATA}'}"\n${off}${expecting('retrieval.recall', '1')}`);
  expect(await runExperiment(readExperiment(file))).toMatchObject({
    compared: [{ verdict: 'OK', measured: { mean: 1, n: 1 } }],
  });
});
