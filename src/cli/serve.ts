/** `winnow serve`: the HTTP API and the page. */
import { Command, InvalidArgumentError } from 'commander';
import { processEnvironment } from '../engine/environment.js';
import { startServer } from '../server/index.js';
import { type CommonFlags, configFrom, interruptSignal, withConfigOptions } from './common.js';

type ServeFlags = CommonFlags & { readonly port?: number; readonly host?: string };

export function serveCommand(): Command {
  return withConfigOptions(new Command('serve'))
    .option('--port <n>', 'port to listen on (default: WINNOW_PORT, else 8321)', portNumber)
    .option('--host <address>', 'address to listen on (default: 127.0.0.1); any but loopback needs API keys')
    .action(runServe);
}

async function runServe({ port, host, ...flags }: ServeFlags): Promise<void> {
  const { config } = await configFrom(flags);
  const named = processEnvironment().WINNOW_PORT;
  const chosen = port ?? (named ? portNumber(named) : config.server.port);
  const server = await startServer({
    config: { ...config, server: { ...config.server, port: chosen, host: host ?? config.server.host } },
  });
  process.stdout.write(`Winnow is at ${server.url} (Ctrl-C stops it)\n`);
  const signal = interruptSignal(() =>
    process.stderr.write('Stopping: running answers are finished first. Press Ctrl-C again to end at once.\n'),
  );
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await server.close();
}

function portNumber(value: string): number {
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('It must be a port: 0 to 65535.');
  return port;
}
