/** Formats and parameters that a server may or may not have. */
import assert from 'node:assert/strict';
import type { WinnowError } from '../../core/errors.js';
import {
  type ConformanceCase,
  type ConformanceHarness,
  list,
  messages,
  plain,
  reply,
  type Scene,
  safe,
  signal,
} from './scene.js';

export function formats(scene: Scene, { has }: ConformanceHarness): ConformanceCase[] {
  const odds = [
    { token: 'Yes', logprob: -0.2 },
    { token: 'No', logprob: -1.8 },
  ];
  const asked = { ...plain, topLogprobs: 2 };
  return [
    scene(
      'a schema is asked for, and a list comes back as a list',
      [reply('{"value": ["a"]}'), reply('["b"]')],
      async ({ model, requests }) => {
        const { text } = await model.complete(list, { signal });
        assert.ok(['["a"]', '{"value": ["a"]}'].includes(text));
        assert.equal((await model.complete(list, { signal })).text, '["b"]');
        assert.equal(requests[0]?.format, 'schema');
      },
    ),
    scene('JSON mode is asked for where there is one', [reply('{}')], async ({ model, requests }) => {
      await model.complete({ messages, format: { type: 'json' } }, { signal });
      assert.equal(requests[0]?.format, has.jsonMode ? 'json' : 'text');
    }),
    scene(
      'a format that is refused is unsupported, and not tried again',
      [{ type: 'refuses', what: 'format' }, reply('Hi')],
      async ({ model, requests }) => {
        for (let attempt = 0; attempt < 2; attempt += 1)
          await assert.rejects(
            model.complete(list, { signal }),
            (error: WinnowError) => error.code === 'unsupported' && safe(error),
          );
        assert.equal((await model.complete(plain, { signal })).text, 'Hi');
        assert.equal(requests.length, 2);
      },
    ),
    scene(
      'a temperature that is refused is left out from then on',
      [{ type: 'refuses', what: 'temperature' }, reply('Hi'), reply('Hi')],
      async ({ model, requests }) => {
        for (let attempt = 0; attempt < 2; attempt += 1)
          assert.equal((await model.complete(plain, { signal })).text, 'Hi');
        assert.deepEqual(
          requests.map(({ temperature }) => temperature),
          [0, undefined, undefined],
        );
      },
    ),
    scene(
      has.logprobs ? 'log-probabilities of the first token, streamed or not' : 'log-probabilities are not asked for',
      Array(2).fill({ type: 'reply', pieces: ['Yes', '.'], odds }),
      async ({ model, requests }) => {
        const whole = await model.complete(asked, { signal });
        const streamed = await model.complete(asked, { signal, onText: () => undefined });
        assert.deepEqual([whole.firstToken, streamed.firstToken], has.logprobs ? [odds, odds] : [undefined, undefined]);
        assert.equal(requests[0]?.topLogprobs, has.logprobs ? 2 : undefined);
      },
    ),
    ...(has.logprobs
      ? [
          scene(
            'log-probabilities that are refused are gone without',
            [{ type: 'refuses', what: 'logprobs' }, reply('Yes'), reply('Yes')],
            async ({ model, requests }) => {
              for (let attempt = 0; attempt < 2; attempt += 1)
                assert.equal((await model.complete(asked, { signal })).text, 'Yes');
              assert.deepEqual(
                requests.map(({ topLogprobs }) => topLogprobs),
                [2, undefined, undefined],
              );
            },
          ),
        ]
      : []),
  ];
}
