/**
 * Characters nobody sees: zero-width and bidirectional controls, tag characters, soft hyphens, fillers, NUL and other
 * control characters.
 */

/**
 * Control, format and default-ignorable characters but tabs, line ends, the Arabic number signs, the first 16 variation
 * selectors, and the joiners U+200C and U+200D, which Persian, Indic scripts and emoji need. U+2800 is an empty braille
 * cell.
 */
const invisible =
  /(?!\u200c|\u200d|[\ufe00-\ufe0f]|[\t\n\r\u0600-\u0605\u06dd\u070f\u08e2])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]|\u2800/gu;
const joiners = /[\u200c\u200d]+/g;
/** A joiner beside a Latin letter, digit, space or nothing joins nothing. */
const joinsNothing = /^(?:$|[\s!-\u024f])/;
/** One selector picks a form; more of them in a row, or one after a letter, carry a hidden message. */
const straySelector = /(?<=[\p{L}\s]|[\ufe00-\ufe0f])[\ufe00-\ufe0f]+/gu;
const plainText = /^[\t\n\r -~]*$/;

export function stripInvisible(text: string): string {
  return plainText.test(text)
    ? text
    : text.replace(invisible, '').replace(joiners, keptJoiners).replace(straySelector, '');
}

/**
 * Each run is found once and its neighbours are looked at here: a pattern that looks ahead reads a long run again from
 * each of its characters.
 */
function keptJoiners(run: string, at: number, text: string): string {
  return joinsNothing.test(text.charAt(at - 1)) || joinsNothing.test(text.charAt(at + run.length)) ? '' : run;
}
