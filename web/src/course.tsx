/**
 * Lines that settle: the mean of a metric after so many questions, one line for each pipeline, told apart by dashes as
 * well as colour.
 */
import { useEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import { figure, metricWords } from './lab.js';
import type { LabColumn } from './types.js';

const HEIGHT = 230;
const DASHES: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [10, 3, 2, 3]];
const COLOURS = ['--accent', '--good', '--bad', '--soft', '--ink'];

export function Course({ columns, metric }: { columns: readonly LabColumn[]; metric: string }) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<{ readonly drawn: uPlot; readonly shape: string }>(undefined);
  const shown = columns.filter(({ course }) => (course[metric]?.length ?? 0) > 0);
  const shape = JSON.stringify([metric, shown.map(({ label }) => label)]);
  const last = shown.map(({ label, course }) => `${label} ${figure(course[metric]?.at(-1)?.[1] ?? 0)}`).join(', ');
  useEffect(() => {
    let isGone = false;
    // Only the lab draws lines: what draws them is not part of the first load.
    void import('./plot.js').then(({ draw }) => {
      if (isGone || !box.current) return;
      const data = dataOf(shown, metric);
      if (plot.current?.shape === shape) return plot.current.drawn.setData(data);
      plot.current?.drawn.destroy();
      const lines = shown.map(({ label }, at) => ({
        label,
        colour: colourOf(box.current, at),
        dash: DASHES[at % DASHES.length] ?? [],
      }));
      plot.current = {
        shape,
        drawn: draw(box.current, {
          data,
          lines,
          height: HEIGHT,
          ink: colourOf(box.current, 3),
          grid: varOf(box.current, '--line'),
        }),
      };
    });
    return () => {
      isGone = true;
    };
  }, [columns, metric]);
  useEffect(() => () => plot.current?.drawn.destroy(), []);
  return (
    <figure class="course">
      <div ref={box} role="img" aria-label={`${metricWords(metric)}: ${last}`} />
    </figure>
  );
}

/** uPlot draws over one axis: the numbers of questions at which any line has a point. */
function dataOf(columns: readonly LabColumn[], metric: string): uPlot.AlignedData {
  const lines = columns.map(({ course }) => new Map(course[metric]));
  const at = [...new Set(lines.flatMap((line) => [...line.keys()]))].sort((a, b) => a - b);
  return [at, ...lines.map((line) => at.map((n) => line.get(n) ?? null))];
}

const colourOf = (element: Element | null, at: number): string =>
  varOf(element, COLOURS[at % COLOURS.length] ?? '--ink');

/** light-dark() must be resolved before a canvas can use it. */
function varOf(element: Element | null, name: string): string {
  if (!(element instanceof HTMLElement)) return '#888';
  const before = element.style.color;
  element.style.color = `var(${name})`;
  const { color } = getComputedStyle(element);
  element.style.color = before;
  return color;
}
