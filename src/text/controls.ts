/**
 * Takes out what moves a cursor, colours, links or hides: escape sequences with what they carry, control and invisible
 * characters. Line ends and tabs stay.
 */
import { stripInvisible } from '../core/characters.js';

/**
 * ECMA-48: OSC (titles, OSC 8 links), DCS, SOS, PM and APC with their content, then CSI (colours, cursor), in seven or
 * eight bits. "\e]8;;https://x.example\e\\here\e]8;;\e\\" -> "here"
 */
const SEQUENCES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
  /(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c\n]{0,2000}(?:\u0007|\u001b\\|\u009c)|(?:\u001b\[|\u009b)[0-?]{0,40}[ -/]{0,4}[@-~]/g;

export function withoutControls(text: string): string {
  return stripInvisible(text.replace(SEQUENCES, '').replace(/\r\n?|[\u2028\u2029]/g, '\n'));
}
