/** The files inside a zip archive, up to a total size: what unpacks to more is refused before it is unpacked. */
import { strFromU8, unzipSync } from 'fflate';
import { WinnowError } from '../../core/errors.js';

export type Archive = {
  /** The text of a file, or nothing where there is none. */
  readonly text: (path: string) => string | undefined;
  readonly bytes: (path: string) => Uint8Array | undefined;
  readonly paths: readonly string[];
};

const MOST_UNPACKED_BYTES = 256 * 1024 * 1024;

/** Only files that `wanted` names are unpacked: pictures and films are most of an archive. */
export function openArchive(
  bytes: Uint8Array,
  wanted: RegExp = /\.(?:xml|rels|x?html?|opf|ncx)$|^mimetype$/i,
): Archive {
  let total = 0;
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!wanted.test(name)) return false;
      total += originalSize;
      if (total > MOST_UNPACKED_BYTES)
        throw new WinnowError('unreadable', `it unpacks to more than ${MOST_UNPACKED_BYTES / 1024 / 1024} MB`);
      return true;
    },
  });
  return {
    paths: Object.keys(files),
    bytes: (path) => files[path],
    text: (path) => (files[path] ? strFromU8(files[path]).replace(/^\uFEFF/, '') : undefined),
  };
}

/** "../media/a.xml" as seen from "ppt/slides/slide1.xml". */
export function besides(file: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const parts = file.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
