/** Reading documents into a corpus: jobs that report their progress. */
import { z } from 'zod';
import { checked, type Endpoint, endpoint, type Request } from '../endpoint.js';
import { eventStream } from '../event-stream.js';
import type { Jobs } from '../library/jobs.js';
import { jobSchema } from '../library/schemas.js';
import type { UploadedFile } from '../library/uploads.js';
import { refusal } from '../refusal.js';
import { wantsEvents } from './ask.js';
import { mayChange } from './library.js';

const tag = 'Library';
const params = z.object({ id: z.string().regex(/^j[0-9a-f]{1,32}$/, 'must be the id of a job') });
const writable = z.object({
  corpus: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be a name of letters, digits, "-" and "_"'),
});
const address = z.url({ protocol: /^https?$/, error: 'must be a web address that begins with http:// or https://' });
const addressesSchema = z.strictObject({
  addresses: z.array(address).min(1).max(10_000).describe('pages or sitemaps'),
});
const MOST_FILES = 2000;

export function jobsEndpoints({ jobs }: { readonly jobs: Jobs }): Endpoint[] {
  return [start(jobs), list(jobs), one(jobs), resume(jobs), cancel(jobs)];
}

function start(jobs: Jobs): Endpoint {
  return endpoint('POST /api/corpora/:corpus/jobs', {
    tag,
    summary:
      'Read uploaded files (multipart, field "files") or addresses (JSON: {"addresses": [...]}) into a corpus, which is made if need be',
    params: writable,
    bodyType: 'multipart/form-data',
    reply: { status: 202, schema: jobSchema, description: 'The job, which goes on in the background' },
    handle: async (request) => {
      mayChange(request.caller);
      const given = await uploadsOf(request);
      return jobs.start({ corpus: request.params.corpus, ...given });
    },
  });
}

async function uploadsOf({
  c,
}: Request<unknown, unknown, unknown>): Promise<{ files: UploadedFile[]; addresses: string[] }> {
  const type = c.req.header('content-type') ?? '';
  if (/^application\/json\b/i.test(type)) {
    const given = checked(addressesSchema, await c.req.json().catch(() => undefined), 'body');
    return { files: [], addresses: given.addresses };
  }
  if (!/^multipart\/form-data\b/i.test(type))
    throw refusal(415, {
      code: 'usage',
      message: 'Send files as multipart/form-data in the field "files", or addresses as JSON.',
    });
  const form = await c.req.parseBody({ all: true }).catch(() => {
    throw refusal(400, { code: 'usage', message: 'The form could not be read.' });
  });
  const parts = [form.files ?? []].flat().filter((part) => typeof part !== 'string');
  if (parts.length === 0) throw refusal(400, { code: 'usage', message: 'There is no file in the field "files".' });
  if (parts.length > MOST_FILES)
    throw refusal(413, { code: 'too-large', message: `At most ${MOST_FILES} files at once.` });
  const files = await Promise.all(
    parts.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  );
  return { files, addresses: [] };
}

function list(jobs: Jobs): Endpoint {
  return endpoint('GET /api/jobs', {
    tag,
    summary: 'Ingest jobs, newest first',
    reply: { schema: z.object({ jobs: z.array(jobSchema).readonly() }), description: 'Jobs' },
    handle: async () => ({ jobs: await jobs.list() }),
  });
}

function one(jobs: Jobs): Endpoint {
  return endpoint('GET /api/jobs/:id', {
    tag,
    summary: 'A job; as events, at every change until it is over',
    params,
    reply: { schema: jobSchema, types: ['text/event-stream'], description: 'The job; events are called "job"' },
    handle: async ({ params: { id }, c }) => {
      const job = await jobs.find(id);
      return wantsEvents(c) ? eventStream(messages(jobs, id)) : job;
    },
  });
}

async function* messages(jobs: Jobs, id: string) {
  for await (const job of jobs.watch(id)) yield { event: 'job', data: job };
}

function resume(jobs: Jobs): Endpoint {
  return endpoint('POST /api/jobs/:id/resume', {
    tag,
    summary: 'Go on with a job that was interrupted, stopped or failed; what it has read is not read again',
    params,
    reply: { status: 202, schema: jobSchema, description: 'The job, which goes on in the background' },
    handle: ({ params: { id }, caller }) => {
      mayChange(caller);
      return jobs.resume(id);
    },
  });
}

function cancel(jobs: Jobs): Endpoint {
  return endpoint('DELETE /api/jobs/:id', {
    tag,
    summary: 'Stop a job; what it has read stays',
    params,
    reply: { schema: jobSchema, description: 'The job as it ended' },
    handle: ({ params: { id }, caller }) => {
      mayChange(caller);
      return jobs.cancel(id);
    },
  });
}
