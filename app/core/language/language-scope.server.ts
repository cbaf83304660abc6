import { AsyncLocalStorage } from "node:async_hooks";
import { type LanguageScope, readLanguageFrom } from "./current-language";

const scopes = new AsyncLocalStorage<LanguageScope>();

readLanguageFrom(() => scopes.getStore());

/** Runs a function with the reader's strings and date formats. Outside of it, everything is in English. */
export const inLanguage = <Result>(scope: LanguageScope, run: () => Result): Result =>
  scopes.run({ ...scope }, run);

/** Keeps the language of the request. Without one, as under remix-serve, runs the function with the given scope. */
export const inRequestsLanguage = <Result>(scope: LanguageScope | undefined, run: () => Result): Result =>
  scopes.getStore() || !scope ? run() : inLanguage(scope, run);

/** For everything that staff read, even if a patient triggered it. */
export const inEnglish = <Result>(run: () => Result): Result => inLanguage({ language: "en" }, run);

/** Changes the language of a request as soon as its reader is known. */
export function changeLanguage(scope: LanguageScope): void {
  const current = scopes.getStore();
  if (current) Object.assign(current, { texts: undefined, offered: undefined, company: undefined }, scope);
}
