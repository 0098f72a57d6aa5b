/**
 * The page made of rows in memory: hostile ones stay text, every link has a place to go, and a choice of rows gives the
 * number again.
 */
import { expect, test } from 'vitest';
import { elementsIn } from '../../../test/support/html-elements.js';
import type { RunRecord } from '../run/record.js';
import type { EvalRow } from '../run/row.js';
import { summarise } from '../run/summary.js';
import { type Column, metricsIn, type ReportData, reportMeasures } from './data.js';
import { linksFor } from './links.js';
import { reportPage } from './page.js';
import { heatLines } from './sections/heat-map.js';
import { worstFirst } from './sections/worst.js';

const HOSTILE = `</script><script>alert(1)</script>"><img src="https://evil.example/x" onerror=alert(1)>\u001b[2J`;

function row(pipeline: string, id: string, own: Partial<EvalRow> = {}): EvalRow {
  return {
    pipeline,
    id,
    question: `Question ${id}?`,
    type: null,
    split: null,
    status: 'answered',
    answer: 'An answer.',
    sources: [],
    claims: [],
    funnel: { queries: 1, hits: 4, hitsKept: 2, pages: 2, sections: 8, sectionsKept: 2 },
    usage: { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, ms: 10 },
    roles: {},
    fallbacks: [],
    evidence: null,
    scores: { contains: 1 },
    prompts: [],
    models: {},
    ...own,
  };
}

const record = {
  askedAt: '2026-01-02T03:04:05.000Z',
  seed: 0,
  data: { path: '/home/ada/secret/questions.jsonl', format: 'winnow', sha256: '', questions: 2 },
  docs: { folder: '/home/ada/secret/pages', sha256: null },
  options: {},
  pipelines: {},
  models: {},
  engines: {},
  winnow: '0.0.0',
  node: '20.0.0',
  machine: {},
} as unknown as RunRecord;

function dataOf(rows: readonly EvalRow[]): ReportData {
  const [labels, ids] = [[...new Set(rows.map(({ pipeline }) => pipeline))], [...new Set(rows.map(({ id }) => id))]];
  const { pipelines } = summarise({ rows, pipelines: labels, ids, seed: 0 });
  const columns = labels.map((label, at): Column => {
    const own = rows.filter(({ pipeline }) => pipeline === label);
    const placed = own.map((one, index) => ({
      row: one,
      column: at,
      question: ids.indexOf(one.id),
      line: index + 1,
      measures: reportMeasures(one),
    }));
    return {
      at,
      label,
      folder: 'runs/one',
      pipeline: { name: label, options: {} },
      settings: {},
      rows: placed,
      summary: pipelines[label]!,
    };
  });
  const questions = ids.map((id) => {
    const { question } = rows.find((one) => one.id === id)!;
    return { id, question, type: null, split: null, gold: { answers: [HOSTILE], gold: ['javascript:alert(1)'] } };
  });
  const metrics = metricsIn(columns.flatMap((column) => column.rows));
  const rest = { grid: undefined, comparison: undefined, notes: [], baseline: 0, main: 'contains', total: rows.length };
  return { kind: 'run', title: 'runs', records: [record], columns, questions, metrics, ...rest };
}

const hostile = row(HOSTILE, HOSTILE, {
  question: HOSTILE,
  answer: HOSTILE,
  type: HOSTILE,
  split: HOSTILE,
  sources: [
    {
      n: 1,
      url: `javascript:${HOSTILE}`,
      title: HOSTILE,
      passages: [{ id: HOSTILE, headings: [HOSTILE], text: HOSTILE, start: 0, end: 1 }],
    },
    { n: 2, url: 'https://page.example/a"b', title: '', passages: [] },
  ],
  claims: [
    {
      text: HOSTILE,
      start: 0,
      end: 1,
      sources: [1],
      verdict: 'partial',
      repaired: HOSTILE,
      evidence: [{ n: 1, url: 'https://a.example', quote: HOSTILE, start: 0, end: 1 }],
    },
  ],
  fallbacks: [{ stage: HOSTILE, reason: HOSTILE }],
  confidence: 0.7,
});
const failed = row(HOSTILE, 'q2', {
  status: 'failed',
  scores: { contains: 0 },
  error: { code: 'internal', message: HOSTILE },
});

test('nothing that a row holds becomes markup, and its escape sequences stay out of the page', () => {
  const page = reportPage(dataOf([hostile, failed, row('other', 'q2', { scores: { contains: 0 }, confidence: 0.2 })]), {
    worst: 5,
  });
  expect(page).toContain('&lt;/script&gt;&lt;script&gt;alert(1)');
  expect(page).not.toContain('\u001b');
  const elements = elementsIn(page);
  expect(elements.filter(({ name }) => name === 'script')).toHaveLength(1);
  expect(elements.filter(({ name }) => /^(?:img|iframe|object|embed|link|form|base|video|audio)$/.test(name))).toEqual(
    [],
  );
  const attributes = elements.flatMap((element) => Object.entries(element.attributes));
  expect(attributes.filter(([name]) => /^(?:on.*|style|src|srcdoc|srcset|action)$/.test(name))).toEqual([]);
  const outside = attributes.filter(([name, value]) => name === 'href' && !value.startsWith('#'));
  expect(new Set(outside.map(([, value]) => value))).toEqual(new Set(['https://page.example/a"b']));
  expect(page).not.toContain('/home/ada');
});

test('every link within the page has a place to go, and no place has the same name as another', () => {
  const page = reportPage(dataOf([hostile, failed, row('other', 'q2', { confidence: 0.2 })]), { worst: 5 });
  const attributes = elementsIn(page).flatMap((element) => Object.entries(element.attributes));
  const ids = attributes.filter(([name]) => name === 'id').map(([, value]) => value);
  expect(ids).toHaveLength(new Set(ids).size);
  const links = attributes.filter(([name, value]) => name === 'href' && value.startsWith('#'));
  const missing = links.filter(([, value]) => !ids.includes(value.slice(1)));
  expect(links.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

test('without a confidence in the rows a note stands where the curve would', () => {
  expect(reportPage(dataOf([row('one', 'q1')]), { worst: 1 })).toContain('carry no confidence');
  expect(reportPage(dataOf([row('one', 'q1', { confidence: 0.4 })]), { worst: 1 })).toContain(
    'Share of wrong answers when only the surest are given',
  );
});

test('an unknown price is shown as unknown', () => {
  const usage = { calls: 1, inputTokens: 5, outputTokens: 5, costUsd: null, ms: 10 };
  expect(reportPage(dataOf([row('one', 'q1', { usage })]), { worst: 1 })).toContain(
    'unknown: a model without a known price was used',
  );
});

test('of thousands of rows only the worst carry their sources, and a note says where the whole is', () => {
  const many = Array.from({ length: 1200 }, (_, at) => row('one', `q${at}`, { scores: { contains: at % 2 } }));
  const page = reportPage(dataOf(many), { worst: 1 });
  const rowsPart = page.slice(page.indexOf('id="rows-p0"'));
  expect(rowsPart.match(/<div class="detail">/g)).toHaveLength(1000);
  expect(page).toContain('1,200 rows: the 1000 worst open');
  expect(rowsPart).toMatch(/id="p0q1199".*line 1200</);
});

test('a link to rows names their column, score, borders and tag by place, so that a border and a value on it are equal', () => {
  const data = dataOf([row('one', 'q1', { type: 'two-hop', confidence: 1 / 3 })]);
  const links = linksFor(data);
  const { html: attributes } = links.to({ columns: [0], metric: 'confidence', from: 1 / 3, tag: 'type: two-hop' });
  expect(attributes).toBe(
    `href="#rows-p0" data-p="0" data-m="${data.metrics.indexOf('confidence')}" data-from="0.333333" data-k="${links.tags.indexOf('type: two-hop')}"`,
  );
  expect(reportPage(data, { worst: 0 })).toMatch(/data-v="[^"]*,0\.333333"/);
});

test('among the worst questions failures come first, then sure answers, then abstentions; what went well is not among them', () => {
  const wrong = { scores: { contains: 0 } };
  const rows = [
    row('one', 'silent', { ...wrong, status: 'abstained' }),
    row('one', 'right'),
    row('one', 'unsure', { ...wrong, confidence: 0.1 }),
    row('one', 'sure', { ...wrong, confidence: 0.9 }),
    row('one', 'failed', { ...wrong, status: 'failed' }),
    row('one', 'unjudged', { scores: { contains: null } }),
  ];
  const data = dataOf(rows);
  expect(worstFirst(heatLines(data)).map(({ question }) => data.questions[question]?.id)).toEqual([
    'failed',
    'sure',
    'unsure',
    'silent',
  ]);
});
