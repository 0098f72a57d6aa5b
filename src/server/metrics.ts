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
  collectDefaultMetrics({ register: registry, prefix: 'winnow_' });
  const requests = new Histogram({
    name: 'winnow_http_request_seconds',
    help: 'Requests',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const runs = new Histogram({
    name: 'winnow_run_seconds',
    help: 'Answer runs',
    labelNames: ['pipeline', 'status'],
    buckets: SECONDS,
    registers,
  });
  const tokens = new Counter({
    name: 'winnow_model_tokens_total',
    help: 'Tokens of language models',
    labelNames: ['pipeline', 'kind'],
    registers,
  });
  const money = new Counter({
    name: 'winnow_model_cost_usd_total',
    help: 'Money for language models, where prices are known',
    labelNames: ['pipeline'],
    registers,
  });
  const fallbacks = new Counter({
    name: 'winnow_fallbacks_total',
    help: 'Stages that could not work as asked',
    labelNames: ['stage'],
    registers,
  });
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
