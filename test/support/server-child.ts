/**
 * Servers in processes of their own, to be killed, each with a data directory of its own, as on machines of their own.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type ServerChild = { readonly url: string; readonly child: ChildProcess; readonly kill: () => Promise<void> };

export type ChildSettings = {
  readonly dataDirectory: string;
  readonly env: Readonly<Record<string, string>>;
  readonly server?: object;
  readonly config?: object;
};

export async function startServerChild({
  dataDirectory,
  env,
  server = {},
  config = {},
}: ChildSettings): Promise<ServerChild> {
  const program = fileURLToPath(new URL('../fixtures/server-child.mjs', import.meta.url));
  const args = [program, dataDirectory, JSON.stringify(server), JSON.stringify(config)];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env } });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => resolve(`${chunk}`.trim()));
    child.stderr.on('data', (chunk) => reject(new Error(`${chunk}`)));
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  return { url, child, kill };
}
