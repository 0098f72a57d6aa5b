/** Dates as pages write them, to `YYYY-MM-DD`. Ambiguous ones (03/04/2020) and impossible ones are no dates. */

/**
 * In the form they have beside a day, in the languages of Europe. A name that is two months in two languages is in none
 * of the lists (`listopada`).
 */
const monthNames: readonly string[] = [
  'jan january januar janvier enero ene gennaio gen janeiro januari jänner януари ledna ιανουαρίου jaanuar tammikuuta siječnja január sausio janvāris stycznia ianuarie января januára ocak січня',
  'feb february februar février fevrier febrero febbraio fevereiro februari fév fev февруари února φεβρουαρίου veebruar helmikuuta veljače február vasario februāris lutego februarie февраля februára şubat лютого',
  'mar march märz maerz mars marzo março marco maart mär март března marts μαρτίου märts maaliskuuta ožujka március kovo marca martie марта marec mart березня',
  'apr april avril abril aprile avr abr април dubna απριλίου aprill huhtikuuta travnja április balandžio aprīlis kwietnia aprilie апреля apríla nisan квітня',
  'may mai mayo maggio maio mei maj mag май května μαΐου toukokuuta svibnja május gegužės maijs maja мая mája mayıs травня',
  'jun june juni juin junio giugno junho giu юни června ιουνίου juuni kesäkuuta lipnja június birželio jūnijs czerwca iunie июня júna junij haziran червня',
  'jul july juli juillet julio luglio julho lug juil юли července ιουλίου juuli heinäkuuta srpnja július liepos jūlijs lipca iulie июля júla julij temmuz липня',
  'aug august août aout agosto augustus ago augusti август srpna αυγούστου elokuuta kolovoza augusztus rugpjūčio augusts sierpnia августа augusta avgust ağustos серпня',
  'sep sept september septembre septiembre settembre setembro set септември září σεπτεμβρίου syyskuuta rujna szeptember rugsėjo septembris września septembrie сентября septembra eylül вересня',
  'oct october oktober octobre octubre ottobre outubro okt ott out октомври října οκτωβρίου oktoober lokakuuta október spalio oktobris października octombrie октября októbra ekim жовтня',
  'nov november novembre noviembre novembro ноември listopadu νοεμβρίου marraskuuta studenoga lapkričio novembris noiembrie ноября novembra kasım листопада',
  'dec december dezember décembre decembre diciembre dicembre dezembro dez dic déc desember декември prosince δεκεμβρίου detsember joulukuuta prosinca gruodžio decembris grudnia decembrie декабря decembra aralık грудня',
];
const monthNumbers = new Map(
  monthNames.flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
);

const month = '(\\p{L}{3,12})\\.?';
const year = '((?:19|20)\\d\\d)';
type DateParts = readonly [year: string, month: string, day: string];
const patterns: readonly (readonly [RegExp, (match: RegExpExecArray) => DateParts])[] = [
  [/\b((?:19|20)\d\d)[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/u, (match) => [match[1]!, match[2]!, match[3]!]],
  [/((?:19|20)\d\d)\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日/u, (match) => [match[1]!, match[2]!, match[3]!]],
  [/((?:19|20)\d\d)\s?년\s?(\d{1,2})\s?월\s?(\d{1,2})\s?일/u, (match) => [match[1]!, match[2]!, match[3]!]],
  [
    new RegExp(`(?<!\\p{L})${month}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+${year}\\b`, 'iu'),
    (match) => [match[3]!, match[1]!, match[2]!],
  ],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th|\\.|º|er)?[\\s-]+(?:de\\s+)?${month}(?:\\s+de)?,?[\\s-]+${year}\\b`, 'iu'),
    (match) => [match[3]!, match[2]!, match[1]!],
  ],
  [
    new RegExp(`\\b${year}\\.\\s+${month}\\s+(\\d{1,2})\\b`, 'iu'), // Hungarian
    (match) => [match[1]!, match[2]!, match[3]!],
  ],
  [/\b(\d{1,2})\.(\d{1,2})\.((?:19|20)\d\d)\b/u, (match) => [match[3]!, match[2]!, match[1]!]],
  [/\b(\d{1,2})\/(1[3-9]|2\d|3[01])\/((?:19|20)\d\d)\b/u, (match) => [match[3]!, match[1]!, match[2]!]],
  [/\b(1[3-9]|2\d|3[01])\/(\d{1,2})\/((?:19|20)\d\d)\b/u, (match) => [match[3]!, match[2]!, match[1]!]],
  [/^((?:19|20)\d\d)(\d\d)(\d\d)(?:T?\d{4,6})?/u, (match) => [match[1]!, match[2]!, match[3]!]],
];

/** The first date in a text, or `undefined`. */
export function findDate(text: string | undefined): string | undefined {
  if (text === undefined || !/\d/.test(text)) return undefined;
  for (const [pattern, partsOf] of patterns) {
    const match = pattern.exec(text);
    const date = match === null ? undefined : isoDate(partsOf(match));
    if (date !== undefined) return date;
  }
  return undefined;
}

const daysInMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isoDate([yearText, monthText, dayText]: DateParts): string | undefined {
  const monthNumber = /^\d/.test(monthText) ? Number(monthText) : monthNumbers.get(monthText.toLowerCase());
  const day = Number(dayText);
  if (monthNumber === undefined || day < 1 || day > (daysInMonth[monthNumber - 1] ?? 0)) return undefined;
  return `${yearText}-${String(monthNumber).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/**
 * The day of a time in seconds since 1970, UTC; `undefined` for 0. Civil date from days as in Howard Hinnant's
 * "chrono-compatible date algorithms".
 */
export function dateOfSeconds(seconds: number): string | undefined {
  if (!(seconds > 0)) return undefined;
  const days = Math.floor(seconds / 86_400) + 719_468;
  const era = Math.floor(days / 146_097);
  const dayOfEra = days - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const monthNumber = shifted < 10 ? shifted + 3 : shifted - 9;
  const yearNumber = yearOfEra + era * 400 + (monthNumber <= 2 ? 1 : 0);
  return isoDate([
    String(yearNumber),
    String(monthNumber),
    String(dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1),
  ]);
}

/** Nothing but a date and a time: `November 18, 2019 12:02 PM`. */
export function isDateLine(line: string): boolean {
  if (!/\d/.test(line)) return false;
  const rest = line.replace(
    /\d+(st|nd|rd|th)?|\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)[a-z]*\b|\b(am|pm|at|et|est|edt|pst|gmt|utc|updated|published|on)\b/gi,
    '',
  );
  return !/\p{L}/u.test(rest) && findDate(line) !== undefined;
}
