/** Every icon is a few strokes on a grid of 20. Labels stand beside them, so they are hidden from screen readers. */
const PATHS = {
  ask: 'M4 5h12v8H9l-4 3v-3H4z',
  history: 'M10 5v5l3 2M4 10a6 6 0 1 0 2-4.5M4 3v3h3',
  compare: 'M3 4h6v12H3zM11 4h6v12h-6z',
  check: 'M4 4h12v12H4zM7 10l2 2 4-4',
  library: 'M4 4h3v12H4zM8.5 4h3v12h-3zM13 4.5l2.8-.6 2 11.6-2.8.6z',
  lab: 'M8 3h4M9 3v5l-4 7a1.3 1.3 0 0 0 1.2 2h7.6a1.3 1.3 0 0 0 1.2-2l-4-7V3M7 12h6',
  fold: 'M12 5l-5 5 5 5',
  unfold: 'M8 5l5 5-5 5',
  more: 'M5 10h.1M10 10h.1M15 10h.1',
  settings: 'M3 6h8M15 6h2M3 14h2M9 14h8M11 4v4h4V4zM5 12v4h4v-4z',
  send: 'M4 10h12M11 5l5 5-5 5',
  stop: 'M5 5h10v10H5z',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  share: 'M8 12l4-4M7 9l-2 2a3 3 0 0 0 4 4l2-2M9 7l2-2a3 3 0 0 1 4 4l-2 2',
  save: 'M10 3v9M6 9l4 4 4-4M4 16h12',
  again: 'M15 6a6 6 0 1 0 1 5M16 3v4h-4',
  remove: 'M4 6h12M8 6V4h4v2M6 6l1 10h6l1-10',
  close: 'M5 5l10 10M15 5L5 15',
  supported: 'M4 10l4 4 8-9',
  partial: 'M10 4a6 6 0 1 0 0 12a6 6 0 0 0 0-12M10 4v12',
  contradicted: 'M5 5l10 10M15 5L5 15',
  unsupported: 'M10 5a5 5 0 1 0 0 10a5 5 0 0 0 0-10',
  unchecked: 'M7 8a3 3 0 1 1 4 2.8c-.8.4-1 .9-1 1.7M10 15.5v.5',
  warning: 'M10 4l7 12H3zM10 9v3M10 14v.4',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
