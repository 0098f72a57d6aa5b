/** Sources that say different things of one matter; first what the answer follows. */
import { Icon } from './icons.js';
import { hostOf } from './trace.js';
import type { Conflict } from './types.js';

export function Conflicts({ conflicts }: { conflicts: readonly Conflict[] }) {
  if (conflicts.length === 0) return null;
  return (
    <section class="conflicts" aria-label="Sources that disagree">
      <h2>
        <Icon name="warning" /> Sources disagree
      </h2>
      {conflicts.map(({ says, why }) => (
        <div>
          <ul>
            {says.map(({ title, url, date, quote }, at) => (
              <li>
                <q>{quote}</q>
                <small>
                  {[title || hostOf(url), date, at === 0 ? 'followed here' : ''].filter(Boolean).join(', ')}
                </small>
              </li>
            ))}
          </ul>
          <p class="hint">{why}</p>
        </div>
      ))}
    </section>
  );
}
