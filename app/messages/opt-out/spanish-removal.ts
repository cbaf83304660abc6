import type { Rule } from "./rule";
import { spanish as pattern } from "./spanish-words";

/** With these words, the patient means a visit or a device instead of texts. */
export const ofVisit =
  /\b(cita|citas|visita|orden|hora|horario|dia|turno|nuevo|nueva|viejo|anterior|cambi\w*|maquina|mascarilla|humidificador|equipo)\b/;

/** "quítenme de la lista", "borren mi número", "quiero darme de baja". */
export const removal: Rule[] = [
  {
    when: pattern(
      "(quit|borr|elimin|saqu|sac|remuev|remov|desuscrib|desinscrib)(en|e|a|an|ar|er|ir)(me|nos)($| {off})",
      "(quit|borr|elimin|saqu|sac|remuev|remov|bloque)(en|e|a|an|ar|er) (mis?|este|ese|numero)( {number})*($| {off})",
      "(olviden|olvidense de|pierdan|olvide|olvida) (mi|este) numero$",
      "me (puede |pueden |puedes |podrian? |podrias )?(quit|sac|borr|elimin|saqu|remov|remuev)\\w{1,4}( {off}){0,8}( (lista|sistema|mensajes?|aqui|base)|$)",
    ),
    unless: ofVisit,
  },
  {
    when: pattern(
      "(dar|darme|darnos|deme|denme|dame|den|doy|dan|dense|dense)( \\w+){0,2} de baja",
      "(solicito|quiero|pido|deseo|necesito|solicitar) baja$",
      "^baja( {link}){0,8} ({texts}|lista)",
      "(salir|salirme|salgo) de( {link}){0,8} (lista|esto|mensajes?|grupo|aqui)",
    ),
  },
  {
    when: pattern(
      "(deja|deje|dejen)(me|nos)? (en paz|tranquil[oa]s?)",
      "(vayan?se|vete) al (diablo|carajo|infierno)",
    ),
    unless: /\b(no|nunca) me\b/,
  },
];

export const noConsent: Rule[] = [
  {
    when: pattern(
      "(revoco|retiro|revocar|retirar|cancelo|quito)( mi)? {consent}",
      "no (autorizo|autorice|consiento|tienen?( mi)? {consent}|(le |les )?(di|doy|he dado)( mi)? {consent})( para| de|$)?",
      "nunca (les |le |yo )?(di|pedi|autorice|acepte|solicite|firme)( \\w+){0,2} ({consent}|{texts})",
    ),
    unless: /\bno tiene\b.*\bformulario\b/,
  },
];
