import { expect, test } from 'vitest';
import { askAgain } from './again.js';
import { cut, html, outsideLink, shortened } from './html.js';

test('what is put into a template is text, whatever it looks like; only values of the template itself are markup', () => {
  const hostile = `</script><img src=x onerror="alert('1')">&`;
  expect(html`<p title="${hostile}">${hostile}</p>`.html).toBe(
    '<p title="&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;">&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</p>',
  );
  expect(html`<ul>${['a', '<b>'].map((item) => html`<li>${item}</li>`)}</ul>`.html).toBe(
    '<ul><li>a</li><li>&lt;b&gt;</li></ul>',
  );
  expect(html`${null}${undefined}${false}${0}`.html).toBe('0');
});

test('an object that only looks like markup is none', () => {
  const forged = JSON.parse('{"html": "<script>"}') as { html: string };
  expect(html`<p>${forged}${[forged]}</p>`.html).not.toContain('<script>');
});

test('escape sequences become signs one can see, and characters that turn the direction of reading are replaced', () => {
  expect(html`${'\u001b[31mred\u001b[0m\u0000'}`.html).toBe('\u241b[31mred\u241b[0m\u2400');
  expect(html`${'a\u202egpj.exe\u2066'}`.html).toBe('a\ufffdgpj.exe\ufffd');
  expect(html`${'two\r\nlines\tand 👩‍👩‍👧 and \ud83d'}`.html).toBe('two\nlines\tand 👩‍👩‍👧 and \ufffd');
});

test('a long text says how much was cut, and no character is cut in two', () => {
  expect(cut('abcdef', 6)).toBe('abcdef');
  expect(cut('abcdef', 4)).toBe('abcd … (2 more characters)');
  expect(cut('ab👍cd', 3)).toBe('ab … (4 more characters)');
  expect(shortened('abcdef', 4)).toBe('abc…');
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  ' https://a.example',
  'https://user:pw@a.example/',
  'pages/one.md',
  'https://[',
])('no link is made of %s', (url) => {
  expect(outsideLink(url, 'page').html).toBe('page');
});

test('a link to a page tells it nothing of where it was clicked', () => {
  expect(outsideLink('https://a.example/?a=1&b="', 'page').html).toBe(
    '<a class="out" href="https://a.example/?a=1&amp;b=&quot;" rel="noreferrer noopener nofollow">page</a>',
  );
});

test('the command that asks again holds a question as one word: nothing in it is run', () => {
  const column = { pipeline: { name: 'hifi-rag', options: {} }, settings: { refine: false, style: 'a b' } };
  expect(askAgain(column, `it's "$(rm -rf ~)"\n; ls`)).toBe(
    `winnow ask --explain --pipeline hifi-rag --set refine=false --set 'style=a b' -- 'it'\\''s "$(rm -rf ~)" ; ls'`,
  );
});
