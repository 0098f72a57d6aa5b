/** Command lines that cannot work, with what they must say. Paths are relative to the folder that `prepared` makes. */

/** `says` must name what is wrong and what to do next. */
export type BadInvocation = { readonly args: readonly string[]; readonly says: RegExp; readonly code?: number };

const BARE = ['embedder', 'reranker', 'verifier', 'reader'].flatMap((name) => ['--set', `local.${name}=false`]);
const QUESTION = 'When was the Old Bridge opened?';
const ask = (...more: string[]): readonly string[] => ['ask', QUESTION, '--docs', 'docs', ...BARE, ...more];

/** Every way to name a file that is read. `FILE` stands for it. */
const READERS: Readonly<Record<string, readonly string[]>> = {
  parse: ['parse', 'FILE'],
  ingest: ['ingest', 'FILE', '--corpus', 'new', '--embed', 'off'],
  'ask --docs': ['ask', QUESTION, '--docs', 'FILE', ...BARE],
  'ask --config': ask('--config', 'FILE'),
  'ask --replay': ask('--replay', 'FILE'),
  verify: ['verify', 'FILE', '--sources', 'docs', '--set', 'local.verifier=false'],
  'eval --data': ['eval', '--data', 'FILE', '--docs', 'docs', ...BARE],
  'eval --config': ['eval', '--data', 'questions.jsonl', '--config', 'FILE', '--docs', 'docs', ...BARE],
  'search --batch': ['search', '--batch', 'FILE', '--corpus', 'made'],
  compare: ['compare', 'FILE', 'scores.csv'],
  anova: ['anova', '--scores', 'FILE', '--response', 'score', '--model', 'a'],
  'rate --key': ['rate', 'run', '--read', 'sheet.csv', '--key', 'FILE'],
  'synth --config': ['synth', '--config', 'FILE', '--docs', 'docs', '--out', 'made.jsonl', '-n', '1', ...BARE],
  'tune --variants': ['tune', 'hifi-rag', '--variants', 'FILE', '--data', 'questions.jsonl', '--docs', 'docs', ...BARE],
  grid: ['grid', 'FILE', '--docs', 'docs', '--out', 'grid-out', ...BARE],
  'liverag --data': ['liverag', '--data', 'FILE', '--out', 'answers.jsonl', '--docs', 'docs', ...BARE],
  'mmu-ragent --data': ['mmu-ragent', '--data', 'FILE', '--out', 'answers.jsonl', '--docs', 'docs', ...BARE],
};

/** What such a name may turn out to be. */
const NOT_FILES: Readonly<Record<string, RegExp>> = {
  'nowhere.jsonl': /no such file|There is no|does not exist|is neither/i,
  '/dev/zero': /device|is neither/,
  '/dev/urandom': /device|is neither/,
  'pipe.jsonl': /a pipe|is neither/,
  'huge.jsonl': /too large|more than|not JSON|cannot be read/,
};

const ADVICE =
  /Check |Split |Give |Leave |Save |Run |Remove |Read |Choose |Say |Expected |writes (?:one|a)|makes (?:one|it)|Try |Name /;

const reads: BadInvocation[] = Object.values(READERS).flatMap((args) =>
  Object.entries(NOT_FILES)
    .filter(
      ([file]) =>
        !(file === 'huge.jsonl' && ['ingest', 'ask', 'parse'].includes(args[0] as string)) || args.includes('--config'),
    )
    .map(([file, why]) => ({ args: args.map((arg) => (arg === 'FILE' ? file : arg)), says: both(why, ADVICE) })),
);

/** Every way to name a file that is written. */
const WRITERS: Readonly<Record<string, readonly string[]>> = {
  'ask --record': ask('--record', 'FILE'),
  'ask --trace': ask('--trace', 'FILE'),
  'synth --out': [
    'synth',
    '--docs',
    'docs',
    '--out',
    'FILE',
    '-n',
    '1',
    '--set',
    'models.small={"provider":"gguf","model":"any"}',
    ...BARE,
  ],
  'mine --out': ['mine', 'run', '--out', 'FILE', '-n', '1'],
  'report --out': ['report', 'run', '--out', 'FILE'],
  'liverag --out': ['liverag', '--data', 'live.jsonl', '--out', 'FILE', '--docs', 'docs', ...BARE],
};

const NOT_WRITABLE: Readonly<Record<string, RegExp>> = {
  '/dev/full': /no room|a device/,
  'nowhere/file.jsonl': /no such file or folder/,
  docs: /folder/,
  'pipe.jsonl': /nobody reads|a pipe/,
  'docs/bridge.md/file.jsonl': /not a folder/,
};

const writes: BadInvocation[] = Object.values(WRITERS).flatMap((args) =>
  Object.entries(NOT_WRITABLE).map(([file, why]) => ({
    args: args.map((arg) => (arg === 'FILE' ? file : arg)),
    says: both(why, ADVICE),
  })),
);

const outFolders: BadInvocation[] = [
  ['eval', '--data', 'questions.jsonl', '--docs', 'docs', ...BARE],
  ['tune', 'hifi-rag', '--vary', 'refine=true,false', '--data', 'questions.jsonl', '--docs', 'docs', ...BARE],
  ['ablate', 'hifi-rag', '--data', 'questions.jsonl', '--docs', 'docs', ...BARE],
].flatMap((args) => [
  { args: [...args, '--out', 'docs'], says: /files of something else.*Choose a new or an empty folder/s },
  { args: [...args, '--out', 'docs/bridge.md'], says: /a file. Choose a folder/ },
  { args: [...args, '--out', '/dev/full'], says: /a device. Choose a folder/ },
  { args: [...args, '--out', '/proc/nowhere'], says: /cannot be made.*Choose a folder you may write to/s },
]);

const EMPTY = ['--corpus', '--config', '--docs', '--record', '--replay', '--data-directory', '--pipeline', '--trace'];
const empty: BadInvocation[] = EMPTY.map((flag) => ({
  args: ['ask', QUESTION, ...BARE, flag, ''],
  says: new RegExp(`${flag} is empty. Give it a value, or leave it out`),
}));

const dataDirectories: BadInvocation[] = [
  ['corpora'],
  ['search', 'bridge', '--corpus', 'made'],
  ['ingest', 'docs', '--corpus', 'made', '--embed', 'off'],
  ['ask', QUESTION, '--docs', 'docs', ...BARE],
  ['ask', QUESTION, '--corpus', 'made', ...BARE],
].flatMap((args) => [
  { args: [...args, '--data-directory', 'docs/bridge.md'], says: /data directory .* is a file. Give a folder/ },
  { args: [...args, '--data-directory', '/dev/null'], says: /data directory .* is a device. Give a folder/ },
]);

const addresses: BadInvocation[] = [
  'http://[fe80::1%25lo]/',
  'http://',
  'https://exa mple.org',
  'http://[::1',
  'http://a:99999/',
].flatMap((url) => [
  {
    args: ['ingest', url, '--corpus', 'web', '--embed', 'off'],
    says: /web address|no file or folder|not a public|not.*public/i,
  },
  { args: ['parse', url], says: /address|no such file|public/i },
]);

const numbers: BadInvocation[] = [
  ['--timeout', '0'],
  ['--timeout', '-1'],
  ['--timeout', 'soon'],
  ['--timeout', 'NaN'],
  ['--max-cost', 'free'],
  ['--max-cost', '-1'],
].map((flags) => ({ args: [...ask(), ...flags], says: /must be a number/ }));

const configurations: BadInvocation[] = [
  { args: ask('--config', 'list.yaml'), says: /holds a list where settings are expected.*winnow init/s },
  { args: ask('--config', 'word.yaml'), says: /holds a string where settings are expected.*winnow init/s },
  { args: ask('--config', 'broken.yaml'), says: /cannot be read/ },
  { args: ask('--config', 'docs'), says: /a folder, not a configuration file/ },
  { args: ask('--config', 'unknown.yaml'), says: /not valid.*docs\/configuration.md/s },
  { args: ask('--set', 'nonsense'), says: /--set needs path=value/ },
  { args: ask('--set', 'pipeline=none'), says: /pipeline/ },
  { args: ask('--set', 'limits.timeoutMs=never'), says: /not valid.*limits.timeoutMs/s },
  { args: ask('--set', '__proto__.x=1'), says: /not a setting|not valid|Unrecognized/i },
  { args: ask('--pipeline', 'nothing'), says: /nothing/ },
  { args: ask('--corpus', 'made'), says: /Either --docs or --corpus/ },
  { args: ask('--record', 'a', '--replay', 'b'), says: /Either --record or --replay/ },
];

const others: BadInvocation[] = [
  { args: ['ask', '', '--docs', 'docs', ...BARE], says: /question/ },
  {
    args: ['ask', QUESTION, '--docs', 'nowhere', ...BARE],
    says: /There is no file or folder .*Name one that holds your documents in --docs/,
  },
  {
    args: ['ask', QUESTION, '--docs', 'nothing-readable', ...BARE],
    says: /None of the 1 files could be read.*picture.png.*Give docs/s,
  },
  { args: ['ask', QUESTION, '--docs', 'empty', ...BARE], says: /holds no file that can be read/ },
  { args: ['ask', QUESTION, '--corpus', 'none', ...BARE], says: /no corpus "none".*winnow ingest/s },
  { args: ['ask', QUESTION, '--corpus', '../up', ...BARE], says: /name of a corpus/ },
  { args: ['ask', '--nonsense'], says: /unknown option.*winnow ask --help/s },
  { args: ['nonsense'], says: /unknown command.*winnow help/s },
  { args: ['ingest', '--corpus', 'made'], says: /Nothing to ingest. Example/ },
  { args: ['ingest', 'docs'], says: /Which corpus\? Give its name/ },
  { args: ['ingest', 'docs', '--corpus', 'made', '--chunk', 'finely'], says: /must be one of/ },
  { args: ['ingest', 'docs', '--corpus', 'made', '--batch', '0'], says: /whole number|above 0/ },
  { args: ['ingest', '--remove', 'nothing', '--corpus', 'made'], says: /no document nothing/ },
  {
    args: ['ingest', 'picture.png', '--corpus', 'pictures', '--embed', 'off'],
    says: /not read: .*picture.png/,
    code: 1,
  },
  { args: ['search', 'bridge', '--corpus', 'none'], says: /no corpus "none"/ },
  { args: ['search', '--corpus', 'made'], says: /query/i },
  { args: ['search', 'a', '--corpus', 'made', '-k', '-1'], says: /above 0|whole number/ },
  { args: ['search', 'a', '--corpus', 'made', '--mode', 'dense'], says: /without vectors.*mode sparse/s },
  { args: ['search', '--batch', 'docs/bridge.md', '--corpus', 'made'], says: /line 1/ },
  { args: ['parse', 'picture.png'], says: /picture.png is a picture.*once OCR is installed: npm install/, code: 1 },
  { args: ['parse', 'broken.pdf'], says: /not the PDF|cannot be read|not a PDF/, code: 1 },
  { args: ['parse', 'broken.docx'], says: /not the DOCX|not a DOCX/, code: 1 },
  { args: ['parse', 'archive.docx'], says: /cannot be read|not a DOCX|archive/, code: 1 },
  { args: ['parse', 'docs'], says: /is a folder, not a file. Give a file/ },
  { args: ['verify', 'docs/bridge.md'], says: /Against what\? Give --sources/ },
  { args: ['verify', 'docs/bridge.md', '--sources', 'nowhere'], says: /no folder nowhere. Give as sources/ },
  { args: ['verify', 'docs/bridge.md', '--sources', 'empty'], says: /holds no txt, md or html/ },
  { args: ['verify', 'blank.md', '--sources', 'docs'], says: /empty. Give a text/ },
  { args: ['eval', '--docs', 'docs', ...BARE], says: /--data/ },
  { args: ['eval', '--data', 'blank.md', '--docs', 'docs', ...BARE], says: /./ },
  { args: ['eval', '--data', 'docs/bridge.md', '--docs', 'docs', ...BARE], says: /./ },
  { args: ['report', 'docs'], says: /./ },
  { args: ['report', 'nowhere'], says: /./ },
  { args: ['mine', 'docs', '--out', 'mined.jsonl'], says: /holds no run. Make one/ },
  { args: ['cost', 'docs'], says: /run/ },
  { args: ['cost', 'nowhere'], says: /run/ },
  { args: ['compare', 'run', 'nowhere'], says: /nowhere/ },
  { args: ['rate', 'docs'], says: /run/ },
  { args: ['corpora', '--delete', 'none'], says: /no corpus "none"/ },
  { args: ['models', 'get', 'nothing-such'], says: /./ },
  { args: ['keys', 'revoke', 'nothing'], says: /./ },
  { args: ['serve', '--port', '99999999'], says: /port/i },
  { args: ['anova', '--scores', 'scores.csv', '--response', 'none', '--model', 'a'], says: /none/ },
  { args: ['init', '--force'], says: /unknown option/ },
];

export const BAD_INVOCATIONS: readonly BadInvocation[] = [
  ...reads,
  ...writes,
  ...outFolders,
  ...empty,
  ...dataDirectories,
  ...addresses,
  ...numbers,
  ...configurations,
  ...others,
];

/** Both somewhere in the text, in this order or the other. */
function both(one: RegExp, other: RegExp): RegExp {
  return new RegExp(`(?=[\\s\\S]*(?:${one.source}))(?=[\\s\\S]*(?:${other.source}))`, one.flags);
}
