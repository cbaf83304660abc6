/** Reads the strings that `page-strings.tsx` put into the page, in the reader's language. */
export function pageStrings<Strings>(): Strings {
  return JSON.parse(document.getElementById("strings")?.dataset.texts ?? "null") as Strings;
}
