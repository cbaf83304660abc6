import { strings } from "../strings";

/** What the dashboard's popups say once something was done, by the word that is left for the next page. */
export const boardFlash = (word: string | null): string | null =>
  word === "code-resent" ? strings.resent : word === "code-sent" ? strings.sent : null;
