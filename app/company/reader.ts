import type { LanguageScope, OwnTexts } from "~/core/language/current-language";
import { languageOf } from "~/core/language/spoken-language";
import { memoizeByKey } from "~/core/memoize-by-key";

/** Of an order with its company. */
export const readerColumns = ["orders.chosen_language", "orders.language", "companies.texts"] as const;

interface Reader {
  /** Chosen by the patient, or by staff for them. */
  chosen_language: string | null;
  /** From the order system or an import. */
  language: string | null;
  texts: string | null;
}

const parsed = memoizeByKey<OwnTexts>(100);

/** A company's own texts; the same object for the same texts. */
export const ownTexts = (json: string | null): OwnTexts | undefined =>
  json ? parsed(json, () => JSON.parse(json)) : undefined;

/** How a patient reads: what was chosen, what the order says, or English. */
export function readerOf({ texts, ...order }: Reader): LanguageScope {
  return { language: languageOf(order), texts: ownTexts(texts) };
}
