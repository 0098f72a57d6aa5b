/**
 * What another process can run: the compiled file of a provider, beside this one or, from the sources, in what was
 * compiled of them.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `name` as in "local/worker.js". Nothing where the sources were never compiled. */
export function compiledFile(name: string): string | undefined {
  const candidates = [`../${name}`, `../../../dist/providers/${name}`].map((file) =>
    fileURLToPath(new URL(file, import.meta.url)),
  );
  return candidates.find((file) => existsSync(file));
}
