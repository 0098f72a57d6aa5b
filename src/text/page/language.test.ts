import { expect, test } from 'vitest';
import { detectLanguage, languageTag } from './language.js';

test.each([
  ['en', 'The boat leaves at nine and it is not late, but they say that the weather on the lake was bad.'],
  ['de', 'Das Schiff fährt um neun und ist nicht zu spät, aber auf dem See war das Wetter mit dem Wind schlecht.'],
  ['fr', 'Le bateau part à neuf heures et il est dans le port avec les pêcheurs qui ne sont pas sur le lac.'],
  ['es', 'El barco sale a las nueve y no es tarde, pero en el lago se dice que el viento es malo para los botes.'],
  ['ja', '船は九時に出ます。湖の天気は悪いそうです。でも遅くはありません。'],
  ['zh', '船在九点出发，湖上的天气不好，但是不晚，大家都这样说，没有人担心。'],
  ['ru', 'Лодка уходит в девять часов, и погода на озере плохая, но не поздно.'],
])('tells %s', (tag, text) => expect(detectLanguage(text)).toBe(tag));

test('says nothing of a few words', () => expect(detectLanguage('Orsolin 42')).toBeUndefined());

test.each([
  ['en_us', 'en-US'],
  ['zh-hans-cn', 'zh-Hans-CN'],
  ['DE', 'de'],
])('writes %s as %s', (declared, tag) => expect(languageTag(declared)).toBe(tag));
