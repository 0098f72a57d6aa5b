/**
 * Says a claim's figures and dates as its source says them, where both mean the same: "46 m" becomes "46 metres", "May 1988" "3 May 1988".
 * What rules have checked is then no riddle to a verifier that knows words, not arithmetic.
 */
import { momentsIn, saysMoment } from '../../english/calendar.js';
import { compareQuantities, quantitiesIn } from './quantities.js';

type Change = { readonly start: number; readonly end: number; readonly put: string };

export function inSourceWords(claim: string, source: string): string {
  const [quantities, moments] = [quantitiesIn(source), momentsIn(source)];
  const said = ({ start, end }: { start: number; end: number }) => source.slice(start, end);
  const figures = quantitiesIn(claim).flatMap((claimed): Change[] => {
    const same = quantities.find((known) => compareQuantities(known, claimed) === 'same');
    return same ? [{ start: claimed.start, end: claimed.end, put: said(same) }] : [];
  });
  const dates = momentsIn(claim).flatMap((claimed): Change[] => {
    const same = claimed.span ? undefined : moments.find((known) => saysMoment(known, claimed));
    return same ? [{ start: claimed.start, end: claimed.end, put: said(same) }] : [];
  });
  return [...figures, ...dates]
    .sort((left, right) => right.start - left.start)
    .reduce((text, { start, end, put }) => text.slice(0, start) + put + text.slice(end), claim);
}
