/** Light, dark, or as the system has it; kept on this machine. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
const KEPT = 'winnow-theme';

export const theme = (): Theme => THEMES.find((one) => one === localStorage.getItem(KEPT)) ?? 'system';

export function setTheme(to: Theme): void {
  localStorage.setItem(KEPT, to);
  applyTheme();
}

export function applyTheme(): void {
  document.documentElement.dataset.theme = theme();
}
