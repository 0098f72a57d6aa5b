/** The worker's side of page.ts: parses one page and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../core/errors.js';
import { parsePage } from '../../text/page/index.js';
import type { PageJob, PageReply } from './page.js';

const { html, options } = workerData as PageJob;

function reply(): PageReply {
  try {
    return { document: parsePage(html, options) };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

parentPort?.postMessage(reply());
