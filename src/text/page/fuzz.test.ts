import { expect, test } from 'vitest';
import { createRandom, generatePage } from '../../../bench/parse/generate.js';
import { parseMarkdown, parsePage, parseText } from './index.js';

const pages = 1000;
const maxSectionCharacters = 300;

/** Sections that are not where they say, not in order, or too long; compared here, as `expect` takes longer than parsing. */
function misplaced(page: string, parse: typeof parsePage): string[] {
  const { text, sections } = parse(page, { url: 'https://fuzz.example/', maxSectionCharacters });
  return sections
    .filter(
      (section, index) =>
        section.text !== text.slice(section.start, section.end) ||
        section.start < (sections[index - 1]?.end ?? 0) ||
        section.text.length > maxSectionCharacters,
    )
    .map((section) => `${parse.name} ${section.start}: ${page}`);
}

test('generated pages never crash the parser, and sections lie in order where they say', () => {
  const random = createRandom(20_261_115);
  for (let number = 0; number < pages; number++) {
    const page = generatePage(random);
    expect([parsePage, parseMarkdown, parseText].flatMap((parse) => misplaced(page, parse))).toEqual([]);
  }
});

test('the same page gives the same document', () => {
  const page = generatePage(createRandom(7));
  expect(parsePage(page, { url: 'u' })).toEqual(parsePage(page, { url: 'u' }));
});
