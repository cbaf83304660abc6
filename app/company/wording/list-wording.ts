import { foldText } from "~/core/fold-text";
import type { Language } from "~/core/language/languages";
import { plural } from "~/core/plural";
import { lettersOutsideGsm, segmentsOf } from "~/core/sms-segments";
import { textsIn } from "../patient-language";
import { wordingProblem } from "./check-wording";
import { listSentences, type Sentence } from "./sentences";

/** Values of typical length. */
const samples: Record<string, string> = {
  by: "Tue, Mar 3, 5:00 PM EST",
  code: "482915",
  company: "Blue Ridge Sleep",
  frequency: "Msg frequency varies.",
  link: "https://us02web.zoom.us/j/87654321098",
  login: "https://visits.clinic.example/login",
  phone: "(919) 555-0142",
  schedule: "https://visits.clinic.example/schedule/abcdefghijkmnpqrstuv",
  therapist: "Hannah Whitfield",
  track: "https://visits.clinic.example/track/abcdefghijkmnpqrstuv",
  when: "Mon, Mar 9, 9:00 AM EDT",
};

export interface WordingRow extends Sentence {
  /** The company's own text; null if the default applies. */
  own: string | null;
  length: ReturnType<typeof textLength> | null;
  /** The reason that the company's text no longer fits the default. */
  problem: string | null;
}

interface Shown {
  language: Language;
  part: string;
  /** Searches all parts. */
  q: string;
}

export function listWording(texts: string | null, { language, part, q }: Shown) {
  const own = textsIn(texts);
  const all = listSentences(language);
  const term = foldText(q);
  const shown = all.filter((sentence) =>
    term
      ? foldText(`${sentence.name} ${sentence.text} ${own[sentence.key] ?? ""}`).includes(term)
      : sentence.part === part,
  );
  const counts: Record<string, number> = {};
  for (const { key, part } of all) if (own[key]) counts[part] = (counts[part] ?? 0) + 1;
  const rows = shown.map((sentence): WordingRow => {
    const text = own[sentence.key] ?? null;
    return {
      ...sentence,
      own: text,
      length: sentence.isText ? textLength(text ?? sentence.text) : null,
      problem: text && wordingProblem(text, sentence),
    };
  });
  return { rows, counts };
}

/** The number of segments that a sentence needs in a text message, and a warning if it is expensive. */
function textLength(wording: string): { message: string; warning: string | null } {
  const filled = wording.replace(/\{(\w+)\}/g, (all, name: string) => samples[name] ?? all);
  const { count } = segmentsOf(filled);
  const message = `Sent by text: ${plural(count, "segment")} with sample values.`;
  const letters = lettersOutsideGsm(wording);
  if (letters.length === 0) return { message, warning: null };
  const which = letters.slice(0, 10).join(" ");
  return { message, warning: `A text with ${which} fits only 70 characters per segment instead of 160.` };
}
