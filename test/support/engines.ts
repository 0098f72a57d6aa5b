/**
 * Servers that tests need for real: OpenSearch and PostgreSQL, started by our own scripts. Where one cannot be had, its
 * tests are skipped and say why.
 */
import { execFile } from 'node:child_process';
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

export async function startEngine(name: 'opensearch' | 'postgres', port: number): Promise<Engine> {
  const env = { ...process.env, PORT: `${port}` };
  let seconds = 0;
  const waiting = setInterval(() => {
    seconds += TOLD_SECONDS;
    process.stderr.write(`${name} is still starting after ${seconds} s\n`); // on a busy machine it takes minutes, and looks like a hang
  }, TOLD_SECONDS * 1000);
  try {
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
