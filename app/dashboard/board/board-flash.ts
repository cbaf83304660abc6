import { words } from "../strings";

/** What the dashboard's popups say once something was done, by the word that is left for the next page. */
export const saidOf = (word: string | null): string | null =>
  word === "code-resent" ? words.resent : word === "code-sent" ? words.sent : null;
