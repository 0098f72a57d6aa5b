/**
 * What happens once, and what has one holder: only there do two dates, or two names, exclude each other. "It opened in 1888" and "in 1890" cannot both
 * be right, "it won the cup in 1998" and "in 2004" can. English, by stems.
 */
import { keyOf, type Piece } from './pieces.js';

const keys = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).flatMap(keyOf));

const ONCE = keys(
  `open reopen close shut build built complete found establish born birth die death inaugurate launch start begin end abolish introduce acquire retire join leave sign
  sink burn demolish destroy erect construct premiere release publish charter expire cease stop commission consecrate unveil resign invent discover marry debut`,
);

const ONE =
  keys(`win winner won champion host hold held locate location situated capital chief executive ceo president mayor governor minister chairman chair head director direct
  captain coach manager king queen author write wrote compose composer design designer architect build builder found founder invent inventor discover acquire buy born birthplace
  buried named called first last oldest youngest largest biggest highest longest tallest smallest became replace succeed elect appoint owner own creator create place lead leader
  coin premier prime champion marry husband wife headquarter play portray star`);

const SUPERLATIVE = /^(?:\p{Ll}{3,}est|most|first|last)$/u;

export const isOnceOnly = (frame: readonly Piece[]): boolean => frame.some((piece) => piece.kind === 'word' && ONCE.has(piece.key));

export const namesOneOnly = (frame: readonly Piece[]): boolean =>
  frame.some((piece) => piece.kind === 'word' && (ONE.has(piece.key) || SUPERLATIVE.test(piece.text.toLowerCase())));
