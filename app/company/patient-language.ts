import type { LanguageScope, OwnTexts } from "~/core/language/current-language";
import { isLanguage, type Language } from "~/core/language/languages";
import { memoizeByKey } from "~/core/memoize-by-key";

export const companyLanguageColumns = [
  "companies.texts",
  "companies.message_frequency",
  "companies.languages",
] as const;

export const patientLanguageColumns = [
  "orders.chosen_language",
  "orders.language",
  ...companyLanguageColumns,
] as const;

export interface CompanyLanguage {
  texts: string | null;
  message_frequency: string | null;
  languages: string;
}

interface PatientLanguage extends CompanyLanguage {
  /** Chosen by the patient, or by staff for them. */
  chosen_language: string | null;
  /** From the order system or an import. */
  language: string | null;
}

/** The wording for these keys is stored in the company's profile. */
export const frequencyKeys = ["en.company.messageFrequency", "en.company.messageFrequencyInText"];

const offered = memoizeByKey<readonly Language[]>(100);
const wordings = memoizeByKey<OwnTexts>(100);

/** A company's languages, from a JSON list. Returns the same object for the same list. */
export const offeredLanguages = (json: string): readonly Language[] =>
  offered(json, () => {
    const known = listOf(json).filter(isLanguage);
    return known.length > 0 ? known : ["en"];
  });

/** A company's own texts. Returns the same object for the same texts. */
function ownTexts({ texts, message_frequency: frequency }: Omit<CompanyLanguage, "languages">) {
  if (!texts && !frequency) return undefined;
  return wordings(`${JSON.stringify(frequency)}${texts}`, () => ({
    ...textsIn(texts),
    ...(frequency && Object.fromEntries(frequencyKeys.map((key) => [key, frequency]))),
  }));
}

/** The first wanted language that the company offers, or English, or the company's first language. */
export function scopeOf(company: CompanyLanguage, wanted: readonly (string | null)[]): LanguageScope {
  const languages = offeredLanguages(company.languages);
  const isOffered = (code: string | null): code is Language => languages.includes(code as Language);
  const language = [...wanted, "en"].find(isOffered) ?? languages[0] ?? "en";
  return { language, texts: ownTexts(company), offered: languages };
}

export const patientLanguage = (reader: PatientLanguage): LanguageScope =>
  scopeOf(reader, [reader.chosen_language, reader.language]);

// A company file from another installation can contain anything.
function parsed(json: string | null): unknown {
  try {
    return JSON.parse(json ?? "null");
  } catch {
    return null;
  }
}

function listOf(json: string): string[] {
  const list = parsed(json);
  return Array.isArray(list) ? list.filter((each) => typeof each === "string") : [];
}

/** Texts by key. Empty if the JSON is anything else. */
export function textsIn(json: string | null): Record<string, string> {
  const texts = parsed(json);
  const entries = texts && typeof texts === "object" ? Object.entries(texts) : [];
  return Object.fromEntries(entries.filter(([, text]) => typeof text === "string"));
}
