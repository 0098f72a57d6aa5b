/** `winnow doctor`: what is configured, what works, and what to do about the rest. */
import { Command } from 'commander';
import { type Check, diagnose } from '../engine/doctor.js';
import { type CommonFlags, configFrom, withConfigOptions } from './common.js';
import { gradeModels } from './doctor-model.js';
import { EXIT } from './exit.js';
import { printable, styleFor } from './terminal.js';

export function doctorCommand(): Command {
  return withConfigOptions(new Command('doctor'))
    .option('--json', 'print as JSON')
    .option('--model', 'grade the configured language models on what the stages need, and nothing else')
    .action(async ({ json, model, ...flags }: CommonFlags & { json?: boolean; model?: boolean }) => {
      const { config, file, unknownVariables } = await configFrom(flags);
      if (model) {
        process.exitCode = await gradeModels(config, json ?? false);
        return;
      }
      const [node, ...others] = await diagnose(config);
      const checks = [
        node as Check,
        {
          what: 'configuration',
          state: 'ok',
          said: file ?? 'defaults only',
          ...(!file && { advice: '"winnow init" writes a file to start from' }),
        } satisfies Check,
        ...unknownVariables.map(
          (name): Check => ({
            what: name,
            state: 'fails',
            said: 'names no setting',
            advice: 'docs/configuration.md lists the variables',
          }),
        ),
        ...others,
      ];
      if (json) process.stdout.write(`${JSON.stringify(checks, null, 2)}\n`);
      else print(checks);
      process.exitCode = checks.some(({ state }) => state === 'fails') ? EXIT.failure : EXIT.answered;
    });
}

function print(checks: readonly Check[]): void {
  const style = styleFor(process.stdout);
  const width = Math.max(...checks.map(({ what }) => what.length));
  for (const { what, state, said, advice } of checks) {
    const mark = { ok: 'ok   ', off: 'off  ', fails: style.warn('FAILS') }[state];
    process.stdout.write(
      `${mark}  ${what.padEnd(width)}  ${printable(said)}${advice ? style.dim(`\n${' '.repeat(width + 9)}-> ${printable(advice)}`) : ''}\n`,
    );
  }
}
