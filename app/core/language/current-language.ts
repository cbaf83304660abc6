import { isLanguage, type Language, languages } from "./languages";

/** A company's own wording by key, as in "schedule.title". */
export type OwnTexts = Readonly<Record<string, string>>;

export interface LanguageScope {
  language: Language;
  texts?: OwnTexts | undefined;
  /** The languages of the reader's company; without one, all. */
  offered?: readonly Language[] | undefined;
}

const english: LanguageScope = { language: "en" };

// In a browser, the page says its language. `language-scope.server.ts` replaces this on the server.
let readScope = (): LanguageScope => {
  const language = typeof document === "undefined" ? "en" : document.documentElement.lang;
  return isLanguage(language) ? { language } : english;
};

export function readLanguageFrom(read: () => LanguageScope | undefined): void {
  readScope = () => read() ?? english;
}

export const currentScope = (): LanguageScope => readScope();

/** The language of the reader: of the page, or of the message being written. */
export const currentLanguage = (): Language => readScope().language;

export const currentLocale = (): string => languages[currentLanguage()].locale;
