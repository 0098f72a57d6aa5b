/** The input: Enter asks, Shift+Enter makes a new line, it grows with what is typed. */
import { useState } from 'preact/hooks';
import { errorOf } from './api.js';
import { Icon } from './icons.js';
import { Problem } from './problem.js';
import type { ApiError } from './types.js';

type BoxProps = {
  label: string;
  placeholder: string;
  action: string;
  initial?: string;
  large?: boolean;
  onAsk: (question: string) => Promise<void>;
};

export function QuestionBox({ label, placeholder, action, initial = '', large = false, onAsk }: BoxProps) {
  const [text, setText] = useState(initial);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const send = async () => {
    if (!text.trim() || busy) return;
    setBusy(true);
    setError(undefined);
    await onAsk(text.trim()).catch((failed) => setError(errorOf(failed)));
    setBusy(false);
  };
  return (
    <>
      <form
        class={large ? 'box large' : 'box'}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <div class="grow" data-text={text}>
          <textarea
            class="question-input"
            aria-label={label}
            placeholder={placeholder}
            rows={large ? 3 : 1}
            maxLength={8000}
            value={text}
            // biome-ignore lint/a11y/noAutofocus: asking is what the page is for.
            autoFocus={large}
            onInput={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
              event.preventDefault();
              void send();
            }}
          />
        </div>
        <button type="submit" class="primary" disabled={busy}>
          {action} <Icon name="send" />
        </button>
      </form>
      {error && <Problem error={error} retry={send} />}
    </>
  );
}
