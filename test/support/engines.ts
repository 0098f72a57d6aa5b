/**
 * Servers that tests need for real: OpenSearch and PostgreSQL, started by our own scripts. Where one cannot be had, its
 * tests are skipped and say why.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const script = (name: string): string => fileURLToPath(new URL(`../../scripts/${name}.sh`, import.meta.url));

export type Engine = {
  /** What the script printed: addresses or a connection string. Nothing where it could not be started. */
  readonly addresses: readonly string[];
  /** For the names of tests: empty, or why they are skipped. */
  readonly skipped: string;
  readonly stop: () => Promise<void>;
};

/** Fetching one the first time takes a minute or two; a server that is there starts in seconds. */
const MOST_MS = 400_000;
const TOLD_SECONDS = 15;

/** Each in a folder and at a port of its own: two runs at once, or one after a run that was killed, know nothing of each other. */
export async function startEngine(name: 'opensearch' | 'postgres'): Promise<Engine> {
  const env = { ...process.env, PORT: `${await freePort()}`, OWNER: `${process.pid}` };
  let seconds = 0;
  const waiting = setInterval(() => {
    seconds += TOLD_SECONDS;
    process.stderr.write(`${name} is still starting after ${seconds} s\n`); // on a busy machine it takes minutes, and looks like a hang
  }, TOLD_SECONDS * 1000);
  try {
    await run(script(name), ['stop'], { env }); // the folder of a run that was killed at this very port
    const { stdout } = await run(script(name), ['start'], { env, timeout: MOST_MS });
    const stop = async () => void (await run(script(name), ['stop'], { env }));
    return { addresses: stdout.trim().split('\n'), skipped: '', stop };
  } catch (error) {
    const said = ((error as { stderr?: string }).stderr ?? `${error}`).trim();
    process.stderr.write(`Tests with ${name} are skipped: ${said}\n`);
    return { addresses: [], skipped: ` (skipped: ${said})`, stop: async () => undefined };
  } finally {
    clearInterval(waiting);
  }
}

/** Nodes of OpenSearch speak among themselves at a port behind it. */
const BEHIND = 100;
const HIGHEST_PORT = 65_535;

async function freePort(): Promise<number> {
  const port = await portThatOpens(0);
  if (port === undefined || port + BEHIND > HIGHEST_PORT) return freePort();
  return (await portThatOpens(port + BEHIND)) === undefined ? freePort() : port;
}

/** The port, any for 0; nothing where somebody else listens there. */
async function portThatOpens(wanted: number): Promise<number | undefined> {
  const server = createServer();
  try {
    await once(server.listen(wanted, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    return port;
  } catch {
    return undefined;
  }
}
