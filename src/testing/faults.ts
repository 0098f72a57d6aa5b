/**
 * Parts whose calls go wrong now and then, in every way that calls to the outside do: to see what becomes of the
 * questions that need them. Which call fails and how is drawn from `random`; with a seeded one a run can be had again.
 */
import type { Document } from '../core/data.js';
import { WinnowError } from '../core/errors.js';
import type { Parts } from '../core/parts.js';
import type { CallOptions, ChatModel, ChatReply } from '../core/ports.js';

export const FAULTS = [
  'timeout',
  'hang',
  'reset',
  'rate-limit',
  'server-error',
  'truncated',
  'wrong-schema',
  'empty',
] as const;
export type Fault = (typeof FAULTS)[number];

export type FaultOptions = {
  /** Share of the calls that fail. */
  readonly rate: number;
  readonly random: () => number;
  readonly faults?: readonly Fault[];
  readonly onFault?: (fault: Fault, port: string) => void;
};

/** The chat models, the search engine, the fetcher, the retriever and the embedder, failing at the given rate. */
export function withFaults(parts: Parts, options: FaultOptions): Parts {
  const draw = (port: string) => drawFault(port, options);
  const { embedder } = parts.local;
  return {
    ...parts,
    models: Object.fromEntries(Object.entries(parts.models).map(([role, model]) => [role, faultyModel(model, draw)])),
    local: {
      ...parts.local,
      ...(embedder && {
        embedder: {
          ...embedder,
          embed: (texts, call) => withFault(draw('embed'), call, { work: () => embedder.embed(texts, call) }),
        },
      }),
    },
    search: {
      ...parts.search,
      search: (query, call) =>
        withFault(draw('search'), call, { work: () => parts.search.search(query, call), damage: () => [] }),
    },
    fetcher: {
      ...parts.fetcher,
      fetch: (url, call) =>
        withFault(draw('fetch'), call, { work: () => parts.fetcher.fetch(url, call), damage: damagedPage }),
    },
    retriever: {
      ...parts.retriever,
      retrieve: (query, call) =>
        withFault(draw('retrieve'), call, {
          work: () => parts.retriever.retrieve(query, call),
          damage: (_, found) => ({ ...found, passages: [] }),
        }),
    },
  };
}

function drawFault(port: string, { rate, random, faults = FAULTS, onFault }: FaultOptions): Fault | undefined {
  if (random() >= rate) return undefined;
  const fault = faults[Math.floor(random() * faults.length)] as Fault;
  onFault?.(fault, port);
  return fault;
}

type Damage<Output> = (fault: 'truncated' | 'empty', output: Output) => Output;

type FaultyCall<Output> = { readonly work: () => Promise<Output>; readonly damage?: Damage<Output> };

/** What an adapter makes of the fault: an error, or an output with less in it. */
async function withFault<Output>(
  fault: Fault | undefined,
  { signal }: CallOptions,
  { work, damage }: FaultyCall<Output>,
): Promise<Output> {
  if (fault === undefined) return work();
  if (fault === 'hang') return new Promise<never>(() => undefined); // deaf even to its signal
  if (fault === 'timeout') return waitFor(signal);
  if ((fault === 'truncated' || fault === 'empty') && damage) return damage(fault, await work());
  throw errorOf(fault);
}

/** Nothing comes, until the caller gives up. */
function waitFor(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function errorOf(fault: Fault): Error {
  if (fault === 'reset') return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  if (fault === 'rate-limit')
    return new WinnowError('unavailable', 'answered with status 429. It is rate limited.', { retryAfterMs: 5 });
  if (fault === 'server-error') return new WinnowError('unavailable', 'answered with status 500. Try again later.');
  return new WinnowError('unreadable', `the reply could not be read (${fault})`);
}

/** Half a page is a page; one without text is one, too. */
const damagedPage: Damage<Document> = (fault, page) => {
  const end = fault === 'empty' ? 0 : Math.floor(page.text.length / 2);
  return { ...page, text: page.text.slice(0, end), sections: page.sections.filter((section) => section.end <= end) };
};

/** A model's reply is text that nobody has checked yet: it arrives broken rather than not at all. */
function faultyModel(model: ChatModel, draw: (port: string) => Fault | undefined): ChatModel {
  return {
    ...model,
    complete: async (request, options) => {
      const fault = draw('chat');
      if (fault !== 'truncated' && fault !== 'wrong-schema' && fault !== 'empty')
        return withFault(fault, options, { work: () => model.complete(request, options) });
      return damagedReply(fault, await model.complete(request, { signal: options.signal }));
    },
  };
}

function damagedReply(fault: 'truncated' | 'wrong-schema' | 'empty', reply: ChatReply): ChatReply {
  if (fault === 'empty') return { ...reply, text: '' };
  if (fault === 'wrong-schema')
    return { ...reply, text: '{"unexpected": [{"shape": 99}], "claim": "The Moon is 12 km wide."}' };
  return { ...reply, text: reply.text.slice(0, Math.floor(reply.text.length / 2)) };
}
