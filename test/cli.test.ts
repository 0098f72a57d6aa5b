/**
 * The command line as a user meets it: what stands on stdout and stderr, the JSON, the trace, and the smaller commands.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fallbacksOf, funnelOf, type TraceEvent } from '../src/core/trace.js';
import { type ChatServer, startChatServer } from './support/chat-server.js';
import { BARE, type CommandOptions, folderWith, QUESTION, TINY_DOCS, winnow } from './support/command.js';

const cwd = folderWith(TINY_DOCS);
let server: ChatServer | undefined;
afterAll(async () => {
  await server?.close();
  rmSync(cwd, { recursive: true });
});

const FOLDERS = ['--docs', 'docs', '--data-directory', 'data'];
const ask = (args: readonly string[], options: Partial<CommandOptions> = {}) =>
  winnow(['ask', ...FOLDERS, ...BARE, ...args], { cwd, ...options });

const count = z.number().int().min(0);
/** The documented shape: nothing is missing and nothing is added. */
const resultShape = z.strictObject({
  question: z.string(),
  askedAs: z.string().optional(),
  pipeline: z.string(),
  answer: z.strictObject({
    status: z.enum(['answered', 'abstained']),
    text: z.string().min(1),
    claims: z.array(
      z.strictObject({
        text: z.string(),
        start: count,
        end: count,
        sources: z.array(count.min(1)),
        verdict: z.enum(['supported', 'partial', 'contradicted', 'unsupported', 'unchecked']).optional(),
        evidence: z
          .array(
            z.strictObject({
              n: count.min(1).optional(),
              url: z.string(),
              quote: z.string(),
              start: count,
              end: count,
            }),
          )
          .optional(),
        repaired: z.string().optional(),
      }),
    ),
    corrects: z.string().optional(),
    short: z.string().optional(),
    written: z.string().optional(),
  }),
  confidence: z.number().min(0).max(1),
  sources: z.array(
    z.strictObject({
      n: count.min(1),
      url: z.string(),
      title: z.string(),
      passages: z
        .array(
          z.strictObject({
            id: z.string(),
            headings: z.array(z.string()),
            text: z.string(),
            start: count,
            end: count,
            location: z.string().optional(),
          }),
        )
        .min(1),
    }),
  ),
  read: z.array(z.strictObject({ url: z.string(), title: z.string() })),
  unread: z.array(z.strictObject({ url: z.string(), kind: z.string(), reason: z.string() })),
  funnel: z.strictObject({
    queries: count,
    hits: count,
    hitsKept: count,
    pages: count,
    sections: count,
    sectionsKept: count,
  }),
  usage: z.strictObject({
    calls: count,
    inputTokens: count,
    outputTokens: count,
    costUsd: z.number().nullable(),
    ms: count,
  }),
  fallbacks: z.array(z.strictObject({ stage: z.string(), reason: z.string(), prompt: z.string().optional() })),
});

describe('ask', () => {
  test('the answer with marks and its sources on stdout, the funnel on stderr, and no colour or moving line without a terminal', async () => {
    const { code, stdout, stderr } = await ask([QUESTION], { isAlone: true });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^The Old Bridge was opened in 1888 by Ada Stone\. \[1\]/);
    expect(stdout).toMatch(/\nSources\n\[1\] Old Bridge\n {4}file:\/\/.*bridge\.md\n/);
    expect(stdout).not.toMatch(/formulate|seconds|queries/);
    expect(stderr).toMatch(/search-web .*1 query, 1 result$/m);
    expect(stderr).toMatch(/\d\/\d results, 1 page, \d\/\d sections; no language model was used/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what must not be there.
    expect(stdout + stderr).not.toMatch(/\u001b|\r/);
  });

  test('colour where it is forced, and none where NO_COLOR is set besides', async () => {
    const forced = await ask([QUESTION], { env: { FORCE_COLOR: '1' } });
    expect(forced.stdout).toContain('\u001b[1mSources\u001b[0m');
    const none = await ask([QUESTION], { env: { FORCE_COLOR: '1', NO_COLOR: '1' } });
    expect(none.stdout + none.stderr).not.toContain('\u001b');
  });

  test('--json prints one object of exactly the promised shape', async () => {
    const { stdout } = await ask(['--json', QUESTION]);
    const result = resultShape.parse(JSON.parse(stdout));
    expect(result).toMatchObject({
      question: QUESTION,
      pipeline: 'hifi-rag',
      answer: { status: 'answered' },
      usage: { calls: 0, costUsd: 0 },
    });
    expect(result.fallbacks).toEqual([{ stage: 'models', reason: expect.stringContaining('no language model') }]);
    expect(result.sources.map(({ title }) => title)).toEqual(['Old Bridge']);
  });

  test('--json of an abstention has the same shape, and exit code 3', async () => {
    const { code, stdout } = await ask(['--json', 'Who founded the Zanzibar Casino?']);
    expect(resultShape.parse(JSON.parse(stdout))).toMatchObject({
      answer: { status: 'abstained', claims: [] },
      sources: [],
    });
    expect(code).toBe(3);
  });

  test('--trace writes every event as JSONL, and their fold is the funnel of the result', async () => {
    server = await startChatServer(([system]) =>
      system?.content.includes('queries') ? '["old bridge opened"]' : 'rubbish',
    );
    const { stdout } = await ask(['--json', '--trace', 'trace.jsonl', ...server.flags, QUESTION]);
    const result = resultShape.parse(JSON.parse(stdout));
    const events = readFileSync(join(cwd, 'trace.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as TraceEvent);
    expect(funnelOf(events)).toEqual(result.funnel);
    expect(fallbacksOf(events)).toEqual(result.fallbacks);
    expect(events.filter(({ type }) => type === 'model-call')).toHaveLength(result.usage.calls);
    expect([events[0]?.type, events.at(-1)?.type]).toEqual(['run-start', 'run-end']);
    const [starts, ends] = ['stage-start', 'stage-end'].map((type) =>
      events.filter((event) => event.type === type).map(({ stage }) => stage),
    );
    expect(starts?.toSorted()).toEqual(ends?.toSorted()); // a stage may run inside another
    expect(events.every(({ atMs }, at) => atMs >= (events[at - 1]?.atMs ?? 0))).toBe(true);
  });

  test.each([[[]], [['-']]])('the question may come from stdin %j', async (args) => {
    expect(await ask(['--quiet', ...args], { stdin: `${QUESTION}\n` })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1888'),
      stderr: '',
    });
  });

  test('words need no quotes, and --quiet leaves stderr empty', async () => {
    expect(await ask(['--quiet', ...QUESTION.split(' ')])).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('1888'),
    });
  });

  test('escape sequences in a page do not reach the terminal', async () => {
    const folder = folderWith({
      'docs/evil.md':
        '# Red Tower\n\nThe Red Tower was opened in 1701 by \u001b[31mnobody \u001b]0;owned\u0007 at all.\n',
    });
    const { stdout, stderr } = await winnow(['ask', ...FOLDERS, ...BARE, 'When was the Red Tower opened?'], {
      cwd: folder,
    });
    rmSync(folder, { recursive: true });
    expect(stdout).toContain('1701');
    expect(stdout + stderr).not.toContain('\u001b');
  });
});

describe('parse', () => {
  test('shows the section tree of a file', async () => {
    const { code, stdout } = await winnow(['parse', 'docs/bridge.md'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Old Bridge\n/);
    expect(stdout).toMatch(/^0 Old Bridge \d+-\d+ line 3\nThe Old Bridge was opened in 1888/m);
    expect(stdout).toMatch(/^ {2}1 Old Bridge > Toll \d+-\d+ line 7\n {2}Crossing/m);
  });

  test('--json prints the document, whose sections are slices of its text', async () => {
    const { stdout } = await winnow(['parse', '--json', 'docs/bridge.md'], { cwd });
    const document = JSON.parse(stdout) as {
      title: string;
      text: string;
      sections: { text: string; start: number; end: number }[];
    };
    expect(document.title).toBe('Old Bridge');
    expect(document.sections).toHaveLength(2);
    for (const { text, start, end } of document.sections) expect(document.text.slice(start, end)).toBe(text);
  });

  test('a file that is not there is a usage error; an address that is not public is refused', async () => {
    expect(await winnow(['parse', 'nowhere.html'], { cwd })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('nowhere.html'),
    });
    expect(await winnow(['parse', 'http://127.0.0.1:9/'], { cwd })).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('config, init and doctor', () => {
  test('config gives each value with its origin, flags before environment before file before defaults, and never a key', async () => {
    const model =
      'models:\n  large:\n    baseUrl: https://api.example/v1\n    model: from-file\n    keyVariable: EXAMPLE_API_KEY\npipeline: from-file\ndocs: from-file\n';
    writeFileSync(join(cwd, 'some.yaml'), model);
    const env = {
      WINNOW_DOCS: 'from-environment',
      WINNOW_LIMITS__TIMEOUT_MS: '7000',
      EXAMPLE_API_KEY: 'sk-very-secret',
    };
    const args = ['config', '--config', 'some.yaml', '--timeout', '9', '--set', 'refine=false'];
    const { code, stdout, stderr } = await winnow([...args, '--json'], { cwd, env });
    expect(code).toBe(0);
    const { values } = JSON.parse(stdout) as { values: { path: string; value: unknown; origin: string }[] };
    const said = (path: string) => values.find((entry) => entry.path === path);
    expect(said('limits.timeoutMs')).toMatchObject({ value: 9000, origin: 'flag' });
    expect(said('pipelines.from-file.refine')).toMatchObject({ value: false, origin: 'flag' });
    expect(said('docs')).toMatchObject({ value: 'from-environment', origin: 'environment' });
    expect(said('pipeline')).toMatchObject({ value: 'from-file', origin: 'file' });
    expect(said('models.large.keyVariable')).toMatchObject({ value: 'EXAMPLE_API_KEY', origin: 'file' });
    expect(said('local.embedder')).toMatchObject({ value: true, origin: 'default' });
    const plain = await winnow(args, { cwd, env });
    expect(plain.stdout).toMatch(/^docs +"from-environment" {2}environment$/m);
    expect(stdout + stderr + plain.stdout + plain.stderr).not.toContain('sk-very-secret');
  });

  test('a key in place of the name of its variable is refused and not repeated', async () => {
    writeFileSync(
      join(cwd, 'key.yaml'),
      'models:\n  large: { baseUrl: https://api.example/v1, model: x, keyVariable: sk-very-secret }\n',
    );
    const { code, stdout, stderr } = await winnow(['config', '--config', 'key.yaml'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('models.large.keyVariable');
    expect(stdout + stderr).not.toContain('sk-very-secret');
  });

  test('init writes a file that loads and changes nothing, and does not overwrite it', async () => {
    const folder = folderWith({});
    const before = await winnow(['config', '--json'], { cwd: folder });
    expect(await winnow(['init'], { cwd: folder })).toMatchObject({ code: 0 });
    const written = readFileSync(join(folder, 'winnow.config.yaml'), 'utf8');
    const after = await winnow(['config', '--json'], { cwd: folder });
    const valuesOf = (text: string) => (JSON.parse(text) as { values: unknown }).values;
    expect(after.code).toBe(0);
    expect(valuesOf(after.stdout)).toEqual(valuesOf(before.stdout));
    expect(await winnow(['init'], { cwd: folder })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is there already'),
    });
    expect(readFileSync(join(folder, 'winnow.config.yaml'), 'utf8')).toBe(written);
    rmSync(folder, { recursive: true });
  });

  test('what init writes loads as well with every example line switched on', async () => {
    const folder = folderWith({});
    await winnow(['init'], { cwd: folder });
    const file = join(folder, 'winnow.config.yaml');
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.replace(/^# (?=(?: *- |[ a-zA-Z-]+:(?: |$)))/, ''));
    writeFileSync(
      file,
      lines.filter((line) => !/^(?:Order|Winnow|What|Where|Language|A key|The small)/.test(line)).join('\n'),
    );
    const { code, stdout, stderr } = await winnow(['config', '--json'], { cwd: folder });
    rmSync(folder, { recursive: true });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('claude-sonnet-4-5');
  });

  test('doctor runs every part once and exits with 0 when all that is configured works', {
    timeout: 120_000,
  }, async () => {
    const { code, stdout } = await winnow(['doctor', ...FOLDERS, '--json'], { cwd });
    const checks = JSON.parse(stdout) as { what: string; state: string; said: string }[];
    expect(checks.filter(({ state }) => state === 'fails')).toEqual([]);
    expect(code).toBe(0);
    expect(checks.find(({ what }) => what === 'embedder')).toMatchObject({ state: 'ok' });
    expect(checks.find(({ what }) => what === 'language model')).toMatchObject({ state: 'off' });
    expect(checks.find(({ what }) => what === 'folder docs')?.said).toContain('3 pages');
    expect(existsSync(join(cwd, 'data'))).toBe(true);
  });

  test('doctor fails with advice when something configured does not work, and does not print the key', async () => {
    const env = { SOME_KEY: 'sk-very-secret', WINNOW_DOCZ: 'typo' };
    const model = '{"baseUrl": "http://127.0.0.1:9/v1", "model": "x", "keyVariable": "SOME_KEY"}';
    const { code, stdout } = await winnow(['doctor', ...FOLDERS, ...BARE, '--set', `models.small=${model}`], {
      cwd,
      env,
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/FAILS {2}model small .*\n +-> check baseUrl/);
    expect(stdout).toMatch(/FAILS {2}WINNOW_DOCZ/);
    expect(stdout).not.toContain('sk-very-secret');
  });
});

test('help names every command, and the version is that of the package', async () => {
  const { stdout } = await winnow(['help'], { cwd });
  for (const name of ['ask', 'parse', 'doctor', 'config', 'init'])
    expect(stdout).toMatch(new RegExp(`^ +${name}\\b`, 'm'));
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  expect(await winnow(['--version'], { cwd, isAlone: true })).toMatchObject({ code: 0, stdout: `${version}\n` });
});
