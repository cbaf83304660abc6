import { type RawBuilder, type SqlBool, sql } from "kysely";
import { apostrophes, foldText } from "~/core/fold-text";

// Latin letters with accents, including Vietnamese letters.
const accented = [
  [0xc0, 0x17f],
  [0x1a0, 0x1dc],
  [0x1e00, 0x1eff],
] as const;

/** The characters that each letter stands for in a search: "a" for "A", "á", "Á", and so on. */
const variants = new Map<string, string>([["'", apostrophes]]);
for (const letter of "abcdefghijklmnopqrstuvwxyz") variants.set(letter, letter + letter.toUpperCase());
for (const [first, last] of accented) {
  for (let code = first; code <= last; code++) {
    const character = String.fromCodePoint(code);
    const letter = foldText(character);
    const known = variants.get(letter);
    if (known) variants.set(letter, known + character);
  }
}

const patternOf = (character: string): string => {
  const class_ = variants.get(character) ?? (/[*?[]/.test(character) ? character : null);
  return class_ === null ? character : `[${class_}]`;
};

/**
 * Ignores case, accents, and the kind of apostrophe. No character has a special meaning. A pattern instead of a
 * function, because a libSQL server has no functions of ours.
 * @param column "table.column"
 * @param part at most about 300 characters, because SQLite's patterns have at most 50,000 bytes
 */
export function containsText(column: string, part: string): RawBuilder<SqlBool> {
  const pattern = `*${Array.from(foldText(part), patternOf).join("")}*`;
  return sql<SqlBool>`${sql.ref(column)} glob ${pattern}`;
}
