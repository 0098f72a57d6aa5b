/**
 * True answers by people with the very passages they were written from, and altered twins of them that are false.
 * CLAPNQ: long answers; RGB: short answers from one page; HotpotQA: short answers that rest on two passages. Every set
 * has a part for finding limits and a part that is kept aside.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Passage } from '../../src/core/data.js';
import { parseDocument } from '../../src/providers/parse/index.js';
import { splitSentences } from '../../src/text/sentences.js';
import { type Alteration, alterations, namesOf, type Random } from './alter.js';

export type Part = 'tune' | 'held-out';
export type SetName = 'clapnq' | 'rgb' | 'hotpotqa' | 'sample';
export type Kind = 'true' | Alteration | 'wrong';

export type Case = {
  readonly set: SetName;
  readonly part: Part;
  readonly kind: Kind;
  readonly question: string;
  readonly answer: string;
  readonly passages: readonly Passage[];
};

type Row = {
  readonly id: string;
  readonly question: string;
  readonly gold_doc_ids: readonly string[];
  readonly type: string;
};
type ClapnqRow = Row & { readonly references: readonly string[] };
type ShortRow = Row & { readonly answers: readonly string[]; readonly fake_answer?: string };
type Page = { readonly id: string; readonly title: string; readonly text: string };

export function readJsonLines<T>(file: string): T[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}

/** By the question's own id, so that a new question changes no other's part. */
const partOf = (id: string): Part =>
  (createHash('sha256').update(id).digest()[0] as number) % 2 === 0 ? 'tune' : 'held-out';

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

const goldOf = ({ gold_doc_ids }: Row, pages: ReadonlyMap<string, Passage>): Passage[] =>
  gold_doc_ids.flatMap((id) => pages.get(id) ?? []);

export function clapnqCases(data: string): Case[] {
  const folder = join(data, 'clapnq-half');
  const pages = pagesOf(folder);
  const names = [...pages.values()].flatMap(({ text }) =>
    namesOf(text)
      .slice(0, 3)
      .map((name) => name.text),
  );
  return readJsonLines<ClapnqRow>(join(folder, 'questions.jsonl'))
    .filter(({ type }) => type === 'answerable')
    .flatMap((row) => {
      const passages = goldOf(row, pages);
      const base = { set: 'clapnq' as const, part: partOf(row.id), question: row.question, passages };
      const random = seeded(row.id);
      const [answer = ''] = row.references;
      const own = passages.flatMap(({ text }) => namesOf(text).map((name) => name.text));
      const twins = splitSentences(answer).flatMap(({ text }) =>
        alterations(text, random() < 0.5 ? own : names, random).map(
          (twin): Case => ({ ...base, kind: twin.kind, answer: twin.text }),
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
    const [gold] = goldOf(row, pages).filter(({ text }) =>
      row.answers.some((answer) => text.toLowerCase().includes(answer.toLowerCase())),
    );
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
    const base = {
      set: 'hotpotqa' as const,
      part: partOf(row.id),
      question: row.question,
      passages: goldOf(row, pages),
    };
    const others = [...rows.slice(at + 1), ...rows.slice(0, at)].map(({ answers }) => answers[0] as string);
    const wrong =
      answer === 'yes'
        ? 'no'
        : answer === 'no'
          ? 'yes'
          : others.find((other) => formOf(other) === formOf(answer) && other !== answer);
    return [
      { ...base, kind: 'true', answer },
      ...(wrong === undefined ? [] : [{ ...base, kind: 'wrong' as const, answer: wrong }]),
    ];
  });
}

const formOf = (answer: string): string =>
  /^(?:yes|no)$/.test(answer) ? 'yes or no' : /\d/.test(answer) ? 'figure' : /^\p{Lu}/u.test(answer) ? 'name' : 'words';

type SampleRow = {
  readonly id: string;
  readonly question: string;
  readonly answers: readonly string[];
  readonly gold_urls: readonly string[];
  readonly split: string;
};
type SamplePage = { readonly url: string; readonly file: string };

const corpus = fileURLToPath(new URL('../../corpus', import.meta.url));

/**
 * The sample's own questions with the sections of their gold pages. It is our own text: it checks the plumbing, not the
 * limits.
 */
export async function sampleCases(): Promise<Case[]> {
  const files = new Map(readJsonLines<SamplePage>(join(corpus, 'manifest.jsonl')).map(({ url, file }) => [url, file]));
  const rows = readJsonLines<SampleRow>(join(corpus, 'questions.jsonl')).filter(
    ({ answers, gold_urls }) => answers.length > 0 && gold_urls.length > 0,
  );
  const cases = await Promise.all(
    rows.map(async ({ id, question, answers, gold_urls }): Promise<Case> => {
      const passages = await Promise.all(gold_urls.map((url) => sectionsOf(url, files.get(url) ?? '')));
      return {
        set: 'sample',
        part: partOf(id),
        kind: 'true',
        question,
        answer: answers[0] as string,
        passages: passages.flat(),
      };
    }),
  );
  return cases.filter(({ passages }) => passages.length > 0);
}

async function sectionsOf(url: string, file: string): Promise<Passage[]> {
  const document = await parseDocument({ bytes: readFileSync(join(corpus, file)), url });
  const source = { id: url, url, title: document.title };
  return document.sections.map(({ headings, text, start, end }, at) => ({
    id: `${url}#${at}`,
    source,
    headings,
    text,
    start,
    end,
  }));
}
