/** What parsing one document may take; the setting `parse` changes it (engine/config/parse.ts). */
export type ParseLimits = {
  /** From when its parser has begun. */
  readonly timeoutMs: number;
  /** Everything counted: buffers too, which an archive that unpacks without end would fill. */
  readonly memoryMb: number;
  /** Of an HTML page; what comes after is cut, and said to be. As large crawlers do (Googlebot reads 2 to 15 MB). */
  readonly maxPageCharacters: number;
};

export const DEFAULT_LIMITS: ParseLimits = { timeoutMs: 30_000, memoryMb: 1024, maxPageCharacters: 5_000_000 };
