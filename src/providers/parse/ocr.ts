/**
 * Text of pictures, by tesseract.js: an optional install, with its languages as packages of their own
 * (docs/formats.md). Nothing is downloaded.
 */
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { WinnowError } from '../../core/errors.js';

/** What is used of tesseract.js 7; its own types are not there where it is not installed. */
type Tesseract = {
  createWorker(languages: string, engine: number, options: Readonly<Record<string, unknown>>): Promise<OcrWorker>;
};
type OcrWorker = {
  recognize(image: Uint8Array): Promise<{ readonly data: { readonly text: string } }>;
  terminate(): Promise<unknown>;
};
type Language = { readonly code: string; readonly file: string };

export type Ocr = { readonly textOf: (picture: Uint8Array) => Promise<string>; readonly close: () => Promise<void> };

export const INSTALL_OCR =
  'Its text can be read once OCR is installed: npm install tesseract.js @tesseract.js-data/eng';

const require = createRequire(import.meta.url);
/** A name rather than a literal, so that the compiler does not look for what is not there. */
const moduleName: string = 'tesseract.js';
const LANGUAGES =
  'eng deu fra spa ita por nld pol ces swe dan nor fin rus ukr ell tur ara heb hin jpn kor chi_sim chi_tra'.split(' ');

/** Nothing where it is not installed. */
export async function openOcr(): Promise<Ocr | undefined> {
  const languages = LANGUAGES.flatMap(installedLanguage);
  const tesseract =
    languages.length === 0 ? undefined : await (import(moduleName) as Promise<Tesseract>).catch(() => undefined);
  if (!tesseract) return undefined;
  const langPath = mkdtempSync(join(tmpdir(), 'winnow-ocr-'));
  for (const { code, file } of languages) symlinkSync(file, join(langPath, `${code}.traineddata.gz`));
  const codes = languages.map(({ code }) => code).join('+');
  const worker = await tesseract.createWorker(codes, 1, {
    langPath,
    gzip: true,
    cacheMethod: 'none',
    errorHandler: () => undefined,
  });
  return {
    textOf: async (picture) => (await worker.recognize(Buffer.from(picture))).data.text.trim(),
    close: async () => {
      await worker.terminate();
      rmSync(langPath, { recursive: true, force: true });
    },
  };
}

/** The smaller data of a language that is installed, else the larger. */
function installedLanguage(code: string): Language[] {
  try {
    const folder = dirname(require.resolve(`@tesseract.js-data/${code}/package.json`));
    const files = ['4.0.0_best_int', '4.0.0'].map((version) => join(folder, version, `${code}.traineddata.gz`));
    const file = files.find((path) => existsSync(path));
    return file === undefined ? [] : [{ code, file }];
  } catch {
    return [];
  }
}

export function notInstalled(url: string, what: string): WinnowError {
  return new WinnowError('unreadable', `${url} is ${what}. ${INSTALL_OCR}`);
}
