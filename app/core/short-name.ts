const titles = wordsOf("mr mrs ms miss mx dr prof professor rev capt sgt sra srta sr");
const suffixes = wordsOf(
  "jr sr ii iii iv 2nd 3rd 4th md phd dds dmd dvm rn np lpn esq cpa rrt crt rpsgt pac dnp bsn msn pharmd facp",
);
// These are also family names, as in "Do, Minh" and "Jack Ma".
const capitalSuffixes = /^(?:DO|MA|PA|MS|BA|BS|RT|JD)$/;

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

const bare = (word: string) => word.toLowerCase().replace(/[.'’-]/g, "");
const isTitle = (word: string) => titles.has(bare(word));
const isSuffix = (word: string) => suffixes.has(bare(word));

interface NameParts {
  /** The first given name, as a greeting uses it. */
  given: string;
  /** The last word of the family name; empty if there is none. */
  family: string;
}

/** Parses "Alex Morgan Baker Jr." and "Baker, Alex, MD". @returns null if the parts aren't clear */
function partsOf(fullName: string): NameParts | null {
  // In many scripts the family name comes first, and an initial says nothing.
  if (/[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\P{L}]/u.test(fullName)) return null;
  const withoutNicknames = fullName.replace(/\([^)]*\)|"[^"]*"|“[^”]*”/g, " ");
  const [first = [], ...others] = withoutNicknames
    .split(",")
    .map((part) => part.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)))
    .filter((words) => words.length > 0);
  const isAddition = (words: string[]) =>
    words.every(
      (word) => isSuffix(word) || (first.length > 1 && capitalSuffixes.test(word.replaceAll(".", ""))),
    );
  const [afterComma] = others.filter((words) => !isAddition(words));
  const isReversed = afterComma !== undefined;
  const family = withoutAdditions(first, isReversed);
  const given = isReversed ? withoutAdditions(afterComma, true) : family;
  const [called] = given;
  const startsWithTitle = isTitle((isReversed ? afterComma : first)[0] ?? "");
  if (!called || /^md\.?$/i.test(called)) return null;
  if (!isReversed && given.length === 1 && startsWithTitle) return null;
  return { given: called, family: (isReversed ? family : given.slice(1)).at(-1) ?? "" };
}

/** @param isPart if the words are only the family name or only the given names, so that none must be left */
function withoutAdditions(words: readonly string[], isPart: boolean): string[] {
  const rest = [...words];
  const least = isPart && !isTitle(rest[0] ?? "") ? 1 : 0;
  while (rest.length > least && isTitle(rest[0] ?? "")) rest.shift();
  while (rest.length > 1 && isSuffix(rest.at(-1) ?? "")) rest.pop();
  // Also a first name, as in "Silva, Junior".
  if (rest.length > 2 && bare(rest.at(-1) ?? "") === "junior") rest.pop();
  return rest;
}

const tidy = (name: string | null) =>
  name
    ?.replace(/\s+/g, " ")
    .trim()
    .replace(/^,\s*|\s*,$/g, "") || null;

/**
 * "Alex B." from "Alex Morgan Baker Jr.", "Baker, Alex" and "BAKER, ALEX, MD"; null if there is no name. Enough to
 * recognize a patient, not enough to identify one. A name whose parts aren't clear is returned unchanged.
 */
export function shortName(fullName: string | null): string | null {
  const name = tidy(fullName);
  const parts = name && partsOf(name);
  if (!parts) return name;
  const [initial] = parts.family.normalize("NFC").match(/[\p{L}\p{N}]/u) ?? [];
  const given = inMixedCase(parts.given, name);
  return initial ? `${given} ${initial.toUpperCase()}.` : given;
}

/**
 * "Ruth" for "Ruth Lee", "Lee, Ruth A.", "Dr. Ruth Lee" and "RUTH LEE"; null if there is no name. Returns the name
 * unchanged if it has no clear first name, as in "R. Lee" and "Mrs. Lee".
 */
export function firstName(fullName: string | null): string | null {
  const name = tidy(fullName);
  const parts = name && partsOf(name);
  if (!parts || isInitials(parts.given)) return name;
  return inMixedCase(parts.given, name);
}

const isInitials = (word: string) => /^(?:\p{L}|(?:\p{L}\.-?)+\p{L}?)$/u.test(word);

/** "Mary-Ann" for "MARY-ANN", but "TJ" for "TJ". */
function inMixedCase(word: string, name: string): string {
  const letters = word.replace(/[^\p{L}]/gu, "");
  const isCapitals = letters === letters.toUpperCase() && letters.length > 1;
  const isShort = letters.length === 2 && (name !== name.toUpperCase() || !/[AEIOUY]/.test(letters));
  if (!isCapitals || isShort || isInitials(word)) return word;
  return word
    .toLowerCase()
    .replace(/(^|[-'’])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}
