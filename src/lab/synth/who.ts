/** Who-, what- and where-questions: persons behind deeds, what something is, where it is. */

import { momentsIn } from '../../english/calendar.js';
import { thirdPerson } from '../../english/verbs.js';
import { isPerson } from '../../text/decompose/grammar.js';
import { ADVERB, type Fact, isClear, ROLE, UNCLEAR } from './fact.js';
import { isPersonName, NAME, type Page, type Subject, withoutArticle } from './names.js';
import { quantitiesIn } from './quantities.js';
import { verbOfParticiple } from './verbs.js';

/** What many may do, so that one of them is no answer. */
const OPINION = /^(?:accept|attend|cover|describe|feature|include|list|mark|need|own|play|report|support|use|visit|welcome)$/;

/** "was opened on 4 September 1934 by the novelist Cordelia Amsinck" */
export function whoBy({ text, rest }: Subject): Fact[] {
  const match = new RegExp(String.raw`^(?:was|were) (?:${ADVERB} )?(\p{Ll}+)((?: [\p{L}\p{N}’'-]+){0,7}?) by ${ROLE}(${NAME})`, 'u').exec(
    rest,
  );
  const [whole = '', participle = '', middle = '', agent = ''] = match ?? [];
  const verb = verbOfParticiple(participle);
  const isOne = /^(?:[.,;]|$| (?!and\b)\p{Ll})/u.test(rest.slice(whole.length));
  if (!match || !verb || !isPersonName(agent) || !isOne || OPINION.test(verb.base)) return [];
  const [moment] = momentsIn(middle);
  const kept = moment ? middle.slice(0, moment.start).replace(/ (?:in|on)? ?$/, '') : middle;
  if (!isClear(kept) || /\d/.test(kept)) return [];
  const deed = `${verb.past} ${text}${kept}`;
  return [{ kind: 'who', question: `Who ${deed}?`, answers: [agent], subject: text, describes: `the person who ${deed}` }];
}

/** "The ferry to Hathe is run by Soundlink." */
export function whoRuns({ text, rest }: Subject): Fact[] {
  const match = new RegExp(`^(?:is|are) (\\p{Ll}+) by ((?:the )?${NAME})(?=[.,;])`, 'u').exec(rest);
  const [, participle = '', agent = ''] = match ?? [];
  const verb = verbOfParticiple(participle);
  if (!match || !verb || !RUNS.test(participle)) return [];
  return [{ kind: 'who', question: `Who ${thirdPerson(verb.base)} ${text}?`, answers: [withoutArticle(agent)], subject: text }];
}

const RUNS = /^(?:run|owned|operated|managed|published|organised|made|produced|led|funded|sponsored|maintained|edited|supplied)$/;

/** "The managing director of Soundlink is Rosalind Achterberg." */
export function whoHolds({ text, rest }: Subject): Fact[] {
  const match = new RegExp(`^(is|was) (${NAME})(?=[.,;])`, 'u').exec(rest);
  const [, be = '', person = ''] = match ?? [];
  const role = /^the ((?:[\p{Ll}-]+ )+?)(?:of|at|for) /u.exec(text)?.[1]?.trim() ?? '';
  if (!match || !isPersonName(person) || !isPerson(role.split(' ').at(-1) ?? '')) return [];
  return [{ kind: 'who', question: `Who ${be} ${text}?`, answers: [person], subject: text, describes: text }];
}

/** "The hull is made of ..." of something that has a name. */
export function madeOf({ text, rest }: Subject): Fact[] {
  const match = /^(is|are|was|were) (made|built) (of|from) ((?:[\p{L}-]+ ){0,3}[\p{Ll}-]+)(?=[.,;]| (?:by|in|at) )/u.exec(rest);
  const [, be = '', made = '', preposition = '', stuff = ''] = match ?? [];
  if (!match || UNCLEAR.test(stuff)) return [];
  return [{ kind: 'what', question: `What ${be} ${text} ${made} ${preposition}?`, answers: [stuff], subject: text }];
}

/** Deeds that one person does: many have attended a school. */
const DEED =
  /^(?:designed|founded|built|wrote|composed|invented|discovered|created|established|directed|made|bought|commissioned|launched|started|introduced|unveiled|opened|carved|painted|drew|edited|donated|inaugurated|excavated|surveyed|charted)$/;

/** "Tobias Wrenfield designed the Kestrel Bridge." */
export function whoDid({ text, rest }: Subject): Fact[] {
  const match = new RegExp(
    String.raw`^(\p{Ll}+) ((?:the (?:[\p{Ll}-]+ ){0,3})?${NAME})(?=[.,;]| (?:in|on|at|for|with|from|and) )`,
    'u',
  ).exec(rest);
  const [, past = '', object = ''] = match ?? [];
  if (!match || !DEED.test(past) || UNCLEAR.test(object) || !isPersonName(text) || momentsIn(object).length > 0) return [];
  const deed = `${past} ${object}`;
  return [{ kind: 'who', question: `Who ${deed}?`, answers: [text], subject: object, describes: `the person who ${deed}` }];
}

const SUPERLATIVE = /^(?:(?:second|third|fourth|fifth) )?(?:\p{Ll}{3,}est|most \p{Ll}+|only|first|last) \p{Ll}+(?: \p{Ll}+)?$/u;
const SEAT = /^(?:capital|county town|seat|main \p{Ll}+(?: \p{Ll}+)?|highest (?:point|hill|mountain)|patron saint|national \p{Ll}+)$/u;

/** "Tovrick is the capital of Pellandine." */
export function whoIs({ text, rest }: Subject): Fact[] {
  const match = new RegExp(String.raw`^(is|was) the ((?:\p{Ll}[\p{L}-]+ ?){1,4}) (of|in|on) ((?:the )?${NAME})(?=[.,;])`, 'u').exec(rest);
  const [, be = '', role = '', preposition = '', whole = ''] = match ?? [];
  const isRole = isPerson(role) || SUPERLATIVE.test(role) || SEAT.test(role);
  if (!match || !isRole || UNCLEAR.test(role.replace(/^(?:only|first|last|next) /, ''))) return [];
  const described = `the ${role} ${preposition} ${whole}`;
  const word = isPerson(role) ? 'Who' : 'What';
  return [{ kind: 'what', question: `${word} ${be} ${described}?`, answers: [withoutArticle(text)], subject: whole, describes: described }];
}

/** "The Sallowbox is a free-reed instrument with ...": of the page's own topic alone, or it would be no definition. */
export function whatIs({ text, rest }: Subject, { named }: Page): Fact[] {
  if (text !== named) return [];
  const match =
    /^(is|was) (an?) ((?:[\p{L}’'-]+ ){0,5}[\p{Ll}-]+)(?=[.,;]| (?:that|which|who|with|over|in|on|of|for|from|made|played|used|built|between|near|at) )/u.exec(
      rest,
    );
  const [, be = '', , said = ''] = match ?? [];
  const noun = beforeParticiple(said);
  if (!match || noun.split(' ').length < 2 || UNCLEAR.test(noun) || /(?:member|part|one|kind|type)$/.test(noun)) return [];
  const isOccupation = isPersonName(text) && isPerson(noun.split(' ').at(-1) as string);
  if (isPersonName(text) && !isOccupation) return [];
  return [{ kind: 'what', question: `${isOccupation ? 'Who' : 'What'} ${be} ${text}?`, answers: [noun], subject: text }];
}

/** "historic school building located in" -> "historic school building" */
function beforeParticiple(phrase: string): string {
  const words = phrase.split(' ');
  const at = words.findIndex(
    (word, index) =>
      index > 0 &&
      /(?:[^e]ed|^built|^made|^set|^held|^written|^broadcast|ly)$|^(?:of|on|over|in|at|for|from|with|between|near|to|by|under|off)$/.test(
        word,
      ),
  );
  return (at < 0 ? words : words.slice(0, at)).join(' ');
}

const PLACE = String.raw`((?:the )?(?:[\p{Ll}-]+ ){0,4}${NAME})`;
const STAND: Readonly<Record<string, string>> = {
  stands: 'stand',
  lies: 'lie',
  sits: 'sit',
  rises: 'rise',
  flows: 'flow',
  begins: 'begin',
  ends: 'end',
};

export function where({ text, rest }: Subject): Fact[] {
  const end = `(?=[.,;]|$| (?:in|on|since|by|and|where|which|from|at|with) )`;
  const passive = new RegExp(
    `^(is|was|are|were) (located|situated|based|buried|born|held|kept|moored|built|displayed|headquartered|found|discovered|made|cast|printed|brewed|signed|fought|filmed|produced|grown|shown) (?:in|on|at|near) ${PLACE}${end}`,
    'u',
  ).exec(rest);
  const active = new RegExp(`^(stands|lies|sits|rises|ends|begins) (?:in|on|at|near) ${PLACE}${end}`, 'u').exec(rest);
  const [question, place] = passive
    ? [`Where ${passive[1]} ${text} ${passive[2]}?`, passive[3] as string]
    : [`Where does ${text} ${STAND[active?.[1] ?? '']}?`, active?.[2] ?? ''];
  const isPlace =
    place !== '' &&
    !UNCLEAR.test(place) &&
    !/\b(?:its|their)\b/.test(place) &&
    momentsIn(place).length === 0 &&
    quantitiesIn(place).length === 0;
  return isPlace ? [{ kind: 'where', question, answers: [withoutArticle(place)], subject: text }] : [];
}

export function namedAfter({ text, rest }: Subject): Fact[] {
  const match = new RegExp(`^(is|was) named (?:after|for) ${ROLE}(?:the )?(${NAME})(?=[.,;])`, 'u').exec(rest);
  return match
    ? [{ kind: 'what', question: `Who or what ${match[1]} ${text} named after?`, answers: [match[2] as string], subject: text }]
    : [];
}
