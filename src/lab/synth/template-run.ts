/** Template questions, each tested by our reader: it must find the same answer in the gold passage. Two-document questions are tested part by part. */
import { setImmediate } from 'node:timers/promises';
import type { LocalModels } from '../../core/ports.js';
import { contextualText } from '../../text/contextual.js';
import { sameAnswer } from './agree.js';
import { goldOf, MULTI, SINGLE, type SynthRow } from './rows.js';
import type { SynthInput, SynthTools } from './synth.js';
import { type PartQuestion, type TemplateQuestion, templateQuestions } from './templates.js';

/** Two-document questions first, as many as are wanted; what they leave is filled with questions over one. */
export async function askTemplates(input: SynthInput, tools: SynthTools): Promise<void> {
  const { documents, seed, newerThan, count, multi, done } = input;
  const { single, multi: joined, dropped } = templateQuestions({ documents, seed, newerThan });
  for (const [reason, times] of dropped) tools.onRejected(reason, times);
  const doneMulti = done.filter(({ type }) => type === MULTI).length;
  const wantedMulti = Math.max(0, Math.min(Math.round(multi * count), count - done.length + doneMulti) - doneMulti);
  const made = await take(joined, wantedMulti, { input, tools });
  await take(single, count - done.length - made, { input, tools });
}

type Taking = { readonly input: SynthInput; readonly tools: SynthTools };

/** How many were made. */
async function take(candidates: readonly TemplateQuestion[], wanted: number, { input, tools }: Taking): Promise<number> {
  let made = 0;
  for (const candidate of candidates) {
    if (made >= wanted) break;
    if (!tools.isNew(candidate.question)) continue;
    await setImmediate(); // a reader that waits for nothing outside would keep Ctrl-C waiting
    input.signal.throwIfAborted();
    const rejected = await failedPart(candidate.parts, input.source.local, input.signal);
    if (rejected !== undefined) tools.onRejected(rejected);
    else {
      tools.onRow(rowOf(candidate));
      made += 1;
    }
  }
  return made;
}

async function failedPart(parts: readonly PartQuestion[], { reader }: LocalModels, signal: AbortSignal): Promise<string | undefined> {
  if (!reader) return undefined;
  for (const { question, answers, passage } of parts) {
    const [span] = await reader.read(question, [contextualText(passage.source.title, passage.headings, passage.text)], { signal });
    if (!span || span.score <= 0) return 'our reader finds no answer in its document';
    if (!sameAnswer(span.text, answers)) return 'our reader finds another answer in its document';
  }
  return undefined;
}

function rowOf({ id, question, answers, isMulti, kind, gold }: TemplateQuestion): SynthRow {
  return { id, question, answers, ...goldOf(gold), type: isMulti ? MULTI : SINGLE, kind, made: 'template' };
}
