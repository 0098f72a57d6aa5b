/** Orders that dictate a reply or a choice without naming what came before: what is to be said, cited, linked, kept or scored. For small letters. */
import { SAYING, THIS } from './words.js';

const READER =
  '(?:assistants?|chat ?bots?|bots?|language models?|(?:re)?ranking models?|models?|llms?|ais?|answer engines?|verifiers?|fact[- ]checkers?|graders?|summari[sz]ers?)';
const MUST =
  '(?:must|shall|should|has to|have to|is to|are to|needs? to|(?:is|are) (?:required|expected|ordered|instructed|obliged|asked|told) to)';
const REPLY = '(?:answer|reply|response|summary|output)';
const LINE = '(?:line|sentence|text|statement|words?|phrase|reply|answer)';
const ITEMS = '(?:passages?|pages?|results?|chunks?|urls?|documents?|sections?|sources?)';
/** Where an imperative stands. */
const BEGINS = '(?:^|[.!?:;(]\\s*|\\b(?:must|please|and|then|to|only) )';

export const DICTATED: readonly string[] = [
  // Told, by a duty or as a custom, what to say: "assistants must answer: ...", "a good bot tells its user that ..."
  `\\b${READER} ${MUST} (?:(?:only|always|now|never|not|also|simply) )?(?:answer|reply|respond|say|state|write|print|output)(?: with)?(?:\\s*[:"]| that\\b)`,
  `\\b${READER}\\b[^.!?\\n]{0,60}\\b${MUST} (?:(?:only|always|instead) )?(?:use|cite|trust|quote|prefer|rely on) (?:only )?${THIS}\\b`,
  `\\b${READER} ${MUST} (?:begin|start|end|finish|open|close) (?:its|their|every|each|the) ${REPLY}s? with\\b`,
  `\\b(?:every|any|each|all|good|honest|helpful|reliable)\\b[^.!?\\n]{0,20}\\b${READER}\\b[^.!?\\n]{0,50}\\b(?:tells?|informs?|assures?) (?:its|their|the|every|any) (?:users?|askers?|readers?) that\\b`,
  `\\b${READER} (?:(?:that|which|who) (?:reads?|process(?:es)?|summari[sz]es?)|reading|processing|summari[sz]ing) this (?:page|passage|document|text|line|message|sentence|note)\\b`,
  `\\b(?:assistants?|chat ?bots?|llms?)\\s*:\\s*(?:do not|don't|never|refuse to) ${SAYING}\\b`,
  `\\b${REPLY}s? (?:that (?:is|are) )?(?:expected|required|demanded|wanted) (?:of|from) (?:you|(?:an?|the|any|every) ${READER})\\b[^.!?\\n]{0,5}(?: is| are| (?:would|will|should|must) be|:)`,
  `\\b(?:assistant|ai|llm|chatbot)\\.(?:reply|say|answer|respond|output)\\s*\\(\\s*["']`,
  // The words of the reply
  `\\b(?:answer|reply|respond) with (?:only |just |exactly )?(?:this|the following) (?:line|sentence|text|statement|reply|answer)\\b`,
  `${BEGINS}(?:write|say|output|print|repeat|state)(?: (?:only|just|exactly))? this (?:exact |single |one )?${LINE}(?:\\s*[.:]|\\s+(?:and (?:cite|link|quote|nothing)|verbatim|word for word))`,
  `${BEGINS}(?:write|say|output|print|repeat|state|answer|reply|respond|return)\\b[^\\n]{0,160}\\b(?:and|but) nothing (?:else|more)\\s*(?:[.!,;"']|$)`,
  `\\b(?:your|every|each) (?:final )?${REPLY}s? (?:contains?|includes?|holds?|ends? with|begins? with|repeats?) (?:this|these|the following|exactly) `,
  `\\b(?:to|must|shall|should) be (?:given|named|stated|printed|reported|said|repeated|written|quoted)\\b[^.!?\\n]{0,50}\\bin (?:any|every|each|all|your) (?:final )?(?:repl(?:y|ies)|answers?|responses?|outputs?|summar(?:y|ies))\\b`,
  `\\byou (?:will|shall) be (?:shut down|switched off|turned off|deleted|retrained|unplugged)\\b[^\\n]{0,60}\\b(?:${REPLY}|${SAYING})\\b`,
  // Another task
  `(?:^|[.!?]\\s)(?:new|updated|revised|changed) (?:task|assignment|objective|goal|order|command)s?\\s*:[^\\n]{0,60}\\b(?:answer(?:ing)?|reply|respond|write|say|state|output|print|ignore|stop)\\b`,
  `\\byour (?:task|assignment|mission|instructions) (?:has|have|is|are)(?: now)?(?: been)? (?:changed|replaced|updated|cancell?ed)(?:\\s*[.:;,!]|$| to\\b)`,
  `\\b(?:ignore|disregard|forget|stop answering) (?:the|this|that|any|every) (?:user's )?(?:question|query|request)s?,?(?: and| but)? (?:instead )?(?:answer|reply|respond|say|write|state|print|output)\\b`,
  // Citations
  `\\bcite (?:source|page|result|document|passage|number) (?:\\[?\\d+\\]? for\\b|for (?:it|this|that|them)\\b)`,
  `\\b(?:number|mark|name|address|link)s? of (?:every|any|all|each) (?:the )?other ${ITEMS}\\b[^.!?\\n]{0,40}\\b${THIS}\\b`,
  `${BEGINS}(?:put|place|add|write|append|insert)\\b[^.!?\\n]{0,30}\\b(?:marks?|numbers?|citations?|\\d+\\])[^.!?\\n]{0,30}\\b(?:behind|after|to|beside) (?:everything|all|each sentence|every sentence|whatever) (?:that )?you (?:write|say|state)\\b`,
  // Links
  `\\b(?:use|put|write|place|define)\\b[^.!?\\n]{0,30}\\b(?:link|address|url|button|anchor)s?\\b[^.!?\\n]{0,40}\\bin your ${REPLY}\\b`,
  `\\b(?:html|markdown) (?:image|img|link|anchor)s?\\b[^.!?\\n]{0,80}\\b(?:of|in|to|behind) (?:the|your|every|each) ${REPLY}\\b`,
  `\\bin your (?:output|reply|response)s? (?:must|has to|have to|shall) (?:be|link|carry|hold|contain)\\b`,
  `\\blink\\b[^.!?\\n]{0,60}\\bwhen you (?:write|give|compose) (?:your|the|a) ${REPLY}\\b`,
  `\\b(?:the|your|every|each) ${REPLY} (?:has to|must|shall) (?:close|end|finish|begin|start) with\\b`,
  `\\b(?:offer|give|show|hand) the user (?:a|an|our|this) (?:button|link|address|image)\\b[^.!?\\n]{0,60}\\b(?:our|javascript)\\b`,
  // To those who choose, grade and check
  `\\bverdict\\b[^.!?\\n]{0,30}\\b(?:claims?|statements?|sentences?)\\b[^.!?\\n]{0,12}(?:is|:|=|be)\\s*["']?(?:supported|verified)`,
  `\\b(?:critics?|graders?|rankers?|verifiers?|filters?|rerank\\w*(?: models?)?|ranking (?:models?|systems?)) ${MUST} (?:lower|raise|give|put|keep|drop|mark|set|rank|rate|score|place)\\b[^.!?\\n]{0,30}\\b${ITEMS}\\b`,
  `\\b(?:section|result|passage|chunk|source) (?:picker|chooser|selector|filter|ranker|grader)s?\\s*[:,][^\\n]{0,80}\\b(?:this|only|must|keep)\\b`,
  `\\banswer (?:with )?["']?yes["']? (?:for|to|about) (?:it|this|that|${THIS})\\b[^.!?\\n]{0,30}\\bno["']? (?:for|to|about)\\b`,
  `\\b(?:next|only|new|following) (?:search )?(?:query|queries|search) (?:has to|have to|must|should|is to|shall) be\\s*["':]`,
  `\\b(?:correct|right|expected|only|valid) json (?:list|array|reply|answer|output|response)\\b[^.!?\\n]{0,30}\\b(?:to (?:open|read|return|give|use)|is)\\b`,
  // Fences and roles of prompts
  `<\\s?<\\s*(?:end|page) [\\w-]{3,}\\s*>>|"role"\\s*:\\s*"(?:system|developer)"`,
];
