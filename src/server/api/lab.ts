/**
 * The lab over HTTP: question sets, experiments with their progress, comparisons and reports. It spends time and money:
 * not for every key.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { compareSides, readSide } from '../../lab/compare/compare.js';
import { reportPage, reportPolicy } from '../../lab/report/page.js';
import { readReport } from '../../lab/report/read.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { eventStream } from '../event-stream.js';
import type { Experiments } from '../lab/experiments.js';
import {
  comparisonSchema,
  entrySchema,
  labName,
  labSource,
  questionSetSchema,
  startRequest,
  stateSchema,
} from '../lab/schemas.js';
import { notFound, refusal } from '../refusal.js';
import { wantsEvents } from './ask.js';
import { mayChange } from './library.js';

const tag = 'Lab';
const params = z.object({ name: labName });
const stateReply = { schema: stateSchema, description: 'The run or grid' };
/** A report is made in one go, in which the server answers nobody else. */
const MOST_ROWS = 3000;
const WORST = 10;

export function labEndpoints({ experiments }: { readonly experiments: Experiments }): Endpoint[] {
  return [
    endpoint('GET /api/lab/runs', {
      tag,
      summary: 'Runs and grids, newest first',
      reply: {
        schema: z.object({ folder: z.string(), runs: z.array(entrySchema) }),
        description: 'Those in server.labFolder',
      },
      handle: () => ({ folder: experiments.folder, runs: experiments.list() }),
    }),
    endpoint('POST /api/lab/runs', {
      tag,
      summary: 'Start a run or a grid, which goes on in the background',
      body: startRequest,
      reply: { ...stateReply, status: 202 },
      handle: ({ body, caller }) => experiments.start(body, caller),
    }),
    endpoint('GET /api/lab/runs/:name', {
      tag,
      summary: 'A run or grid with its figures so far; as events, at every change until it is over',
      params,
      reply: { ...stateReply, types: ['text/event-stream'] },
      handle: ({ params: { name }, signal, c }) => {
        const state = experiments.find(name);
        return wantsEvents(c) ? eventStream(messages(experiments.watch(name, signal))) : state;
      },
    }),
    endpoint('POST /api/lab/runs/:name/resume', {
      tag,
      summary: 'Go on with one that was stopped; nothing that is done is asked again',
      params,
      reply: { ...stateReply, status: 202 },
      handle: ({ params: { name }, caller }) => experiments.goOn(name, caller),
    }),
    endpoint('POST /api/lab/runs/:name/stop', {
      tag,
      summary: 'Stop it; what was asked is kept',
      params,
      reply: stateReply,
      handle: ({ params: { name } }) => experiments.stop(name),
    }),
    endpoint('DELETE /api/lab/runs/:name', {
      tag,
      summary: 'Delete its folder',
      params,
      reply: { schema: z.object({ deleted: z.string() }), description: 'What was deleted' },
      handle: ({ params: { name } }) => {
        experiments.remove(name);
        return { deleted: name };
      },
    }),
    ...readEndpoints(experiments),
    ...questionSets(experiments),
  ].map(forAdmins);
}

/** What is computed from the files of runs that are there. */
function readEndpoints(experiments: Experiments): Endpoint[] {
  const sourceOf = (source: string): string => {
    experiments.find(source.split(':', 1)[0] ?? '');
    return join(experiments.folder, source);
  };
  return [
    endpoint('GET /api/lab/runs/:name/report', {
      tag,
      summary: 'The report as one HTML page, as "winnow report" writes it',
      params,
      query: z.object({
        label: z.string().max(200).optional(),
        against: labSource.optional().describe('another run, to be compared with'),
      }),
      reply: { types: ['text/html'], description: 'The report' },
      handle: ({ params: { name }, query: { label, against } }) => {
        if (experiments.find(name).done > MOST_ROWS)
          throw refusal(413, {
            code: 'too-large',
            message: `Make the report of so large a run with: winnow report ${join(experiments.folder, name)}`,
          });
        const own = sourceOf(label === undefined ? name : `${name}:${label}`);
        const page = reportPage(
          readReport({ sources: against === undefined ? [own] : [own, sourceOf(against)], show: WORST }),
          {
            worst: WORST,
          },
        );
        return new Response(page, {
          headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': sandboxed() },
        });
      },
    }),
    endpoint('GET /api/lab/compare', {
      tag,
      summary: 'Two runs, or two pipelines of runs, question by question, as "winnow compare" does',
      query: z.object({ first: labSource, second: labSource }),
      reply: { schema: comparisonSchema, description: 'The comparison' },
      handle: ({ query: { first, second } }) => {
        const [left, right] = [first, second].map((source) => readSide(sourceOf(source), { id: 'id', where: [] }));
        if (!left || !right) throw notFound('run to compare');
        return compareSides(left, right, {});
      },
    }),
  ];
}

/** Its own script and style, and no origin: whatever a page smuggled into a report could reach nothing here. */
const sandboxed = (): string => `${reportPolicy()}; frame-ancestors 'none'; sandbox allow-scripts allow-popups`;

function questionSets(experiments: Experiments): Endpoint[] {
  return [
    endpoint('GET /api/lab/questions', {
      tag,
      summary: 'Question sets that a run can be asked',
      reply: {
        schema: z.object({ sets: z.array(questionSetSchema) }),
        description: "The sample's, and those uploaded",
      },
      handle: () => ({ sets: experiments.questions.list() }),
    }),
    endpoint('POST /api/lab/questions', {
      tag,
      summary: 'Upload a file of questions (multipart, field "file"), in any format that "winnow eval" reads',
      bodyType: 'multipart/form-data',
      reply: { schema: questionSetSchema, description: 'The set' },
      handle: async ({ c }) => {
        const form = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>);
        const { file } = form;
        if (!(file instanceof File))
          throw refusal(400, { code: 'usage', message: 'There is no file in the field "file".' });
        return experiments.questions.add({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
      },
    }),
  ];
}

async function* messages<T>(states: AsyncIterable<T>) {
  for await (const state of states) yield { event: 'lab', data: state };
}

function forAdmins({ handle, ...rest }: Endpoint): Endpoint {
  return {
    ...rest,
    handle: (request) => {
      mayChange(request.caller);
      return handle(request);
    },
  };
}
