import { either, type OptOutRules, type Rule } from "./rule";
import { spanish as pattern } from "./spanish-words";

/** With these words, the patient means a visit or a device instead of texts. */
const ofVisit =
  /\b(cita|citas|visita|orden|hora|horario|dia|turno|nuevo|nueva|viejo|anterior|cambi\w*|maquina|mascarilla|humidificador|equipo)\b/;

/** "quítenme de la lista", "borren mi número", "quiero darme de baja". */
const removal: Rule[] = [
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

const noConsent: Rule[] = [
  {
    when: pattern(
      "(revoco|retiro|revocar|retirar|cancelo|quito)( mi)? {consent}",
      "no (autorizo|autorice|consiento|tienen?( mi)? {consent}|(le |les )?(di|doy|he dado)( mi)? {consent})( para| de|$)?",
      "nunca (les |le |yo )?(di|pedi|autorice|acepte|solicite|firme)( \\w+){0,2} ({consent}|{texts})",
    ),
    unless: /\bno tiene\b.*\bformulario\b/,
  },
];

const didNotAsk = /\b(no|nunca)( \w+)? (dej\w+|par\w+|cancel\w+|quit\w+|borr\w+|elimin\w+)\b/;

/** "dejen de mandarme mensajes", "paren los mensajes", "basta de textos". */
const stopTexting: Rule[] = [
  {
    when: pattern("(basta|paren|pare|desuscrib\\w+|desinscrib\\w+)$"),
    unless: /\b(con eso|no|se|con)\b|\?|\b(eso|esto|asi|me|nos) basta$/,
  },
  {
    when: pattern(
      "(deje|deja|dejen|dejar|dejaran|dejes|dejo|dejara|stop|pare|para|paren|parar|cesen|basta|terminen)( de)? (estar )?({bother}|molestando|chingando|escribiendo|jodiendo)",
      "(deje|deja|dejen|dejar|dejaran|dejes|dejo|dejara|stop|pare|para|paren|parar|cesen|basta|terminen)( de)? ((estar )?{send}|estar mandando|recibir)( {link}){0,8}( ({texts}|cosas|nada|tonterias)|$)",
      "(deje|dejen)se de( {link}){0,8} {texts}",
      "(cansad[oa]s?|hart[oa]s?|cansaron|hartaron|estuvo bueno)( (de|con|tanto))*( {link}){0,4} {texts}",
      "(pare|paren|parar|paro|para|cesen|basta|alto|detener|detengan|detenga|suspend\\w+|cancelen?|cancelar|cancela|cancelo|anular|anulen|terminen|eviten|eliminen|quiten)( {link}){0,8} ({texts}|subscription)",
      "{threat}( .*)? si( \\w+){0,2} {keepOn}",
      "si( \\w+){0,2} {keepOn}( .*)? {threat}",
    ),
  },
  {
    when: pattern(
      "(nomas|paren?|cancelen?|cancela|quiten?|quite|quiteme|borren?|borre|eliminen?|elimine|bloqueen|detengan?|suspendan?|no (quiero|deseo))( \\w+){0,4} (mensajes|texts|spam|sms|lista)",
      "no (me )?spam\\w*",
    ),
    unless: either(ofVisit, /\b(perder|foto|codigo|enlace|correos?|ultimo|cuando|si|espera)\b/),
  },
  {
    when: pattern("{turnOff}( {link}){0,8} {texts}"),
    unless: either(ofVisit, /\b(app|aplicacion|aparato|alarma|pantalla|no (se )?(apag|desactiv)\w+)\b/),
  },
];

/** "no me manden mensajes", "ya no me escriban", "favor de no enviar mensajes". */
const dontText: Rule[] = [
  {
    when: pattern(
      "{no} (me |nos |se )?{askWrite}",
      "{no} les? (escriban?|texteen?|contacten?)",
      "no (me |nos )?lleguen?( {link}){0,8} {texts}",
      "{no} (me |nos |les? )?{askSend}( {link}){0,8}( ({texts}|nada|esto|cosas)|$)",
      "{no} (me |nos )?(vuelvan?|vuelvas)( a)? ({bother}|{send})",
      "no (me |nos )?{send}( {link}){0,8}( ({texts}|nada)|$)",
      "^{no} (molestar\\w*|contactar\\w*|textear\\w*|escribir\\w*|comunicar\\w*)",
      "{no} (me |nos )?(sigan?|sigas|esten?|estes|ande[ns]?) (escribiendo|molestando|texteando|contactando|insistiendo|chingando)",
      "{no} (me |nos )?(sigan?|sigas|esten?|estes|ande[ns]?) (mandando|enviando)( {link}){0,8}( ({texts}|nada)|$)",
      "ni (me )?({askWrite}|{askSend})",
    ),
    unless: /\bno (me )?manda( mensaje)?$/,
  },
  {
    when: pattern(
      "no (me )?{want}( {through}){0,8} ({texts}|{askWrite}|contactad[oa]|molestad[oa]|comunicacion)",
      "no (me )?{want}( {through}){0,8} {askSend}( {link}){0,8}( ({texts}|nada)|$)",
      "(hacer|hago|hacemos) para no recibir",
      "(prefiero|preferiria|quiero|deseo|quisiera) no (recibir|tener)( {through}){0,8} {texts}",
      "no (quiero|deseo) saber( nada)?( de)?",
      "no quiero nada (de|con) ustedes|no quiero seguir recibiendo",
      "^(nomas|sin|nada de|cero)( {link}){0,8} (mensajes?|texts|alerts|contacto)",
      "^no mensajes?",
      "no (usen?|uses) (este|mi|ese) numero",
      "prohib\\w+ ({send}|{bother}|que me)",
      "si (me )?(siguen?|vuelven?)( a)? (mandando|escribiendo|enviando|molestando|escribir|mandar|enviar|molestar)",
    ),
    unless: /\bbuzon\b/,
  },
];

export const spanishRules: OptOutRules = {
  alone: new Set([
    ..."para pare paren parar alto basta baja cancelar detener detenga detengan detente detengase detenganse terminar salir fin nomas suficiente revocar revoco cancelen".split(
      " ",
    ),
    "de baja",
    "dar de baja",
    "no molestar",
    "no contactar",
  ]),
  certain: [...stopTexting, ...dontText, ...removal, ...noConsent],
  possible: [
    {
      when: pattern(
        "no (me interesa|estoy interesad[oa])|(muchos|demasiados) (mensajes|texts)|no quiero nada$|no (hace falta|es necesario) que (me|nos) ({askWrite}|{askSend})|no (quiero|deseo|necesito) recibirlos|acoso|no acepto$",
      ),
      unless: ofVisit,
    },
  ],
  notAsked: { when: didNotAsk },
  limited:
    /\b(codigo|enlace|link|de noche|en noche|noche|tarde|temprano|antes|despues|mientras|trabajo|hoy|todavia|aun|hasta(?! cuando)|lunes|martes|miercoles|jueves|viernes|sabado|domingo|madrugada|foto|fotos|manana)\b/,
};
