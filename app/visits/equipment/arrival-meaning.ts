import { clausesOf } from "../reminder-replies/reply-meaning";

type Arrival = "arrived" | "missing";

// `clausesOf` has left out polite words and "lo".
const it = "(?:it|everything|(?:my |the )?(?:equipment|machine|package|box|order|delivery|stuff|cpap))";
const soon = "(?: (?:today|yesterday|this morning|last night|now|already|here|ok|just now))*";
const ya = "(?: (?:hoy|ayer|ya|todo|aqui|esta manana))*";
const equipo = "(?:el equipo|mi equipo|la maquina|mi maquina|el paquete|la caja|todo)";

const arrived = [
  `(?:i |we )?(?:just |already )?(?:got|have|received|have received|have gotten|ve got|do have|do) ?${it}?${soon}`,
  `${it} (?:(?:has|have|s|is|just|already|did) )*(?:here|arrived?|came|come|delivered|in|there)${soon}`,
  `(?:it )?(?:has|did|is)${soon}|(?:just |already )?(?:arrived|came|received|delivered|here|got it)${soon}`,
  `(?:ya )?(?:me )?(?:llego|llegaron|la recibi|recibi|la tengo|tengo|esta aqui|esta)(?: ${equipo})?${ya}`,
  `${equipo} (?:ya )?(?:me )?(?:llego|esta aqui|esta)${ya}`,
];

const missing = [
  "not yet|nothing(?: yet)?|not (?:here|arrived|received|delivered)(?: yet)?|(?:i m |we re )?(?:still )?waiting(?: (?:for|on) (?:it|the equipment|my equipment))?",
  `${it} (?:has|have|did|is|hasn|haven|didn|isn|s)(?: t)?(?: not)?(?: (?:been|come|came|arrived?|here|delivered|shown up|gotten here))*(?: yet)?`,
  `(?:i |we )?(?:have|haven|did|didn|doesnt|don)(?: t)?(?: not)? ?(?:have|got|get|gotten|received?|seen)? ?${it}?(?: yet)?`,
  "(?:it )?(?:has|hasn|is|isn|did|didn)(?: t| not)(?: (?:come|arrived?|here))*(?: yet)?",
  `(?:todavia|aun) no(?: (?:me )?(?:ha )?(?:llega|llego|llegado|tengo|la tengo|tengo nada|he recibido))?(?: ${equipo})?`,
  `(?:${equipo} )?no (?:me )?(?:ha )?(?:llega|llego|llegado|tengo|la tengo|he recibido|recibi|tengo nada|esta)(?: ${equipo}| nada)*(?: (?:todavia|aun))?`,
  "(?:sigo|seguimos|estoy) esperando|nada(?: todavia)?",
];

const whole = (phrases: string[]) => new RegExp(`^(?:${phrases.join("|")})$`);
const [arrivedPhrase, missingPhrase] = [whole(arrived), whole(missing)];
const negative = /\b(?:not|no|nt|t|nothing|nada|waiting|esperando|doesnt)\b/;
const yes = /^(?:1|one|uno|yes|y|si|claro|sure|correct|yes sir)$/;
const no = /^(?:2|two|dos|no|n|nope|nah)$/;

/**
 * Reads an answer to "Has your equipment arrived? Reply 1 for yes, 2 for no". Null for anything that says more or
 * something else, which staff read.
 */
export function arrivalMeaning(text: string): Arrival | null {
  const clauses = clausesOf(text.replace(/#/g, " ")).flatMap(splitYesOrNo);
  if (clauses.length === 0) return null;
  const meanings = new Set(clauses.map(meaningOf));
  const [only] = meanings;
  return meanings.size === 1 ? (only ?? null) : null;
}

/** "yes it came" is a yes and a statement, as if there were a comma. */
function splitYesOrNo(clause: string): string[] {
  const [first = "", ...rest] = clause.split(" ");
  const isAnswer =
    yes.test(first) ||
    (no.test(first) &&
      rest.length > 0 &&
      !/^(?:me|la|he|ha|llega|llego|tengo|recibi|esta)$/.test(rest[0] ?? ""));
  return isAnswer && rest.length > 0 ? [first, rest.join(" ")] : [clause];
}

function meaningOf(clause: string): Arrival | null {
  if (yes.test(clause)) return "arrived";
  if (no.test(clause)) return "missing";
  if (negative.test(clause)) return missingPhrase.test(clause) ? "missing" : null;
  return arrivedPhrase.test(clause) ? "arrived" : null;
}
