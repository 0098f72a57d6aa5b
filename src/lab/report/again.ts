/**
 * The command that asks a question of a report again. Whoever copies it runs what it says and nothing that a question
 * smuggles in.
 */
import { valueText } from '../grid/points.js';
import type { Column } from './data.js';

export function askAgain({ pipeline, settings }: Pick<Column, 'pipeline' | 'settings'>, question: string): string {
  const options = Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${valueText(value)}`]);
  const named = pipeline ? ['--pipeline', pipeline.name] : [];
  return ['winnow', 'ask', '--explain', ...named, ...options, '--', question.replace(/\s+/g, ' ')]
    .map(shellWord)
    .join(' ');
}

/** In single quotes a shell expands nothing. */
function shellWord(text: string): string {
  return /^[\w.,=/:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
