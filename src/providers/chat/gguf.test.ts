import { expect, test } from 'vitest';
import type { ChatRequest } from '../../core/ports.js';
import { ggufChat } from './gguf.js';
import { loadRuntime, type Runtime } from './gguf-runtime.js';

const signal = new AbortController().signal;
const request: ChatRequest = {
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'One' },
    { role: 'assistant', content: 'Two' },
    { role: 'user', content: 'Three' },
  ],
  format: { type: 'text' },
};

/** An engine that writes down what is asked of it; a token is a word. */
function fakeRuntime({ says = 'Fine then', stopReason = 'eogToken', refusesGrammar = false } = {}) {
  const log: unknown[] = [];
  let running = 0;
  const runtime = {
    getLlama: async () => ({
      loadModel: async () => ({
        tokenizer: {},
        tokenize: (text: string) => text.split(' ').map((_, at) => at),
        detokenize: ([token]: number[]) => ['Yes', 'No', 'Maybe'][token ?? 0],
        createContext: async ({ contextSize }: { contextSize: { max: number } }) => ({
          contextSize: contextSize.max,
          getSequence: () => ({
            nextTokenIndex: 0,
            adaptStateToTokens: async () => undefined,
            controlledEvaluate: async (input: unknown[]) => [
              ...input.slice(1).map(() => undefined),
              {
                next: {
                  probabilities: new Map([
                    [1, 0.2],
                    [0, 0.7],
                    [2, 0.1],
                  ]),
                },
              },
            ],
          }),
        }),
      }),
      getGrammarFor: async () => 'json grammar',
      createGrammarForJsonSchema: async (schema: unknown) => {
        if (refusesGrammar) throw new Error('too deep');
        return schema;
      },
    }),
    LlamaChatSession: function LlamaChatSession() {
      return {
        setChatHistory: (history: unknown) => log.push(history),
        chatWrapper: {
          generateContextState: ({ chatHistory }: { chatHistory: { text?: string }[] }) => ({
            contextText: { tokenize: () => chatHistory.flatMap(({ text = '' }) => text.split(' ').map((_, at) => at)) },
          }),
        },
        promptWithMeta: async (prompt: string, options: { onTextChunk?: (piece: string) => void }) => {
          running += 1;
          if (running > 1) throw new Error('two calls at a time');
          await new Promise((resolve) => setImmediate(resolve));
          running -= 1;
          log.push({ prompt, ...options });
          options.onTextChunk?.(says);
          return { responseText: says, stopReason };
        },
      };
    },
  };
  return { log, load: async () => runtime as unknown as Runtime };
}

const modelOf = (fake: ReturnType<typeof fakeRuntime>, extra = {}) =>
  ggufChat({ name: 'tiny', file: () => '/models/tiny.gguf', format: 'schema', load: fake.load, extra });

test('the conversation goes in as history and prompt, and comes back with an end and usage', async () => {
  const fake = fakeRuntime({ stopReason: 'maxTokens' });
  const heard: string[] = [];
  const reply = await modelOf(fake).complete(
    { ...request, maxTokens: 7 },
    { signal, onText: (piece) => heard.push(piece) },
  );
  expect(reply).toEqual({ text: 'Fine then', finish: 'length', usage: { inputTokens: 6, outputTokens: 2 } });
  expect(heard).toEqual(['Fine then']);
  expect(fake.log).toEqual([
    [
      { type: 'system', text: 'Be brief.' },
      { type: 'user', text: 'One' },
      { type: 'model', response: ['Two'] },
    ],
    expect.objectContaining({ prompt: 'Three', temperature: 0, maxTokens: 7, budgets: { thoughtTokens: 0 } }),
  ]);
});

test('a schema becomes a grammar; one that cannot is unsupported, so that a weaker format is tried', async () => {
  const schema = { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer', maximum: 9 }] } };
  const asked: ChatRequest = { ...request, format: { type: 'schema', schema } };
  const fake = fakeRuntime();
  await modelOf(fake).complete(asked, { signal });
  expect(fake.log.at(-1)).toMatchObject({
    grammar: { type: 'array', items: { oneOf: [{ type: 'string' }, { type: 'integer' }] } },
  });
  await expect(modelOf(fakeRuntime({ refusesGrammar: true })).complete(asked, { signal })).rejects.toMatchObject({
    code: 'unsupported',
  });
});

test('the likeliest first tokens, best first', async () => {
  const { firstToken } = await modelOf(fakeRuntime()).complete({ ...request, topLogprobs: 2 }, { signal });
  expect(firstToken).toEqual([
    { token: 'Yes', logprob: Math.log(0.7) },
    { token: 'No', logprob: Math.log(0.2) },
  ]);
});

test('calls wait for each other, and one that fails stops none', async () => {
  const model = modelOf(fakeRuntime());
  const gone = AbortSignal.abort(new Error('gone'));
  const calls = [signal, gone, signal].map((each) => model.complete(request, { signal: each }));
  expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

const longRequest = (words: number) => ({
  ...request,
  messages: [{ role: 'user' as const, content: 'word '.repeat(words) }],
});

test('a prompt that does not fit, or leaves no room for a reply, is refused rather than shortened', async () => {
  const model = modelOf(fakeRuntime(), { contextSize: 300 });
  for (const [words, said] of [
    [400, 'holds 300. Raise extra.contextSize'],
    [200, 'leaves 98 for the reply'],
  ] as const)
    await expect(model.complete(longRequest(words), { signal })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(said),
    });
  await expect(modelOf(fakeRuntime(), { depth: 3 }).complete(request, { signal })).rejects.toMatchObject({
    code: 'usage',
  });
});

test('a long prompt leaves the reply what is left of the context, and a short reply needs little of it', async () => {
  const fake = fakeRuntime();
  await modelOf(fake, { contextSize: 300 }).complete(longRequest(100), { signal });
  expect(fake.log.at(-1)).toMatchObject({ maxTokens: 198 });
  await modelOf(fake, { contextSize: 300 }).complete({ ...longRequest(250), maxTokens: 1 }, { signal });
  expect(fake.log.at(-1)).toMatchObject({ maxTokens: 1 });
});

test('without node-llama-cpp the error names the command that installs it', async () => {
  const installed = await import('node-llama-cpp' as string).then(
    () => true,
    () => false,
  );
  if (!installed) await expect(loadRuntime()).rejects.toThrow(/npm install node-llama-cpp/);
});
