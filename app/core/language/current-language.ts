import { isLanguage, type Language, languages } from "./languages";

/** A company's own wording by key, such as "en.schedule.title". */
export type OwnTexts = Readonly<Record<string, string>>;

export interface LanguageScope {
  language: Language;
  texts?: OwnTexts | undefined;
  /** The languages that the company offers. Missing if there is no company; then all languages are offered. */
  offered?: readonly Language[] | undefined;
  company?: string | undefined;
}

const english: LanguageScope = { language: "en" };

// In a browser, the language is the page's `lang`. On the server, `language-scope.server.ts` replaces this.
let readScope = (): LanguageScope => {
  const language = typeof document === "undefined" ? "en" : document.documentElement.lang;
  return isLanguage(language) ? { language } : english;
};

export function readLanguageFrom(read: () => LanguageScope | undefined): void {
  readScope = () => read() ?? english;
}

export const currentScope = (): LanguageScope => readScope();

export const currentLanguage = (): Language => readScope().language;

/** The one of several translations that the reader understands. A new language must have one, too. */
export const inReadersLanguage = <Text>(translations: Record<Language, Text>): Text =>
  translations[currentLanguage()];

export const currentLocale = (): string => languages[currentLanguage()].locale;
