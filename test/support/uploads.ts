/** Two uploads of the same names to one corpus at the same time. */
import { jsonOf } from '../server/start.js';

const FILES = 40;

/** To one server, or to two that share their memory. One must be refused; what the other's corpus then holds. */
export async function uploadTwiceAtOnce(urls: readonly [string, string], corpus: string) {
  const replies = await Promise.all(urls.map((url, number) => upload(`${url}/api/corpora/${corpus}/jobs`, number)));
  const statuses = replies.map(({ status }) => status);
  if (statuses.toSorted().join() !== '202,409') throw new Error(`The uploads were answered with ${statuses}.`);
  const taken = statuses.indexOf(202);
  const { id } = await jsonOf(Promise.resolve(replies[taken]!));
  await (await fetch(`${urls[0]}/api/jobs/${id}`, { headers: { accept: 'text/event-stream' } })).text();
  const documents = Array.from({ length: FILES }, (_, at) => encodeURIComponent(`upload://${corpus}/${at}.txt`));
  const texts: string[] = [];
  for (const document of documents)
    texts.push((await jsonOf(fetch(`${urls[0]}/api/corpora/${corpus}/document?id=${document}`))).text);
  return { texts, taken };
}

function upload(url: string, number: number): Promise<Response> {
  const form = new FormData();
  for (let at = 0; at < FILES; at += 1) form.append('files', new Blob([`Sent as ${number}.`]), `${at}.txt`);
  return fetch(url, { method: 'POST', body: form });
}
