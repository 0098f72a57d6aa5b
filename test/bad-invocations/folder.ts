/** A folder with everything the bad command lines name: documents, a run, a corpus, and files that are none. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, openSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BARE, folderWith, TINY_DOCS, winnow } from '../support/command.js';

const PICTURE = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001080600000000', 'hex');
const HUGE_BYTES = 5 * 1024 ** 3;

export async function preparedFolder(): Promise<string> {
  const cwd = folderWith({
    ...TINY_DOCS,
    'questions.jsonl': [1, 2, 3, 4]
      .map((n) => `{"id": "q${n}", "question": "When was the Old Bridge opened?", "answers": ["1888"]}\n`)
      .join(''),
    'live.jsonl': '{"id": 1, "question": "When was the Old Bridge opened?"}\n',
    'list.yaml': '- one\n- two\n',
    'word.yaml': 'hello\n',
    'broken.yaml': 'a: [1\nb: }\n',
    'unknown.yaml': 'nonsense: true\n',
    'scores.csv': 'id,a,score\nq1,x,0.5\nq2,y,0.7\n',
    'sheet.csv': 'item\n',
    'blank.md': '\n',
    'broken.pdf': 'no PDF',
    'broken.docx': 'no DOCX',
  });
  for (const name of ['picture.png', 'nothing-readable/picture.png']) {
    mkdirSync(join(cwd, 'nothing-readable'), { recursive: true });
    writeFileSync(join(cwd, name), PICTURE);
  }
  mkdirSync(join(cwd, 'empty'));
  writeFileSync(join(cwd, 'archive.docx'), Buffer.from('504b03040a0000000000', 'hex'));
  execFileSync('mkfifo', [join(cwd, 'pipe.jsonl')]);
  openSync(join(cwd, 'huge.jsonl'), 'w');
  truncateSync(join(cwd, 'huge.jsonl'), HUGE_BYTES); // takes no room on disk
  await winnow(['ingest', 'docs', '--corpus', 'made', '--embed', 'off'], { cwd });
  await winnow(['eval', '--data', 'questions.jsonl', '--docs', 'docs', '--out', 'run', ...BARE], { cwd });
  return cwd;
}
