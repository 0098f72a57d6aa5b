/** Parses many generated pages and stops at the first that throws, breaks a promise of the parser, or takes too long. */
import { parsePage } from '../../src/text/page/index.js';
import { createRandom, generatePage } from './generate.js';

const maxPageMs = 1000;

export function fuzz(documents: number, seed: number): void {
  const random = createRandom(seed);
  const start = performance.now();
  let slowest = 0;
  for (let number = 0; number < documents; number++) {
    const html = generatePage(random);
    const before = performance.now();
    try {
      const { text, sections } = parsePage(html, { url: 'https://fuzz.example/' });
      for (const section of sections)
        if (section.text !== text.slice(section.start, section.end)) throw new Error('a section is not where it says');
    } catch (error) {
      console.log(`page ${number} of seed ${seed} failed: ${JSON.stringify(html)}`);
      throw error;
    }
    slowest = Math.max(slowest, performance.now() - before);
    if (slowest > maxPageMs) throw new Error(`page ${number} of seed ${seed} took ${slowest} ms: ${JSON.stringify(html)}`);
  }
  const seconds = (performance.now() - start) / 1000;
  console.log(`${documents} pages (seed ${seed}): no crash, slowest ${slowest.toFixed(1)} ms, ${seconds.toFixed(0)} s in all`);
}
