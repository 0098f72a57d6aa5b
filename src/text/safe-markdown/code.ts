/**
 * Where code seems to stand. Used only so that code reads well: what is left inside is harmless outside code too,
 * because renderers differ about where code ends, and because a sentence of the answer may be taken out later.
 */
const FENCED =
  '^[ \\t]{0,12}(?<fence>`{3,20}|~{3,20})[^\\n]*\\n(?:[^]{0,8000}?\\n)?[ \\t]{0,12}\\k<fence>[`~]*[ \\t]*$';
const INLINE = '(?<!`)(?<ticks>`{1,9})(?!`)(?:(?!\\n[ \\t]*\\n)[^]){1,500}?(?<!`)\\k<ticks>(?!`)';

type Groups = Readonly<Record<string, string | undefined>>;

/** Replaces what the pattern finds, but not in code. The pattern's groups have names. */
export function replaceOutsideCode(
  pattern: string,
  flags = '',
): (text: string, replaced: (whole: string, groups: Groups) => string) => string {
  const either = new RegExp(`(?<code>${FENCED}|${INLINE})|${pattern}`, `gm${flags}`);
  return (text, replaced) =>
    text.replace(either, (...found: unknown[]) => {
      const [whole, groups] = [found[0] as string, found.at(-1) as Groups];
      return groups.code === undefined ? replaced(whole, groups) : whole;
    });
}
