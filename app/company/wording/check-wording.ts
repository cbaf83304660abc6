import { isStorable } from "~/core/fields";
import { placeholdersIn } from "~/core/language/own-wording";
import type { Sentence } from "./sentences";

const longest = 1000;
/** About two segments. */
const longestText = 320;

/** Puts the wording on one line, with the same spaces around it as the default, because other text may follow it. */
export function cleanWording(typed: string, { text }: Pick<Sentence, "text">): string {
  const wording = typed.replace(/\s+/g, " ").trim();
  if (wording === "" || wording === text.trim()) return "";
  const [before] = /^\s*/.exec(text) ?? [""];
  const [after] = /\s*$/.exec(text) ?? [""];
  return before + wording + after;
}

const mostLetters = ({ isText }: Pick<Sentence, "isText">) => (isText ? longestText : longest);

/** The reason that the wording can't replace the sentence; null if it can. */
export function wordingProblem(wording: string, sentence: Sentence): string | null {
  const most = mostLetters(sentence);
  if (wording.length > most) return `Use at most ${most.toLocaleString("en-US")} characters.`;
  if (!isStorable(wording)) return "This text contains a character that can't be stored.";
  return placeholderProblem(wording, sentence.text) ?? keywordProblem(wording, sentence.text);
}

function placeholderProblem(wording: string, text: string): string | null {
  const [asked, written] = [placeholdersIn(text), placeholdersIn(wording)];
  const missing = asked.filter((name) => !written.includes(name));
  if (missing.length > 0) return `Add ${missing.join(" and ")}, exactly as in the default.`;
  const unknown = written.filter((name) => !asked.includes(name));
  if (unknown.length > 0) return `Remove ${unknown.join(" and ")}, which the default doesn't contain.`;
  const repeated = written.find((name, index) => written.indexOf(name) !== index);
  if (written.length > asked.length && repeated) return `Use ${repeated} only once.`;
  if (/[{}]/.test(wording.replace(/\{\w+\}/g, ""))) return "Use { and } only around names in the default.";
  return null;
}

/** Carriers require these words in texts and where patients agree to texts (CTIA, Twilio error 30924). */
function keywordProblem(wording: string, text: string): string | null {
  const missing = ["YES", "STOP", "HELP"].find(
    (word) => new RegExp(`\\b${word}\\b`).test(text) && !new RegExp(`\\b${word}\\b`).test(wording),
  );
  return missing ? `Keep the word ${missing}. Patients reply with it, and carriers require it.` : null;
}
