/** Files of each format, made here, with what must be read from them and where it stands. */
import { inflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { parseDocument } from './index.js';
import { toPng } from './png.js';

const zip = (files: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
const relations = (targets: Readonly<Record<string, string>>, type = 'x') =>
  `<Relationships>${Object.entries(targets)
    .map(([id, target]) => `<Relationship Id="${id}" Type="http://r/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const slide = (title: string, body: string) =>
  `<p:sld><p:sp><p:nvPr><p:ph type="title"/></p:nvPr><a:p><a:r><a:t>${title}</a:t></a:r></a:p></p:sp><p:sp><a:p><a:r><a:t>${body}</a:t></a:r></a:p></p:sp></p:sld>`;

const PPTX = zip({
  'ppt/presentation.xml':
    '<p:presentation><p:sldIdLst><p:sldId r:id="b"/><p:sldId r:id="a"/></p:sldIdLst></p:presentation>',
  'ppt/_rels/presentation.xml.rels': relations({ a: 'slides/slide1.xml', b: 'slides/slide2.xml' }),
  'ppt/slides/slide1.xml': slide('Costs', 'The pier costs 4.2 million.'),
  'ppt/slides/slide2.xml': slide('Harbour plan', 'By the council.'),
  'ppt/slides/_rels/slide1.xml.rels': relations({ n: '../notesSlides/notesSlide1.xml' }, 'notesSlide'),
  'ppt/notesSlides/notesSlide1.xml':
    '<p:notes><p:sp><p:ph type="body"/><a:p><a:r><a:t>Mention the loan.</a:t></a:r></a:p></p:sp></p:notes>',
});

const cell = (reference: string, value: string, more = '') => `<c r="${reference}" ${more}><v>${value}</v></c>`;
const XLSX = zip({
  'xl/workbook.xml':
    '<workbook><sheets><sheet name="Fares" r:id="a"/><sheet name="Old" state="hidden" r:id="b"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': relations({ a: 'worksheets/sheet1.xml', b: 'worksheets/sheet2.xml' }),
  'xl/sharedStrings.xml': '<sst><si><t>Route</t></si><si><t>From</t></si><si><t>Hathe</t></si></sst>',
  'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
  'xl/worksheets/sheet1.xml': `<worksheet><row r="1">${cell('A1', '0', 't="s"')}${cell('C1', '1', 't="s"')}</row><row r="3">${cell('A3', '2', 't="s"')}${cell('C3', '46023', 's="1"')}</row><row r="4">${cell('A4', '2', 't="s"')}${cell('C4', '0.30000000000000004')}</row></worksheet>`,
  'xl/worksheets/sheet2.xml': '<worksheet/>',
});

const ODT = zip({
  mimetype: 'application/vnd.oasis.opendocument.text',
  'content.xml':
    '<office:document><office:body><office:text><text:h text:outline-level="1">Rules</text:h><text:p>Dogs travel<text:s/>free.</text:p><text:list><text:list-item><text:p>Leash</text:p></text:list-item></text:list></office:text></office:body></office:document>',
});

const EPUB = zip({
  mimetype: 'application/epub+zip',
  'META-INF/container.xml': '<container><rootfiles><rootfile full-path="book/b.opf"/></rootfiles></container>',
  'book/b.opf':
    '<package><metadata><dc:title>The Tern</dc:title></metadata><manifest><item id="two" href="c2.xhtml"/><item id="one" href="c%201.xhtml"/></manifest><spine><itemref idref="one"/><itemref idref="two"/></spine></package>',
  'book/c 1.xhtml': '<html><body><h1>One</h1><p>The tern flew north.</p></body></html>',
  'book/c2.xhtml': '<html><body><h1>Two</h1><p>It came back.</p></body></html>',
});

const RTF = String.raw`{\rtf1\ansi\ansicpg1251{\fonttbl{\f0 Arial;}}{\info{\title Notice}}\pard\outlinelevel0 Hours\par\pard \u8364?5 \'cf\'f0\'e8\par Boat\cell Crew\cell\row Heron\cell 12\cell\row\pard End.\par}`;
const EML =
  'From: Ada <ada@example.org>\nSubject: =?utf-8?q?Br=C3=BCcke?=\nDate: Tue, 3 Feb 2026 10:00:00 +0000\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-8\n\nIt opens on 5 May.\n--b\nContent-Type: image/png; name=map.png\nContent-Disposition: attachment; filename=map.png\n\nx\n--b--\n';
const MBOX =
  'From a@b Tue Feb  3 10:00:00 2026\nSubject: One\n\nFirst letter.\n\nFrom c@d Wed Feb  4 10:00:00 2026\nSubject: Two\n\nSecond letter.\n';
const NOTEBOOK = JSON.stringify({
  nbformat: 4,
  cells: [
    { cell_type: 'markdown', source: ['# Study\n', 'Of terns.'] },
    { cell_type: 'code', source: 'print(6*7)', outputs: [{ text: ['42\n'] }] },
  ],
});
const LATEX = String.raw`\title{On Terns}\begin{document}\section{Method}\label{s} We used \emph{nets} \cite{x} and found $n=42$ birds. % secret
\begin{equation} E = mc^2 \end{equation}
\begin{tabular}{lr} Boat & Crew \\ Heron & 12 \\ Tern & 7 \end{tabular}
\end{document}`;
const SRT =
  '1\n00:00:01,000 --> 00:00:03,000\nHello there.\n\n2\n00:00:04,000 --> 00:00:06,500\n<i>The bridge</i> fell.\n';
const PYTHON = 'import os\n\n\ndef bridge():\n    return 1888\n';

type Case = readonly [
  name: string,
  bytes: Uint8Array | string,
  title: string,
  sections: readonly (readonly [headings: string, text: string, location?: string])[],
];

const CASES: readonly Case[] = [
  [
    'plan.pptx',
    PPTX,
    'Harbour plan',
    [
      ['Harbour plan', 'By the council.', 'slide 1'],
      ['Costs', 'The pier costs 4.2 million.\n\nNotes: Mention the loan.', 'slide 2'],
    ],
  ],
  [
    'fares.xlsx',
    XLSX,
    'fares.xlsx',
    [
      ['Fares > Route | From > Hathe', '| Hathe |  | 2026-01-01 |', 'cells A3:C3'],
      ['Fares > Route | From > Hathe', '| Hathe |  | 0.3 |', 'cells A4:C4'],
    ],
  ],
  ['rules.odt', ODT, 'Rules', [['Rules', 'Dogs travel free.\n\n- Leash']]],
  [
    'tern.epub',
    EPUB,
    'The Tern',
    [
      ['One', 'The tern flew north.'],
      ['Two', 'It came back.'],
    ],
  ],
  [
    'a.csv',
    'Route;Price\nHathe;4,75\n',
    'a.csv',
    [['', '| Route | Price |\n| --- | --- |\n| Hathe | 4,75 |', 'cells A2:B2']],
  ],
  ['a.rtf', RTF, 'Notice', [['Hours', '€5 При\n\n| Boat | Crew |\n| --- | --- |\n| Heron | 12 |\n\nEnd.']]],
  ['a.eml', EML, 'Brücke', [['Brücke (from Ada <ada@example.org>, 2026-02-03 10:00)', 'It opens on 5 May.']]],
  [
    'a.mbox',
    MBOX,
    'One',
    [
      ['One', 'First letter.', 'message 1'],
      ['Two', 'Second letter.', 'message 2'],
    ],
  ],
  ['study.ipynb', NOTEBOOK, 'Study', [['Study', 'Of terns.\n\n```\nprint(6*7)\n```\n\n```\n42\n```', 'cells 1-2']]],
  [
    'a.tex',
    LATEX,
    'On Terns',
    [
      ['Method', 'We used nets and found $n=42$ birds.\n\n$$E = mc^2$$'],
      ['Method > Boat | Crew > Heron', '| Heron | 12 |'],
      ['Method > Boat | Crew > Tern', '| Tern | 7 |'],
    ],
  ],
  ['talk.srt', SRT, 'talk.srt', [['', 'Hello there. The bridge fell.', '00:00:01-00:00:06']]],
  ['bridge.py', PYTHON, 'bridge.py', [['', '```\nimport os\n\n\ndef bridge():\n    return 1888\n```', 'lines 1-5']]],
];

test.each(CASES)('%s', async (name, bytes, title, expected) => {
  const document = await parseDocument({
    bytes: typeof bytes === 'string' ? strToU8(bytes) : bytes,
    url: `file:///docs/${name}`,
  });
  expect(document.title).toBe(title);
  expect(
    document.sections.map(({ headings, text, location }) => [
      headings.join(' > '),
      text.replace(/[ \t]+/g, ' ').replaceAll('\n ', '\n'),
      location,
    ]),
  ).toEqual(
    expected.map(([headings, text, location]) => [
      headings,
      text.replace(/[ \t]+/g, ' ').replaceAll('\n ', '\n'),
      location,
    ]),
  );
  for (const { text, start, end } of document.sections) expect(document.text.slice(start, end)).toBe(text);
});

test('a notebook that is cut off is no text', async () => {
  const bytes = strToU8(NOTEBOOK.slice(0, -20));
  await expect(parseDocument({ bytes, url: 'file:///study.ipynb' })).rejects.toThrow(
    /study\.ipynb cannot be read.*cut off or damaged/,
  );
});

test('hidden sheets and attachments are named as left out', async () => {
  expect((await parseDocument({ bytes: XLSX, url: 'file:///a.xlsx' })).leftOut).toEqual([
    { what: 'sheet Old', why: 'hidden', characters: 0 },
  ]);
  expect((await parseDocument({ bytes: strToU8(EML), url: 'file:///a.eml' })).leftOut).toMatchObject([
    { what: 'attachment map.png' },
  ]);
});

describe('hostile files end at their limits', () => {
  const paragraphs = (count: number) =>
    `<w:document><w:body>${'<w:p><w:r><w:t>a</w:t></w:r></w:p>'.repeat(count)}</w:body></w:document>`;

  test('an archive that unpacks to more than is allowed is refused before it is unpacked', async () => {
    const bomb = Buffer.from(zip({ 'ppt/presentation.xml': ' '.repeat(1000) }));
    bomb.writeUInt32LE(300 * 1024 * 1024, bomb.indexOf('PK\u0001\u0002', 'latin1') + 24); // the size it says it has
    await expect(parseDocument({ bytes: bomb, url: 'file:///bomb.pptx' })).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining('unpacks to more than'),
    });
  }, 30_000);

  test('a DOCX of millions of paragraphs is ended with its process', async () => {
    const rels =
      '<Relationships><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';
    const types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';
    const bomb = zip({ '[Content_Types].xml': types, '_rels/.rels': rels, 'word/document.xml': paragraphs(3_000_000) });
    await expect(parseDocument({ bytes: bomb, url: 'file:///bomb.docx' }, { timeoutMs: 3000 })).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringMatching(/took too long|memory/),
    });
  }, 60_000);

  test.each(['PK\u0003\u0004 but no archive', '{\\rtf1 {{{{', '%PDF-1.7 and no more'])(
    '%j is refused or read, and never hangs',
    async (text) => {
      const parsed = parseDocument({ bytes: strToU8(text, true), url: 'file:///x' }, { timeoutMs: 5000 });
      await parsed.catch((error: unknown) => expect(error).toMatchObject({ code: 'unreadable' }));
    },
  );
});

test('a sheet of more than 200 columns is read to its last cell, in bands', async () => {
  const row = (cell: (at: number) => string) => Array.from({ length: 450 }, (_, at) => cell(at)).join(',');
  const bytes = strToU8(`${row((at) => `name ${at}`)}\n${row((at) => (at === 449 ? 'heron' : '1'))}`);
  const { text, sections } = await parseDocument({ bytes, url: 'file:///wide.csv' });
  expect(text).toContain('| name 449 |');
  expect(sections.find((section) => section.text.includes('heron'))?.location).toBe('cells GS2:QH2');
  const line = await parseDocument({ bytes: strToU8(row((at) => `cell ${at}`)), url: 'file:///line.csv' });
  expect(line.text).toContain('cell 449');
});

test('an e-book without a spine is read page by page', async () => {
  const bytes = zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
    'b.opf': '<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest></package>',
    'a.xhtml': '<html><body><p>The tern flew north.</p></body></html>',
  });
  expect((await parseDocument({ bytes, url: 'file:///b.epub' })).text).toBe('The tern flew north.');
});

test('an archive that is named as a document is said to be a damaged one', async () => {
  const parsed = parseDocument({ bytes: zip({ 'a.txt': 'x' }), url: 'file:///report.docx' });
  await expect(parsed).rejects.toMatchObject({
    message: expect.stringContaining('a damaged DOCX, or another archive'),
  });
});

test('pixels become a PNG that says how large it is', () => {
  const png = Buffer.from(toPng({ data: Uint8Array.of(0, 255, 255, 0), width: 2, height: 2, channels: 1 }));
  expect([png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]]).toEqual([2, 2, 8, 0]);
  expect([...inflateSync(png.subarray(png.indexOf('IDAT') + 4, png.indexOf('IEND') - 8))]).toEqual([
    0, 0, 255, 0, 255, 0,
  ]);
});

test('a picture says what to install where OCR is not', async () => {
  const picture = { bytes: toPng({ data: new Uint8Array(4), width: 2, height: 2, channels: 1 }), url: 'file:///a.png' };
  await expect(parseDocument(picture)).rejects.toMatchObject({
    code: 'unreadable',
    message: expect.stringContaining('npm install tesseract.js'),
  });
});

describe('encodings that nothing declares', () => {
  const read = async (bytes: Uint8Array) => parseDocument({ bytes, url: 'file:///a.txt' });
  const windows1251 = (text: string) =>
    Uint8Array.from(text, (sign) =>
      sign >= 'А' && sign <= 'я' ? sign.charCodeAt(0) - 0x410 + 0xc0 : sign.charCodeAt(0),
    );
  const russian = 'Старый мост был открыт в 1888 году. Он стоит на реке и виден издалека.';

  test('windows-1251 is read as such, and where that is doubtful it is said', async () => {
    const { text, leftOut = [] } = await read(windows1251(russian));
    expect(text).toBe(russian);
    for (const { what, why } of leftOut)
      expect([what, why]).toEqual(['encoding', expect.stringContaining('windows-1251')]);
  });

  test.each(['utf16le', 'utf16be'])('%s without a mark', async (order) => {
    const little = Buffer.from(russian, 'utf16le');
    const { text } = await read(order === 'utf16le' ? little : Buffer.from(little).swap16());
    expect(text).toBe(russian);
  });

  test('Shift-JIS', async () => {
    // 古い橋は千八百八十八年に開通しました。川の上に立っています。
    const bytes = Buffer.from(
      '8cc382a28bb482cd90e794aa955394aa8f5c94aa944e82c98a4a92ca82b582dc82b582bd814290ec82cc8fe382c997a782c182c482a282dc82b78142',
      'hex',
    );
    expect((await read(bytes)).text).toContain('開通しました');
  });
});

test('random bytes are not text, whatever their name', async () => {
  const bytes = Uint8Array.from({ length: 4096 }, (_, at) => (at * 167 + (at >> 3) * 31) % 256);
  for (const name of ['notes.md', 'notes.txt', 'table.csv'])
    await expect(parseDocument({ bytes, url: `file:///${name}` })).rejects.toThrow('is not text');
});

test('a limit of a caller is kept', async () => {
  const html = new TextEncoder().encode(`<p>${'The harbour was dredged in the spring of 1931. '.repeat(2000)}</p>`);
  const document = await parseDocument({ bytes: html, url: 'file:///a.html' }, { maxPageCharacters: 10_000 });
  expect(document.leftOut).toContainEqual(expect.objectContaining({ what: 'end of the page' }));
  expect(document.text.length).toBeLessThan(10_000);
});
