export function buildIfStale(announce?: () => void): Promise<void>;
