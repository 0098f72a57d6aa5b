/**
 * What every chat model behind an HTTP API must do, whatever the API: one suite that each adapter runs against a server
 * which speaks its format. The suite says in plain terms how the server acts; a harness puts that into the format. It
 * needs no test runner:
 * `for (const { name, run } of chatConformance(harness)) test(name, run)`.
 */
import { failures } from './chat-conformance/failures.js';
import { formats } from './chat-conformance/formats.js';
import { replies } from './chat-conformance/replies.js';
import type { ConformanceCase, ConformanceHarness, Scene } from './chat-conformance/scene.js';
import { streams } from './chat-conformance/streams.js';

export {
  type ConformanceCase,
  type ConformanceHarness,
  KEY,
  type ServerAct,
  type UnderstoodRequest,
  USAGE,
} from './chat-conformance/scene.js';

export function chatConformance(harness: ConformanceHarness): ConformanceCase[] {
  const scene: Scene = (name, acts, check, timeoutMs = 10_000) => ({
    name,
    run: async () => {
      const started = await harness.start(acts, { timeoutMs });
      try {
        await check(started);
      } finally {
        await started.close();
      }
    },
  });
  return [...replies(scene, harness), ...streams(scene), ...formats(scene, harness), ...failures(scene)];
}
