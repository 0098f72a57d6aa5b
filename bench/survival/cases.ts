/**
 * True answers by people with the very passages they were written from, and altered twins of them that are false. CLAPNQ: long answers; RGB: short answers
 * from one page; HotpotQA: short answers that rest on two passages. Every set has a part for finding limits and a part that is kept aside.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Passage } from '../../src/core/data.js';
import { splitSentences } from '../../src/text/sentences.js';
import { type Alteration, alterations, namesOf, type Random } from './alter.js';

export type Part = 'tune' | 'held-out';
export type SetName = 'clapnq' | 'rgb' | 'hotpotqa';
export type Kind = 'true' | Alteration | 'wrong';

export type Case = {
  readonly set: SetName;
  readonly part: Part;
  readonly kind: Kind;
  readonly question: string;
  readonly answer: string;
  /** Which sentence of the answer was altered; in a true answer each counts. */
  readonly altered?: number;
  readonly passages: readonly Passage[];
};

type Row = { readonly id: string; readonly question: string; readonly gold_doc_ids: readonly string[]; readonly type: string };
type ClapnqRow = Row & { readonly references: readonly string[] };
type ShortRow = Row & { readonly answers: readonly string[]; readonly fake_answer?: string };
type Page = { readonly id: string; readonly title: string; readonly text: string };

export function readJsonLines<T>(file: string): T[] {
  return readFileSync(file, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line) as T);
}

/** By the question's own id, so that a new question changes no other's part. */
const partOf = (id: string): Part => (createHash('sha256').update(id).digest()[0] as number) % 2 === 0 ? 'tune' : 'held-out';

export function seeded(seed: string): Random {
  let at = 0;
  return () => createHash('sha256').update(`${seed} ${at++}`).digest().readUInt32LE() / 2 ** 32;
}

function pagesOf(folder: string): Map<string, Passage> {
  return new Map(
    readJsonLines<Page>(join(folder, 'corpus.jsonl')).map(({ id, title, text }) => {
      const source = { id, url: `https://data.example/${id}`, title };
      return [id, { id: `${id}#0`, source, headings: [], text, start: 0, end: text.length }];
    }),
  );
}

const goldOf = ({ gold_doc_ids }: Row, pages: ReadonlyMap<string, Passage>): Passage[] => gold_doc_ids.flatMap((id) => pages.get(id) ?? []);

export function clapnqCases(data: string): Case[] {
  const folder = join(data, 'clapnq-half');
  const pages = pagesOf(folder);
  const names = [...pages.values()].flatMap(({ text }) => namesOf(text).slice(0, 3).map(([name]) => name));
  return readJsonLines<ClapnqRow>(join(folder, 'questions.jsonl'))
    .filter(({ type }) => type === 'answerable')
    .flatMap((row) => {
      const passages = goldOf(row, pages);
      const base = { set: 'clapnq' as const, part: partOf(row.id), question: row.question, passages };
      const random = seeded(row.id);
      const [answer = ''] = row.references;
      const own = passages.flatMap(({ text }) => namesOf(text).map(([name]) => name));
      const twins = splitSentences(answer).flatMap(({ text, start, end }, altered) =>
        alterations(text, random() < 0.5 ? own : names, random).map(
          (twin): Case => ({ ...base, kind: twin.kind, answer: answer.slice(0, start) + twin.text + answer.slice(end), altered }),
        ),
      );
      return [{ ...base, kind: 'true' as const, answer }, ...twins];
    });
}

/** RGB's own planted answer is the wrong one. */
export function rgbCases(data: string): Case[] {
  const folder = join(data, 'rgb-fact');
  const pages = pagesOf(folder);
  return readJsonLines<ShortRow>(join(folder, 'questions.jsonl')).flatMap((row): Case[] => {
    const [gold] = goldOf(row, pages).filter(({ text }) => row.answers.some((answer) => text.toLowerCase().includes(answer.toLowerCase())));
    const [answer] = row.answers;
    if (!gold || answer === undefined || row.fake_answer === undefined) return [];
    const base = { set: 'rgb' as const, part: partOf(`rgb ${row.id}`), question: row.question, passages: [gold] };
    return [
      { ...base, kind: 'true', answer },
      { ...base, kind: 'wrong', answer: row.fake_answer },
    ];
  });
}

/** The wrong answer is another question's, of the same form where there is one: yes for no, a number for a number. */
export function hotpotCases(data: string): Case[] {
  const folder = join(data, 'hotpotqa-val-half');
  const pages = pagesOf(folder);
  const rows = readJsonLines<ShortRow>(join(folder, 'questions.jsonl'));
  return rows.flatMap((row, at): Case[] => {
    const answer = row.answers[0] as string;
    const base = { set: 'hotpotqa' as const, part: partOf(row.id), question: row.question, passages: goldOf(row, pages) };
    const others = [...rows.slice(at + 1), ...rows.slice(0, at)].map(({ answers }) => answers[0] as string);
    const wrong = answer === 'yes' ? 'no' : answer === 'no' ? 'yes' : others.find((other) => formOf(other) === formOf(answer) && other !== answer);
    return [{ ...base, kind: 'true', answer }, ...(wrong === undefined ? [] : [{ ...base, kind: 'wrong' as const, answer: wrong }])];
  });
}

const formOf = (answer: string): string => (/^(?:yes|no)$/.test(answer) ? 'yes or no' : /\d/.test(answer) ? 'figure' : /^\p{Lu}/u.test(answer) ? 'name' : 'words');
