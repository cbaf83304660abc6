import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { Refusal } from "~/core/refusal";
import { commandLine } from "~/core/settings/command-line.server";

type Trouble = "full" | "unwritable" | "damaged" | "disk";

const kinds: [RegExp, Trouble][] = [
  [/^SQLITE_FULL/, "full"],
  [/^SQLITE_(READONLY|CANTOPEN|PERM)/, "unwritable"],
  [/^SQLITE_(CORRUPT|NOTADB)/, "damaged"],
  [/^SQLITE_IOERR/, "disk"],
];

function troubleIn(error: unknown): Trouble | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return kinds.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}

/** Did SQLite find something in the file that it can't have written? */
export const isDamage = (error: unknown): boolean => troubleIn(error) === "damaged";

const whileServing: Record<Trouble, string> = {
  full: "Nothing was saved: the disk of this server is full. Somebody has to make room there; then please try again.",
  unwritable:
    "Nothing was saved: this server may not write to its disk. Somebody has to look at it; then please try again.",
  damaged:
    "The database of this server is damaged. Somebody has to bring back its newest backup; until then nothing is certain.",
  disk: "Nothing was saved: the disk of this server does not do as it should. Somebody has to look at it; then please try again.",
};

/** What people are told where the disk or the file fails while the product serves; anything else as it is. */
export function toServingError(error: unknown): unknown {
  const trouble = troubleIn(error);
  return trouble ? new Refusal("database", whileServing[trouble], { cause: error }) : error;
}

/** What whoever starts the product is told of a database file that can't be opened; anything else as it is. */
export function toOpeningError(error: unknown, file: string): unknown {
  let trouble = troubleIn(error);
  // A file that can't grow while it is mapped fails like a broken disk does.
  if (trouble === "disk" && statfsSync(dirname(file)).bavail === 0) trouble = "full";
  const found = (error as Error).message;
  const sentences: Record<Trouble, string> = {
    full: `The disk of ${dirname(file)} is full. Make room there, and start again: nothing was changed.`,
    unwritable: `${file} can't be written to (${found}). It and its folder must belong to the user who runs Firstnight, on a disk that is not read-only. Nothing was changed.`,
    damaged: `The database ${file} is damaged (${found}). Nothing was changed. Bring the newest backup back: "${commandLine("restore", "FILE --replace")}" moves the damaged one aside and keeps it.`,
    disk: `The disk of ${dirname(file)} does not do as it should (${found}). Nothing was changed. Have it looked at before you start again.`,
  };
  return trouble ? new Refusal("database", sentences[trouble], { cause: error }) : error;
}
