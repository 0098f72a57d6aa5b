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
  app.get('/opensearch.xml', (c) =>
    c.body(searchDescription(new URL(c.req.url).origin), 200, { 'content-type': OPEN_SEARCH }),
  );
  if (existsSync(folder))
    app.get(
      '*',
      serveStatic({
        precompressed: true,
        root: folder,
        onFound: (path, c) => void c.header('cache-control', cacheFor(path)),
      }),
    );
  app.get('*', (c, next) => {
    // A path with an ending is a file that is not there; anything else of plain characters is a view.
    if (!/^[\w/~.-]*$/.test(c.req.path) || /\.[a-z0-9]+$/i.test(c.req.path) || /^\/(?:api|v1)(?:\/|$)/.test(c.req.path))
      return next();
    const index = join(folder, 'index.html');
    c.header('cache-control', 'no-cache');
    return c.html(existsSync(index) ? readFileSync(index, 'utf8') : NOT_BUILT);
  });
  return app;
}

const OPEN_SEARCH = 'application/opensearchdescription+xml';

/**
 * Lets a browser offer Winnow as a search engine; it wants a whole address, so this is no file. `origin` was parsed and
 * holds no markup.
 */
function searchDescription(origin: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>Winnow</ShortName>
<Description>Answers whose every sentence leads to its source</Description><InputEncoding>UTF-8</InputEncoding>
<Image width="16" height="16" type="image/svg+xml">${origin}/icon.svg</Image>
<Url type="text/html" template="${origin}/?q={searchTerms}"/></OpenSearchDescription>
`;
}

/** Vite names assets by their content. */
function cacheFor(path: string): string {
  return /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
}
