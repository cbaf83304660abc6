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
export const isChange = (clause: string): boolean => patterns.some((pattern) => pattern.test(clause));
