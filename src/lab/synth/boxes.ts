/** Facts from the fact boxes of a page: "| Opened | 4 September 1934 |" -> "When was the Kestrel Bridge opened?" */
import { momentsIn } from '../../english/calendar.js';
import { type Fact, isGood } from './fact.js';
import { isPersonName, type Page } from './names.js';
import { quantitiesIn } from './quantities.js';

const ROW = /^\|\s*([\p{L} ]{3,40}?)\s*\|\s*([^|]{1,80}?)\s*\|$/gmu;
const WHEN = /^(?:opened|built|founded|established|completed|launched|chartered|formed|published|closed|commissioned)$/;
const WHO: Readonly<Record<string, string>> = {
  designer: 'designed',
  founder: 'founded',
  builder: 'built',
  composer: 'composed',
  author: 'wrote',
  sculptor: 'made',
};
const MEASURE =
  /^(?:(?:total|overall|longest|greatest|mean|average|maximum|highest|main) )?(?:length|height|width|depth|area|population|capacity|span|elevation|weight|speed|diameter|circumference)$/;

export function boxFacts(text: string, page: Page): Fact[] {
  const { named } = page;
  if (named === undefined) return [];
  return [...text.matchAll(ROW)]
    .map(([, label = '', value = '']) => ({ label: label.toLowerCase().trim(), value: value.replace(/\s*\([^)]*\)/g, '').trim() }))
    .flatMap((row) => [...whenBuilt(row, named), ...whoMade(row, named), ...howLarge(row, named)])
    .filter(isGood);
}

type Row = { readonly label: string; readonly value: string };

function whenBuilt({ label, value }: Row, subject: string): Fact[] {
  const [moment] = momentsIn(value);
  if (!WHEN.test(label) || moment?.year === undefined || moment.end - moment.start !== value.length) return [];
  return [{ kind: 'when', question: `When was ${subject} ${label}?`, answers: [...new Set([value, `${moment.year}`])], subject }];
}

function whoMade({ label, value }: Row, subject: string): Fact[] {
  const deed = WHO[label];
  if (deed === undefined || !isPersonName(value)) return [];
  return [{ kind: 'who', question: `Who ${deed} ${subject}?`, answers: [value], subject, describes: `the person who ${deed} ${subject}` }];
}

function howLarge({ label, value }: Row, subject: string): Fact[] {
  const [quantity, ...others] = quantitiesIn(value);
  if (!MEASURE.test(label) || !quantity || others.length > 0) return [];
  const comparable = {
    key: `${label} ${quantity.unit?.dimension ?? ''}`,
    value: quantity.value * (quantity.unit?.size ?? 1),
    asks: `Which has the greater ${label}`,
    wins: 'most' as const,
  };
  return [
    { kind: 'how-many', question: `What is the ${label} of ${subject}?`, answers: [value.replace(/^about /, '')], subject, comparable },
  ];
}
