/** The axes of a grid: an option of the pipeline and the values that are tried. */
import { Choice } from './ask-view.js';
import { Icon } from './icons.js';
import type { PipelineInfo } from './types.js';

export type Axis = { readonly option: string; readonly values: string };

type AxisFieldsProps = {
  axes: readonly Axis[];
  change: (axes: readonly Axis[]) => void;
  info: PipelineInfo | undefined;
};

export function AxisFields({ axes, change, info }: AxisFieldsProps) {
  const options = Object.entries(info?.options?.properties ?? {});
  const usual = (name: string) => valuesOf(options.find(([option]) => option === name)?.[1]);
  const set = (at: number, part: Partial<Axis>) =>
    change(axes.map((axis, n) => (n === at ? { ...axis, ...part } : axis)));
  const points = axes
    .filter(({ option }) => option)
    .reduce((product, { values }) => product * Math.max(1, listed(values).length), 1);
  return (
    <fieldset class="axes">
      <legend>What is varied</legend>
      {axes.map(({ option, values }, at) => (
        <div class="row">
          <Choice
            label="Option"
            value={option}
            pick={(name) => set(at, { option: name, values: usual(name) })}
            options={[['', 'choose'], ...options.map(([name]) => [name, name] as const)]}
          />
          <input
            aria-label={`Values of ${option || 'the option'}`}
            value={values}
            placeholder="values, separated by commas"
            onInput={(event) => set(at, { values: event.currentTarget.value })}
          />
          {axes.length > 1 && (
            <button
              type="button"
              class="quiet"
              aria-label={`Leave out ${option || 'this option'}`}
              onClick={() => change(axes.filter((_, n) => n !== at))}
            >
              <Icon name="remove" />
            </button>
          )}
        </div>
      ))}
      <p class="row">
        <button type="button" onClick={() => change([...axes, { option: '', values: '' }])}>
          Vary another option
        </button>
        <span class="hint">{points > 1 ? `${points} combinations, each asked all questions` : ''}</span>
      </p>
    </fieldset>
  );
}

const listed = (values: string): string[] =>
  values
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean);

/** A value is read as JSON where it is JSON, else as text. */
export function axesOf(axes: readonly Axis[]): Record<string, unknown[]> {
  return Object.fromEntries(
    axes.filter(({ option }) => option).map(({ option, values }) => [option, listed(values).map(read)]),
  );
}

function read(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** What the option can be, where that is a short list. */
function valuesOf(
  schema: { readonly type?: unknown; readonly enum?: readonly unknown[]; readonly default?: unknown } | undefined,
): string {
  if (schema?.type === 'boolean') return 'false, true';
  if (schema?.enum) return schema.enum.join(', ');
  return schema?.default === undefined ? '' : `${schema.default}`;
}
