/**
 * Letters: EML, and MBOX with many of them. Subject, sender and date are the heading above the text, where they are
 * read with it and never quoted in its place; attachments are named as left out.
 */
import PostalMime, { type Email } from 'postal-mime';
import type { Document, LeftOut } from '../../core/data.js';
import {
  type Block,
  contentBlocks,
  type ParseOptions,
  type Place,
  textBlocks,
  toPagedDocument,
} from '../../text/page/index.js';

export async function parseMail(bytes: Uint8Array, options: ParseOptions): Promise<Document> {
  const letters = splitMbox(bytes);
  const [blocks, leftOut]: [Block[], LeftOut[]] = [[], []];
  let title = '';
  let date: string | undefined;
  for (const [at, letter] of letters.entries()) {
    const email = await PostalMime.parse(letter);
    if (at === 0 && letters.length === 1) [title, date] = [email.subject ?? '', email.date?.slice(0, 10)];
    const place: Place = { unit: 'message', first: `${at + 1}`, last: `${at + 1}` };
    blocks.push(...letterBlocks(email).map((block) => (letters.length === 1 ? block : { ...block, place })));
    for (const { filename, mimeType } of email.attachments)
      leftOut.push({
        what: `attachment ${filename ?? mimeType}`,
        why: 'attachments are not read; save it as a file',
        characters: 0,
      });
  }
  return toPagedDocument(
    blocks,
    { title, date: /^\d{4}-\d\d-\d\d$/.test(date ?? '') ? date : undefined, leftOut },
    options,
  );
}

/** A line "From ..." after a blank one begins the next letter; in a single letter there is none. */
function splitMbox(bytes: Uint8Array): Uint8Array[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (!/^From \S/.test(text)) return [bytes];
  return text.split(/(?:^|\r?\n\r?\n)(?=From \S[^\n]*\d{4}\r?\n)/).flatMap((letter) => {
    const own = letter.replace(/^\s*From [^\n]*\n/, '').replace(/^>(>*From )/gm, '$1');
    return own.trim() === '' ? [] : [Buffer.from(own, 'latin1')];
  });
}

function letterBlocks({ subject, from, to, date, text, html }: Email): Block[] {
  const people = (list: readonly { name?: string | undefined; address?: string | undefined }[]) =>
    list.map(({ name, address }) => (name ? `${name} <${address}>` : (address ?? ''))).join(', ');
  const facts = [
    from && `from ${people([from])}`,
    to?.length && `to ${people(to)}`,
    date?.slice(0, 16).replace('T', ' '),
  ]
    .filter(Boolean)
    .join(', ');
  const body = text?.trim() ? textBlocks(text) : contentBlocks(html ?? '');
  return [
    { level: 2, text: `${subject || '(no subject)'}${facts && ` (${facts})`}`, start: 0, end: 0 },
    ...body.map((block) => ({ ...block, level: block.level > 0 ? Math.min(6, block.level + 2) : 0, start: 0, end: 0 })),
  ];
}
