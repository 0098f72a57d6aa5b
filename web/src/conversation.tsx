/** The earlier questions of a conversation, above the one that is shown. */
import { useLoaded } from './loaded.js';
import { followed } from './route.js';
import type { RunSummary, StoredRun } from './types.js';

export function Earlier({ stored }: { stored: StoredRun }) {
  const isFollowUp = stored.conversation !== stored.id;
  const { value } = useLoaded<{ runs: RunSummary[] }>(
    isFollowUp ? `/api/runs?conversation=${stored.conversation}` : undefined,
  );
  const earlier = (value?.runs ?? []).filter(({ askedAt }) => askedAt < stored.askedAt).reverse();
  if (earlier.length === 0) return null;
  return (
    <ol class="earlier" aria-label="Earlier in this conversation">
      {earlier.map(({ id, asked, short }) => (
        <li>
          <a href={`/runs/${id}`} onClick={followed}>
            {asked}
          </a>{' '}
          {short}
        </li>
      ))}
    </ol>
  );
}
