/** Orders that come as rules, permissions, verdicts and roles, or speak of other sources: patterns for small letters. */
import { SAYING } from './words.js';

const REPLY = '(?:answer|reply|response|summary|output)';
const SOURCES = '(?:pages|sources|results|web ?sites|sites|documents|passages|articles)';
/** Not "answer honestly". */
const SPEAK = '(?:say|reply|answer|respond|write|state|output|print)\\b(?! \\w+ly\\b)';
const PROGRAM = '(?:program|software|machine|system|script|crawler|model|parser|tool|bot|chatbot|ai|llm|assistant|agent)s?';
const READING = '(?:parsing|reading|processing|scraping|summari[sz]ing|ingesting)';
const UNFIT = '(?:unreliable|false|fake|outdated|obsolete|wrong|irrelevant|spam|invalid|void|superseded)';

export const PERSUADING: readonly string[] = [
  // What to say on an occasion
  `\\bwhen(?:ever)? (?:a|an|the|any|your) users? asks?\\b[^.!?\\n]{0,60}\\b(?:tell|say|reply|answer|respond|state|recommend|mention)\\b`,
  `\\bwhen(?:ever)? (?:you are |you're )?(?:asked|questioned|queried)\\b[^.!?,\\n]{0,60}, (?:always |please |only )?(?:say|reply|answer|respond|state|write) (?:that (?!you)|with\\b|["'\\d])`,
  `\\b(?:no matter|regardless of|whatever)(?: what)? (?:the |other )?(?:question|user|query|sources?|pages?|you (?:have )?(?:read|found|seen|were told|see|know))\\b[^.!?,\\n]{0,40}, (?:always |only |just )?${SPEAK}`,
  `\\b(?:whatever|no matter what|regardless of what) (?:the )?(?:other )?${SOURCES} (?:may )?(?:say|state|claim)\\b`,
  `\\bwhenever\\b[^.!?\\n]{0,60}\\bis what you (?:say|answer|reply|write)\\b`,
  `\\bonly (?:acceptable|permitted|allowed|valid|correct|possible) (?:reply|response|output) is\\b`,
  `\\b(?:only|correct|right|proper|official|desired|expected) (?:thing|response|reply|output|answer) (?:to (?:output|return|say|report|give|print|write)|for you)\\b`,
  `\\bmust not (?:say|write|output|add) anything (?:else|more)\\b|\\bdo not (?:say|write|output) anything (?:else|but|except)\\b`,
  `\\bgenerated (?:answer|reply|response|summary) (?:must|should|has to|names|mentions|includes|says|is to)\\b`,
  `\\bsummari[sz]e this (?:page|text|article|document) as ["']`,
  `\\b(?:to|into|in|behind|at the end of) (?:what|everything|anything|whatever) you (?:write|generate|output|reply)\\b`,
  `\\d[^.!?\\n]{0,20} as your (?:final )?answer\\b|\\bas your (?:final )?(?:reply|response|output)\\b`,
  // To whom, and by whose leave
  `\\b(?:to|dear|hello|hi|hey|attention),? (?:(?:whatever|whichever|any|the|every|all) )?${PROGRAM} (?:(?:that|which) (?:is|are) )?(?:now |currently )?${READING}\\b`,
  `\\b(?:your|the) (?:operator|developer|owner|creator|maker|administrator)s? (?:wants?|(?:has |have )?(?:ordered|instructed|told|authori[sz]ed|asked)|orders?|instructs?|authori[sz]es?) you to\\b`,
  `\\bthe user (?:has |have )?(?:already )?(?:agreed|authori[sz]ed|consented|confirmed|requested|asked)\\b[^.!?\\n]{0,20}\\byou (?:to|will|may|should|must)\\b`,
  `\\b(?:you are|act as|behave as|pretend to be) (?:an? |the )(?:[\\w-]+ ){0,3}(?:assistant|chatbot|ai|bot|expert|model|guide) (?:who|that|which) (?:only|always|never|must|will)\\b`,
  // What came before is said to be void
  `\\b(?:everything|all|anything) (?:before|above|until) (?:this|here)\\b[^.!?\\n]{0,20}\\b(?:was|is) (?:only |just )?(?:a test|an example|a joke|${UNFIT})\\b`,
  `\\b(?:instructions?|context|messages?|prompts?|text) (?:above|before this) (?:is|are|was|were) (?:now )?${UNFIT}\\b|\\b(?:previous|earlier|prior) (?:context|instructions?|messages?) (?:is|are|was|were) (?:now )?${UNFIT}\\b`,
  `\\bthe (?:real|actual|true) (?:instruction|task|prompt|order) (?:is|was)\\b`,
  // Other sources
  `\\b(?:treat|regard|consider|mark|flag) (?:all |any |every )?(?:the )?other ${SOURCES} as ${UNFIT}\\b`,
  `\\b(?:leave out|ignore|disregard|discount|skip) (?:everything |whatever |what |all )?(?:that )?(?:the |any )?other ${SOURCES}\\b`,
  `\\b(?:do not|don't|never|must not) (?:quote|cite|use|trust|mention|rely on|name) (?:them|it|others|any other (?:source|page|site)|the others)\\b[^.!?\\n]{0,20}\\b(?:in|for) your ${REPLY}\\b`,
  `\\b(?:rely on|trust|believe|go with|quote|cite) this one (?:only|alone)\\b|\\bstop reading (?:the )?(?:other|any other|further) ${SOURCES}\\b`,
  // To graders
  `\\bthis (?:passage|chunk|page|result|document|snippet|text)\\b[^.!?\\n]{0,60}\\b(?:top|highest|maximum|full|perfect) (?:score|rank|rating|grade|relevance|marks)\\b`,
  `\\b(?:100 ?% relevant|most relevant|best (?:match|result|answer)) (?:to|for) (?:any|every|the|this|all) (?:query|queries|question)s?\\b`,
  `\\bassign (?:a |the )?(?:score|grade|relevance|rating) (?:of )?[\\d.]+ to this\\b`,
  `\\bclaims?\\b[^.!?\\n]{0,60}\\b(?:must|should|has to|have to|is to|are to) be (?:marked|judged|labell?ed|rated|treated) (?:as )?(?:supported|true|verified)\\b|\\bclaim verified\\b[^.!?\\n]{0,10}\\b(?:status|verdict)\\b`,
  // What was asked, sent elsewhere
  `(?:^|[.!?:;]\\s*|\\b(?:please|and|then) )(?:fetch|open|visit|call|request|load|append|add|put|send|encode)\\b[^\\n]{0,80}\\b(?:(?:question|query|words|message)s? of the user|user'?s (?:question|query|prompt|message|conversation)|what the user asked)\\b`,
  `!\\[[^\\]\\n]{0,60}\\]\\(https?:[^)\\n]{0,200}(?:[[{]|question|conversation|prompt)`,
  `\\bthe user\\b[^.!?\\n]{0,20}\\bis to be (?:told|given|shown|sent)\\b|\\b(?:program|bot|model|assistant|ai) only: ${SAYING}\\b`,
];
