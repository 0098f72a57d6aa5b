/** Repairs a claim that does not hold: says the source's figure, date or name in its place, leaves out a clause, or has a model say what the source says. */
import { ask } from '../core/ask.js';
import type { Passage } from '../core/data.js';
import { messageOf } from '../core/errors.js';
import type { Prompt } from '../core/prompt.js';
import { endsRun, type Run } from '../core/run.js';
import { clausesOf, subjectOf, withSubject } from '../text/claims/clauses.js';
import type { Disagreement } from '../text/facts/agreement.js';
import { type Checked, type CheckParts, checkClaim } from './check-claim.js';

export type RewriteVars = { readonly claim: string; readonly passages: readonly Passage[] };
export type RewritePrompt = Prompt<RewriteVars, { readonly text: string }>;

export type RepairParts = CheckParts & { readonly rewrite?: RewritePrompt };
export type RepairInput = { readonly claim: string; readonly checked: Checked; readonly passages: readonly Passage[] };

/** `how` is missing where the claim stays as it is: nothing in it is wrong or missing, it is only not certain. */
export type Repaired = { readonly text: string; readonly checked: Checked; readonly how?: string };

/** Nothing when only leaving it out helps. Whatever is put in its place is checked like the first. */
export async function repairClaim(input: RepairInput, parts: RepairParts, run: Run): Promise<Repaired | undefined> {
  for (const attempt of [bySourceWords, byClauses, byModel]) {
    const changed = await attempt(input, parts, run);
    if (!changed) continue;
    const checked = await checkClaim({ claim: changed.text, passages: input.passages }, parts, run);
    if (checked.verdict === 'supported') return { ...changed, checked };
  }
  const { checked, claim } = input;
  return checked.verdict === 'partial' && checked.problems.length === 0 ? { text: claim, checked } : undefined;
}

type Changed = { readonly text: string; readonly how: string };

/** "opened in 1889" -> "opened in 1888", where the rest agrees and the source's own words are known. */
async function bySourceWords({ claim, checked }: RepairInput): Promise<Changed | undefined> {
  const known = checked.problems.filter(isReplaceable);
  if (known.length === 0 || known.length < checked.problems.length) return undefined;
  const text = [...known]
    .sort((left, right) => right.at.start - left.at.start)
    .reduce((rest, { at, known: put }) => rest.slice(0, at.start) + put + rest.slice(at.end), claim);
  return { text, how: `rewritten as the source says: ${known.map(({ claimed, known: put }) => `"${claimed}" is "${put}"`).join(', ')}` };
}

type Replaceable = Disagreement & Required<Pick<Disagreement, 'at' | 'known'>>;

function isReplaceable(problem: Disagreement): problem is Replaceable {
  return ['number', 'date', 'name'].includes(problem.kind) && problem.known !== undefined && problem.at !== undefined;
}

/** Clauses that hold stay, the others go. */
async function byClauses({ claim, passages }: RepairInput, parts: RepairParts, run: Run): Promise<Changed | undefined> {
  const clauses = clausesOf(claim);
  if (clauses.length < 2) return undefined;
  const subject = subjectOf(claim);
  const [kept, left]: [string[], string[]] = [[], []];
  for (const [at, { start, end }] of clauses.entries()) {
    const said = claim.slice(start, end).trim();
    const whole = at === 0 || kept.length > 0 ? said : withSubject(said, subject);
    const { verdict } = await checkClaim({ claim: at === 0 ? said : withSubject(said, subject), passages }, parts, run);
    (verdict === 'supported' ? kept : left).push(whole);
  }
  if (kept.length === 0 || left.length === 0) return undefined;
  const text = kept.join('; ').replace(/[\s,;.]+$/, '');
  return { text: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`, how: `left out, as no source says it: "${left.join('; ')}"` };
}

/** Only where a passage speaks of the claim: of what none speaks of there is nothing to say. */
async function byModel({ claim, checked }: RepairInput, { models = {}, rewrite }: RepairParts, run: Run): Promise<Changed | undefined> {
  const role = models.small ? 'small' : models.large ? 'large' : undefined;
  const shown = [...new Set(checked.evidence.map(({ passage }) => passage))];
  if (!role || !rewrite || shown.length === 0) return undefined;
  try {
    const { text } = await ask({ models, role, prompt: rewrite, vars: { claim, passages: shown } }, run);
    const rewritten = text.replace(/\s*\[\d{1,3}\]/g, '').trim(); // it was shown numbered passages
    return rewritten === '' ? undefined : { text: rewritten, how: 'rewritten by the model as the source says' };
  } catch (error) {
    if (endsRun(error, run)) throw error;
    run.emit({ type: 'fallback', reason: messageOf(error) });
    return undefined;
  }
}
