/** HiFi-RAG's prompts, in our own words; what each receives and returns is the paper's (appendix A). */
import { z } from 'zod';
import type { Hit, Passage, Question } from '../../core/data.js';
import { definePrompt, FENCE_RULE, type Fence, proseReply } from '../../core/prompt.js';
import { withoutDoubtful } from '../../core/prompt-injection.js';
import { CONTRADICTION_RULE, fromDate, yesNoRule } from '../../prompts/answer.js';
import { DROP_REASONS, type Screening, type ScreenVars } from '../../stages/screen-hits.js';
import type { SectionsVars } from '../../stages/select-sections.js';
import { NO_ANSWER } from '../../stages/write-answer.js';

/** Numbers as printed in the prompt; a model may quote them. */
const indexList = z.array(z.union([z.number().int(), z.string().regex(/^\d+$/).transform(Number)]));

export const queriesPrompt = definePrompt({
  id: 'hifi-rag/queries',
  version: 2,
  reply: z.array(z.string()).min(1),
  render: ({ question }: { question: Question }) => [
    {
      role: 'system',
      content:
        'You write queries for a web search engine. Leave out role-play, greetings and wishes about style; keep every name, number, date and restriction ' +
        'exactly as spelled. Reply with a JSON list of one or two short query strings and nothing else.',
    },
    {
      role: 'user',
      content: `Question (asked on ${question.askedAt.slice(0, 10)}):\n${question.text}\n\nBest one or two queries, as a JSON list:`,
    },
  ],
});

/**
 * The numbers printed before the results. The paper has the model repeat URLs: small models make some up, and every URL
 * costs twenty tokens. URLs are still understood.
 */
const numberList = z.array(z.union([z.string(), z.number().transform(String)]));

const WORTH = 'A result is worth opening if its page may hold the answer or a part of it; in doubt it is.';

export const screenPrompt = definePrompt<ScreenVars, Screening>({
  id: 'hifi-rag/screen',
  version: 3,
  reply: numberList.transform((keep) => ({ keep, drop: [] })),
  render: ({ question, hits }, fence) => [
    {
      role: 'system',
      content: `You decide which numbered search results are worth opening for a question. ${WORTH} ${FENCE_RULE} Reply with a JSON list of their numbers, best first, such as [3, 1], and nothing else.`,
    },
    {
      role: 'user',
      content: `Question: ${question.text}\n\n${listHits(hits, fence)}\n\nQuestion: ${question.text}\nNumbers from 1 to ${hits.length} of the results worth opening, as a JSON list:`,
    },
  ],
});

/** A reason in words of the model's own is no reason to throw the whole reply away. */
const dropped = z
  .object({
    number: z.union([z.string(), z.number().transform(String)]).optional(),
    url: z.string().optional(),
    reason: z.enum(DROP_REASONS).catch('mismatched'),
  })
  .transform(({ number, url, reason }) => ({ url: number ?? url ?? '', reason }));

export const screenWithReasonsPrompt = definePrompt<ScreenVars, Screening>({
  id: 'hifi-rag/screen-with-reasons',
  version: 3,
  reply: z.object({ keep: numberList, drop: z.array(dropped).default([]) }),
  render: ({ question, hits }, fence) => [
    {
      role: 'system',
      content:
        `You decide which numbered search results are worth opening for a question. ${WORTH} ${FENCE_RULE} A result is not worth it when it is off-domain (another field), outdated, ` +
        'mismatched (another person, place or thing of that name), missing-constraint (a condition of the question is not met) or speculative (rumour). ' +
        'Reply with one JSON object {"keep": [number, ...], "drop": [{"number": number, "reason": one of the five words}, ...]} and nothing else; keep is best first.',
    },
    {
      role: 'user',
      content: `Question: ${question.text}\n\n${listHits(hits, fence)}\n\nQuestion: ${question.text}\nThe JSON object:`,
    },
  ],
});

function listHits(hits: readonly Hit[], fence: Fence): string {
  return hits
    .map((hit, at) => `[${at + 1}]\n${fence(`${hit.url}\n${hit.title}\n${hit.snippet}`, 'page')}`)
    .join('\n\n');
}

/** The paper shows the first 200 characters of a section (2.3). */
const SECTION_PREVIEW = 200;

export const sectionsPrompt = definePrompt<SectionsVars, number[]>({
  id: 'hifi-rag/sections',
  version: 3,
  reply: indexList,
  render: ({ question, page, passages }, fence) => [
    {
      role: 'system',
      content:
        `You see the outline of one web page: numbered sections, each with its title and first words. ${FENCE_RULE} Pick the sections that may hold the answer to ` +
        'the question or a part of it; in doubt take a section. Reply with a JSON list of their numbers, most useful first, such as [4, 1]; [] when none helps. Nothing else.',
    },
    {
      role: 'user',
      content: `Question: ${question.text}\n\nThe page in short:\n${fence(`${page.hit.title}\n${page.hit.snippet}`, 'page')}\n\nIts sections:\n${outline(passages, fence)}\n\nQuestion: ${question.text}\nNumbers from 1 to ${passages.length} of the useful sections, as a JSON list:`,
    },
  ],
});

function outline(passages: readonly Passage[], fence: Fence): string {
  const line = (passage: Passage, at: number) =>
    `[${at + 1}] ${passage.headings.join(' > ') || 'Opening'}: ${withoutDoubtful(passage.text.slice(0, SECTION_PREVIEW).replace(/\s+/g, ' '))}`;
  return fence(passages.map(line).join('\n'));
}

/** One numbered site as the writer and the citation check see it. */
export type Site = {
  readonly n: number;
  readonly url: string;
  readonly title: string;
  readonly preview: string;
  readonly passages: readonly Passage[];
};

const dated = ({ passages: [first] }: Site): string => fromDate(first?.source.date);

/** `note` is said of each behind its number. */
function listSites(sites: readonly Site[], fence: Fence, note: (site: Site) => string = () => ''): string {
  const body = (passage: Passage) =>
    `${passage.headings.length > 0 ? `## ${passage.headings.join(' > ')}\n` : ''}${passage.text}`;
  const text = ({ url, title, preview, passages }: Site) =>
    [url, title, preview, ...passages.map(body)].filter(Boolean).join('\n\n');
  return sites.map((site) => `[${site.n}]${note(site)}\n${fence(text(site), 'page')}`).join('\n\n');
}

export const draftPrompt = definePrompt({
  id: 'hifi-rag/draft',
  version: 6,
  reply: proseReply,
  render: ({ question, sites, abstain }: { question: Question; sites: readonly Site[]; abstain: boolean }, fence) => [
    {
      role: 'system',
      content:
        `You answer questions accurately. Write plain text, one paragraph of one to four sentences, holding the answer and nothing else: no greeting, no preamble, no mention of sources. ${sites.length > 0 ? `${CONTRADICTION_RULE} ` : ''}${FENCE_RULE}` +
        (abstain && sites.length > 0
          ? ` Only if the pages say nothing that answers the question, reply with exactly: ${NO_ANSWER}`
          : ''),
    },
    {
      role: 'user',
      content:
        sites.length > 0
          ? `Question: ${question.text}\n\nFrom a web search (today is ${question.askedAt.slice(0, 10)}):\n\n${listSites(sites, fence, dated)}\n\n${question.text}${yesNoRule(question)}\n\nAnswer:`
          : `Question: ${question.text}`,
    },
  ],
});

/** Baseline Q: the question as it is, with a limit on length and no other instruction. */
export const rawQuestionPrompt = definePrompt({
  id: 'hifi-rag/raw-question',
  version: 2,
  reply: proseReply,
  render: ({ question }: { question: Question }) => [
    { role: 'user', content: `Answer in at most 200 words. ${question.text}` },
  ],
});

export type StyleExample = { readonly question: string; readonly answer: string };

export type RefineVars = {
  readonly examples: readonly StyleExample[];
  readonly question: Question;
  readonly draft: string;
};

/**
 * The examples come first and are said not to be the matter; the text to rewrite stands last, where a small model
 * looks.
 */
export const refinePrompt = definePrompt({
  id: 'hifi-rag/refine',
  version: 3,
  reply: proseReply,
  render: ({ examples, question, draft }: RefineVars) => [
    {
      role: 'user',
      content:
        'These answers to other questions show a style and a length. Nothing they say belongs into your answer.\n\n' +
        `${examples.map((example) => `Question: ${example.question}\nAnswer: ${example.answer}`).join('\n\n')}\n\n` +
        'Now write your own answer once more in that style and length. Add no fact, drop none, change no name or number. Reply with the rewritten answer alone.\n\n' +
        `Question: ${question?.text ?? ''}\nYour answer: ${draft}\nRewritten:`,
    },
  ],
});

/** Used in the second turn when the user supplies no examples of their own. */
export const STYLE_EXAMPLES: readonly StyleExample[] = [
  {
    question: 'Why do bridges have gaps in the road?',
    answer:
      'The gaps let the deck grow in summer and shrink in winter. Without them the heat would push the slabs against each other until they cracked.',
  },
  {
    question: 'How do I keep bread fresh?',
    answer:
      'Let the loaf cool fully, then keep it in a paper bag inside a bread box at room temperature. For more than three days, slice and freeze it, and toast the slices from frozen.',
  },
  {
    question: 'Who looks after a lighthouse today?',
    answer:
      'Most lighthouses run by themselves and are watched from a control centre. A technician visits a few times a year to service the lamp and the batteries.',
  },
];

export const checkPrompt = definePrompt({
  id: 'hifi-rag/check',
  version: 2,
  reply: proseReply,
  render: ({ question, draft, sites }: { question: Question; draft: string; sites: readonly Site[] }, fence) => [
    {
      role: 'system',
      content: `You check an answer against web pages. ${FENCE_RULE} Correct or remove whatever the pages do not support and leave the rest as it is. Reply with the corrected answer alone.`,
    },
    {
      role: 'user',
      content: `Question: ${question.text}\n\nAnswer to check:\n${fence(draft)}\n\nPages:\n\n${listSites(sites, fence)}`,
    },
  ],
});

export const citePrompt = definePrompt({
  id: 'hifi-rag/cite',
  version: 2,
  reply: indexList,
  render: ({ text, sites }: { text: string; sites: readonly Site[] }, fence) => [
    {
      role: 'system',
      content:
        `You find the sources of a text. ${FENCE_RULE} List the numbers of the sources that state what the text says. Where several state the same fact, list the one ` +
        'that is most specific and direct. Reply with a JSON list of numbers, e.g. [2, 5]; [] when none does. Nothing else.',
    },
    {
      role: 'user',
      content: `TEXT:\n${fence(text)}\n\nSOURCES:\n\n${listSites(sites, fence)}\n\nNumbers of the supporting sources:`,
    },
  ],
});
