/** An OpenAI-compatible model that takes its time and then says something fitting. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ChatRequest } from '../../src/core/ports.js';
import { fittingReply } from '../../src/testing/fitting-model.js';

export type ModelStub = {
  readonly url: string;
  readonly flags: readonly string[];
  readonly calls: () => number;
  readonly close: () => void;
};

type Body = {
  messages: ChatRequest['messages'];
  response_format?: { type: string; json_schema?: { schema: Record<string, unknown> } };
};

export async function startModelStub(delayMs: number, price = { input: 0, output: 0 }): Promise<ModelStub> {
  let calls = 0;
  const server = createServer(async (request, response) => {
    calls += 1;
    const body = JSON.parse(await text(request)) as Body;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    const content = fittingReply({ messages: body.messages, format: formatOf(body) }).text;
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }],
        usage: {
          prompt_tokens: tokensIn(body.messages.map((message) => message.content).join('\n')),
          completion_tokens: tokensIn(content ?? ''),
        },
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `http://${host}/v1`;
  const model = JSON.stringify({ baseUrl: url, model: 'stub', format: 'schema', price });
  const flags = [`allowPrivateHosts=["${host}"]`, `models.small=${model}`, `models.large=${model}`].flatMap((value) => [
    '--set',
    value,
  ]);
  return { url, flags, calls: () => calls, close: () => server.close() };
}

/** About four characters each in English. */
const tokensIn = (said: string) => Math.ceil(said.length / 4);

function formatOf({ response_format: format }: Body): ChatRequest['format'] {
  if (format?.type === 'json_schema' && format.json_schema)
    return { type: 'schema', schema: format.json_schema.schema };
  return format?.type === 'json_object' ? { type: 'json' } : { type: 'text' };
}
