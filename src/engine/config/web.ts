/** What can be configured about searching and reading the web. */
import { z } from 'zod';
import { choice, flag, wholeNumber } from '../../core/option.js';
import { bareUrl, variableName } from './models.js';

export const SEARCH_ENGINES = ['brave', 'google', 'tavily', 'serper', 'searxng', 'wikipedia', 'local'] as const;
export type SearchEngineName = (typeof SEARCH_ENGINES)[number];

const site = z
  .string()
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/i,
    'must be the name of a site without https:// and path, e.g. example.org',
  );

export const searchSchema = z.strictObject({
  engines: z
    .array(z.enum(['auto', ...SEARCH_ENGINES]))
    .default([])
    .describe(
      'asked together, results merged by rank; empty for docs or corpus alone, which "local" adds to others; "auto" for those whose key is set, else Wikipedia',
    ),
  timeRange: choice(['any', 'day', 'week', 'month', 'year'], 'any', 'how old pages may be, for engines that can tell'),
  sites: z.array(site).max(20).default([]).describe('only pages of these sites and their subdomains'),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'must be a language tag, e.g. de or pt-BR')
    .optional()
    .describe('language of the pages, e.g. de; also the Wikipedia that is searched (else the English one)'),
  region: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'must be a country of two letters, e.g. CH')
    .optional()
    .describe('country for which results are ranked, e.g. CH'),
  timeoutMs: z.number().int().min(1).default(10_000).describe('time for one query to one engine'),
  keyVariables: z
    .strictObject({
      brave: variableName.default('BRAVE_API_KEY'),
      google: variableName.default('GOOGLE_SEARCH_API_KEY'),
      tavily: variableName.default('TAVILY_API_KEY'),
      serper: variableName.default('SERPER_API_KEY'),
    })
    .prefault({})
    .describe('NAME of the environment variable that holds the key'),
  google: z
    .strictObject({
      engineId: z
        .string()
        .regex(/^[\w:.-]+$/, 'must be the id ("cx") that the control panel shows')
        .optional(),
    })
    .prefault({})
    .describe('id ("cx") of the Programmable Search engine'),
  searxng: z
    .strictObject({ baseUrl: bareUrl.optional() })
    .prefault({})
    .describe('e.g. http://localhost:8888; a private address must be named in allowPrivateHosts too'),
});

export type SearchConfig = z.infer<typeof searchSchema>;

export const fetchSchema = z.strictObject({
  robots: flag(true, 'keep to robots.txt (RFC 9309); switch it off only for sites that allow you to'),
  contact: bareUrl.optional().describe('address in our User-Agent that tells site owners who you are'),
  timeoutMs: z.number().int().min(1).default(15_000).describe('time for one page'),
  connectTimeoutMs: z.number().int().min(1).default(5_000).describe('time to connect to a host'),
  maxBytes: z
    .number()
    .int()
    .min(1024)
    .default(10 * 1024 * 1024)
    .describe('bytes of one page, counted after unpacking'),
  perHost: z
    .strictObject({
      concurrency: wholeNumber([1, 16], 2, 'pages asked of one host at a time'),
      delayMs: z
        .number()
        .int()
        .min(0)
        .default(200)
        .describe('pause between two requests to one host; a Crawl-delay counts if longer'),
    })
    .prefault({}),
  cache: z
    .strictObject({
      maxBytes: z
        .number()
        .int()
        .min(0)
        .default(256 * 1024 * 1024)
        .describe('size of the cache of pages in the data directory; 0 for none'),
    })
    .prefault({}),
  browser: z
    .strictObject({
      mode: choice(
        ['off', 'empty-pages'],
        'off',
        'run scripts in headless Chromium for pages that are empty without; needs playwright-core and a Chromium',
      ),
      executablePath: z.string().min(1).optional().describe('the Chromium to start; default: the usual places'),
      timeoutMs: z.number().int().min(1000).default(20_000).describe('time for one page in the browser'),
      maxBytes: z
        .number()
        .int()
        .min(1024)
        .default(20 * 1024 * 1024)
        .describe('bytes of a page with all that it loads'),
    })
    .prefault({}),
  scrapingdog: z
    .strictObject({
      mode: choice(
        ['off', 'blocked', 'always'],
        'off',
        'read pages through Scrapingdog: those that turn us away, or all',
      ),
      keyVariable: variableName
        .default('SCRAPINGDOG_API_KEY')
        .describe('NAME of the environment variable that holds its key'),
      scripts: flag(false, 'let it run scripts, at a higher price'),
    })
    .prefault({}),
});

export type FetchConfig = z.infer<typeof fetchSchema>;
