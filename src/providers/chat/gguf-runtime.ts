/**
 * node-llama-cpp as far as it is used here. It is no dependency: it brings 100 MB and more of native code that only
 * users of in-process models need, so it is loaded when it is first wanted, and its types are written down here.
 */
import { messageOf, usageError } from '../../core/errors.js';

export type Token = number;

export type HistoryItem =
  | { readonly type: 'system' | 'user'; readonly text: string }
  | { readonly type: 'model'; readonly response: readonly string[] };

export type Session = {
  readonly setChatHistory: (history: readonly HistoryItem[]) => void;
  readonly chatWrapper: {
    generateContextState(of: { chatHistory: readonly HistoryItem[] }): {
      contextText: { tokenize(tokenizer: unknown): Token[] };
    };
  };
  readonly promptWithMeta: (
    prompt: string,
    options: {
      readonly maxTokens: number;
      readonly temperature: number;
      readonly signal: AbortSignal;
      /** Thoughts would eat up the few tokens of a short reply. */
      readonly budgets: { readonly thoughtTokens: number };
      readonly grammar?: unknown;
      readonly onTextChunk?: (piece: string) => void;
    },
  ) => Promise<{ readonly responseText: string; readonly stopReason: string }>;
};

export type Sequence = {
  readonly nextTokenIndex: number;
  /** Forgets what differs from these tokens; what is left is the beginning that they share. */
  adaptStateToTokens(tokens: readonly Token[], allowShift: boolean): Promise<void>;
  controlledEvaluate(
    input: (Token | [Token, { generateNext: { probabilities: true } }])[],
  ): Promise<({ next: { probabilities?: ReadonlyMap<Token, number> } } | undefined)[]>;
};

export type LoadedModel = {
  readonly tokenizer: unknown;
  tokenize(text: string): readonly Token[];
  detokenize(tokens: readonly Token[]): string;
  createContext(options: { contextSize: number | { max: number }; threads: number }): Promise<{
    readonly contextSize: number;
    getSequence(): Sequence;
  }>;
};

export type Llama = {
  loadModel(options: { modelPath: string }): Promise<LoadedModel>;
  createGrammarForJsonSchema(schema: unknown): Promise<unknown>;
  getGrammarFor(type: 'json'): Promise<unknown>;
};

export type Runtime = {
  getLlama(options: {
    build: 'never';
    gpu: 'auto' | false;
    logLevel: 'error';
    progressLogs: false;
    maxThreads: number;
  }): Promise<Llama>;
  readonly LlamaChatSession: new (options: { contextSequence: Sequence }) => Session;
};

const PACKAGE = 'node-llama-cpp';

/** The major version that was tried. */
export const INSTALL_COMMAND = 'npm install node-llama-cpp@3';

export async function loadRuntime(): Promise<Runtime> {
  try {
    return (await import(PACKAGE)) as Runtime;
  } catch (error) {
    const missing =
      error instanceof Error &&
      'code' in error &&
      error.code === 'ERR_MODULE_NOT_FOUND' &&
      error.message.includes(PACKAGE);
    const what = missing ? 'is not installed' : `cannot be loaded (${messageOf(error)})`;
    const how = `Run "${INSTALL_COMMAND}" where winnow-rag is installed (with -g if it was), or configure another provider.`;
    throw usageError(`Models that run in-process need ${PACKAGE}, which ${what}. ${how}`, {
      cause: error,
    });
  }
}
