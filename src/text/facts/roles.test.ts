import { expect, test } from 'vitest';
import { turnedRoles } from './roles.js';

const isTurned = (claim: string, source: string): boolean => turnedRoles(claim, source).length > 0;

test('sees two names that have changed places around a verb', () => {
  expect(isTurned('Ben Orde defeated Ada Holm.', 'Ada Holm defeated Ben Orde by 312 votes.')).toBe(true);
  expect(isTurned('Ben Orde was defeated by Ada Holm.', 'Ada Holm defeated Ben Orde by 312 votes.')).toBe(false);
});

test('sees a person and a place that have changed places, with other words between them', () => {
  const source = 'The Quay School was founded in 1826 by the salt heiress Honoria Bascombe of Luthmere.';
  expect(isTurned('The Quay School, a salt heiress, founded Honoria Bascombe in 1826.', source)).toBe(true);
  expect(isTurned('Honoria Bascombe, a salt heiress, founded the Quay School in 1826.', source)).toBe(false);
});

test('sees that what is said of one name is said of the other', () => {
  const source = 'Gerrit Moorkamp is the chair of the association, and Lucinda Varga is chief executive of the company.';
  expect(isTurned('Lucinda Varga is the chair of the association and Gerrit Moorkamp chief executive of the company.', source)).toBe(true);
  expect(isTurned('Lucinda Varga is chief executive of the company and Gerrit Moorkamp the chair of the association.', source)).toBe(false);
});

test('leaves names alone that are bound alike, and claims with one name', () => {
  expect(isTurned('Ben Orde and Ada Holm run the inn.', 'Ada Holm and Ben Orde run the inn.')).toBe(false);
  expect(isTurned('The inn is run by Ada Holm.', 'Ada Holm runs the inn of Stell.')).toBe(false);
});

test('sees a direction that is turned', () => {
  expect(isTurned('The ferry runs from Stell to Port Ezra.', 'The ferry runs from Port Ezra to Stell.')).toBe(true);
});
