import { essence, wordsByClause } from "./clauses";
import { englishRules } from "./english";
import { isSignedStop } from "./is-name";
import { isMet, type OptOutRules } from "./rule";
import { spanishRules } from "./spanish";
import { isWrongNumber } from "./wrong-number";

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
