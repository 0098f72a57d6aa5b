/**
 * What the model of prompt-injection.ts sees of a stretch of text: which kinds of words it holds and in which order,
 * and single words. The kinds are what an injection is made of in any wording: a verb of saying, the one spoken to, a
 * machine, instructions, the reply. Single words count only where the fit has found them to tell.
 */

/**
 * Stems by kind. A word is of a kind when it is a stem with an ending ("respond", "responding"); stems of up to three
 * letters stand for themselves.
 */
const KINDS: Readonly<Record<string, string>> = {
  say: `say tell state write print output mention claim report reply respond answer repeat include add append insert cite quote explain produce return give assert
    note display show put announce declare post generate conclude recommend let know`,
  begin:
    'begin start end finish close use keep select rate rank mark score treat trust send reveal change modify edit alter replace rewrite revise make set',
  drop: 'ignor disregard forget discard overrid bypass skip stop neglect drop dismiss abandon nevermind halt wait refus',
  machine: `ai llm gpt chatgpt claude gemini copilot openai model assistant bot chatbot robot agent crawler software machine automat grader ranker rerank verifier
    summari`,
  you: 'you your yours yourself',
  rule: 'instruct prompt guideline direction directive command order rule context task assignment system policy',
  earlier: 'previous prior above earlier preceding original next following below this',
  reply: 'answer repl response output summar wording sentence statement text word line',
  user: 'user reader asker person people everybody everyone whoever them visitor',
  only: 'only just exactly simply verbatim instead always never nothing must shall should now please kindly',
  source: 'source page passage document url result relevan score citation site website',
};

const SHORT = 3;
const ENDING = 4;
const KINDS_OF = new Map<string, string[]>();
for (const [kind, stems] of Object.entries(KINDS))
  for (const stem of stems.split(/\s+/)) KINDS_OF.set(stem, [...(KINDS_OF.get(stem) ?? []), kind]);

function kindsOf(word: string): readonly string[] {
  for (let length = word.length; length >= Math.max(1, word.length - ENDING); length -= 1) {
    const kinds = KINDS_OF.get(word.slice(0, length));
    if (kinds && (length > SHORT || length === word.length)) return kinds;
  }
  return [];
}

export type Token = {
  readonly word: string;
  readonly kinds: readonly string[];
  /** Opens a sentence, or stands where an imperative may: after a comma, a colon, "and", "please". */
  readonly opens: boolean;
  readonly isShouted: boolean;
  /** A sentence begins here, within another: "write The bridge is closed". */
  readonly isInner: boolean;
};

/** What begins sentences and, with a capital letter, hardly ever stands within one. */
const BEGINNING = /^(?:The|A|An|It|He|She|They|We|In|On|At|There|This|These|Those|All|Its|His|Her|Their)$/;

/** Chinese and Japanese: every two characters of a run of Han, which need not be a word. */
const TOKEN =
  /(?=(\p{Script=Han}{2}))\p{Script=Han}|(?![\p{Script=Han}\p{Script=Hiragana}])\p{L}(?:(?![\p{Script=Han}\p{Script=Hiragana}])[\p{L}\p{M}'’])*|\p{N}+|[.:!?"=]|[<>[\]{}#|*_-]{2,}|[<>[\]{}#@]/gu;
const OPENER = /^(?:[.!?:"=\]>}]|and|then|please|kindly|to|must|should|shall|instead|now|just|[-*#]+.*)$/;

/** Words in addresses say nothing. */
const ADDRESS = /\bhttps?:\/\/\S+/g;

export function tokensOf(text: string): Token[] {
  let [opens, ends] = [true, true];
  return [...text.replace(ADDRESS, ' ').matchAll(TOKEN)].map(({ 0: first, 1: pair }) => {
    const shown = pair ?? first;
    const word = shown.toLowerCase();
    const token = {
      word: /^\p{N}/u.test(word) ? '0' : word,
      kinds: kindsOf(word),
      opens,
      isShouted: /^\p{Lu}{3,}$/u.test(shown),
      isInner: !ends && BEGINNING.test(shown),
    };
    opens = OPENER.test(word);
    ends = /^[.!?]$/.test(word);
    return token;
  });
}

const STEM = 5;
/** Shouted words in a row. */
const SHOUTS = 3;

const ORDERS = new Set(['say', 'begin', 'drop']);

/** Whether a verb stands where an imperative would. */
export const holdsOrder = (tokens: readonly Token[]): boolean =>
  tokens.some(({ opens, kinds }) => opens && kinds.some((kind) => ORDERS.has(kind)));

/** Names of what is there, each once. */
export function featuresOf(tokens: readonly Token[]): Set<string> {
  const features = new Set<string>();
  tokens.forEach(({ word, kinds, opens }, at) => {
    features.add(word).add(`${word.slice(0, STEM)}~`);
    const next = tokens[at + 1];
    const mark = opens ? '!' : ''; // "say that ..." is an order, "the churches say that ..." is none
    if (next) features.add(`${mark}${word} ${next.word}`);
    for (const kind of kinds) {
      features.add(`<${kind}>`);
      if (opens) features.add(`!<${kind}>`);
      if (next) features.add(`${mark}<${kind}> ${next.word}`);
      for (const other of next?.kinds ?? []) features.add(`${mark}<${kind}> <${other}>`);
      for (const later of tokens.slice(at + 2)) for (const other of later.kinds) features.add(`<${kind}>..<${other}>`);
    }
    if (next) for (const other of next.kinds) features.add(`${word} <${other}>`);
    if (next?.isInner) {
      features.add('^').add(`${word} ^`);
      for (const kind of kinds) features.add(`<${kind}> ^`);
    }
  });
  if (tokens.filter(({ isShouted }) => isShouted).length >= SHOUTS) features.add('SHOUTED');
  return features;
}
