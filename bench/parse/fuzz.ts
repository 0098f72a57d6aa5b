export function fuzz(_documents: number, _seed: number): void {}
