/**
 * The commands, one file each. Each is loaded when it is named, so that it does not pay for the others; help lists what
 * stands here and loads none.
 */
import { Command } from 'commander';

type ListedCommand = {
  /** Its arguments, as help shows them after the options. */
  readonly shown: string;
  readonly description: string;
  readonly load: () => Promise<Command>;
};

export const COMMANDS: Readonly<Record<string, ListedCommand>> = {
  ask: {
    shown: '[question...]',
    description: 'answer a question with checked citations',
    load: async () => (await import('./ask.js')).askCommand(),
  },
  chat: {
    shown: '',
    description: 'ask one question after another; follow-ups are understood',
    load: async () => (await import('./chat.js')).chatCommand(),
  },
  ingest: {
    shown: '[sources...]',
    description: 'read documents into a corpus; run it again to go on or to take up changes',
    load: async () => (await import('./ingest.js')).ingestCommand(),
  },
  search: {
    shown: '[query...]',
    description: 'search a corpus by words, by meaning, or both',
    load: async () => (await import('./search.js')).searchCommand(),
  },
  corpora: {
    shown: '',
    description: 'list the corpora, or delete one',
    load: async () => (await import('./corpora.js')).corporaCommand(),
  },
  keys: {
    shown: '[command]',
    description: 'make, list and revoke API keys of the server',
    load: async () => (await import('./keys.js')).keysCommand(),
  },
  serve: {
    shown: '',
    description: 'serve the HTTP API and the page',
    load: async () => (await import('./serve.js')).serveCommand(),
  },
  verify: {
    shown: '<file>',
    description: 'check every claim of a text against the sources it names',
    load: async () => (await import('./verify.js')).verifyCommand(),
  },
  mcp: {
    shown: '',
    description: 'serve the tools ask, search, read and verify to MCP clients over stdin and stdout',
    load: async () => (await import('./mcp.js')).mcpCommand(),
  },
  parse: {
    shown: '<file|url>',
    description: "show a page's section tree",
    load: async () => (await import('./parse.js')).parseCommand(),
  },
  eval: {
    shown: '',
    description: 'ask a question set of one or more pipelines and score the answers',
    load: async () => (await import('./eval.js')).evalCommand(),
  },
  compare: {
    shown: '<first> <second>',
    description: 'compare two runs, or two files of scores, question by question',
    load: async () => (await import('./compare.js')).compareCommand(),
  },
  rate: {
    shown: '<run>',
    description: 'write a blind sheet on which people rate the answers of a run, or read filled sheets back',
    load: async () => (await import('./rate.js')).rateCommand(),
  },
  mine: {
    shown: '<run>',
    description: 'make a new question set from the hard questions of a run, mixed with random ones',
    load: async () => (await import('./mine.js')).mineCommand(),
  },
  synth: {
    shown: '',
    description: 'make questions with answers and gold documents from a corpus or a folder',
    load: async () => (await import('./synth.js')).synthCommand(),
  },
  cost: {
    shown: '<run>',
    description: 'money and time of a run at larger volumes, and how a budget splits over the roles',
    load: async () => (await import('./cost.js')).costCommand(),
  },
  report: {
    shown: '<run> [other]',
    description:
      'one HTML file about a run, a grid, or two runs: scores, funnel, cost, risk, heat map, worst questions',
    load: async () => (await import('./report.js')).reportCommand(),
  },
  grid: {
    shown: '<experiment.yaml>',
    description: 'ask a question set at every combination of options of one pipeline, and explain the differences',
    load: async () => (await import('./grid.js')).gridCommand(),
  },
  ablate: {
    shown: '<pipeline>',
    description: "run the rows of a paper's ablation and show them beside the published figures",
    load: async () => (await import('./ablate.js')).ablateCommand(),
  },
  tune: {
    shown: '<pipeline>',
    description:
      'try variants of a pipeline on one half of the questions, and say by the other half whether the best is better',
    load: async () => (await import('./tune.js')).tuneCommand(),
  },
  anova: {
    shown: '',
    description: 'N-way analysis of variance over a file of scores',
    load: async () => (await import('./anova.js')).anovaCommand(),
  },
  'mmu-ragent': {
    shown: '',
    description: 'answer a validation file of MMU-RAGent, as its submission file',
    load: async () => (await import('./mmu-ragent.js')).mmuRagentCommand(),
  },
  liverag: {
    shown: '',
    description: 'answer a question file of LiveRAG, as its answer file',
    load: async () => (await import('./liverag.js')).liveRagCommand(),
  },
  models: {
    shown: '[command]',
    description: 'list the models that run in-process, get one, or check the files',
    load: async () => (await import('./models.js')).modelsCommand(),
  },
  doctor: {
    shown: '',
    description: 'say what is configured, what works, and what to do about the rest',
    load: async () => (await import('./doctor.js')).doctorCommand(),
  },
  config: {
    shown: '',
    description: 'print the effective configuration and where each value comes from',
    load: async () => (await import('./config.js')).configCommand(),
  },
  init: {
    shown: '',
    description: 'write a commented winnow.config.yaml',
    load: async () => (await import('./init.js')).initCommand(),
  },
};

/** The command that is named first, with all that it takes; where none is, all of them as help lists them. */
export async function commandsFor(argv: readonly string[]): Promise<Command[]> {
  const name = argv.find((given) => given !== 'help' && !given.startsWith('-')) ?? '';
  const named = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return named ? [(await named.load()).description(named.description)] : Object.entries(COMMANDS).map(listed);
}

function listed([name, { shown, description }]: [string, ListedCommand]): Command {
  return new Command(name).usage(`[options] ${shown}`.trimEnd()).description(description);
}
