import { currentLocale } from "./current-language";
import { isLanguage, type Language } from "./languages";

const namesIn = (locale: string) => new Intl.DisplayNames([locale], { type: "language", fallback: "none" });

export const languageName = (code: string): string => namesIn("en-US").of(code) ?? code;

/** The order's language: the chosen one, the one from the order system, or English. */
export function languageOf(order: { chosen_language: string | null; language: string | null }): Language {
  const code = order.chosen_language ?? order.language ?? "en";
  return isLanguage(code) ? code : "en";
}

// The languages that interpreters are most often requested for in the US.
const codes =
  "am ar bn bs fa fr de el gu hi hmn ht hy it ja km ko ku lo mr my ne pa pl ps pt ro ru rw sm so sq sr sw ta te th ti tl tr uk ur vi yi yue zh es en".split(
    " ",
  );

/** The name of a language in the reader's language: "español" for "Spanish". Returns unknown names unchanged. */
export function translatedLanguage(name: string): string {
  const wanted = name.toLowerCase();
  const code = codes.find((one) => languageName(one).toLowerCase() === wanted);
  return (code && namesIn(currentLocale()).of(code)) ?? name;
}
