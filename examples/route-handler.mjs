/**
 * A route that answers questions, as Next (app/api/ask/route.js: `export const POST`), Hono and Express 5 have it.
 * Started alone it serves POST /api/ask.
 */
import { createServer } from 'node:http';
import { createEngine, WinnowError } from 'winnow-rag';

const engine = createEngine({ config: { docs: process.env.DOCS ?? 'sample', limits: { timeoutMs: 60_000 } } });
const statuses = { usage: 400, deadline: 504, budget: 402, unavailable: 503 };

/** Next, and Hono as `app.post('/api/ask', (c) => POST(c.req.raw))`. Who closes the connection stops the run. */
export async function POST(request) {
  try {
    const { question } = await request.json();
    const { answer, sources } = await engine.ask(String(question ?? ''), { signal: request.signal });
    return Response.json({ answer, sources });
  } catch (error) {
    const known = error instanceof WinnowError;
    return Response.json(
      { error: known ? error.message : 'The request is no JSON.' },
      { status: known ? (statuses[error.code] ?? 500) : 400 },
    );
  }
}

/** Express: `app.post('/api/ask', asMiddleware)`, before any body parser. */
export async function asMiddleware(req, res) {
  const response = await POST(new Request('http://localhost/api/ask', { method: 'POST', body: req, duplex: 'half' }));
  res.writeHead(response.status, { 'content-type': 'application/json' }).end(await response.text());
}

if (process.argv[1] === import.meta.filename)
  createServer(asMiddleware).listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
