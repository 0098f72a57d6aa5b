import { expect, test } from 'vitest';
import { canonicalUrl, urlWords } from './urls.js';

test('scheme, www, trailing slash, fragment, tracking and the order of parameters do not make another page', () => {
  const spellings = [
    'https://www.a.example/x/?b=2&a=1#top',
    'http://a.example/x?a=1&b=2&utm_source=mail&fbclid=9',
    'https://A.EXAMPLE/x?a=1&b=2',
  ];
  expect(new Set(spellings.map(canonicalUrl))).toEqual(new Set(['https://a.example/x?a=1&b=2']));
});

test('another path, parameter, port or host does', () => {
  const different = [
    'https://a.example/x',
    'https://a.example/X',
    'https://a.example/x?a=1',
    'https://a.example:8443/x',
    'https://b.example/x',
  ];
  expect(new Set(different.map(canonicalUrl)).size).toBe(different.length);
});

test('what is no URL stays as it is', () => {
  expect(canonicalUrl(' note-12 ')).toBe('note-12');
});

test('urlWords reads host and path, and survives a broken escape', () => {
  expect(urlWords('https://x.example/old-bridge_1888/caf%C3%A9')).toBe('x example old bridge 1888 café');
  expect(urlWords('https://x.example/100%')).toBe('x example 100');
});
