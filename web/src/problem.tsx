/** What went wrong, at which stage, and what to do. */
import { useState } from 'preact/hooks';
import { setApiKey } from './api.js';
import { Icon } from './icons.js';
import { stageName } from './trace.js';
import type { ApiError } from './types.js';

type ProblemProps = { error: ApiError; retry?: () => void; retryLabel?: string };

export function Problem({ error, retry, retryLabel = 'Try again' }: ProblemProps) {
  return (
    <div class="problem" role="alert">
      <Icon name="warning" />
      <p>
        {error.stage && <b>{stageName(error.stage)}: </b>}
        {error.message}
      </p>
      {error.code === 'key' && <KeyForm done={retry} />}
      {retry && error.code !== 'key' && (
        <button type="button" onClick={retry}>
          <Icon name="again" /> {retryLabel}
        </button>
      )}
    </div>
  );
}

function KeyForm({ done }: { done?: (() => void) | undefined }) {
  const [key, setKey] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setApiKey(key);
        done ? done() : location.reload();
      }}
    >
      <input
        type="password"
        aria-label="API key of this server"
        placeholder="API key of this server"
        value={key}
        autoComplete="off"
        onInput={(event) => setKey(event.currentTarget.value)}
      />
      <button type="submit">Use key</button>
    </form>
  );
}
