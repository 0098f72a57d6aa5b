/** The page, from the folder it was built into. Every path of the page's own router gets index.html. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

export const PAGE_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));

const NOT_BUILT =
  '<!doctype html><meta charset="utf-8"><title>Winnow</title><p>The API is at <a href="/openapi.json">/openapi.json</a>. The page is not built here.';

export function pageApp(folder: string = PAGE_FOLDER): Hono {
  const app = new Hono();
  if (existsSync(folder))
    app.get('*', serveStatic({ precompressed: true, root: folder, onFound: (path, c) => void c.header('cache-control', cacheFor(path)) }));
  app.get('*', (c, next) => {
    // A path with an ending is a file that is not there; anything else of plain characters is a view.
    if (!/^[\w/~.-]*$/.test(c.req.path) || /\.[a-z0-9]+$/i.test(c.req.path) || /^\/(?:api|v1)(?:\/|$)/.test(c.req.path)) return next();
    const index = join(folder, 'index.html');
    c.header('cache-control', 'no-cache');
    return c.html(existsSync(index) ? readFileSync(index, 'utf8') : NOT_BUILT);
  });
  return app;
}

/** Vite names assets by their content. */
function cacheFor(path: string): string {
  return /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
}
