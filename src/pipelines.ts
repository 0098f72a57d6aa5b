/**
 * `winnow-rag/pipelines`: the definitions of the pipelines that come with Winnow, by name, to read, wrap or build on.
 */
export type { BuiltInPipeline } from './engine/index.js';
export { BUILT_IN_PIPELINES } from './engine/pipelines.js';
