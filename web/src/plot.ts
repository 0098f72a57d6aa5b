/** uPlot, with the look of the page. Loaded when something is plotted. */
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export type Line = { readonly label: string; readonly colour: string; readonly dash: readonly number[] };
export type PlotInput = {
  readonly data: uPlot.AlignedData;
  readonly lines: readonly Line[];
  readonly height: number;
  readonly ink: string;
  readonly grid: string;
};

/** Under the pointer; without one, at the end. */
const shown = (value: number | null | undefined): string => value?.toFixed(3) ?? '';

export function draw(box: HTMLElement, { data, lines, height, ink, grid }: PlotInput): uPlot {
  const axis = {
    stroke: ink,
    grid: { stroke: grid, width: 1 },
    ticks: { stroke: grid, width: 1 },
    font: '12px system-ui, sans-serif',
  };
  const plot = new uPlot(
    {
      width: box.clientWidth,
      height,
      scales: { x: { time: false } },
      axes: [{ ...axis, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000] }, axis],
      series: [
        { label: 'questions', value: (plot: uPlot, at: number | null) => `${at ?? plot.data[0]?.at(-1) ?? ''}` },
        ...lines.map(({ label, colour, dash }) => ({
          label,
          stroke: colour,
          width: 2,
          dash: [...dash],
          spanGaps: true,
          points: { show: false },
          value: (plot: uPlot, at: number | null, line: number) =>
            shown(at ?? [...(plot.data[line] ?? [])].findLast((one) => typeof one === 'number')),
        })),
      ],
    },
    data,
    box,
  );
  new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height })).observe(box);
  return plot;
}
