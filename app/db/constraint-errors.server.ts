import { Refusal } from "~/core/refusal";

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");

/** What the database refused, told by the words the triggers and constraints carry. */
const says = (error: unknown, words: string) =>
  codeOf(error).startsWith("SQLITE_CONSTRAINT") && (error as Error).message.includes(words);

/** Two active visits of one therapist would overlap (trigger of migration 0003). */
export const isOverlap = (error: unknown) => says(error, "VISIT_OVERLAP");

/** The order has an active visit already (partial unique index of migration 0003). */
export const isSecondVisit = (error: unknown) => says(error, "visits.order_id");

/** A unique column holds this value already; `column` as "table.column". */
export const isDuplicate = (error: unknown, column: string) =>
  says(error, `UNIQUE constraint failed: ${column}`);

/** The server would lose at a power cut what it keeps now (the mark of a commit, `remote/connection.server.ts`). */
export const isProgrammingError = (error: unknown) =>
  says(error, "NOT NULL constraint failed: commit_marks.made_at");

/** A database server was asked and did not answer in time. */
export class ServerTimeout extends Error {
  readonly code = "UNANSWERED";
}

// What the client says of a connection that broke, and the server of a transaction it took back.
const broken = /^(UNANSWERED|HRANA_|CLIENT_CLOSED|SERVER_ERROR|TRANSACTION_CLOSED|SQLITE_BUSY|SQLITE_LOCKED)/;

/** Was the answer of a database server lost, or the transaction? A file's never are. */
export const isLost = (error: unknown) =>
  broken.test(codeOf(error)) ||
  (error instanceof Error && error.message.includes("no transaction is active"));

/** What people are told where a database server can't be asked. */
export function unreachable(what: "reading" | "nothing-saved" | "perhaps-saved"): Refusal {
  const sentences = {
    reading: "The database can't be reached at the moment. Please try again in a minute.",
    "nothing-saved":
      "The database can't be reached at the moment, and nothing was saved. Please try again in a minute.",
    "perhaps-saved":
      "The database stopped answering while this was being saved. Please look whether it was before you try again.",
  };
  return new Refusal("database", sentences[what], { retryAfter: 10 });
}

/** What people are told where a database server would lose at a power cut what it keeps. */
export const programmingError = () =>
  new Refusal(
    "database",
    'Nothing was saved: the database server would lose it at a power cut. Somebody has to set its durability_mode to "strong" (docs/scaling.md); then please try again.',
    { retryAfter: 10 },
  );
