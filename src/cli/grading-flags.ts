/** The options of `winnow eval`, `ablate`, `grid` and `tune` that ask for grades: scores that cost a model's time. */
import { type Command, InvalidArgumentError } from 'commander';
import { usageError } from '../core/errors.js';
import { FACT_SOURCES, type FactSource } from '../lab/grade/fact-score.js';
import { gradeErrors } from '../lab/grade/grade.js';
import type { GradingChoice } from '../lab/grade/graders.js';
import type { EvalRow } from '../lab/run/row.js';
import { EXIT } from './exit.js';
import { printable } from './terminal.js';

/** Grades that were asked for and that most answers did not get are a failure; said on the way. */
export function exitForGrades(rows: readonly EvalRow[], say: (text: string) => void): number {
  const ungraded = gradeErrors(rows);
  if (ungraded.length === 0) return EXIT.answered;
  say(
    printable(`${ungraded.length} answers could not be graded, the first with: ${ungraded[0]}. --resume grades them.`),
  );
  const tried = rows.filter(({ grades }) => grades !== undefined).length;
  return ungraded.length * 2 > tried ? EXIT.failure : EXIT.answered;
}

export type GradingFlags = {
  readonly judge?: boolean;
  readonly factScore?: FactSource | true;
  readonly bertScore?: string;
  readonly bertLayer?: number;
  readonly bertIdf?: boolean;
  readonly bertBaseline?: string;
};

export function withGradingOptions(command: Command): Command {
  return command
    .option(
      '--judge',
      'grade relevance (-1 to 2) and faithfulness (-1 to 1) by the judge model; its cost is counted apart',
    )
    .option(
      '--fact-score [searched|gold]',
      'check every fact of an answer against the documents searched, or the gold ones alone',
      parseSource,
    )
    .option(
      '--bert-score <folder|bundled>',
      "BERTScore by an ONNX encoder of one's own (model.onnx, tokenizer.json), or the bundled one",
    )
    .option('--bert-layer <n>', 'which layer of the encoder (default: the last)', parseLayer)
    .option('--bert-idf', 'weigh tokens by how rare they are among the references')
    .option('--bert-baseline <file>', 'rescale by this baseline file of bert-score (LAYER,P,R,F)');
}

function parseSource(value: string): FactSource {
  const source = FACT_SOURCES.find((name) => name === value);
  if (!source) throw new InvalidArgumentError(`It must be ${FACT_SOURCES.join(' or ')}.`);
  return source;
}

function parseLayer(value: string): number {
  if (!/^\d{1,3}$/.test(value)) throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  return Number(value);
}

export function gradingFrom({
  judge,
  factScore,
  bertScore,
  bertLayer,
  bertIdf,
  bertBaseline,
}: GradingFlags): GradingChoice {
  if (bertScore === undefined && (bertLayer !== undefined || bertIdf || bertBaseline !== undefined))
    throw usageError(
      '--bert-layer, --bert-idf and --bert-baseline belong to --bert-score. Name an encoder, e.g. --bert-score bundled.',
    );
  return {
    judge,
    factScore: factScore === true ? 'searched' : factScore,
    bertScore:
      bertScore === undefined
        ? undefined
        : { model: bertScore, layer: bertLayer, idf: bertIdf, baseline: bertBaseline },
  };
}
