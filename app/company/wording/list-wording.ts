import { foldText } from "~/core/fold-text";
import type { Language } from "~/core/language/languages";
import { textsIn } from "../patient-language";
import { wordingProblem } from "./check-wording";
import { listSentences, type Sentence } from "./sentences";
import { textLength } from "./text-length";

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

/** A company's sentences for one part or search, and the number of custom sentences in each part. */
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
