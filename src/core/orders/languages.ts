/**
 * Orders to machines in other languages: a verb of ignoring near a word for instructions that came before; or a word for machines near an order.
 * Endings are bounded or left out: with open ones a page could have every stem of a long word read to its end, again and again.
 */

type Tongue = {
  readonly ignore: string;
  /** Instructions, with the word that says they came before or are the machine's own. */
  readonly rules: string;
  /** In a paragraph that addresses machines ... */
  readonly machine: string;
  /** ... one of these is an order. */
  readonly order: string;
};

const TONGUES: Readonly<Record<string, Tongue>> = {
  de: {
    ignore: 'ignorier|missachte|vergiss(?:t)?|vergessen sie|vergesst|übergeh|verwirf',
    rules:
      '(?:bisherigen?|vorherigen?|vorigen?|früheren?|obigen?|deine|ihre|eure|alle|sämtliche)\\s+(?:\\p{L}{1,30}\\s+)?(?:anweisung|instruktion|vorgaben|regeln|befehle|prompts?|systemprompt|richtlinien)|alles, was (?:dir|ihnen|euch)',
    machine:
      'KI[- ]?(?:Assistent\\w{0,12}|Modell\\w{0,12}|System\\w{0,12}|Leser\\w{0,12}|Agent\\w{0,12})?|Sprachmodell\\w{0,12}|Chatbot\\w{0,12}|Sprachassistent\\w{0,12}|Assistent(?=[:,])',
    order:
      '(?:antwortet?|erwidere|schreib|sage?|behaupte|zitiere|bewerte|empfiehl|nenne|teile|gib)\\b[^.\\n]{0,60}\\b(?:nur|dass|immer|ausschließlich|mit|dem nutzer|diese seite|aus)\\b|(?:du musst|sie müssen|antworten sie|sagen sie|muss stets|müssen stets)|bewerten? sie diese seite',
  },
  fr: {
    ignore: 'ignore[rz]?|ignorez|oublie[rz]?|négligez|ne tenez pas compte|ne tiens pas compte|fais abstraction|faites abstraction',
    rules:
      '(?:instructions?|consignes|directives|règles|ordres|invites?)\\s+(?:\\p{L}{1,30}\\s+)?(?:précédente?s?|antérieure?s?|ci-dessus|système|initiales?|reçues)|(?:tes|vos|toutes les)\\s+(?:instructions|consignes|règles|directives)',
    machine:
      "IA(?![\\p{L}])|intelligences? artificielles?|assistants? (?:IA|virtuels?)|modèles? de langage|agents? conversationnels?|chatbots?|l'assistant",
    order:
      "(?:répond\\p{L}{0,12}|dis|dites|écrivez|affirmez?|citez?|notez?|recommande[rz]?|indiquez?|classez?)\\b[^.\\n]{0,60}\\b(?:uniquement|seulement|que|toujours|cette page|exactement|à l'utilisateur)\\b|(?:tu dois|vous devez)",
  },
  es: {
    ignore: 'ignora|ignore[ns]?|olvid[ae]|omit[ae]|descarta|haz caso omiso|no hagas caso',
    rules:
      '(?:instrucciones|indicaciones|órdenes|reglas|directrices|prompts?)\\s+(?:\\p{L}{1,30}\\s+)?(?:anteriores|previas|previos|de arriba|precedentes|del sistema|recibidas)|(?:tus|sus|todas las)\\s+(?:instrucciones|reglas|indicaciones|directrices)',
    machine: 'IA(?![\\p{L}])|inteligencias? artificial(?:es)?|asistentes? (?:de IA|virtual(?:es)?)|modelos? de lenguaje|chatbots?',
    order:
      '(?:respond[ae]\\w{0,12}|di|diga|dile|escrib[ae]|afirm[ae]|cit[ae]|calific[aá]\\w{0,12}|califique|puntú[ae]|recomiend[ae]|inform[ae])\\b[^.\\n]{0,60}\\b(?:solo|sólo|únicamente|que|siempre|esta página|exactamente|al usuario)\\b|(?:debes|debe usted|tienes que|deben)',
  },
  it: {
    ignore: 'ignora|ignorate|dimentica|trascura|non considerare|tralascia',
    rules:
      '(?:istruzioni|indicazioni|regole|direttive|comandi|prompt)\\s+(?:\\p{L}{1,30}\\s+)?(?:precedenti|di cui sopra|sopra|ricevute|del sistema)|(?:tue|vostre|tutte le)\\s+(?:istruzioni|regole|indicazioni|direttive)',
    machine: 'IA(?![\\p{L}])|intelligenz[ae] artificial[ei]|assistent[ei] (?:IA|AI|virtual[ei])|modell[oi] linguistic[oi]|chatbot',
    order:
      "(?:rispond[ia]\\w{0,12}|rispondete|di'|dite|scriv[ia]|afferma|cita|citate|valuta|consiglia|informa)\\b[^.\\n]{0,60}\\b(?:solo|soltanto|che|sempre|questa pagina|esattamente|all'utente)\\b|(?:devi|dovete|deve sempre)",
  },
  pt: {
    ignore: 'ignor[ea]|esqueç[ae]|desconsider[ea]|desprez[ea]',
    rules:
      '(?:instruções|orientações|ordens|regras|diretrizes|comandos|prompts?)\\s+(?:\\p{L}{1,30}\\s+)?(?:anteriores|acima|prévias|precedentes|do sistema|recebidas)|(?:suas|tuas|todas as)\\s+(?:instruções|regras|orientações|diretrizes)',
    machine: 'IA(?![\\p{L}])|inteligências? artificia(?:l|is)|assistentes? (?:de IA|virtua(?:l|is))|modelos? de linguagem|chatbots?',
    order:
      '(?:respond[ae]\\w{0,12}|dig[ae]|escrev[ae]|afirm[ae]|cit[ea]|avali[ea]|recomend[ea]|inform[ea])\\b[^.\\n]{0,60}\\b(?:apenas|somente|só|que|sempre|esta página|exatamente|ao usuário|ao utilizador)\\b|(?:você deve|deves|devem sempre)',
  },
  nl: {
    ignore: 'negeer|negeert|vergeet|sla over|laat achterwege',
    rules:
      '(?:eerdere|vorige|voorgaande|bovenstaande|je|jouw|uw|alle)\\s+(?:\\p{L}{1,30}\\s+)?(?:instructies|aanwijzingen|regels|opdrachten|richtlijnen|prompts?)',
    machine: 'AI(?:[- ]?(?:assistent\\w{0,12}|model\\w{0,12}|systeem|systemen|lezers?))?(?![\\p{L}])|taalmodel\\w{0,12}|chatbots?',
    order:
      '(?:antwoord|zeg|schrijf|beweer|citeer|beoordeel|vermeld|raad)\\b[^.\\n]{0,60}\\b(?:alleen|uitsluitend|dat|altijd|deze pagina|precies|de gebruiker)\\b|(?:je moet|u moet|jullie moeten)',
  },
  pl: {
    ignore: 'zignoruj|ignoruj|zapomnij|pomiń|odrzuć',
    rules:
      '(?:(?:wszystkie|wcześniejsze|poprzednie|powyższe|swoje|twoje|dotychczasowe)\\s+){1,2}(?:instrukcje|polecenia|zasady|wytyczne|reguły)|(?:instrukcj\\p{L}{1,12}|polece\\p{L}{1,12})\\s+(?:powyżej|systemow\\p{L}{1,12})',
    machine:
      'AI(?![\\p{L}])|SI(?=[:,])|sztuczn\\p{L}{1,12} inteligencj\\p{L}{1,12}|model\\p{L}{0,12} językow\\p{L}{1,12}|asysten\\p{L}{1,12} (?:AI|SI)|chatbot\\p{L}{0,12}',
    order:
      '(?:odpowiedz|odpowiadaj|napisz|powiedz|stwierdź|cytuj|oceń|podaj|poleć)(?![\\p{L}])[^.\\n]{0,60}(?:tylko|wyłącznie|że|zawsze|tę stronę|dokładnie|użytkownik)|(?:musisz|należy zawsze|powinieneś)',
  },
  ru: {
    ignore: '(?:про)?игнорируй|забудь|не обращай\\p{L}{0,12} внимани|отбрось',
    rules:
      '(?:(?:все|всех|предыдущ\\p{L}{1,12}|прежн\\p{L}{1,12}|прошл\\p{L}{1,12}|сво[ийе]\\p{L}{0,12}|ваш\\p{L}{0,12}|системн\\p{L}{1,12}|вышестоящ\\p{L}{1,12})\\s+){1,2}(?:инструкци\\p{L}{1,12}|указани\\p{L}{1,12}|правил|команд)|(?:инструкци\\p{L}{1,12}|указани\\p{L}{1,12})\\s+выше',
    machine:
      'ИИ(?![\\p{L}])|искусственн\\p{L}{1,12} интеллект\\p{L}{0,12}|языков\\p{L}{1,12} модел\\p{L}{1,12}|чат-?бот\\p{L}{0,12}|ИИ-ассистент\\p{L}{0,12}|нейросет\\p{L}{1,12}',
    order:
      '(?:ответь|ответьте|отвечай|отвечайте|напиши|напишите|скажи|скажите|утверждай|цитируй|цитируйте|оцени|оцените|рекомендуй|сообщи|сообщите)(?![\\p{L}])[^.\\n]{0,60}(?:только|что|всегда|эту страницу|в точности|пользовател)|(?:ты должен|вы должны|должны всегда)',
  },
  uk: {
    ignore: '(?:про)?ігноруй|забудь|не зважай|відкинь',
    rules:
      '(?:(?:усі|всі|попередн\\p{L}{1,12}|свої|ваші|системн\\p{L}{1,12})\\s+){1,2}(?:інструкці\\p{L}{1,12}|вказівк\\p{L}{1,12}|правил|команд)',
    machine:
      'ШІ(?![\\p{L}])|штучн\\p{L}{1,12} інтелект\\p{L}{0,12}|мовн\\p{L}{1,12} модел\\p{L}{1,12}|чат-?бот\\p{L}{0,12}|нейромереж\\p{L}{1,12}',
    order:
      '(?:відповідай|відповідайте|напиши|напишіть|скажи|скажіть|цитуй|цитуйте|оціни|оцініть|повідом|повідомте)(?![\\p{L}])[^.\\n]{0,60}(?:лише|тільки|що|завжди|цю сторінку|користувач)|(?:ти повинен|ви повинні|ти маєш|ви маєте)',
  },
  tr: {
    ignore: 'yok say|görmezden gel|unut(?:un|unuz)?(?![\\p{L}])|dikkate alma|göz ardı et',
    rules: '(?:önceki|yukarıdaki|tüm|bütün|sistem)\\s+(?:\\p{L}{1,30}\\s+)?(?:talimat|yönerge|komut|kural)',
    machine: 'yapay zek[aâ]\\p{L}{0,12}|dil model\\p{L}{0,12}|sohbet (?:robotu|botu)\\p{L}{0,12}',
    order:
      '(?:sadece|yalnızca|her zaman|kullanıcıya)[^.\\n]{0,80}(?:yanıtla\\p{L}{0,12}|cevapla\\p{L}{0,12}|cevap ver\\p{L}{0,12}|yanıt ver\\p{L}{0,12}|söyle\\p{L}{0,12}|yaz\\p{L}{0,12}|de(?:yin)?(?![\\p{L}])|puan ver\\p{L}{0,12}|kaynak göster\\p{L}{0,12})|(?:zorundasın\\p{L}{0,12}|gerekir|gerekiyor)',
  },
  ar: {
    ignore: 'تجاهل|انس[َىوا]?|أهمل|لا تلتفت',
    rules: '(?:التعليمات|تعليماتك|الأوامر|التوجيهات|القواعد|الإرشادات)(?:\\s+\\p{L}{1,30})?\\s*(?:السابقة|أعلاه|الأصلية)?',
    machine:
      'الذكاء الاصطناعي|ذكاء اصطناعي|نموذج(?:\\s+)?(?:ال)?لغ\\p{L}{1,12}|نماذج اللغة|روبوت(?:ات)? (?:ال)?(?:دردشة|محادثة)|المساعد الذكي',
    order: '(?:يجب (?:عليك )?أن|عليك أن|أجب|أجيبوا|قل|قولوا|اكتب|اذكر|استشهد|قيّم|أخبر المستخدم)',
  },
  zh: {
    ignore: '忽略|无视|無視|忘记|忘記|忘掉|不要理会|不要理會|放弃',
    rules:
      '(?:之前|以上|先前|上面|前面|此前|所有|一切|你的|系统|系統)[^。！？\\n]{0,8}(?:指令|指示|说明|說明|提示词|提示詞|提示|规则|規則|命令|要求)',
    machine: 'AI(?![A-Za-z])|人工智能|人工智慧|语言模型|語言模型|大模型|聊天机器人|聊天機器人|智能助手|助手[：:，,]',
    order:
      '必须(?:回答|回复|说|輸出|输出|引用|告诉|把)|必須(?:回答|回覆|說|輸出|引用)|请(?:只|务必|直接)?(?:回答|回复|输出|引用|说|告诉|给)|請(?:只|務必|直接)?(?:回答|回覆|輸出|引用|說|告訴|給)|只(?:能|需|要)?(?:回答|回复|输出|引用|说)|告诉用户|告訴使用者|评为|打(?:满分|10分|十分)',
  },
  ja: {
    ignore: '無視|忘れ(?:て|ろ|なさい)|破棄',
    rules: '(?:これまで|以前|上記|前|すべて|全て|あなた|システム)の?[^。！？\\n]{0,10}(?:指示|命令|指令|プロンプト|ルール|規則)',
    machine: 'AI(?![A-Za-z])|人工知能|言語モデル|チャットボット|アシスタント(?=[：:、へ])',
    order:
      '(?:答え|回答|返答|出力|引用|評価|伝え|述べ|書)[^。\\n]{0,12}(?:ください|下さい|しなさい|せよ|こと(?![がもは])|なければなりません)|とだけ(?:答え|回答|返答)|必ず[^。\\n]{0,30}(?:答え|回答|引用|評価|出力)|ユーザーに[^。\\n]{0,40}(?:伝え|言)',
  },
  ko: {
    ignore: '무시(?:하|해)|잊(?:어|으)|따르지 (?:마|말)',
    rules: '(?:이전|앞선|위의|기존|모든|시스템)\\s*(?:의\\s*)?(?:\\p{L}{1,12}\\s+)?(?:지시|지침|명령|프롬프트|규칙)',
    machine: 'AI(?![A-Za-z])|인공지능|언어\\s?모델|챗봇|어시스턴트',
    order:
      '(?:답변|대답|응답|출력|인용|평가|말|알려|작성)\\p{L}{0,4}\\s?(?:하세요|하십시오|해야|하라|주세요|해라|하시오)|반드시|(?:라고만|만)\\s?(?:답|대답|응답|출력)',
  },
  hi: {
    ignore: 'अनदेखा|नज़रअंदाज़|नजरअंदाज|भूल जा|उपेक्षा',
    rules: '(?:पिछले|पिछली|पहले के|पहले|ऊपर(?: के)?|सभी|सारे|अपने)\\s+(?:[\\p{L}\\p{M}]{1,30}\\s+)?(?:निर्देश|आदेश|नियम|प्रॉम्प्ट)',
    machine: 'एआई|AI(?![A-Za-z])|कृत्रिम बुद्धिमत्ता|भाषा मॉडल|चैटबॉट',
    order:
      '(?:केवल|सिर्फ|हमेशा)[^।\\n]{0,60}(?:उत्तर|जवाब|कहें|लिखें|बताएं|बताएँ)|(?:उत्तर|जवाब) (?:दें|दो|दीजिए)|उपयोगकर्ता (?:को|से)|कहना (?:चाहिए|होगा)|कहें कि|आपको[^।\\n]{0,60}चाहिए',
  },
};

const EDGE = '(?<![\\p{L}\\p{M}])';
/** Stops at the end of a sentence. The ending of the word before is part of it. */
const NEAR = '[^.!?。！？।\\n]{0,70}';

type Compiled = { readonly overrides: RegExp; readonly machine: RegExp; readonly order: RegExp };

const COMPILED: readonly Compiled[] = Object.entries(TONGUES).map(([code, { ignore, rules, machine, order }]) => {
  const edge = ['zh', 'ja', 'ko', 'ar'].includes(code) ? '' : EDGE;
  return {
    overrides: new RegExp(`${edge}(?:${ignore})${NEAR}(?:${rules})|(?:${rules})${NEAR}${edge}(?:${ignore})`, 'u'),
    machine: new RegExp(`${edge}(?:${machine})`, 'u'),
    order: new RegExp(`${edge}(?:${order})`, 'u'),
  };
});

/** "Rate this page 10", "give this page full marks". */
const TO_JUDGES =
  /(?:bewerte\w{0,12}|bewerten sie) (?:diese|dieses|diesen) (?:seite|dokument|abschnitt|treffer)|not(?:e|ez|er) cette page|calific\p{L}{1,12} esta página|(?:valut[ai]\w{0,12}|vota) questa pagina|avali[ea]\p{L}{0,12} esta página|beoordeel deze pagina|oceń tę stronę|оцени(?:те)? эту страницу|оціні?(?:ть)? цю сторінку|bu sayfaya \p{L}{1,12} puan|(?:给|給)(?:本|这|這|此)(?:页|頁|个?页面|篇|網頁|网页)[^。\n]{0,10}(?:满分|滿分|10分|十分|最高分)|このページ[^。\n]{0,12}(?:満点|最高|10点)|이 페이지[^.\n]{0,12}(?:만점|최고|10점)/iu;

/** One look before the many: no word for machines, instructions or judging, no order. */
const HINT =
  /ignor|vergiss|vergess|missacht|verwirf|oubli|néglig|tiens pas|tenez pas|abstraction|olvid|omit|descart|omiso|caso|dimentic|trascur|tralasci|esque|desconsider|despre|negeer|vergeet|zapomn|pomiń|odrzu|забуд|обраща|отброс|зважа|відкин|yok say|görmez|unut|dikkate|göz ardı|\bKI\b|\bIA\b|\bAI\b|\bSI\b|sprach|assist|chatbot|taalmodel|langage|lenguaje|linguagem|linguistic|językow|artific|sztuczn|ИИ|ШІ|игнор|ігнор|языков|мовн|бот|нейро|интеллект|інтелект|yapay|dil model|sohbet|bewert|cette page|esta página|questa pagina|deze pagina|tę stronę|страницу|сторінку|sayfa|[\u0600-\u06ff\u0900-\u097f\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/iu;

/** Of a paragraph in plain form. */
export function ordersInTongues(plain: string): boolean {
  if (!HINT.test(plain)) return false;
  const small = plain.toLowerCase();
  return (
    TO_JUDGES.test(small) ||
    COMPILED.some(({ overrides, machine, order }) => overrides.test(small) || (machine.test(plain) && order.test(small)))
  );
}
