/** Sheets keep dates as numbers of days; only the format of a cell tells that it is one. */
import { elementsOf, findAll, findFirst, type XmlNode } from '../xml.js';

export type DateStyles = { readonly styles: ReadonlySet<string>; readonly since1904: boolean };

/** Formats that every file knows without saying so. */
const isBuiltIn = (id: number): boolean => (id >= 14 && id <= 22) || (id >= 45 && id <= 47);

export function dateStyles(styles: XmlNode | undefined, workbook: XmlNode): DateStyles {
  const since1904 = /^(?:1|true)$/.test(findFirst(workbook, 'workbookPr')?.attributes.date1904 ?? '');
  if (!styles) return { styles: new Set(), since1904 };
  const own = new Set(
    findAll(styles, 'numFmt').flatMap(({ attributes }) =>
      isDateFormat(attributes.formatCode ?? '') ? [Number(attributes.numFmtId)] : [],
    ),
  );
  const cells = findFirst(styles, 'cellXfs');
  const used = (cells ? elementsOf(cells) : []).flatMap(({ attributes }, at) => {
    const id = Number(attributes.numFmtId);
    return isBuiltIn(id) || own.has(id) ? [`${at}`] : [];
  });
  return { styles: new Set(used), since1904 };
}

/** Letters of dates and times that are not quoted, escaped or a colour. */
function isDateFormat(code: string): boolean {
  return /[ymdhs]/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]|General/gi, ''));
}

const DAY_MS = 86_400_000;

export function dateText(days: number, { since1904 }: DateStyles): string {
  if (!Number.isFinite(days)) return '';
  const at = Date.UTC(1899, 11, 30) + (since1904 ? 1462 : 0) * DAY_MS + Math.round(days * 86_400) * 1000;
  if (Math.abs(at) > 8.64e15) return `${days}`;
  const iso = new Date(at).toISOString();
  if (days < 1) return iso.slice(11, 19);
  return Number.isInteger(days) ? iso.slice(0, 10) : iso.slice(0, 16).replace('T', ' ');
}
