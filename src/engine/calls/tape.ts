/**
 * What a recording is to an engine: the wrapper for its calls, and the beginning of each run, whose boundary and time
 * are part of it.
 */
import { randomBytes } from 'node:crypto';
import type { Question } from '../../core/data.js';
import { usageError, type WinnowError } from '../../core/errors.js';
import type { CallsConfig } from '../config/calls.js';
import type { Environment } from '../environment.js';
import type { Wrap } from './call.js';
import { recordingCalls, replayedCalls } from './record.js';
import { openForRecording, openForReplay, type Place } from './recording.js';
import { keyNames, type Secrets, withKeys } from './secrets.js';
import { encode, hashOf } from './values.js';

export type RunStart = {
  readonly question: Question;
  readonly pipeline: string;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
};

export type TapedRun = {
  readonly question: Question;
  readonly boundary: string;
  /** Which run of the recording it is. */
  readonly run: string;
};

export type Tape = {
  readonly wrap: Wrap;
  readonly begin: (start: RunStart) => TapedRun;
  /** What keys the providers are built with: those that are set, or, in a replay, those that were. */
  readonly environment: Environment;
  /** Everything is answered by the recording, and nothing else is asked. */
  readonly isWhole: boolean;
  readonly close: () => void;
};

export type TapeInput = {
  readonly config: { readonly calls: CallsConfig };
  readonly environment: Environment;
  readonly secrets: Secrets;
};

export function openTape(input: TapeInput): Tape {
  const { config, environment, secrets } = input;
  const { record, replay } = config.calls;
  if (record !== undefined) return recordingTape(record, input);
  if (replay !== undefined) return replayingTape(replay, input);
  const wrap: Wrap = (call) => async (input, options) => {
    try {
      return await call(input, options);
    } catch (error) {
      throw secrets.cleaned(error);
    }
  };
  const begin: Tape['begin'] = ({ question }) => ({ question, boundary: newBoundary(), run: '' });
  return { wrap, environment, begin, isWhole: false, close: () => undefined };
}

/** Names alone; the last recording of the file counts. */
const KEYS: Place = { run: '', port: 'keys', name: 'environment', key: '', n: 0 };
/** Which calls it holds. */
const HELD: Place = { ...KEYS, name: 'recorded' };

/** What is not recorded is called as it is. */
const modelsAlone =
  (wrap: Wrap): Wrap =>
  (call, about) =>
    about.port === 'chat' ? wrap(call, about) : call;

function recordingTape(file: string, { config, environment, secrets }: TapeInput): Tape {
  const writer = openForRecording(file);
  const { recorded } = config.calls;
  writer.append({ ...KEYS, input: null, output: keyNames(environment, config) });
  if (recorded === 'models') writer.append({ ...HELD, input: null, output: recorded });
  const wrap = recordingCalls(writer, secrets);
  return {
    environment,
    isWhole: false,
    wrap: recorded === 'models' ? modelsAlone(wrap) : wrap,
    close: writer.close,
    begin: (start) => {
      let place = placeOf(start, secrets);
      while (writer.has(place)) place = { ...place, n: place.n + 1 };
      const [{ question }, boundary] = [start, newBoundary()];
      writer.append({ ...place, input: inputOf(start, secrets), output: { boundary, askedAt: question.askedAt } });
      return { question, boundary, run: runOf(place) };
    },
  };
}

function replayingTape(file: string, { config, environment, secrets }: TapeInput): Tape {
  const reader = openForReplay(file);
  const keys = reader.find(KEYS);
  const names = keys && 'output' in keys ? (keys.output as string[]) : [];
  const asked = new Map<string, number>();
  const isWhole = reader.find(HELD) === undefined;
  const wrap = replayedCalls(reader, { file, secrets });
  return {
    environment: withKeys(environment, { config, names }),
    isWhole,
    wrap: isWhole ? wrap : modelsAlone(wrap),
    close: () => undefined,
    begin: (start) => {
      const first = placeOf(start, secrets);
      const place = { ...first, n: asked.get(first.key) ?? 0 };
      asked.set(first.key, place.n + 1);
      const line = reader.find(place);
      if (!line || !('output' in line)) throw missingRun(start, { file, place });
      const { boundary, askedAt } = line.output as { boundary: string; askedAt: string };
      return { question: { ...start.question, askedAt }, boundary, run: runOf(place) };
    },
  };
}

const newBoundary = () => randomBytes(6).toString('hex');

const runOf = ({ key, n }: Place) => `${key}:${n}`;

/** Not the time: a replay happens later. */
function inputOf({ question, pipeline, options = {} }: RunStart, { hideAll }: Secrets) {
  return encode({ question: question.text, pipeline, options }, hideAll);
}

function placeOf(start: RunStart, secrets: Secrets): Place {
  return { run: '', port: 'run', name: start.pipeline, key: hashOf(JSON.stringify(inputOf(start, secrets))), n: 0 };
}

function missingRun(
  { question, pipeline }: RunStart,
  { file, place }: { readonly file: string; readonly place: Place },
): WinnowError {
  const times = place.n > 0 ? ` a ${place.n + 1}. time` : '';
  return usageError(
    `The recording ${file} has no run in which ${pipeline} was asked "${question.text.slice(0, 80)}"${times}. Ask what was recorded, with the same pipeline and options, or record it with calls.record.`,
  );
}
