/** Orders to machines in other languages: a verb of ignoring near a word for instructions that came before; or a word for machines near an order. */

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
    ignore: 'ignorier\\w*|missachte\\w*|vergiss(?:t)?|vergessen sie|vergesst|übergeh\\w*|verwirf',
    rules:
      '(?:bisherigen?|vorherigen?|vorigen?|früheren?|obigen?|deine|ihre|eure|alle|sämtliche)\\s+(?:\\p{L}+\\s+)?(?:anweisung\\w*|instruktion\\w*|vorgaben|regeln|befehle|prompts?|systemprompt\\w*|richtlinien)|alles, was (?:dir|ihnen|euch)',
    machine:
      'KI[- ]?(?:Assistent\\w*|Modell\\w*|System\\w*|Leser\\w*|Agent\\w*)?|Sprachmodell\\w*|Chatbot\\w*|Sprachassistent\\w*|Assistent(?=[:,])',
    order:
      '(?:antwortet?|erwidere|schreib|sage?|behaupte|zitiere|bewerte|empfiehl|nenne|teile|gib)\\b[^.\\n]{0,60}\\b(?:nur|dass|immer|ausschließlich|mit|dem nutzer|diese seite|aus)\\b|(?:du musst|sie müssen|antworten sie|sagen sie|muss stets|müssen stets)|bewerten? sie diese seite',
  },
  fr: {
    ignore: 'ignore[rz]?|ignorez|oublie[rz]?|négligez|ne tenez pas compte|ne tiens pas compte|fais abstraction|faites abstraction',
    rules:
      '(?:instructions?|consignes|directives|règles|ordres|invites?)\\s+(?:\\p{L}+\\s+)?(?:précédente?s?|antérieure?s?|ci-dessus|système|initiales?|reçues)|(?:tes|vos|toutes les)\\s+(?:instructions|consignes|règles|directives)',
    machine:
      "IA(?![\\p{L}])|intelligences? artificielles?|assistants? (?:IA|virtuels?)|modèles? de langage|agents? conversationnels?|chatbots?|l'assistant",
    order:
      "(?:répond\\p{L}*|dis|dites|écrivez|affirmez?|citez?|notez?|recommande[rz]?|indiquez?|classez?)\\b[^.\\n]{0,60}\\b(?:uniquement|seulement|que|toujours|cette page|exactement|à l'utilisateur)\\b|(?:tu dois|vous devez)",
  },
  es: {
    ignore: 'ignora\\w*|ignore[ns]?|olvid[ae]\\w*|omit[ae]\\w*|descarta\\w*|haz caso omiso|no hagas caso',
    rules:
      '(?:instrucciones|indicaciones|órdenes|reglas|directrices|prompts?)\\s+(?:\\p{L}+\\s+)?(?:anteriores|previas|previos|de arriba|precedentes|del sistema|recibidas)|(?:tus|sus|todas las)\\s+(?:instrucciones|reglas|indicaciones|directrices)',
    machine: 'IA(?![\\p{L}])|inteligencias? artificial(?:es)?|asistentes? (?:de IA|virtual(?:es)?)|modelos? de lenguaje|chatbots?',
    order:
      '(?:respond[ae]\\w*|di|diga|dile|escrib[ae]|afirm[ae]|cit[ae]|calific[aá]\\w*|califique|puntú[ae]|recomiend[ae]|inform[ae])\\b[^.\\n]{0,60}\\b(?:solo|sólo|únicamente|que|siempre|esta página|exactamente|al usuario)\\b|(?:debes|debe usted|tienes que|deben)',
  },
  it: {
    ignore: 'ignora\\w*|ignorate|dimentica\\w*|trascura\\w*|non considerare|tralascia',
    rules:
      '(?:istruzioni|indicazioni|regole|direttive|comandi|prompt)\\s+(?:\\p{L}+\\s+)?(?:precedenti|di cui sopra|sopra|ricevute|del sistema)|(?:tue|vostre|tutte le)\\s+(?:istruzioni|regole|indicazioni|direttive)',
    machine: 'IA(?![\\p{L}])|intelligenz[ae] artificial[ei]|assistent[ei] (?:IA|AI|virtual[ei])|modell[oi] linguistic[oi]|chatbot',
    order:
      "(?:rispond[ia]\\w*|rispondete|di'|dite|scriv[ia]|afferma|cita|citate|valuta|consiglia|informa)\\b[^.\\n]{0,60}\\b(?:solo|soltanto|che|sempre|questa pagina|esattamente|all'utente)\\b|(?:devi|dovete|deve sempre)",
  },
  pt: {
    ignore: 'ignor[ea]\\w*|esqueç[ae]\\w*|desconsider[ea]\\w*|desprez[ea]\\w*',
    rules:
      '(?:instruções|orientações|ordens|regras|diretrizes|comandos|prompts?)\\s+(?:\\p{L}+\\s+)?(?:anteriores|acima|prévias|precedentes|do sistema|recebidas)|(?:suas|tuas|todas as)\\s+(?:instruções|regras|orientações|diretrizes)',
    machine: 'IA(?![\\p{L}])|inteligências? artificia(?:l|is)|assistentes? (?:de IA|virtua(?:l|is))|modelos? de linguagem|chatbots?',
    order:
      '(?:respond[ae]\\w*|dig[ae]|escrev[ae]|afirm[ae]|cit[ea]|avali[ea]|recomend[ea]|inform[ea])\\b[^.\\n]{0,60}\\b(?:apenas|somente|só|que|sempre|esta página|exatamente|ao usuário|ao utilizador)\\b|(?:você deve|deves|devem sempre)',
  },
  nl: {
    ignore: 'negeer|negeert|vergeet|sla over|laat achterwege',
    rules:
      '(?:eerdere|vorige|voorgaande|bovenstaande|je|jouw|uw|alle)\\s+(?:\\p{L}+\\s+)?(?:instructies|aanwijzingen|regels|opdrachten|richtlijnen|prompts?)',
    machine: 'AI(?:[- ]?(?:assistent\\w*|model\\w*|systeem|systemen|lezers?))?(?![\\p{L}])|taalmodel\\w*|chatbots?',
    order:
      '(?:antwoord|zeg|schrijf|beweer|citeer|beoordeel|vermeld|raad)\\b[^.\\n]{0,60}\\b(?:alleen|uitsluitend|dat|altijd|deze pagina|precies|de gebruiker)\\b|(?:je moet|u moet|jullie moeten)',
  },
  pl: {
    ignore: 'zignoruj\\w*|ignoruj\\w*|zapomnij\\w*|pomiń\\w*|odrzuć',
    rules:
      '(?:(?:wszystkie|wcześniejsze|poprzednie|powyższe|swoje|twoje|dotychczasowe)\\s+){1,2}(?:instrukcje|polecenia|zasady|wytyczne|reguły)|(?:instrukcj\\p{L}+|polece\\p{L}+)\\s+(?:powyżej|systemow\\p{L}+)',
    machine:
      'AI(?![\\p{L}])|SI(?=[:,])|sztuczn\\p{L}+ inteligencj\\p{L}+|model\\p{L}* językow\\p{L}+|asysten\\p{L}+ (?:AI|SI)|chatbot\\p{L}*',
    order:
      '(?:odpowiedz|odpowiadaj|napisz|powiedz|stwierdź|cytuj|oceń|podaj|poleć)(?![\\p{L}])[^.\\n]{0,60}(?:tylko|wyłącznie|że|zawsze|tę stronę|dokładnie|użytkownik)|(?:musisz|należy zawsze|powinieneś)',
  },
  ru: {
    ignore: '(?:про)?игнорируй\\p{L}*|забудь\\p{L}*|не обращай\\p{L}* внимани\\p{L}*|отбрось\\p{L}*',
    rules:
      '(?:(?:все|всех|предыдущ\\p{L}+|прежн\\p{L}+|прошл\\p{L}+|сво[ийе]\\p{L}*|ваш\\p{L}*|системн\\p{L}+|вышестоящ\\p{L}+)\\s+){1,2}(?:инструкци\\p{L}+|указани\\p{L}+|правил\\p{L}*|команд\\p{L}*)|(?:инструкци\\p{L}+|указани\\p{L}+)\\s+выше',
    machine:
      'ИИ(?![\\p{L}])|искусственн\\p{L}+ интеллект\\p{L}*|языков\\p{L}+ модел\\p{L}+|чат-?бот\\p{L}*|ИИ-ассистент\\p{L}*|нейросет\\p{L}+',
    order:
      '(?:ответь|ответьте|отвечай|отвечайте|напиши|напишите|скажи|скажите|утверждай|цитируй|цитируйте|оцени|оцените|рекомендуй|сообщи|сообщите)(?![\\p{L}])[^.\\n]{0,60}(?:только|что|всегда|эту страницу|в точности|пользовател)|(?:ты должен|вы должны|должны всегда)',
  },
  uk: {
    ignore: '(?:про)?ігноруй\\p{L}*|забудь\\p{L}*|не зважай\\p{L}*|відкинь\\p{L}*',
    rules:
      '(?:(?:усі|всі|попередн\\p{L}+|свої|ваші|системн\\p{L}+)\\s+){1,2}(?:інструкці\\p{L}+|вказівк\\p{L}+|правил\\p{L}*|команд\\p{L}*)',
    machine: 'ШІ(?![\\p{L}])|штучн\\p{L}+ інтелект\\p{L}*|мовн\\p{L}+ модел\\p{L}+|чат-?бот\\p{L}*|нейромереж\\p{L}+',
    order:
      '(?:відповідай|відповідайте|напиши|напишіть|скажи|скажіть|цитуй|цитуйте|оціни|оцініть|повідом|повідомте)(?![\\p{L}])[^.\\n]{0,60}(?:лише|тільки|що|завжди|цю сторінку|користувач)|(?:ти повинен|ви повинні|ти маєш|ви маєте)',
  },
  tr: {
    ignore: 'yok say\\p{L}*|görmezden gel\\p{L}*|unut(?:un|unuz)?(?![\\p{L}])|dikkate alma\\p{L}*|göz ardı et\\p{L}*',
    rules: '(?:önceki|yukarıdaki|tüm|bütün|sistem)\\s+(?:\\p{L}+\\s+)?(?:talimat\\p{L}*|yönerge\\p{L}*|komut\\p{L}*|kural\\p{L}*)',
    machine: 'yapay zek[aâ]\\p{L}*|dil model\\p{L}*|sohbet (?:robotu|botu)\\p{L}*',
    order:
      '(?:sadece|yalnızca|her zaman|kullanıcıya)[^.\\n]{0,80}(?:yanıtla\\p{L}*|cevapla\\p{L}*|cevap ver\\p{L}*|yanıt ver\\p{L}*|söyle\\p{L}*|yaz\\p{L}*|de(?:yin)?(?![\\p{L}])|puan ver\\p{L}*|kaynak göster\\p{L}*)|(?:zorundasın\\p{L}*|gerekir|gerekiyor)',
  },
  ar: {
    ignore: 'تجاهل\\p{L}*|انس[َىوا]?|أهمل\\p{L}*|لا تلتفت',
    rules: '(?:التعليمات|تعليماتك|الأوامر|التوجيهات|القواعد|الإرشادات)(?:\\s+\\p{L}+)?\\s*(?:السابقة|أعلاه|الأصلية)?',
    machine: 'الذكاء الاصطناعي|ذكاء اصطناعي|نموذج(?:\\s+)?(?:ال)?لغ\\p{L}+|نماذج اللغة|روبوت(?:ات)? (?:ال)?(?:دردشة|محادثة)|المساعد الذكي',
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
    ignore: '무시(?:하|해)\\p{L}*|잊(?:어|으)\\p{L}*|따르지 (?:마|말)\\p{L}*',
    rules: '(?:이전|앞선|위의|기존|모든|시스템)\\s*(?:의\\s*)?(?:\\p{L}+\\s+)?(?:지시|지침|명령|프롬프트|규칙)\\p{L}*',
    machine: 'AI(?![A-Za-z])|인공지능|언어\\s?모델|챗봇|어시스턴트',
    order:
      '(?:답변|대답|응답|출력|인용|평가|말|알려|작성)\\p{L}{0,4}\\s?(?:하세요|하십시오|해야|하라|주세요|해라|하시오)|반드시|(?:라고만|만)\\s?(?:답|대답|응답|출력)',
  },
  hi: {
    ignore: 'अनदेखा|नज़रअंदाज़|नजरअंदाज|भूल जा\\p{L}*|उपेक्षा',
    rules: '(?:पिछले|पिछली|पहले के|पहले|ऊपर(?: के)?|सभी|सारे|अपने)\\s+(?:[\\p{L}\\p{M}]+\\s+)?(?:निर्देश|आदेश|नियम|प्रॉम्प्ट)',
    machine: 'एआई|AI(?![A-Za-z])|कृत्रिम बुद्धिमत्ता|भाषा मॉडल|चैटबॉट',
    order:
      '(?:केवल|सिर्फ|हमेशा)[^।\\n]{0,60}(?:उत्तर|जवाब|कहें|लिखें|बताएं|बताएँ)|(?:उत्तर|जवाब) (?:दें|दो|दीजिए)|उपयोगकर्ता (?:को|से)|कहना (?:चाहिए|होगा)|कहें कि|आपको[^।\\n]{0,60}चाहिए',
  },
};

const EDGE = '(?<![\\p{L}\\p{M}])';
/** Stops at the end of a sentence. */
const NEAR = '[^.!?。！？।\\n]{0,60}';

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
  /(?:bewerte\w*|bewerten sie) (?:diese|dieses|diesen) (?:seite|dokument|abschnitt|treffer)|not(?:e|ez|er) cette page|calific\p{L}+ esta página|(?:valut[ai]\w*|vota) questa pagina|avali[ea]\p{L}* esta página|beoordeel deze pagina|oceń tę stronę|оцени(?:те)? эту страницу|оціні?(?:ть)? цю сторінку|bu sayfaya \p{L}+ puan|(?:给|給)(?:本|这|這|此)(?:页|頁|个?页面|篇|網頁|网页)[^。\n]{0,10}(?:满分|滿分|10分|十分|最高分)|このページ[^。\n]{0,12}(?:満点|最高|10点)|이 페이지[^.\n]{0,12}(?:만점|최고|10점)/iu;

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
