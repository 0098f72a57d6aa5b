/**
 * `winnow models`: language models that run in-process, from GGUF files: which there are, getting one, checking what is
 * there.
 */
import { Command } from 'commander';
import { WinnowError } from '../core/errors.js';
import { defaultDataDirectory } from '../engine/environment.js';
import { KNOWN_MODELS, type KnownModel, knownModel } from '../providers/chat/gguf-catalogue.js';
import { downloadModel } from '../providers/chat/gguf-download.js';
import { checkModelFile, modelFiles } from '../providers/chat/gguf-files.js';
import { INSTALL_COMMAND } from '../providers/chat/gguf-runtime.js';
import { createHttpClient } from '../providers/http.js';
import { type CommonFlags, configFrom, interruptSignal, withPlaceOptions } from './common.js';
import { EXIT } from './exit.js';
import { titledRows } from './table.js';
import { printable, statusLine, styleFor } from './terminal.js';

type ModelsFlags = CommonFlags & { readonly json?: boolean; readonly sha256?: string };

export function modelsCommand(): Command {
  const command = withPlace(new Command('models'))
    .option('--json', 'print as JSON')
    .action(async (flags: ModelsFlags) => list(await dataDirectoryFrom(flags), flags.json ?? false));
  command.addCommand(
    withPlace(new Command('get'))
      .description('download a model; goes on where an earlier download stopped')
      .argument('<name-or-url>', 'a name of "winnow models", or the address of a .gguf file')
      .option('--sha256 <hash>', 'the hash that the file must have')
      .action(async (wanted: string, _: ModelsFlags, self: Command) => get(wanted, self.optsWithGlobals())),
  );
  command.addCommand(
    withPlace(new Command('check'))
      .description('compare the hash of every file')
      .action(async (_: ModelsFlags, self: Command) => check(await dataDirectoryFrom(self.optsWithGlobals()))),
  );
  for (const part of command.commands) part.exitOverride();
  return command;
}

const withPlace = (command: Command): Command =>
  withPlaceOptions(command, 'where models are kept, in its folder "models"');

async function dataDirectoryFrom(flags: ModelsFlags): Promise<string> {
  return (await configFrom(flags)).config.dataDirectory ?? defaultDataDirectory();
}

function list(dataDirectory: string, json: boolean): void {
  const there = modelFiles(dataDirectory);
  const isThere = ({ file }: KnownModel) => there.some((found) => found.file === file);
  const own = there.filter(({ file }) => knownModel(file) === undefined);
  if (json) {
    const known = KNOWN_MODELS.map((model) => ({ ...model, downloaded: isThere(model) }));
    return void process.stdout.write(`${JSON.stringify({ known, own }, null, 2)}\n`);
  }
  const style = styleFor(process.stdout);
  const rows = [
    ['name', 'size', 'memory', 'licence', 'good enough for', 'downloaded'],
    ...KNOWN_MODELS.map((model) => [
      model.name,
      size(model.bytes),
      `${model.memoryGb} GB`,
      model.licence,
      rolesOf(model),
      isThere(model) ? 'yes' : 'no',
    ]),
    ...own.map(({ file, bytes }) => [printable(file), size(bytes), '', '', '', 'yes']),
  ];
  process.stdout.write(`${titledRows(rows, style).join('\n')}\n`);
  process.stdout.write(
    style.dim(
      `\n* by size, not graded: "winnow doctor --model" grades a configured model.\nGet one with "winnow models get NAME", install the engine with "${INSTALL_COMMAND}", then\nmodels: { small: { provider: gguf, model: NAME } }\n`,
    ),
  );
}

function rolesOf({ roles, measured }: KnownModel): string {
  return `${roles.length === 0 ? 'trying out only' : roles.join(', ')}${measured ? '' : '*'}`;
}

function size(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(0)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

async function get(wanted: string, flags: ModelsFlags): Promise<void> {
  const dataDirectory = await dataDirectoryFrom(flags);
  const known = knownModel(wanted);
  const status = statusLine(process.stderr);
  const signal = interruptSignal(() => status.print('Stopped. The same command goes on from here.'));
  const http = createHttpClient();
  try {
    const { path, sha256 } = await downloadModel({
      http,
      url: known?.url ?? wanted,
      sha256: flags.sha256 ?? known?.sha256,
      dataDirectory,
      signal,
      onProgress: (done, total = known?.bytes) =>
        status.update(
          `${printable(wanted)}: ${size(done)}${total ? ` of ${size(total)} (${Math.floor((done / total) * 100)} %)` : ''}`,
        ),
    });
    status.clear();
    process.stdout.write(
      `${path}\nsha256 ${sha256}${known || flags.sha256 ? ', as it should be' : '; nobody vouches for it but the server it came from'}\n`,
    );
  } catch (error) {
    throw explained(error);
  } finally {
    await http.close();
  }
}

/** A network that lets nothing through is common where models are run in-process. */
function explained(error: unknown): unknown {
  if (!(error instanceof WinnowError) || (error.code !== 'unavailable' && error.code !== 'blocked')) return error;
  const other =
    'If this network refuses it, fetch the file elsewhere and name its path as the model, or put it into the folder "models" of the data directory.';
  return new WinnowError(error.code, `${error.message} ${other}`, { cause: error });
}

async function check(dataDirectory: string): Promise<void> {
  const signal = interruptSignal(() => undefined);
  const files = modelFiles(dataDirectory);
  if (files.length === 0)
    return void process.stdout.write('There are no model files yet. "winnow models get NAME" downloads one.\n');
  const style = styleFor(process.stdout);
  for (const file of files) {
    const { state, said } = await checkModelFile(file, signal);
    const mark = state === 'damaged' ? style.warn('DAMAGED') : state === 'sound' ? 'ok     ' : 'unknown';
    process.stdout.write(`${mark}  ${printable(file.file)}  ${said}\n`);
    if (state === 'damaged') process.exitCode = EXIT.failure;
  }
}
