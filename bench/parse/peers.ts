/**
 * The extractors we compare with, from bench/peers (npm install --prefix bench/peers). An absent peer is reported, not
 * an error.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parseTree, textOf } from '../../src/text/page/tree.js';

export type Extractor = {
  readonly name: string;
  readonly extract: (html: string, url: string) => string | Promise<string>;
};

type Reader = new (document: unknown, options?: object) => { parse(): { content?: string | null } | null };
type Defuddle = (input: unknown, url: string) => Promise<{ content?: string }>;

const load = createRequire(new URL('../peers/package.json', import.meta.url));

export async function loadPeers(): Promise<Extractor[]> {
  try {
    const { parseHTML } = (await import(pathToFileURL(load.resolve('linkedom')).href)) as {
      parseHTML: (html: string) => { document: unknown };
    };
    const { Readability } = load('@mozilla/readability') as { Readability: Reader };
    const { Defuddle } = (await import(
      new URL('../peers/node_modules/defuddle/dist/node.js', import.meta.url).href
    )) as {
      Defuddle: Defuddle;
    };
    // defuddle prints every broken JSON-LD script of the pages
    console.error = () => {};
    return [
      {
        name: 'readability',
        extract: (html) => plainText(new Readability(parseHTML(html).document).parse()?.content ?? ''),
      },
      {
        name: 'defuddle',
        extract: async (html, url) => plainText((await Defuddle(parseHTML(html).document, url)).content ?? ''),
      },
    ];
  } catch (error) {
    console.log(`peers are missing (npm install --prefix bench/peers): ${String(error).split('\n')[0]}`);
    // defuddle prints every broken JSON-LD script of the pages
    console.error = () => {};
    return [];
  }
}

/** The gold text has neither the headline nor captions, so both are dropped for everyone. */
function plainText(html: string): string {
  return textOf(parseTree(html.replace(/<figcaption[\s\S]*?<\/figcaption>|<h1[\s\S]*?<\/h1>/gi, ' ')).root);
}
