/** Corpora, search, ingest jobs and checking over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bridgeServer, eventsOf, jsonOf, type TestServer } from './server/start.js';
import { uploadTwiceAtOnce } from './support/uploads.js';

let server: TestServer;
beforeAll(async () => {
  server = await bridgeServer({
    config: { local: { embedder: false, reranker: false, verifier: false, reader: false } },
  });
});
afterAll(() => server.close());

const get = (path: string) => jsonOf(fetch(`${server.url}${path}`));
const post = (path: string, body: unknown) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

function upload(corpus: string, files: Record<string, string>): Promise<Response> {
  const form = new FormData();
  for (const [name, text] of Object.entries(files)) form.append('files', new Blob([text]), name);
  return fetch(`${server.url}/api/corpora/${corpus}/jobs`, { method: 'POST', body: form });
}

test('the configured folder is browsed: documents, how one was cut, and search with an explanation', async () => {
  const { corpora } = await get('/api/corpora');
  expect(corpora).toEqual([{ name: '~docs', kind: 'folder', isDefault: true, documents: 2 }]);
  const { total, documents } = await get('/api/corpora/~docs/documents');
  expect(total).toBe(2);
  const document = await get(`/api/corpora/~docs/document?id=${encodeURIComponent(documents[0].id)}`);
  expect(document.passages[0].text).toBe(document.text.slice(document.passages[0].start, document.passages[0].end));
  expect(document.leftOut).toEqual([]);

  const found = await jsonOf(
    post('/api/corpora/~docs/search', { query: '+kestrel -weir', syntax: 'lucene', explain: true }),
  );
  expect(found).toMatchObject({
    mode: 'sparse',
    problems: [],
    hits: [{ rank: 1, document: { title: 'Kestrel Bridge' } }],
  });
  const [hit] = found.hits;
  expect(hit.explanation.value).toBeCloseTo(hit.score);
  expect(hit.text.slice(hit.marks[0].start, hit.marks[0].end)).toBe('Kestrel');
});

test('uploaded files become a corpus that answers, shows what was left out, and can be removed', async () => {
  const page =
    '<nav>Home | About</nav><main><h1>Old Mill</h1><p>The Old Mill was built by Ada Lund in 1802.</p></main>';
  const started = await upload('mills', {
    'old mill.html': page,
    '../../evil.md': '# Evil\n\nNothing to see here.',
    'broken.pdf': '%PDF-nonsense',
  });
  expect(started.status).toBe(202);
  const { id } = await jsonOf(started);
  const text = await (await fetch(`${server.url}/api/jobs/${id}`, { headers: { accept: 'text/event-stream' } })).text();
  const last = JSON.parse(/data: (.*)\n\n$/.exec(text)?.[1] ?? '');
  expect(last).toMatchObject({ status: 'done', share: 1, counts: { documents: 2, unread: 1 } });
  expect(last.unread[0].what).toContain('broken.pdf');

  const { documents } = await get('/api/corpora/mills/documents');
  expect(documents.map(({ id: document }: { id: string }) => document)).toEqual([
    'upload://mills/_/_/evil.md',
    'upload://mills/old%20mill.html',
  ]);
  const document = await get(`/api/corpora/mills/document?id=${encodeURIComponent('upload://mills/old%20mill.html')}`);
  expect(document.leftOut).toEqual([expect.objectContaining({ what: 'outside the main text' })]);

  const events = await eventsOf(
    await fetch(`${server.url}/api/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ question: 'Who built the Old Mill?', corpus: 'mills' }),
    }),
  );
  expect(events.at(-1)?.data.result.answer.text).toContain('Ada Lund');

  const more = await jsonOf(upload('mills', { 'new.md': '# New Mill\n\nThe New Mill was built by Per Holm in 1911.' }));
  await (await fetch(`${server.url}/api/jobs/${more.id}`, { headers: { accept: 'text/event-stream' } })).text();
  const again = await jsonOf(post('/api/ask', { question: 'Who built the New Mill?', corpus: 'mills' }));
  expect(again.answer.text).toContain('Per Holm');

  expect(await jsonOf(fetch(`${server.url}/api/corpora/mills`, { method: 'DELETE' }))).toEqual({ deleted: true });
  expect((await fetch(`${server.url}/api/corpora/mills/documents`)).status).toBe(404);
});

test.each([
  ['a file of the server', { addresses: ['file:///etc/passwd'] }, 400],
  ['a path', { addresses: ['/etc/passwd'] }, 400],
  ['nothing', { addresses: [] }, 400],
])('%s is no address to ingest', async (_, body, status) => {
  expect((await post('/api/corpora/mills/jobs', body)).status).toBe(status);
});

test('a private address is not read', async () => {
  const { id } = await jsonOf(post('/api/corpora/inside/jobs', { addresses: [`${server.url}/openapi.json`] }));
  await expect.poll(async () => (await get(`/api/jobs/${id}`)).status, { timeout: 10_000 }).toBe('done');
  expect(await get(`/api/jobs/${id}`)).toMatchObject({ counts: { documents: 0, unread: 1 } });
  expect((await post('/api/parse', { address: `${server.url}/openapi.json` })).status).toBe(422);
});

test('the claims of a text are checked against the sources beside it', async () => {
  const sources = [{ name: 'mill.md', text: 'The Old Mill was built by Ada Lund in 1802.' }];
  const checked = await jsonOf(
    post('/api/verify', {
      text: 'The Old Mill was built by Ada Lund in 1802 [1]. It burned down in 1920 [7].',
      sources,
    }),
  );
  expect(checked.claims).toHaveLength(2);
  expect(checked.claims[0]).toMatchObject({ verdict: 'supported', sources: [{ source: 'mill.md' }] });
  expect(checked.notes).toEqual(['There is no source [7].']);
  expect((await post('/api/verify', { text: 'Alone.' })).status).toBe(400);
});

test('settings say what is set up and hold no key', async () => {
  expect(await get('/api/settings')).toMatchObject({
    pipeline: 'hifi-rag',
    corpus: '~docs',
    search: 'documents',
    models: {},
  });
  const { checks } = await jsonOf(post('/api/doctor', {}));
  expect(checks).toContainEqual(expect.objectContaining({ what: 'language model', state: 'off' }));
});

test('of two uploads to one corpus at the same time one is taken, and its files are not touched by the other', async () => {
  const { texts, taken } = await uploadTwiceAtOnce([server.url, server.url], 'both');
  expect(new Set(texts)).toEqual(new Set([`Sent as ${taken}.`]));
});
