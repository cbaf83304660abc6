/** What the database refused, told by the words the triggers and constraints carry. */
const says = (error: unknown, words: string) =>
  error instanceof Error &&
  "code" in error &&
  String(error.code).startsWith("SQLITE_CONSTRAINT") &&
  error.message.includes(words);

/** Two active visits of one therapist would overlap (trigger of migration 0003). */
export const isOverlap = (error: unknown) => says(error, "VISIT_OVERLAP");

/** The order has an active visit already (partial unique index of migration 0003). */
export const isSecondVisit = (error: unknown) => says(error, "visits.order_id");

/** A unique column holds this value already; `column` as "table.column". */
export const isDuplicate = (error: unknown, column: string) =>
  says(error, `UNIQUE constraint failed: ${column}`);
