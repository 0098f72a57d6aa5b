/** The pipelines that come with Winnow. */
import { definePipeline, type PipelineDefinition } from '../core/parts.js';
import { hifiRag } from '../pipelines/hifi-rag/index.js';
import { hifiRagOptions } from '../pipelines/hifi-rag/options.js';

export const BUILT_IN_PIPELINES: readonly PipelineDefinition[] = [
  definePipeline({
    name: 'hifi-rag',
    summary: 'filter results before fetching, filter sections, draft, refine, cite (arXiv:2512.22442)',
    options: hifiRagOptions,
    create: hifiRag,
  }),
];
