import { apostrophes, straightenApostrophes } from "../fold-text";
import { parsePhone } from "../phone";
import { birthDatesIn, isDate } from "./dates-in-search";

export interface SearchTerms {
  name: string[];
  /** At least four digits of a phone number, without the country code. */
  digits: string | null;
  patientId: number | null;
  /** Dates of birth, `YYYY-MM-DD`; two if the century is unknown. */
  birthDates: string[];
  words: string[];
}

/**
 * Interprets a search as a name, a phone number, a patient ID ("40012", "ID 40012"), a date of birth (2026-01-31,
 * 1/31/2026, 01311926, Jan 31 1926) or words in a message. Returns all interpretations that fit.
 */
export function searchTermsOf(typed: string): SearchTerms {
  const q = straightenApostrophes(typed.normalize("NFC")).trim();
  const phoneLike = /^[+\d\s().\-/]+$/.test(q);
  const id = /^(?:id\s*#?\s*)?(\d{1,15})$/i.exec(q)?.[1];
  return {
    name: phoneLike ? [] : (q.match(/[\p{L}\p{M}\p{N}'.-]+/gu) ?? []).slice(0, 8),
    digits: phoneLike && !isDate(q) ? phoneDigitsIn(q) : null,
    patientId: id ? Number(id) : null,
    birthDates: birthDatesIn(q),
    words: (q.match(/[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}\p{N}]+)*/gu) ?? []).slice(0, 8),
  };
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/**
 * A full-text query for these characters, with any apostrophe: phones type ’ in a name like O'Brien.
 * @param end " *" for words that begin with the text
 */
export function phrase(text: string, end: "" | " *" = ""): string {
  const straight = straightenApostrophes(text);
  if (!straight.includes("'")) return quoted(text) + end;
  const forms = Array.from(apostrophes, (apostrophe) => quoted(straight.replaceAll("'", apostrophe)) + end);
  return `(${forms.join(" OR ")})`;
}

/** The digits of a phone number in any format, without the country code; null if there are fewer than four. */
function phoneDigitsIn(q: string): string | null {
  const whole = parsePhone(q)?.slice(2);
  if (whole) return whole;
  const typed = q.replace(/\D/g, "");
  // Area codes don't begin with 1.
  const digits = q.startsWith("+") || typed.length > 7 ? typed.replace(/^1/, "") : typed;
  return digits.length >= 4 ? digits : null;
}
