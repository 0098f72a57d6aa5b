/** Errors of the library name its options; who typed a command is told the flags that stand for them. */
const FLAGS: Readonly<Record<string, string>> = {
  timeoutMs: '--timeout',
  maxCostUsd: '--max-cost',
  dataDirectory: '--data-directory',
  'calls.record': '--record',
  'factScore: gold': '--fact-score gold',
  'the setting docs': '--docs',
  'the setting corpus': '--corpus',
  'resume: true': '--resume',
  skipBad: '--skip-bad',
};

/** Not "limits.timeoutMs", nor "at dataDirectory": that is a place in a configuration file. */
const OPTION = new RegExp(`(?<![\\w.]|at )(?:${Object.keys(FLAGS).join('|').replaceAll('.', '\\.')})(?!\\w)`, 'g');

export function flagWords(message: string): string {
  return message.replace(OPTION, (option) => FLAGS[option] ?? option);
}
