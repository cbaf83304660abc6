const pattern = (...sources: string[]) => new RegExp(`\\b(?:${sources.join("|")})(?!\\w)`);

const keyword =
  /^(?:stop|stopall|unsubscribe|optout|end|quit|revoke|remove|discontinue|terminate|cease|halt|delete|desist|out|baja|alto|para|paren?|parar|basta|detener|detengan?|detenganse|terminar|salir|fin|nomore|suficiente|revoco|arret)$/;

/** True for text that is a keyword, politeness aside. */
export const isKeyword = (clause: string) => keyword.test(clause);

const link =
  "(?: (?:me|us|my|our|his|her|this|these|those|that|them|with|from|to|at|on|in|for|send|get|having|trying|want|need|wish|like|here|number|it|up|or|and|have|be|being|about|de|a|con|que|mandar\\w*|mandando\\w*|enviar\\w*|enviando\\w*|recibir|mi|este|ese|me|nos|manden?|mandes|envien?|envies|por|en|esta|estar|seguir|siguen?|recibiendo|you|call|email|not|wife|mom|mother|husband|d))";
const halt =
  "(?:stop|you stopped|quit|cease|end|discontinue|halt|terminate|disable|deactivate|suspend|pause|refrain|avoid|turn off|shut off|par[ae]n?(?:le)?|paro|parar|basta|alto|cesen|deten\\w+|terminen|suspend\\w+|cancel(?:a|o|e|en|ar|ing)?|anul\\w+|desactiv\\w+|apaguen?|(?:dej[aeo]n?|dejar|dejes|dejese|dejense) de)";
const writeTo = "(?:escrib|text[eo]|molest|contact|acos|mensajee|jod|ching|comuni[cq]|freg|fastidi)\\w+";
const ask =
  "(?:escrib[ai]n?|spame\\w+|escribas|text[e]{2}n?|molesten?|contacten?|contactes|molestes|busquen|hablen|comuniquen?)";
const owner =
  "(?:(?:number )?[\\d ]{7,}|me|us|mine|(?:(?:my|this|mi|mis|este|ese|his|her|moms?|mothers?|wifes?) )?(?:contact )?(?:number|name|info|information|data|details|digits|contact|nombre|datos|contacto|informacion)(?: number)*)";
const from =
  "(?: (?:off|out|from|of|de|del|to|your|this|esta|esto|these|that|it|here|call|and|thing|aqui|ahi|lists?|lista|system|sistema|database|text|contacts|records|registro|base|datos|account|file))";

/** Sentences that mean nothing else. */
const optOuts = pattern(
  "unsubscribe|optout|stopall",
  "^(?:(?:no|yes|i|said|im|not interested|good|wrong number) )*stop(?: (?:it|this|that|me|them|stop|everything|no|y|for|text|good|at \\w+ce|right away))*$",
  `${halt}${link}{0,5} (?:text|spam\\w*|contact|bother|writ(?:e|ing)(?: me| us| to))`,
  `(?:dej\\w+|par[ae]n?|basta) de${link}{0,4} ${writeTo}`,
  `(?:dont|never|nolonger)${link}{0,5} (?:text|spam\\w*|contact|bother|write)(?: (?:me|us|to|this|here|at|my|number|nomore|by|by text))*$`,
  `(?:no|nunca|nomore|ni) (?:me |nos |les )?(?:${ask}|escribir$|(?:vuelv\\w+ (?:a )?|sig\\w+ |ande\\w* |este\\w* )(?:${writeTo}|mand\\w+|envi\\w+)|(?:manden?|mandes|envien?|envies|mandar\\w*|enviar\\w*)${link}{0,3} (?:text|nada))`,
  `no (?:quiero|deseo|necesito|acepto|autorizo|queremos|gustaria)(?: me| que)*${link}{0,3} (?:text|${ask})`,
  `(?:dont|nolonger|never)${link}{0,4} (?:want|wish|need)${link}{0,4} text`,
  `^(?:nomore|no|sin)${link}{0,2} text$|(?:text) nomore$`,
  `(?:take|get|remove|removed|delete|drop|scratch|pull|want|strike|keep)(?: ${owner})? (?:off|out|from)${from}{0,3} (?:lists?|system|database|text|contacts|records)`,
  `(?:remove|delete|lose|loose|forget|erase|scratch|purge|quiten?|quitar|saquen?|borr\\w+|elimin\\w+|pierdan|olviden) (?:my|this|mi|este) (?:number ?)+(?:$|${from})`,
  `(?:quit|borr|elimin|saqu|sac|remuev)\\w{1,4}(?:me|nos)${from}{1,4}`,
  "(?:dar|den|doy|deme|dame)\\w* de baja",
  "(?:leave|let) (?:me|us) alone|dej\\w+ en paz",
  "(?:stop|quit) send(?: (?:me|us|these|this|those|them|stuff|crap|shit|anything))*$",
  "^stop (?:i|im|ive|we|you|or|and (?:dont|never|leave|remove|take|delete|lose|cancel)|he|she|who|its|wrong|not|no|dont|before|because)",
  "(?:dont|not|never|didnt|without|(?:take|taking) back|nolonger)(?: \\w+){0,5} (?:consent|permission|authorization)",
  "(?:revok\\w+|withdraw\\w*|revoco|retiro)(?: my| mi)? (?:consent|permission|authorization|consentimiento|permiso|autorizacion)",
);

const threat =
  "(?:fcc|police|cops|lawyer|attorney|sue|court|complaint|report(?:ing)? (?:you|this)|block\\w*|policia|denunci\\w*|demand\\w*|bloque\\w*|abogad[oa])";

/** Sentences that may opt out. */
const possible = pattern(
  `(?:${halt}|dont|never|nomore|no|not|nolonger|without|hate|tired|sick|enough|too many|too much|so many|muchos|demasiados|nunca|jamas|sin|quiten?|hart\\w+|cans\\w+|ni|cero|nada de|prohib\\w+|get rid|mute)(?: \\w+){0,5} (?:text|spam\\w*|contact|bother|bothered|contacted|disturb|list|lista|${writeTo})`,
  `(?:dont|never|nolonger|not|didnt|no|prefer|rather)(?: \\w+){0,5} (?:hear|agree|sign|signed|authoriz\\w+|consentimiento|permiso|autoriz\\w+|recibirl[oa]s)`,
  `(?:dont|never|nomore|stop|quit|no|nunca)(?: (?:me|you|ever|want|nos|le|les|vuelvan|a|to|like))* (?:send|manden?|envien?|mandes|mandar\\w*)(?: (?:me|us|this|a|to|my))*(?: (?:text|anything|nothing|stuff|things|crap|shit|junk|these|those|them|nada|cosas|esto|else|more|any|nomore|to|this|my|his|her|number|by))*$`,
  `(?:take|taken|get|keep|kick) ${owner}${from}{1,4}`,
  `(?:remove|removed|delete|deleted|erase|drop|unenroll|lose|purge|wipe|deactivate|strike|scratch|forget|block|cross|bloqueen?|borr\\w+|elimin\\w+|quit\\w+|quito|sa[cq]\\w+|remov\\w+|remuev\\w+) ${owner}(?:${from}{1,4}|$)`,
  `(?<!\\b(?:logged|locked|signed|kicked|timed) )(?:be|get|me|us|number|name) (?:removed|deleted|taken off|off|out)${from}*$|(?:want|get|stay|keep) off(?:${from}+| my number)$|dont want (?:anything|nothing)|take off ${owner}$|get rid${from}* ${owner}$|(?:use|using|usen?|uses)${from}* ${owner}$|not contact list`,
  `(?:quit|borr|elimin|saqu|sac|remuev)\\w{1,4}(?:me|nos)${from}*$|me (?:pueden? )?(?:quit|sac|borr|elimin|saqu)\\w+${from}*$`,
  `(?:sal\\w+)(?: de${from}+)$`,
  `^baja${from}*$|(?<!(?:dio|dieron) )de baja${from}*$|(?:quiero|solicito|pido|la) baja$|cease|desist|leave (?:me|us|my \\w+) (?:alone|be|out)|leave (?:my|this) \\w+ alone|dej\\w+ tranquil[oa]s?$`,
  "^(?:fuck|fck|fuk|f|f k|piss|buzz|bother|bug|back|knock it|cut it|screw)(?: you)? (?:off|out|you)$|fuck you|^go away$|get lost|shut up|^quit it$|^enough$|give it rest|thats enough|al carajo|al diablo",
  `(?:text|contact|escrib\\w+|mand\\w+|write)(?: \\w+){0,12} ${threat}|${threat}(?: \\w+){0,12} (?:text|contact|escrib\\w+|mand\\w+)`,
  "^spam|(?:is|as|this) spam$|(?:rather|prefer|wish|if) you (?:didnt|dont|wouldnt|not)(?: \\w+){0,3} (?:text|contact|write|bother)|(?:call|llam\\w+)(?: \\w+){0,4} (?:instead|rather|not|vez|lugar)(?: \\w+){0,3} text|only (?:\\w+ ){0,3}call|hartaron|cansaron|dej[ea]n?me$",
  "(?:turn|shut|switch)(?: \\w+){0,3} (?:text|them|these|those) off|(?:knock|cut|give|lay|ease|chill|back)(?: \\w+){0,5} text|text(?: \\w+){0,4} (?:stop|stopped|end|cease|quit|unwanted|go away|nomore|not (?:ok|okay|welcome|wanted|allowed)|annoying|dont want(?: them| these)?$)",
  "(?:consent|permission|consentimiento|permiso) (?:\\w+ )?(?:revoked|withdrawn)|revocation|(?:dont|not) (?:want|need|like) (?:these|this|them|those)(?: (?:on|to|at) (?:my|this|his|her) number)?$|not interested$|no (?:me interesa|estoy interesad[oa])$",
  "^stop (?!(?:by|at|in|on|over|sign|lights?|for|the|shipments?|ship\\w*|supplies|my|and go|using|smoking|email\\w*|charg\\w+)\\b)\\w+|^cancel(?: it| everything| this)?$|^(?:quit it|(?:no|knock|cut) it off)$|(?:you|that|this|will u)(?: \\w+){0,4} stop$|make it stop$|told to stop$|(?:part|want to) stop$|(?:(?<!\\b(?:bus|train|truck|rest|dead|complete|full|next|last|first|pit|\\w+nt|to|a|the|does|will|it|how|or|where)) )stop$",
  "paren(?:le)?$|dejen de|^nomore(?: of)?(?: these| this)?$|no (?:quiero|deseo)(?: saber)?(?: nada)?(?: de ustedes)?$|recibirlos$|de (?:estos? )?text$|no (?:quiero|deseo)(?: \\w+)? ustedes",
);

/** "don't text me before 9": staff decide. */
const limited = pattern(
  "code|link|address|until|till|while|during|nights?|tonight|tomorrow|\\w+day|work|morning|evening|late|early|yet|unless|weekends?|pictures?|\\d+ ?(?:am|pm)|after|before|noon|hours|group|codigo|enlace|noche|tarde|temprano|antes|despues|mientras|trabajo|hoy|hasta|manana|fotos?",
);

/** The opposite, or a question about it: "I didn't stop your texts". */
const notAsked = pattern(
  "(?:(?<!if you )dont|didnt|never|cant|not|doesnt|wont|havent)(?: (?:want|mean to text|mean|say|asked|need|have|ask|you|to|me|wish|like|get))* (?:stop|quit|unsubscribe|optout|end|cancel|lose|remove|delete|take me off|miss|leave)",
  "(?<!how )(?:why|when|did|should|does|happens|am|was|were) (?:i|you|they|it|my|text|these)(?: \\w+){0,3} (?:stop|quit|unsubscribe|optout|stopall)",
  "(?:what|how)(?: \\w+){0,3} (?:optout|unsubscribe|stop)(?: \\w+){0,2} (?:means?|works?|do)$|(?:what|que) (?:means?|significa|quiere decir)(?: \\w+){0,3} (?:stop|alto|optout)",
  "have (?:an )?optout|(?:reply|type|word) stop|(?:dont|not) (?:forget|lose)|stopped get|(?:where|how) did",
  "no (?:\\w+ )?(?:dej\\w+|par\\w+|cancel\\w+|quit\\w+|borr\\w+)",
);

/** About the visit, equipment, calls, or texts that didn't arrive, instead. */
const innocent = pattern(
  "visits?|appointments?|appt|mask|machine|order|insurance|supplies|shipment\\w*|filters?|oxygen|supply|wait ?list|waiting list|schedule|doctor|employer|citas?|maquina|mascarilla|orden|caja|manguera|equipo|factura",
  "(?:dont|never) (?:understand|get|got|have|see|read)|(?:didnt|did not|havent|no|cant) (?:\\w+ )?(?:get|got|have|come|came|see|read|recib(?:o|i|io|imos|ido)|tengo|llegaron|llego|llegan?|llegado|contest\\w+|entiendo|leer|perder|miss|han|mandaron|understand|escribieron|escribio|contacto)|miss",
  "be bother|quiero molestarl?o?s?|no es molestia|(?:last|ultimo|previous) (?:text|message)|dej[oe] (?:un )?text|dejaron|text (?:me|us) back|back door|slot|calendar|hold|speaker|\\w+day|se me borro|borre (?:el )?text|text back",
);

/** "No calls, text me" is the opposite of an opt-out. */
const prefersTexts = pattern(
  `(?:calls?|email\\w*|llam\\w+).* (?:text (?:me|us|only|instead|is|are)|(?:only|just|mejor|solo) text|escrib[ae]me|(?<!of )text$)`,
  "(?:text only|only text|prefer text|just text|mejor (?:por )?text)",
);

/** "Stop calling and just text", "mándeme mensajes": a request for texts in any sentence. */
export const asksForTexts = pattern(
  "(?:stop|dont|quit) call(?: me)?(?: and)? (?:just|only) text",
  "(?:mand|envi)[ae]n?me (?:un |unos |los |mejor |por )?text",
);

export const isOptOut = (clause: string) =>
  optOuts.test(clause) && ![notAsked, limited, innocent].some((other) => other.test(clause));

export const mayBeOptOut = (clause: string) =>
  (optOuts.test(clause) || (possible.test(clause) && !innocent.test(clause))) && !notAsked.test(clause);

const noTexts = pattern(
  "(?:or|and|not|dont|stop|no|nor|ni|y|of|nomore|never|than|quit)(?: (?!call|email|llam)\\w+){0,3} text",
);

/** True for "no calls, text me", false for "no calls or texts". */
export const wantsTexts = (words: string) => prefersTexts.test(words) && !noTexts.test(words);
