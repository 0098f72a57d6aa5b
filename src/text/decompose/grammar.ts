/**
 * Pieces of English that taking a question apart needs: names, relations, question words. No parser: patterns over the
 * words as they stand.
 */

/** A capitalised word or a number; a possessive 's is not part of it. */
const CAPITALISED = String.raw`(?:(?:\p{Lu}|\d)(?:[\p{L}\p{M}\p{N}&.-]|['’](?!s\b)(?=[\p{L}\s]))*(?<![.-]))`;
const LINK = `(?:of|the|and|in|on|with|for|from|de|la|le|du|di|von|van|der|den|und|al|el|at|a|by|to)`;

/** "Songs I Sang with Ada", "Quillhaven, North Sound", a title in quotation marks, `#1`. */
export const NAME = String.raw`(?:["“][^"”]+["”]|#\d+|${CAPITALISED}(?:,? (?:${LINK} ){0,2}${CAPITALISED})*(?: \(${'[^)]*'}\))?)`;

/** Relations whose other end is a person or a group of persons: "Who is the composer of ...?" */
const PERSONS =
  'author|writer|novelist|creator|composer|lyricist|songwriter|performers?|singer|artist|director|producer|screenwriter|founder|co-founder|inventor|designer|architect|builder|owner|father|mother|brother|sister|sibling|son|daughter|child|wife|husband|spouse|partner|grandfather|grandmother|uncle|aunt|cousin|king|queen|ruler|leader|captain|coach|manager|chairman|chief executive|president|mayor|governor|editor|lead singer|frontman|drummer|guitarist|winner|narrator|host|discoverer|painter|sculptor|translator|widow|killer|biographer';
const THINGS =
  'birthplace|birth place|place of birth|place of death|city of birth|birth city|birth country|country of birth|country of origin|country of citizenship|home ?town|home country|native country|home state|home city|country|city|state|county|province|capital|team|club|record label|label|school|university|alma mater|employer|company|band|political party|party|religion|native language|continent|mouth|publisher|developer|manufacturer|network|location|headquarters|predecessor|successor|flagship|parent company|sport|nationality';

export const RELATION = `(?:${PERSONS}|${THINGS})`;
const PERSON_RELATION = new RegExp(
  String.raw`\b(?:${PERSONS}|person|man|woman|individual|people|politician|actor|actress|engineer|scientist|player|footballer|musician|chef|keeper|goalkeeper|captain|heiress|explorer|character|comedian|journalist|poet|philosopher|athlete|hero|heroine|geologist|saint)$`,
  'i',
);

export const isPerson = (noun: string): boolean => PERSON_RELATION.test(noun.trim());

export const AUXILIARY = 'is|are|was|were|has|have|had|will|would|can|could|did|does|do';
export const ASKING_WORD = 'who|whom|whose|what|which|when|where|why|how';

/**
 * "SUBJECT is located" -> "is SUBJECT located"; a clause without an auxiliary stays as it is: word order matters little
 * to a search.
 */
export function inverted(clause: string): string {
  const auxiliaries = [...clause.matchAll(new RegExp(` (${AUXILIARY})(?= |$)`, 'gu'))];
  const inner = clause.search(/\b(?:where|that|who|which)\b/);
  // A clause in the subject has a verb of its own; the outer one comes last.
  const [first, last] = [auxiliaries[0], auxiliaries.at(-1)];
  const chosen = inner >= 0 && first && first.index > inner ? last : first;
  if (!chosen) return clause;
  const rest = clause.slice(chosen.index + chosen[0].length).trim();
  return [chosen[1], clause.slice(0, chosen.index), rest].filter(Boolean).join(' ');
}

/** Trims, drops closing punctuation and doubled blanks, and closes with a question mark. */
export function asQuestion(text: string): string {
  const tidy = text
    .replace(/\s+/g, ' ')
    .replace(/\s+([,.?!;:])/g, '$1')
    .replace(/[\s,;:.?!]+$/, '')
    .trim();
  return `${tidy.charAt(0).toUpperCase()}${tidy.slice(1)}?`;
}

export const hasAsking = (text: string): boolean => new RegExp(String.raw`\b(?:${ASKING_WORD})\b`, 'i').test(text);
