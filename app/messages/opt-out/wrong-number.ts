import { isName } from "./is-name";

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
export const isWrongNumber = (text: string, clauses: string[]): boolean =>
  namesAnother(text) || clauses.some((clause) => phrases.test(clause) && !ofAnother.test(clause));
