export function buildPageIfStale(announce?: () => void): Promise<void>;
export function buildPage(): Promise<void>;
