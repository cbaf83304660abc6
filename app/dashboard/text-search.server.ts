import { sql } from "kysely";
import { containsText } from "~/db/contains-text.server";

/** The trigram index finds nothing for fewer than three characters. */
export const isIndexed = (typed: string) => Array.from(typed).length >= 3;

/** True if one of the columns contains the text. @param columns must never be user input */
export const matchesText = (typed: string, columns: readonly string[]) =>
  sql<boolean>`(${sql.join(
    columns.map((column) => containsText(column, typed)),
    sql` or `,
  )})`;
