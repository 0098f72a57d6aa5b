/** Time, tokens and money per stage; every prompt and reply one click away. */
import { useLoaded } from './loaded.js';
import { stageName, stagesOf } from './trace.js';
import type { ModelCall, TraceEvent } from './types.js';
import { count, money, seconds } from './words.js';

export function Waterfall({ id, events }: { id: string; events: readonly TraceEvent[] }) {
  const stages = stagesOf(events);
  const whole = Math.max(1, ...events.map(({ atMs }) => atMs));
  const asked = events.some(({ type }) => type === 'model-call');
  return (
    <div class="waterfall">
      <ol>
        {stages.map(({ stage, startMs, ms = whole - startMs, tokens, costUsd, calls, error }) => (
          <li>
            <span class="what">{stageName(stage)}</span>
            <span class="track" aria-hidden="true">
              <span
                class="bar"
                style={{ marginLeft: `${(100 * startMs) / whole}%`, width: `${Math.max(0.6, (100 * ms) / whole)}%` }}
              />
            </span>
            <span class="time">{seconds(ms)}</span>
            {calls > 0 && (
              <small>
                {count(calls, 'call')}, {count(tokens, 'token')}, {money(costUsd)}
              </small>
            )}
            {error && <small class="bad">{error}</small>}
          </li>
        ))}
      </ol>
      <Notes events={events} />
      {asked ? <Calls id={id} turn={events.length} /> : <p class="hint">No language model was called.</p>}
    </div>
  );
}

function Notes({ events }: { events: readonly TraceEvent[] }) {
  const notes = events.flatMap((event) =>
    event.type === 'note'
      ? [`${stageName(event.stage)}: ${event.text}`]
      : event.type === 'fallback'
        ? [event.reason]
        : [],
  );
  return notes.length === 0 ? null : (
    <ul class="notes">
      {notes.map((note) => (
        <li>{note}</li>
      ))}
    </ul>
  );
}

function Calls({ id }: { id: string; turn: number }) {
  const { value, error } = useLoaded<{ calls: ModelCall[] }>(`/api/runs/${id}/calls`);
  if (error) return <p class="bad">{error.message}</p>;
  return (
    <section>
      <h3>Prompts and replies</h3>
      {value?.calls.map(({ stage, role, model, messages, reply }) => (
        <details class="call">
          <summary>
            {stageName(stage)} <span class="time">{`${role}, ${model}`}</span>
          </summary>
          {messages.map((message) => (
            <>
              <h4>{message.role}</h4>
              <pre>{asText(message.content)}</pre>
            </>
          ))}
          <h4>reply</h4>
          <pre>{asText(reply)}</pre>
        </details>
      ))}
    </section>
  );
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
