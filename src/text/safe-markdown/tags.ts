/**
 * HTML: known tags and comments go; any other "<" that could begin one gets a blank behind it, which no renderer and no
 * browser reads as a tag.
 */
import { replaceOutsideCode } from './code.js';

/** Others, as in "List<String>", are words to the reader. */
const NAMES =
  'a|abbr|address|applet|area|article|aside|audio|b|base|bdi|bdo|big|blink|blockquote|body|br|button|canvas|caption|center|cite|code|col|colgroup|' +
  'data|datalist|dd|del|details|dfn|dialog|div|dl|dt|em|embed|fieldset|figcaption|figure|font|footer|form|frame|frameset|h[1-6]|head|header|hr|html|' +
  'i|iframe|img|input|ins|kbd|label|legend|li|link|main|map|mark|marquee|math|meta|meter|nav|noscript|object|ol|optgroup|option|output|p|param|' +
  'picture|portal|pre|progress|q|s|samp|script|section|select|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|' +
  'textarea|tfoot|th|thead|time|title|tr|track|tt|u|ul|var|video|wbr|xmp';

const CONTENT = '<(?<name>script|style)\\b[^<>]{0,500}>[^]{0,8000}?</\\k<name>\\s*>';
const COMMENT = '<!--[^]{0,2000}?-->|<!\\[CDATA\\[[^]{0,2000}?\\]\\]>|<!doctype[^<>]{0,200}>';
const TAG = `</?(?:${NAMES})(?:[\\s/][^<>]{0,2000})?>`;

const replaceTags = replaceOutsideCode(`${CONTENT}|${COMMENT}|${TAG}`, 'i');

/** "<b>old</b> and x<y and 3 < 4" -> "old and x< y and 3 < 4" */
export function withoutTags(text: string): string {
  const replaced = replaceTags(text, () => '');
  return replaced === text ? text.replace(/<(?=[a-z/!?])/gi, '< ') : replaced; // a tag around this one is whole now
}
