import { randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What this process makes is its owner's alone from here on: database, secret, backups, exports. */
export function keepToOwner(): void {
  process.umask(0o077);
}

/** Makes the folder where it is missing; why nothing can be kept in it, or null where all is well. */
export function whyUnusable(dataDir: string): string | null {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
    return null;
  } catch (error) {
    return `${dataDir} can't be written to (${(error as Error).message}). It must be a folder on a local disk that belongs to the user who runs Firstnight`;
  }
}

/** The secret that is kept in the folder, made where there is none. */
export function keptSecret(dataDir: string): string {
  const file = join(dataDir, "app-secret");
  if (!existsSync(file)) {
    // "wx": of two processes starting at once, one writes and both read the same.
    try {
      writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  return readFileSync(file, "utf8").trim();
}
