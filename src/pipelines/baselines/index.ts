/**
 * The baselines that the papers compare themselves with: their definitions, one for each file here that is a pipeline.
 */
import { definePipeline } from '../../core/parts.js';
import type { RetrievalMode } from '../../core/ports.js';
import { crag, cragOptions } from './crag.js';
import { hyde, hydeOptions } from './hyde.js';
import { ircot, ircotOptions } from './ircot.js';
import { itrg, itrgOptions } from './itrg.js';
import { naive, naiveOptions } from './naive.js';
import { naiveWeb, naiveWebOptions } from './naive-web.js';
import { noRetrieval, noRetrievalOptions } from './no-retrieval.js';
import { react, reactOptions } from './react.js';
import { resp, respOptions } from './resp.js';

const naiveDefinition = <const Mode extends RetrievalMode>(mode: Mode, how: string) =>
  definePipeline({
    name: `naive-${mode}`,
    summary: `retrieve ${how}, answer`,
    options: naiveOptions,
    create: naive(mode),
  });

export const baselineDefinitions = [
  naiveDefinition('sparse', 'by words'),
  naiveDefinition('dense', 'by meaning'),
  naiveDefinition('hybrid', 'by words and meaning'),
  definePipeline({
    name: 'naive-web',
    summary: 'search the question, read the pages, answer from the best sections',
    options: naiveWebOptions,
    create: naiveWeb,
  }),
  definePipeline({
    name: 'no-retrieval',
    summary: 'answer from memory, nothing cited',
    options: noRetrievalOptions,
    create: noRetrieval,
  }),
  definePipeline({
    name: 'hyde',
    summary: 'retrieve with an imagined passage (arXiv:2212.10496)',
    options: hydeOptions,
    create: hyde,
  }),
  definePipeline({
    name: 'react',
    summary: 'an agent that searches, looks up and finishes (arXiv:2210.03629)',
    options: reactOptions,
    create: react,
  }),
  definePipeline({
    name: 'ircot',
    summary: 'retrieval and a chain of thought in turns (arXiv:2212.10509)',
    options: ircotOptions,
    create: ircot,
  }),
  definePipeline({
    name: 'itrg',
    summary: 'retrieve with the text written last, write anew, in rounds (arXiv:2310.05149)',
    options: itrgOptions,
    create: itrg,
  }),
  definePipeline({
    name: 'resp',
    summary: 'sub-questions with a global and a local memory (arXiv:2407.13101)',
    options: respOptions,
    create: resp,
  }),
  definePipeline({
    name: 'crag',
    summary: 'grade what was retrieved, correct it from the web (arXiv:2401.15884)',
    options: cragOptions,
    create: crag,
  }),
] as const;
