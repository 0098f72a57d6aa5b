/**
 * Runs as OpenTelemetry traces, sent as OTLP over HTTP when they are over, under the semantic conventions for
 * generative AI. A span tree is one more fold over the trace. Times, names, tokens and money; never a question, a page,
 * a prompt or a reply.
 */
import { randomBytes } from 'node:crypto';
import { messageOf } from '../core/errors.js';
import type { TraceEvent } from '../core/trace.js';
import { createHttpClient } from '../providers/http.js';
import type { Log } from './log.js';
import type { LiveRun } from './runs/index.js';
import type { KeptSummary } from './runs/summary.js';

export type Telemetry = { readonly send: (run: LiveRun) => Promise<void>; readonly close: () => Promise<void> };

export type TelemetryInput = {
  /** Of a collector, e.g. http://localhost:4318. The operator's own word: it may be private. */
  readonly endpoint: string;
  /** As in OTEL_EXPORTER_OTLP_HEADERS: "name=value,name=value". */
  readonly headers?: string | undefined;
  /** Providers of the configured models, by role. */
  readonly providers: Readonly<Record<string, string>>;
  readonly log: Log;
};

type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

const CLIENT = 3;
const INTERNAL = 1;
const FAILED = 2;

export function createTelemetry({ endpoint, headers = '', providers, log }: TelemetryInput): Telemetry {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const http = createHttpClient({ allowPrivateHosts: [hostAndPort(new URL(url))] });
  const own = Object.fromEntries(
    headers.split(',').flatMap((pair) => (pair.includes('=') ? [pair.split(/=(.*)/s).slice(0, 2)] : [])),
  );
  const sending = new Set<Promise<void>>();
  const post = async (run: LiveRun) => {
    const events: TraceEvent[] = [];
    for await (const some of run.events())
      for (const { event } of some) if ('stage' in event && 'atMs' in event) events.push(event);
    const body = JSON.stringify(traceOf(run.summary(), events, providers));
    const { status } = await http.request({
      url,
      method: 'POST',
      body,
      purpose: 'model',
      headers: { ...own, 'content-type': 'application/json' },
    });
    if (status >= 300) log('error', 'telemetry', { status });
  };
  return {
    send: (run) => {
      const sent = post(run).catch((error) => log('error', 'telemetry', { message: messageOf(error) }));
      sending.add(sent);
      return sent.finally(() => sending.delete(sent));
    },
    close: async () => {
      await Promise.all(sending);
      await http.close();
    },
  };
}

function hostAndPort({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** One trace: the run, and under it its stages and its calls of models. */
export function traceOf(
  summary: KeptSummary,
  events: readonly TraceEvent[],
  providers: TelemetryInput['providers'],
): object {
  const under: Place = { traceId: randomId(16), rootId: randomId(8), beginMs: Date.parse(summary.askedAt) };
  const parts = events.flatMap((event) => {
    if (event.type === 'stage-end') return [spanOf(stageSpan(event), under)];
    return event.type === 'model-call' ? [spanOf(callSpan(event, providers), under)] : [];
  });
  const { parentSpanId: _, ...root } = { ...spanOf(runSpan(summary), under), spanId: under.rootId };
  const resource = { attributes: attributesOf({ 'service.name': 'winnow' }) };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'winnow' }, spans: [root, ...parts] }] }] };
}

type Place = { readonly traceId: string; readonly rootId: string; readonly beginMs: number };

/** Times are counted from the run's beginning. */
type Span = {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly kind?: number;
  readonly error?: string | undefined;
  readonly attributes?: Attributes;
};

const randomId = (bytes: number): string => randomBytes(bytes).toString('hex');

function spanOf(span: Span, { traceId, rootId, beginMs }: Place) {
  const { name, startMs, endMs, kind = INTERNAL, error, attributes = {} } = span;
  return {
    traceId,
    spanId: randomId(8),
    parentSpanId: rootId,
    name,
    kind,
    startTimeUnixNano: nanoseconds(beginMs + startMs),
    endTimeUnixNano: nanoseconds(beginMs + endMs),
    attributes: attributesOf(attributes),
    ...(error !== undefined && { status: { code: FAILED, message: error } }),
  };
}

function stageSpan({ stage, ms, atMs, error }: Extract<TraceEvent, { type: 'stage-end' }>): Span {
  return { name: stage, startMs: atMs - ms, endMs: atMs, error: error === undefined ? undefined : 'failed' };
}

function callSpan(call: Extract<TraceEvent, { type: 'model-call' }>, providers: TelemetryInput['providers']): Span {
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': providers[call.role],
    'gen_ai.request.model': call.model,
    'winnow.prompt': call.prompt,
    'gen_ai.usage.input_tokens': call.inputTokens,
    'gen_ai.usage.output_tokens': call.outputTokens,
    'winnow.cost_usd': call.costUsd,
  };
  return { name: `chat ${call.model}`, kind: CLIENT, startMs: call.atMs - call.ms, endMs: call.atMs, attributes };
}

function runSpan({ id, pipeline, conversation, status, confidence, ms, error }: KeptSummary): Span {
  const attributes = {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': pipeline,
    'gen_ai.conversation.id': conversation,
    'winnow.run': id,
    'winnow.status': status,
    'winnow.confidence': confidence,
    'error.type': error?.code,
  };
  return { name: `invoke_agent ${pipeline}`, startMs: 0, endMs: ms ?? 0, error: error?.code, attributes };
}

function nanoseconds(ms: number): string {
  return `${BigInt(Math.round(ms * 1000)) * 1000n}`;
}

function attributesOf(attributes: Attributes): object[] {
  const known = Object.entries(attributes).filter(([, value]) => value !== undefined && value !== null);
  return known.map(([key, value]) => ({ key, value: typedValue(value) }));
}

function typedValue(value: Attributes[string]): object {
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value !== 'number') return { stringValue: `${value}` };
  return Number.isInteger(value) ? { intValue: `${value}` } : { doubleValue: value };
}
