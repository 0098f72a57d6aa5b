/**
 * Runs command lines one after the other in one process, so that each does not pay for the start of another. Its side
 * of command.ts.
 */
import { Readable } from 'node:stream';
import { runCli } from '../../dist/cli/run.js';

process.setMaxListeners(0); // every command listens for Ctrl-C

process.on('message', async ({ args, cwd, env, stdin }) => {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) delete process.env[name];
  Object.assign(process.env, env);
  Object.defineProperty(process, 'stdin', {
    value: Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]),
    configurable: true,
  });
  const said = { stdout: '', stderr: '' };
  const restore = ['stdout', 'stderr'].map((name) => capture(name, said));
  const code = await runCli(args, 'of the host');
  for (const undo of restore) undo();
  process.send({ code, signal: null, ...said, memory: process.memoryUsage().rss });
});
process.on('disconnect', () => process.exit());

function capture(name, said) {
  const stream = process[name];
  const { write } = stream;
  stream.write = (chunk, ...rest) => {
    said[name] += Buffer.from(chunk).toString();
    rest.findLast((value) => typeof value === 'function')?.();
    return true;
  };
  return () => {
    stream.write = write;
  };
}
