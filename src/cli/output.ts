/** What a command writes to the file that --out names. */
import { WinnowError } from '../core/errors.js';
import { whyOf } from '../core/files.js';
import { replaceFile } from '../core/write-files.js';

export function writeOutput(file: string, text: string): void {
  try {
    replaceFile(file, text);
  } catch (cause) {
    throw new WinnowError(
      'usage',
      `${file} cannot be written: ${whyOf(cause)}. Give --out a file in a folder you may write to.`,
      {
        cause,
      },
    );
  }
}
