export function buildIfStale(announce?: () => void): void;
