/**
 * The messages of a client as a question and the turns before it. System messages say how to write; what is written
 * here is checked sentences of sources.
 */
import { badRequest } from './errors.js';

export type EarlierTurn = { readonly question: string; readonly answer: string };

export type Conversation = { readonly question: string; readonly turns: readonly EarlierTurn[] };

type SpokenTurn = { readonly role: 'user' | 'assistant'; readonly text: string };

type Part = { readonly type: string; readonly text?: string | null | undefined };

export type ClientMessage = {
  readonly role?: string | null | undefined;
  readonly type?: string | null | undefined;
  readonly content?: string | readonly Part[] | null | undefined;
};

export function conversationOf(messages: readonly ClientMessage[], param: string): Conversation {
  const said = messages.flatMap((message): SpokenTurn[] => {
    const text = textOf(message, param).trim();
    return (message.role === 'user' || message.role === 'assistant') && text !== ''
      ? [{ role: message.role, text }]
      : [];
  });
  const last = said.findLastIndex(({ role }) => role === 'user');
  const question = said[last]?.text;
  if (question === undefined)
    throw badRequest('There is no message of the role "user" with a text: no question.', param);
  return { question, turns: turnsOf(said.slice(0, last)) };
}

/** Each question with what was replied before the next one. */
function turnsOf(said: readonly SpokenTurn[]): EarlierTurn[] {
  return said.flatMap(({ role, text }, at) => {
    if (role !== 'user') return [];
    const next = said.findIndex((other, index) => index > at && other.role === 'user');
    const replies = said.slice(at + 1, next < 0 ? undefined : next);
    return [{ question: text, answer: replies.map((reply) => reply.text).join('\n') }];
  });
}

const TEXT_PARTS = new Set(['text', 'input_text', 'output_text', 'refusal']);

function textOf({ role, content }: ClientMessage, param: string): string {
  if (typeof content === 'string') return content;
  const parts = content ?? [];
  const other = role === 'user' ? parts.find(({ type }) => !TEXT_PARTS.has(type)) : undefined;
  if (other) throw badRequest(`Questions are text. A part of the type "${other.type}" cannot be read.`, param);
  return parts.map(({ text }) => text ?? '').join('\n');
}
