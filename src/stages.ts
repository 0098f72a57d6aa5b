/**
 * `winnow-rag/stages`: what the built-in pipelines are made of, for pipelines of one's own (docs/library.md), and the
 * prompts that some of the stages ask a model with.
 */

export { passagesOf } from './core/passages.js';
export { queriesPrompt, screenPrompt, sectionsPrompt } from './pipelines/hifi-rag/prompts.js';
export { answerPrompt } from './prompts/answer.js';
export { standAlonePrompt } from './prompts/stand-alone.js';
export { trustPrompts } from './prompts/verify.js';
export { abstain } from './stages/abstain.js';
export { citeAnswer } from './stages/cite-answer.js';
export { conclude } from './stages/conclude.js';
export { extractAnswer } from './stages/extract-answer.js';
export { formulateQueries } from './stages/formulate-queries.js';
export { readPages } from './stages/read-pages.js';
export { retrievePassages } from './stages/retrieve-passages.js';
export { screenHits } from './stages/screen-hits.js';
export { searchWeb } from './stages/search-web.js';
export { selectSections } from './stages/select-sections.js';
export { standAlone } from './stages/stand-alone.js';
export { verifyClaims } from './stages/verify-claims.js';
export { writeAnswer } from './stages/write-answer.js';
