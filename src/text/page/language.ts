/**
 * A small language detector: by script where the script says it, else by the most frequent words. For short or mixed
 * text it says nothing.
 */

const scripts: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\u3040-\u30ff]/g],
  ['ko', /[\uac00-\ud7af]/g],
  ['zh', /[\u4e00-\u9fff]/g],
  ['th', /[\u0e00-\u0e7f]/g],
  ['he', /[\u0590-\u05ff]/g],
  ['ar', /[\u0600-\u06ff]/g],
  ['hi', /[\u0900-\u097f]/g],
  ['el', /[\u0370-\u03ff]/g],
  ['ru', /[\u0400-\u04ff]/g],
];
/** Japanese mixes kana with Chinese characters, so a small share of kana decides. */
const scriptShare: Readonly<Record<string, number>> = { ja: 0.05 };

const frequentWords: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set(
    'the of and to in is that it was for on are with as this be at by from have not or an which but they'.split(' '),
  ),
  de: new Set(
    'der die und das den von zu mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er'.split(' '),
  ),
  fr: new Set(
    'le la les et des en un une du est que pour dans qui sur pas au par il plus ce avec sont ne se'.split(' '),
  ),
  es: new Set('el la los las y en que un una del se por con para es su al lo como más o pero sus le'.split(' ')),
  it: new Set(
    'il la di che e un una per non sono con del si le da dei nel alla della più anche come ma gli'.split(' '),
  ),
  pt: new Set('o os a as e de do da em um uma que não para com por se na no dos das ao mais foi como'.split(' ')),
  nl: new Set(
    'de het een en van in is dat op te zijn met voor niet aan er om ook als bij door maar naar dan uit'.split(' '),
  ),
  sv: new Set(
    'och att det i som en på är av för med den till inte har de ett om var men jag sig från vi så'.split(' '),
  ),
  da: new Set('og at det i som en på er af for med den til ikke har de et om var men jeg sig fra vi så'.split(' ')),
  pl: new Set('i w z na do nie się to że jest o jak ale po co tak za od jego są dla przez czy tym który'.split(' ')),
};

const sampleCharacters = 4000;
const minWords = 12;
const minShare = 0.12;

/** A two-letter tag, or `undefined` when the text is too short or too mixed to tell. */
export function detectLanguage(text: string): string | undefined {
  const sample = text.slice(0, sampleCharacters);
  return byScript(sample) ?? byWords(sample.toLowerCase().match(/\p{L}+/gu) ?? []);
}

function byScript(sample: string): string | undefined {
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 20) return undefined;
  return scripts.find(
    ([tag, pattern]) => (sample.match(pattern)?.length ?? 0) > letters * (scriptShare[tag] ?? 0.3),
  )?.[0];
}

function byWords(words: readonly string[]): string | undefined {
  if (words.length < minWords) return undefined;
  const counts = Object.entries(frequentWords).map(([tag, frequent]) => ({
    tag,
    count: words.filter((word) => frequent.has(word)).length,
  }));
  counts.sort((one, other) => other.count - one.count);
  const [best, second] = counts;
  if (best === undefined || second === undefined) return undefined;
  return best.count >= words.length * minShare && best.count > second.count ? best.tag : undefined;
}

/** `en_us` as `en-US`; `undefined` for what is no language tag. */
export function languageTag(declared: string | undefined): string | undefined {
  const match = /^\s*([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?\b/i.exec(declared ?? '');
  if (match === null) return undefined;
  const [, language, script, region] = match;
  const parts = [language!.toLowerCase()];
  if (script !== undefined) parts.push(script[0]!.toUpperCase() + script.slice(1).toLowerCase());
  if (region !== undefined) parts.push(region.toUpperCase());
  return parts.join('-');
}
