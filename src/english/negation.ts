/**
 * The closed class of words by which English denies: not, no, never, none, nor, neither, nobody, nothing, nowhere,
 * cannot, and -n't.
 */
const DENIAL = /\b(?:not|no|never|none|nor|neither|nobody|nothing|nowhere|cannot)\b|n['’]t\b/i;

export function deniesIn(text: string): boolean {
  return DENIAL.test(text);
}
