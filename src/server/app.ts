/** The application: what every request passes through, then the endpoints, then the page. */
import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import { matchedRoutes } from 'hono/route';
import { secureHeaders } from 'hono/secure-headers';
import { systemClock } from '../core/clock.js';
import type { ServerConfig } from '../engine/config/server.js';
import type { Keys } from './callers/keys.js';
import type { Limits } from './callers/limits.js';
import { appOf, type Description, type Endpoint, type ServerEnv } from './endpoint.js';
import { guard } from './guard.js';
import { refuseNested } from './nesting.js';
import { openApiDocument } from './openapi.js';
import { pageApp } from './page.js';
import { notFound, refusal, responseTo } from './refusal.js';

export type AppParts = {
  readonly config: ServerConfig;
  readonly keys: Keys;
  readonly limits: Limits;
  readonly endpoints: readonly Endpoint[];
  /** Applications that are no lists of endpoints, and what they answer. */
  readonly mounted?: readonly { readonly app: Hono<ServerEnv>; readonly described: readonly Description[] }[];
  readonly version: string;
  readonly onError: (error: unknown, path: string) => void;
  readonly onRequest: (request: { method: string; route: string; status: number }, ms: number) => void;
  readonly pageFolder?: string | undefined;
};

export function createApp({
  config,
  keys,
  limits,
  endpoints,
  mounted = [],
  version,
  onError,
  onRequest,
  pageFolder,
}: AppParts): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();
  app.use(observed(onRequest));
  app.use(headers());
  app.use(guard({ config, keys, limits }));
  app.use(
    cors({
      origin: config.allowedOrigins,
      allowHeaders: ['authorization', 'content-type', 'last-event-id'],
      maxAge: 600,
    }),
  );
  app.use(limitBody(config));
  app.use(refuseNested());
  const described = [...endpoints, ...mounted.flatMap((other) => other.described)];
  let document: ReturnType<typeof openApiDocument> | undefined;
  app.get('/openapi.json', (c) => {
    document ??= openApiDocument(described, { version });
    return c.json(document);
  });
  app.route('/', appOf(endpoints));
  for (const other of mounted) app.route('/', other.app);
  app.route('/', pageApp(pageFolder));
  app.notFound((c) => notFound(`${c.req.method} ${c.req.path.slice(0, 200)}`).getResponse());
  app.onError((error, c) => {
    const response = responseTo(error);
    // Neither what was refused on purpose nor a client that went away is a failure.
    if (response.status >= 500 && !(error instanceof HTTPException) && !c.req.raw.signal.aborted)
      onError(error, c.req.path);
    return response;
  });
  return app;
}

/** Routes, not paths: a path may hold what a caller wrote. A stream counts until its first byte. */
function observed(onRequest: AppParts['onRequest']): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const startedMs = systemClock.monotonicMs();
    await next();
    const route = matchedRoutes(c).findLast(({ path }) => !path.includes('*'))?.path ?? 'other';
    onRequest({ method: c.req.method, route, status: c.res.status }, systemClock.monotonicMs() - startedMs);
  };
}

/**
 * Nothing from elsewhere, nothing inline, in no frame; but for a reply that brings a policy of its own, as a report
 * does.
 */
function headers(): MiddlewareHandler<ServerEnv> {
  const secure = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    xFrameOptions: 'DENY',
    referrerPolicy: 'no-referrer',
    crossOriginResourcePolicy: 'same-origin',
    permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
    strictTransportSecurity: false, // a proxy that speaks TLS sets it
  });
  return async (c, next) => {
    let own: string | null = null;
    await secure(c, async () => {
      await next();
      own = c.res.headers.get('content-security-policy');
    });
    if (own !== null) c.res.headers.set('content-security-policy', own);
  };
}

function limitBody({ maxBodyKilobytes, maxUploadMegabytes }: ServerConfig) {
  const tooLarge = (most: string) => () => {
    throw refusal(413, {
      code: 'too-large',
      message: `The body is larger than ${most}.`,
      headers: { connection: 'close' },
    });
  };
  const plain = bodyLimit({
    maxSize: maxBodyKilobytes * 1024,
    onError: tooLarge(`${maxBodyKilobytes} KiB (server.maxBodyKilobytes)`),
  });
  const upload = bodyLimit({
    maxSize: maxUploadMegabytes * 2 ** 20,
    onError: tooLarge(`${maxUploadMegabytes} MiB (server.maxUploadMegabytes)`),
  });
  return ((c, next) =>
    (/^multipart\/form-data\b/i.test(c.req.header('content-type') ?? '') ? upload : plain)(
      c,
      next,
    )) satisfies typeof plain;
}
