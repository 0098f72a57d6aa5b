/**
 * `winnow mcp`: the MCP server over stdin and stdout, started by a client. `winnow serve` has the same over HTTP, at
 * /mcp.
 */
import { Command } from 'commander';
import { createEngine } from '../engine/index.js';
import { mcpOverStdio } from '../server/mcp/index.js';
import { type CommonFlags, configFrom, interruptSignal, withConfigOptions } from './common.js';

export function mcpCommand(): Command {
  return withConfigOptions(new Command('mcp')).action(async (flags: CommonFlags) => {
    const { config } = await configFrom(flags);
    const engine = createEngine({ config });
    const server = mcpOverStdio(engine);
    try {
      await ended(interruptSignal(() => undefined));
    } finally {
      await server.close();
      await engine.close();
    }
  });
}

/** The client closes our stdin when it is done. */
function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
