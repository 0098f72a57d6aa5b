/** Light, dark, or as the system has it, and how wide the rail of views is; kept on this machine. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
const KEPT = 'winnow-theme';

export const theme = (): Theme => THEMES.find((one) => one === localStorage.getItem(KEPT)) ?? 'system';

export function setTheme(to: Theme): void {
  localStorage.setItem(KEPT, to);
  applyTheme();
}

export function applyTheme(): void {
  Object.assign(document.documentElement.dataset, { theme: theme(), rail: isRailNarrow() ? 'narrow' : 'wide' });
}

const RAIL = 'winnow-rail';

export const isRailNarrow = (): boolean => localStorage.getItem(RAIL) === 'narrow';

export function setRailNarrow(narrow: boolean): void {
  localStorage.setItem(RAIL, narrow ? 'narrow' : 'wide');
  applyTheme();
}
