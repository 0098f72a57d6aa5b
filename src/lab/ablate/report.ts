/** An ablation beside its paper: our scores per row, what the filters drop and lose, rephrasing crossed with the result filter, and right pages dropped. */
import { type MeanInterval, meanInterval } from '../../text/metrics/bootstrap.js';
import { type PairedTest, pairedTest } from '../../text/stats/paired.js';
import { measuresOf } from '../run/metrics.js';
import type { EvalRow } from '../run/row.js';
import type { Scores } from '../run/scores.js';
import { byModelOf, type FellBack, fellBackOf } from '../run/stand-in.js';
import { gRagWins } from './published/g-rag.js';
import { hifiRagShares } from './published/hifi-rag.js';
import type { PublishedTable } from './published/tables.js';
import type { Ablation, AblationRow } from './rows.js';

/** What the table of rows shows. */
export const ROW_METRICS = [
  'contains',
  'squad.f1',
  'rougeL',
  'retrieval.success',
  'citation.anyGold',
  'abstention.right',
  'abstention.wrong',
  'funnel.hitsDropped',
  'funnel.sectionsDropped',
  'lost.screen-hits',
  'lost.passages',
] as const;

/** What a model or an encoder graded, and the text after the check where it scores otherwise: shown where there is any. */
export const GRADED_METRICS = ['relevance_score', 'faithfulness_score', 'bertScore', 'factScore'] as const;
export const CHECKED_METRICS = ['checked.contains', 'checked.rougeL'] as const;

/** Of HiFi-RAG's result filter alone: elsewhere results that are not opened were not judged. */
const OF_RESULTS: ReadonlySet<string> = new Set(['funnel.hitsDropped', 'lost.screen-hits']);

export type RowReport = Pick<AblationRow, 'name' | 'as' | 'needsModel' | 'notComparable'> & {
  readonly means: Readonly<Record<string, number | null>>;
  readonly questions: number;
  /** Answers that the model was to write and did not, and its calls that fell back. */
  readonly standIns: number;
  readonly fellBack: readonly FellBack[];
};

export type ComparedTable = Omit<PublishedTable, 'rows'> & {
  readonly rows: readonly (PublishedTable['rows'][number] & { readonly ours: readonly (number | null)[] })[];
};

export type Crossed = {
  readonly metric: string;
  /** Means with neither, with rephrasing, with the result filter, with both. */
  readonly neither: number;
  readonly rephrase: number;
  readonly filter: number;
  readonly both: number;
  /** What rephrasing gains with the filter over what it gains without: (both - filter) - (rephrase - neither), with its interval over questions. */
  readonly interaction: Pick<MeanInterval, 'mean' | 'low' | 'high' | 'n'>;
};

export type Dropping = {
  readonly row: string;
  readonly type: string;
  readonly questions: number;
  /** Gold pages that the search had found, those of them that the result filter dropped, and the questions that lost one. */
  readonly found: number;
  readonly dropped: number;
  readonly questionsLosing: number;
};

export type Won = { readonly metric: string; readonly test: PairedTest };

export type AblationReport = {
  readonly pipeline: string;
  readonly questions: number;
  readonly hasModel: boolean;
  readonly rows: readonly RowReport[];
  readonly tables: readonly ComparedTable[];
  readonly shares: readonly { readonly what: string; readonly published: number; readonly source: string; readonly ours: number | null }[];
  readonly crossed: readonly Crossed[];
  readonly dropping: readonly Dropping[];
  /** G-RAG with the hypothetical answer against the champion without, by question: by the judge's scores as in the paper, else by gold answers. */
  readonly wins: { readonly published: typeof gRagWins; readonly ours: readonly Won[] } | null;
};

export type ReportInput = {
  readonly ablation: Ablation;
  readonly rows: readonly EvalRow[];
  readonly hasModel: boolean;
  readonly seed: number;
};

type Measured = { readonly id: string; readonly row: EvalRow; readonly measures: Scores };
type ByRow = (name: string) => readonly Measured[];

export function reportAblation({ ablation, rows, hasModel, seed }: ReportInput): AblationReport {
  const asked = groupedByRow(rows);
  const source = new Map(ablation.rows.map(({ name, as }) => [name, as?.row ?? name]));
  const byRow: ByRow = (name) => asked.get(source.get(name) ?? name) ?? [];
  const isHifi = ablation.pipeline === 'hifi-rag';
  return {
    pipeline: ablation.pipeline,
    questions: new Set(rows.map(({ id }) => id)).size,
    hasModel,
    rows: ablation.rows.map((row) => rowReport(row, { byRow, isHifi })),
    tables: ablation.tables.map((table) => comparedTable(table, byRow)),
    shares: isHifi
      ? hifiRagShares.map(({ what, metric, value, source: at }) => ({
          what,
          published: value,
          source: at,
          ours: mean(byRow('final'), metric),
        }))
      : [],
    crossed: isHifi ? crossedOf(byRow, seed) : [],
    dropping: isHifi ? droppingOf(byRow) : [],
    wins: ablation.pipeline === 'g-rag' ? winsOf(byRow, seed) : null,
  };
}

type Reporting = { readonly byRow: ByRow; readonly isHifi: boolean };

function rowReport({ name, as, needsModel, notComparable }: AblationRow, { byRow, isHifi }: Reporting): RowReport {
  const own = byRow(name);
  const meanOf = (metric: string) => (isHifi || !OF_RESULTS.has(metric) ? mean(own, metric) : null);
  const rows = own.map(({ row }) => row);
  return {
    name,
    needsModel,
    ...(as && { as }),
    ...(notComparable !== undefined && { notComparable }),
    means: Object.fromEntries([...ROW_METRICS, ...GRADED_METRICS, ...CHECKED_METRICS].map((metric) => [metric, meanOf(metric)])),
    questions: own.length,
    standIns: byModelOf(rows).standIns,
    fellBack: fellBackOf(rows),
  };
}

function groupedByRow(rows: readonly EvalRow[]): ReadonlyMap<string, readonly Measured[]> {
  const groups = new Map<string, Measured[]>();
  for (const row of rows) {
    const own = groups.get(row.pipeline) ?? [];
    own.push(measured(row));
    groups.set(row.pipeline, own);
  }
  return groups;
}

function measured(row: EvalRow): Measured {
  const measures = measuresOf(row);
  const lost = ['lost.select-sections', 'lost.filter-passages'].map((name) => measures[name] ?? null);
  const lostPassages = lost.includes(null) ? null : lost[0]! + lost[1]!;
  return { id: row.id, row, measures: { ...measures, 'lost.passages': lostPassages, [WEIGHTED]: weighted(measures) } };
}

/** What the G-RAG authors' grid and champion go by (the default weights of their script). */
export const WEIGHTED = '0.6*relevance_score + 0.4*faithfulness_score';

function weighted({ relevance_score: relevance, faithfulness_score: faithfulness }: Scores): number | null {
  return typeof relevance === 'number' && typeof faithfulness === 'number' ? 0.6 * relevance + 0.4 * faithfulness : null;
}

function mean(rows: readonly Measured[], metric: string): number | null {
  const values = rows.map(({ measures }) => measures[metric] ?? null).filter((value) => value !== null);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function comparedTable(table: PublishedTable, byRow: ByRow): ComparedTable {
  const ours = (row: string | undefined) =>
    table.columns.map(({ ours: metric, times = 1 }) => {
      const value = row === undefined || metric === undefined ? null : mean(byRow(row), metric);
      return value === null ? null : value * times;
    });
  return { ...table, rows: table.rows.map((row) => ({ ...row, ours: ours(row.row) })) };
}

const CROSSED = ['rag-sections', 'rag-sections-rephrase', 'rag-filters', 'rag-filters-rephrase'] as const;

function crossedOf(byRow: ByRow, seed: number): Crossed[] {
  return ['contains', 'rougeL', 'citation.anyGold'].flatMap((metric) => {
    const cells = CROSSED.map((name) => new Map(byRow(name).map(({ id, measures }) => [id, measures[metric] ?? null])));
    const complete = [...cells[0]!.keys()].flatMap((id) => {
      const values = cells.map((cell) => cell.get(id) ?? null);
      return values.includes(null) ? [] : [values as [number, number, number, number]];
    });
    if (complete.length === 0) return [];
    const average = (at: number) => complete.reduce((sum, values) => sum + values[at]!, 0) / complete.length;
    const { missing: _, ...interaction } = meanInterval(
      complete.map(([neither, rephrase, filter, both]) => both - filter - (rephrase - neither)),
      { seed },
    );
    return [{ metric, neither: average(0), rephrase: average(1), filter: average(2), both: average(3), interaction }];
  });
}

/** Names that several things share are where a filter that sees only title and preview should go wrong. */
const AMBIGUOUS = 'ambiguous';

function droppingOf(byRow: ByRow): Dropping[] {
  return ['rag-filters', 'rag-filters-rephrase'].flatMap((row) => {
    const judged = byRow(row).filter(({ row: { evidence } }) => evidence !== null);
    const isAmbiguous = ({ row: { type } }: Measured) => type === AMBIGUOUS;
    return [
      dropping(judged.filter(isAmbiguous), { row, type: AMBIGUOUS }),
      dropping(
        judged.filter((one) => !isAmbiguous(one)),
        { row, type: 'all others' },
      ),
    ].filter(({ questions }) => questions > 0);
  });
}

function dropping(judged: readonly Measured[], named: Pick<Dropping, 'row' | 'type'>): Dropping {
  const evidence = judged.map(({ row }) => row.evidence!);
  const sum = (of: (one: (typeof evidence)[number]) => number) => evidence.reduce((total, one) => total + of(one), 0);
  return {
    ...named,
    questions: judged.length,
    found: sum(({ golds, lost }) => golds - lost['search-web']),
    dropped: sum(({ lost }) => lost['screen-hits']),
    questionsLosing: evidence.filter(({ lost }) => lost['screen-hits'] > 0).length,
  };
}

function winsOf(byRow: ByRow, seed: number): AblationReport['wins'] {
  const judged = ['relevance_score', 'faithfulness_score', WEIGHTED].flatMap((metric) => wonBy(metric, byRow, seed));
  const ours = judged.length > 0 ? judged : wonBy('contains', byRow, seed);
  return ours.length > 0 ? { published: gRagWins, ours } : null;
}

function wonBy(metric: string, byRow: ByRow, seed: number): Won[] {
  const champion = new Map(byRow('champion').map(({ id, measures }) => [id, measures[metric]]));
  const pairs = byRow('submitted').flatMap(({ id, measures }) => {
    const [first, second] = [champion.get(id), measures[metric]];
    return typeof first === 'number' && typeof second === 'number' ? [[first, second] as const] : [];
  });
  return pairs.length > 0 ? [{ metric, test: pairedTest(pairs, { seed }) }] : [];
}
