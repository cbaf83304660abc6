const thumbs = /[\u{1F44D}\u{1F44C}\u{2705}\u{2714}\u{2611}]/gu;

const pictures = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F}|\u{200D}/gu;

// Several words or spellings with the same meaning. "thanks" has no meaning here and is left out later.
const spellings: [RegExp, string][] = [
  [/\b(?:thank (?:you|u)|thx|thnx|ty)(?: (?:so|very) much)?\b|\bgod bless(?: you)?\b/g, "thanks"],
  [/\bhave a (?:nice|good|great|blessed) (?:day|one|night)\b|\bma am\b|\b(?:por|x) favor\b/g, "thanks"],
  [/\bplease confirm\b/g, "asks"],
  [/\bi am\b|\bim\b/g, "i m"],
  [/\bi will\b|\bill\b/g, "i ll"],
  [/\bwe will\b|\bwell be\b/g, "we ll"],
  [/\b(?:can|could) ?(?:not|nt|t)\b|\bcouldn t\b/g, "cant"],
  [/\bwill not\b|\bwon t\b|\bwouldn t\b/g, "wont"],
  [/\b(?:do|does)(?:n t| not|nt)\b/g, "doesnt"],
  [/\b(?!rece[a-z]*ved\b|reci[a-z]*ved\b)re ?[sc]+h?[a-z]*ed[a-z]*\b/g, "reschedule"],
  [/\b(?:okay|okey|okie|oki|okk+|o k|kk?|okays)\b/g, "ok"],
  [/\b(?:ye|yea|yeah|yep|yup|yess+|yessir)\b/g, "yes"],
  [/\b(?:see|c) (?:u|ya)\b|\bcu\b/g, "see you"],
];

const withoutMeaning = new Set(
  "please pls plz thanks thank hi hello hey sorry sir mam just really oh and then gracias muchas hola lo siento perdon senor senora".split(
    " ",
  ),
);

const clock = "\\d{1,4} ?(?:am|pm)?";

const when = `(?: (?:tomorrow|today|tonight|there|morning|afternoon|everyone|on time|for sure|in the morning|(?:at|on|for|by) (?:${clock}|tomorrow|then)|${clock}|manana|hoy|ahi|alli|alla|a las? ${clock}))*`;

const agrees =
  "ok|o?ki?e? dokey|dokie|y|yes|sure|great|good|perfect|fine|awesome|excellent|of course|absolutely|definitely|certainly|alright|all right|got it|sounds good|si|claro(?: que si)?|bueno|muy bien|perfecto|vale|por supuesto|de acuerdo|esta bien|no";

const self = "(?:i|we)(?: (?:ll|m|are|re|will|am|do|plan to|still|also|definitely|sure))*";

const phrases = [
  "c|copy|roger|10 4|all (?:set|good)|(?:ok )?dok(?:ey|ie)|correct|right|wonderful|alrighty|understood|noted|will do|sure thing|no problem|no worries|you bet|count me in",
  "confirm(?:ed|ing|s)?(?: (?:my|the))?(?: (?:visit|appointment|appt|time))?",
  "(?:i|we) (?:do )?confirm(?: (?:my|the|our) (?:visit|appointment|appt))?",
  `(?:${self} )?(?:will )?be (?:there|ready|on|online|on the (?:call|video)|here|home|waiting|available)`,
  `${self} (?:ready|coming|going|attending|attend|available|come|all set|good(?: to go)?|can|will|in)`,
  `(?:${self} )?(?:can )?(?:make it|attend)`,
  `${self}|will (?:attend|come)|attending|coming|ready|still (?:coming|on|good)|good to go`,
  "(?:i )?see you(?: (?:then|soon|later|all))?",
  "(?:that )?(?:sounds|works|looks)(?: (?:good|great|fine|perfect|ok))?(?: for (?:me|us))?",
  "looking forward(?: to (?:it|that|seeing you))?",
  "bien|list[oa]|estoy list[oa]|entendido|enterad[oa]|correcto|excelente|seguro|cuente conmigo",
  "(?:la )?confirm(?:o|ad[oa]|amos)(?: (?:mi|la) (?:cita|hora))?",
  "(?:(?:ahi|alli|alla|aqui) )?(?:estare(?:mos)?|voy a estar|vamos a estar)(?: (?:ahi|aqui|alla|list[oa]|pendiente|disponible|esperando))?",
  "(?:ahi )?nos vemos|hasta (?:luego|pronto)|hasta",
  "(?:yo )?(?:asist(?:o|ire|iremos)|voy(?: a (?:ir|asistir))?|ire|iremos)",
];

const leading = new RegExp(`^(?:${agrees})(?: |$)`);

const full = new RegExp(`^(?:${phrases.join("|")})${when}$`);

const timeOnly = new RegExp(`^${when.replace("(?: ", "(?: ?")}$`);

const thing =
  "(?: (?:it|that|this|(?:(?:my|the|this|our) )?(?:visit|appointment|appt|time|date|day|hour|slot)))?";

const other = "(?:an? )?(?:another|other|different|new|later) (?:time|day|date|slot|hour)s?";

const weekday = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";

const asks =
  "(?:(?:i|we)(?: (?:d|would))? (?:need|want|have|like|got)(?: to)?|need(?: to)?|have to|(?:would )?like(?: to)?|want to|(?:can|could|may) (?:i|we|you)|possible to|is there|are there|do you have|any)";

const now =
  "(?: (?:tomorrow|today|anymore|now|at (?:that|this) time|at \\d+|(?:my|the) (?:appointment|visit)))*";

const english = [
  `(?:${asks} )?(?:change|reschedule|postpone|move|switch)${thing}(?: (?:to|for) (?:${other}|next week|later|tomorrow|${weekday}))?`,
  `(?:${asks} )?(?:(?:have|get|do|pick|choose|make) )?(?:it )?${other}`,
  `(?:(?:i|we) )?(?:m )?(?:cant|wont|unable to|not able to|not going to|wont be able to)(?: (?:make|be|come|attend|do)(?: (?:it|there|that(?: time)?|my appointment))?)?${now}`,
  `(?:(?:that|this|the|it|tomorrow|today|\\d{1,4})(?: (?:time|day))? )?(?:doesnt|wont|not going to) work(?: out)?(?: for (?:me|us))?${now}`,
  "not (?:tomorrow|today)|(?:take a )?rain ?check",
];

const suCita = "(?: (?:de )?(?:mi|la|el|esta|esa)? ?(?:cita|hora|dia|fecha|horario))*";

const otra = "(?:para )?(?:la |una |el )?otr[oa] (?:hora|dia|fecha|momento|horario|cita)";

const pide =
  "(?:quiero|quisiera|necesito|tengo que|prefiero|me gustaria|puedo|podria|podemos|puede|se puede|hay|tiene|tienen)";

const ahora = "(?: (?:ahi|alli|manana|hoy|a esa hora|esa hora|ese dia|a las \\d+))*";

const spanish = [
  `(?:${pide} )?(?:cambi(?:ar|o|arla|arme)|reprogramar(?:la)?|reagendar(?:la)?|mover(?:la)?|posponer(?:la)?|aplazar(?:la)?)${suCita}(?: ${otra})?`,
  `(?:${pide} )?${otra}`,
  `no (?:puedo|podre|podremos|podemos|voy a poder|vamos a poder|asistire|voy|ire|voy a|estare)(?: (?:ir|asistir|estar|llegar))?${ahora}`,
  `no me (?:queda|sirve|funciona)(?: bien)?${ahora}`,
];

const patterns = [...english, ...spanish].map((source) => new RegExp(`^(?:no )?(?:${source})\\??$`));

/** True for "can i change the time?", "i cant make it tomorrow", "otra hora". */
const isChange = (clause: string): boolean => patterns.some((pattern) => pattern.test(clause));

export type ReplyMeaning = "confirm" | "change";

// Conditions, cancellations, and other topics that staff have to read.
const forStaff =
  /\b(?:if|si|but|pero|cancel\w*|call|llam\w+|late|tarde|already|ya|yesterday|address|direccion|mask\w*|mascarilla\w*|machine|maquina|insurance|seguro|phone|number|numero|link|enlace|email|hospital)\b/;

/** Null for replies that staff have to read. A confirmation contains nothing else. A change may include a reason. */
export function replyMeaning(text: string): ReplyMeaning | null {
  const clauses = clausesOf(text);
  if (clauses.length === 0) return null;
  if (clauses.every(isConfirmation)) return "confirm";
  if (!clauses.some(isChange) || forStaff.test(clauses.join(" "))) return null;
  return clauses.every((clause) => isChange(clause) || !clause.endsWith("?")) ? "change" : null;
}

/** "ok", "yes i ll be there tomorrow", "si ahi estare": a clause that only confirms. */
function isConfirmation(clause: string): boolean {
  let rest = clause;
  let agreed = false;
  for (let start = leading.exec(rest); start; start = leading.exec(rest)) {
    // "No" alone isn't a yes, but "no problem" is.
    if (start[0].trim() === "no") break;
    agreed = true;
    rest = rest.slice(start[0].length);
  }
  return full.test(rest) || (agreed && timeOnly.test(rest));
}

/** A reply's clauses without accents, punctuation, and polite words. A thumbs up becomes "ok"; a question ends with "?". */
export function clausesOf(text: string): string[] {
  return text
    .slice(0, 500)
    .replace(thumbs, " ok ")
    .replace(pictures, " ")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’‘`´-]/g, " ")
    .replace(/(\d)[:.](\d)/g, "$1$2")
    .replace(/\b([a-z])\.([a-z])\b\.?/g, "$1$2")
    .split(/(?<=\?)|[.,!¡¿;:\n\r()…]+/)
    .map(plainClause)
    .filter(Boolean);
}

function plainClause(clause: string): string {
  const words = clause.replace(/[^a-z0-9]+/g, " ").trim();
  const spelled = spellings.reduce((plain, [pattern, word]) => plain.replace(pattern, word), words);
  const kept = spelled.split(" ").filter((word) => word && !withoutMeaning.has(word));
  return kept.join(" ") + (clause.includes("?") ? "?" : "");
}
