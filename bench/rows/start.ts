/**
 * Start and memory of each command that answers without a model or a question, and of a question, beside Node with
 * nothing to do. Main process alone.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { printRows, type Row } from './row.js';

const RUNS = 3;
const folder = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
const used = join(folder, 'used.json');
const hook = join(folder, 'hook.mjs');
writeFileSync(
  hook,
  `import { writeFileSync } from 'node:fs';
process.on('exit', () => { const { userCPUTime: u, systemCPUTime: s, maxRSS } = process.resourceUsage();
writeFileSync(${JSON.stringify(used)}, JSON.stringify({ seconds: (u + s) / 1e6, megabytes: maxRSS / 1024 })); });`,
);
const main = resolve('dist/cli/main.js');
writeFileSync(join(folder, 'page.html'), '<h1>Bridge</h1><p>The bridge was opened in 1888.</p>');

type Used = { readonly seconds: number; readonly megabytes: number };

function run(args: readonly string[]): Used {
  const all = Array.from({ length: RUNS }, () => {
    execFileSync(process.execPath, ['--import', pathToFileURL(hook).href, ...args], {
      cwd: folder,
      stdio: 'ignore',
      env: { ...process.env, HOME: folder },
    });
    return JSON.parse(readFileSync(used, 'utf8')) as Used;
  });
  return all.toSorted((a, b) => a.seconds - b.seconds)[Math.floor(RUNS / 2)] as Used;
}

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  '--version': ['--version'],
  '--help': ['--help'],
  config: ['config'],
  corpora: ['corpora'],
  parse: ['parse', 'page.html'],
  ask: ['ask', '--quiet', 'When did the Kestrel Bridge open?'],
};

run([main, 'ask', '--quiet', 'When did the Kestrel Bridge open?']); // the sample is indexed once
const floor = run(['-e', '0']);
const rows = Object.entries(COMMANDS).map(([name, args]): Row => {
  const { seconds, megabytes } = run([main, ...args]);
  return {
    what: `start of \`winnow ${name}\`, ${megabytes.toFixed(0)} MB (Node alone: ${floor.megabytes.toFixed(0)})`,
    unit: 's of processor time',
    isBetter: 'less',
    ours: seconds,
    peers: { 'Node that does nothing': floor.seconds },
  };
});
printRows(rows);
