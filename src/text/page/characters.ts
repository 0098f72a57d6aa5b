/** Characters nobody sees: zero-width and bidirectional controls, tag characters, NUL and other control characters. */

/**
 * Tags and variation selectors beyond the first 16 can smuggle text past a reader (U+E0000 to U+E01EF).
 * The joiners U+200C and U+200D are kept here: Persian, Indic scripts and emoji need them. See `strayJoiner`.
 */
const invisible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\uddef]/g;
/** A joiner beside a Latin letter, digit, space or nothing joins nothing. */
const strayJoiner = /(?<=^|[\u0000-\u024f])[\u200c\u200d]+|[\u200c\u200d]+(?=$|[\u0000-\u024f])/g;
const anyInvisible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\udb40]/;

export function stripInvisible(text: string): string {
  return anyInvisible.test(text) ? text.replace(invisible, '').replace(strayJoiner, '') : text;
}
