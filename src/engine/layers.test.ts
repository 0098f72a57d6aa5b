import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fromEnvironment, type LoadInput, leaves, loadConfig } from './layers.js';

const directory = mkdtempSync(join(tmpdir(), 'winnow-layers-'));
afterAll(() => rmSync(directory, { recursive: true }));
const file = (name: string, text: string) => {
  writeFileSync(join(directory, name), text);
  return name;
};
const load = (input: Partial<LoadInput>) => loadConfig({ environment: {}, directory, ...input });

test('flags before environment before file before defaults, each value with its origin', async () => {
  const { config, origins } = await load({
    file: file('order.yaml', 'docs: of-file\npipeline: of-file\nlimits: { timeoutMs: 1, maxCostUsd: 1 }\n'),
    environment: { WINNOW_DOCS: 'of-environment', WINNOW_LIMITS__TIMEOUT_MS: '2' },
    flags: { 'limits.timeoutMs': 3, docs: undefined },
  });
  expect(config).toMatchObject({
    docs: 'of-environment',
    pipeline: 'of-file',
    limits: { timeoutMs: 3, maxCostUsd: 1 },
    local: { embedder: true },
  });
  expect(Object.fromEntries(origins)).toEqual({
    docs: 'environment',
    pipeline: 'file',
    'limits.timeoutMs': 'flag',
    'limits.maxCostUsd': 'file',
  });
});

test('a list may be given as text, its items between commas; what is wrong in it is told', async () => {
  const nodes = async (input: Partial<LoadInput>) => (await load(input)).config.index.nodes;
  const both = ['http://one:9200', 'http://two:9200'];
  expect(await nodes({ settings: ['index.nodes=http://one:9200'] })).toEqual(both.slice(0, 1));
  expect(await nodes({ settings: ['index.nodes=http://one:9200, http://two:9200'] })).toEqual(both);
  expect(await nodes({ environment: { WINNOW_INDEX__NODES: both.join(',') } })).toEqual(both);
  await expect(nodes({ settings: ['index.nodes=http://one:9200,two'] })).rejects.toThrow(/index\.nodes\.1: /);
});

test('--set reaches the configuration by its paths and the pipeline by anything else, and later ones win', async () => {
  const { config } = await load({
    settings: [
      'limits.timeoutMs=5',
      'refine=false',
      'refine=true',
      'examples=[{"question":"a","answer":"b"}]',
      'local.reader=false',
      'docs=a=b',
    ],
  });
  expect(config.limits.timeoutMs).toBe(5);
  expect(config.local.reader).toBe(false);
  expect(config.docs).toBe('a=b');
  expect(config.pipelines).toEqual({ 'hifi-rag': { refine: true, examples: [{ question: 'a', answer: 'b' }] } });
  const other = await load({ settings: ['refine=false'], flags: { pipeline: 'other' } });
  expect(other.config.pipelines).toEqual({ other: { refine: false } });
});

test('variables name settings by their path; strangers are reported, reserved names are not', () => {
  const environment = {
    WINNOW_MODELS__SMALL__BASE_URL: 'https://a.example',
    WINNOW_PIPELINES__HIFI_RAG__MAX_PAGES: '3',
    WINNOW_TYPO: '1',
    WINNOW_DATA: 'x',
    OTHER: 'y',
    WINNOW_DOCS: '',
  };
  expect(fromEnvironment(environment)).toEqual({
    tree: { models: { small: { baseUrl: 'https://a.example' } }, pipelines: { 'hifi-rag': { maxPages: 3 } } },
    unknown: ['WINNOW_TYPO'],
  });
});

test.each([
  ['order.yaml', 'docs: yaml-file'],
  ['order.json', '{"docs": "json-file"}'],
  ['order.mjs', 'export default { docs: "mjs-file" };'],
])('%s is read', async (name, text) => {
  const { config } = await load({ file: file(name, text) });
  expect(config.docs).toBe(`${name.split('.')[1]}-file`);
});

test('winnow.config.* of the folder is found without being named', async () => {
  const folder = mkdtempSync(join(directory, 'found-'));
  writeFileSync(join(folder, 'winnow.config.json'), '{"docs": "found"}');
  expect(await load({ directory: folder })).toMatchObject({
    config: { docs: 'found' },
    file: join(folder, 'winnow.config.json'),
  });
});

test.each([
  ['a key that does not exist', { flags: { nonsense: 1 } }, /nonsense/],
  [
    'a wrong value, with its origin',
    { environment: { WINNOW_LIMITS__TIMEOUT_MS: 'soon' } },
    /limits\.timeoutMs: .*\(from the environment\)/,
  ],
  ['a file that is not there', { file: 'nowhere.yaml' }, /nowhere\.yaml/],
  ['a file that is a list', { file: 'list.yaml' }, /holds a list where settings are expected/],
  ['a setting without =', { settings: ['refine'] }, /path=value/],
  ['a setting that reaches for the prototype', { settings: ['__proto__.polluted=1'] }, /not a setting/],
] as const)('%s is a usage error that names it', async (_, input, message) => {
  file('list.yaml', '- a\n- b\n');
  await expect(load(input as Partial<LoadInput>)).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(message),
  });
  expect({}).not.toHaveProperty('polluted');
});

test('leaves gives paths to values; lists and empty trees are values', () => {
  expect(leaves({ a: { b: 1, c: [1] }, d: {} })).toEqual([
    ['a.b', 1],
    ['a.c', [1]],
    ['d', {}],
  ]);
});

test('a key of a file may hold dots; it is one key, and its origin is known by its path', async () => {
  const { config, origins } = await load({
    file: file(
      'dots.yaml',
      'calls:\n  providers:\n    gemini-2.5-flash: { concurrency: 4 }\n    a.example: { concurrency: 1 }\n',
    ),
    settings: ['calls.providers={"gpt-4.1": {"requestsPerMinute": 9}}'],
  });
  expect(config.calls.providers).toEqual({
    'gemini-2.5-flash': { concurrency: 4 },
    'a.example': { concurrency: 1 },
    'gpt-4.1': { requestsPerMinute: 9 },
  });
  expect(origins.get('calls.providers.gemini-2.5-flash.concurrency')).toBe('file');
});

test.each(['models.small', 'reranker', 'embedder'])('the address of %s takes no key and no password', async (part) => {
  const rest = part === 'models.small' ? { 'models.small.model': 'm' } : {};
  for (const baseUrl of ['https://me:hunter2@a.example/v1', 'https://a.example/v1?key=hunter2']) {
    const failure = await load({ flags: { [`${part}.baseUrl`]: baseUrl, ...rest } }).catch((error: Error) => error);
    expect(String(failure)).toMatch(/must hold no user name, password or query/);
    expect(String(failure)).not.toContain('hunter2');
  }
});
