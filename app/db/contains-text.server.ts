import { type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * Does a column hold this text, whatever the case of its letters? `%` and `_` stand for themselves.
 *
 * @param column "table.column"
 */
export function containsText(column: string, part: string): RawBuilder<SqlBool> {
  const pattern = `%${part.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`;
}
