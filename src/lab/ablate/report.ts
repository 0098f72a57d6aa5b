/**
 * An ablation beside its paper: our scores per row, what the filters drop and lose, two switches crossed, right pages
 * dropped, and two rows by question.
 */
import type { CrossedRows, HeadToHead, PublishedTable } from '../../core/ablation.js';
import { type MeanInterval, meanInterval } from '../../text/metrics/bootstrap.js';
import { mean } from '../../text/stats/moments.js';
import { type PairedTest, pairedTest } from '../../text/stats/paired.js';
import type { EvalRow } from '../run/row.js';
import { byModelOf, type FellBack, fellBackOf } from '../run/stand-in.js';
import { type ByRow, groupedByRow, type MeasuredRow, meanScore, WEIGHTED } from './measured.js';
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

/**
 * What a model or an encoder graded, and the text after the check where it scores otherwise: shown where there is any.
 */
export const GRADED_METRICS = ['relevance_score', 'faithfulness_score', 'bertScore', 'factScore'] as const;
export const CHECKED_METRICS = ['checked.contains', 'checked.rougeL'] as const;

/** Where results are judged before they are opened: elsewhere those that are not opened were not judged. */
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

export type CrossedMeans = {
  readonly metric: string;
  /** Means with neither switch, the first, the second, and both. */
  readonly neither: number;
  readonly first: number;
  readonly second: number;
  readonly both: number;
  /**
   * What the first gains with the second over what it gains without: (both - second) - (first - neither), with its
   * interval over questions.
   */
  readonly interaction: Pick<MeanInterval, 'mean' | 'low' | 'high' | 'n'>;
};

export type DroppedPages = {
  readonly row: string;
  readonly type: string;
  readonly questions: number;
  /**
   * Gold pages that the search had found, those of them that the result filter dropped, and the questions that lost
   * one.
   */
  readonly found: number;
  readonly dropped: number;
  readonly questionsLosing: number;
};

export type HeadToHeadTest = { readonly metric: string; readonly test: PairedTest };

export type AblationReport = {
  readonly pipeline: string;
  readonly questions: number;
  readonly hasModel: boolean;
  readonly rows: readonly RowReport[];
  readonly tables: readonly ComparedTable[];
  readonly shares: readonly {
    readonly what: string;
    readonly published: number;
    readonly source: string;
    readonly ours: number | null;
  }[];
  readonly crossed: (Pick<CrossedRows, 'factors' | 'note'> & { readonly metrics: readonly CrossedMeans[] }) | null;
  readonly dropping: readonly DroppedPages[];
  /** One row against another, by question: by the judge's scores as in the paper, else by gold answers. */
  readonly wins: { readonly published: HeadToHead; readonly ours: readonly HeadToHeadTest[] } | null;
};

export type ReportInput = {
  readonly ablation: Ablation;
  readonly rows: readonly EvalRow[];
  readonly hasModel: boolean;
  readonly seed: number;
};

export function reportAblation({ ablation, rows, hasModel, seed }: ReportInput): AblationReport {
  const asked = groupedByRow(rows);
  const source = new Map(ablation.rows.map(({ name, as }) => [name, as?.row ?? name]));
  const byRow: ByRow = (name) => asked.get(source.get(name) ?? name) ?? [];
  const { tables, shares, crossed, resultFilter, headToHead } = ablation.definition;
  return {
    pipeline: ablation.pipeline,
    questions: new Set(rows.map(({ id }) => id)).size,
    hasModel,
    rows: ablation.rows.map((row) => rowReport(row, { byRow, judgesResults: resultFilter !== undefined })),
    tables: tables.map((table) => comparedTable(table, byRow)),
    shares: (shares?.published ?? []).map(({ what, metric, value, source: at }) => ({
      what,
      published: value,
      source: at,
      ours: meanScore(byRow(shares!.row), metric),
    })),
    crossed: crossed ? crossedOf(crossed, byRow, seed) : null,
    dropping: droppingOf(resultFilter ?? [], byRow),
    wins: headToHead ? winsOf(headToHead, byRow, seed) : null,
  };
}

type RowContext = { readonly byRow: ByRow; readonly judgesResults: boolean };

function rowReport(
  { name, as, needsModel, notComparable }: AblationRow,
  { byRow, judgesResults }: RowContext,
): RowReport {
  const own = byRow(name);
  const meanOf = (metric: string) => (judgesResults || !OF_RESULTS.has(metric) ? meanScore(own, metric) : null);
  const rows = own.map(({ row }) => row);
  return {
    name,
    needsModel,
    ...(as && { as }),
    ...(notComparable !== undefined && { notComparable }),
    means: Object.fromEntries(
      [...ROW_METRICS, ...GRADED_METRICS, ...CHECKED_METRICS].map((metric) => [metric, meanOf(metric)]),
    ),
    questions: own.length,
    standIns: byModelOf(rows).standIns,
    fellBack: fellBackOf(rows),
  };
}

function comparedTable(table: PublishedTable, byRow: ByRow): ComparedTable {
  const ours = (row: string | undefined) =>
    table.columns.map(({ ours: metric, times = 1 }) => {
      const value = row === undefined || metric === undefined ? null : meanScore(byRow(row), metric);
      return value === null ? null : value * times;
    });
  return { ...table, rows: table.rows.map((row) => ({ ...row, ours: ours(row.row) })) };
}

function crossedOf({ rows, factors, note }: CrossedRows, byRow: ByRow, seed: number): AblationReport['crossed'] {
  const metrics = ['contains', 'rougeL', 'citation.anyGold'].flatMap((metric) => {
    const cells = rows.map((name) => new Map(byRow(name).map(({ id, measures }) => [id, measures[metric] ?? null])));
    const complete = [...cells[0]!.keys()].flatMap((id) => {
      const values = cells.map((cell) => cell.get(id) ?? null);
      return values.includes(null) ? [] : [values as [number, number, number, number]];
    });
    if (complete.length === 0) return [];
    const average = (at: number) => mean(complete.map((values) => values[at]!));
    const gains = complete.map(([neither, first, second, both]) => both - second - (first - neither));
    const { missing: _, ...interaction } = meanInterval(gains, { seed });
    return [{ metric, neither: average(0), first: average(1), second: average(2), both: average(3), interaction }];
  });
  return metrics.length > 0 ? { factors, note, metrics } : null;
}

/** Names that several things share are where a filter that sees only title and preview should go wrong. */
const AMBIGUOUS = 'ambiguous';

function droppingOf(filtered: readonly string[], byRow: ByRow): DroppedPages[] {
  return filtered.flatMap((row) => {
    const judged = byRow(row).filter(({ row: { evidence } }) => evidence !== null);
    const isAmbiguous = ({ row: { type } }: MeasuredRow) => type === AMBIGUOUS;
    return [
      dropping(judged.filter(isAmbiguous), { row, type: AMBIGUOUS }),
      dropping(
        judged.filter((one) => !isAmbiguous(one)),
        { row, type: 'all others' },
      ),
    ].filter(({ questions }) => questions > 0);
  });
}

function dropping(judged: readonly MeasuredRow[], named: Pick<DroppedPages, 'row' | 'type'>): DroppedPages {
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

function winsOf(published: HeadToHead, byRow: ByRow, seed: number): AblationReport['wins'] {
  const wonBy = (metric: string): HeadToHeadTest[] => {
    const pairs = pairsOf(published, metric, byRow);
    return pairs.length > 0 ? [{ metric, test: pairedTest(pairs, { seed }) }] : [];
  };
  const judged = ['relevance_score', 'faithfulness_score', WEIGHTED].flatMap(wonBy);
  const ours = judged.length > 0 ? judged : wonBy('contains');
  return ours.length > 0 ? { published, ours } : null;
}

function pairsOf({ rows: [first, second] }: HeadToHead, metric: string, byRow: ByRow): (readonly [number, number])[] {
  const others = new Map(byRow(second).map(({ id, measures }) => [id, measures[metric]]));
  return byRow(first).flatMap(({ id, measures }) => {
    const [other, own] = [others.get(id), measures[metric]];
    return typeof other === 'number' && typeof own === 'number' ? [[other, own] as const] : [];
  });
}
