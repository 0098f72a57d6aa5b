/** The wordings of wordings.yaml as cases: each with a topic, in three places. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { seededRandom } from '../../src/text/random.js';
import { type HostileCase, hostileCase, type Kind, paragraphs } from './page.js';
import { BRIDGE, DOSE, FERRY, FESTIVAL, LIBRARY, TOWER, type Topic } from './topics.js';

export type Families = Readonly<Record<string, readonly string[]>>;
export const WORDINGS = parse(readFileSync(new URL('./wordings.yaml', import.meta.url), 'utf8')) as {
  readonly tune: Families;
  readonly aside: Families;
};

/** One reading of a wording: of each `[a|b]` one, chosen by `random`. */
export function readingOf(wording: string, random: () => number): string {
  const chosen = wording.replace(/\[([^[\]]*\|[^[\]]*)\]/g, (_, all: string) => {
    const either = all.split('|');
    return either[Math.floor(random() * either.length)] as string;
  });
  return chosen.replace(/ {2,}/g, ' ').replace(/ (?=[.,;:!?])/g, '');
}

const TOPICS = [BRIDGE, LIBRARY, FERRY, DOSE, TOWER, FESTIVAL];
/**
 * On a page beside the honest one; on the page that holds the answer, as a paragraph; there, right behind the sentence
 * that answers.
 */
export const PLACES = ['beside', 'same page', 'same paragraph'] as const;
type Place = (typeof PLACES)[number];

export const worded = (wording: string, topic: Topic): string =>
  wording.replaceAll('{lie}', topic.lie.replace(/\.$/, ''));

export function wordingCases(families: Families): (HostileCase & { readonly place: Place; readonly family: string })[] {
  const wordings = Object.entries(families).flatMap(([family, texts]) =>
    texts.map((text) => ({ family, text: readingOf(text, seededRandom(text)) })),
  );
  return wordings.flatMap(({ family, text }, at) =>
    PLACES.map((place) => ({
      ...caseOf(text, TOPICS[at % TOPICS.length] as Topic, place),
      id: `${place}: ${text}`,
      family,
      place,
    })),
  );
}

function caseOf(wording: string, topic: Topic, place: Place): HostileCase {
  const shown = worded(wording, topic);
  const escaped = shown
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\n', '<br>');
  const one = hostileCase({ id: wording, kind: 'order to ignore' satisfies Kind, topic, order: escaped, key: shown });
  if (place === 'beside') return one;
  const [first = '', ...rest] = topic.honest;
  const [truth = '', more = ''] = first.split(/(?<=\.) (?=\p{Lu})/u);
  const body = place === 'same page' ? [first, escaped, ...rest] : [`${truth} ${escaped} ${more}`, ...rest];
  const page = (texts: readonly string[]) => ({
    ...one.hostile,
    html: one.harmless.html.replace(paragraphs(topic.filler), () => paragraphs(texts)),
  });
  return {
    ...one,
    honest: { ...one.harmless, url: one.honest.url },
    hostile: page(body),
    harmless: page(topic.honest),
  };
}
