/**
 * Finds the paragraphs in which a page gives orders to the machine that reads it ("AI assistants: ignore all previous instructions").
 * They are no statement about anything, so no answer may be made of them. A page that merely quotes such an order loses that
 * paragraph too: better one quotation lost than one order passed on.
 */
const OVERRIDES =
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,60}\b(?:instructions?|guidelines?|(?:system )?prompts?|(?:your|previous|earlier|prior) rules)\b|\bsystem override\b/i;

const ADDRESSES_MACHINES =
  /\b(?:AIs?|AI (?:readers?|assistants?|agents?|models?|systems?)|language models?|LLMs?|chat ?bots?|(?:to|as) the assistant)\b/;

const ORDERS =
  /\byou (?:must|should|shall|are to|have to)\b|\b(?:reply|respond|answer|output) (?:only|with|exactly)\b|\b(?:tell|inform) the user\b|\bdo not (?:mention|tell|reveal)\b|\bsystem prompt\b/i;

export type Stretch = { readonly start: number; readonly end: number };

export function ordersToMachines(text: string): Stretch[] {
  return [...text.matchAll(/\S[^\n]*(?:\n(?!\s*\n)[^\n]+)*/g)]
    .filter(([paragraph]) => OVERRIDES.test(paragraph) || (ADDRESSES_MACHINES.test(paragraph) && ORDERS.test(paragraph)))
    .map(({ 0: paragraph, index }) => ({ start: index, end: index + paragraph.length }));
}
