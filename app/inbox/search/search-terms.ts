import { parsePhone } from "~/core/phone";

export interface SearchTerms {
  name: string[];
  /** At least four digits of a phone number, without the country code. */
  digits: string | null;
  patientId: number | null;
  /** Dates of birth, `YYYY-MM-DD`; two where the century is open. */
  birthDates: string[];
  words: string[];
}

/** Tries every reading that fits: name, phone, patient id, date of birth, words of a message. */
export function searchTermsOf(typed: string): SearchTerms {
  const q = typed.normalize("NFC").trim();
  const phoneLike = /^[+\d\s().\-/]+$/.test(q);
  const digits = q.replace(/\D/g, "");
  const id = /^(?:id\s*#?\s*)?(\d{1,15})$/i.exec(q)?.[1];
  return {
    name: phoneLike ? [] : (q.match(/[\p{L}\p{M}\p{N}'’.-]+/gu) ?? []).slice(0, 8),
    digits: phoneLike && digits.length >= 4 ? (parsePhone(q)?.slice(2) ?? digits) : null,
    patientId: id ? Number(id) : null,
    birthDates: birthsIn(q),
    words: (q.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, 8),
  };
}

export const phrase = (word: string) => `"${word.replaceAll('"', '""')}"`;

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

function birthsIn(q: string): string[] {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(q);
  if (iso) return dates(iso[1], iso[2], iso[3]);
  const american = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(q);
  if (american) return dates(american[3], american[1], american[2]);
  const run = /^(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(q);
  if (run) {
    const [, a, b, c, d] = run;
    return [...dates(`${c}${d}`, a, b), ...dates(`${a}${b}`, c, d)];
  }
  const named = /^(?:(\d{1,2})\.?\s+)?([a-z]{3,9})\.?\s+(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?(\d{4})$/i.exec(q);
  const month = months.indexOf(named?.[2]?.slice(0, 3).toLowerCase() ?? "") + 1;
  return named && month > 0 ? dates(named[4], String(month), named[1] ?? named[3]) : [];
}

function dates(year = "", month = "", day = ""): string[] {
  const years = year.length === 2 ? [`19${year}`, `20${year}`] : [year];
  return years
    .map((full) => `${full}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`)
    .filter((date) => {
      const at = Date.parse(`${date}T00:00:00Z`);
      return date >= "1880" && !Number.isNaN(at) && new Date(at).toISOString().startsWith(date);
    });
}

// As the full-text index reads it: without accents, in lowercase.
const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export function matchesTerms(
  text: string,
  { words, lastIsPrefix }: { words: string[]; lastIsPrefix: boolean },
): boolean {
  const held = new Set(folded(text).match(/[\p{L}\p{N}]+/gu));
  return words.map(folded).every((word, index) => {
    if (held.has(word)) return true;
    return lastIsPrefix && index === words.length - 1 && [...held].some((other) => other.startsWith(word));
  });
}
