import { asksForTexts, isKeyword, isOptOut, mayBeOptOut, wantsTexts } from "./phrases";
import { clausesOf, essence } from "./plain-words";
import { isName, isWrongNumber } from "./wrong-number";

export type TextMeaning = "stop" | "possible_stop" | "wrong_number" | "yes" | "help";

const yes =
  /^(?=.*\b(?:yes|y|start|unstop|si|acepto)\b)(?:(?:yes|y|start|unstop|si|acepto|please|thanks|i|do|agree|ok|okay|sure|sir|maam|claro|gracias|de acuerdo)(?: |$))+$/;
const help =
  /^(?=.*\b(?:help|info|ayuda|informacion)\b)(?:(?:help|info|ayuda|informacion|please|me|thanks|gracias)(?: |$))+$/;

// STOP in capitals in a lowercase sentence, unless the sentence is about the word.
const capitalStop =
  /(?<!\b(?:text|reply|send|say|says|word|type|texting|replying|the|a|bus|dont|don't|to|responda|mande|palabra|el|o) ["'“]?)\b(?:STOP|ALTO)\b(?! (?:sign|by|at|light|in|o)\b)/;
const isCapitalStop = (text: string) =>
  capitalStop.test(text) && /[a-z]{3}/.test(text) && !/\?\s*$/.test(text);

/**
 * Classifies an inbound text. Under 47 CFR 64.1200(a)(10), any wording that a reasonable person would understand as an
 * opt-out counts as one: unmistakable wording opts out, other wording waits for staff. An opt-out takes priority over
 * the rest of the text.
 * @returns null if the text isn't about consent
 */
export function classifyText(fullText: string): TextMeaning | null {
  const text = fullText.slice(0, 2000);
  const clauses = clausesOf(text);
  const asked = clauses.flatMap(requests).map(essence).filter(Boolean);
  if (clauses.length === 0) return null;
  const whole = clauses.join(" ");
  if (asked.length > 0 && asked.every(isKeyword)) return "stop";
  if (/^cancel(?:ar|en)?$/.test(whole) || isCapitalStop(text) || isSignedStop(text)) return "stop";
  const isOfTexts = !asksForTexts.test(whole) && !clauses.map(essence).some(wantsTexts);
  if (isOfTexts && !regrets.test(whole) && asked.some(isOptOut)) return "stop";
  if (isWrongNumber(text, clauses)) return "wrong_number";
  if (isOfTexts && (asked.some(mayBeOptOut) || clauses.some((clause) => yaNo.test(clause))))
    return "possible_stop";
  if (yes.test(whole)) return "yes";
  return help.test(whole) ? "help" : null;
}

/** True for text that has only keywords that opt out and polite words, like "Stop. Thank you". */
export function isOnlyOptOut(text: string): boolean {
  const asked = clausesOf(text).map(essence).filter(Boolean);
  return asked.length > 0 && asked.every(isKeyword);
}

// "Cancel Friday and stop the texts" contains two requests.
const requests = (clause: string) => [
  clause,
  ...clause.split(/ (?:and|but|y|pero|so|because) /).filter((part) => !/\bstop$/.test(part)),
];

const yaNo = /^(?:please )?ya no(?: please)?$/;

// The patient regrets an opt-out.
const regrets = /\b(?:accident(?:ally)?|by mistake|add me back)\b/;

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
