/**
 * A model of factors as it is written: `a*b*c + d` is a, b, c, d, a:b, a:c, b:c and a:b:c. Names with spaces or signs
 * stand in backticks. Only what an analysis of variance needs: `*`, `:`, `+`.
 */
import { usageError, type WinnowError } from '../../core/errors.js';

/** A factor, or factors that work together, in the order they were named. */
export type Term = readonly string[];

const TOKEN = /\s*(?:`([^`]+)`|([\p{L}_][\p{L}\p{N}_.]*)|([*:+]))/uy;

export function termName(term: Term): string {
  return term.join(':');
}

/** Main effects first, then interactions by the number of factors, each in the order of first mention. */
export function parseModel(formula: string): Term[] {
  const terms = new Map<string, Term>();
  for (const product of productsOf(formula)) for (const term of termsOf(product)) remember(terms, term);
  return [...terms.values()].sort((left, right) => left.length - right.length);
}

type Product = readonly (readonly string[])[];

/** "a*b:c + d" -> [[[a], [b, c]], [[d]]] */
function productsOf(formula: string): Product[] {
  const products: string[][][] = [[[]]];
  let expectsName = true;
  for (const { name, sign } of tokens(formula)) {
    if (expectsName !== (name !== undefined)) throw broken(formula, name ?? sign);
    if (name !== undefined) products.at(-1)?.at(-1)?.push(name);
    if (sign === '+') products.push([[]]);
    if (sign === '*') products.at(-1)?.push([]);
    expectsName = name === undefined;
  }
  if (expectsName) throw broken(formula, 'its end');
  return products;
}

function tokens(formula: string): { name?: string; sign?: string }[] {
  const found: { name?: string; sign?: string }[] = [];
  let place = 0;
  while (formula.slice(place).trim() !== '') {
    TOKEN.lastIndex = place;
    const match = TOKEN.exec(formula);
    if (!match) throw broken(formula, formula.slice(place).trim());
    const [, quoted, plain, sign] = match;
    const name = quoted ?? plain;
    found.push(name === undefined ? { sign: sign! } : { name });
    place = TOKEN.lastIndex;
  }
  return found;
}

/** Every choice of the product's factors but none: a*b is a, b and a:b. */
function termsOf(product: Product): Term[] {
  const choices = product.reduce<Term[]>((all, part) => all.concat(all.map((term) => [...term, ...part])), [[]]);
  return choices.filter((term) => term.length > 0).map((term) => [...new Set(term)]);
}

function remember(terms: Map<string, Term>, term: Term): void {
  const key = JSON.stringify([...term].sort());
  if (!terms.has(key)) terms.set(key, term);
}

function broken(formula: string, at: string | undefined): WinnowError {
  return usageError(
    `The model "${formula}" cannot be read at "${at}". Write columns joined by * (with interactions), : (an interaction alone) and +, e.g. "a*b + c"; odd names in backticks.`,
  );
}
