import { expect, test } from 'vitest';
import { boxFacts } from './boxes.js';
import { factsIn } from './facts.js';
import { pageOf } from './names.js';

const bridge = pageOf({
  title: 'Kestrel Bridge - Pellapedia',
  text: 'The Kestrel Bridge is a steel bridge in Tovrick. Many drive to Tovrick over the Kestrel Bridge. It was drawn by Tobias Wrenfield.',
});

const asked = (sentence: string, page = bridge) => factsIn(sentence, page).map(({ question, answers }) => [question, answers[0]]);

test.each([
  ['The Kestrel Bridge opened in 1934.', 'When did the Kestrel Bridge open?', '1934'],
  ['The bridge was opened on 4 September 1934 by the governor.', 'When was the Kestrel Bridge opened?', '4 September 1934'],
  ['In May 1931 the Kestrel Line carried its first passengers.', 'When did the Kestrel Line carry its first passengers?', 'May 1931'],
  ['The Kestrel Line, a tramway of 16 stops, opened on 30 March 2012.', 'When did the Kestrel Line open?', '30 March 2012'],
  ['The Kestrel Line runs to the arena and was extended in 2015.', 'When was the Kestrel Line extended?', '2015'],
  ['The Ropewalk Arena has been closed since May 2019.', 'Since when has the Ropewalk Arena been closed?', 'May 2019'],
  ['The Hathe Ferry leaves at 6:05 on weekdays.', 'At what time does the Hathe Ferry leave on weekdays?', '6:05'],
  ['Ada Stone (born 3 May 1840) was a painter.', 'When was Ada Stone born?', '3 May 1840'],
  ['Ada Stone (1840–1901) was a painter.', 'When was Ada Stone born?', '1840'],
  ['The Corn Hall was designed in 1771 by the architect Ada Stone.', 'Who designed the Corn Hall?', 'Ada Stone'],
  ['Ada Stone wrote the Tide Hymn in her youth.', 'Who wrote the Tide Hymn?', 'Ada Stone'],
  ['The Hathe Ferry is run by Soundlink.', 'Who runs the Hathe Ferry?', 'Soundlink'],
  ['The founder of the Tide Choir was Ada Stone.', 'Who was the founder of the Tide Choir?', 'Ada Stone'],
  ['Tovrick is the capital of Pellandine, at the mouth of a river.', 'What is the capital of Pellandine?', 'Tovrick'],
  ['The Kestrel Bridge is a steel cantilever bridge over the Sallow.', 'What is the Kestrel Bridge?', 'steel cantilever bridge'],
  ['The Salt Church stands in Merewen Square.', 'Where does the Salt Church stand?', 'Merewen Square'],
  ['Ada Stone was born in Port Ezra.', 'Where was Ada Stone born?', 'Port Ezra'],
  ['The Kestrel Line is named after the ship Vigilant.', 'Who or what is the Kestrel Line named after?', 'Vigilant'],
  ['The music school in the Corn Hall has 900 pupils.', 'How many pupils does the music school in the Corn Hall have?', '900'],
  ['The Corn Hall employed about 1,200 people in 1920.', 'How many people did the Corn Hall employ in 1920?', '1,200'],
  ['The Kestrel Bridge is 612 metres long.', 'How long is the Kestrel Bridge?', '612 metres'],
  ['The Kestrel Bridge cost 2.3 million pells.', 'How much did the Kestrel Bridge cost?', '2.3 million pells'],
  ['Orsolin Well is a village of 412 inhabitants.', 'How many inhabitants does Orsolin Well have?', '412'],
  [
    'The Tide Festival draws over three million visitors each year.',
    'How many visitors does the Tide Festival draw each year?',
    'three million',
  ],
  ['There are 16 stops on the Kestrel Line.', 'How many stops are there on the Kestrel Line?', '16'],
  ['The mean depth of Lake Luth is 47 metres.', 'What is the mean depth of Lake Luth?', '47 metres'],
])('%s -> %s', (sentence, question, answer) => {
  expect(asked(sentence)).toContainEqual([question, answer]);
});

test.each([
  'It opened in 1934.', // what did?
  'Work began in May 1931.', // no name
  'The trust was founded in 1961.', // which trust?
  'The Pinnick Trust bought the island in 1964.', // which island?
  'We opened the Corn Hall in 1904.',
  'The Corn Hall was not opened in 1904.',
  'The Corn Hall frobnicated in 1904.', // a verb that is not known
  'The Corn Hall opened in 1904 and again in 1921.', // not one time
  'Silas Stone signed in 2005 with the Lions.', // signed what?
  'Ada Stone attended the Corn School.', // so did others
  'Ada Stone scored 3794 runs at an average of 27.10 with five others.', // 27 is not what it says
  'The Corn Hall was described by Ada Stone as cold.', // and by others
  'The Corn Hall closed after a fire that took three lives and cost 900 pells.', // the fire did
  '"The Corn Hall opened in 1904."',
  'The Corn Hall opened in spring.',
  'The Treaty of Quillhaven was signed in the upper room of its Customs House.', // whose?
])('nothing is asked from: %s', (sentence) => {
  expect(asked(sentence)).toEqual([]);
});

test('a definition is asked of the topic of the page alone', () => {
  const other = pageOf({ title: 'Ferries', text: 'The Kestrel Bridge is a steel cantilever bridge.' });
  expect(asked('The Kestrel Bridge is a steel cantilever bridge.', other)).toEqual([]);
});

test('a word that the page uses for its topic stands for it', () => {
  const village = pageOf({ title: 'Orsolin', text: 'Orsolin is a village of 412 inhabitants. People move to Orsolin.' });
  expect(asked('The village lies on Ombray Sound.', village)).toEqual([['Where does Orsolin lie?', 'Ombray Sound']]);
  expect(asked('The town lies on Ombray Sound.', village)).toEqual([]);
});

test('fact boxes give dates, persons and measures, and nothing for other rows', () => {
  const rows =
    '| Opened | 4 September 1934 |\n| Designer | Tobias Wrenfield |\n| Total length | 612 metres |\n| Mayor | see council page |';
  expect(boxFacts(rows, bridge).map(({ question, answers }) => [question, answers[0]])).toEqual([
    ['When was the Kestrel Bridge opened?', '4 September 1934'],
    ['Who designed the Kestrel Bridge?', 'Tobias Wrenfield'],
    ['What is the total length of the Kestrel Bridge?', '612 metres'],
  ]);
});
