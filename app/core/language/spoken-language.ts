import { currentLocale } from "./current-language";
import { isLanguage, type Language } from "./languages";

const namesIn = (locale: string) => new Intl.DisplayNames([locale], { type: "language", fallback: "none" });

/** "Spanish": a language's English name. */
export const languageName = (code: string): string => namesIn("en-US").of(code) ?? code;

/** The language of an order: the chosen one, else the one that the order names, else English. */
export function languageOf(order: { chosen_language: string | null; language: string | null }): Language {
  const code = order.chosen_language ?? order.language ?? "en";
  return isLanguage(code) ? code : "en";
}

// The languages that interpreters in the US are most asked for.
const codes =
  "am ar bn bs fa fr de el gu hi hmn ht hy it ja km ko ku lo mr my ne pa pl ps pt ro ru rw sm so sq sr sw ta te th ti tl tr uk ur vi yi yue zh es en".split(
    " ",
  );

/** A language named in English, in the reader's language: "español" for "Spanish". Unknown names stay. */
export function translatedLanguage(name: string): string {
  const wanted = name.toLowerCase();
  const code = codes.find((one) => languageName(one).toLowerCase() === wanted);
  return (code && namesIn(currentLocale()).of(code)) ?? name;
}
