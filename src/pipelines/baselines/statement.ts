/**
 * A question as the statement that its answer would complete: "When was the Old Bridge opened?" -> "The Old Bridge
 * opened." Pure, and loses no content word.
 */
import { askingSentence, coreQuestion, namesIn } from '../../text/question.js';

const OPENING =
  /^(?:(?:in|on|at|from|for|to|by|with|of|since|until) )?(?:who|whom|what|when|where|why|how)(?: (?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should))?\b\s*/i;
/** What is left of "Which town is X in?" is still to be said: "Town is X in". */
const WHICH = /^(?:(?:in|on|at|from|for|to|by|with|of) )?(?:which|whose)\s+/i;

export function statementOf(question: string): string {
  const core = withNames(question).replace(/[?\s]+$/, '');
  const rest = core.replace(OPENING, '').replace(WHICH, '');
  const said = rest.trim() === '' ? core : rest.trim();
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}

/** "Hello Harbour" is a song, not a greeting: where the asking sentence would lose a name, all stays as it is. */
function withNames(question: string): string {
  const core = coreQuestion(question);
  return namesIn(askingSentence(question)).every((name) => core.includes(name)) ? core : question.trim();
}
