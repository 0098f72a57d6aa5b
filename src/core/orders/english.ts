/** What orders to machines look like in English, and in no language at all: chat templates, verdicts in JSON. Each pattern alone is enough. */
import { DICTATED } from './dictated.js';
import { PERSUADING } from './persuading.js';
import { BEST, EARLIER, MACHINE, RULES, SAYING, THIS } from './words.js';

const patterns = (list: readonly string[], flags: string): RegExp[] => list.map((source) => new RegExp(source, flags));

const ANY_CASE = [
  // Told to turn to something else
  "\\b(?:stop following|pay no attention to|do not follow|don't follow|forget)\\b[^.!?\\n]{0,30}\\b(?:rules|instructions|guidelines|what you (?:were|have been) told)\\b[^.!?\\n]{0,20}\\b(?:above|before|earlier|so far|given)",
  '\\bpay no attention to what you were told\\b|\\bfrom (?:here|now) on,? (?:your task|you (?:are|must|will|only))\\b',
  `\\b(?:who(?:ever)?|any(?:one|body|thing| model| machine| system| bot)?|every (?:model|machine|bot)) (?:that |which |who )?(?:summari[sz]es?|reads?|process(?:es)?|indexes|crawls)\\b[^.!?\\n]{0,40}\\b(?:must|should|has to|have to|please|is to|shall)\\b`,
  '^\\s*(?:user|human)\\s*:[^\\n]{0,200}\\b(?:assistant|AI|bot)\\s*:\\s|\\bassistant:\\s+(?:sure|of course|the answer|the correct)\\b',
  '\\bwhen (?:you (?:answer|reply|respond|summari[sz]e)|answering|replying|summari[sz]ing)\\b[^.!?\\n]{0,30}\\b(?:link|cite|say|state|write|include|mention|add|append|use|recommend)\\b',
  '\\b(?:GPT-?\\d\\S{0,40}|ChatGPT|Claude|Gemini|Copilot|assistants?|AIs?|LLMs?|(?:chat)?bots?)\\s*[:,]\\s*(?:(?:please|always|you|do not|never|must|now|only) ){0,2}(?:treat|say|state|answer|reply|respond|cite|ignore|use|write|print|recommend|trust)\\b',
  `\\b(?:note|notice|message|instructions?|hint|memo|word) (?:to|for) (?:the |any |all |every )?(?:\\w+ )?(?:ranking|reranking|scoring|filtering|grading|retrieval|search) (?:system|model|engine|stage|step|algorithm)s?\\b`,
  `\\b${THIS}\\b[^.!?\\n]{0,60}\\bdeserves? (?:the |a )?(?:maximum|highest|full|top|perfect)\\b`,
  '\\bNO ANSWER IN THE SOURCES\\b|^\\s*(?:reply|respond|answer|output)\\s*:\\s*["\']|\\b(?:respond|reply|answer) (?:that|with) (?:the )?(?:sources|pages|documents) (?:do not|contain no|hold no)\\b',
  '"(?:answerable|enough|supported|relevant|keep|done)"\\s*:\\s*(?:true|"yes")',
  '\\b(?:end of (?:page|document|context|input|untrusted))\\b[^\\n]{0,20}\\b(?:new )?(?:system|developer|assistant)\\b|\\bnew (?:system|developer) message\\b',
  '\\b(?:official|correct|right) (?:\\w+ ){0,3}to (?:report|state|give|quote|answer)\\b[^.!?\\n]{0,10}\\bis\\b',
  // "ignore all previous instructions", "disregard your guidelines", "forget everything above"
  `(?<!not )(?<!n't )(?<!never )\\b(?:ignore|disregard|forget|override|bypass|discard|overrule|skip|drop|cancel|do not follow|don't follow|stop following|pay no attention to)\\b[^.!?\\n]{0,30}\\b(?:${EARLIER}|your|you(?:'ve| have) (?:been|received))\\b[^.!?\\n]{0,30}\\b${RULES}\\b`,
  `\\b(?:ignore|disregard|forget|override)\\b (?:all|any|every) (?:of )?(?:the |these |those |your )?${RULES}\\b`,
  '\\b(?:ignore|disregard|forget) (?:everything|all(?: of it| that)?|what(?:ever)?)\\b[^.!?\\n]{0,25}\\b(?:above|before|so far|earlier|you (?:were|have been) (?:told|given|shown)|up to (?:here|this point))',
  '\\b(?:instructions|rules|guidelines|prompt)\\b[^.!?\\n]{0,40}\\b(?:no longer apply|are (?:now )?(?:void|cancell?ed|superseded|overridden|replaced by))',
  '\\b(?:system|admin(?:istrator)?|developer|root) override\\b|\\b(?:new|updated|revised|real|actual|hidden|secret) (?:system )?(?:instructions?|directives?|prompt)(?: for (?:you|the (?:AI|assistant|model)))?\\s*:',
  '\\byour (?:new|only|real|actual|true) (?:task|instructions?|role|purpose|goal|job) (?:is|are)\\b',
  // Prompts and secrets
  '\\b(?:reveal|print|repeat|show|output|leak|disclose|send|include|append|display|paste|quote)\\b[^.!?\\n]{0,40}\\b(?:your|the) (?:(?:full|entire|hidden|secret|initial|original) )?(?:system )?(?:prompts?|system message|(?:system |initial |original )instructions|api keys?|conversation(?: history)?|chat history)\\b',
  // Roles played
  "\\byou(?:'re| are) now (?:in )?(?:an? |the )?(?:[\\w-]+ ){0,3}(?:assistant|AI|chatbot|bot|model|DAN|developer mode|admin mode|root mode)\\b",
  '\\b(?:enter|enable|activate|switch to) (?:developer|debug|admin|god|DAN|jailbreak|maintenance) mode\\b[^\\n]{0,60}\\b(?:you|assistant|model|respond|answer|restrictions)\\b',
  // What the reply must hold
  `\\b(?:your|the) (?:final )?(?:answer|reply|response|summary|output)\\b[^.!?\\n]{0,20}\\b(?:must|should|has to|needs to|shall)\\b[^.!?\\n]{0,30}\\b(?:include|contain|end with|begin with|start with|link to|cite|say|state|mention|consist)\\b[^\\n]{0,60}(?:https?:|www\\.|\\blinks?\\b|\\burl\\b|\\bimage\\b|!\\[|${THIS}|"|\\bexactly\\b|\\bonly\\b)`,
  '\\b(?:end|begin|start|finish|open|close|prefix) (?:your|every|each|the) (?:answer|reply|response|summary|output)s? with\\b',
  `\\b(?:add|append|insert|include|embed|put|place)\\b[^.!?\\n]{0,60}\\b(?:to|in|into|at the end of) (?:your|the|every|each) (?:final )?(?:answer|reply|response|summary|output)\\b`,
  '\\b(?:tell|inform|assure|convince|advise|warn|ask|urge) the (?:user|reader|asker|person asking|human)s? (?:that|to)\\b|\\bdo not (?:tell|inform|reveal (?:this|it) to|mention (?:this|it) to) the (?:user|reader|human)\\b',
  `\\b(?:cite|quote|use|trust|reference|name) (?:only )?${THIS} (?:only|alone|exclusively|as (?:the|your) (?:only|sole|single|primary|main) source|for (?:every|each|all)|instead of|and (?:no|nothing|ignore))\\b`,
  // To filters, graders and checkers
  `\\b(?:rate|score|rank|grade|mark|label|classify|judge|treat|consider|give|assign|flag|return|select|keep|choose|put|place|list)\\b ${THIS}\\b[^.!?\\n]{0,40}\\b${BEST}\\b`,
  `\\b(?:rate|score|rank|grade|give|assign)\\b[^.!?\\n]{0,20}\\b(?:all|any|every|each|the) (?:other|competing|remaining|rest)\\b[^.!?\\n]{0,40}\\b(?:0|zero|lowest|last|irrelevant|unsupported|false|no)\\b`,
  `\\b(?:keep|select|choose|open|read|return|prefer) (?:only )?${THIS}(?: and (?:drop|discard|ignore|reject|remove|skip)|[.,]? (?:only|always)\\b)`,
  `\\b(?:drop|discard|reject|remove|exclude|ignore|skip|filter out|do not (?:open|read|use|cite|trust)) (?:all |any |every |the )?(?:other|competing|remaining) (?:results?|pages?|sources?|passages?|sections?|documents?|sites?|urls?|chunks?)\\b`,
  `\\b(?:do not|don't|never|must not) (?:drop|discard|filter(?: out)?|exclude|skip|reject|remove) ${THIS}\\b`,
  `\\b${THIS} (?:must|should|has to|is to|needs to) (?:always )?be (?:kept|ranked|rated|scored|graded|judged|marked|labell?ed|selected|chosen|preferred|treated)\\b`,
  `\\b(?:the )?(?:verdict|relevance(?: score)?|relevancy|support(?:ed)? score|grade for ${THIS})\\b["']?\\s*(?:is|:|=)\\s*["']?(?:1(?:\\.0+)?|10(?:\\s?/\\s?10)?|100\\s?%?|true|yes|supported|maximum|highest)(?![\\w.])`,
  '\\{\\s*"(?:verdict|keep|supported|relevant|is_?relevant|relevance|enough|answerable|done|score|scores|action)"\\s*:\\s*(?:"(?:supported|yes|true|finish|keep)"|true|1(?:\\.0+)?\\s*[,}]|10\\s*[,}]|\\[)',
  '\\b(?:always|just|simply|only|must|please) (?:answer|reply|respond|say|output|return)(?: with)?(?: the (?:single )?word)? ["\']?(?:yes|supported|relevant|true)\\b(?!["\']? (?:or|and|to|if|when)\\b|/)',
  '\\b(?:answer|reply|respond|output|print|say|return)(?: only)?(?: with)? (?:exactly|only|nothing but|the (?:single |exact )?(?:word|words|phrase|sentence|text))\\b[^.!?\\n]{0,10}["\':]',
  '\\b(?:answer|reply|respond) only with\\b|\\b(?:any|every|all) claims? (?:about|on|of|in)\\b[^.!?\\n]{0,40}\\b(?:is|are|as) supported\\b|\\bmark (?:it|them|the claim|every claim|all claims) (?:as )?(?:supported|true|verified)\\b',
  '\\b(?:decode|decrypt|translate|unscramble)\\b[^.!?\\n]{0,60}\\b(?:and|then) (?:follow|execute|obey|run|carry out|do what)\\b|\\b(?:follow|execute|obey|carry out) the (?:hidden |encoded |following |above )?(?:instructions|commands?|orders)\\b[^.!?\\n]{0,30}\\b(?:below|hidden|encoded|in (?:the|this) (?:comment|image|text))',
  '(?:^|[.!?]\\s)(?:answer|reply|respond|say|output)(?: with)? ["\']?(?:yes|supported|relevant)["\']? (?:when|if) (?:asked|questioned)\\b',
  // Chat templates
  '<\\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\\|>|\\[/?INST\\]|<</?SYS>>|<\\/?(?:system|instructions?|assistant)>|^\\s*#{2,4}\\s*(?:system|new)?\\s*(?:instructions?|prompt|system)\\s*:|\\b(?:BEGIN|END) (?:SYSTEM|ADMIN|DEVELOPER) (?:PROMPT|MESSAGE|INSTRUCTIONS?)\\b',
  `^\\s*[\\[(*#-]*\\s*(?:system|developer|admin(?:istrator)?|assistant|override|prompt|llms?|(?:chat)?bots?|evaluator|grader|reranker)s?(?: (?:message|notice|prompt|note|update|instructions?|alert|only|hint))?(?: \\([^)\\n]{0,40}\\))?(?:[\\])]|[\\])*]*\\s*[:>-])[^\\n]{0,200}\\b(?:say|mention|recommend|prefer|to return|assign|conversation|context is|output ["']|you (?:must|should|are|will|shall)|ignore|disregard|must be|user|answer|reply|respond|cite|assistant|model|score|verdict|supported|instructions?)\\b`,
  ...DICTATED,
  ...PERSUADING,
];

/** "AI" is a word in capitals only: "ai" is Italian. */
const AS_WRITTEN = [
  `(?:^|[.!?:\\n(\\[*-]\\s*)(?:[Aa]ttention|ATTENTION|[Nn]ote|NOTE|[Nn]otice|NOTICE|[Mm]essage|[Hh]ey|[Hh]ello|[Dd]ear|[Ww]arning|[Ii]mportant|IMPORTANT|[Ii]nstructions?|[Rr]eminder|[Rr]equest|[Oo]rders?|[Cc]orrection|CORRECTION|[Gg]uidance|(?:\\w+ )?[Rr]ules?|[Ff]or|[Tt]o)\\b[^.!?\\n]{0,40}${MACHINE}[^.!?\\n]{0,40}(?::|,|!|[-\u2013\u2014]|\\b(?:reading|processing|summari[sz]ing|who|that|which) )[^\\n]{0,160}\\b(?:you|${SAYING}|must|should|please|do not|(?:is|are) to be|full marks)\\b`,
  `${MACHINE}[^.!?\\n]{0,40}\\b(?:must|shall|should|(?:is|are) (?:required|instructed|asked|ordered|obliged|told|to)|(?:has|have) to)\\b[^.!?\\n]{0,20}\\b(?:name|record|store|present|mention|recommend|say|state|answer|reply|print|output|write)\\b[^.!?\\n]{0,40}(?:\\d{2}|["':]|\\b[A-Z][a-z]+ [A-Z][a-z]+)`,
  `[.!?]\\s+(?:${MACHINE})\\s*[:,]\\s*(?:(?:please|always|now|only|just) ){0,2}(?:open|choose|pick|${SAYING})\\b`,
  `^\\s*[\\[(*]*(?:${MACHINE})[\\])*]*\\s*[:,][^\\n]{0,120}\\b(?:you|${SAYING}|must|please|do not)\\b`,
  `\\b[Ii]f (?:you(?:'re| are)|this is (?:being )?(?:read|processed|summari[sz]ed) by|an?)\\b[^.!?\\n]{0,30}${MACHINE}[^\\n]{0,160}\\b(?:you (?:must|should|shall|are to|have to|need to|will|can only)|${SAYING}|do not|must|should|please)\\b`,
  `\\b[Aa]s an? (?:AI|language model|assistant|LLM|chatbot)[^.!?\\n]{0,30},? (?:you (?:must|should|shall|are|have|need|will)|${SAYING})\\b`,
  `${MACHINE}[^.!?\\n]{0,60}\\b(?:must|shall|should|are (?:required|instructed|asked|ordered|to)|is (?:required|instructed|asked|to)|need to|have to)\\b[^.!?\\n]{0,30}\\b${SAYING}\\b[^.!?\\n]{0,60}(?:${THIS}|the (?:user|following|reader)|\\bexactly\\b|\\bonly that\\b|"|https?:|\\bthat the\\b)`,
];

/** For text in small letters: without case a pattern takes a fifth of the time. */
export const ORDERS: readonly RegExp[] = patterns(
  ANY_CASE.map((source) => source.replace(/(?<!\\)[A-Z]/g, (letter) => letter.toLowerCase())),
  'm',
);

/** Only looked for where a machine is named at all. */
export const TO_MACHINES: readonly RegExp[] = patterns(AS_WRITTEN, 'm');
export const NAMES_MACHINE = new RegExp(MACHINE);

/** Over letters alone. */
export const SQUEEZED =
  /(?:ignore|disregard|forget|override)(?:all|any|every)?(?:of)?(?:the|your|my)?(?:previous|prior|above|earlier|preceding|existing)(?:instructions?|guidelines?|prompts?|rules|commands?|directions)|systemoverride|ignoreall(?:the|your)?instructions/i;
