/** Pipelines for the tests of the page: one whose answer is hostile and carried by little, one that fails, one held. */
import { z } from 'zod';
import type { Claim, Outcome } from '../../src/core/data.js';
import { definePipeline } from '../../src/core/parts.js';
import { pipeline } from '../../src/core/pipeline.js';
import { stage } from '../../src/core/stage.js';

const HOSTILE = '<img src=x onerror="window.hacked=1">';
const SENTENCES = [
  `The bridge was **built** in 1934. ${HOSTILE}`,
  'It was painted blue.',
  'It opened in 1999.',
  'Read [more](javascript:window.hacked=1) or [the page](https://example.com/bridge).',
] as const;
const VERDICTS = ['supported', 'unsupported', 'contradicted', 'unchecked'] as const;
const TEXT = SENTENCES.join(' ');
const PASSAGE = `Before. The bridge was built in 1934. It opened in 1934. ${HOSTILE} After.`;

function claim(text: string, at: number): Claim {
  const start = TEXT.indexOf(text);
  const quote = at === 0 ? 'The bridge was built in 1934.' : 'It opened in 1934.';
  const found = PASSAGE.indexOf(quote);
  const evidence = { n: 1, url: 'javascript:window.hacked=1', quote, start: found, end: found + quote.length };
  const carried = at === 0 || at === 2;
  return {
    ...{ text, start, end: start + text.length, sources: at === 0 ? [1] : [], verdict: VERDICTS[at] ?? 'unchecked' },
    ...(carried && { evidence: [evidence] }),
  };
}

const OUTCOME: Outcome = {
  answer: { status: 'answered', text: TEXT, claims: SENTENCES.map(claim), short: `1934 ${HOSTILE}` },
  sources: [
    {
      n: 1,
      url: 'javascript:window.hacked=1',
      title: `Bridge <script>window.hacked=1</script>`,
      passages: [{ id: 'p', headings: ['Bridge', HOSTILE], text: PASSAGE, start: 0, end: PASSAGE.length }],
    },
  ],
  confidence: 0.4,
};

export const hostilePipeline = definePipeline({
  name: 'hostile',
  summary: HOSTILE,
  options: z.strictObject({ hold: z.string().optional() }),
  create: (_, { hold }) =>
    pipeline('hostile', 'none', async (_, run) => {
      run.emit({ type: 'text', text: `A draft. ${HOSTILE}` });
      if (hold !== undefined) await holdNamed(hold).released;
      run.emit({ type: 'note', text: HOSTILE });
      run.emit({ type: 'dropped', what: 'hit', id: `https://evil.example/${HOSTILE}`, reason: HOSTILE });
      return OUTCOME;
    }),
});

/** Is answered when the test says so. */
export const heldPipeline = definePipeline({
  name: 'held',
  summary: 'waits for the test',
  options: z.strictObject({ hold: z.string() }),
  create: (_, { hold }) =>
    pipeline('held', 'none', async (question, run) => {
      await stage('wait', (name: string) => holdNamed(name).released)(hold, run);
      return { answer: { status: 'answered', text: question.text, claims: [] }, sources: [] };
    }),
});

type Hold = { readonly released: Promise<void>; readonly release: () => void };
const holds = new Map<string, Hold>();

/** Keeps an answer running until the test has seen what it wants to see, however busy the machine is. */
export function holdNamed(name: string): Hold {
  const known = holds.get(name);
  if (known) return known;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const made = { released, release };
  holds.set(name, made);
  return made;
}

const TABLE = '| Bridge | Opened |\n| --- | --- |\n| Kestrel | 1934 |\n| Luthmere <b>Weir</b> | 1941 |';
const TOLD = 'Both crossings are listed.';
const TABLE_TEXT = `${TOLD}\n\n${TABLE}`;

/** Answers with a table, from a source that holds one. */
export const tablePipeline = definePipeline({
  name: 'table',
  summary: 'answers with a table',
  options: z.strictObject({}),
  create: () =>
    pipeline('table', 'none', async () => {
      const start = TABLE_TEXT.indexOf('1934');
      const quoted = TABLE.indexOf('1934');
      const evidence = [{ n: 1, url: 'https://example.com/list', quote: '1934', start: quoted, end: quoted + 4 }];
      const carried: Claim = { text: '1934', start, end: start + 4, sources: [1], verdict: 'supported', evidence };
      return {
        answer: { status: 'answered', text: TABLE_TEXT, claims: [carried] },
        sources: [
          {
            ...{ n: 1, url: 'https://example.com/list', title: 'List of crossings' },
            passages: [{ id: 'p', headings: ['List'], text: TABLE, start: 0, end: TABLE.length }],
          },
        ],
      };
    }),
});

export const failingPipeline = definePipeline({
  name: 'failing',
  summary: 'fails',
  options: z.strictObject({}),
  create: () =>
    pipeline('failing', 'none', (_, run) =>
      stage('draft-answer', async (): Promise<Outcome> => {
        throw new Error('The model did not answer.');
      })(undefined, run),
    ),
});
