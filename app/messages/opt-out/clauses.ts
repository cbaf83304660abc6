import { spelled } from "./spellings";

const stopSigns = /[\u{1F6D1}\u{26D4}\u{1F6AB}]/gu;

// Phrases that count as one word.
const phrases: [RegExp, string][] = [
  [/\bdo n[o']?t\b|\bdon t\b/g, "dont"],
  [/\bcan ?not\b|\bcan t\b/g, "cant"],
  [/\bwill not\b|\bwon t\b/g, "wont"],
  [/\bdid not\b|\bdidn t\b/g, "didnt"],
  [/\bdoes not\b/g, "doesnt"],
  [/\bi m\b|\bi am\b/g, "im"],
  [/\bun ?subscribe?\b/g, "unsubscribe"],
  [/\bopt(ing|ed)? ?(me |us |my number |this number |my phone )?out\b/g, "optout"],
  [/\bno longer\b/g, "nolonger"],
  [/\bno mor\b|\bno more\b/g, "nomore"],
  [/\bany more\b/g, "anymore"],
  [/\bthank you( so much| very much)?\b/g, "thanks"],
  [/\btext (texts?|texting)\b/g, "$1"],
  [/\btexts? alerts\b/g, "texts"],
  [/\b(can|could|would|will) you (please |kindly |just )*not\b/g, "dont"],
  [/\bop out\b/g, "optout"],
  [/\b(por|x) favor\b|\bfavor de\b/g, "porfavor"],
  [/\bno mas\b/g, "nomas"],
  [/\bmensajes? de mensajes?\b/g, "mensajes"],
];

// Words that the rules ignore, in either language.
const fillers = new Set(
  (
    "please just kindly really now already the a an your all of any so sir maam ok okay hi hello hey thanks damn " +
    "fucking god gods hell heck omg ffs lol asap immediately ever again anymore further future unwanted goddamn " +
    "annoying stupid dumb constant automated bloody kindly simply immediately seriously bitch asshole " +
    "porfavor gracias ya los las el la sus su estos esos tus tantos todos mas pinches malditos usted " +
    "oiga oigan another more single extra auto automatic robo robot ningun ninguna ninguno tanto tanta tantas hola buenas senor senora tardes dias un una unos"
  ).split(" "),
);

/** Splits a text at punctuation marks. Each part is lowercase, in the spelling that the rules use. */
export function wordsByClause(text: string): string[] {
  return text
    .replace(stopSigns, " stop ")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\bf[*#@]+(k|ck)?(ing)?/g, (_, __, ing) => (ing ? "fucking" : "fuck"))
    .replace(/\bs[\W_]+t[\W_]+o[\W_]+p\b/g, "stop")
    .replace(/['’‘`´]/g, "")
    .split(/[.,!?¡¿;:\n\r()…]+/)
    .map(plainWords)
    .filter(Boolean);
}

function plainWords(clause: string): string {
  const words = clause.split(/[^\p{L}\p{N}#]+/u).filter(Boolean);
  return phrases.reduce(
    (plain, [pattern, word]) => plain.replace(pattern, word),
    phrases
      .slice(0, 3)
      .reduce((plain, [pattern, word]) => plain.replace(pattern, word), words.join(" "))
      .split(" ")
      .map(spelled)
      .join(" "),
  );
}

/** The clause without polite words, angry words, and articles. */
export const essence = (clause: string): string =>
  clause
    .split(" ")
    .filter((word) => !fillers.has(word))
    .join(" ");
