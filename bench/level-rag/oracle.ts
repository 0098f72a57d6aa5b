/**
 * A scripted model that plans by the gold decomposition and answers a step only where a gold paragraph that holds its
 * answer stands in the text it is shown, word for word. It knows nothing else: the words it adds, excludes or
 * emphasises come from the question and from the titles it is shown.
 */
import type { ChatModel, ChatRequest } from '../../src/core/ports.js';
import type { Prompt } from '../../src/core/prompt.js';
import { type Hints, hintsByRule } from '../../src/pipelines/level-rag/hints.js';
import * as prompts from '../../src/pipelines/level-rag/prompts.js';
import { keywordsByRule } from '../../src/pipelines/level-rag/query.js';
import { passage, question, respondingModel } from '../../src/testing/index.js';
import { toLucene } from '../../src/text/lucene-print.js';
import { filledSteps, holds, type MultiHop, type Paragraph } from './musique.js';

const SAMPLE = {
  question: question('?'),
  atomic: '?',
  passages: [passage('a#0', 'b')],
  query: '',
  findings: [],
  abstain: true,
};

/** System messages tell the prompts apart; they do not depend on the question. */
const SYSTEMS = new Map(
  Object.values(prompts)
    .filter((value): value is never => typeof value === 'object' && value !== null && 'render' in value)
    .map((prompt: Prompt<unknown, unknown>) => [
      prompt.render(SAMPLE, () => '')[0]?.content ?? '',
      prompt.id.replace('level-rag/', ''),
    ]),
);

const last = ({ messages }: ChatRequest): string => messages.at(-1)?.content ?? '';
/** What stands fenced under a label, the last time it occurs. */
const fencedAfter = (text: string, label: string): string =>
  (text.split(`${label}\n<<page `).at(-1) ?? '').split('\n')[1]?.trim() ?? '';

/** What is shown, as passages: title on the first line of each fenced stretch. */
function shownIn(text: string) {
  return [...text.matchAll(/^\[\d+\]\n<<page \w+>>\n([^\n]*)\n([\s\S]*?)\n<<end \w+>>/gm)].map(
    ([, title = '', body = ''], at) => {
      const made = passage(`shown${at}#0`, body);
      return { ...made, source: { ...made.source, title } };
    },
  );
}

export type Oracle = { readonly model: ChatModel; readonly answered: ReadonlySet<number> };

export function oracleFor(multiHop: MultiHop, gold: readonly Paragraph[]): Oracle {
  const asked = filledSteps(multiHop);
  const answered = new Set<number>();

  /** The answer, if the paragraph that gives it is on the page. */
  const answerTo = (atomic: string, text: string): string | undefined => {
    const step = asked.indexOf(atomic.trim());
    const answer = multiHop.decomposition[step]?.a;
    const answering = gold.filter((paragraph, at) => at === step || holds(paragraph, answer ?? ''));
    if (answer === undefined || !answering.some((paragraph) => text.includes(paragraph.text))) return undefined;
    answered.add(step);
    return answer;
  };
  const hints = (atomic: string, text: string): Hints =>
    hintsByRule({ main: multiHop.question, atomic, passages: shownIn(text), tried: new Set() });

  const replies: Readonly<Record<string, (request: ChatRequest) => string>> = {
    decompose: () => JSON.stringify(multiHop.decomposition.map(({ q }) => q)),
    supplement: () => '[]',
    answer: () => (answered.size === asked.length ? (multiHop.answers[0] ?? '') : 'NO ANSWER IN THE SOURCES'),
    rewrite: (request) => toLucene({ type: 'group', clauses: keywordsByRule(last(request).split('\n')[1] ?? '') }),
    assess: (request) => {
      const atomic = fencedAfter(last(request), 'The part of it that you look at:');
      const answer = answerTo(atomic, last(request));
      // The next word is left to the pipeline's own rules, which know what was tried.
      return JSON.stringify(answer === undefined ? { enough: false } : { enough: true, answer, summary: answer });
    },
    summarise: (request) => {
      const answer = answerTo(fencedAfter(last(request), 'Question:'), last(request)) ?? '';
      return JSON.stringify({ answer, summary: answer });
    },
    'repo-verify': (request) =>
      answerTo(fencedAfter(last(request), 'Topic:'), last(request)) === undefined ? 'no' : 'yes',
    'repo-keyword': (request) => {
      const text = last(request);
      const { add, exclude, emphasise } = hints(fencedAfter(text, 'The information you are looking for:'), text);
      return (
        (text.includes('one more keyword') ? add[0] : text.includes('useless results') ? exclude : emphasise) || 'none'
      );
    },
  };
  const model = respondingModel((request) => {
    const name = SYSTEMS.get(request.messages[0]?.content ?? '') ?? '';
    const reply = replies[name];
    if (!reply) throw new Error(`the oracle has no reply to ${name || request.messages[0]?.content}`);
    return reply(request);
  });
  return { model, answered };
}
