/**
 * Measures verification and compares it with experiments/data/verify.yaml: node scripts/verify-experiment.mjs [rules|verifier|both ...].
 * Exit code 1 when a figure is not as expected. DataMorgana500, RGB and SciFact need WINNOW_DATA.
 */
import { comparing, expectedIn, measure } from './measured.mjs';

const { tolerance, mutants, labelled } = expectedIn('verify.yaml');
const { compare, finish } = comparing(tolerance);
const wanted = process.argv.length > 2 ? process.argv.slice(2) : ['rules', 'verifier', 'both'];
const VERDICTS = ['supported', 'partial', 'contradicted', 'unsupported'];
const outside = Boolean(process.env.WINNOW_DATA);

for (const way of wanted) {
  for (const set of ['sample', ...(outside ? ['datamorgana'] : [])]) {
    if (!mutants[set][way]) continue;
    const rows = measure('verify', ['mutants', mutants.part, set, way]);
    for (const [kind, value] of Object.entries(mutants[set][way] ?? {}))
      compare(`${set} ${way} ${kind}`, value, rows.find((row) => row.kind === kind)?.flagged);
  }
  for (const [set, ways] of Object.entries(outside ? labelled : {})) {
    if (!(way in ways)) continue;
    const [{ n, accuracy, matrix }] = measure('verify', [set, way]);
    compare(`${set} ${way} accuracy`, ways[way].accuracy, accuracy);
    // The matrix in the file lists supported, partial, contradicted, unsupported; each cell is compared as a share of all claims.
    for (const [label, cells] of Object.entries(ways[way].matrix))
      for (const [at, count] of cells.entries())
        compare(`${set} ${way} ${label} > ${VERDICTS[at]}`, count / n, (matrix[label]?.[VERDICTS[at]] ?? 0) / n);
  }
}
finish();
