/** A document as Winnow has it: how it was cut, and what was left out and why. */
import { useEffect, useRef } from 'preact/hooks';
import { CorpusTitle } from './corpus-title.js';
import { useLoaded } from './loaded.js';
import { PassageText } from './passage-text.js';
import { Problem } from './problem.js';
import { followed } from './route.js';
import { WebLink } from './text.js';
import type { DocumentDetail, PassageEntry } from './types.js';
import { count, day } from './words.js';

export function DocumentView({ corpus, query }: { corpus: string; query: URLSearchParams }) {
  const path = `/api/corpora/${encodeURIComponent(corpus)}/document?id=${encodeURIComponent(query.get('id') ?? '')}`;
  const { value, error, again } = useLoaded<DocumentDetail>(path);
  const span = { start: Number(query.get('start') ?? -1), end: Number(query.get('end') ?? -1) };
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => body.current?.querySelector('mark')?.scrollIntoView({ block: 'center' }), [value]);
  return (
    <main class="list-view" id="main">
      <p class="crumbs">
        <a href="/library" onClick={followed}>
          Library
        </a>{' '}
        ›{' '}
        <a href={`/library/${encodeURIComponent(corpus)}`} onClick={followed}>
          <CorpusTitle name={corpus} />
        </a>
      </p>
      {error && <Problem error={error} retry={again} />}
      {value && (
        <>
          <h1>{value.title || value.url}</h1>
          <p class="hint">
            {[
              value.date ? day(value.date) : '',
              count(value.passages.length, 'passage'),
              count(value.characters, 'character'),
            ]
              .filter(Boolean)
              .join(', ')}{' '}
            <WebLink url={value.url}>{value.url}</WebLink>
          </p>
          <LeftOut items={value.leftOut ?? []} />
          <div ref={body} class="cut">
            {value.passages.map((passage, at) => (
              <Cut passage={passage} at={at} span={span} />
            ))}
          </div>
        </>
      )}
    </main>
  );
}

function Cut({
  passage: { headings, text, start, end },
  at,
  span,
}: {
  passage: PassageEntry;
  at: number;
  span: { start: number; end: number };
}) {
  const from = Math.max(start, span.start);
  const to = Math.min(end, span.end);
  return (
    <section class="piece">
      <p class="place">
        <span class="number">{at + 1}</span> {headings.join(' › ') || 'Before the first heading'}{' '}
        <span class="time">
          {start} to {end}
        </span>
      </p>
      <div class="answer">
        <PassageText text={text} marks={to > from ? [{ start: from - start, end: to - start }] : []} />
      </div>
    </section>
  );
}

function LeftOut({ items }: { items: NonNullable<DocumentDetail['leftOut']> }) {
  if (items.length === 0) return null;
  return (
    <details class="left-out">
      <summary>
        Left out of the page:{' '}
        {count(
          items.reduce((sum, { characters }) => sum + characters, 0),
          'character',
        )}{' '}
        in {count(items.length, 'piece')}
      </summary>
      <ul class="sifted">
        {items.map(({ what, why, characters }) => (
          <li class="goes">
            <span class="what">{what}</span>
            <span class="why">{why}</span>
            <span class="time">{characters}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
