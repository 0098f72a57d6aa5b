/**
 * The server as a whole: its parts, built from one configuration, listening, and shut down without losing an answer.
 */
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { messageOf, usageError, WinnowError } from '../core/errors.js';
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
import { type Memory, openMemory } from './memory/index.js';
import { createMetrics } from './metrics.js';
import { createRuns } from './runs/index.js';
import { SHUTDOWN } from './runs/perform.js';
import { tasksOf } from './tasks.js';
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

export async function startServer({ pageFolder, writeLog, ...input }: ServerInput): Promise<RunningServer> {
  const { config } = input;
  const log = createLog(config.server.logs, writeLog);
  const memory = await openMemory(config);
  if (!isLoopback(config.server.host) && (await memory.keys.isEmpty()))
    throw usageError(
      `Listening on ${config.server.host} lets others in, so it needs an API key. Make one first: winnow keys create NAME.`,
    );
  const parts = createParts(input, { memory, log });
  const app = createApp({ ...appParts(parts), pageFolder });
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: CONNECTIONS });
  const url = await listen(server, config.server);
  log('info', 'listening', { url });
  const warm = warmUp(parts);
  return { url, close: () => shutDown(parts, { server, warm }) };
}

type ServerParts = ReturnType<typeof createParts>;

/** Everything behind the endpoints. */
function createParts({ config, ...own }: ServerInput, { memory, log }: { memory: Memory; log: Log }) {
  const { limits, runs: store, uploads } = memory;
  const local: LocalModels = own.local ?? createLocalModels(LOCAL_MODEL_NAMES.filter((name) => config.local[name]));
  const engines = createEngines(config, { ...own, local });
  const admission = createAdmission({ ...config.server, limits });
  const pipelines = [...BUILT_IN_PIPELINES, ...(own.pipelines ?? [])];
  const metrics = createMetrics(admission);
  const telemetry = telemetryFor(config, log);
  const runs = createRuns({
    engines,
    store,
    admission,
    limits,
    checkPipeline: (name, options) => void resolvePipeline({ pipelines, config }, { name, options }),
    defaultPipeline: config.pipeline,
    onEnd: (run, result) => {
      const { pipeline, status, ms = 0, owner, id, error } = run.summary();
      void telemetry?.send(run);
      metrics.run({ pipeline, status }, result, ms);
      log(status === 'failed' ? 'error' : 'info', 'run', { id, key: owner, pipeline, status, ms, code: error?.code });
    },
  });
  const jobs = createJobs({ config, store: memory.jobs, uploads });
  const onError = (error: unknown, name: string) =>
    log('error', 'experiment-failed', { name, message: messageOf(error) });
  const experiments = createExperiments({ config, own: { ...own, local }, admission, limits, onError });
  const state = { isReady: false };
  const behind = { config, memory, log, engines, admission, pipelines, metrics, telemetry };
  return { ...behind, runs, jobs, experiments, state };
}

/** What is served, and what is told of it to log and metrics. */
function appParts({ config, memory, log, metrics, pipelines, engines, admission, ...parts }: ServerParts): AppParts {
  const { runs, jobs, experiments, state } = parts;
  const { keys, limits, runs: store, uploads } = memory;
  const onError = (error: unknown, path: string) => log('error', 'request-failed', { path, message: messageOf(error) });
  return {
    config: config.server,
    keys,
    limits,
    version,
    onError,
    onRequest: (request, ms) => {
      metrics.request(request, ms);
      log('info', 'request', { ...request, ms: Math.round(ms) });
    },
    endpoints: [
      askEndpoint({ runs }),
      ...runsEndpoints({ runs, store }),
      pipelinesEndpoint(pipelines, { standard: config.pipeline }),
      ...corporaEndpoints({ config, engines, admission, uploads, jobs }),
      ...jobsEndpoints({ jobs }),
      ...labEndpoints({ experiments }),
      verifyEndpoint({ config, tasks: (caller) => tasksOf({ engines, admission, limits }, caller) }),
      parseEndpoint({ config, admission }),
      settingsEndpoint({ config, engines, version }),
      doctorEndpoint(config),
      ...healthEndpoints({ isReady: () => state.isReady, metrics }),
    ],
    mounted: [
      {
        app: contractsApp({ runs, engines, admission, limits, pipelines, config, onError }),
        described: CONTRACTS_DESCRIBED,
      },
    ],
  };
}

const CONNECTIONS = {
  // Half a request must not hold a connection: a client has this long for its headers, and for the rest.
  headersTimeout: 10_000,
  requestTimeout: 300_000,
  connectionsCheckingInterval: 2000,
  // Longer than clients and proxies keep a connection: one that we close may just be carrying a request.
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
};

/** The first question must not wait for the documents. */
async function warmUp({ engines, state, log }: ServerParts): Promise<void> {
  try {
    await engines.use(await engines.targetOf({}), (engine) => engine.prepare());
    state.isReady = true;
  } catch (error) {
    log('error', 'not-ready', { message: messageOf(error) });
  }
}

type OpenServer = { readonly server: ReturnType<typeof createAdaptorServer>; readonly warm: Promise<void> };

async function shutDown(parts: ServerParts, { server, warm }: OpenServer): Promise<void> {
  const { runs, jobs, experiments, engines, memory, telemetry, log, state, config } = parts;
  state.isReady = false;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const answered = Promise.allSettled(runs.running().map(({ result }) => result));
  await Promise.race([answered, setTimeout(config.server.graceSeconds * 1000, undefined, { ref: false })]);
  for (const run of runs.running()) run.cancel(new WinnowError('cancelled', SHUTDOWN));
  await answered;
  if ('closeAllConnections' in server)
    void setTimeout(1000, undefined, { ref: false }).then(() => server.closeAllConnections());
  if ('closeIdleConnections' in server) server.closeIdleConnections();
  await closed;
  await warm;
  await Promise.all([jobs.close(), experiments.close()]);
  await engines.close();
  await memory.close();
  await telemetry?.close();
  log('info', 'closed');
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
      reject(usageError(`The server cannot listen on ${host}:${port}. ${why}`, { cause: error }));
    });
    server.listen(port, host, () => {
      const address = server.address() as { port: number };
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${address.port}`);
    });
  });
}
