/** The strings that the page holds for its script, in the reader's language: see `page-strings.tsx`. */
export function pageStrings<Strings>(): Strings {
  return JSON.parse(document.getElementById("strings")?.dataset.texts ?? "null") as Strings;
}
