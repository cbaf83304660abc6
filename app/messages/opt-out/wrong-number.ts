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
    "\\b(number|persona) (equivocad[oa]|incorrect[oa]|errone[oa])|\\bequivocad[oa] de (number|persona)",
    "\\bse equivoc\\w+ de (number|persona)|\\btienen? mal el number|\\bno conozco a (esa|ese|esta|este|ning)",
    "\\baqui no (vive|hay) (nadie|esa|ese|ning)|\\b(ese|esa) no soy yo|\\beste number ya no (es|pertenece)",
    "\\bno soy (esa|la|el) (persona|paciente)|\\beste no es (el|su) (number|number) de|\\bese no es mi nombre",
  ].join("|"),
);

// Names start with a capital letter: "This isn't Maria", "No Robert here", "No soy Carmen".
const withName =
  /(?:[Tt]his (?:isn.?t|is not)|I(?:'|’)?m not|I am not|[Nn]o soy|[Nn]o es) ([A-Z][a-záéíóúñ]+)(?: [A-Z][a-z]+)?(?:['’]s (?:number|phone))?[\s.!]*$|\b[Nn]o ([A-Z][a-z]+) (?:lives )?here\b/g;

const ofOwner = /[Tt]his (?:isn.?t|is not) [A-Z][a-z]+['’]s (?:number|phone)/;

const namesAnother = (text: string) =>
  ofOwner.test(text) || [...text.matchAll(withName)].some(([, who, here]) => isName(who ?? here ?? ""));

/** @param clauses as plain words */
export const isWrongNumber = (text: string, clauses: string[]): boolean =>
  namesAnother(text) || clauses.some((clause) => phrases.test(clause) && !ofAnother.test(clause));

/** False if the word can't be a person's name. */
export function isName(word: string): boolean {
  const plain = word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return (
    !ordinary.has(plain) &&
    !/^(mon|tues|wednes|thurs|fri|satur|sun)days?$|^\p{L}{3,}ing$|^\p{L}{3,}[ai]ble$/u.test(plain)
  );
}
