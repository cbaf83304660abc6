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

/** "ok", "yes i ll be there tomorrow", "si ahi estare": a clause that only confirms. */
export function isConfirmation(clause: string): boolean {
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
