/**
 * The server as a whole: its parts, built from one configuration, listening, and shut down without losing an answer.
 */
import { readFileSync } from 'node:fs';
import { createAdaptorServer } from '@hono/node-server';
import { messageOf, WinnowError } from '../core/errors.js';
import type { LocalModels } from '../core/ports.js';
import type { Config } from '../engine/config.js';

import { processEnvironment } from '../engine/environment.js';
import type { EngineInput } from '../engine/index.js';
import { BUILT_IN_PIPELINES, resolvePipeline } from '../engine/pipelines.js';
import { createLocalModels, LOCAL_MODEL_NAMES } from '../providers/local/models.js';
import { createAdmission } from './admission.js';
import { askEndpoint } from './api/ask.js';
import { corporaEndpoints } from './api/corpora.js';
import { healthEndpoints } from './api/health.js';
import { jobsEndpoints } from './api/jobs.js';
import { labEndpoints } from './api/lab.js';
import { pipelinesEndpoint } from './api/pipelines.js';
import { runsEndpoints } from './api/runs.js';
import { doctorEndpoint, settingsEndpoint } from './api/settings.js';
import { parseEndpoint, verifyEndpoint } from './api/verify.js';
import { type AppParts, createApp } from './app.js';
import { CONTRACTS_DESCRIBED, contractsApp } from './contracts.js';
import { createEngines } from './engines.js';
import { isLoopback } from './guard.js';
import { createExperiments } from './lab/experiments.js';
import { createJobs } from './library/jobs.js';
import { createLog, type Log } from './log.js';
import { openMemory } from './memory/index.js';
import { createMetrics } from './metrics.js';
import { createRuns } from './runs/index.js';
import { SHUTDOWN } from './runs/perform.js';
import { createTelemetry, type Telemetry } from './telemetry.js';

export type ServerInput = Omit<EngineInput, 'config'> & {
  readonly config: Config;
  readonly pageFolder?: string;
  readonly writeLog?: (line: string) => void;
};

export type RunningServer = {
  /** e.g. http://127.0.0.1:8321 */
  readonly url: string;
  /** Takes no more requests, waits for running answers, then stores what is not finished. */
  readonly close: () => Promise<void>;
};

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export async function startServer({ config, pageFolder, writeLog, ...own }: ServerInput): Promise<RunningServer> {
  const memory = await openMemory(config);
  const { keys, limits, runs: store, uploads } = memory;
  if (!isLoopback(config.server.host) && (await keys.isEmpty()))
    throw new WinnowError(
      'usage',
      `Listening on ${config.server.host} lets others in, so it needs an API key. Make one first: winnow keys create NAME.`,
    );
  const log = createLog(config.server.logs, writeLog);
  const local: LocalModels = own.local ?? createLocalModels(LOCAL_MODEL_NAMES.filter((name) => config.local[name]));
  const engines = createEngines(config, { ...own, local });
  const admission = createAdmission({ ...config.server, limits });
  const pipelines = [...BUILT_IN_PIPELINES, ...(own.pipelines ?? [])];
  const checkPipeline = (name: string, options?: Readonly<Record<string, unknown>>) =>
    void resolvePipeline({ pipelines, config }, { name, options });
  const metrics = createMetrics(admission);
  const telemetry = telemetryFor(config, log);
  const runs = createRuns({
    engines,
    store,
    admission,
    limits,
    checkPipeline,
    defaultPipeline: config.pipeline,
    onEnd: (run, result) => {
      const { pipeline, status, ms = 0, owner, id, error } = run.summary();
      void telemetry?.send(run);
      metrics.run({ pipeline, status }, result, ms);
      log(status === 'failed' ? 'error' : 'info', 'run', { id, key: owner, pipeline, status, ms, code: error?.code });
    },
  });
  const jobs = createJobs({ config, store: memory.jobs, uploads });
  const experiments = createExperiments({
    config,
    own: { ...own, local },
    admission,
    limits,
    onError: (error, name) => log('error', 'experiment-failed', { name, message: messageOf(error) }),
  });
  const state = { isReady: false };

  const endpoints = [
    askEndpoint({ runs }),
    ...runsEndpoints({ runs, store }),
    pipelinesEndpoint(pipelines, { standard: config.pipeline }),
    ...corporaEndpoints({ config, engines, admission, uploads }),
    ...jobsEndpoints({ jobs }),
    ...labEndpoints({ experiments }),
    verifyEndpoint({ config, local, admission }),
    parseEndpoint({ config, local, admission }),
    settingsEndpoint({ config, engines, version }),
    doctorEndpoint(config),
    ...healthEndpoints({ isReady: () => state.isReady, metrics }),
  ];
  const onError = (error: unknown, path: string) => log('error', 'request-failed', { path, message: messageOf(error) });
  const mounted = [
    { app: contractsApp({ runs, engines, admission, pipelines, config, onError }), described: CONTRACTS_DESCRIBED },
  ];
  const onRequest: AppParts['onRequest'] = (request, ms) => {
    metrics.request(request, ms);
    log('info', 'request', { ...request, ms: Math.round(ms) });
  };
  const app = createApp({
    config: config.server,
    keys,
    limits,
    endpoints,
    mounted,
    version,
    onError,
    onRequest,
    pageFolder,
  });

  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: {
      // Half a request must not hold a connection: a client has this long for its headers, and for the rest.
      headersTimeout: 10_000,
      requestTimeout: 300_000,
      connectionsCheckingInterval: 2000,
      // Longer than clients and proxies keep a connection: one that we close may just be carrying a request.
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16 * 1024,
    },
  });
  const url = await listen(server, config.server);
  log('info', 'listening', { url });
  const warming = engines
    .targetOf({})
    .then((target) => engines.use(target, (engine) => engine.prepare()))
    .then(
      () => {
        state.isReady = true;
      },
      (error) => log('error', 'not-ready', { message: messageOf(error) }),
    );

  return {
    url,
    close: async () => {
      state.isReady = false;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const all = Promise.allSettled(runs.running().map(({ result }) => result));
      await Promise.race([
        all,
        new Promise((resolve) => setTimeout(resolve, config.server.graceSeconds * 1000).unref()),
      ]);
      for (const run of runs.running()) run.cancel(new WinnowError('cancelled', SHUTDOWN));
      await all;
      if ('closeAllConnections' in server) setTimeout(() => server.closeAllConnections(), 1000).unref();
      if ('closeIdleConnections' in server) server.closeIdleConnections();
      await closed;
      await warming;
      await Promise.all([jobs.close(), experiments.close()]);
      await engines.close();
      await memory.close();
      await telemetry?.close();
      log('info', 'closed');
    },
  };
}

function telemetryFor({ server: { telemetry: endpoint }, models }: Config, log: Log): Telemetry | undefined {
  if (endpoint === undefined) return undefined;
  const providers = Object.fromEntries(
    Object.entries(models).flatMap(([role, model]) => (model ? [[role, model.provider]] : [])),
  );
  return createTelemetry({ endpoint, headers: processEnvironment().OTEL_EXPORTER_OTLP_HEADERS, providers, log });
}

function listen(server: ReturnType<typeof createAdaptorServer>, { host, port }: Config['server']): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is taken. Choose another: --port ${port + 1}, or WINNOW_PORT.`
          : messageOf(error);
      reject(new WinnowError('usage', `The server cannot listen on ${host}:${port}. ${why}`, { cause: error }));
    });
    server.listen(port, host, () => {
      const address = server.address() as { port: number };
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${address.port}`);
    });
  });
}
