import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decode } from './decode.js';
import { formatOf } from './format.js';
import { parseDocument } from './index.js';

const bytesOf = (text: string, encoding: BufferEncoding = 'utf8') => new Uint8Array(Buffer.from(text, encoding));
const url = 'https://town.example/file';

describe('charsets', () => {
  test.each([
    ['a byte order mark', Uint8Array.of(0xef, 0xbb, 0xbf, 0xc3, 0xa9), '', 'é'],
    ['UTF-16 with a mark', Uint8Array.of(0xff, 0xfe, 0xe9, 0), '', 'é'],
    ['UTF-16 without a mark', bytesOf('<p>hello</p>', 'utf16le'), '', '<p>hello</p>'],
    ['the header', Uint8Array.of(0xea, 0xe8), 'text/html; charset=windows-1251', 'ки'],
    ['the page', bytesOf('<meta charset="iso-8859-2"><p>\u00b1', 'latin1'), '', '<meta charset="iso-8859-2"><p>ą'],
    ['valid UTF-8 in spite of the header', bytesOf('née'), 'text/html; charset=iso-8859-1', 'née'],
    ['Windows-1252 in spite of the header', Uint8Array.of(0x93, 0x68, 0x69, 0x94), 'text/html; charset=utf-8', '“hi”'],
    ['an unknown charset', bytesOf('caf\u00e9', 'latin1'), 'text/html; charset=klingon', 'café'],
  ])('are told by %s', (_, bytes, contentType, text) => expect(decode(bytes, contentType)).toBe(text));

  test('a broken place does not spoil a page in UTF-8', () => {
    expect(decode(Uint8Array.of(...bytesOf('née née'), 0xff))).toBe('née née\ufffd');
  });
});

describe('formats', () => {
  test.each([
    ['html', '<!doctype html><p>x', undefined, url],
    ['html', 'just text', 'text/html; charset=utf-8', url],
    ['markdown', '# Title', undefined, url],
    ['markdown', 'text', 'text/plain', 'https://town.example/readme.md'],
    ['text', '<p> is a tag', 'text/plain', url],
    ['text', 'words', undefined, 'file:///a/notes.txt'],
    ['json', '[{"kind": "Listing"}]', undefined, url],
    ['pdf', '%PDF-1.7', 'text/html', url],
    ['text', 'words', undefined, 'file:///a/x.valueOf'],
  ])('%s is told from %j, %s and %s', (format, text, contentType, address) => {
    expect(formatOf({ bytes: bytesOf(text), url: address, ...(contentType !== undefined && { contentType }) })).toBe(
      format,
    );
  });

  test.each([
    ['an archive', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0), 'application/zip'],
    ['a picture', Uint8Array.of(0x89, 0x50), 'image/png'],
    ['a file that is not what it says', bytesOf('hello'), 'application/pdf'],
  ])('%s is refused with a reason', async (_, bytes, contentType) => {
    await expect(parseDocument({ bytes, url, contentType })).rejects.toMatchObject({ code: 'unreadable' });
  });
});

describe('bytes that are not what they say', () => {
  const page = (text: string, charset = '') =>
    `<html><head>${charset}</head><body><h1>Café</h1><p>${text}</p></body></html>`;
  const text = 'Die Fähre nach Hathe fährt täglich um zehn Uhr, außer bei Sturm oder wenn der Kapitän müde ist.';

  test.each([
    ['Latin-1 said to be UTF-8', bytesOf(page(text, '<meta charset="utf-8">'), 'latin1'), 'text/html; charset=utf-8'],
    ['UTF-8 said to be Latin-1', bytesOf(page(text, '<meta charset="iso-8859-1">')), 'text/html; charset=iso-8859-1'],
    ['UTF-8 said to be in a charset nobody knows', bytesOf(page(text)), 'text/html; charset=x-nobody'],
    ['Latin-1 without a word about it', bytesOf(page(text), 'latin1'), 'text/html'],
    ['UTF-16 without a word about it', bytesOf(`\ufeff${page(text)}`, 'utf16le'), 'text/html'],
  ])('%s are read right', async (_, bytes, contentType) => {
    expect((await parseDocument({ bytes, url, contentType })).sections[0]).toMatchObject({ headings: ['Café'], text });
  });

  test('50 MB of one line are cut and say so', async () => {
    const bytes = new Uint8Array(50_000_000).fill(0x61);
    const { leftOut, sections } = await parseDocument({ bytes, url, contentType: 'text/html' });
    expect(leftOut![0]!.what).toBe('end of the page');
    expect(sections.length).toBeGreaterThan(100);
  }, 120_000);

  test('one NUL in a page does not make it UTF-16', () => {
    expect(decode(bytesOf('<p>The boat\u0000 leaves at ten.</p>'))).toBe('<p>The boat\u0000 leaves at ten.</p>');
  });

  test('a page of NULs is a page', async () => {
    const bytes = bytesOf(
      `<p>The boat\u0000 leaves\u0000 at ten o'clock, and it waits for nobody.</p>${'\u0000'.repeat(50)}`,
    );
    expect((await parseDocument({ bytes, url, contentType: 'text/html' })).text).toContain(
      "The boat leaves at ten o'clock",
    );
  });
});

const paragraph = (text: string, style?: string) =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t>${text}</w:t></w:r></w:p>`;

/** Two headings, a paragraph and a table. */
function faresDocx(title = ''): Uint8Array {
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
  const body = `${title === '' ? '' : paragraph(title, 'Title')}${paragraph('Fares', 'Heading1')}${paragraph('All prices are one way.')}${paragraph('Children', 'Heading2')}<w:tbl><w:tr>${cell('Hathe')}${cell('4.75')}</w:tr></w:tbl>`;
  return createDocx(body);
}

/** A DOCX without compression. */
function createDocx(body: string): Uint8Array {
  const style = (id: string, name: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`;
  const main = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const rels = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return createArchive({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${rels}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s" Type="${rels}/styles" Target="styles.xml"/></Relationships>`,
    'word/styles.xml': `<w:styles ${main}>${style('Title', 'Title')}${style('Heading1', 'heading 1')}${style('Heading2', 'heading 2')}</w:styles>`,
    'word/document.xml': `<w:document ${main}><w:body>${body}</w:body></w:document>`,
  });
}

function createArchive(files: Readonly<Record<string, string>>): Uint8Array {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const data = Buffer.from(text);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(data.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const entry = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), fields, tail, Buffer.from(name)]));
    local.push(entry);
    offset += entry.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(central.length, 8);
  end.writeUInt16LE(central.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...local, directory, end]));
}

test('a DOCX has sections by its styles', async () => {
  const { sections, title } = await parseDocument({ bytes: faresDocx(), url: 'file:///fares.docx' });
  expect(title).toBe('Fares');
  expect(sections.map(({ headings, text }) => [headings.join(' > '), text])).toEqual([
    ['Fares', 'All prices are one way.'],
    ['Fares > Children', '|  |  |\n| --- | --- |\n| Hathe | 4.75 |'],
  ]);
});

describe('a document that takes too long', () => {
  const bytes = createDocx(paragraph('Nothing new.').repeat(300_000));
  const endless = 'file:///endless.docx';

  test('is ended, and says so; the next one is read', async () => {
    await expect(parseDocument({ bytes, url: endless }, { timeoutMs: 300 })).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining(`${endless} could not be parsed: it took too long`),
    });
    expect((await parseDocument({ bytes: faresDocx(), url: 'file:///fares.docx' })).title).toBe('Fares');
  });

  test('is ended when nobody waits for it any more', async () => {
    const signal = AbortSignal.timeout(300);
    await expect(parseDocument({ bytes, url: endless }, { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('leaves the event loop free', async () => {
    let turns = 0;
    const ticking = setInterval(() => {
      turns += 1;
    }, 10);
    await parseDocument({ bytes, url: endless }, { timeoutMs: 1000 }).catch(() => undefined);
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(20);
  });
});

test('the title of a DOCX is the paragraph in the style of titles, also right above a heading', async () => {
  const { title, sections } = await parseDocument({
    bytes: faresDocx('Ferries of the coast'),
    url: 'file:///fares.docx',
  });
  expect([title, sections[0]!.headings]).toEqual(['Ferries of the coast', ['Fares']]);
});

/** A PDF whose pages hold lines of text: size, place from the bottom, words. */
function createPdf(pages: readonly (readonly (readonly [size: number, y: number, text: string])[])[]): Uint8Array {
  const objects: string[] = [];
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  objects.push(
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  );
  pages.forEach((lines, index) => {
    const stream = `BT ${lines.map(([size, y, text]) => `/F1 ${size} Tf 1 0 0 1 50 ${y} Tm (${text}) Tj`).join(' ')} ET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
    );
    objects.push(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
  });
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${offsets.length === 0 ? 0 : file.length}\n%%EOF`;
  return bytesOf(file, 'latin1');
}

test('a PDF has sections by type size, without running heads, with words joined over line ends', async () => {
  const page = (number: number) =>
    [
      [8, 780, 'Harbour report'],
      [18, 740, `Chapter ${number}`],
      [10, 700, 'The boats of the harbour were count-'],
      [10, 688, 'ed in spring and again in autumn.'],
      [10, 640, `There were ${['more', 'fewer', 'as many'][number - 1]} in autumn.`],
      [8, 20, `Page ${number}`],
    ] as const;
  const { title, sections, leftOut } = await parseDocument({
    bytes: createPdf([page(1), page(2), page(3)]),
    url: 'file:///report.pdf',
  });
  expect(title).toBe('Chapter 1');
  expect(sections.map(({ location }) => location)).toEqual(['page 1', 'page 2', 'page 3']);
  expect(sections.map(({ headings }) => headings)).toEqual([['Chapter 1'], ['Chapter 2'], ['Chapter 3']]);
  expect(sections[0]!.text).toBe(
    'The boats of the harbour were counted in spring and again in autumn.\n\nThere were more in autumn.',
  );
  expect(leftOut).toEqual([{ what: 'running heads and page numbers', why: 'repeated on many pages', characters: 60 }]);
});

test('a broken PDF is refused with a reason', async () => {
  await expect(parseDocument({ bytes: bytesOf('%PDF-1.4 and nothing else'), url })).rejects.toMatchObject({
    code: 'unreadable',
  });
});
