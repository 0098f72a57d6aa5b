/**
 * How sure a model is that the answer to a question is yes: the probability of "Yes" as its first token, summed over
 * its spellings, as G-RAG's reranker reads it (section 3.3). A model without log-probabilities is taken at its word: 1
 * or 0.
 */
import { type AskInput, call } from './ask.js';
import { WinnowError } from './errors.js';
import type { ChatReply, TokenOdds } from './ports.js';
import { fenceWith } from './prompt.js';
import type { Run } from './run.js';

/** As many as the OpenAI-shaped API gives at most. */
const TOP_LOGPROBS = 20;
/** Enough for "Yes." after a blank or an opening quote. */
const MAX_TOKENS = 4;

export type YesOptions = {
  /** Yes / (Yes + No) instead of Yes over all tokens. */
  readonly normalised?: boolean;
};

/** The prompt must ask for one word, Yes or No. Rejects with code `unreadable` when the reply is neither. */
export async function askYesProbability<Vars>(
  asked: AskInput<Vars, string>,
  { normalised = false }: YesOptions,
  run: Run,
): Promise<number> {
  const { prompt, vars, history = [] } = asked;
  const messages = [...history, ...prompt.render(vars, fenceWith(run.boundary, run))];
  const request = { messages, formats: [{ type: 'text' } as const], maxTokens: MAX_TOKENS, topLogprobs: TOP_LOGPROBS };
  const reply = await call(asked, request, run);
  return yesProbability(reply, normalised);
}

export function yesProbability(
  { firstToken, text }: Pick<ChatReply, 'firstToken' | 'text'>,
  normalised: boolean,
): number {
  if (firstToken && saysSomething(firstToken)) {
    const [yes, no] = [oddsOf(firstToken, 'yes'), oddsOf(firstToken, 'no')];
    if (yes + no > 0) return normalised ? yes / (yes + no) : yes;
  }
  const said = /^[\s"'*]*(yes|no)\b/i.exec(text)?.[1]?.toLowerCase();
  if (said) return said === 'yes' ? 1 : 0;
  throw new WinnowError('unreadable', 'the model was asked for yes or no and said neither');
}

/**
 * A reply that most likely begins with a blank, a quote or a sign has said nothing yet: then the word that follows
 * counts.
 */
function saysSomething(tokens: readonly TokenOdds[]): boolean {
  const likeliest = tokens.reduce<TokenOdds | undefined>(
    (best, next) => (best && best.logprob >= next.logprob ? best : next),
    undefined,
  );
  return likeliest !== undefined && wordOf(likeliest.token) !== '';
}

/** Without blanks (also as tokenizers write them), quotes and signs. */
const wordOf = (token: string): string => token.replace(/[\s\u2581\u0120"'*.,!:;]+/g, '').toLowerCase();

/** "Yes", "yes", " YES" and "Yes," are one word to us and several tokens to the model. */
function oddsOf(tokens: readonly TokenOdds[], word: string): number {
  const spelt = tokens.filter(({ token }) => wordOf(token) === word);
  return Math.min(
    1,
    spelt.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0),
  );
}
