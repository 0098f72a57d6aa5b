/** Downloads a GGUF file: goes on where an earlier attempt stopped, and keeps the file only when its hash is right. */

import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { usageError, WinnowError } from '../../core/errors.js';
import { makeFolder } from '../../core/write-files.js';
import type { HttpClient, HttpStream } from '../http.js';
import { hashOf, hasMagic, modelsFolder, noteOfHash } from './gguf-files.js';

export type Download = {
  readonly http: HttpClient;
  readonly url: string;
  readonly dataDirectory: string;
  readonly sha256?: string | undefined;
  readonly signal: AbortSignal;
  /** `total` is missing where the server does not say. */
  readonly onProgress?: (done: number, total: number | undefined) => void;
};

/** For each wait for a piece: a slow line is fine, a dead one is not. */
const SILENCE_MS = 60_000;

/** The path of the file. */
export async function downloadModel(wanted: Download): Promise<{ path: string; sha256: string }> {
  const download = { ...wanted, sha256: hashFrom(wanted.sha256) };
  const { url, dataDirectory, signal } = download;
  const path = join(modelsFolder(dataDirectory), fileNameOf(url));
  const part = partOf(path, url);
  makeFolder(modelsFolder(dataDirectory));
  await fetchInto(part, download);
  const sha256 = await hashOf(part, signal);
  refuseWrong(part, sha256, download);
  renameSync(part, path);
  writeFileSync(noteOfHash(path), `${sha256}\n`);
  return { path, sha256 };
}

/** Hours of downloading should not end with a typing mistake. */
function hashFrom(sha256: string | undefined): string | undefined {
  if (sha256 === undefined || /^[0-9a-f]{64}$/i.test(sha256)) return sha256?.toLowerCase();
  throw usageError(`"${sha256}" is no sha256: give its 64 hexadecimal digits, or leave it out.`);
}

/** Files of the same name from two addresses are two files: what one began must not be continued from the other. */
export function partOf(path: string, url: string): string {
  return `${path}.${createHash('sha256').update(url).digest('hex').slice(0, 16)}.part`;
}

/** The last part of the path as it is written: what is escaped in it would not be a plain name. */
function fileNameOf(url: string): string {
  const name = URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) as string) : '';
  if (/^[\w.-]+\.gguf$/.test(name)) return name;
  throw usageError(
    `"${url}" is neither a known model nor the address of a .gguf file. "winnow models" lists the known ones.`,
  );
}

async function fetchInto(part: string, download: Download): Promise<void> {
  const had = existsSync(part) ? statSync(part).size : 0;
  const { stream, from } = await openFrom(had, download);
  if (stream === undefined) return;
  if (from === 0) writeFileSync(part, '');
  const announced = Number(stream.headers['content-length'] ?? Number.NaN);
  const total = Number.isNaN(announced) ? undefined : from + announced;
  let done = from;
  for await (const bytes of stream.body) {
    appendFileSync(part, bytes);
    done += bytes.length;
    download.onProgress?.(done, total);
  }
  if (total !== undefined && done < total)
    throw new WinnowError(
      'unavailable',
      `The download stopped at ${done} of ${total} bytes. Run the same command again: it goes on from there.`,
    );
}

type OpenedStream = { readonly stream: HttpStream | undefined; readonly from: number };

/** A redirect to another host does not take our range along, so the rest is asked for at the address that answered. */
async function openFrom(had: number, { http, url, signal }: Download): Promise<OpenedStream> {
  const open = (address: string, headers: Record<string, string>) =>
    http.stream({ url: address, headers, signal, timeoutMs: SILENCE_MS });
  const range = { range: `bytes=${had}-` };
  let stream = await open(url, had > 0 ? range : {});
  if (had > 0 && stream.status === 200 && stream.url !== url) {
    await drop(stream);
    stream = await open(stream.url, range);
  }
  if (stream.status === 206 && stream.headers['content-range']?.startsWith(`bytes ${had}-`))
    return { stream, from: had };
  if (stream.status === 200) return { stream, from: 0 };
  await drop(stream);
  // 416: there is nothing after what we have.
  if (stream.status === 416 && had > 0) return { stream: undefined, from: had };
  throw new WinnowError(
    'unavailable',
    `The server of the model answered with status ${stream.status}. Check the address, or try again later.`,
  );
}

async function drop({ body }: HttpStream): Promise<void> {
  for await (const _ of body) break;
}

function refuseWrong(part: string, sha256: string, { sha256: expected }: Download): void {
  const wrong = !hasMagic(part)
    ? 'is no GGUF file'
    : expected !== undefined && expected !== sha256
      ? `has the sha256 ${sha256} and should have ${expected}`
      : undefined;
  if (wrong === undefined) return;
  rmSync(part);
  throw new WinnowError(
    'unreadable',
    `What was downloaded ${wrong}; it was deleted. Try again, or use another address.`,
  );
}
