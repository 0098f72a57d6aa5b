/** A metric of one's own beside the built-in ones: node examples/own-metric.mjs FOLDER QUESTIONS.jsonl */
import { createEngine } from 'winnow-rag';
import { defineMetric, evaluate, parsePipelineChoice, readQuestions, summarise } from 'winnow-rag/lab';

const brevity = defineMetric({
  name: 'brevity',
  score: ({ row }) => (row.status === 'answered' ? 1 / row.answer.split(/\s+/).length : null),
});

const [docs, file] = process.argv.slice(2);
const { rows } = readQuestions(file);
const engine = createEngine({ config: { docs } });
const done = [];
await evaluate({ engine, rows, pipelines: [parsePipelineChoice('hifi-rag')], graders: [brevity] }, (row) =>
  done.push(row),
);
const { pipelines } = summarise({ rows: done, pipelines: ['hifi-rag'], ids: rows.map(({ id }) => id), seed: 0 });
const { contains, brevity: short } = pipelines['hifi-rag'].metrics;
console.log(JSON.stringify({ contains, brevity: short }));
await engine.close();
