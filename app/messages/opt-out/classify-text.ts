import { essence, wordsByClause } from "./clauses";
import { dontText, unwanted } from "./english-no";
import { noConsent, removal } from "./english-removal";
import { endOfTexts, keywords, stopTexting } from "./english-stop";
import { ofVisit, english as pattern } from "./english-words";
import { either, isMet, type OptOutRules } from "./rule";
import { spanishRules } from "./spanish";

const englishRules: OptOutRules = {
  alone: new Set(
    "cancel end quit remove revoke discontinue terminate cease halt delete out desist".split(" "),
  ),
  certain: [...keywords, ...stopTexting, ...endOfTexts, ...dontText, ...unwanted, ...removal, ...noConsent],
  possible: [
    {
      when: pattern(
        "not interested$|(too many|so many|too much) {texts}|^spam|(is|as) spam$|^i want to stop$|leave me out|shut up|^fuck you|thats enough|(make it|has to|have to|needs to) stop$|sign(ed)? up for this|dont send$|no text$|i dont text$|(want|like) to text|(no|dont) need( for you)? to text (me|us)$|dont (do|use|accept|like) texts$",
        "remove me|{whose} old number",
      ),
      unless: either(ofVisit, /\b(dont|doesnt|didnt|wont|never) (have|need) to\b/),
    },
    {
      when: pattern("(dont|never)( {urge})* text"),
      unless: /\b(why|when|i|we|they|he|she|it|people|doctor|you|if) (dont|never)\b/,
    },
    { when: /^(cancel|cancel (it|everything|this))$/ },
  ],
  notAsked: {
    when: /\b(dont|didnt|never|cant|not|doesnt|without)( (you|want|have|need|mean|meant|to|ask|asked|say|said|wish|like|i|plan|them|me|us|or)){0,5} (stop|quit|cease|end|cancel|lose|remove|revoke|leave|take (me|us)|delete)\b|\b(should|did|do|if|when|why|would|will|have|does|can) (i|they|she|he|it|we|did you|do you|have to|need to)( \w+)? (stop|quit|end|cancel)\b(?! (these|get|texts|alert|this texts))|\b(did|have|why did|when did|if) you (stop|quit|end|cancel|lose)\b/,
    unless:
      /\b(if|why|when|how)( you)? (dont|wont|cant|will)( you)? (stop|quit)\b|\bhow many times\b|\b(like|appreciate|love|nice|great|grateful|thankful)( it)?( \w+){0,3} if you\b/,
  },
  limited: pattern(
    "code|link|address|until|till|while|during|night|nights|tonight|{day}|at work|morning|evening|late|early|yet|unless|weekends?|pictures?|\\d+ ?(am|pm)|after \\d+|before \\d+|noon|hours|group",
  ),
};

// People capitalize these words too, as in "I'm not Home" and "STOP SHIPPING".
const ordinary = new Set(
  (
    "home here there ready sure ok okay done well sick good fine free busy late early happy fair right true correct " +
    "cool funny helpful interested able mine my your our his her the this that these those it him them me you us " +
    "in on at by to for of up off from with and or if when until till not today tonight tomorrow now soon anymore " +
    "one problem problems power internet wifi signal service phone machine mask box package parking snow rain " +
    "change changes issue issues medicare medicaid medical cpap sign light lights traffic delivery deliveries " +
    "shipment shipments order orders supply supplies oxygen water call calls email emails visit visits appointment " +
    "appointments noise alarm hose mi yo su aqui hoy justo necesario cierto bueno buena correcto verdad facil hora " +
    "lunes martes miercoles jueves viernes sabado domingo"
  ).split(" "),
);

// With these words, the patient means another number, like one that they dialed.
const ofAnother =
  /\b(gave|give|dialed|called|put|wrote|entered|typed|order|account|policy|insurance|member|file|doctor|pharmacy|tracking|model|poliza|seguro|cuenta|orden|di|puse|marque|llame|tarjeta)\b/;

const phrases = new RegExp(
  [
    "\\bwrong (number|person|phone|patient|guy|lady|man|woman|#)",
    "\\b(not|isnt|nolonger|aint) (his|her|their|that persons) (number|phone)",
    "\\b(no ?one|no ?body|anyone|anybody|person) (here )?(by|with|named|of) (that|this) ?name",
    "\\bdont know (this person|that person|who that is|anyone named|anybody named|any \\w+$)",
    "\\b(he|she|they) (nolonger|doesnt|dont) (has|have|use|uses|own)s? this (number|phone)",
    "\\b(just|recently) got this( new)? (number|phone)|\\bnumber (belongs|belonged) to (some|another)",
    "\\bnot the (person|patient) (you|u)\\b|\\bnot who you\\b|\\bnever heard of (him|her|them|you)\\b|\\bmistaken (number|person)",
    "\\b(numero|persona) (equivocad[oa]|incorrect[oa]|errone[oa])|\\bequivocad[oa] de (numero|persona)",
    "\\bse equivoc\\w+ de (numero|persona)|\\btienen? mal el numero|\\bno conozco a (esa|ese|esta|este|ning)",
    "\\baqui no (vive|hay) (nadie|esa|ese|ning)|\\b(ese|esa) no soy yo|\\beste numero ya no (es|pertenece)",
    "\\bno soy (esa|la|el) (persona|paciente)|\\beste no es (el|su) (numero|telefono) de|\\bese no es mi nombre",
  ].join("|"),
);

// Names start with a capital letter: "This isn't Maria", "No Robert here", "No soy Carmen".
const withName =
  /(?:[Tt]his (?:isn.?t|is not)|I(?:'|’)?m not|I am not|[Nn]o soy|[Nn]o es) ([A-Z][a-záéíóúñ]+)(?: [A-Z][a-z]+)?(?:['’]s (?:number|phone))?[\s.!]*$|\b[Nn]o ([A-Z][a-z]+) (?:lives )?here\b/g;

const ofOwner = /[Tt]his (?:isn.?t|is not) [A-Z][a-z]+['’]s (?:number|phone)/;

const namesAnother = (text: string) =>
  ofOwner.test(text) || [...text.matchAll(withName)].some(([, who, here]) => isName(who ?? here ?? ""));

/** @param clauses as plain words */
const isWrongNumber = (text: string, clauses: string[]): boolean =>
  namesAnother(text) || clauses.some((clause) => phrases.test(clause) && !ofAnother.test(clause));

export type TextMeaning = "stop" | "possible_stop" | "wrong_number" | "yes" | "help";

const yesWords = new Set("yes y start unstop si acepto".split(" "));
const yesFillers = new Set(
  "please thanks i do agree ok okay sure sir maam claro porfavor gracias de acuerdo".split(" "),
);
const helpWords = new Set("help info ayuda informacion".split(" "));
const helpFillers = new Set("please me thanks porfavor gracias".split(" "));

const isOnly = (words: string[], keys: ReadonlySet<string>, also: ReadonlySet<string>) =>
  words.some((word) => keys.has(word)) && words.every((word) => keys.has(word) || also.has(word));

// STOP in capitals in a lowercase sentence, unless the sentence is about the word.
const capitalStop =
  /(?<!\b(?:text|reply|send|say|says|word|type|texting|replying|the|a|bus|dont|don't|to) ["'“]?)\bSTOP\b(?! (?:sign|by|at|light|in)\b)/;
const isCapitalStop = (text: string) =>
  capitalStop.test(text) && /[a-z]{3}/.test(text) && !/\?\s*$/.test(text);

const wantsTexts =
  /\b(text (me|us|instead|only|please)|(only|just|prefer|prefiero|keep|want|better) (the )?texts?|texts? (is|are) (ok|fine|better)|(solo|puro|mejor|si quiero) mensajes?)\b/;
const ofTexts = /\b(texts?|texting|mensajes?)\b/;
const ofCalls = /\b(call|emails?|llam\w+|marqu\w+)\b/;

const languages = [englishRules, spanishRules];

/**
 * Classifies an inbound text. Under 47 CFR 64.1200(a)(10), any wording that a reasonable person would understand as an
 * opt-out counts as one. An opt-out takes priority over the rest of the text.
 * @returns null if the text isn't about consent
 */
export function classifyText(fullText: string): TextMeaning | null {
  const text = fullText.slice(0, 2000);
  const clauses = wordsByClause(text);
  const whole = clauses.join(" ");
  const isOfCalls = wantsTexts.test(whole) ? ofCalls : /$^/;
  const asked = clauses
    .flatMap(parts)
    .map(essence)
    .filter((clause) => clause && (!isOfCalls.test(clause) || ofTexts.test(clause)));
  if (clauses.length === 0) return null;
  const certain =
    isWhole(clauses, asked) ||
    isCapitalStop(text) ||
    isSignedStop(text) ||
    refusesTexts(whole) ||
    clauses.some(asksToStop) ||
    asked.some(isCertain);
  if (certain) return "stop";
  if (isWrongNumber(text, clauses)) return "wrong_number";
  if (asked.some(isPossible) || /^ya no$/.test(whole)) return "possible_stop";
  const words = whole.split(" ");
  if (isOnly(words, yesWords, yesFillers)) return "yes";
  return isOnly(words, helpWords, helpFillers) ? "help" : null;
}

// "Cancel Friday and stop the texts" contains two requests.
const parts = (clause: string): string[] => {
  const requests = clause
    .split(/ (?:and|but|y|pero|so|because) /)
    .filter((request) => !/\bstop$/.test(request) || request === clause);
  return [...new Set([clause, ...requests])];
};

// "Cancel." alone opts out. "Please cancel" may mean the visit.
function isWhole(clauses: string[], asked: string[]): boolean {
  if (asked.length !== 1 || !languages.some(({ alone }) => alone.has(asked[0] ?? ""))) return false;
  const isOfVisit = /^cancel(ar|en)?$/.test(asked[0] ?? "");
  return !isOfVisit || clauses.join(" ") === asked[0];
}

// "I get your texts every day. I don't want them."
const ofOtherThings =
  /\b(about|sobre|cita|visita|appointments?|visits?|mask\w*|mascarillas?|maquina|machine|supplies)\b/;
const refusesTexts = (whole: string) =>
  /\b(texts|mensajes)\b.*\b((dont|nolonger|never) (want|need|like) (them|these|those)|stop (them|these|those)|make (them|these|those) stop|(ya no( los)?|no los) (quiero|necesito|deseo))( anymore| mas| please| porfavor)*$/.test(
    whole,
  ) && !isMet([englishRules.notAsked, { when: ofOtherThings }], whole);

// "My kid has this phone, stop"; not "the bus stop", "make it stop".
const otherStop =
  /\b(bus|train|rest|next|pit|full|one|first|last|quick|traffic|light|machine|mask|noise|alarm|beeping|pain|snoring|coughing|bleeding|when|where|how|does|did|do|should|cant|wont|doesnt|never|it|can i|to|or|text|reply|a|the|will|would|could|i) ([a-z]+ )?stop$/;
const asksToStop = (clause: string) =>
  /^alto$|^(ya no porfavor|porfavor ya no)$/.test(clause) ||
  (/\bstop( now)?$/.test(clause) &&
    (/\b(please|just) stop( now)?$/.test(clause) || !otherStop.test(clause)) &&
    !isMet([englishRules.notAsked], clause));

const meets = (clause: string, { certain, notAsked }: OptOutRules) =>
  isMet(certain, clause) && !isMet([notAsked], clause);

const isCertain = (clause: string) =>
  languages.some((rules) => meets(clause, rules) && !rules.limited.test(clause));

const isPossible = (clause: string) =>
  languages.some((rules) => meets(clause, rules) || isMet(rules.possible, clause));

/** False if the word can't be a person's name. */
function isName(word: string): boolean {
  const plain = word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return (
    !ordinary.has(plain) &&
    !/^(mon|tues|wednes|thurs|fri|satur|sun)days?$|^\p{L}{3,}ing$|^\p{L}{3,}[ai]ble$/u.test(plain)
  );
}

/** STOP and a signature: "STOP RUTH", "stop - Robert Jones". */
function isSignedStop(text: string): boolean {
  const [first = "", ...names] = text.match(/[\p{L}\p{N}'’?]+/gu) ?? [];
  return (
    /^stop$/i.test(first) &&
    names.length > 0 &&
    names.length <= 3 &&
    names.every((name) => /^\p{Lu}[\p{L}'’]*$/u.test(name) && isName(name))
  );
}
