/**
 * The words of a prompt may not change under an old version: recorded results would no longer be of the prompt they
 * name.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { definePrompt, proseReply } from '../src/core/prompt.js';
import { STYLE_EXAMPLES } from '../src/pipelines/hifi-rag/prompts.js';
import { document, hit, passage, question } from '../src/testing/index.js';
import { differences, forbidden, type Lock, lockOf } from './prompt-lock/lock.js';
import { allPrompts } from './prompt-lock/prompts.js';

const file = fileURLToPath(new URL('./prompt-lock.json', import.meta.url));

const passages = [
  passage('https://a.example/one#0', 'The bridge opened in 1888.', ['Bridge', 'History']),
  passage('https://a.example/one#1', 'x'.repeat(300)),
];
const sites = [{ n: 1, url: 'https://a.example/one', title: 'Bridge', preview: 'About the bridge', passages }];
const hits = [
  hit('https://a.example/one', 'Bridge', 'About the bridge'),
  hit('https://b.example/two', 'Ferry', 'About the ferry'),
];

/** One sample with everything and one with as little as possible: a prompt takes from them what it knows. */
const SAMPLES = [
  {
    question: question('When did the bridge open?'),
    hits,
    passages,
    sites,
    page: { hit: hits[0], document: document('https://a.example/one', [[['Bridge'], 'The bridge opened in 1888.']]) },
    text: 'It opened in 1888.',
    claim: 'It opened in 1888.',
    draft: 'It opened in 1888.',
    examples: STYLE_EXAMPLES,
    abstain: true,
    atomic: 'When did the bridge open?',
    findings: ['When did the bridge open? It opened in 1888.'],
    adaptive: true,
    action: 'filter',
    query: 'bridge opening',
    chunks: [{ passage: passages[0], base: 0.9, reflect: 0.8 }, { passage: passages[1] }],
    scores: [0.9, 0.25],
    passage: passages[0],
    count: 3,
    components: '1. bridge [building]',
    subQuestion: 'Who opened the bridge?',
    previous: 'It is old.',
    chain: ['The bridge is old.'],
    steps: [
      { action: { thought: 'search', action: 'search', input: 'bridge' }, observation: 'It is old.', isOfPage: true },
      { observation: 'unreadable', isOfPage: false },
    ],
    left: 1,
    evidence: ['It is old.'],
    pathway: ['Who opened it? Ada Stone.'],
    asked: ['Who opened it?'],
    golds: ['1888', 'in 1888'],
    turns: [{ question: 'Who built the bridge?', answer: 'Ada Stone.' }],
  },
  {
    question: question('When?'),
    hits: [],
    passages: [],
    sites: [],
    page: { hit: hit('https://a.example'), document: document('https://a.example', []) },
    text: '',
    claim: '',
    draft: '',
    examples: [],
    abstain: false,
    atomic: '',
    findings: [],
    adaptive: false,
    action: 'extend',
    query: 'When?',
    chunks: [],
    scores: [],
    passage: passages[1],
    count: 1,
    components: '',
    subQuestion: '',
    previous: undefined,
    chain: [],
    steps: [],
    left: 7,
    evidence: [],
    pathway: [],
    asked: [],
    golds: [],
    turns: [],
  },
];

async function currentLock(): Promise<Lock> {
  const prompts = await allPrompts();
  const ids = prompts.map(({ id }) => id);
  expect(
    ids.filter((id, at) => ids.indexOf(id) !== at),
    'two prompts of one id',
  ).toEqual([]);
  return Object.fromEntries(
    prompts.map((prompt) => [prompt.id, lockOf(prompt, SAMPLES)] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

test('no prompt changed its words without a new version', async () => {
  const current = await currentLock();
  const locked = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Lock) : {};
  if (process.env.WINNOW_UPDATE_PROMPT_LOCK) {
    expect(forbidden(locked, current)).toEqual([]);
    writeFileSync(file, `${JSON.stringify(current, null, 2)}\n`);
    return;
  }
  expect(Object.keys(current)).toContain('hifi-rag/draft');
  expect(differences(locked, current)).toEqual([]);
});

test('a changed word, another reply shape and another fencing change the hash; the same prompt does not', () => {
  const make = (words: string) =>
    definePrompt({
      id: 'a',
      version: 1,
      reply: proseReply,
      render: ({ text }: { text: string }, fence) => [{ role: 'user', content: `${words} ${fence(text)}` }],
    });
  const hash = (words: string) => lockOf(make(words) as never, SAMPLES).sha256;
  expect(hash('Answer:')).toBe(hash('Answer:'));
  expect(hash('Answer:')).not.toBe(hash('Answer!'));
  const unfenced = {
    ...make('Answer:'),
    render: ({ text }: { text: string }) => [{ role: 'user' as const, content: `Answer: ${text}` }],
  };
  expect(lockOf(unfenced as never, SAMPLES).sha256).not.toBe(hash('Answer:'));
  const otherReply = { ...make('Answer:'), reply: proseReply.min(1) };
  expect(lockOf(otherReply as never, SAMPLES).sha256).not.toBe(hash('Answer:'));
});

test('the comparison names every kind of difference and says what to do', () => {
  const locked = {
    kept: { version: 1, sha256: 'a' },
    reworded: { version: 2, sha256: 'a' },
    raised: { version: 1, sha256: 'a' },
    gone: { version: 1, sha256: 'a' },
  };
  const current = {
    kept: { version: 1, sha256: 'a' },
    reworded: { version: 2, sha256: 'b' },
    raised: { version: 2, sha256: 'b' },
    added: { version: 1, sha256: 'c' },
  };
  const found = differences(locked, current);
  expect(found.map((line) => line.split('. ')[0])).toEqual([
    'added is new',
    'gone is gone',
    'raised is now version 2',
    'reworded says something else but is still version 2',
  ]);
  expect(found.every((line) => line.includes('WINNOW_UPDATE_PROMPT_LOCK=1'))).toBe(true);
});

test('an update refuses other words under an old version', () => {
  const locked = { a: { version: 2, sha256: 'a' } };
  expect(forbidden(locked, { a: { version: 2, sha256: 'b' } })).toHaveLength(1);
  expect(forbidden(locked, { a: { version: 1, sha256: 'b' } })).toHaveLength(1);
  expect(forbidden(locked, { a: { version: 3, sha256: 'b' }, b: { version: 1, sha256: 'c' } })).toEqual([]);
});
