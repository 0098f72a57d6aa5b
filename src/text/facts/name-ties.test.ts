import { expect, test } from 'vitest';
import { tiesIn } from './name-ties.js';

const tiesOf = (text: string, name: string): string[] => [...(tiesIn(text).find((one) => one.name === name)?.ties ?? [])];

test('says who does and to whom, in the active and in the passive', () => {
  expect(tiesOf('Honoria Bascombe founded Luthmere University.', 'Honoria Bascombe')).toContain('does found');
  expect(tiesOf('Luthmere University was founded in 1826 by Honoria Bascombe.', 'Honoria Bascombe')).toContain('does found');
  expect(tiesOf('Luthmere University was founded in 1826 by Honoria Bascombe.', 'Luthmere University')).toContain('gets found');
});

test('says what a name is, before it, behind a comma and after "is"', () => {
  for (const text of ['It was sung by the soprano Ada Holm.', 'Ada Holm, a soprano, sang it.', 'Ada Holm is a soprano.'])
    expect(tiesOf(text, 'Ada Holm')).toContain('is soprano');
});

test('reads a possessive as "of"', () => {
  expect(tiesOf("Ada Holm's bridge stands.", 'Ada Holm')).toContain('of bridg');
  expect(tiesOf('The bridge of Ada Holm stands.', 'Ada Holm')).toContain('of bridg');
});

test('says how a name is placed, and by what', () => {
  expect(tiesOf('Port Ezra lies 17 kilometres from Orsolin.', 'Orsolin')).toEqual(expect.arrayContaining(['from', 'from kilometr']));
  expect(tiesOf('The ferry runs from Orsolin to Port Ezra.', 'Port Ezra')).toContain('to');
});
