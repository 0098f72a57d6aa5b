/** The passage behind the sentence under the pointer, the quoted span marked. */
import { useEffect, useRef } from 'preact/hooks';
import type { PointedClaim } from './answer.js';
import { PassageText } from './passage-text.js';
import { type QuotedPassage, quotedBy } from './quoted.js';
import { followed } from './route.js';
import { WebLink } from './text.js';
import { hostOf } from './trace.js';
import type { Result } from './types.js';
import { VerdictMark } from './verdict.js';

export function Evidence({
  result,
  pointed,
  corpus,
}: {
  result: Result;
  pointed?: PointedClaim | undefined;
  corpus?: string | undefined;
}) {
  if (!pointed)
    return (
      <p class="hint">Nothing was claimed, so there is nothing to show. The funnel lists what was looked through.</p>
    );
  const { claim, n } = pointed;
  const quotes = quotedBy(result, claim, n);
  return (
    <div class="evidence">
      <VerdictMark verdict={claim.verdict ?? 'unchecked'} />
      {claim.repaired && <p class="hint">Changed after it was written: {claim.repaired}</p>}
      {quotes.length === 0 && <p>No source that was read says this. Treat the sentence as the writer’s own.</p>}
      {quotes.map((quoted) => (
        <Passage quoted={quoted} corpus={corpus} />
      ))}
    </div>
  );
}

function Passage({ quoted, corpus }: { quoted: QuotedPassage; corpus?: string | undefined }) {
  const box = useRef<HTMLQuoteElement>(null);
  const { source, evidence, headings, text, start, end } = quoted;
  const url = source?.url ?? evidence?.url ?? '';
  useEffect(() => {
    const mark = box.current?.querySelector('mark');
    if (box.current && mark) box.current.scrollTop = mark.offsetTop - box.current.clientHeight / 3;
  }, [text, start]);
  return (
    <article class="passage">
      <h3>
        {source && <span class="number">{source.n}</span>} {source?.title ?? hostOf(url)}
      </h3>
      <p class="place">{[hostOf(url), ...headings.slice(1)].join(' › ')}</p>
      <blockquote ref={box}>
        <PassageText text={text} marks={end > start ? [{ start, end }] : []} />
      </blockquote>
      <p class="links">
        {corpus && (
          <a href={documentPath(corpus, url, evidence)} onClick={followed}>
            Whole document
          </a>
        )}
        <WebLink url={url}>Open {hostOf(url)}</WebLink>
      </p>
    </article>
  );
}

export function documentPath(corpus: string, id: string, span?: { start: number; end: number }): string {
  const query = new URLSearchParams({ id, ...(span && { start: `${span.start}`, end: `${span.end}` }) });
  return `/library/${encodeURIComponent(corpus)}/document?${query}`;
}
