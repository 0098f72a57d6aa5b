/**
 * Parses many generated pages and stops at the first that throws, breaks a promise of the parser, or takes too long.
 */
import { parsePage } from '../../src/text/page/index.js';
import { createRandom, generatePage } from './generate.js';

/** Of processor time: on a busy machine the clock also counts the time in which others run. */
const maxPageMs = 1000;
const progressEvery = 50_000;

export function fuzz(documents: number, seed: number): void {
  const random = createRandom(seed);
  const start = performance.now();
  let slowest = 0;
  for (let number = 0; number < documents; number++) {
    const html = generatePage(random);
    const before = processorMs();
    try {
      const { text, sections } = parsePage(html, { url: 'https://fuzz.example/' });
      for (const section of sections)
        if (section.text !== text.slice(section.start, section.end)) throw new Error('a section is not where it says');
    } catch (error) {
      console.log(`page ${number} of seed ${seed} failed: ${JSON.stringify(html)}`);
      throw error;
    }
    slowest = Math.max(slowest, processorMs() - before);
    if (slowest > maxPageMs)
      throw new Error(`page ${number} of seed ${seed} took ${slowest} ms: ${JSON.stringify(html)}`);
    if ((number + 1) % progressEvery === 0)
      console.log(`${number + 1} pages so far, slowest ${slowest.toFixed(1)} ms of processor time`);
  }
  const seconds = (performance.now() - start) / 1000;
  console.log(
    `${documents} pages (seed ${seed}): no crash, slowest ${slowest.toFixed(1)} ms of processor time, ${seconds.toFixed(0)} s in all`,
  );
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
