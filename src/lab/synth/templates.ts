/** Template questions from the sections of documents, without any model: single facts, and two of them joined. In a drawn order, documents in turns. */
import { createHash } from 'node:crypto';
import type { Document, DocumentRef, Passage } from '../../core/data.js';
import { injectionAt } from '../../core/prompt-injection.js';
import { momentsIn } from '../../english/calendar.js';
import { inTurns } from '../../text/fuse.js';
import { normaliseAnswer } from '../../text/metrics/answers.js';
import { detectLanguage } from '../../text/page/language.js';
import { seededRandom, shuffled } from '../../text/random.js';
import { splitSentences } from '../../text/sentences.js';
import { boxFacts } from './boxes.js';
import type { Fact } from './fact.js';
import { factsIn } from './facts.js';
import { type Joined, joinFacts, type Placed } from './join.js';
import { isPersonName, type Page, pageOf, subjectOf } from './names.js';

/** A question that a passage alone must answer, for the filter. */
export type PartQuestion = { readonly question: string; readonly answers: readonly string[]; readonly passage: Passage };

export type TemplateQuestion = {
  readonly id: string;
  readonly question: string;
  readonly answers: readonly string[];
  readonly isMulti: boolean;
  readonly kind: Fact['kind'] | Joined['kind'];
  readonly gold: readonly DocumentRef[];
  readonly parts: readonly PartQuestion[];
};

export type Templates = {
  readonly single: readonly TemplateQuestion[];
  readonly multi: readonly TemplateQuestion[];
  /** How many facts were left out, by reason. */
  readonly dropped: ReadonlyMap<string, number>;
};

export type TemplateInput = {
  readonly documents: readonly { readonly document: Document; readonly passages: readonly Passage[] }[];
  readonly seed: number;
  /** Only facts that speak of this day or later. */
  readonly newerThan?: string | undefined;
};

export function templateQuestions({ documents, seed, newerThan }: TemplateInput): Templates {
  const random = seededRandom(`templates ${seed}`);
  const dropped = new Map<string, number>();
  const drop = (reason: string) => dropped.set(reason, (dropped.get(reason) ?? 0) + 1);
  const english = documents.filter(({ document: { text, language = detectLanguage(text) ?? 'en' } }) => /^en\b/i.test(language));
  const perDocument = shuffled(english, random).map(({ document, passages }) => shuffled(placedFacts(document, passages), random));
  const recent = perDocument.map((facts) =>
    facts.filter((fact) => {
      const isKept = isRecent(fact, newerThan);
      if (!isKept) drop('about an older time');
      return isKept;
    }),
  );
  const placed = settled(inTurns(recent), drop);
  const single = distinct(inTurnsBy(placed, ({ fact }) => fact.kind).map(singleQuestion));
  const joined = shuffled(joinFacts(placed, random), random);
  const multi = distinct(inTurnsBy(joined, ({ question }) => opening(question)).map(joinedQuestion));
  return { single, multi, dropped };
}

function placedFacts(document: Document, passages: readonly Passage[]): Placed[] {
  const page = pageOf(document);
  return passages.flatMap((passage) => {
    const isOrder = injectionAt(passage.text);
    const sentences = splitSentences(passage.text).map(({ text, start }) => ({ text: isOrder(start) ? '' : text.replace(/\s+/g, ' ') }));
    const said = sentences.flatMap(({ text }, at) =>
      factsIn(withTopic(text, sentences[at - 1]?.text, page), page).map((fact): Placed => ({ fact, passage, sentence: text })),
    );
    return [...said, ...boxFacts(passage.text, page).map((fact): Placed => ({ fact, passage, sentence: fact.answers[0] ?? '' }))];
  });
}

/** "It" after a sentence on the page's topic is the topic. */
function withTopic(sentence: string, before: string | undefined, page: Page): string {
  const pronoun = /^(?:It|He|She) (?=\p{Ll})/u.exec(sentence)?.[0];
  const { named } = page;
  if (pronoun === undefined || before === undefined || named === undefined || subjectOf(before, page)?.text !== named) return sentence;
  const isFitting = (pronoun === 'It ') !== isPersonName(named);
  return isFitting ? `${named.charAt(0).toUpperCase()}${named.slice(1)} ${sentence.slice(pronoun.length)}` : sentence;
}

/** A page of today may tell of long ago: then its sentence names years, and none of them is late enough. */
function isRecent({ sentence, fact }: Placed, newerThan: string | undefined): boolean {
  if (newerThan === undefined) return true;
  const years = momentsIn(`${sentence} ${fact.answers[0]}`).flatMap(({ year }) => year ?? []);
  const latest = Math.max(...years);
  const limit = Number(newerThan.slice(0, 4));
  return years.length === 0 || latest > limit || (latest === limit && newerThan.length > 4);
}

/** Definitions and births are many and easy: no kind of question may crowd out the others. */
function inTurnsBy<Item>(items: readonly Item[], kindOf: (item: Item) => string): Item[] {
  const kinds = [...new Set(items.map(kindOf))].sort();
  return inTurns(kinds.map((kind) => items.filter((item) => kindOf(item) === kind)));
}

/** "Who was born" */
const opening = (question: string): string => question.split(' ').slice(0, 3).join(' ');

const keyOf = (question: string): string => normaliseAnswer(question);

/** A question to which pages give different answers is no good question; asked twice with the same answer it is asked once. */
function settled(placed: readonly Placed[], drop: (reason: string) => void): Placed[] {
  const known = new Map<string, Placed[]>();
  for (const one of placed) known.set(keyOf(one.fact.question), [...(known.get(keyOf(one.fact.question)) ?? []), one]);
  return [...known.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const isAgreed = others.every(({ fact }) => fact.answers.some((answer) => first.fact.answers.includes(answer)));
    if (!isAgreed) drop('pages give different answers');
    return isAgreed ? [first] : [];
  });
}

function distinct(questions: readonly TemplateQuestion[]): TemplateQuestion[] {
  return [...new Map(questions.map((question) => [question.id, question])).values()];
}

/** The same question has the same id, whatever was drawn before it: that is how a stopped run goes on. */
const idOf = (question: string): string => `t-${createHash('sha256').update(keyOf(question)).digest('hex').slice(0, 10)}`;

function singleQuestion({ fact, passage }: Placed): TemplateQuestion {
  const { question, answers, kind } = fact;
  return { id: idOf(question), question, answers, kind, isMulti: false, gold: [passage.source], parts: [{ question, answers, passage }] };
}

function joinedQuestion({ question, answers, kind, parts }: Joined): TemplateQuestion {
  return {
    id: idOf(question),
    question,
    answers,
    kind,
    isMulti: true,
    gold: parts.map(({ passage }) => passage.source),
    parts: parts.map(({ fact, passage }) => ({ question: fact.question, answers: fact.answers, passage })),
  };
}
