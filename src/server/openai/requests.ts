/**
 * What OpenAI's clients send, as far as it means something here. Other parameters are let through: a client sends many
 * that steer a model, not us.
 */
import { z } from 'zod';
import { whatIsInvalid } from '../../core/invalid.js';
import { badRequest } from './errors.js';

/** Ours, beside OpenAI's own parameters. */
const winnow = z
  .object({
    marks: z.enum(['links', 'numbers', 'none']).default('links').describe('how citations are marked in the text'),
    options: z.record(z.string(), z.unknown()).optional().describe('options of the pipeline'),
  })
  .prefault({});

const part = z.looseObject({ type: z.string(), text: z.string().nullish() });
const content = z.union([z.string(), z.array(part)]).nullish();
const message = z.looseObject({ role: z.string(), content });

export const chatSchema = z.looseObject({
  model: z.string(),
  messages: z.array(message).min(1).max(1000),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  n: z.number().nullish(),
  response_format: z.looseObject({ type: z.string() }).nullish(),
  winnow,
});

export const responsesSchema = z.looseObject({
  model: z.string(),
  input: z.union([
    z.string(),
    z.array(z.looseObject({ role: z.string().nullish(), type: z.string().nullish(), content })).min(1),
  ]),
  stream: z.boolean().nullish(),
  previous_response_id: z.string().nullish(),
  conversation: z.unknown().optional(),
  background: z.boolean().nullish(),
  text: z.looseObject({ format: z.looseObject({ type: z.string() }).nullish() }).nullish(),
  winnow,
});

export type ChatBody = z.infer<typeof chatSchema>;
export type ResponsesBody = z.infer<typeof responsesSchema>;

/** The body, checked; what cannot be honoured is refused rather than passed over. */
export async function chatBody(request: Request): Promise<ChatBody> {
  const body = await checkedBody(request, chatSchema);
  if ((body.n ?? 1) !== 1) throw badRequest('There is one answer to a question. Leave "n" out.', 'n');
  refuseFormat(body.response_format, 'response_format');
  return body;
}

export async function responsesBody(request: Request): Promise<ResponsesBody> {
  const body = await checkedBody(request, responsesSchema);
  if (body.previous_response_id != null || body.conversation != null)
    throw badRequest(
      'Earlier responses are not kept here. Send the earlier messages in "input".',
      'previous_response_id',
    );
  if (body.background)
    throw badRequest('Responses are not made in the background. Leave "background" out, or stream.', 'background');
  refuseFormat(body.text?.format, 'text.format');
  return body;
}

function refuseFormat(format: { readonly type: string } | null | undefined, param: string): void {
  if (format && format.type !== 'text')
    throw badRequest(
      'Answers are Markdown text; their structure is in "annotations" and "winnow". Leave the format out.',
      param,
    );
}

export async function checkedBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const given = await jsonOf(request);
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badRequest(whatIsInvalid(parsed.error, given), issue?.path.join('.') || null);
}

async function jsonOf(request: Request): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await request.arrayBuffer()));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) throw badRequest('The body is not JSON in UTF-8.');
    throw error;
  }
}
