/**
 * The code in the last part of a link, as messages and people pass it on: in capitals, with invisible characters, in
 * brackets, or followed by punctuation or a tracking parameter. Codes have only small letters and digits.
 */
export const linkCodeIn = (typed: string): string =>
  withoutSurroundings(typed)
    .toLowerCase()
    .replace(/[-_]+$/, "");

/** The same for a token, whose capitals, hyphens, and underscores count (base64url). */
export function withoutSurroundings(typed: string): string {
  const visible = typed.normalize("NFKC").replace(/\p{Cf}/gu, "");
  return /[\w-]+/.exec(visible)?.[0] ?? "";
}
