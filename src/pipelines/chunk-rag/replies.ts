/**
 * Reads scores however a model puts them: {"scores": [...]}, a bare list, {"1": 0.8}, "0.8" or 0.8 alone. Values
 * outside 0 to 1 are moved to its ends.
 */

export function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** What is not understood is handed on as it is, so that the schema refuses it. */
export function asScores(reply: unknown): unknown {
  const list = isRecord(reply) && 'scores' in reply ? reply.scores : reply;
  const entries = Array.isArray(list) ? list.map(entryOf) : isRecord(list) ? entriesOf(list) : [entryOf(list, 0)];
  return entries.every((entry) => entry !== undefined) ? { scores: entries } : reply;
}

export function asThreshold(reply: unknown): unknown {
  const value = isRecord(reply) ? thresholdIn(reply) : numberOf(reply);
  return value === undefined ? reply : { threshold: clamp(value) };
}

/** By its name; under another name only where no other number stands beside it. */
function thresholdIn(reply: Readonly<Record<string, unknown>>): number | undefined {
  if ('threshold' in reply) return numberOf(reply.threshold);
  const numbers = Object.values(reply).flatMap((value) => numberOf(value) ?? []);
  return numbers.length === 1 ? numbers[0] : undefined;
}

/** An entry without a number of its own has that of its place. */
function entryOf(entry: unknown, at: number) {
  if (!isRecord(entry)) return scored(at + 1, entry);
  return scored(numberOf(entry.chunk ?? entry.id ?? entry.number) ?? at + 1, entry.score ?? entry.relevance);
}

function entriesOf(record: Readonly<Record<string, unknown>>) {
  if ('score' in record) return [entryOf(record, 0)];
  return Object.entries(record).map(([name, value]) => {
    const chunk = numberOf(name.replace(/^\D+/, ''));
    return chunk === undefined ? undefined : scored(chunk, value);
  });
}

function scored(chunk: number, value: unknown) {
  const score = numberOf(value);
  return score === undefined ? undefined : { chunk, score: clamp(score) };
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
