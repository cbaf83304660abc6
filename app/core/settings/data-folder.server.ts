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

/** Lets only the process's owner read new files, such as the database, the secret, backups and exports. */
export function keepToOwner(): void {
  process.umask(0o077);
}

/** Creates the folder if needed. @returns the reason it can't be used, or null */
export function whyUnusable(dataDir: string): string | null {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
    return null;
  } catch (error) {
    return `${dataDir} can't be written to (${(error as Error).message}). It must be a folder on a local disk, and the user that runs Firstnight must own it`;
  }
}

export const secretFile = (dataDir: string) => join(dataDir, "app-secret");

const newSecret = () => randomBytes(32).toString("base64url");

/**
 * Reads the secret stored in the folder. The first call creates it. Next to an existing database, and for a command that
 * restores a database with its secret, a new secret isn't stored, because it may be the wrong one (`keepSecret`).
 * @param options `link` is replaced in tests
 * @throws Refusal if the file is incomplete
 */
export function storedSecret(dataDir: string, { link = linkSync, isRestoring = false } = {}): string {
  const file = secretFile(dataDir);
  if (!existsSync(file)) {
    if (isRestoring || existsSync(join(dataDir, "firstnight.db"))) return newSecret();
    makeSecret(file, newSecret(), link);
  }
  const secret = readFileSync(file, "utf8").trim();
  if (isCompleteSecret(secret)) return secret;
  throw new Refusal(
    "conflict",
    `${file} is empty or incomplete, and the database can't be read without the secret. Move the file to another folder and restore the newest backup, which contains the secret: ${commandLine("restore", "FILE --replace")}. If this is a new installation without data, delete the file and start again. Nothing was changed.`,
  );
}

interface UsedSecret {
  dataDir: string;
  appSecret: string;
  isSecretGiven: boolean;
}

/** Stores a new secret after the database turned out to hold nothing written with another one. @throws Refusal */
export function keepSecret({ dataDir, appSecret, isSecretGiven }: UsedSecret): void {
  if (isSecretGiven) return;
  const file = secretFile(dataDir);
  if (!existsSync(file)) makeSecret(file, appSecret, linkSync);
  if (readFileSync(file, "utf8").trim() === appSecret) return;
  throw new Refusal("conflict", `${file} was created by another process at the same moment. Start again.`);
}

export const isCompleteSecret = (secret: string) => secret.length >= 32;

/** Writes the file completely or not at all. Two processes that start at the same time read the same secret. */
function makeSecret(file: string, secret: string, link: typeof linkSync): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, secret, { mode: 0o600, flag: "wx", flush: true });
    putInPlace(draft, file, link);
  } finally {
    rmSync(draft, { force: true });
  }
  const folder = openSync(dirname(file), "r");
  fsyncSync(folder);
  closeSync(folder);
}

const noLinks = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

/**
 * Unlike a rename, a link never replaces another process's file. Some file systems, like exFAT, don't support links.
 */
function putInPlace(draft: string, file: string, link: typeof linkSync): void {
  try {
    link(draft, file);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!["EEXIST", ...noLinks].includes(code)) throw error;
    if (!existsSync(file)) renameSync(draft, file);
  }
}
