/** Bytes to text. The bytes themselves are believed first: byte order mark, then valid UTF-8, then what header or page declare, then Windows-1252. */

const declaredBytes = 4096;

export function decode(bytes: Uint8Array, contentType = ''): string {
  const marked = byteOrderMark(bytes);
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
  const declared = declaredCharset(bytes, contentType);
  if (declared !== undefined && /^(utf-?16|iso-2022)/i.test(declared)) return decodeAs(bytes, declared);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return looksLikeUtf16(bytes) ? new TextDecoder(bytes[0] === 0 ? 'utf-16be' : 'utf-16le').decode(bytes) : text;
  } catch {
    return declared === undefined || /^utf-?8$/i.test(declared) ? decodeBroken(bytes) : decodeAs(bytes, declared);
  }
}

/** Western text in UTF-16 has a NUL in nearly every second place and hardly any in the others. A few NULs are dirt in a page. */
export function looksLikeUtf16(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, declaredBytes);
  const nulls: [number, number] = [0, 0];
  for (let index = 0; index < sample.length; index++) if (sample[index] === 0) nulls[index % 2 === 0 ? 0 : 1]++;
  return Math.max(...nulls) > sample.length * 0.35 && Math.min(...nulls) < sample.length * 0.05;
}

export function byteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

function declaredCharset(bytes: Uint8Array, contentType: string): string | undefined {
  const header = /charset\s*=\s*["']?([\w-]+)/i.exec(contentType)?.[1];
  if (header !== undefined) return header;
  const head = Buffer.from(bytes.subarray(0, declaredBytes)).toString('latin1');
  return (/<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head) ?? /<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/i.exec(head))?.[1];
}

/** What 0x80 to 0x9f mean in Windows-1252; some versions of Node decode it as Latin-1. The Encoding Standard uses it for Latin-1 as well. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const westernNames = /^(windows-?1252|cp-?1252|x-cp1252|iso-?8859-?1|latin-?1|l1|us-ascii|ascii)$/i;

function decodeWestern(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return text.replace(/[\u0080-\u009f]/g, (character) => windows1252[character.charCodeAt(0) - 0x80]!);
}

function decodeAs(bytes: Uint8Array, charset: string): string {
  if (westernNames.test(charset)) return decodeWestern(bytes);
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return decodeBroken(bytes);
  }
}

/** A page in UTF-8 with a few broken places stays UTF-8; one that is mostly broken is an old page in Windows-1252. */
function decodeBroken(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes);
  const broken = text.split('\ufffd').length - 1;
  const right = text.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  return broken > right ? decodeWestern(bytes) : text;
}
