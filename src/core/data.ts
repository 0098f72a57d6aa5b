/**
 * The nouns of Winnow. Everything that moves between stages is one of these, plain and read-only.
 * Not here: anything that does something. See stage.ts, run.ts and ports.ts for that.
 */

export type Question = {
  readonly text: string;
  /** ISO time. Prompts and rules take "now" from here; they never read the clock. */
  readonly askedAt: string;
};

/** An earlier question of a conversation and what it was answered. */
export type Turn = { readonly question: string; readonly answer: string };

/** A search result, before anything was fetched. */
export type Hit = {
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
  /** ISO date, where the search engine knows one. */
  readonly date?: string;
  /** Where on the page the engine found it, best first; only an engine over passages knows. */
  readonly places?: readonly Place[];
};

/** A stretch of a page's text; scores of one search are comparable, those of two are not. */
export type Place = { readonly start: number; readonly end: number; readonly score: number };

/** A stretch of a document under its headings. `text` is `document.text.slice(start, end)`. */
export type Section = {
  /** Titles of the headings above, outermost first; empty for text before the first heading. */
  readonly headings: readonly string[];
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Where the section begins and ends in the raw page, in characters; absent where the format has no such place. */
  readonly raw?: { readonly start: number; readonly end: number };
  /** Where a reader of the file finds it: "page 3", "slide 2", "cells A2:F9", "lines 10-14". */
  readonly location?: string;
  /** Nothing but links to other pages by their titles: it says nothing itself. */
  readonly isLinks?: true;
};

/** Something the parser left out of a page, and why. */
export type LeftOut = { readonly what: string; readonly why: string; readonly characters: number };

export type ThreadComment = {
  readonly author: string;
  readonly score: number;
  readonly body: string;
  /** The best first. */
  readonly replies: readonly ThreadComment[];
};

/**
 * A discussion as a tree, beside the text that was made of it: pipelines that read the best comments alone choose from
 * it.
 */
export type Thread = {
  readonly title: string;
  readonly text: string;
  readonly comments: readonly ThreadComment[];
  readonly deleted: number;
  readonly stubs: number;
  readonly date?: string;
};

/** A page or file after parsing: clean markdown text, cut into sections. */
export type Document = {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly sections: readonly Section[];
  readonly description?: string;
  /** ISO date on which the page says it was published or last changed. */
  readonly date?: string;
  /** BCP 47 language tag, declared or detected. */
  readonly language?: string;
  readonly leftOut?: readonly LeftOut[];
  /** Of a discussion that was read whole. */
  readonly thread?: Thread;
};

export type DocumentRef = Pick<Document, 'id' | 'url' | 'title' | 'date'>;

/** What is filtered, ranked and cited. A section (HiFi-RAG) and a chunk (ChunkRAG) are two ways to make one. */
export type Passage = {
  readonly id: string;
  readonly source: DocumentRef;
  readonly headings: readonly string[];
  readonly text: string;
  /** Offsets of `text` in the document's text. */
  readonly start: number;
  readonly end: number;
  /** As in its section. */
  readonly location?: string;
  /** As in its section: such a passage is not quoted. */
  readonly isLinks?: true;
};

/** Higher is better, always. */
export type Scored<T> = T & { readonly score: number };

/**
 * `partial`: sources carry a part and say nothing of the rest; `contradicted`: they say otherwise; `unsupported`: they
 * do not say it;
 * `unchecked`: nobody here could tell.
 */
export type Verdict = 'supported' | 'partial' | 'contradicted' | 'unsupported' | 'unchecked';

/**
 * What a page says to a claim; `quote` is its text from `start` to `end`. `n` is its number where it is among the
 * sources: what contradicts a claim need not be.
 */
export type ClaimEvidence = {
  readonly n?: number;
  readonly url: string;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
};

/**
 * A sentence of the answer, `text === answer.text.slice(start, end)`, and the numbers of the sources that support it.
 */
export type Claim = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly sources: readonly number[];
  readonly verdict?: Verdict;
  readonly evidence?: readonly ClaimEvidence[];
  /** What was done to the sentence after it was written. */
  readonly repaired?: string;
};

export type Answer = {
  readonly status: 'answered' | 'abstained';
  readonly text: string;
  readonly claims: readonly Claim[];
  /** The span or sentence that answers by itself, where one could be told apart. */
  readonly short?: string;
  /** What the writer wrote, before anything was checked, mended or left out; absent where nobody wrote. */
  readonly written?: string;
  /**
   * Says what the question takes for granted and the sources contradict: the answer itself, or beside what a model
   * wrote.
   */
  readonly corrects?: string;
};

export type CitedPassage = Pick<Passage, 'id' | 'headings' | 'text' | 'start' | 'end' | 'location'>;

/** A cited document under its number, with the passages that carry the claims. */
export type Source = {
  readonly n: number;
  readonly url: string;
  readonly title: string;
  readonly passages: readonly CitedPassage[];
};

export type PageRef = { readonly url: string; readonly title: string };

/** Why a page was not read. */
export type UnreadKind =
  | 'not-public' // the address leads into a private network, or is no web address
  | 'robots' // the site's robots.txt asks programs to stay away
  | 'blocked' // the site turned us away: login, captcha, too many requests
  | 'paywall' // only subscribers may read it
  | 'not-found'
  | 'too-large'
  | 'empty' // no text, or none without running scripts
  | 'timeout'
  | 'unreadable' // of a kind or in a state that cannot be parsed
  | 'unavailable'; // anything else that kept it from us

export type UnreadPage = { readonly url: string; readonly kind: UnreadKind; readonly reason: string };

/** How much came in and how much was kept, stage by stage. */
export type Funnel = {
  readonly queries: number;
  readonly hits: number;
  readonly hitsKept: number;
  readonly pages: number;
  readonly sections: number;
  readonly sectionsKept: number;
};

export type Usage = {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** `null` when a model without a known price was used. */
  readonly costUsd: number | null;
  readonly ms: number;
};

/**
 * A stage that could not work as asked, and what it did instead. `prompt`: what a configured model was asked for in
 * vain.
 */
export type Fallback = { readonly stage: string; readonly reason: string; readonly prompt?: string };

/** A question that a pipeline asked itself on the way, what it found, and why it went no further. */
export type PlanStep = {
  readonly round: number;
  readonly question: string;
  readonly queries: readonly string[];
  readonly found: readonly PageRef[];
  /** What the pages said to it; `null` when they said nothing. */
  readonly answer: string | null;
  readonly stopped: string;
};

/** A stretch of a page, `quote` being its text from `start` to `end`. */
export type Quotation = PageRef & {
  readonly date?: string;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
};

/**
 * Pages that say different things of one matter. `says` begins with what the answer follows; `why` tells why it does.
 */
export type Conflict = { readonly claim: string; readonly says: readonly Quotation[]; readonly why: string };

/** What a pipeline returns; `run` adds the rest to make a `Result`. Pipelines that plan add their plan. */
export type Outcome = {
  readonly answer: Answer;
  readonly sources: readonly Source[];
  readonly plan?: readonly PlanStep[];
  /** How likely the answer is right, 0 to 1; near 0 for an abstention. */
  readonly confidence?: number;
  readonly conflicts?: readonly Conflict[];
};

export type Result = Outcome & {
  readonly question: string;
  /** What a follow-up was understood to ask, in words that stand alone. */
  readonly askedAs?: string;
  readonly pipeline: string;
  readonly read: readonly PageRef[];
  /** Pages that were wanted and could not be had. */
  readonly unread: readonly UnreadPage[];
  readonly funnel: Funnel;
  readonly usage: Usage;
  readonly fallbacks: readonly Fallback[];
};
