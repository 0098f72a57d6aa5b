/** Characters nobody sees: zero-width and bidirectional controls, tag characters, soft hyphens, NUL and other control characters. */

/**
 * Control and format characters but tabs, line ends, the Arabic number signs, and the joiners U+200C and U+200D, which Persian, Indic
 * scripts and emoji need. Variation selectors beyond the first 16 (U+E0100 and up) can smuggle text past a reader, as tags can.
 */
const invisible = /(?!\u200c|\u200d|[\t\n\r\u0600-\u0605\u06dd\u070f\u08e2])[\p{Cc}\p{Cf}]|[\u{e0100}-\u{e01ef}]/gu;
/** A joiner beside a Latin letter, digit, space or nothing joins nothing. */
const strayJoiner = /(?<=^|[\s!-\u024f])[\u200c\u200d]+|[\u200c\u200d]+(?=$|[\s!-\u024f])/g;
const plainText = /^[\t\n\r -~]*$/;

export function stripInvisible(text: string): string {
  return plainText.test(text) ? text : text.replace(invisible, '').replace(strayJoiner, '');
}
