import { sql } from "kysely";

/** The index of the parts of orders' numbers and names knows nothing shorter than three characters. */
export const isIndexed = (typed: string) => Array.from(typed).length >= 3;

/** What was typed as one phrase of a full-text search, whatever signs are in it. */
export const phrase = (typed: string) => `"${typed.replaceAll('"', '""')}"`;

/**
 * Is the text in any of these columns, whatever its case? What was typed is taken literally: % and _
 * stand for themselves.
 *
 * @param columns names of ours, never what somebody typed
 */
export function matchesText(typed: string, columns: readonly string[]) {
  const pattern = `%${typed.replace(/[\\%_]/g, "\\$&")}%`;
  const tests = columns.map((column) => sql`${sql.ref(column)} like ${pattern} escape ${sql.lit("\\")}`);
  return sql<boolean>`(${sql.join(tests, sql` or `)})`;
}
