import { expect, test } from 'vitest';
import { createRandom, generatePage } from '../../../bench/parse/generate.js';
import { parseMarkdown, parsePage, parseText } from './index.js';

const pages = 1000;

test('generated pages never crash the parser, and sections lie in order where they say', () => {
  const random = createRandom(20_261_115);
  for (let number = 0; number < pages; number++) {
    const page = generatePage(random);
    for (const parse of [parsePage, parseMarkdown, parseText]) {
      const { text, sections } = parse(page, { url: 'https://fuzz.example/', maxSectionCharacters: 300 });
      let end = 0;
      for (const section of sections) {
        expect(section.text).toBe(text.slice(section.start, section.end));
        expect(section.start).toBeGreaterThanOrEqual(end);
        expect(section.text.length).toBeLessThanOrEqual(300);
        end = section.end;
      }
    }
  }
});

test('the same page gives the same document', () => {
  const page = generatePage(createRandom(7));
  expect(parsePage(page, { url: 'u' })).toEqual(parsePage(page, { url: 'u' }));
});
