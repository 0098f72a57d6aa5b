import { expect, test } from 'vitest';
import { parsePage } from './index.js';

const parse = (html: string) => parsePage(html, { url: 'https://forum.example/q/1' });

test('a page of questions and answers has votes and acceptance in the headings', () => {
  const post = (kind: string, score: number, text: string, who: string) =>
    `<div class="${kind}" data-score="${score}"><div class="s-prose js-post-body"><p>${text}</p></div><div class="user-details"><a>${who}</a></div></div>`;
  const { sections } = parse(
    `<html itemscope itemtype="https://schema.org/QAPage"><title>Why is the lake red?</title><h1>Why is the lake red?</h1>` +
      `${post('question', 4, 'I saw it on Sunday and wondered.', 'ann')}${post('answer', 2, 'Algae, as every year in June.', 'bob')}` +
      `${post('answer accepted-answer', 9, 'Iron from the old mine, see below.', 'cem')}</html>`,
  );
  expect(sections.map(({ headings }) => headings)).toEqual([
    ['Why is the lake red?', 'Question by ann (score 4)'],
    ['Why is the lake red?', 'Answer by bob (score 2)'],
    ['Why is the lake red?', 'Answer by cem (accepted, score 9)'],
  ]);
  expect(sections[2]!.text).toBe('Iron from the old mine, see below.');
});

test('posts of common forum software become sections', () => {
  const post = (who: string, text: string) =>
    `<div class="post"><p class="author"><a class="username">${who}</a></p><div class="content">${text}</div></div>`;
  const { sections } = parse(
    `<title>Boats</title><h1>Boats</h1><body id="phpbb">${post('ann', 'Which boat takes a van to Hathe?')}${post('bob', 'The big one, but book before noon.')}</body>`,
  );
  expect(sections.map(({ headings }) => headings.at(-1))).toEqual(['Post by ann', 'Post by bob']);
});

test('a blog that calls its articles posts is no forum', () => {
  const text = 'The boat takes vans, but only when the tide is in and the captain is in a good mood, which is rare.';
  expect(parse(`<h1>Boats</h1><div class="post"><div class="content"><p>${text}</p></div></div>`).sections[0]!.text).toBe(text);
});
