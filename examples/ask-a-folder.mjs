/** Asks a folder of your own and watches the run: node examples/ask-a-folder.mjs FOLDER "QUESTION" */
import { createEngine } from 'winnow-rag';

const [docs = 'sample', question = 'Who opened the Kestrel Bridge?'] = process.argv.slice(2);
const engine = createEngine({ config: { docs } });

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());

// A question on its way can be watched ...
const asking = engine.ask(question, { signal: stop.signal, timeoutMs: 60_000 });
for await (const event of asking) {
  if (event.type === 'stage-end') console.error(`${event.stage}: ${event.ms} ms`);
}

// ... and awaited.
const { answer, sources, funnel } = await asking;
for (const claim of answer.claims) console.log(claim.text, claim.sources.map((n) => `[${n}]`).join(''));
if (answer.status === 'abstained') console.log(answer.text);
for (const source of sources) console.log(`[${source.n}] ${source.title} ${source.url}`);
console.error(funnel);
await engine.close();
