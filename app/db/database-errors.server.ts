import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { Refusal } from "~/core/refusal";
import { commandLine } from "~/core/settings/command-line.server";
import { strings } from "~/core/strings";

const kinds: [RegExp, DiskProblem][] = [
  [/^SQLITE_FULL/, "full"],
  [/^SQLITE_(READONLY|CANTOPEN|PERM)/, "unwritable"],
  [/^SQLITE_(CORRUPT|NOTADB)/, "damaged"],
  [/^SQLITE_IOERR/, "disk"],
];

export const isDamage = (error: unknown): boolean => diskProblem(error) === "damaged";

const whileServing: Record<DiskProblem, string> = {
  full: "Nothing was saved because the server's disk is full. The server administrator must free up space. Then try again.",
  unwritable:
    "Nothing was saved because the server can't write to its disk. The server administrator must fix this. Then try again.",
  damaged:
    "The server's database is damaged. The server administrator must restore the newest backup. Until then, data may be wrong.",
  disk: "Nothing was saved because the server's disk reports errors. The server administrator must check it. Then try again.",
};

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");

const isConstraint = (error: unknown, text: string) =>
  codeOf(error).startsWith("SQLITE_CONSTRAINT") && (error as Error).message.includes(text);

// Raised by the triggers `visits_never_overlap_when_made`, `visits_never_overlap_when_changed`,
// `visits_never_overlap_classes_when_made`, `visits_never_overlap_classes_when_changed`,
// `classes_never_overlap_when_made`, and `classes_never_overlap_when_changed`.
export const isOverlap = (error: unknown) => isConstraint(error, "VISIT_OVERLAP");

// Raised by the triggers `seats_fit_their_class_when_made` and `seats_fit_their_class_when_changed`.
export const isSeatTaken = (error: unknown) =>
  isConstraint(error, "CLASS_FULL") || isConstraint(error, "CLASS_CHANGED");

// Raised by the trigger `classes_keep_their_seats`.
export const isBelowSeatsTaken = (error: unknown) => isConstraint(error, "CLASS_SEATS");

// `classes_need_a_kind` is a bug if it's raised. Raised by the triggers `visits_never_exceed_rooms_when_made`,
// `visits_never_exceed_rooms_when_changed`, `classes_fit_their_place`, and `classes_fit_their_place_when_changed`.
export const isPlaceFull = (error: unknown) => isConstraint(error, "PLACE_FULL");

export const isSecondVisit = (error: unknown) => isConstraint(error, "visits.order_id");

export const isDuplicate = (error: unknown, column: string) =>
  isConstraint(error, `UNIQUE constraint failed: ${column}`);

// Raised by the triggers `frozen_company_*`, in whichever change touches a company that is moving.
const isFrozen = (error: unknown) => isConstraint(error, "COMPANY_FROZEN");

/** In seconds. A move takes minutes. */
const retryDuringMove = 120;

/** A change of a company that is moving to another installation becomes a Refusal. Other errors stay unchanged. */
export const toMoveRefusal = (error: unknown): unknown =>
  isFrozen(error) ? new Refusal("database", strings.companyMoving, { retryAfter: retryDuringMove }) : error;

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

type DiskProblem = "full" | "unwritable" | "damaged" | "disk";

function diskProblem(error: unknown): DiskProblem | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return kinds.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}

export function toServingError(error: unknown): unknown {
  const problem = diskProblem(error);
  return problem ? new Refusal("database", whileServing[problem], { cause: error }) : toMoveRefusal(error);
}

/**
 * Turns an error from opening a database file into a Refusal for the server administrator. Other errors stay
 * unchanged.
 */
export function toOpeningError(error: unknown, file: string): unknown {
  let problem = diskProblem(error);
  // A memory-mapped file that can't grow fails with the same code as a broken disk.
  if (problem === "disk" && statfsSync(dirname(file)).bavail === 0) problem = "full";
  const reason = (error as Error).message;
  const messages: Record<DiskProblem, string> = {
    full: `The disk that contains ${dirname(file)} is full. Free up space and start again. Nothing was changed.`,
    unwritable: `${file} can't be written to (${reason}). The file and its folder must be owned by the user that runs Firstnight, on a writable disk. Nothing was changed.`,
    damaged: `The database ${file} is damaged (${reason}). Nothing was changed. Restore the newest backup: "${commandLine("restore", "FILE --replace")}" keeps the damaged file next to it.`,
    disk: `The disk that contains ${dirname(file)} reports errors (${reason}). Nothing was changed. Check the disk before you start again.`,
  };
  return problem ? new Refusal("database", messages[problem], { cause: error }) : error;
}
