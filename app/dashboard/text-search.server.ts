import { sql } from "kysely";
import { plainApostrophes } from "~/core/search/search-terms";

/** The trigram index finds nothing for fewer than three characters. */
export const isIndexed = (typed: string) => Array.from(typed).length >= 3;

/** A substring search that ignores case. % and _ are literal. @param columns must never be user input */
export function matchesText(typed: string, columns: readonly string[]) {
  const pattern = `%${plainApostrophes(typed).replace(/[\\%_]/g, "\\$&")}%`;
  const tests = columns.map((column) => sql`${sql.ref(column)} like ${pattern} escape ${sql.lit("\\")}`);
  return sql<boolean>`(${sql.join(tests, sql` or `)})`;
}
