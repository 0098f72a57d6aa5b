/** Replies in pieces. */
import assert from 'node:assert/strict';
import type { WinnowError } from '../../core/errors.js';
import { type ConformanceCase, list, plain, reply, type Scene, safe, signal, spoken, USAGE } from './scene.js';

export function streams(scene: Scene): ConformanceCase[] {
  const listening = () => {
    const heard: string[] = [];
    return { heard, onText: (piece: string) => void heard.push(piece) };
  };
  return [
    ...([undefined, 'bytes', 'comments'] as const).map((delivery) =>
      scene(
        `a stream comes piece by piece, with usage at its end (${delivery ?? 'event by event'})`,
        [{ type: 'reply', pieces: spoken, ...(delivery && { delivery }) }],
        async ({ model, requests }) => {
          const { heard, onText } = listening();
          assert.deepEqual(await model.complete(plain, { signal, onText }), {
            text: spoken.join(''),
            finish: 'stop',
            usage: USAGE,
          });
          assert.deepEqual(heard, spoken);
          assert.equal(requests[0]?.streaming, true);
        },
      ),
    ),
    scene('a list in a stream is shown as the list it is', [reply('{"value": ', '["a"]}')], async ({ model }) => {
      const { heard, onText } = listening();
      const { text } = await model.complete(list, { signal, onText });
      assert.equal(heard.join(''), text);
      assert.ok(['["a"]', '{"value": ["a"]}'].includes(text));
    }),
    scene(
      'a server that does not stream when asked to is read all the same',
      [{ type: 'reply', pieces: ['Hi'], unstreamed: true }],
      async ({ model }) => {
        const { heard, onText } = listening();
        assert.equal((await model.complete(plain, { signal, onText })).text, 'Hi');
        assert.deepEqual(heard, ['Hi']);
      },
    ),
    scene(
      'an error in the midst of a stream is an error',
      [{ type: 'breaks', after: 'Half', how: 'error' }],
      async ({ model }) => {
        const { heard, onText } = listening();
        await assert.rejects(
          model.complete(plain, { signal, onText }),
          (error: WinnowError) => error.code === 'unavailable' && safe(error),
        );
        assert.deepEqual(heard, ['Half']);
      },
    ),
    scene(
      'a stream that ends early is an error',
      [{ type: 'breaks', after: 'Half', how: 'end' }],
      async ({ model }) => {
        await assert.rejects(model.complete(plain, { signal, onText: () => undefined }), { code: 'unavailable' });
      },
    ),
    scene(
      'a stream that only keeps the line open is given up',
      [{ type: 'breaks', after: 'Half', how: 'silence' }],
      async ({ model }) => {
        await assert.rejects(model.complete(plain, { signal, onText: () => undefined }), {
          code: 'unavailable',
          message: /300 ms/,
        });
      },
      300,
    ),
  ];
}
