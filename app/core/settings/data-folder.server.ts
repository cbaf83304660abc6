import { randomBytes, randomUUID } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Refusal } from "~/core/refusal";
import { commandLine } from "./command-line.server";

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

/**
 * The secret that is kept in the folder, made where there is none.
 *
 * @param link is passed by tests
 * @throws Refusal where its file doesn't hold a whole one
 */
export function storedSecret(dataDir: string, link = linkSync): string {
  const file = join(dataDir, "app-secret");
  if (!existsSync(file)) makeSecret(file, link);
  const secret = readFileSync(file, "utf8").trim();
  if (isCompleteSecret(secret)) return secret;
  throw new Refusal(
    "conflict",
    `${file} is empty or cut off: it does not hold a whole secret, without which the database can't be read. Move that file away and restore the newest backup, which brings the secret back: ${commandLine("restore", "FILE --replace")}. Only where the installation is new and nothing was entered yet, remove the file and start again. Nothing was changed.`,
  );
}

/** Was it cut off, or never written? */
export const isCompleteSecret = (secret: string) => secret.length >= 32;

/** The file is there whole or not at all; of two processes starting at once, both then read the same. */
function makeSecret(file: string, link: typeof linkSync): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx", flush: true });
    putInPlace(draft, file, link);
  } finally {
    rmSync(draft, { force: true });
  }
  const folder = openSync(dirname(file), "r");
  fsyncSync(folder);
  closeSync(folder);
}

const noLinks = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

/** Unlike a rename, a link never replaces what another process put there; some file systems know none, like exFAT. */
function putInPlace(draft: string, file: string, link: typeof linkSync): void {
  try {
    link(draft, file);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!["EEXIST", ...noLinks].includes(code)) throw error;
    if (!existsSync(file)) renameSync(draft, file);
  }
}
