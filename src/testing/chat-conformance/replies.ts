/** Replies that are not streamed, and how they end. */
import assert from 'node:assert/strict';
import { WinnowError } from '../../core/errors.js';
import {
  type ConformanceCase,
  type ConformanceHarness,
  KEY,
  list,
  messages,
  plain,
  reply,
  type Scene,
  type ServerAct,
  signal,
  USAGE,
} from './scene.js';

export function replies(scene: Scene, { has }: ConformanceHarness): ConformanceCase[] {
  return [
    scene(
      'gives text, end and usage; system, turns, key, limit and temperature 0 arrive',
      [reply('Hi')],
      async ({ model, requests }) => {
        assert.deepEqual(await model.complete({ ...plain, maxTokens: 9 }, { signal }), {
          text: 'Hi',
          finish: 'stop',
          usage: USAGE,
        });
        const [system, ...turns] = messages;
        const [understood] = requests;
        assert.equal(understood?.system, system.content);
        assert.deepEqual(understood?.turns, turns);
        assert.deepEqual([understood?.temperature, understood?.maxTokens, understood?.streaming], [0, 9, false]);
        assert.deepEqual([understood?.format, understood?.key], ['text', KEY]);
      },
    ),
    ...has.finishes.map((finish) =>
      scene(
        `an end for the reason "${finish}" is told as such, streamed or not`,
        Array(2).fill({ type: 'reply', pieces: [], finish }),
        async ({ model }) => {
          assert.deepEqual(await model.complete(plain, { signal }), { text: '', finish, usage: USAGE });
          assert.equal((await model.complete(plain, { signal, onText: () => undefined })).finish, finish);
        },
      ),
    ),
    scene(
      'a JSON that was cut off is given as it is, with the reason',
      [{ type: 'reply', pieces: ['{"value": ["a", "b'], finish: 'length' }],
      async ({ model }) => {
        const { text, finish } = await model.complete(list, { signal });
        assert.deepEqual([text, finish], ['{"value": ["a", "b', 'length']);
      },
    ),
    scene(
      'thoughts in the text are taken out',
      [reply('<think>\nWell', ', yes.</think>\n\n', 'Yes')],
      async ({ model }) => {
        assert.equal((await model.complete(plain, { signal })).text, 'Yes');
      },
    ),
    scene(
      'a limit that went into thoughts is widened, once and for all, and paid for',
      [thoughtsOnly, reply('Yes'), reply('No')],
      async ({ model, requests }) => {
        const short = { ...plain, maxTokens: 4 };
        assert.deepEqual(await model.complete(short, { signal }), {
          text: 'Yes',
          finish: 'stop',
          usage: { inputTokens: 42, outputTokens: 16 },
        });
        await model.complete(short, { signal });
        assert.deepEqual(
          requests.map(({ maxTokens = 0 }) => maxTokens > 1000),
          [false, true, true],
        );
      },
    ),
    scene(
      'the signal ends a call that is not answered',
      [{ type: 'breaks', after: '', how: 'silence' }],
      async ({ model }) => {
        const controller = new AbortController();
        const asking = model.complete(plain, { signal: controller.signal, onText: () => undefined });
        setTimeout(() => controller.abort(new WinnowError('deadline', 'too late')), 50);
        await assert.rejects(asking, { code: 'deadline' });
      },
    ),
  ];
}

const thoughtsOnly: ServerAct = { type: 'reply', pieces: [], finish: 'length', onlyThoughts: true };
