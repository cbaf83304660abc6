import { existsSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { Refusal } from "~/core/refusal";
import { commandLine } from "~/core/settings/command-line.server";
import { syncToDisk } from "./backup-archive.server";

/** Exists while a restore moves files. It contains the name of the folder with the previous database, if there is one. */
const markIn = (dataDir: string) => join(dataDir, "restore-in-progress");

export async function markRestore(dataDir: string, replaced: string | null): Promise<void> {
  await writeFile(markIn(dataDir), replaced ? basename(replaced) : "", { mode: 0o600, flush: true });
  await syncToDisk(dataDir);
}

export async function unmarkRestore(dataDir: string): Promise<void> {
  await rm(markIn(dataDir));
  await syncToDisk(dataDir);
}

/** @returns the folder that an interrupted restore moved the previous database to; null if there is none */
export function folderOfInterruptedRestore(dataDir: string): string | null {
  if (!existsSync(markIn(dataDir))) return null;
  const name = readFileSync(markIn(dataDir), "utf8").trim();
  return name ? join(dataDir, name) : null;
}

/** Otherwise a start would create an empty database. @throws Refusal */
export function expectWholeRestore(dataDir: string): void {
  if (!existsSync(markIn(dataDir))) return;
  const replaced = folderOfInterruptedRestore(dataDir);
  throw new Refusal(
    "conflict",
    `A restore in ${dataDir} was interrupted, so its database is incomplete. Run it again: ${commandLine("restore", "FILE --replace")}.${replaced ? ` The previous database is in ${replaced}.` : ""}`,
  );
}
