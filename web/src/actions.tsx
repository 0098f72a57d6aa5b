/** What can be done with an answer: copy, share, save, ask again another way. */
import { useState } from 'preact/hooks';
import { citedText, copy, markdown, plainText, save } from './export.js';
import { Icon } from './icons.js';
import { useLoaded } from './loaded.js';
import { say } from './said.js';
import type { PipelineInfo, Result } from './types.js';

type ActionsProps = { result: Result; id: string; again: (pipeline?: string) => Promise<void> | null | undefined };

export function Actions({ result, id, again }: ActionsProps) {
  const [done, setDone] = useState('');
  const did = (what: string) => {
    setDone(what);
    say(what);
  };
  const copied = (text: string, what: string) =>
    void copy(text).then(
      () => did(what),
      () => did('The browser did not allow copying'),
    );
  return (
    <div class="actions">
      <button type="button" onClick={() => copied(citedText(result), 'Copied with citations')}>
        <Icon name="copy" /> Copy with citations
      </button>
      <button type="button" onClick={() => copied(plainText(result), 'Copied')}>
        <Icon name="copy" /> Copy text
      </button>
      <button type="button" onClick={() => copied(`${location.origin}/runs/${id}`, 'Link copied')}>
        <Icon name="share" /> Copy link
      </button>
      <button type="button" onClick={() => save('answer.md', 'text/markdown', markdown(result))}>
        <Icon name="save" /> Markdown
      </button>
      <button type="button" onClick={() => save('answer.json', 'application/json', JSON.stringify(result, null, 2))}>
        <Icon name="save" /> JSON
      </button>
      <AgainWith current={result.pipeline} again={again} />
      <span class="done">{done}</span>
    </div>
  );
}

function AgainWith({ current, again }: { current: string; again: ActionsProps['again'] }) {
  const { value } = useLoaded<{ pipelines: PipelineInfo[] }>('/api/pipelines');
  return (
    <label class="choice">
      <span>Ask again with</span>
      <select value="" onChange={(event) => void again(event.currentTarget.value)}>
        <option value="" disabled>
          another pipeline
        </option>
        {value?.pipelines.map(({ name }) => (
          <option value={name}>{name === current ? `${name}, as before` : name}</option>
        ))}
      </select>
    </label>
  );
}
