/** Cuts a text into clauses of words in which a name is one word, commas and brackets are words, and a pronoun that opens a sentence is whom it means. */
import { nameRunsIn } from './name-runs.js';

export type Word = { readonly text: string; readonly name?: string };

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}’'.-]*(?<![.’'])|[,()–—"“”:]|['’]s?\b/gu;

export const isWord = (word: Word | undefined): word is Word => word !== undefined && word.name === undefined && /^\p{L}/u.test(word.text);
/** What joins two names in a row. */
export const isJoint = (word: Word | undefined): boolean => word !== undefined && /^(?:,|and|or|&)$/.test(word.text);

const PRONOUN = /^(?:she|he|it|they)$/;

/** A pronoun at the head means the name at the head of the clause before it. */
export function wordsOfClauses(text: string): Word[][] {
  let subject: string | undefined;
  return text.split(/[;!?\n]|\.(?=\s|$)/).map((clause) => {
    const words = wordsOf(clause);
    const [first] = words;
    const resolved =
      first && subject !== undefined && PRONOUN.test(first.text) ? [{ text: subject, name: subject }, ...words.slice(1)] : words;
    subject = subjectOf(resolved) ?? subject;
    return resolved;
  });
}

/** The name at the head, after "the" if need be, unless it stands there alone as a heading does. */
function subjectOf([first, second, third]: readonly Word[]): string | undefined {
  const [head, next] = first?.text === 'the' ? [second, third] : [first, second];
  const isTold = next ? !isJoint(next) || next.text === ',' : head?.name?.includes(' ');
  return isTold ? head?.name : undefined;
}

function wordsOf(clause: string): Word[] {
  const runs = nameRunsIn(clause);
  return [...clause.matchAll(TOKEN)].flatMap(({ 0: text, index }): Word[] => {
    const run = runs.find(({ start, end }) => index >= start && index < end);
    if (!run) return [{ text: text.toLowerCase() }];
    if (index !== run.start) return [];
    const isOwner = /^['’]s?\b/.test(clause.slice(run.end));
    return [{ text: run.name, name: run.name }, ...(isOwner ? [{ text: "'s" }] : [])];
  });
}
