/**
 * Makes a follow-up stand alone, so that it can be searched for: by the small model, or without one by rules
 * (text/follow-up.ts).
 */
import { askOr } from '../core/ask.js';
import type { Question, Turn } from '../core/data.js';
import type { ChatModels } from '../core/ports.js';
import type { Prompt } from '../core/prompt.js';
import { type Stage, stage } from '../core/stage.js';
import { standAloneByRules } from '../text/follow-up.js';

export type StandAloneVars = { readonly question: Question; readonly turns: readonly Turn[] };

export type StandAloneParts = { readonly models: ChatModels; readonly prompt: Prompt<StandAloneVars, string> };

/** Earlier turns say less and less about what is meant now. */
const MOST_TURNS = 6;
/** A rewrite that is longer than this has become something else: an answer, or an explanation. */
const LONGEST = 600;

export function standAlone({ models, prompt }: StandAloneParts): Stage<StandAloneVars, Question> {
  return stage('stand-alone', async ({ question, turns }, run) => {
    const recent = turns.slice(-MOST_TURNS);
    if (recent.length === 0) return question;
    const byRules = () => standAloneByRules(question.text, recent);
    const { value } = await askOr({ models, role: 'small', prompt, vars: { question, turns: recent } }, byRules, run);
    const [line = ''] = value.trim().split('\n');
    const text = line === '' || line.length > LONGEST + question.text.length ? byRules() : line;
    if (text !== question.text) run.emit({ type: 'note', text: `asked as: ${text}` });
    return { ...question, text };
  });
}
