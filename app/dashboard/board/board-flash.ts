import { strings } from "../strings";

export const boardFlash = (word: string | null): string | null =>
  word === "code-resent" ? strings.resent : word === "code-sent" ? strings.sent : null;
