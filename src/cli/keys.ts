/**
 * `winnow keys`: API keys for `winnow serve` on other addresses than loopback. A key is shown once, when it is made.
 */
import { Command } from 'commander';
import type { Keys } from '../server/callers/keys.js';
import { openKeysOf } from '../server/memory/index.js';
import { type CommonFlags, configFrom, notNegative, wholeAboveZero, withPlaceOptions } from './common.js';
import { printable } from './terminal.js';

type CreateFlags = CommonFlags & {
  readonly admin?: boolean;
  readonly requestsPerMinute?: number;
  readonly concurrency?: number;
  readonly usdPerDay?: number;
};

export function keysCommand(): Command {
  const keys = new Command('keys');
  keys.addCommand(createCommand());
  keys.addCommand(listCommand());
  keys.addCommand(revokeCommand());
  for (const command of keys.commands) command.exitOverride();
  return keys;
}

const withPlace = (command: Command): Command => withPlaceOptions(command, 'where the server keeps its data');

async function keysFor(flags: CommonFlags): Promise<Keys> {
  return openKeysOf((await configFrom(flags)).config);
}

function createCommand(): Command {
  return withPlace(new Command('create'))
    .description('make a key and print it, once')
    .argument('<name>', 'whom or what it is for')
    .option('--admin', 'may change corpora, too')
    .option('--requests-per-minute <n>', 'requests within any minute', wholeAboveZero)
    .option('--concurrency <n>', 'questions at the same time', wholeAboveZero)
    .option('--usd-per-day <usd>', 'money for models within a day (UTC)', notNegative)
    .action(
      async (name: string, { admin = false, requestsPerMinute, concurrency, usdPerDay, ...flags }: CreateFlags) => {
        const { key, id } = await (await keysFor(flags)).create({
          name,
          isAdmin: admin,
          limits: { requestsPerMinute, concurrency, usdPerDay },
        });
        process.stderr.write(`Key ${id} for ${printable(name)}. It is shown this once; only its hash is kept.\n`);
        process.stdout.write(`${key}\n`);
      },
    );
}

function listCommand(): Command {
  return withPlace(new Command('list'))
    .description('list the keys, without the keys themselves')
    .option('--json', 'print as JSON')
    .action(async ({ json, ...flags }: CommonFlags & { json?: boolean }) => {
      const keys = (await (await keysFor(flags)).list()).map(({ hash: _, ...shown }) => shown);
      if (json) return void process.stdout.write(`${JSON.stringify(keys, null, 2)}\n`);
      if (keys.length === 0) process.stdout.write('There is no API key yet. "winnow keys create NAME" makes one.\n');
      for (const { id, name, createdAt, isAdmin, limits } of keys) {
        const bounds = Object.entries(limits).map(([what, most]) => `${what} ${most}`);
        process.stdout.write(
          `${[id, printable(name), createdAt, ...(isAdmin ? ['admin'] : []), ...bounds].join('  ')}\n`,
        );
      }
    });
}

function revokeCommand(): Command {
  return withPlace(new Command('revoke'))
    .description('revoke a key; a running server refuses it at once')
    .argument('<id>', 'its id or name')
    .action(async (id: string, flags: CommonFlags) => {
      const revoked = await (await keysFor(flags)).revoke(id);
      process.stdout.write(`The key ${revoked.id} (${printable(revoked.name)}) is revoked.\n`);
    });
}
