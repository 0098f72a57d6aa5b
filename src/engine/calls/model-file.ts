/** A model that is a file is the same model only as long as the file is: another one may take its name. */
import { statSync } from 'node:fs';
import { findModelFile } from '../../providers/chat/gguf-files.js';

/**
 * The settings of a GGUF model with size and time of its file; all others, and one whose file is not there yet, as they
 * are.
 */
export function withModelFile(settings: unknown, dataDirectory: string): unknown {
  if (!isGguf(settings)) return settings;
  try {
    const { size, mtimeMs } = statSync(findModelFile(settings.model, dataDirectory));
    return { ...settings, file: { bytes: size, modifiedMs: mtimeMs } };
  } catch {
    return settings; // the model itself says what is missing, to those who use it
  }
}

function isGguf(settings: unknown): settings is { readonly model: string } {
  const { provider, model } = (settings ?? {}) as Readonly<Record<string, unknown>>;
  return provider === 'gguf' && typeof model === 'string';
}
