import { Command } from 'commander';
import { usageError } from '../core/errors.js';
import { readFileText } from '../core/files.js';
import { type Verification, verifyText } from '../engine/verify.js';
import { collect, configFrom, openTerminal, positive } from './common.js';
import { EXIT } from './exit.js';
import { printResult } from './output.js';
import { readStdin } from './stdin.js';
import { oneLine, type Style } from './terminal.js';

type VerifyFlags = {
  readonly sources?: string;
  readonly fetch?: boolean;
  readonly json?: boolean;
  readonly config?: string;
  readonly set?: string[];
  readonly timeout?: number;
};

export function verifyCommand(): Command {
  return new Command('verify')
    .argument('<file>', 'a Markdown or text file whose claims carry links or marks like [1]; "-" for stdin')
    .option(
      '--sources <folder>',
      'the sources: [n] is the file whose name starts with n, else the nth by name (txt, md, html)',
    )
    .option('--fetch', 'read the links of the text from the web')
    .option('--json', 'print the verdicts as one JSON object')
    .option('--timeout <seconds>', 'time for the whole text', positive)
    .option('--config <file>', 'configuration file (default: winnow.config.* in this folder)')
    .option('--set <path=value>', 'set any value of the configuration; may be repeated', collect, [])
    .action(async (file: string, flags: VerifyFlags) => {
      process.exitCode = await runVerify(file, flags);
    });
}

async function runVerify(file: string, flags: VerifyFlags): Promise<number> {
  if (flags.sources === undefined && !flags.fetch)
    throw usageError('Against what? Give --sources with a folder, or --fetch to read the links of the text.');
  const text = file === '-' ? await readStdin() : readText(file);
  const { config } = await configFrom({
    ...(flags.config && { config: flags.config }),
    ...(flags.set && { set: flags.set }),
  });
  const { line, signal } = openTerminal();
  const verification = await verifyText({
    text,
    sources: flags.sources,
    fetch: flags.fetch,
    file: file === '-' ? undefined : file,
    config,
    signal,
    timeoutMs: flags.timeout === undefined ? undefined : Math.round(flags.timeout * 1000),
    onNote: (note) => line.print(oneLine(note)),
  });
  if (verification.claims.length === 0)
    line.print(`${file} claims nothing: no sentence, or only headings and questions.`);
  printResult(verification, flags.json, (style) => renderVerification(verification, style));
  return verification.claims.every(({ verdict }) => verdict === 'supported') ? EXIT.answered : EXIT.notSupported;
}

function readText(file: string): string {
  return readFileText(file, { advice: 'Give a Markdown or text file.' });
}

const SHOWN_CHARACTERS = 240;

/** A verdict and its claim, and below it what each source says. */
export function renderVerification({ claims, summary }: Verification, style: Style): string {
  const lines = claims.flatMap(({ text, verdict, sources }) => {
    const shown = verdict === 'supported' ? verdict : style.warn(verdict);
    return [
      `${style.bold(shown)}  ${oneLine(text, SHOWN_CHARACTERS)}`,
      ...sources.map(({ source, quote, start, end }) =>
        style.dim(`    ${oneLine(source)} ${start}-${end}: "${oneLine(quote, SHOWN_CHARACTERS)}"`),
      ),
    ];
  });
  const counts = Object.entries(summary).map(([verdict, count]) => `${count} ${verdict}`);
  return [...lines, ...(lines.length > 0 ? [''] : []), counts.join(', ')].join('\n');
}
