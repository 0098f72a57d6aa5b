/** The statement that a sentence denies: "It did not close in 1990." -> "It closed in 1990." Nothing where it denies more than once, or in no plain way. English. */
import { baseOf, pastOf } from '../verbs.js';
import { denialsIn } from './polarity.js';

const REPORTED =
  /^(?:the )?(?:sources?|passages?|pages?|documents?|chunks?|question)s? (?:do|does|did) not (?:bear out|support|say|state|mention|confirm|show|claim)(?: the (?:idea|claim|premise))? that (.+)$/i;
const NO_SIGN = /^(?:there is no (?:evidence|indication|sign) that|it is not (?:true|the case|so) that) (.+)$/i;
const DID_NOT = /^(.+?) (?:did not|didn['’]t) (\p{Ll}+)(.*)$/u;
const WAS_NOT = /^(.+?) (is|are|was|were|has|have|had) (?:not|never) (.+)$/u;
const CONTRACTED = /^(.+?) (is|are|was|were|has|have|had)n['’]t (.+)$/u;
const NEVER = /^(.+?) never (\p{Ll}+)(.*)$/u;

export function affirmed(claim: string): string | undefined {
  const text = claim.trim();
  if (denialsIn(text).length !== 1) return undefined;
  const [, reported] = REPORTED.exec(text) ?? NO_SIGN.exec(text) ?? [];
  if (reported !== undefined) return `${reported.charAt(0).toUpperCase()}${reported.slice(1)}`;
  const [, doer, verb = '', rest] = DID_NOT.exec(text) ?? [];
  if (doer !== undefined) return pastOf(verb) === undefined ? undefined : `${doer} ${pastOf(verb)}${rest}`;
  const [, subject, auxiliary, state] = WAS_NOT.exec(text) ?? CONTRACTED.exec(text) ?? [];
  if (subject !== undefined) return `${subject} ${auxiliary} ${state}`;
  const [, who, past = '', what] = NEVER.exec(text) ?? [];
  return who !== undefined && (/ed$/.test(past) || baseOf(past) !== past) ? `${who} ${past}${what}` : undefined;
}
