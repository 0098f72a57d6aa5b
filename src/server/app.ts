/** The application: what every request passes through, then the endpoints, then the page. */
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import type { ServerConfig } from '../engine/config/server.js';
import type { Keys } from './callers/keys.js';
import { appOf, type Endpoint, type ServerEnv } from './endpoint.js';
import { guard } from './guard.js';
import { openApiDocument } from './openapi.js';
import { pageApp } from './page.js';
import { notFound, refusal, responseTo } from './refusal.js';

export type AppParts = {
  readonly config: ServerConfig;
  readonly keys: Keys;
  readonly endpoints: readonly Endpoint[];
  /** Applications whose requests are not described as endpoints. */
  readonly mounted?: readonly Hono<ServerEnv>[];
  readonly version: string;
  readonly onError: (error: unknown, path: string) => void;
  readonly pageFolder?: string | undefined;
};

export function createApp({ config, keys, endpoints, mounted = [], version, onError, pageFolder }: AppParts): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();
  app.use(headers());
  app.use(guard({ config, keys }));
  app.use(cors({ origin: config.allowedOrigins, allowHeaders: ['authorization', 'content-type', 'last-event-id'], maxAge: 600 }));
  app.use(limited(config));
  app.get('/openapi.json', (c) => c.json(openApiDocument(endpoints, { version })));
  app.route('/', appOf(endpoints));
  for (const other of mounted) app.route('/', other);
  app.route('/', pageApp(pageFolder));
  app.notFound((c) => notFound(`${c.req.method} ${c.req.path.slice(0, 200)}`).getResponse());
  app.onError((error, c) => {
    const response = responseTo(error);
    if (response.status >= 500) onError(error, c.req.path);
    return response;
  });
  return app;
}

/** Nothing from elsewhere, nothing inline, in no frame. */
function headers() {
  return secureHeaders({
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
}

function limited({ maxBodyKilobytes, maxUploadMegabytes }: ServerConfig) {
  const tooLarge = (most: string) => () => {
    throw refusal(413, { code: 'too-large', message: `The body is larger than ${most}.` });
  };
  const plain = bodyLimit({ maxSize: maxBodyKilobytes * 1024, onError: tooLarge(`${maxBodyKilobytes} KiB (server.maxBodyKilobytes)`) });
  const upload = bodyLimit({
    maxSize: maxUploadMegabytes * 2 ** 20,
    onError: tooLarge(`${maxUploadMegabytes} MiB (server.maxUploadMegabytes)`),
  });
  return ((c, next) =>
    (/^multipart\/form-data\b/i.test(c.req.header('content-type') ?? '') ? upload : plain)(c, next)) satisfies typeof plain;
}
