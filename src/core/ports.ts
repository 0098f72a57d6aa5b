/**
 * Everything from outside comes in through one of these. Adapters live in providers/; stages see only the ports.
 * Every method that may take long accepts an AbortSignal and honours it.
 */
import type { Document, Hit, Passage, Scored } from './data.js';

export type CallOptions = { readonly signal: AbortSignal };

export type Message = { readonly role: 'system' | 'user' | 'assistant'; readonly content: string };

export type JsonSchema = Readonly<Record<string, unknown>>;

export type ChatRequest = {
  readonly messages: readonly Message[];
  /** `schema`: reply with JSON of this schema; `json`: reply with any JSON; `text`: free text. */
  readonly format:
    | { readonly type: 'text' }
    | { readonly type: 'json' }
    | { readonly type: 'schema'; readonly schema: JsonSchema };
  readonly maxTokens?: number;
  /** Asks for this many of the likeliest first tokens; a model that gives none leaves them out of its reply. */
  readonly topLogprobs?: number;
};

/** A token the model might have said, with the natural logarithm of its probability. */
export type TokenOdds = { readonly token: string; readonly logprob: number };

export type TokenUsage = { readonly inputTokens: number; readonly outputTokens: number };

export type ChatReply = {
  readonly text: string;
  /** Why the model stopped: it was done, it hit the token limit, the provider filtered it, or it would not answer. */
  readonly finish: 'stop' | 'length' | 'filter' | 'refusal';
  readonly usage: TokenUsage;
  /** The likeliest first tokens, where they were asked for and the model gives them. */
  readonly firstToken?: readonly TokenOdds[];
  /** It was given before and kept: this time it cost nothing. */
  readonly cached?: true;
};

/**
 * `onText` gets the reply piece by piece as it is written, from models that stream; the pieces together are the reply's
 * text.
 * `onAlive` is called with every piece of a stream, also with those that are no text of the reply: thoughts, the hull
 * of a schema.
 */
export type CompleteOptions = CallOptions & {
  readonly onText?: (piece: string) => void;
  readonly onAlive?: () => void;
};

/** US dollars per million tokens. */
export type Price = { readonly input: number; readonly output: number };

export type ChatModel = {
  readonly name: string;
  /** The strongest reply format the model keeps to. */
  readonly format: 'text' | 'json' | 'schema';
  /** Absent when unknown: an unknown price is shown as unknown, never as zero. */
  readonly price?: Price;
  /** How much it can read at a time, prompt and reply together, where that is known. */
  readonly contextTokens?: number;
  readonly complete: (request: ChatRequest, options: CompleteOptions) => Promise<ChatReply>;
};

/** `small` filters, `large` writes, `judge` grades. One model may serve all. */
export type Role = 'small' | 'large' | 'judge';

export type ChatModels = Readonly<Partial<Record<Role, ChatModel>>>;

export type Embedder = {
  readonly name: string;
  readonly dimensions: number;
  /** Unit vectors, one per text. `keep` says that the texts are documents, which later runs will ask for again. */
  readonly embed: (
    texts: readonly string[],
    options: CallOptions & { readonly keep?: boolean },
  ) => Promise<readonly Float32Array[]>;
};

/** Relevance of each text to the query; comparable within one call only. */
export type Reranker = {
  readonly name: string;
  readonly score: (query: string, texts: readonly string[], options: CallOptions) => Promise<readonly number[]>;
};

/** Probabilities, 0 to 1, that a passage supports or contradicts a claim; what is left to 1 is that it does neither. */
export type Entailment = { readonly supported: number; readonly contradicted: number };

/** One entailment per passage. A claim may be a sentence, or a short answer written as "Question? answer". */
export type Verifier = {
  readonly name: string;
  readonly entail: (claim: string, passages: readonly string[], options: CallOptions) => Promise<readonly Entailment[]>;
};

/**
 * The best short span that answers the question in one passage; `score` is its margin over "no answer here",
 * `answerable` the probability that the passage answers the question at all.
 */
export type Span = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly score: number;
  readonly answerable: number;
};

export type Reader = {
  readonly name: string;
  readonly read: (question: string, passages: readonly string[], options: CallOptions) => Promise<readonly Span[]>;
};

/** By words, by meaning, or both. */
export type RetrievalMode = 'sparse' | 'dense' | 'hybrid';

export type Retrieval = CallOptions & {
  readonly limit: number;
  readonly mode: RetrievalMode;
  /** `lucene`: the query is in Lucene's syntax, and boosts and exclusions count. For words only. */
  readonly syntax?: 'plain' | 'lucene';
  /** How the two lists of a hybrid search are joined; the retriever's own way where left out. */
  readonly fusion?: 'rrf' | 'weighted' | 'zscore';
};

export type RetrievalResult = {
  /** Best first. */
  readonly passages: readonly Scored<Passage>[];
  /** What was really done: words alone where there are no vectors. */
  readonly mode: RetrievalMode;
  /** What of the query could not be understood as it was meant. */
  readonly problems: readonly string[];
};

/** Passages of one's own documents. */
export type Retriever = {
  readonly name: string;
  readonly retrieve: (query: string, options: Retrieval) => Promise<RetrievalResult>;
};

/**
 * `onNote` gets what a reader of the results should know: an engine that failed beside others, a filter that was not
 * kept, what was not searched.
 */
export type SearchOptions = CallOptions & { readonly limit: number; readonly onNote?: (note: string) => void };

export type SearchEngine = {
  readonly name: string;
  /** It searches by meaning too: a whole question finds more than its content words. */
  readonly takesQuestions?: boolean;
  readonly search: (query: string, options: SearchOptions) => Promise<readonly Hit[]>;
};

export type Fetcher = {
  readonly name: string;
  readonly fetch: (url: string, options: CallOptions) => Promise<Document>;
};

/** The small models that come with Winnow, each of which may be switched off. */
export type LocalModels = {
  readonly embedder?: Embedder;
  readonly reranker?: Reranker;
  readonly verifier?: Verifier;
  readonly reader?: Reader;
};
