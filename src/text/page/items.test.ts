import { describe, expect, test } from 'vitest';
import { parseMarkdown, parsePage } from './index.js';

const url = 'https://example.org/manual';
const article = (body: string) =>
  `<html lang="en"><title>Manual</title><body><main><h1>Manual</h1><h2>Settings</h2>${body}</main></body></html>`;
const page = (body: string) => parsePage(article(body), { url });
const cut = ({ sections }: ReturnType<typeof page>) => sections.map(({ headings, text }) => [headings.at(-1), text]);

describe('entries of a reference are sections of their own', () => {
  test('definitions, under their terms; terms that share a description share the heading', () => {
    const document = page(`<p>These settings are read when the server starts.</p><dl>
      <dt><code>work_mem</code> (integer)</dt><dd><p>Memory used by a sort before it writes to disk.</p><p>The default is 4MB.</p></dd>
      <dt>-f</dt><dt>--force</dt><dd>Go on even if another instance is running here.</dd></dl><p>Settings may be changed later.</p>`);
    expect(cut(document)).toEqual([
      ['Settings', 'These settings are read when the server starts.'],
      ['work_mem (integer)', 'Memory used by a sort before it writes to disk.\n  The default is 4MB.'],
      ['-f, --force', 'Go on even if another instance is running here.'],
      ['Settings', 'Settings may be changed later.'],
    ]);
    for (const { start, end, text } of document.sections) expect(document.text.slice(start, end)).toBe(text);
    expect(document.text).toContain('- -f, --force: Go on');
  });

  test('rows of a table, under its caption, the names of its columns, and the class they stand in', () => {
    const document =
      page(`<div><p class="title"><b>Table A.1. Error codes</b></p><table><thead><tr><th>Code</th><th>Name</th></tr></thead>
      <tr><td colspan=2>Class 40: rollback</td></tr><tr><td>40001</td><td>serialization_failure</td></tr><tr><td>40P01</td><td>deadlock_detected</td></tr>
      </table></div><p>Other codes are reserved for later versions.</p>`);
    expect(document.sections.map(({ headings }) => headings)).toEqual([
      ['Manual', 'Settings'],
      [
        'Manual',
        'Settings',
        'Table A.1. Error codes',
        'Code | Name',
        'Class 40: rollback',
        '40001 serialization_failure',
      ],
      ['Manual', 'Settings', 'Table A.1. Error codes', 'Code | Name', 'Class 40: rollback', '40P01'],
      ['Manual', 'Settings'],
    ]);
    expect(document.sections[2]?.text).toBe('| 40P01 | deadlock_detected |');
  });

  test('a table of one named column, as references of functions are made', () => {
    const entry = (name: string) =>
      `<tr><td><p><code>${name}</code> ( text ) → text</p><p>Converts the string in the manner of ${name}.</p></td></tr>`;
    const document = page(`<table><tr><th>Function</th></tr>${entry('lower')}${entry('upper')}</table>`);
    expect(cut(document)).toEqual([
      ['lower ( text ) → text', 'Converts the string in the manner of lower.'],
      ['upper ( text ) → text', 'Converts the string in the manner of upper.'],
    ]);
  });

  test('a long description is cut, each part under the term', () => {
    const long = 'This setting says how much is kept in memory. '.repeat(120);
    const { sections } = page(`<dl><dt>cache_size</dt><dd>${long}</dd></dl>`);
    expect(sections.length).toBeGreaterThan(2);
    expect(sections.every(({ headings, text }) => headings.at(-1) === 'cache_size' && text.length <= 2000)).toBe(true);
  });

  test('in markdown: tables, and lists whose items begin with a term', () => {
    const document = parseMarkdown(
      '# Tool\n\n| Option | Meaning |\n|---|:--|\n| `--fast` | skips checks |\n| `--safe` | runs all checks |\n\n- `core.eol`: which line endings are written to files\n- `core.pager`: the program that shows long output\n- **core.editor**: the program that edits messages\n',
      { url },
    );
    expect(document.sections.map(({ headings }) => headings.slice(1).join(' / '))).toEqual([
      'Option | Meaning / --fast',
      'Option | Meaning / --safe',
      'core.eol',
      'core.pager',
      'core.editor',
    ]);
  });
});

describe('entries without tags of their own', () => {
  test('list items under a line in bold', () => {
    const item = (title: string, text: string) => `<li><p><b>${title}</b></p><p>${text}</p></li>`;
    const document = page(`<ol>${item('Columns', 'At most 2000 columns are allowed in a table.')}
      ${item('Attached files', 'At most 10 files can be attached at the same time.')}${item('Joins', 'At most 64 tables are joined in one query.')}</ol>`);
    expect(document.sections.map(({ headings }) => headings.at(-1))).toEqual(['Columns', 'Attached files', 'Joins']);
  });

  const listing = `.quit             Leave this program\n.read FILE        Read commands from FILE
.timeout MS       Wait for locked tables up to MS\n                  milliseconds\n.timer on|off     Turn the timer on or off`;
  test.each([
    ['as a program prints them', `<pre>${listing}</pre>`],
    ['indented as a quotation', `<blockquote><pre>${listing}</pre></blockquote>`],
  ])('options, %s', (_, body) => {
    const { sections } = page(body);
    expect(sections.map(({ headings }) => headings.at(-1))).toEqual([
      '.quit',
      '.read FILE',
      '.timeout MS',
      '.timer on|off',
    ]);
    expect(sections[2]?.text).toMatch(/Wait for locked tables up to MS\s[> ]*milliseconds/);
  });

  test('list items whose first paragraph is a term', () => {
    const item = (term: string, said: string) => `<li><p><b>${term}</b> available since 7.5</p><p>${said}</p></li>`;
    const { sections } = page(
      `<ul>${item('janitor.interval', 'Sets how often the janitor runs.')}${item('debug.logFile', 'Where all of the output goes.')}${item('net.protocol', 'One of the two protocols.')}</ul>`,
    );
    expect(sections.map(({ headings }) => headings.at(-1))).toEqual([
      'janitor.interval available since 7.5',
      'debug.logFile available since 7.5',
      'net.protocol available since 7.5',
    ]);
  });
});

describe('fields of entries', () => {
  test('a list of fields that every entry has is one section under the heading of the entry', () => {
    const entry = (name: string, value: string) =>
      `<h3>${name}</h3><dl><dt>Specifies</dt><dd>How many of them the server keeps at a time, whoever asks.</dd>
       <dt>Default value</dt><dd>${value}</dd><dt>Notes</dt><dd>Changes are seen when the server starts again.</dd></dl>`;
    const { sections } = page(
      `<h2>Settings</h2>${entry('cache-size', '64')}${entry('max-age', '300')}${entry('log-limit', '12')}`,
    );
    expect(sections.map(({ headings }) => headings.at(-1))).toEqual(['cache-size', 'max-age', 'log-limit']);
    expect(sections[1]?.text).toContain('- Default value: 300');
  });

  test('options that several programs share are entries all the same', () => {
    const program = (name: string) =>
      `<h3>${name}</h3><dl><dt>-f</dt><dd>This option runs the server in the foreground.</dd>
       <dt>-v</dt><dd>This option prints the version number and exits.</dd></dl>`;
    const { sections } = page(['named', 'rndc', 'dig'].map(program).join(''));
    expect(sections.map(({ headings }) => headings.slice(-2).join(' '))).toEqual(
      ['named', 'rndc', 'dig'].flatMap((name) => [`${name} -f`, `${name} -v`]),
    );
  });
});

describe('what is no reference stays together', () => {
  test.each([
    ['facts about one thing', '<dl><dt>Born</dt><dd>1950</dd><dt>Died</dt><dd>2011</dd></dl>'],
    [
      'a list of sentences',
      '<ul><li>Wash the apples well before use.</li><li>Cook them for an hour.</li><li>Cool them slowly.</li></ul>',
    ],
    [
      'a table without column names',
      '<table><tr><th>Height</th><td>46 m</td></tr><tr><th>Width</th><td>9 m</td></tr></table>',
    ],
    ['a program', '<pre>if (ready) {\n  start();   // at once\n  wait();    // until done\n}\nstop();\nleave();</pre>'],
    ['a table of figures', '<pre>a   1   2\nb   3   4\nc   5   6\nd   7   8</pre>'],
    [
      'aligned code',
      '<pre>const a   = one two;\nconst b   = three four;\nlet c     = five six;\nlet d     = seven eight;</pre>',
    ],
    [
      'lists of words',
      `<ul>${`<li>${Array.from({ length: 40 }, () => '<code>word</code>').join(', ')} and more of them</li>`.repeat(3)}</ul>`,
    ],
    ['a single row', '<table><tr><th>Day</th><th>Hours</th></tr><tr><td>Monday</td><td>9 to 5</td></tr></table>'],
  ])('%s', (_, body) => {
    expect(page(`<p>Before it stands a line of text.</p>${body}`).sections).toHaveLength(1);
  });
});
