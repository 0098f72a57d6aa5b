/** `winnow config`: the effective configuration, each value with its origin. */
import { Command } from 'commander';
import { leaves } from '../engine/layers.js';
import { type CommonFlags, configFrom, withConfigOptions } from './common.js';
import { styleFor } from './terminal.js';

export function configCommand(): Command {
  return withConfigOptions(new Command('config'))
    .option('--json', 'print as JSON')
    .action(async ({ json, ...flags }: CommonFlags & { json?: boolean }) => {
      const { config, origins, file } = await configFrom(flags);
      const values = leaves(config).map(([path, value]) => ({ path, value, origin: origins.get(path) ?? 'default' }));
      if (json) return void process.stdout.write(`${JSON.stringify({ file: file ?? null, values }, null, 2)}\n`);
      const style = styleFor(process.stdout);
      const width = Math.max(...values.map(({ path }) => path.length));
      const name = (origin: string) => (origin === 'file' ? `file ${file}` : origin);
      for (const { path, value, origin } of values)
        process.stdout.write(`${path.padEnd(width)}  ${JSON.stringify(value)}  ${style.dim(name(origin))}\n`);
      if (!file)
        process.stdout.write(`${style.dim('There is no winnow.config.* in this folder; "winnow init" writes one.')}\n`);
    });
}
