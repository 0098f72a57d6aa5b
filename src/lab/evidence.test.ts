import { expect, test } from 'vitest';
import type { TraceDetail, TraceEvent } from '../core/trace.js';
import { pageKey } from '../text/metrics/pages.js';
import { evidenceOf, type Filter } from './evidence.js';

const at = (details: readonly TraceDetail[]): TraceEvent[] => details.map((detail) => ({ ...detail, stage: 's', atMs: 0 }));
const found = (...urls: string[]): TraceDetail => ({ type: 'found', urls });
const page = (url: string, sections = 2): TraceDetail => ({ type: 'page', url, title: '', sections });
const dropped = (id: string): TraceDetail => ({ type: 'dropped', what: 'section', id, reason: 'not chosen' });
const kept = (id: string): TraceDetail => ({ type: 'kept', what: 'section', id });
const ended: TraceDetail = { type: 'run-end', status: 'answered' };

const gold = 'https://a.example/x';
const fate = (details: TraceDetail[], pageOf = pageKey) => {
  const evidence = evidenceOf({ golds: [gold], cited: [], events: at([...details, ended]), pageOf });
  return Object.entries(evidence?.lost ?? {}).find(([, count]) => count > 0)?.[0];
};

test.each<[string, Filter, TraceDetail[]]>([
  ['not among the results', 'search-web', [found('https://a.example/y')]],
  ['a result that was not opened', 'screen-hits', [found(gold), { type: 'dropped', what: 'hit', id: gold, reason: 'mismatched' }]],
  ['a result beyond the limit of pages', 'screen-hits', [found(gold), { type: 'kept', what: 'hit', id: gold }]],
  ['a page that could not be fetched', 'read-pages', [found(gold), { type: 'page-failed', url: gold, reason: 'gone' }]],
  ['a page without any text', 'read-pages', [found(gold), page(gold, 0)]],
  ['every section dropped', 'select-sections', [found(gold), page(gold), dropped(`${gold}#0`), dropped(`${gold}#1`)]],
  ['a section kept and not cited', 'cite-answer', [found(gold), page(gold), dropped(`${gold}#0`), kept(`${gold}#1`)]],
  ['no section filter at all', 'cite-answer', [found(gold), page(gold)]],
])('%s is lost at %s', (_name, filter, details) => {
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
    lost: { 'search-web': 1, 'screen-hits': 1, 'read-pages': 0, 'select-sections': 0, 'cite-answer': 0 },
  });
});

test('says nothing without gold pages, or where a pipeline does not search; a run that failed before it searched lost all', () => {
  const asked = { golds: [gold], cited: [], pageOf: pageKey };
  expect(evidenceOf({ ...asked, golds: [], events: at([found(gold), ended]) })).toBeNull();
  expect(evidenceOf({ ...asked, events: at([ended]) })).toBeNull();
  expect(evidenceOf({ ...asked, events: at([{ type: 'run-end', status: 'failed' }]) })?.lost['search-web']).toBe(1);
});
