/**
 * Bytes to text. The bytes themselves are believed first: byte order mark, then valid UTF-8, then what header or page
 * declare, then what the text looks like.
 */
import { analyse } from 'chardet';

const declaredBytes = 4096;

/** `doubt`: what was guessed, where nothing said it and it might be wrong. */
export type DecodedText = { readonly text: string; readonly doubt?: string };

export function decode(bytes: Uint8Array, contentType = ''): string {
  return decodeWithDoubt(bytes, contentType).text;
}

export function decodeWithDoubt(bytes: Uint8Array, contentType = ''): DecodedText {
  const marked = byteOrderMark(bytes);
  if (marked !== undefined) return { text: new TextDecoder(marked).decode(bytes) };
  const declared = declaredCharset(bytes, contentType);
  if (declared !== undefined && /^(utf-?16|iso-2022)/i.test(declared)) return { text: decodeAs(bytes, declared) };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const wide = utf16Order(bytes);
    return { text: wide === undefined ? text : new TextDecoder(wide).decode(bytes) };
  } catch {
    if (declared !== undefined && !/^utf-?8$/i.test(declared)) return { text: decodeAs(bytes, declared) };
    const wide = utf16Order(bytes);
    return wide === undefined ? decodeBroken(bytes) : { text: new TextDecoder(wide).decode(bytes) };
  }
}

/**
 * Text in UTF-16 without a mark: the upper bytes of most alphabets are control characters (0 for Latin, 4 for
 * Cyrillic), and they stand in every second place. A few in other places are dirt in a page.
 */
export function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, declaredBytes);
  const counts: [number, number] = [0, 0];
  for (let index = 0; index < sample.length; index++) if (isControl(sample[index]!)) counts[index % 2 === 0 ? 0 : 1]++;
  if (Math.max(...counts) <= sample.length * 0.35 || Math.min(...counts) >= sample.length * 0.05) return undefined;
  return counts[0] > counts[1] ? 'utf-16be' : 'utf-16le';
}

const isControl = (byte: number): boolean => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13;

export function byteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

function declaredCharset(bytes: Uint8Array, contentType: string): string | undefined {
  const header = /charset\s*=\s*["']?([\w-]+)/i.exec(contentType)?.[1];
  if (header !== undefined) return header;
  const head = Buffer.from(bytes.subarray(0, declaredBytes)).toString('latin1');
  return (/<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head) ??
    /<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/i.exec(head))?.[1];
}

/**
 * What 0x80 to 0x9f mean in Windows-1252; some versions of Node decode it as Latin-1. The Encoding Standard uses it for
 * Latin-1 as well.
 */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const westernNames = /^(windows-?1252|cp-?1252|x-cp1252|iso-?8859-?1|latin-?1|l1|us-ascii|ascii)$/i;

function decodeWestern(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return text.replace(/[\u0080-\u009f]/g, (character) => windows1252[character.charCodeAt(0) - 0x80]!);
}

export function decodeAs(bytes: Uint8Array, charset: string): string {
  if (westernNames.test(charset)) return decodeWestern(bytes);
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return decodeWestern(bytes);
  }
}

/** A page in UTF-8 with a few broken places stays UTF-8; of one that is mostly broken the letters tell the encoding. */
function decodeBroken(bytes: Uint8Array): DecodedText {
  const text = new TextDecoder('utf-8').decode(bytes);
  const broken = text.split('\ufffd').length - 1;
  const right = text.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  return broken > right ? guessed(bytes) : { text };
}

const guessedBytes = 65_536;
/** Below this the guess is as often wrong as right on short texts. */
const sureConfidence = 60;

function guessed(bytes: Uint8Array): DecodedText {
  const [best] = analyse(bytes.subarray(0, guessedBytes)).filter(({ name }) => !/^(?:utf|ascii)/i.test(name));
  const isSure = (best?.confidence ?? 0) >= sureConfidence;
  if (best !== undefined && !westernNames.test(best.name) && countForeign(bytes) >= fewestForeign) {
    const text = decodeAs(bytes, best.name);
    if (!text.includes('\ufffd')) return { text, ...(!isSure && { doubt: best.name }) };
  }
  return { text: decodeWestern(bytes), ...(!isSure && { doubt: 'windows-1252' }) };
}

/** Fewer letters tell nothing: a word like "café" is as likely Chinese. */
const fewestForeign = 12;

function countForeign(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes.subarray(0, guessedBytes)) if (byte >= 0x80) count++;
  return count;
}
