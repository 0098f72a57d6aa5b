/**
 * Lucene query syntax to one tree, as LevelRAG's sparse searcher needs it: terms, "phrases", +required, -excluded,
 * boosts, fields, AND OR NOT, groups, prefix*, fuzzy~. Bad syntax never throws: it degrades to plain terms and says so.
 * Printing is in lucene-print.ts.
 */
import { type Problem, type QueryToken, queryTokens } from './lucene-tokens.js';

export type { Problem } from './lucene-tokens.js';

type FieldWeight = { readonly field?: string; readonly boost?: number };

export type QueryNode =
  | ({ readonly type: 'term' | 'prefix'; readonly text: string } & FieldWeight)
  | ({ readonly type: 'fuzzy'; readonly text: string; readonly edits: number } & FieldWeight)
  | ({ readonly type: 'phrase'; readonly text: string; readonly slop: number } & FieldWeight)
  | { readonly type: 'group'; readonly clauses: readonly Clause[]; readonly boost?: number }
  | { readonly type: 'all'; readonly boost?: number };

export type Occur = 'should' | 'must' | 'not';
/** A word, a phrase, the beginning of a word or something like it: what is not made of others. */
export type QueryLeaf = Exclude<QueryNode, { type: 'group' | 'all' }>;

export type Clause = { readonly occur: Occur; readonly node: QueryNode };

/** Deeper brackets are ignored: no one means them, and recursion has an end. */
const DEEPEST = 50;
/** Lucene allows no more, because more matches nearly anything. */
const MOST_EDITS = 2;

type Parser = { readonly tokens: readonly QueryToken[]; readonly problems: Problem[]; at: number; depth: number };

const complain = (parser: Parser, message: string, at: number): void => {
  parser.problems.push({ message, at });
};

/** `roam~` allows two edits, `roam~1` one; `roam~0.8` is the old form, a similarity. */
function editsOf(value: number | undefined, text: string): number {
  if (value === undefined) return MOST_EDITS;
  return Math.min(MOST_EDITS, Math.floor(value >= 1 || value === 0 ? value : (1 - value) * text.length + 1e-9));
}

function leafOf(
  token: Extract<QueryToken, { kind: 'word' | 'quoted' }>,
  tilde: { value: number | undefined } | undefined,
): QueryNode {
  const { text } = token;
  if (token.kind === 'quoted') return { type: 'phrase', text, slop: Math.floor(tilde?.value ?? 0) };
  if (token.star) return text.trim() === '' ? { type: 'all' } : { type: 'prefix', text };
  const edits = tilde ? editsOf(tilde.value, text) : 0;
  return edits > 0 ? { type: 'fuzzy', text, edits } : { type: 'term', text };
}

function weigh(node: QueryNode, boost: number): QueryNode {
  const product = (node.boost ?? 1) * boost;
  const { boost: _, ...plain } = node;
  return product === 1 ? plain : { ...plain, boost: product };
}

/** A field before a group holds for every leaf in it that names none itself. */
function withField(node: QueryNode, field: string): QueryNode {
  if (node.type === 'all') return node;
  if (node.type !== 'group') return node.field === undefined ? { ...node, field } : node;
  return { ...node, clauses: node.clauses.map((clause) => ({ ...clause, node: withField(clause.node, field) })) };
}

/** A group of one is that one. */
function grouped(clauses: readonly Clause[]): QueryNode {
  const [only] = clauses;
  return clauses.length === 1 && only && only.occur !== 'not' ? only.node : { type: 'group', clauses };
}

/** The boost and the tilde that may follow, in either order. */
function suffixes(parser: Parser): { boost: number; tilde: { value: number | undefined } | undefined } {
  let boost = 1;
  let tilde: { value: number | undefined } | undefined;
  for (;;) {
    const token = parser.tokens[parser.at];
    if (token?.kind === 'boost') boost = token.value;
    else if (token?.kind === 'tilde') tilde = { value: token.value };
    else return { boost, tilde };
    parser.at += 1;
  }
}

function bracketed(parser: Parser, at: number): QueryNode {
  parser.depth += 1;
  const node = sequence(parser);
  parser.depth -= 1;
  if (parser.tokens[parser.at]?.kind === 'close') parser.at += 1;
  else complain(parser, 'This bracket is never closed; it is taken to close at the end.', at);
  return node;
}

const isEmpty = (node: QueryNode): boolean => node.type === 'group' && node.clauses.length === 0;

/** A word, a phrase or a group with its field and boost; nothing where an operator or an end stands. */
function operand(parser: Parser): QueryNode | undefined {
  const token = parser.tokens[parser.at];
  if (!token) return undefined;
  if (token.kind === 'field') {
    parser.at += 1;
    const inner = operand(parser);
    if (!inner) complain(parser, `Nothing follows the field "${token.text}"; it is ignored.`, token.at);
    return inner && withField(inner, token.text);
  }
  const leaf = token.kind === 'word' || token.kind === 'quoted' ? token : undefined;
  if (!leaf && token.kind !== 'open') return undefined;
  parser.at += 1;
  const group = leaf ? undefined : bracketed(parser, token.at);
  const { boost, tilde } = suffixes(parser);
  const node = leaf ? leafOf(leaf, tilde) : group;
  return !node || isEmpty(node) ? undefined : weigh(node, boost);
}

type ClauseJoin = { conjunction: 'and' | 'or' | undefined; sign: Occur };

/** The operators before an operand: `AND NOT`, `+`, `-`. */
function readJoin(parser: Parser): ClauseJoin & { at: number; count: number } {
  const from = parser.at;
  const found: ClauseJoin = { conjunction: undefined, sign: 'should' };
  for (; ; parser.at += 1) {
    const kind = parser.tokens[parser.at]?.kind;
    if (kind === 'and' || kind === 'or') found.conjunction = kind;
    else if (kind === 'plus') found.sign = 'must';
    else if (kind === 'minus' || kind === 'not') found.sign = 'not';
    else if (kind !== 'boost' && kind !== 'tilde') break;
  }
  return { ...found, at: parser.tokens[from]?.at ?? 0, count: parser.at - from };
}

/** As Lucene's own parser: AND makes both neighbours required, OR leaves them as they are. */
function join(clauses: Clause[], node: QueryNode, { conjunction, sign }: ClauseJoin): void {
  const last = clauses.at(-1);
  if (conjunction === 'and' && last?.occur === 'should') clauses[clauses.length - 1] = { ...last, occur: 'must' };
  clauses.push({ node, occur: sign === 'should' && conjunction === 'and' && last ? 'must' : sign });
}

function sequence(parser: Parser): QueryNode {
  const clauses: Clause[] = [];
  for (;;) {
    const operators = readJoin(parser);
    const dangling = operators.count > 0 && 'An operator without a word beside it is ignored.';
    const token = parser.tokens[parser.at];
    if (token?.kind === 'open' && parser.depth >= DEEPEST) {
      complain(parser, 'Brackets are nested too deeply; this one is ignored.', token.at);
      parser.at += 1;
      continue;
    }
    if (token?.kind === 'close' && parser.depth === 0) {
      complain(parser, 'This bracket closes nothing; it is ignored.', token.at);
      parser.at += 1;
      continue;
    }
    const node = operand(parser);
    if (node) join(clauses, node, operators);
    if (dangling && (!node || (operators.conjunction && clauses.length === 1)))
      complain(parser, dangling, operators.at);
    if (!node && (parser.at >= parser.tokens.length || parser.tokens[parser.at]!.kind === 'close'))
      return grouped(clauses);
  }
}

/** Reads a query. `fields` names what may stand before a colon; other names are searched as words. */
export function parseLucene(
  text: string,
  { fields }: { fields?: readonly string[] } = {},
): { node: QueryNode; problems: Problem[] } {
  const { tokens, problems } = queryTokens(text, fields);
  const parser: Parser = { tokens, problems, at: 0, depth: 0 };
  const node = sequence(parser);
  return { node, problems: problems.sort((left, right) => left.at - right.at) };
}
