/** Every prompt of the product. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Prompt } from '../../src/core/prompt.js';
import { isPrompt } from './lock.js';

const source = fileURLToPath(new URL('../../src', import.meta.url));

export async function allPrompts(): Promise<Prompt<unknown, unknown>[]> {
  const modules = await Promise.all(
    promptFiles().map((name) => import(pathToFileURL(name).href) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((exported) => Object.values(exported).filter(isPrompt)) as Prompt<unknown, unknown>[];
}

function promptFiles(): string[] {
  const filesIn = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  const own = filesIn(join(source, 'pipelines')).filter((name) => name.endsWith('prompts.ts'));
  const shared = filesIn(join(source, 'prompts')).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  return [...own, ...shared].sort();
}
