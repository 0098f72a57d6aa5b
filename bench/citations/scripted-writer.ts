/**
 * A writer that paraphrases and cites a wrong page one time in five. From the numbered pages it is shown it takes sentences that speak of the
 * question, from gold pages where there are any, says them in other words (paraphrases written by hand, else by rule), and puts a mark behind each.
 * It keeps a record of what it wrote and what it marked. It understands nothing; it is the `large` model of a pipeline.
 */
import type { ChatModel, ChatRequest } from '../../src/core/ports.js';
import { respondingModel } from '../../src/testing/index.js';
import { seededRandom } from '../../src/text/random.js';
import { splitSentences } from '../../src/text/sentences.js';
import { terms } from '../../src/text/terms.js';
import { type Paraphrase, paraphrases } from './cases.js';
import { waysToSay } from './transform.js';

/** A sentence it wrote, the pages that say it, and the page it marked. */
export type Written = { readonly text: string; readonly pages: readonly string[]; readonly marked: string };

export type Assignment = { readonly question: string; readonly gold: readonly string[] };

export type ScriptedWriter = {
  readonly model: ChatModel;
  /** Before each question: what it is, and which pages hold its answer. Forgets what was written. */
  readonly begin: (assignment: Assignment) => void;
  readonly written: () => readonly Written[];
};

/** Text of every page by address, blanks made one. */
export type Pages = ReadonlyMap<string, string>;

export const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

const WRONG = 0.2;
const SENTENCES = 2;
const BLOCK = /^\[(\d+)\][^\n]*\n<<page [^>]*>>\n([\s\S]*?)\n<<end [^>]*>>/gm;
const STATEMENT = /^\p{Lu}[^|#]{30,260}\.$/u;

export function scriptedWriter(pages: Pages, seed: number): ScriptedWriter {
  const random = seededRandom(seed);
  const known = paraphrases('all').filter(({ url }) => typeof url === 'string');
  let assignment: Assignment = { question: '', gold: [] };
  let [last, written]: [string, Written[]] = ['', []];
  let owed = 0; // wrong marks still to be set, where no other page was shown when one was due
  const write = (blocks: readonly Block[]): string => {
    written = chosen(blocks, assignment).map(({ sentence, block }) => {
      const holding = pagesWith(pages, sentence);
      const others = blocks.filter(({ page }) => !holding.includes(page));
      owed += WRONG;
      const isWrong = others.length > 0 && owed >= 1 - 1e-9;
      if (isWrong) owed -= 1;
      const mark = isWrong ? (others[Math.floor(random() * others.length)] as Block) : block;
      return { text: inOtherWords(sentence, known), n: mark.n, pages: holding, marked: mark.page };
    });
    return written.map((one) => `${one.text} [${(one as Written & { n: number }).n}]`).join(' ');
  };
  return {
    begin: (next) => {
      assignment = next;
      [last, written] = ['', []];
    },
    written: () => written,
    model: respondingModel((request) => {
      if (request.format.type !== 'text') return '{"text": ""}';
      const blocks = blocksIn(request, pages);
      // Without pages it is asked to shorten or polish what it wrote: it stays as it is.
      if (blocks.length > 0) last = write(blocks);
      return last || 'The pages do not say.';
    }),
  };
}

type Block = { readonly n: number; readonly page: string; readonly sentences: readonly string[] };

/** A block is of the page that has most of its sentences; its title and headings are none. */
function blocksIn({ messages }: ChatRequest, pages: Pages): Block[] {
  const shown = messages.flatMap(({ role, content }) => (role === 'system' ? [] : [content])).join('\n');
  return [...shown.matchAll(BLOCK)].flatMap(([, n, text = '']) => {
    const lines = text.split('\n').flatMap((line) => splitSentences(line).map((sentence) => flat(sentence.text)));
    const statements = lines.filter((sentence) => STATEMENT.test(sentence));
    const [best] = [...pages]
      .map(([page, whole]) => ({ page, sentences: statements.filter((sentence) => whole.includes(sentence)) }))
      .sort((left, right) => right.sentences.length - left.sentences.length);
    return best && best.sentences.length > 0 ? [{ n: Number(n), ...best }] : [];
  });
}

/** The sentences that share most words with the question, from gold pages where they are among those shown. */
function chosen(blocks: readonly Block[], { question, gold }: Assignment): { readonly sentence: string; readonly block: Block }[] {
  const right = blocks.filter(({ page }) => gold.includes(page));
  const wanted = new Set(terms(question));
  const sharing = (sentence: string) => new Set(terms(sentence).filter((term) => wanted.has(term))).size;
  const all = (right.length > 0 ? right : blocks).flatMap((block) =>
    block.sentences.map((sentence) => ({ sentence, block, shared: sharing(sentence) })),
  );
  const best = all.filter(({ shared }) => shared > 0).sort((left, right) => right.shared - left.shared);
  const distinct = best.filter(({ sentence }, at) => best.findIndex((other) => other.sentence === sentence) === at);
  return distinct.slice(0, SENTENCES);
}

const pagesWith = (pages: Pages, sentence: string): string[] =>
  [...pages].filter(([, text]) => text.includes(sentence)).map(([url]) => url);

function inOtherWords(sentence: string, known: readonly Paraphrase[]): string {
  const byHand = known.find(({ quote }) => typeof quote === 'string' && flat(quote) === sentence);
  return byHand?.paraphrase ?? waysToSay(sentence)[0]?.text ?? sentence;
}
