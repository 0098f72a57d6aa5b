/** A picture of text: what OCR reads in it. */
import type { Document } from '../../core/data.js';
import { type ParseOptions, textBlocks, toPagedDocument } from '../../text/page/index.js';
import { fileName } from './file-name.js';
import { notInstalled, openOcr } from './ocr.js';

export async function parsePicture(bytes: Uint8Array, options: ParseOptions): Promise<Document> {
  const ocr = await openOcr();
  if (!ocr) throw notInstalled(options.url, 'a picture');
  try {
    const blocks = textBlocks(await ocr.textOf(bytes)).map((block) => ({ ...block, start: 0, end: 0 }));
    return toPagedDocument(blocks, { title: fileName(options.url) }, options);
  } finally {
    await ocr.close();
  }
}
