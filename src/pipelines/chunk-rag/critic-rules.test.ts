import { describe, expect, test } from 'vitest';
import { passage, question } from '../../testing/index.js';
import { objectionsTo } from './critic-rules.js';
import { spansIn, timeOf, wantedTime } from './time.js';

const titled = (title: string, text: string, date?: string) => {
  const chunk = passage('d#0', text);
  return { ...chunk, source: { ...chunk.source, title, ...(date !== undefined && { date }) } };
};
const rules = (asked: string, chunk: ReturnType<typeof titled>) =>
  objectionsTo(question(asked, '2026-03-01T00:00:00.000Z'), chunk).map(({ rule }) => rule);

describe('time', () => {
  test('a chunk of another time is objected to, with both times', () => {
    const [objection] = objectionsTo(
      question('What happened to the bridge in 1934?'),
      titled('Bridge', 'The bridge was opened in 1888.'),
    );
    expect(objection).toEqual({ rule: 'time', factor: 0.5, reason: 'speaks of 1888, asked was 1934' });
  });

  test.each([
    ['in 1934', 'It burned down in 1934.', []],
    ['in 1934', 'It is made of stone.', []],
    ['in 1916', 'The war of 1914-1918 closed it.', []],
    ['in 1920', 'The war of 1914 to 1918 closed it.', ['time']],
    ['before 1900', 'It was opened in 1888.', []],
    ['before 1900', 'It was opened in 1934.', ['time']],
    ['after 1950', 'It was painted in 1934.', ['time']],
    ['since 1950', 'It has been shut since 1934.', []],
    ['between 1930 and 1940', 'It burned down in 1934.', []],
    ['in the 1930s', 'It burned down in 1934.', []],
    ['in the 19th century', 'It burned down in 1934.', ['time']],
    ['last year', 'It was closed in 2025.', []],
    ['last year', 'It was closed in 2019.', ['time']],
  ])('What happened to the bridge %s? - %s', (when, text, expected) => {
    expect(rules(`What happened to the bridge ${when}?`, titled('Bridge', text))).toEqual(expected);
  });

  test('a question that names two times far apart is not held against one of them', () => {
    expect(
      rules('Was the bridge longer in 1888 or in 1934?', titled('Bridge', 'In 1900 it was 40 m long.')),
    ).not.toContain('time');
  });

  test('a question of the present finds long past years outdated, unless the text says it holds today', () => {
    const asked = 'Who is currently the keeper of the bridge?';
    expect(rules(asked, titled('Bridge', 'Ada Stone became keeper in 2001.'))).toEqual(['outdated']);
    expect(rules(asked, titled('Bridge', 'Ada Stone is the keeper.', '2012-05-01'))).toEqual(['outdated']);
    expect(rules(asked, titled('Bridge', 'Ada Stone became keeper in 2001 and is so today.'))).toEqual([]);
    expect(rules(asked, titled('Bridge', 'Ada Stone became keeper in 2024.'))).toEqual([]);
    expect(rules('Who was the keeper of the bridge?', titled('Bridge', 'Ada Stone became keeper in 2001.'))).toEqual(
      [],
    );
  });

  test('times in words', () => {
    expect(spansIn('from 1914 to 1918, the 1920s, since 1950').map(timeOf)).toEqual([
      '1914-1918',
      'since 1950',
      '1920-1929',
    ]);
    expect(wantedTime(question('Who won next year?', '2026-03-01T00:00:00.000Z'))).toEqual({ from: 2027, to: 2027 });
    expect(wantedTime(question('Who won?'))).toBeUndefined();
  });
});

describe('other consistency', () => {
  test("names: the paper's example, in our words", () => {
    const asked = "What is Henry Feilden's occupation?";
    expect(rules(asked, titled('', 'Henry Feilden led an industrial firm.'))).toEqual([]);
    expect(rules(asked, titled('Henry Feilden', 'He led an industrial firm.'))).toEqual([]);
    expect(rules(asked, titled('', 'The painter sold many pictures.'))).toEqual(['names']);
    const half = objectionsTo(question(asked), titled('', 'Henry Dale was a chemist.'));
    expect(half).toEqual([{ rule: 'names', factor: 0.75, reason: expect.stringContaining('Feilden') }]);
  });

  test('figures that are no years must be there', () => {
    expect(rules('Where does route 66 end?', titled('Roads', 'Route 12 ends in the hills near Tovrick.'))).toEqual([
      'figures',
    ]);
    expect(rules('Where does route 66 end?', titled('Roads', 'Route 66 ends in the hills near Tovrick.'))).toEqual([]);
  });

  test('what cannot be the kind of thing that is asked for', () => {
    expect(rules('When did the bridge open?', titled('Bridge', 'The bridge is made of stone.'))).toEqual(['form']);
    expect(rules('How many arches has the bridge?', titled('Bridge', 'The bridge has seven arches.'))).toEqual([]);
  });

  test('suppositions', () => {
    expect(rules('Who built the bridge?', titled('Bridge', 'Some say that Ada Stone built the bridge.'))).toEqual([
      'supposition',
    ]);
  });
});
