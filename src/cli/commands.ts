/**
 * The commands, one file each. Each is loaded when it is named, so that it does not pay for the others; all of them for
 * help.
 */
import type { Command } from 'commander';

type Load = () => Promise<Command>;

const COMMANDS: Readonly<Record<string, Load>> = {
  ask: async () => (await import('./ask.js')).askCommand(),
  chat: async () => (await import('./chat.js')).chatCommand(),
  ingest: async () => (await import('./ingest.js')).ingestCommand(),
  search: async () => (await import('./search.js')).searchCommand(),
  corpora: async () => (await import('./corpora.js')).corporaCommand(),
  keys: async () => (await import('./keys.js')).keysCommand(),
  serve: async () => (await import('./serve.js')).serveCommand(),
  verify: async () => (await import('./verify.js')).verifyCommand(),
  mcp: async () => (await import('./mcp.js')).mcpCommand(),
  parse: async () => (await import('./parse.js')).parseCommand(),
  eval: async () => (await import('./eval.js')).evalCommand(),
  compare: async () => (await import('./compare.js')).compareCommand(),
  rate: async () => (await import('./rate.js')).rateCommand(),
  mine: async () => (await import('./mine.js')).mineCommand(),
  synth: async () => (await import('./synth.js')).synthCommand(),
  cost: async () => (await import('./cost.js')).costCommand(),
  report: async () => (await import('./report.js')).reportCommand(),
  grid: async () => (await import('./grid.js')).gridCommand(),
  ablate: async () => (await import('./ablate.js')).ablateCommand(),
  tune: async () => (await import('./tune.js')).tuneCommand(),
  anova: async () => (await import('./anova.js')).anovaCommand(),
  'mmu-ragent': async () => (await import('./mmu-ragent.js')).mmuRagentCommand(),
  liverag: async () => (await import('./liverag.js')).liveRagCommand(),
  models: async () => (await import('./models.js')).modelsCommand(),
  doctor: async () => (await import('./doctor.js')).doctorCommand(),
  config: async () => (await import('./config.js')).configCommand(),
  init: async () => (await import('./init.js')).initCommand(),
};

/** The named command alone, or all. */
export function loadCommands(name: string): Promise<Command[]> {
  const named = Object.hasOwn(COMMANDS, name) ? [COMMANDS[name] as Load] : Object.values(COMMANDS);
  return Promise.all(named.map((load) => load()));
}
