/**
 * Measures the citations of every pipeline and compares them with experiments/data/citations.yaml: node scripts/citations-experiment.mjs [embedded|writer] [pipeline,...].
 * Exit code 1 when a figure is not as expected. All of it takes about half an hour on two cores.
 */
import { comparing, expectedIn, measure } from './measured.mjs';

const { tolerance, ...modes } = expectedIn('citations.yaml');
const { compare, finish } = comparing(tolerance);
const [mode, pipelines] = process.argv.slice(2);

for (const [name, expected] of Object.entries(modes).filter(([name]) => !mode || name === mode)) {
  const rows = measure('citations', [name, ...(pipelines ? [pipelines] : [])]);
  for (const { pipeline, ...figures } of rows)
    for (const [figure, value] of Object.entries(expected[pipeline] ?? {}))
      compare(`${name} ${pipeline} ${figure}`, value, figures[figure]);
}
finish();
