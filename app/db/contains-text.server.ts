import { type RawBuilder, type SqlBool, sql } from "kysely";

/** Ignores case and the kind of apostrophe. `%` and `_` have no special meaning. @param column "table.column" */
export function containsText(column: string, part: string): RawBuilder<SqlBool> {
  const pattern = `%${part.replace(/[\\%_]/g, "\\$&").replace(/['’‘]/g, "_")}%`;
  return sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`;
}
