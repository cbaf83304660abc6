import { sql } from "kysely";

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
