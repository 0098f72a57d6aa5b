/** Numbers for Prometheus. Labels are routes, statuses and pipelines: never anything that a caller wrote. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Result } from '../core/data.js';
import type { Admission } from './admission.js';

export type Metrics = {
  readonly request: (
    labels: { readonly method: string; readonly route: string; readonly status: number },
    ms: number,
  ) => void;
  readonly run: (
    labels: { readonly pipeline: string; readonly status: string },
    result: Result | undefined,
    ms: number,
  ) => void;
  readonly text: () => Promise<string>;
  readonly contentType: string;
};

const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

export function createMetrics(admission: Admission): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const seconds = (name: string, help: string, labelNames: string[]) =>
    new Histogram({ name: `winnow_${name}_seconds`, help, labelNames, buckets: SECONDS, registers });
  const total = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: `winnow_${name}_total`, help, labelNames, registers });
  collectDefaultMetrics({ register: registry, prefix: 'winnow_' });
  const requests = seconds('http_request', 'Requests', ['method', 'route', 'status']);
  const runs = seconds('run', 'Answer runs', ['pipeline', 'status']);
  const tokens = total('model_tokens', 'Tokens of language models', ['pipeline', 'kind']);
  const money = total('model_cost_usd', 'Money for language models, where prices are known', ['pipeline']);
  const fallbacks = total('fallbacks', 'Stages that could not work as asked', ['stage']);
  for (const name of ['running', 'waiting'] as const) {
    const gauge: Gauge = new Gauge({
      name: `winnow_${name}`,
      help: `Questions and other work that is ${name}`,
      registers,
      collect: () => gauge.set(admission[name]()),
    });
  }
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    request: ({ method, route, status }, ms) => requests.observe({ method, route, status: `${status}` }, ms / 1000),
    run: ({ pipeline, status }, result, ms) => {
      runs.observe({ pipeline, status }, ms / 1000);
      if (!result) return;
      tokens.inc({ pipeline, kind: 'input' }, result.usage.inputTokens);
      tokens.inc({ pipeline, kind: 'output' }, result.usage.outputTokens);
      money.inc({ pipeline }, result.usage.costUsd ?? 0);
      for (const { stage } of result.fallbacks) fallbacks.inc({ stage });
    },
  };
}
