/** Numbers with their units, as people read them. */
export const seconds = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;

export const money = (usd: number | null | undefined): string =>
  usd === null || usd === undefined
    ? 'price unknown'
    : usd === 0
      ? 'no cost'
      : `$${usd < 0.01 ? usd.toFixed(4) : usd.toFixed(2)}`;

export const count = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

export const percent = (share: number): string => `${Math.round(share * 100)} %`;

export const day = (iso: string): string =>
  new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', ...(iso.length > 10 && { timeStyle: 'short' }) });

export const corpusName = (name: string): string => (name === '~docs' ? 'Configured folder' : name);
