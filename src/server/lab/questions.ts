/**
 * Question sets that experiments may use: the sample's, and those that were uploaded. A request names a set, never a
 * path.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SAMPLE_CORPUS } from '../../engine/own-documents.js';
import { readQuestions } from '../../lab/datasets/questions.js';
import { safePath, type UploadedFile } from '../library/uploads.js';
import { notFound } from '../refusal.js';

export const SAMPLE = 'sample';

export type QuestionSets = {
  readonly list: () => { name: string; questions: number; format: string }[];
  /** Takes the place of one of the same name. Throws where the file holds no questions, and keeps nothing then. */
  readonly add: (file: UploadedFile) => { name: string; questions: number; format: string };
  readonly pathOf: (name: string) => string;
};

export function createQuestionSets(labFolder: string): QuestionSets {
  const folder = join(labFolder, '.questions');
  const described = (name: string, path: string) => {
    const { rows, format } = readQuestions(path);
    return { name, questions: rows.length, format };
  };
  return {
    list: () => {
      const files = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [];
      const readable = files.flatMap((name) => {
        try {
          return [described(name, join(folder, name))];
        } catch {
          return [];
        }
      });
      return [described(SAMPLE, SAMPLE_CORPUS), ...readable];
    },
    add: ({ name, bytes }) => {
      const safe = basename(safePath(name));
      const part = join(folder, `.${safe}.part`);
      mkdirSync(folder, { recursive: true });
      writeFileSync(part, bytes);
      try {
        const added = described(safe, part);
        renameSync(part, join(folder, safe));
        return added;
      } finally {
        rmSync(part, { force: true });
      }
    },
    pathOf: (name) => {
      if (name === SAMPLE) return SAMPLE_CORPUS;
      const path = join(folder, basename(safePath(name)));
      if (!existsSync(path)) throw notFound(`question set "${name}"`);
      return path;
    },
  };
}
