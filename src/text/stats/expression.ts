/**
 * Arithmetic over named columns, e.g. `0.6*relevance + 0.4*faithfulness`: numbers, names, + - * / and parentheses.
 * Nothing else can be said in it.
 */
import { usageError } from '../../core/errors.js';

export type Expression = {
  /** The columns it needs, in order of first mention. */
  readonly names: readonly string[];
  readonly evaluate: (columnValue: (name: string) => number) => number;
};

type Node = (columnValue: (name: string) => number) => number;

const TOKEN = /\s*(?:`([^`]+)`|([\p{L}_][\p{L}\p{N}_.]*)|(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+)|([-+*/()]))/uy;

export function parseExpression(text: string): Expression {
  const names = new Set<string>();
  const tokens = tokensOf(text);
  let at = 0;
  const broken = () =>
    usageError(
      `The response "${text}" cannot be read${tokens[at] ? ` at "${tokens[at]?.text}"` : ' at its end'}. Write e.g. "0.6*relevance + 0.4*faithfulness"; odd names in backticks.`,
    );
  const takes = (sign: string): boolean => tokens[at]?.kind === 'sign' && tokens[at]?.text === sign && ++at > 0;

  function value(): Node {
    if (takes('-')) {
      const inner = value();
      return (columnValue) => -inner(columnValue);
    }
    if (takes('(')) {
      const inner = sum();
      if (!takes(')')) throw broken();
      return inner;
    }
    const token = tokens[at];
    if (!token || token.kind === 'sign') throw broken();
    at += 1;
    if (token.kind === 'number') return () => Number(token.text);
    names.add(token.text);
    return (columnValue) => columnValue(token.text);
  }

  /** Operators of one rank, from the left. */
  const chain =
    (part: () => Node, signs: Readonly<Record<string, (left: number, right: number) => number>>) => (): Node => {
      let left = part();
      for (;;) {
        const sign = Object.keys(signs).find(takes);
        if (sign === undefined) return left;
        const [first, second, join] = [left, part(), signs[sign]!];
        left = (columnValue) => join(first(columnValue), second(columnValue));
      }
    };
  const product = chain(value, { '*': (left, right) => left * right, '/': (left, right) => left / right });
  const sum = chain(product, { '+': (left, right) => left + right, '-': (left, right) => left - right });

  const evaluate = sum();
  if (at < tokens.length) throw broken();
  return { names: [...names], evaluate };
}

type Token = { readonly kind: 'name' | 'number' | 'sign'; readonly text: string };

function tokensOf(text: string): Token[] {
  const found: Token[] = [];
  let place = 0;
  while (text.slice(place).trim() !== '') {
    TOKEN.lastIndex = place;
    const match = TOKEN.exec(text);
    if (!match) throw usageError(`The response "${text}" cannot be read at "${text.slice(place).trim()}".`);
    const [, quoted, plain, number, sign] = match;
    const name = quoted ?? plain;
    found.push(
      name !== undefined
        ? { kind: 'name', text: name }
        : number !== undefined
          ? { kind: 'number', text: number }
          : { kind: 'sign', text: sign! },
    );
    place = TOKEN.lastIndex;
  }
  return found;
}
