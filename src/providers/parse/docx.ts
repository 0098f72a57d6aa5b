/** DOCX to a Document: mammoth turns styles into HTML headings, lists and tables; all of it is content. */
import type { Document } from '../../core/data.js';
import { messageOf, WinnowError } from '../../core/errors.js';
import { contentBlocks, type ParseOptions, parseContent } from '../../text/page/index.js';

const styleMap = ["p[style-name='Title'] => h1.title:fresh", "p[style-name='Subtitle'] => p:fresh"];

export async function parseDocx(bytes: Uint8Array, options: ParseOptions): Promise<Document> {
  const html = await toHtml(bytes, options.url);
  // Nothing stands directly under the title where a first heading follows: it names the document, not a section.
  const [, title = ''] = /<h1 class="title">([\s\S]*?)<\/h1>/.exec(html) ?? [];
  const document = parseContent(html, options);
  const named = contentBlocks(title)
    .map(({ text }) => text)
    .join(' ');
  return {
    ...document,
    ...(named !== '' && { title: named }),
    sections: document.sections.map(({ raw: _, ...section }) => section),
  };
}

async function toHtml(bytes: Uint8Array, url: string): Promise<string> {
  try {
    const { default: mammoth } = await import('mammoth');
    const convertImage = mammoth.images.imgElement(async () => ({ src: '' }));
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, { styleMap, convertImage });
    return value;
  } catch (error) {
    throw new WinnowError(
      'unreadable',
      `${url} is not a DOCX file that can be read (${plainReason(error)}). Save it again as DOCX or PDF.`,
      {
        cause: error,
      },
    );
  }
}

/** The XML parser's own marks and the place it gives say nothing to those who have a DOCX. */
function plainReason(error: unknown): string {
  const [line = ''] = messageOf(error).split('\n');
  return line.replace(/^(?:error: )?\[xmldom \w+\]\s*/, '');
}
