/**
 * The answer as a text to read. Each sentence can be focused and knows its verdict; supported is silence, the
 * exceptions speak.
 */
import { useState } from 'preact/hooks';
import { quotedBy } from './quoted.js';
import { hasShort } from './short-answer.js';
import { Blocks, Inlines, Marked } from './text.js';
import type { Claim, Result } from './types.js';
import { VERDICT_WORDS, VerdictMark } from './verdict.js';

export type PointedClaim = { readonly claim: Claim; readonly n?: number };
type Point = (to: PointedClaim, pinned: boolean) => void;

export function AnswerText({
  result,
  pointed,
  point,
}: {
  result: Result;
  pointed?: PointedClaim | undefined;
  point: Point;
}) {
  const { text, claims } = result.answer;
  const piece = (start: number, end: number) =>
    stretches(claims, start, end).map(({ from, to, claim }) =>
      claim ? (
        <Sentence result={result} claim={claim} from={from} to={to} lit={pointed?.claim === claim} point={point} />
      ) : (
        <Inlines text={text.slice(from, to)} />
      ),
    );
  return (
    <div class={hasShort(result.answer) ? 'answer' : 'answer opening'}>
      <Blocks text={text} piece={piece} />
      <Legend claims={claims} />
    </div>
  );
}

type Stretch = { readonly from: number; readonly to: number; readonly claim?: Claim };

export function stretches(claims: readonly Claim[], start: number, end: number): Stretch[] {
  const parts: Stretch[] = [];
  let at = start;
  for (const claim of claims
    .filter((one) => one.start < end && one.end > start)
    .toSorted((a, b) => a.start - b.start)) {
    const from = Math.max(at, claim.start);
    const to = Math.min(end, claim.end);
    if (from > at) parts.push({ from: at, to: from });
    if (to > from) parts.push({ from, to, claim });
    at = Math.max(at, to);
  }
  if (at < end) parts.push({ from: at, to: end });
  return parts;
}

type SentenceProps = { result: Result; claim: Claim; from: number; to: number; lit: boolean; point: Point };

function Sentence({ result, claim, from, to, lit, point }: SentenceProps) {
  const verdict = claim.verdict ?? 'unchecked';
  const look = () => point({ claim }, false);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what carries it shows beside the text; nothing is pressed. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a sentence is focused to see what carries it. */}
      <span class={`sentence ${verdict}${lit ? ' lit' : ''}`} tabIndex={0} onMouseEnter={look} onFocus={look}>
        <Inlines text={result.answer.text.slice(from, to)} />
        {verdict !== 'supported' && <VerdictMark verdict={verdict} />}
      </span>
      {claim.end <= to && claim.sources.map((n) => <Chip result={result} claim={claim} n={n} point={point} />)}
      {claim.end <= to && verdict === 'contradicted' && <SourceSays result={result} claim={claim} />}
    </>
  );
}

function SourceSays({ result, claim }: { result: Result; claim: Claim }) {
  const [first] = quotedBy(result, claim);
  if (!first?.evidence) return null;
  return (
    <span class="source-says">
      {first.source ? `${first.source.title} says` : 'A source says'}: <q>{first.evidence.quote}</q>
    </span>
  );
}

function Chip({ result, claim, n, point }: { result: Result; claim: Claim; n: number; point: Point }) {
  const [open, setOpen] = useState(false);
  const source = result.sources.find((one) => one.n === n);
  const [quoted] = quotedBy(result, claim, n);
  const show = () => {
    setOpen(true);
    point({ claim, n }, false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button within is what is used; leaving the quote closes it.
    <span class="cite" onMouseLeave={() => setOpen(false)}>
      <button
        type="button"
        class="chip"
        aria-label={`Source ${n}: ${source?.title ?? ''}`}
        aria-expanded={open}
        onMouseEnter={show}
        onFocus={show}
        onBlur={() => setOpen(false)}
        onClick={() => point({ claim, n }, true)}
      >
        {n}
      </button>
      {open && quoted && (
        <span class="pop" role="tooltip">
          <b>{source?.title ?? quoted.evidence?.url}</b>
          {quoted.headings.length > 1 && <small>{quoted.headings.slice(1).join(' › ')}</small>}
          <span class="quote">
            <Marked text={quoted.text.replaceAll('|', ' ')} start={quoted.start} end={quoted.end} around={140} />
          </span>
        </span>
      )}
    </span>
  );
}

function Legend({ claims }: { claims: readonly Claim[] }) {
  const counts = Map.groupBy(claims, ({ verdict }) => verdict ?? 'unchecked');
  if ([...counts.keys()].every((verdict) => verdict === 'supported')) return null;
  return (
    <p class="legend">
      {[...counts].map(([verdict, those]) => (
        <span>
          <VerdictMark verdict={verdict} word={false} /> {those.length} {VERDICT_WORDS[verdict]}
        </span>
      ))}
    </p>
  );
}
