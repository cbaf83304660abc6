import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { Refusal } from "~/core/refusal";
import { commandLine } from "~/core/settings/command-line.server";

type DiskProblem = "full" | "unwritable" | "damaged" | "disk";

const kinds: [RegExp, DiskProblem][] = [
  [/^SQLITE_FULL/, "full"],
  [/^SQLITE_(READONLY|CANTOPEN|PERM)/, "unwritable"],
  [/^SQLITE_(CORRUPT|NOTADB)/, "damaged"],
  [/^SQLITE_IOERR/, "disk"],
];

function diskProblem(error: unknown): DiskProblem | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return kinds.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}

export const isDamage = (error: unknown): boolean => diskProblem(error) === "damaged";

const whileServing: Record<DiskProblem, string> = {
  full: "Nothing was saved because the server's disk is full. The server administrator must free up space. Then try again.",
  unwritable:
    "Nothing was saved because the server can't write to its disk. The server administrator must fix this. Then try again.",
  damaged:
    "The server's database is damaged. The server administrator must restore the newest backup. Until then, data may be wrong.",
  disk: "Nothing was saved because the server's disk reports errors. The server administrator must check it. Then try again.",
};

export function toServingError(error: unknown): unknown {
  const problem = diskProblem(error);
  return problem ? new Refusal("database", whileServing[problem], { cause: error }) : error;
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
