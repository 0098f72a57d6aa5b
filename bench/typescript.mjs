/**
 * Module hooks for run.mjs: `./x.js` means `./x.ts` where that exists, and TypeScript is transpiled without a type
 * check.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

export async function resolve(specifier, context, nextResolve) {
  if (specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.endsWith('.ts')) {
    const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(fileURLToPath(source))) return { url: source.href, format: 'module', shortCircuit: true };
  }
  return nextResolve(specifier, context);
}

export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const path = fileURLToPath(url);
  const { code, errors } = transformSync(path, readFileSync(path, 'utf8'), {
    lang: 'ts',
    target: 'esnext',
    typescript: { onlyRemoveTypeImports: true },
  });
  if (errors.length > 0)
    throw new Error(`${path} does not compile: ${errors.map(({ message }) => message).join('; ')}`);
  return { format: 'module', source: code, shortCircuit: true };
}
