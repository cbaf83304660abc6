import { Refusal } from "~/core/refusal";

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");

const isConstraint = (error: unknown, text: string) =>
  codeOf(error).startsWith("SQLITE_CONSTRAINT") && (error as Error).message.includes(text);

export const isOverlap = (error: unknown) => isConstraint(error, "VISIT_OVERLAP");

export const isSecondVisit = (error: unknown) => isConstraint(error, "visits.order_id");

export const isDuplicate = (error: unknown, column: string) =>
  isConstraint(error, `UNIQUE constraint failed: ${column}`);

/** True if the server would lose commits in a power failure (see `leaveMark` in remote/connection.server.ts). */
export const isProgrammingError = (error: unknown) =>
  isConstraint(error, "NOT NULL constraint failed: commit_marks.made_at");

export class ConnectionLost extends Error {
  readonly code = "CONNECTION_LOST";
}

/** The client's errors are connection errors, except those that the server sent. */
export function toServerError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === "ClosedError" && error.cause) return toServerError(error.cause);
  return clientErrors.test(error.name) ? new ConnectionLost(error.message, { cause: error }) : error;
}

const clientErrors = /^(Client|Closed|WebSocket|Proto|ProtocolVersion|Internal)Error$/;

// Includes the server's codes for a stream that it couldn't open and a transaction that it rolled back.
const broken = /^(CONNECTION_LOST|STREAM_NOT_OPEN|TRANSACTION_|SQLITE_BUSY|SQLITE_LOCKED)/;

export const isLost = (error: unknown) =>
  broken.test(codeOf(error)) ||
  (error instanceof Error && error.message.includes("no transaction is active"));

export function unreachable(what: "reading" | "nothing-saved" | "perhaps-saved"): Refusal {
  const messages = {
    reading: "The database can't be reached right now. Try again in a minute.",
    "nothing-saved": "The database can't be reached right now, and nothing was saved. Try again in a minute.",
    "perhaps-saved":
      "The database stopped responding while this was being saved. Check whether it was saved before you try again.",
  };
  return new Refusal("database", messages[what], { retryAfter: 10 });
}

export const programmingError = () =>
  new Refusal(
    "database",
    'Nothing was saved because the database server could lose data in a power failure. The server administrator must set the durability_mode of the database server to "strong" (docs/scaling.md). Then try again.',
    { retryAfter: 10 },
  );
