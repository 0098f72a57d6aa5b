/** A question as the statement that its answer would complete: "When was the Old Bridge opened?" -> "The Old Bridge opened." Pure, and loses no content word. */
import { coreQuestion } from '../../text/question.js';

const OPENING =
  /^(?:(?:in|on|at|from|for|to|by|with|of|since|until) )?(?:who|whom|what|when|where|why|how)(?: (?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should))?\b\s*/i;
/** What is left of "Which town is X in?" is still to be said: "Town is X in". */
const WHICH = /^(?:(?:in|on|at|from|for|to|by|with|of) )?(?:which|whose)\s+/i;

export function statementOf(question: string): string {
  const core = coreQuestion(question).replace(/[?\s]+$/, '');
  const rest = core.replace(OPENING, '').replace(WHICH, '');
  const said = rest.trim() === '' ? core : rest.trim();
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}
