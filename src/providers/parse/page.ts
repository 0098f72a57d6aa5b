/** Big pages are parsed in a worker with a time and a memory limit, so that none can stop the process. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Document } from '../../core/data.js';
import { messageOf, WinnowError } from '../../core/errors.js';
import { type ParseOptions, parsePage } from '../../text/page/index.js';

/** Smaller pages take a few milliseconds; starting a worker takes about 40. */
const bigPageCharacters = 1_000_000;
const defaultTimeoutMs = 10_000;
const maxWorkerMemoryMb = 512;
const workerFile = fileURLToPath(new URL('./page-worker.js', import.meta.url));

export type PageJob = { readonly html: string; readonly options: ParseOptions };
export type PageReply = { readonly document: Document } | { readonly error: string };

export async function parseBigPage(html: string, options: ParseOptions, timeoutMs = defaultTimeoutMs): Promise<Document> {
  if (html.length <= bigPageCharacters) return parsePage(html, options);
  // Run from the sources there is no compiled worker: then only the beginning is read, which is quick enough in place.
  if (!existsSync(workerFile))
    return parsePage(html, { ...options, maxCharacters: Math.min(options.maxCharacters ?? bigPageCharacters, bigPageCharacters) });
  return parseInWorker({ html, options }, timeoutMs);
}

function parseInWorker(job: PageJob, timeoutMs: number): Promise<Document> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, { workerData: job, resourceLimits: { maxOldGenerationSizeMb: maxWorkerMemoryMb } });
    const fail = (why: string) =>
      reject(new WinnowError('unreadable', `${job.options.url} could not be parsed: ${why}. Skip it or give a smaller page.`));
    const timer = setTimeout(() => {
      fail(`it took longer than ${timeoutMs} ms`);
      void worker.terminate();
    }, timeoutMs);
    worker.once('message', (reply: PageReply) => ('document' in reply ? resolve(reply.document) : fail(reply.error)));
    worker.once('error', (error) => fail(messageOf(error)));
    worker.once('exit', () => {
      clearTimeout(timer);
      fail('the worker stopped');
    });
  });
}
