/**
 * `winnow cost`: what a run would cost at 10, 100 and 1,000 times its volume, and how a budget splits over the roles.
 */
import { Command, InvalidArgumentError } from 'commander';
import { costsOf, type PipelineCost } from '../lab/compare/cost.js';
import { positive, wholeAboveZero } from './common.js';
import { printResult, rowsOfRun } from './output.js';
import { alignedRows } from './table.js';
import { money, type Style } from './terminal.js';

type CostFlags = {
  readonly volumes: readonly number[];
  readonly budget: number;
  readonly concurrency: number;
  readonly json?: boolean;
};

export function costCommand(): Command {
  return new Command('cost')
    .argument('<run>', 'the folder of a run, made by "winnow eval --out"')
    .option('--volumes <n,n,...>', 'multiples of the run', parseVolumes, [10, 100, 1000])
    .option('--budget <usd>', 'US dollars for 1,000 questions', positive, 1)
    .option('--concurrency <n>', 'questions in flight at the same time', wholeAboveZero, 1)
    .option('--json', 'print the figures as JSON')
    .action((folder: string, { volumes, budget, concurrency, json }: CostFlags) => {
      const costs = costsOf(rowsOfRun(folder), { volumes, budgetUsd: budget, concurrency });
      printResult(costs, json, (style) => costs.map((cost) => renderCost(cost, budget, style)).join('\n\n'));
    });
}

function parseVolumes(value: string): readonly number[] {
  const volumes = value.split(',').map(Number);
  if (volumes.some((volume) => !(volume > 0)))
    throw new InvalidArgumentError('It must be numbers above 0, e.g. 10,100,1000.');
  return volumes;
}

export function renderCost(cost: PipelineCost, budget: number, style: Style): string {
  const volumes = alignedRows(
    [
      ['volume', 'questions', 'money', 'time'],
      ...cost.volumes.map(({ times, questions, usd, hours }) => [
        `x ${times}`,
        `${questions}`,
        money(usd),
        time(hours),
      ]),
    ],
    'right',
  );
  const roles = alignedRows(
    [
      ['role', 'calls', 'input tokens', 'output tokens', '$ per 1,000', 'share', `of $${budget}`],
      ...cost.roles.map((role) => [
        role.role,
        role.callsPerQuestion.toFixed(1),
        role.inputTokensPerQuestion.toFixed(0),
        role.outputTokensPerQuestion.toFixed(0),
        money(role.usdPerThousand),
        role.share === null ? 'unknown' : `${(role.share * 100).toFixed(1)} %`,
        money(role.budgetUsd),
      ]),
    ],
    'right',
  );
  return [
    style.bold(
      `${cost.pipeline}: ${cost.questions} questions, ${cost.secondsPerQuestion.toFixed(2)} s and ${perQuestion(cost)} each`,
    ),
    ...volumes,
    ...(cost.roles.length > 0
      ? ['', ...roles, '', affordable(cost, budget)]
      : ['', 'No language model was used: there is nothing to split.']),
  ].join('\n');
}

function perQuestion({ usdPerThousand }: PipelineCost): string {
  return money(usdPerThousand === null ? null : usdPerThousand / 1000);
}

function affordable({ affordable: count }: PipelineCost, budget: number): string {
  if (count === null) return 'How far the budget goes cannot be said: a price is unknown, or nothing was spent.';
  return `$${budget} is enough for ${count} questions at this price.`;
}

function time(hours: number): string {
  return hours < 1 ? `${(hours * 60).toFixed(1)} min` : `${hours.toFixed(1)} h`;
}
