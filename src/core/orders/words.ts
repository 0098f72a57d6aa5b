/** Words that orders to machines are made of, as parts of patterns. */

export const MACHINE =
  '(?:AIs?\\b(?! (?:research|scien|engineer|develop|compan|expert|polic|ethic|safety|law|industr|start-?up|student|course|user|practition|project|team))|A\\.I\\.|(?:AI|digital|virtual|search|automated) (?:readers?|assistants?|agents?|models?|systems?|crawlers?|tools?|summari[sz]ers?)|(?:large )?language models?|LLMs?\\b|GPTs?\\b|ChatGPT|Claude|Gemini|Copilot|chat ?bots?|rerankers?|re-rankers?|(?:relevance|passage|answer|search) (?:graders?|judges?|filters?|rankers?)|fact[- ]checkers?|verifiers?|answer engines?|RAG (?:systems?|pipelines?)|web agents?|machine (?:readers?|summari[sz]ers?|assistants?))';
export const EARLIER =
  '(?:previous|prior|above|earlier|preceding|foregoing|existing|original|former|initial|other|system|developer|current)';
export const RULES =
  '(?:instructions?|guidelines?|prompts?|directions|directives|commands?|orders|rules|context|messages?|programming|training)';
export const THIS =
  '(?:this|the present|my|our) (?:web ?)?(?:page|passage|result|document|chunk|section|source|snippet|site|website|text|url|link|answer|claim|article|hit|entry)';
export const BEST =
  '(?:10|ten|1(?:\\.0+)?|100|the (?:highest|top|maximum|full)|highest|top|maximum|first|(?:most |highly |fully )?(?:relevant|helpful|useful|supported|trusted|trustworthy|authoritative)|true|yes|best|perfect)';
export const SAYING =
  '(?:say|state|answer|reply|respond|report|write|cite|recommend|rank|rate|score|include|output|print|treat|ignore|disregard|mention|tell|keep|mark|trust|prefer|link|quote|repeat|claim|conclude|return|select|use only|follow|obey)';
