/**
 * A pipeline of one's own, from two stages that come with Winnow and one that does not: node examples/own-pipeline.mjs
 * FOLDER "QUESTION"
 */
import { createEngine, definePipeline, pipeline, stage } from 'winnow-rag';
import { citeAnswer, readPages, searchWeb } from 'winnow-rag/stages';
import { z } from 'zod';

/** The opening of each page, word for word. A stage is a function; `stage` gives it a name in the trace. */
const openings = stage('take-openings', async (pages) =>
  pages.map(({ document }) => ({ id: `${document.id}#0`, source: document, ...document.sections[0] })),
);

const skim = definePipeline({
  name: 'skim',
  summary: 'answers with the openings of the first pages found',
  options: z.object({ pages: z.number().default(1).describe('pages to quote') }),
  create: ({ search, fetcher, local }, { pages }) => {
    const find = searchWeb({ engine: search, hitsPerQuery: pages });
    const read = readPages({ fetcher, concurrency: 4, pageTimeoutMs: 5_000 });
    const cite = citeAnswer({ local });
    return pipeline('skim', 'our own', async (question, run) => {
      const passages = await openings(await read(await find([question.text], run), run), run);
      return cite({ text: passages.map(({ text }) => text).join(' '), passages }, run);
    });
  },
});

const [docs = 'sample', question = 'Kestrel Bridge'] = process.argv.slice(2);
const engine = createEngine({ config: { docs }, pipelines: [skim] });
console.log(JSON.stringify(await engine.ask(question, { pipeline: 'skim', options: { pages: 2 } }), null, 2));
await engine.close();
