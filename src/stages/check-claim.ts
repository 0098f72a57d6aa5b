/**
 * Checks one claim against passages: rules first (quotes, numbers with units, dates, names, denials, comparisons, roles), then entailment by the
 * configured model, else by our verifier; the rules cover its weak sides. How the limits were found: docs/verification.md.
 */
import { type Asked, ask } from '../core/ask.js';
import type { Passage, Verdict } from '../core/data.js';
import { messageOf } from '../core/errors.js';
import { withoutOrders } from '../core/orders.js';
import type { ChatModels, LocalModels, Role } from '../core/ports.js';
import type { Prompt } from '../core/prompt.js';
import { endsRun, type Run } from '../core/run.js';
import { clausesOf, subjectOf, withSubject } from '../text/claims/clauses.js';
import { verbatimIn } from '../text/claims/verbatim.js';
import { contextualText } from '../text/contextual.js';
import { affirmed } from '../text/facts/affirmed.js';
import type { Disagreement } from '../text/facts/agreement.js';
import { clashOf } from '../text/facts/clash.js';
import { inSourceWords } from '../text/facts/in-source-words.js';
import { type Carrier, type Weighed, weighClaim } from '../text/facts/weigh.js';
import { statementsOf } from './statements-of.js';

export type CheckVars = { readonly claim: string; readonly passages: readonly Passage[] };
export type CheckReply = { readonly verdict: 'supported' | 'partial' | 'contradicted' | 'not-stated' };

export type CheckParts = {
  readonly local: Pick<LocalModels, 'verifier'>;
  /** With a prompt, the judge, else the small model decides what rules leave open. */
  readonly models?: ChatModels;
  readonly prompt?: Prompt<CheckVars, CheckReply>;
  /** What the model was asked before, so that it is asked once. */
  readonly asked?: Map<string, Promise<Verdict | undefined>>;
};

/** A stretch of a passage; `start` and `end` count in the text of its document. */
export type Evidence = { readonly passage: Passage; readonly quote: string; readonly start: number; readonly end: number };

export type Checked = {
  readonly verdict: Verdict;
  readonly evidence: readonly Evidence[];
  readonly problems: readonly Disagreement[];
  /** How sure the checker is that the evidence carries the claim, 0 to 1. */
  readonly support: number;
  readonly by: 'words' | 'rules' | 'verifier' | 'model';
};

/** Passages that rules look at; the best of them by words are shown to the model. */
const NOTHING: Checked = { verdict: 'unsupported', evidence: [], problems: [], support: 0, by: 'rules' };

export type CheckInput = { readonly claim: string; readonly passages: readonly Passage[] };

/** Each clause may cost a call; what has more is a list. */
const MOST_CLAUSES = 6;

/** A sentence that does not hold as a whole may hold clause by clause, from several places. */
export async function checkClaim(input: CheckInput, parts: CheckParts, run: Run): Promise<Checked> {
  const whole = await checkWhole(input, parts, run);
  const clauses = whole.verdict === 'supported' ? [] : clausesOf(input.claim);
  if (clauses.length < 2 || clauses.length > MOST_CLAUSES) return whole;
  const subject = subjectOf(input.claim);
  const checked: Checked[] = [];
  for (const [at, { start, end }] of clauses.entries()) {
    const clause = input.claim.slice(start, end);
    checked.push(await checkWhole({ ...input, claim: at === 0 ? clause : withSubject(clause, subject) }, parts, run));
  }
  return joined(whole, checked);
}

/** Supported when every clause is; partial when some are and none is contradicted. */
function joined(whole: Checked, clauses: readonly Checked[]): Checked {
  const evidence = clauses.flatMap((clause) => (clause.verdict === 'unsupported' ? [] : clause.evidence));
  const support = Math.min(...clauses.map((clause) => clause.support));
  if (clauses.every(({ verdict }) => verdict === 'supported')) return { ...whole, verdict: 'supported', evidence, problems: [], support };
  const isPart = clauses.some(({ verdict }) => verdict === 'supported') && clauses.every(({ verdict }) => verdict !== 'contradicted');
  return isPart && whole.verdict === 'unsupported' ? { ...whole, verdict: 'partial', evidence, support } : whole;
}

async function checkWhole({ claim, passages }: CheckInput, parts: CheckParts, run: Run): Promise<Checked> {
  const verbatim = findVerbatim(claim, passages);
  if (verbatim) return { ...NOTHING, verdict: 'supported', evidence: [verbatim], support: 1, by: 'words' };
  const otherwise = saidOtherwise(claim, passages);
  if (otherwise) return { ...NOTHING, verdict: 'supported', evidence: [otherwise], support: 1, by: 'rules' };
  const weighed = weighClaim(claim, passages.map(weighedAs));
  if (!weighed || (weighed.share < SPEAKS_OF_IT && !weighed.problems.some(({ ofAnother }) => ofAnother))) return NOTHING;
  const evidence = weighed.carriers.map((carrier) => evidenceOf(carrier, passages));
  const ruled = byRules(weighed);
  const base = { evidence, problems: weighed.problems };
  if (ruled.isFinal && isDenialAlone(weighed) && parts.local.verifier && !roleOf(parts)) {
    const odds = await byVerifier({ claim, weighed, passages }, parts.local.verifier, run);
    if (odds >= SURE) return settle({ ...base, problems: [], verdict: 'supported', support: odds, by: 'verifier' });
  }
  if (ruled.isFinal) return settle({ ...base, verdict: ruled.verdict, support: 0, by: 'rules' });
  const asked = await byModel({ claim, weighed, passages }, parts, run);
  if (asked && !(asked === 'supported' && (await isDoubted({ claim, weighed, passages }, parts, run))))
    return settle({ ...base, verdict: asked, support: asked === 'supported' ? 1 : 0, by: 'model' });
  if (asked) return settle({ ...base, verdict: 'partial', support: 0, by: parts.local.verifier ? 'verifier' : 'rules' });
  if (!parts.local.verifier)
    return settle({ ...base, verdict: byWordsAlone(ruled.verdict, evidence), support: weighed.share, by: 'rules' });
  const odds = await byVerifier({ claim, weighed, passages }, parts.local.verifier, run);
  return settle({ ...base, verdict: combine(weighed, odds), support: odds, by: 'verifier' });
}

/** A claim that nothing supports has no evidence. */
function settle(checked: Checked): Checked {
  return checked.verdict === 'unsupported' ? { ...checked, evidence: [] } : checked;
}

function findVerbatim(claim: string, passages: readonly Passage[]): Evidence | undefined {
  for (const passage of passages) {
    const found = verbatimIn(claim, withoutOrders(passage.text)); // what stands in an order was not stated
    if (found)
      return {
        passage,
        quote: passage.text.slice(found.start, found.end),
        start: passage.start + found.start,
        end: passage.start + found.end,
      };
  }
  return undefined;
}

/** "It did not close in 1990" is carried by "It closed in 1988". */
function saidOtherwise(claim: string, passages: readonly Passage[]): Evidence | undefined {
  const text = affirmed(claim);
  if (text === undefined || isStated(text, passages)) return undefined;
  return passages.flatMap(statementsOf).find((statement) => clashOf({ text, context: '' }, statement, { whole: true }));
}

/** Nearly all its words in one place, and nothing against it. */
function isStated(text: string, passages: readonly Passage[]): boolean {
  const weighed = weighClaim(text, passages.map(weighedAs));
  return weighed !== undefined && weighed.problems.length === 0 && weighed.share >= 0.9;
}

const weighedAs = ({ source, headings, text }: Passage) => ({ text, context: [source.title, ...headings].join('\n') });

function evidenceOf({ source, start, end }: Carrier, passages: readonly Passage[]): Evidence {
  const passage = passages[source] as Passage;
  return { passage, quote: passage.text.slice(start, end), start: passage.start + start, end: passage.start + end };
}

/** Below this share of its words the passages speak of something else. */
const SPEAKS_OF_IT = 0.3;
/** From this share on words alone, without any disagreement, are enough where nothing better is at hand. */
const ENOUGH_BY_WORDS = 0.6;
/** A stretch with so much of the claim and another figure in its place says otherwise rather than something else. */
const SAME_MATTER = 0.5;

type Ruled = { readonly verdict: Verdict; readonly isFinal: boolean };

function byRules({ problems, share }: Weighed): Ruled {
  const hard = problems.filter(({ kind }) => kind !== 'name');
  const clash = problems.some(({ clashes }) => clashes);
  const isSameMatter = share >= SAME_MATTER || problems.some(({ ofAnother }) => ofAnother);
  if (clash) return { verdict: isSameMatter ? 'contradicted' : 'unsupported', isFinal: true };
  if (hard.length > 0) return { verdict: share >= ENOUGH_BY_WORDS ? 'partial' : 'unsupported', isFinal: true };
  if (problems.length > 0) return { verdict: share >= ENOUGH_BY_WORDS ? 'partial' : 'unsupported', isFinal: false };
  return { verdict: share >= ENOUGH_BY_WORDS ? 'supported' : 'unsupported', isFinal: false };
}

/** Rules take some denials in other words for contradictions; the verifier knows denials (models/verifier/CARD.md) and may overrule them. */
function isDenialAlone({ problems }: Weighed): boolean {
  return problems.length > 0 && problems.every(({ kind }) => kind === 'negation');
}

/** Words gathered from several documents prove little: without anyone who understands them, one document must have said it. */
function byWordsAlone(verdict: Verdict, evidence: readonly Evidence[]): Verdict {
  const documents = new Set(evidence.map(({ passage }) => passage.source.id));
  return verdict === 'supported' && documents.size > 1 ? 'partial' : verdict;
}

/** The verifier's own decision boundary. */
const ENOUGH_BY_VERIFIER = 0.5;
/** Where rules find nothing wrong and the words are there, only a verifier this sure of the contrary is believed (experiments/data/verify.yaml). */
const DOUBTED = 0.1;
/** A name that the stretch lacks is overruled only by a verifier that is this sure. */
const SURE = 0.9;

function combine({ problems, share }: Weighed, odds: number): Verdict {
  const isCovered = share >= ENOUGH_BY_WORDS;
  if (problems.length > 0) return odds >= SURE ? 'supported' : isCovered ? 'partial' : 'unsupported';
  if (odds > (isCovered ? DOUBTED : ENOUGH_BY_VERIFIER)) return 'supported';
  return isCovered ? 'partial' : 'unsupported';
}

/**
 * A small model calls many things supported, and one that obeys pages calls everything so. Where few words agree and our verifier is sure of the
 * contrary, it is not believed; nor where a name is missing, unless our verifier finds it in other words.
 */
async function isDoubted(weighing: Weighing, { local }: CheckParts, run: Run): Promise<boolean> {
  const { problems, share } = weighing.weighed;
  const lacksName = problems.length > 0; // anything worse was final
  if (!local.verifier) return lacksName;
  if (!lacksName && share >= ENOUGH_BY_WORDS) return false;
  return (await byVerifier(weighing, local.verifier, run)) < (lacksName ? ENOUGH_BY_VERIFIER : DOUBTED);
}

type Weighing = { readonly claim: string; readonly weighed: Weighed; readonly passages: readonly Passage[] };

/** The stretches with what stands before the first, under title and headings. */
async function byVerifier(
  { claim, weighed, passages }: Weighing,
  verifier: NonNullable<LocalModels['verifier']>,
  run: Run,
): Promise<number> {
  const { source, headings } = (passages[weighed.carriers[0]?.source ?? 0] as Passage) ?? {};
  const joined = [weighed.before, ...weighed.carriers.map(({ text }) => text)].filter(Boolean).join(' ');
  const [odds] = await verifier.entail(inSourceWords(claim, joined), [contextualText(source.title, headings, joined)], {
    signal: run.signal,
  });
  return odds?.supported ?? 0;
}

/** Which model decides what rules leave open, if one is configured. */
function roleOf({ models = {}, prompt }: Pick<CheckParts, 'models' | 'prompt'>): Role | undefined {
  return prompt ? (models.judge ? 'judge' : models.small ? 'small' : undefined) : undefined;
}

async function byModel({ claim, weighed, passages }: Weighing, parts: CheckParts, run: Run): Promise<Verdict | undefined> {
  const { asked = new Map(), models = {}, prompt } = parts;
  const role = roleOf({ models, ...(prompt && { prompt }) });
  if (!role || !prompt) return undefined;
  const shown = [...new Set(weighed.carriers.map(({ source }) => source))].map((at) => passages[at] as Passage);
  const key = JSON.stringify([claim, ...shown.map(({ id }) => id)]);
  const verdict = asked.get(key) ?? askModel({ models, role, prompt, vars: { claim, passages: shown } }, run);
  asked.set(key, verdict);
  return verdict;
}

async function askModel(asked: Asked<CheckVars, CheckReply>, run: Run): Promise<Verdict | undefined> {
  try {
    const { verdict } = await ask(asked, run);
    return verdict === 'not-stated' ? 'unsupported' : verdict;
  } catch (error) {
    if (endsRun(error, run)) throw error;
    run.emit({ type: 'fallback', reason: messageOf(error) });
    return undefined;
  }
}
