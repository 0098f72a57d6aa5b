/**
 * Share rows, tags, forms, bylines and related links, told by where they lead and by what the page declares: the pages
 * are German and their names say nothing. Beside each, what looks like it and is text.
 */
import { describe, expect, test } from 'vitest';
import { parsePage } from './index.js';

const paragraphs = [
  'Der Hafen von Tovrick wurde im Frühjahr 1931 ausgebaggert, als die letzten Segelschiffe ihn verlassen hatten und der neue Pier halb fertig war.',
  'Im Herbst stieß der Bagger auf ein Wrack, von dem niemand gewusst hatte, und die Arbeit ruhte, bis Taucher aus Hathe nachgesehen hatten.',
  'Sie fanden einen Kahn voller Schiefer und in seiner Kajüte eine Uhr, die um zehn nach vier stehen geblieben war und heute im Museum hängt.',
];
const body = paragraphs.map((text) => `<p>${text}</p>`).join('');
const url = 'https://blatt.example/hafen/1931';
const page = (inner: string, head = '') =>
  `<html lang="de"><head><title>Der Hafen wird tiefer</title>${head}</head><body><div class="x1"><h1>Der Hafen wird tiefer</h1>${inner}</div></body></html>`;
const textOf = (inner: string, head = '') => parsePage(page(inner, head), { url }).text;

describe('left out', () => {
  const shares = ['Auf Facebook teilen', 'Auf X teilen', 'Per Post schicken'];
  const author = '<meta name="author" content="Ada Stein">';
  test.each([
    [
      'links that carry the address of the page',
      `${body}<ul><li><a href="https://www.facebook.com/sharer.php?u=${encodeURIComponent(url)}">${shares[0]}</a></li><li><a href="https://twitter.com/intent?url=${url}">${shares[1]}</a></li><li><a href="mailto:?subject=x">${shares[2]}</a></li></ul>`,
      /teilen|schicken/,
    ],
    [
      'sections and tags of the page',
      `${body}<div class="x2">Abgelegt unter <a rel="category tag" href="/k">Häfen und Werften</a>, <a rel="tag" href="/t">Bagger</a></div>`,
      /Abgelegt|Werften/,
    ],
    [
      'the page before and the page behind',
      `${body}<div class="x2"><a rel="prev" href="/a">Ein Deich bricht in der Nacht</a> <a rel="next" href="/b">Neue Kähne</a></div>`,
      /Deich|Kähne/,
    ],
    [
      'a form with the words around it',
      `${body}<div class="x3"><h3>Unsere Post</h3><p>Jeden Morgen, was in der Stadt geschieht.</p><form><input type="email"></form><p>Mit dem Absenden stimmen Sie den Regeln zu.</p></div>`,
      /Unsere Post|Jeden Morgen|Regeln/,
    ],
    ['a byline of the declared author', `<div class="x4">Von Ada Stein, Hathe</div>${body}`, /Ada Stein/],
    [
      'the life of the declared author',
      `${body}<p>Ada Stein schreibt seit zwanzig Jahren über Häfen und lebt mit zwei Hunden auf einem Kahn.</p>`,
      /Ada Stein/,
    ],
    [
      'a title of another page with its label',
      `<p>${paragraphs[0]}</p><p>Lesen Sie dazu: <a href="/wrack">Was die Taucher im Wrack vor der Mole fanden</a></p><p>${paragraphs[1]}</p>`,
      /Mole fanden/,
    ],
  ])('%s', (_, inner, noise) => {
    const text = textOf(inner, author);
    expect(text).toContain(paragraphs[0]);
    expect(text).not.toMatch(noise);
  });

  test('other articles in boxes of their own, each with a byline above its headline', () => {
    const box = (title: string, text: string) =>
      `<article><h3>Ada Stein</h3><h1>${title}</h1>${text}<p>${text}</p></article>`;
    const other =
      'Der Markt zieht im Mai auf den Platz vor dem Rathaus, weil die Halle ein neues Dach bekommt. '.repeat(4);
    const html = `<html><head><title>Der Hafen wird tiefer</title></head><body>${box('Der Hafen wird tiefer', body)}${box('Der Markt zieht um', other)}${box('Das Rathaus bekommt ein Dach', other)}</body></html>`;
    const { text } = parsePage(html, { url });
    expect(text).toContain(paragraphs[2]);
    expect(text).not.toContain('Der Markt zieht im Mai');
  });
});

test('a window of consent is not the text of a page whose article is hidden, however long it is', () => {
  const asked = 'Wir verarbeiten Daten Ihres Geräts, um Inhalte zu messen und Ihnen Passendes zu zeigen. '.repeat(9);
  const lead =
    'Für Mitglieder: Im Hafen liegt ein Wrack, von dem niemand wusste, und nun ruht die Arbeit, sagt die Stadt.';
  const text = textOf(
    `<div role="dialog"><div><p>${asked}</p></div></div><p>${lead}</p><div style="display: none">${body}</div>`,
  );
  expect(text).toContain(lead);
  expect(text).not.toContain('Wir verarbeiten');
});

describe('kept', () => {
  test.each([
    [
      'a link amid a sentence that carries the address',
      `${body}<p>Wer das für falsch hält, kann es <a href="https://pruefer.example/?seite=${url}">hier nachprüfen lassen</a>, wie es die Zeitung selbst empfohlen hat.</p>`,
      'nachprüfen lassen',
    ],
    [
      'a paragraph with a tag in it',
      `${body}<p>Die Werften, über die wir unter <a rel="tag" href="/t">Bagger</a> berichtet haben, haben seither alle bis auf eine geschlossen, und auch diese baut nur noch Boote.</p>`,
      'haben seither alle',
    ],
    [
      'a page that is a form with its text',
      `<form><p>${paragraphs[0]}</p><p>${paragraphs[1]}</p><input type="text"><p>${paragraphs[2]}</p></form>`,
      paragraphs[1]!,
    ],
    [
      'an author of whom the text speaks',
      `<p>Für ihre Bücher über den Hafen bekam Ada Stein im Herbst 1931 einen Preis der Stadt, den sie nicht annahm.</p>${body}<p>Ada Stein zog danach nach Hathe und schrieb kein Buch mehr.</p>`,
      'zog danach nach Hathe',
    ],
    [
      'a label and a link that are all of a section',
      `${body}<h2>Das Wrack</h2><p>Näheres hier: <a href="/wrack">Was die Taucher im Wrack vor der Mole fanden</a></p><h2>Der Pier</h2><p>${paragraphs[1]} Und noch etwas.</p>`,
      'Mole fanden',
    ],
  ])('%s', (_, inner, said) => {
    expect(textOf(inner, '<meta name="author" content="Ada Stein">')).toContain(said);
  });
});
