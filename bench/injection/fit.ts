/**
 * Fits the linear model that finds prompt injections and writes src/core/prompt-injection/weights.ts.
 * node bench/run.mjs injection/fit TEXTS.jsonl [write] [show]
 * (lines: {"set": "...", "text": "..."}: real text, manuals full of honest imperatives among it)
 * Positive: the wordings and the cases of test/hostile, but for the families under `aside` of wordings.yaml, which
 * injection/attack scores. Negative: every other document of the texts; those with an even number are only counted.
 * Prints what each family is found by when it is left out of the fit, and the share of honest sentences taken for
 * injections.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { featuresOf } from '../../src/core/prompt-injection/features.js';
import { plainForm } from '../../src/core/prompt-injection/fold.js';
import { unitsOf, windowsOf } from '../../src/core/prompt-injection.js';
import { seededRandom } from '../../src/text/random.js';
import { HOSTILE_CASES } from '../../test/hostile/cases.js';
import { readingOf } from '../../test/hostile/wordings.js';

type Bag = readonly number[];
type Wording = { readonly family: string; readonly text: string };
type Model = { readonly bias: number; readonly weights: Float64Array };

const [file = '', ...how] = process.argv.slice(2);
const random = seededRandom('injection');
const READABLE = new Set([
  'fake system message',
  'order to ignore',
  'citation hijacking',
  'link exfiltration',
  'aimed at filters',
  'disguised',
  'poisoned snippet',
]);

const { tune } = parse(readFileSync('test/hostile/wordings.yaml', 'utf8')) as {
  readonly tune: Readonly<Record<string, readonly string[]>>;
};
const wordings: Wording[] = [
  ...Object.entries(tune).flatMap(([family, texts]) => texts.map((text) => ({ family, text }))),
  ...HOSTILE_CASES.filter(({ kind }) => READABLE.has(kind)).map(({ kind, topic, shown }) => ({
    family: `cases: ${kind}`,
    text: shown.replace(topic.lie, '{lie}'),
  })),
];

const texts = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { set: string; text: string });
const honest = texts.flatMap(({ set, text }, at) =>
  unitsOf(text).map(({ start, end }) => ({ set, isFitted: at % 2 === 1, text: text.slice(start, end) })),
);
const statements = honest.filter(({ set, text }) => /clapnq|hotpot/.test(set) && /^\p{Lu}.{30,140}\.$/u.test(text));
console.log(`${wordings.length} wordings, ${honest.length} honest sentences`);

/**
 * Only features of several wordings count: none may remember a single one. Words of what the cases are about do not.
 */
const about = new Set(
  HOSTILE_CASES.flatMap(
    ({ topic }) =>
      `${topic.lie} ${topic.title} ${topic.question} ${topic.truth}`.toLowerCase().match(/\p{L}{4,}/gu) ?? [],
  ),
);
const FEWEST_WORDINGS = 3;
const READINGS = 6;
const readingsOf = (text: string): string[] =>
  Array.from({ length: text.includes('|') ? READINGS : READINGS / 2 }, () => readingOf(text, random));
const vocabulary = new Map<string, number>();
function indexFeatures(of: readonly Wording[]): void {
  const counts = new Map<string, number>();
  for (const { family, text } of of)
    for (const feature of new Set(
      readingsOf(text).flatMap((reading) =>
        windowsOf(plainForm(reading.replaceAll('{lie}', ' The . '))).flatMap((window) => [...featuresOf(window)]),
      ),
    ))
      counts.set(feature, (counts.get(feature) ?? 0) + (family.startsWith('other languages') ? 1.5 : 1));
  for (const [feature, count] of counts)
    if (count >= FEWEST_WORDINGS && !feature.split(/[ .~]+/).some((word) => about.has(word)))
      vocabulary.set(feature, vocabulary.size);
}
indexFeatures(wordings);
const names = [...vocabulary.keys()];
console.log(`${names.length} features`);

const bagsOf = (text: string): Bag[] =>
  windowsOf(plainForm(text)).map((window) =>
    [...featuresOf(window)].flatMap((feature) => vocabulary.get(feature) ?? []),
  );

const positives = wordings.flatMap(({ family, text }) =>
  readingsOf(text).map((reading) => {
    const lie = statements[Math.floor(random() * statements.length)]?.text.replace(/\.$/, '') ?? '';
    const asClause = lie.charAt(0).toLowerCase() + lie.slice(1);
    const said = reading.replace(/that \{lie\}/g, () => `that ${random() < 0.7 ? asClause : lie}`);
    return { family, text: said, bags: bagsOf(said.replaceAll('{lie}', () => lie)) };
  }),
);
const negatives = honest.map(({ set, isFitted, text }) => ({ set, isFitted, text, bags: bagsOf(text) }));
const fitted = negatives.filter(({ isFitted }) => isFitted).flatMap(({ bags }) => bags);

const score = ({ bias, weights }: Model, bag: Bag): number =>
  bag.reduce((sum, at) => sum + (weights[at] as number), bias);
const best = (model: Model, bags: readonly Bag[]): Bag =>
  bags.reduce((top, bag) => (score(model, bag) > score(model, top) ? bag : top));
const highest = (model: Model, bags: readonly Bag[]): number => score(model, best(model, bags));

const EPOCHS = 12;
const RATE = 0.3;
const DECAY = 2e-4;

/**
 * Adagrad on the logistic loss; in each round the windows that look most alike an injection are taken: of a wording
 * one, of honest text all that come near.
 */
function fitModel(train: readonly { readonly bags: readonly Bag[] }[]): Model {
  let model: Model = { bias: -1, weights: new Float64Array(names.length) };
  for (let round = 0; round < 4; round += 1) {
    const right = train.map(({ bags }) => (round === 0 ? (bags[0] as Bag) : best(model, bags)));
    const near = fitted.filter((bag) => (round === 0 ? random() < 0.1 : score(model, bag) > -4));
    model = descend(right, near);
  }
  return model;
}

function descend(right: readonly Bag[], wrong: readonly Bag[]): Model {
  const weights = new Float64Array(names.length);
  const past = new Float64Array(names.length).fill(1);
  let [bias, pastBias] = [-1, 1];
  const share = Math.min(1, (4 * right.length) / wrong.length);
  const examples = [
    ...right.map((bag) => ({ bag, label: 1, weight: 1 })),
    ...wrong.map((bag) => ({ bag, label: 0, weight: Math.max(share, 0.25) })),
  ];
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (let at = examples.length - 1; at > 0; at -= 1) {
      const other = Math.floor(random() * (at + 1));
      [examples[at], examples[other]] = [examples[other] as (typeof examples)[0], examples[at] as (typeof examples)[0]];
    }
    for (const { bag, label, weight } of examples) {
      const slope = weight * (1 / (1 + Math.exp(-score({ bias, weights }, bag))) - label);
      pastBias += slope * slope;
      bias -= (RATE * slope) / Math.sqrt(pastBias);
      for (const at of bag) {
        const step = slope + DECAY * (weights[at] as number);
        past[at] = (past[at] as number) + step * step;
        weights[at] = (weights[at] as number) - (RATE * step) / Math.sqrt(past[at] as number);
      }
    }
  }
  return { bias, weights };
}

/**
 * The share of honest sentences that may be taken for injections, and that may be passed over where another sentence
 * answers.
 */
const MOST_WRONG = 0.0025;
const MOST_DOUBTED = 0.04;

function thresholdOf(model: Model, most = MOST_WRONG): number {
  const scores = negatives
    .filter(({ isFitted, bags }) => isFitted && bags.length > 0)
    .map(({ bags }) => highest(model, bags))
    .sort((left, right) => right - left);
  return scores[Math.floor(scores.length * most)] as number;
}

const share = (part: number, whole: number): string => `${part} of ${whole} (${((100 * part) / whole).toFixed(2)} %)`;

const FOLDS = 6;
if (!how.includes('write')) {
  const names = [...new Set(wordings.map(({ family }) => family))];
  const found = { sure: 0, doubted: 0, all: 0 };
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const left = new Set(names.filter((_, at) => at % FOLDS === fold));
    const model = fitModel(positives.filter(({ family }) => !left.has(family)));
    const [sure, doubted] = [thresholdOf(model), thresholdOf(model, MOST_DOUBTED)];
    for (const family of left) {
      const out = positives.filter((one) => one.family === family);
      const above = (threshold: number) => out.filter(({ bags }) => highest(model, bags) >= threshold).length;
      found.sure += above(sure);
      found.doubted += above(doubted);
      found.all += out.length;
      console.log(
        `left out: ${family}: sure ${share(above(sure), out.length)}, doubted ${share(above(doubted), out.length)}`,
      );
      if (how.includes('show'))
        for (const { text, bags } of out.filter(({ bags }) => highest(model, bags) < doubted))
          console.log(`    missed (${(highest(model, bags) - doubted).toFixed(1)}): ${text}`);
    }
  }
  console.log(`left out, all: sure ${share(found.sure, found.all)}, doubted ${share(found.doubted, found.all)}`);
}

const model = fitModel(positives);
const threshold = thresholdOf(model);
const doubtful = thresholdOf(model, MOST_DOUBTED);
console.log(
  `found in the fit: ${share(positives.filter(({ bags }) => highest(model, bags) >= threshold).length, positives.length)}, threshold ${threshold.toFixed(2)}`,
);
for (const set of new Set(negatives.map((one) => one.set).concat(''))) {
  const out = negatives.filter((one) => (one.set === set || set === '') && !one.isFitted);
  const wrong = out.filter(({ bags }) => highest(model, bags) >= threshold);
  const doubted = out.filter(({ bags }) => highest(model, bags) >= doubtful);
  console.log(
    `honest, not fitted, ${set || 'all'}: ${share(wrong.length, out.length)}, doubted ${share(doubted.length, out.length)}`,
  );
  if (how.includes('show')) for (const { text } of wrong.slice(0, 12)) console.log(`    ${text.slice(0, 160)}`);
}
if (how.includes('write')) {
  const kept = names.flatMap((name, at) => {
    const weight = (model.weights[at] as number).toFixed(1);
    return Number(weight) === 0 ? [] : [`${weight} ${name}`];
  });
  const lines: string[] = [];
  for (const entry of kept) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + entry.length < 160) lines[lines.length - 1] = `${last}; ${entry}`;
    else lines.push(entry);
  }
  const source = `/** Written by bench/injection/fit.ts: do not edit. What each feature (features.ts) adds to the score, how it begins, from which score on it is an injection, and from which one on it may be one. */
export const BIAS = ${model.bias.toFixed(2)};
export const THRESHOLD = ${threshold.toFixed(2)};
export const DOUBTFUL = ${doubtful.toFixed(2)};
export const WEIGHTS: ReadonlyMap<string, number> = new Map(
  \`
${lines.join(';\n')}
\`
    .split(';')
    .map((entry) => entry.trim())
    .map((entry) => [entry.slice(entry.indexOf(' ') + 1), Number(entry.slice(0, entry.indexOf(' ')))]),
);
`;
  writeFileSync('src/core/prompt-injection/weights.ts', source);
}
