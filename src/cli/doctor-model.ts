/**
 * `winnow doctor --model`: grades each configured model on what the stages need, and says which roles it is good enough
 * for.
 */
import { messageOf } from '../core/errors.js';
import type { ChatModel, ChatModels, Role } from '../core/ports.js';
import { endsRun, type Run, startRun } from '../core/run.js';
import { usageOf } from '../core/trace.js';
import { createChatModels } from '../engine/chat-models.js';
import type { Config } from '../engine/config.js';
import { processEnvironment } from '../engine/environment.js';
import { createHttpClient } from '../providers/http.js';
import { DUTIES, type Duty, TASKS, type Task } from './doctor-tasks.js';
import { EXIT } from './exit.js';
import { money, printable, seconds, styleFor } from './terminal.js';

export type Grade = {
  readonly task: string;
  readonly grade: 'good' | 'mended' | 'fails' | 'not run';
  readonly said: string;
};

export type Report = {
  readonly model: string;
  /** The roles it has by configuration. */
  readonly roles: readonly Role[];
  /** The roles whose every task it does. */
  readonly recommended: readonly Role[];
  /** What it can be asked to do, whatever its role; the rest is better left to the rules. */
  readonly can: readonly Duty[];
  readonly probabilities: boolean;
  readonly grades: readonly Grade[];
  readonly usage: ReturnType<typeof usageOf>;
};

/** For one model: a slow one must not hold the command for ever, a dear one must not cost more than a few cents. */
const LONGEST_MS = 5 * 60_000;
const DEAREST_USD = 0.1;

const ROLES: readonly Role[] = ['small', 'large', 'judge'];

export async function gradeModels(config: Config, json: boolean): Promise<number> {
  const http = createHttpClient({ allowPrivateHosts: config.allowPrivateHosts });
  try {
    const models = createChatModels(config, { http, environment: processEnvironment() });
    const reports: Report[] = [];
    for (const [model, roles] of distinct(models))
      reports.push(await gradeModel(model, roles, config.limits.maxCostUsd));
    process.stdout.write(json ? `${JSON.stringify(reports, null, 2)}\n` : rendered(reports));
    const fit =
      reports.length > 0 &&
      reports.every(({ roles, recommended }) => roles.every((role) => recommended.includes(role)));
    return fit ? EXIT.answered : EXIT.failure;
  } finally {
    await http.close();
  }
}

function distinct(models: ChatModels): Map<ChatModel, Role[]> {
  const found = new Map<ChatModel, Role[]>();
  for (const role of ROLES) {
    const model = models[role];
    if (model) found.set(model, [...(found.get(model) ?? []), role]);
  }
  return found;
}

export async function gradeModel(model: ChatModel, roles: readonly Role[], maxCostUsd = DEAREST_USD): Promise<Report> {
  let probabilities = false;
  const watched: ChatModel = {
    ...model,
    complete: async (request, options) => {
      const reply = await model.complete(request, options);
      probabilities ||= (reply.firstToken?.length ?? 0) > 0;
      return reply;
    },
  };
  const started = startRun({ timeoutMs: LONGEST_MS, ...(model.price && { maxCostUsd }) });
  const grades: Grade[] = [];
  await started
    .perform(async (run) => {
      for (const task of TASKS) grades.push(await gradeTask(task, watched, run));
    })
    .catch((error: unknown) => {
      for (const { name } of TASKS.slice(grades.length))
        grades.push({ task: name, grade: 'not run', said: messageOf(error) });
    });
  const done = (name: string) =>
    grades.some(({ task, grade }) => task === name && (grade === 'good' || grade === 'mended'));
  const recommended = ROLES.filter((role) => TASKS.every((task) => !task.roles.includes(role) || done(task.name)));
  const can = DUTIES.filter((duty) => TASKS.every((task) => !task.duties.includes(duty) || done(task.name)));
  return {
    model: model.name,
    roles,
    recommended,
    can,
    probabilities,
    grades,
    usage: usageOf(started.events, started.elapsedMs()),
  };
}

async function gradeTask({ name, attempt }: Task, model: ChatModel, run: Run): Promise<Grade> {
  const problems: string[] = [];
  const noting: Run = {
    ...run,
    emit: (detail) => {
      if (detail.type === 'reply-problem' && detail.next !== 'weaker-format')
        problems.push(`${detail.next}: ${detail.reason}`);
      run.emit(detail);
    },
  };
  try {
    const verdict = await attempt(model, noting);
    if (verdict !== true) return { task: name, grade: 'fails', said: verdict };
    return { task: name, grade: problems.length > 0 ? 'mended' : 'good', said: problems[0] ?? '' };
  } catch (error) {
    if (endsRun(error, run)) throw error;
    return { task: name, grade: 'fails', said: messageOf(error) };
  }
}

function rendered(reports: readonly Report[]): string {
  const style = styleFor(process.stdout);
  if (reports.length === 0)
    return 'No language model is configured, so there is none to grade. docs/models.md shows how to add one.\n';
  const width = Math.max(...TASKS.map(({ name }) => name.length));
  const blocks = reports.map(({ model, roles, recommended, can, probabilities, grades, usage }) => {
    const lines = grades.map(({ task, grade, said }) => {
      const mark = grade === 'good' || grade === 'mended' ? grade.padEnd(7) : style.warn(grade.toUpperCase().padEnd(7));
      return `  ${mark}  ${task.padEnd(width)}  ${style.dim(printable(said).slice(0, 160))}`.trimEnd();
    });
    const unfit = roles.filter((role) => !recommended.includes(role));
    return [
      style.bold(`${printable(model)} (${roles.join(', ')})`),
      ...lines,
      `  ${probabilities ? 'gives' : 'does not give'} probabilities; ${usage.calls} calls, ${seconds(usage.ms)}, ${money(usage.costUsd)}`,
      `  good enough for: ${recommended.join(', ') || 'no role'}`,
      `  can ${can.join(', ') || 'do nothing'}${can.length < DUTIES.length ? `; cannot ${DUTIES.filter((duty) => !can.includes(duty)).join(', ')}` : ''}`,
      ...cannotLines(can),
      ...(unfit.length > 0
        ? [
            style.warn(
              `  configured as ${unfit.join(', ')}, where its replies will often be replaced by rules: choose a stronger model`,
            ),
          ]
        : []),
    ].join('\n');
  });
  return `${blocks.join('\n\n')}\n`;
}

/** What keeps a model from harm where it is weak. */
const INSTEAD: Readonly<Record<Duty, string>> = {
  plan: 'plans: naive-hybrid, or hifi-rag with --set rephrase=false, plan nothing',
  filter:
    'filters: leave keepBest as it is, so that rules keep the best whatever the model says; g-rag with --set rerank=off asks it nothing',
  judge: 'judges: without a small model and a judge our verifier decides alone',
  write: 'writes: without a large model answers are taken from the sources word for word',
};

function cannotLines(can: readonly Duty[]): string[] {
  return DUTIES.filter((duty) => !can.includes(duty)).map((duty) => `    ${INSTEAD[duty]}`);
}
