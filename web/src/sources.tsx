/** The sources as cards, in order of first citation; what was read and not cited comes after. */
import { documentPath } from './evidence.js';
import { followed } from './route.js';
import { WebLink } from './text.js';
import { hostOf } from './trace.js';
import type { Result, Source } from './types.js';

export function Sources({ result, corpus }: { result: Result; corpus?: string | undefined }) {
  const cited = [...new Set(result.answer.claims.flatMap(({ sources }) => sources))];
  const rank = ({ n }: Source) => (cited.includes(n) ? cited.indexOf(n) : cited.length + n);
  const sources = result.sources.toSorted((a, b) => rank(a) - rank(b));
  if (sources.length === 0) return null;
  return (
    <section class="sources" aria-label="Sources">
      <h2>Sources</h2>
      <ol>
        {sources.map(({ n, title, url, passages }) => (
          <li class={cited.includes(n) ? 'card' : 'card uncited'}>
            <span class="number">{n}</span>
            <span class="title">
              {corpus ? (
                <a href={documentPath(corpus, url, passages[0])} onClick={followed}>
                  {title || hostOf(url)}
                </a>
              ) : (
                <WebLink url={url}>{title || hostOf(url)}</WebLink>
              )}
            </span>
            <small>
              {hostOf(url)}
              {cited.includes(n) ? '' : ', read and not cited'}
              <span class="address">, {url}</span>
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}
