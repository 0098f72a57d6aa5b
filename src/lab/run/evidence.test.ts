import { expect, test } from 'vitest';
import type { TraceDetail, TraceEvent } from '../../core/trace.js';
import { pageKey } from '../../text/metrics/pages.js';
import { evidenceOf, type Filter } from './evidence.js';

/** Where these events come from in HiFi-RAG; a detail may name another stage. */
const STAGES: Readonly<Record<string, string>> = {
  found: 'search-web',
  page: 'read-pages',
  kept: 'select-sections',
  dropped: 'select-sections',
};
type Detail = TraceDetail & { readonly stage?: string };
const at = (details: readonly Detail[]): TraceEvent[] =>
  details.map((detail) => ({ stage: STAGES[detail.type] ?? 'run', ...detail, atMs: 0 }));
const by = (stage: string, details: readonly TraceDetail[]): Detail[] =>
  details.map((detail) => ({ ...detail, stage }));
const found = (...urls: string[]): TraceDetail => ({ type: 'found', urls });
const page = (url: string, sections = 2): TraceDetail => ({ type: 'page', url, title: '', sections });
const dropped = (id: string): TraceDetail => ({ type: 'dropped', what: 'section', id, reason: 'not chosen' });
const kept = (id: string): TraceDetail => ({ type: 'kept', what: 'section', id });
const ended: TraceDetail = { type: 'run-end', status: 'answered' };

const gold = 'https://a.example/x';
const fate = (details: Detail[], pageOf = pageKey) => {
  const evidence = evidenceOf({ golds: [gold], cited: [], events: at([...details, ended]), pageOf });
  return Object.entries(evidence?.lost ?? {}).find(([, count]) => count > 0)?.[0];
};

test.each<[string, Filter, TraceDetail[]]>([
  ['not among the results', 'search-web', [found('https://a.example/y')]],
  [
    'a result that was not opened',
    'screen-hits',
    [found(gold), { type: 'dropped', what: 'hit', id: gold, reason: 'mismatched' }],
  ],
  ['a result beyond the limit of pages', 'screen-hits', [found(gold), { type: 'kept', what: 'hit', id: gold }]],
  [
    'a page that could not be fetched',
    'read-pages',
    [found(gold), { type: 'page-failed', url: gold, kind: 'not-found', reason: 'gone' }],
  ],
  ['a page without any text', 'read-pages', [found(gold), page(gold, 0)]],
  ['every section dropped', 'select-sections', [found(gold), page(gold), dropped(`${gold}#0`), dropped(`${gold}#1`)]],
  ['a section kept and not cited', 'cite-answer', [found(gold), page(gold), dropped(`${gold}#0`), kept(`${gold}#1`)]],
  ['no section filter at all', 'cite-answer', [found(gold), page(gold)]],
])('%s is lost at %s', (_name, filter, details) => {
  expect(fate(details)).toBe(filter);
});

const retrieved = (...urls: string[]) => by('retrieve-passages', [found(...urls), ...urls.map((url) => page(url))]);

test.each<[string, Filter, Detail[]]>([
  ['not among the passages', 'retrieve-passages', retrieved('https://a.example/y')],
  [
    'in neither the corpus nor the web that was asked instead',
    'retrieve-passages',
    [...retrieved('https://a.example/y'), found()],
  ],
  ['retrieved, no filter, not cited', 'cite-answer', retrieved(gold)],
  [
    'found on the web after the corpus had it not, not cited',
    'cite-answer',
    [...retrieved('https://a.example/y'), found(gold), page(gold)],
  ],
  [
    'kept by one filter, dropped by the next',
    'filter-passages',
    [...retrieved(gold), ...by('a', [kept(`${gold}#1`)]), ...by('b', [dropped(`${gold}#1`)])],
  ],
  [
    'kept in one round, dropped in the next',
    'cite-answer',
    [...retrieved(gold), ...by('a', [kept(`${gold}#1`)]), ...by('a', [dropped(`${gold}#1`)])],
  ],
  [
    'kept whole, every strip dropped',
    'filter-passages',
    [...retrieved(gold), ...by('a', [kept(`${gold}#1`)]), ...by('b', [dropped(`${gold}#1.0`), dropped(`${gold}#1.1`)])],
  ],
  [
    'kept whole, a strip kept',
    'cite-answer',
    [...retrieved(gold), ...by('a', [kept(`${gold}#1`)]), ...by('b', [dropped(`${gold}#1.0`), kept(`${gold}#1.1`)])],
  ],
])('passages of a corpus: %s is lost at %s', (_name, filter, details) => {
  expect(fate(details)).toBe(filter);
});

test('the spelling of a page does not matter, nor whether a passage goes by the id of its document', () => {
  const pageOf = (name: string) => pageKey(name === 'd7' ? gold : name);
  expect(fate([found(`${gold}/#top`), page(`${gold}/`), dropped('d7#0'), kept('d7#1')], pageOf)).toBe('cite-answer');
  expect(fate([found(gold), page(gold), dropped('d7#0')], pageOf)).toBe('select-sections');
});

test('every gold page is counted once, cited or lost', () => {
  const golds = ['https://a.example/1', 'https://a.example/2', 'https://a.example/2/', 'https://a.example/3'];
  const events = at([found('https://a.example/1', 'https://a.example/2'), page('https://a.example/1'), ended]);
  expect(evidenceOf({ golds, cited: ['https://a.example/1'], events, pageOf: pageKey })).toEqual({
    golds: 3,
    cited: 1,
    lost: {
      'retrieve-passages': 0,
      'search-web': 1,
      'screen-hits': 1,
      'read-pages': 0,
      'select-sections': 0,
      'filter-passages': 0,
      'cite-answer': 0,
    },
  });
});

test('says nothing without gold pages, or where a pipeline does not search; a run that failed before it searched lost all', () => {
  const asked = { golds: [gold], cited: [], pageOf: pageKey };
  expect(evidenceOf({ ...asked, golds: [], events: at([found(gold), ended]) })).toBeNull();
  expect(evidenceOf({ ...asked, events: at([ended]) })).toBeNull();
  expect(evidenceOf({ ...asked, events: at([{ type: 'run-end', status: 'failed' }]) })?.lost['search-web']).toBe(1);
});
