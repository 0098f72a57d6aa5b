import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { WinnowError } from '../../core/errors.js';
import { readQuestions } from './questions.js';

const root = mkdtempSync(join(tmpdir(), 'winnow-questions-'));
afterAll(() => rmSync(root, { recursive: true }));

let made = 0;

/** Writes the files into a folder of their own and returns its path. */
function folder(files: Readonly<Record<string, string | Buffer>>): string {
  made += 1;
  const path = join(root, String(made));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), content);
  }
  return path;
}

const file = (content: string | Buffer): string => join(folder({ data: content }), 'data');
const lines = (...rows: unknown[]): string => rows.map((row) => JSON.stringify(row)).join('\n');

/** The error's message; the code must be `usage`. */
function complaintOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(WinnowError);
    expect((error as WinnowError).code).toBe('usage');
    return (error as WinnowError).message;
  }
  throw new Error('expected a WinnowError');
}

const kite = { id: 'q1', question: 'How wide are its wings?', answers: ['1.7 m'], gold_doc_ids: ['d1'], type: 'fact' };

describe('our own format', () => {
  test('becomes rows; what has no place in a row is kept as extra', () => {
    const { rows, skipped, format } = readQuestions(
      file(lines({ ...kite, split: 'test', level: 3 }, { id: 2, question: 'Why?', answers: [] })),
    );
    expect(format).toBe('winnow');
    expect(skipped).toEqual([]);
    expect(rows).toEqual([
      {
        id: 'q1',
        question: kite.question,
        answers: ['1.7 m'],
        gold: ['d1'],
        type: 'fact',
        split: 'test',
        extra: { level: 3 },
      },
      { id: '2', question: 'Why?', answers: [], gold: [] },
    ]);
  });

  test('takes gold URLs; beside ids they are extra', () => {
    const [urls, both] = readQuestions(
      file(
        lines(
          { id: 'a', question: 'x?', answers: [], gold_urls: ['https://a.org/'] },
          { id: 'b', question: 'x?', answers: [], gold_doc_ids: ['d'], gold_urls: ['https://a.org/'] },
        ),
      ),
    ).rows;
    expect(urls).toMatchObject({ gold: ['https://a.org/'] });
    expect(both).toMatchObject({ gold: ['d'], extra: { gold_urls: ['https://a.org/'] } });
  });

  test('byte order mark, CRLF, blank lines and a missing last line end do no harm', () => {
    const content = `\uFEFF${lines(kite)}\r\n\r\n${lines({ ...kite, id: 'q2' })}`;
    expect(readQuestions(file(content)).rows.map(({ id }) => id)).toEqual(['q1', 'q2']);
  });

  test('one JSON list instead of lines', () => {
    expect(readQuestions(file(JSON.stringify([kite, { ...kite, id: 'q2' }], null, 2))).rows).toHaveLength(2);
  });

  test('a folder with questions.jsonl', () => {
    expect(readQuestions(folder({ 'questions.jsonl': lines(kite), 'corpus.jsonl': '{}' })).rows).toHaveLength(1);
  });
});

describe('bad rows', () => {
  const bad = file(
    [
      lines(kite),
      lines({ ...kite, id: 'q2', question: ' ' }),
      '{"id": "q3", ',
      lines({ ...kite, id: 'q4', answers: 'one' }),
      lines({ ...kite, id: 'q5', answers: ['one', 2] }),
      lines({ question: 'Who?', answers: [] }),
      lines(kite),
      '7',
    ].join('\n'),
  );

  test('are all named, by line and field, with what was expected and what was found', () => {
    const message = complaintOf(() => readQuestions(bad));
    expect(message).toContain('7 of 8 rows cannot be used');
    expect(message).toContain('line 2, question: expected a text that is not empty, got " "');
    expect(message).toMatch(/line 3: expected one JSON object, got .*id/);
    expect(message).toContain('line 4, answers: expected a list of texts, got "one"');
    expect(message).toContain('line 5, answers[1]: expected a text, got 2');
    expect(message).toContain('line 6, id: expected a text that is not empty, or a number, got nothing');
    expect(message).toContain('line 7, id: expected an id of its own, got "q1" as on line 1');
    expect(message).toContain('line 8: expected a JSON object, got 7');
    expect(message).toContain('skipBad');
  });

  test('are returned beside the good ones when they may be skipped', () => {
    const { rows, skipped } = readQuestions(bad, { skipBad: true });
    expect(rows.map(({ id }) => id)).toEqual(['q1']);
    expect(skipped.map(({ at }) => at)).toEqual([2, 3, 4, 5, 6, 7, 8].map((line) => `line ${line}`));
    expect(skipped[0]?.field).toBe('question');
  });

  test('twenty are shown, the rest counted', () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ id: `b${index}`, question: '', answers: [] }));
    const message = complaintOf(() => readQuestions(file(lines(kite, ...many))));
    expect(message.match(/^ {2}line/gm)).toHaveLength(20);
    expect(message).toContain('and 10 more');
  });

  test('nothing but bad rows is an error even when they may be skipped', () => {
    const message = complaintOf(() =>
      readQuestions(file(lines({ id: 'x', question: 'y', answer: 'z' })), { skipBad: true }),
    );
    expect(message).toContain('answers: expected a list of texts, got nothing');
    expect(message).not.toContain('--skip-bad');
  });
});

test('short answers may be missing where there is an answer in sentences, or a type that says there is none', () => {
  const content = lines(
    { id: '1', question: 'Why?', reference: 'Because of the tide.' },
    { id: '2', question: 'Who?', type: 'unanswerable' },
  );
  expect(readQuestions(file(content)).rows).toEqual([
    { id: '1', question: 'Why?', answers: [], gold: [], reference: 'Because of the tide.' },
    { id: '2', question: 'Who?', answers: [], gold: [], type: 'unanswerable' },
  ]);
});

describe('a file that cannot be read', () => {
  test.each([
    ['missing', () => join(root, 'absent.jsonl'), 'does not exist'],
    ['empty', () => file(''), 'is empty'],
    ['blank', () => file('\uFEFF \r\n\n'), 'is empty'],
    ['not UTF-8', () => file(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])), 'UTF-8'],
    ['a list cut short', () => file('[{"id": 1}, '), 'JSON list'],
    ['an empty list', () => file('[]'), 'no rows'],
    ['a folder without questions', () => folder({ 'other.txt': 'x' }), 'questions.jsonl'],
  ])('%s: says so', (_name, make, expected) => {
    expect(complaintOf(() => readQuestions(make()))).toContain(expected);
  });

  test('an unknown format is answered with the known ones', () => {
    expect(complaintOf(() => readQuestions(file(lines(kite)), { format: 'xml' as 'csv' }))).toContain('mmu-ragent');
  });
});

describe('MMU-RAGent', () => {
  test('a null reference is no reference', () => {
    const content = lines({ iid: 'a', query: 'Who?', reference: 'She.' }, { iid: 'b', query: 'Why?', reference: null });
    const { rows, format } = readQuestions(file(content));
    expect(format).toBe('mmu-ragent');
    expect(rows).toEqual([
      { id: 'a', question: 'Who?', answers: [], gold: [], reference: 'She.' },
      { id: 'b', question: 'Why?', answers: [], gold: [] },
    ]);
  });
});

describe('LiveRAG', () => {
  test('the questions of the live day', () => {
    const { rows, format } = readQuestions(file(lines({ id: 0, question: 'Who?' }, { id: 1, question: 'Why?' })));
    expect(format).toBe('liverag');
    expect(rows.map(({ id }) => id)).toEqual(['0', '1']);
  });

  test('rows of ours that lack their answers are not taken for them', () => {
    const content = lines({ id: 'q0', question: 'Who?' }, kite);
    expect(complaintOf(() => readQuestions(file(content)))).toContain(
      'line 1, answers: expected a list of texts, got nothing',
    );
  });

  test('the released benchmark, with documents as objects or as JSON text', () => {
    const row = { Index: 3, Question: 'Who?', Answer: 'She did it.', Session: 'Both' };
    const documents = [{ doc_id: '<urn:uuid:1>', content: 'a' }, { doc_id: '<urn:uuid:2>' }];
    const content = lines(
      { ...row, Supporting_Documents: documents },
      { ...row, Index: 4, Supporting_Documents: JSON.stringify(documents.slice(1)) },
    );
    const { rows, format } = readQuestions(file(content));
    expect(format).toBe('liverag-benchmark');
    expect(rows[0]).toEqual({
      id: '3',
      question: 'Who?',
      answers: [],
      gold: ['<urn:uuid:1>', '<urn:uuid:2>'],
      reference: 'She did it.',
      type: 'multi-doc',
      extra: { Session: 'Both' },
    });
    expect(rows[1]).toMatchObject({ gold: ['<urn:uuid:2>'], type: 'single-doc' });
  });

  test('result rows of DataMorgana', () => {
    const row = {
      question: 'Who?',
      answer: 'She.',
      context: ['c'],
      document_ids: ['d1'],
      question_categories: [
        { categorization_name: 'premise', category_name: 'direct' },
        { categorization_name: 'multi-doc', category_name: 'comparison' },
      ],
    };
    const { rows, format } = readQuestions(file(lines(row, { ...row, question_categories: null })));
    expect(format).toBe('datamorgana');
    expect(rows[0]).toMatchObject({
      id: '1',
      gold: ['d1'],
      reference: 'She.',
      type: 'comparison',
      extra: { context: ['c'] },
    });
    expect(rows[1]).not.toHaveProperty('type');
  });
});

describe('SQuAD', () => {
  const qas = [
    {
      id: 's1',
      question: 'How wide?',
      answers: [{ text: '1.7 m' }, { text: '1.7 m' }, { text: '170 cm' }],
      is_impossible: false,
    },
    { id: 's2', question: 'How blue?', answers: [], is_impossible: true },
  ];
  const squad = (questions: unknown[]) => ({
    version: 'v2.0',
    data: [{ title: 'Kite', paragraphs: [{ context: 'Wings.', qas: questions }] }],
  });

  test.each([
    ['on one line', JSON.stringify(squad(qas))],
    ['over many lines', JSON.stringify(squad(qas), null, 2)],
  ])('%s', (_name, content) => {
    const { rows, format } = readQuestions(file(content));
    expect(format).toBe('squad');
    expect(rows).toEqual([
      {
        id: 's1',
        question: 'How wide?',
        answers: ['1.7 m', '170 cm'],
        gold: [],
        extra: { title: 'Kite', context: 'Wings.' },
      },
      {
        id: 's2',
        question: 'How blue?',
        answers: [],
        gold: [],
        type: 'unanswerable',
        extra: { title: 'Kite', context: 'Wings.' },
      },
    ]);
  });

  test('names a bad question by its path', () => {
    const message = complaintOf(() =>
      readQuestions(file(JSON.stringify(squad([...qas, { id: 's3', question: 'x?', answers: ['y'] }])))),
    );
    expect(message).toContain('data[0].paragraphs[0].qas[2], answers[0]: expected a JSON object, got "y"');
  });

  test('names what is missing from the whole', () => {
    expect(complaintOf(() => readQuestions(file('{"data": [{"title": "x"}]}')))).toContain(
      'data[0].paragraphs: expected a list, got nothing',
    );
  });
});

describe('BEIR', () => {
  const queries = lines(
    { _id: '1', text: 'wings', metadata: {} },
    { _id: '2', text: 'nest', metadata: { a: 1 } },
    { _id: '3', text: 'never judged' },
  );
  const header = 'query-id\tcorpus-id\tscore\n';

  test('queries with their judgments: no judged query is lost, no other one kept', () => {
    const { rows, format } = readQuestions(
      folder({
        'queries.jsonl': queries,
        'qrels/test.tsv': `${header}1\td1\t1\n1\td2\t0\n`,
        'qrels/train.tsv': `${header}2\td3\t2\n2\td4\t1\n1\td9\t1\n`,
      }),
    );
    expect(format).toBe('beir');
    expect(rows).toEqual([
      { id: '1', question: 'wings', answers: [], gold: ['d1'], split: 'test' },
      {
        id: '2',
        question: 'nest',
        answers: [],
        gold: ['d3', 'd4'],
        split: 'train',
        extra: { metadata: { a: 1 }, grades: { d3: 2, d4: 1 } },
      },
    ]);
  });

  test("TREC's four columns and no header", () => {
    expect(
      readQuestions(folder({ 'queries.jsonl': queries, 'qrels/test.tsv': '1\t0\td1\t1\r\n' })).rows[0],
    ).toMatchObject({
      gold: ['d1'],
    });
  });

  test('without judgments every query is a row', () => {
    expect(readQuestions(folder({ 'queries.jsonl': queries })).rows).toHaveLength(3);
  });

  test('bad judgments are named by file and line', () => {
    const message = complaintOf(() =>
      readQuestions(folder({ 'queries.jsonl': queries, 'qrels/dev.tsv': `${header}1\td1\t1\n1 d1 1\n8\td1\t1\n` })),
    );
    expect(message).toContain(
      'qrels/dev.tsv line 3: expected query, document and a number, divided by tabs, got "1 d1 1"',
    );
    expect(message).toContain('qrels/dev.tsv line 4, query-id: expected an id of queries.jsonl, got "8"');
  });

  test('a file where the folder is wanted', () => {
    expect(complaintOf(() => readQuestions(file(queries), { format: 'beir' }))).toContain('Give the folder');
  });
});

describe('CSV and TSV', () => {
  test('usual column names need no map', () => {
    const { rows, format } = readQuestions(
      file('qid,query,answer,type,note\n7,"Who, then?",Ann|Bea,fact,x\n8,Why?,,,\n'),
    );
    expect(format).toBe('csv');
    expect(rows).toEqual([
      { id: '7', question: 'Who, then?', answers: ['Ann', 'Bea'], gold: [], type: 'fact', extra: { note: 'x' } },
      { id: '8', question: 'Why?', answers: [], gold: [] },
    ]);
  });

  test('a map names the columns; rows without an id column are numbered', () => {
    const content = 'Frage\tAntwort\tanswer\nWer?\t["Ann", "B|C"]\tlong text\n';
    const { rows, format } = readQuestions(file(content), {
      columns: { question: 'Frage', answers: 'Antwort', reference: 'answer' },
    });
    expect(format).toBe('tsv');
    expect(rows).toEqual([{ id: '1', question: 'Wer?', answers: ['Ann', 'B|C'], gold: [], reference: 'long text' }]);
  });

  test('a column the map uses is not guessed to be something else as well', () => {
    const { rows } = readQuestions(file('id,question,answer\n1,Who?,a long text\n'), {
      columns: { reference: 'answer' },
    });
    expect(rows).toEqual([{ id: '1', question: 'Who?', answers: [], gold: [], reference: 'a long text' }]);
  });

  test("DataMorgana's export: a long answer and Python lists", () => {
    const content = `qid\tquestion\tanswer\tdocument_ids\tquestion_multi-doc\n1\tWho?\tA | B\t['d1', "d'2"]\tcomparison\n`;
    expect(readQuestions(file(content)).rows).toEqual([
      { id: '1', question: 'Who?', answers: [], gold: ['d1', "d'2"], reference: 'A | B', type: 'comparison' },
    ]);
  });

  test('bad rows are named by the line they begin on and by their column', () => {
    const message = complaintOf(() =>
      readQuestions(file('id,query,answers\n1,"two\nlines",a\n2,,a\n3,x\n,y,a\n5,z,[1;2]\n')),
    );
    expect(message).toContain('line 4, query: expected a text that is not empty, got ""');
    expect(message).toContain('line 5: expected 3 cells, got 2');
    expect(message).toContain('line 6, id: expected a text that is not empty');
    expect(message).toContain('line 7, answers: expected a list of texts, got "[1;2]"');
  });

  test.each([
    ['no question column', 'a,b\n1,2\n', {}, 'The file has: a, b'],
    [
      'a map to a column that is not there',
      'question,b\n1,2\n',
      { columns: { answers: 'c' } },
      'No column is called "c"',
    ],
    [
      'a map of a field that does not exist',
      'question,b\n1,2\n',
      { columns: { answer: 'b' } as object },
      'use question, id, answers',
    ],
    ['two columns of one name', 'question,b,b\n1,2,3\n', {}, 'Two columns are called "b"'],
    ['a map that names no field', lines(kite), { columns: { question: 'q' } }, 'No column is called "q"'],
    ['a header alone', 'question,b\n', {}, 'no rows'],
  ])('%s: says so', (_name, content, options, expected) => {
    expect(complaintOf(() => readQuestions(file(content), options))).toContain(expected);
  });
});

test('a stated format overrides what the content looks like', () => {
  const content = lines({ id: 1, question: 'Who?' });
  expect(readQuestions(file(content), { format: 'liverag' }).rows).toHaveLength(1);
  expect(complaintOf(() => readQuestions(file(content), { format: 'mmu-ragent' }))).toContain('line 1, iid');
});

const data = process.env.WINNOW_DATA ?? '';

describe.skipIf(!data || !existsSync(data))('public question sets', () => {
  test('are read without a bad row', () => {
    const sets = readdirSync(data).filter((name) => existsSync(join(data, name, 'questions.jsonl')));
    expect(sets.length).toBeGreaterThan(0);
    for (const name of sets)
      expect(readQuestions(join(data, name)), name).toMatchObject({ format: 'winnow', skipped: [] });
  });
});

test('FlashRAG files: golden_answers, and the type in the metadata', () => {
  const path = file('{"id":"dev_0","question":"Who?","golden_answers":["Ada"],"metadata":{"type":"comparison"}}');
  expect(readQuestions(path)).toMatchObject({
    format: 'flashrag',
    rows: [{ id: 'dev_0', answers: ['Ada'], gold: [], type: 'comparison' }],
  });
});

test('PubHealth: a claim becomes a question with a label to choose, from TSV and from JSONL', () => {
  const row = { id: '7', question: 'Is this statement true or false? Salt heals.', answers: ['false'], type: 'false' };
  const tsv = file('claim_id\tclaim\tlabel\n7\tSalt heals.\tfalse');
  expect(readQuestions(tsv)).toMatchObject({
    format: 'pubhealth',
    rows: [{ ...row, extra: { choices: ['true', 'false'] } }],
  });
  const jsonl = file('{"claim_id":7,"claim":"Salt heals.","label":"False"}');
  expect(readQuestions(jsonl)).toMatchObject({ format: 'pubhealth', rows: [row] });
});

test('a column map names the fields of JSON records, too; what is wrong is named by line and field', () => {
  const columns = { question: 'prompt', answers: 'target' };
  const path = file(
    '{"prompt":"Who?","target":"Ada","level":3}\n{"prompt":"Where?","target":["Oslo","Hathe"],"id":"x"}',
  );
  expect(readQuestions(path, { columns }).rows).toEqual([
    { id: '1', question: 'Who?', answers: ['Ada'], gold: [], extra: { level: 3 } },
    { id: 'x', question: 'Where?', answers: ['Oslo', 'Hathe'], gold: [] },
  ]);
  const bad = file('{"prompt":"","target":"Ada"}');
  expect(() => readQuestions(bad, { columns })).toThrow('line 1, prompt: expected a text that is not empty');
});
