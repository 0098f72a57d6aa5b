/** `winnow doctor`: what is configured, what works, and what to do about the rest. */
import { Command } from 'commander';
import { type Check, diagnose } from '../engine/doctor.js';
import { type CommonFlags, configFrom, withConfigOptions } from './common.js';
import { gradeModels } from './doctor-model.js';
import { EXIT } from './exit.js';
import { printable, styleFor } from './terminal.js';

type DoctorFlags = CommonFlags & { readonly json?: boolean; readonly model?: boolean };

export function doctorCommand(): Command {
  return withConfigOptions(new Command('doctor'))
    .option('--json', 'print as JSON')
    .option('--model', 'grade the configured language models on what the stages need, and nothing else')
    .action(async (flags: DoctorFlags) => {
      process.exitCode = await runDoctor(flags);
    });
}

async function runDoctor({ json = false, model, ...flags }: DoctorFlags): Promise<number> {
  const { config, file, unknownVariables } = await configFrom(flags);
  if (model) return gradeModels(config, json);
  const [node, ...others] = await diagnose(config);
  const checks = [node as Check, fileCheck(file), ...unknownVariables.map(unknownCheck), ...others];
  if (json) process.stdout.write(`${JSON.stringify(checks, null, 2)}\n`);
  else print(checks);
  return checks.some(({ state }) => state === 'fails') ? EXIT.failure : EXIT.answered;
}

function fileCheck(file: string | undefined): Check {
  const check = { what: 'configuration', state: 'ok', said: file ?? 'defaults only' } as const;
  return file ? check : { ...check, advice: '"winnow init" writes a file to start from' };
}

const unknownCheck = (name: string): Check => ({
  what: name,
  state: 'fails',
  said: 'names no setting',
  advice: 'docs/configuration.md lists the variables',
});

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
