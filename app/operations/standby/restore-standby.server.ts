import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import Database from "better-sqlite3";
import { sql } from "kysely";
import { logAudit } from "~/audit/log-audit.server";
import { verifyAudit } from "~/audit/verify-audit.server";
import { type App, openApp } from "~/boot/app.server";
import { isWrittenWith } from "~/boot/refuse-wrong-secret.server";
import type { Config } from "~/config.server";
import { Refusal } from "~/core/refusal";
import { secretsFrom } from "~/core/secrets.server";
import { secretFile } from "~/core/settings/data-folder.server";
import { systemClock } from "~/core/time";
import { operator } from "~/core/who";
import { takeServerLock } from "~/db/server-lock.server";
import { putInPlace } from "../backup/restore-backup.server";
import { setAsideMessages } from "../backup/set-aside-messages.server";
import { inWorkFolder } from "../work-folder.server";
import { findInstallation, installationAt } from "./installation.server";

interface Standby {
  /** The newest change in the replica, in milliseconds UTC. */
  newest: number;
  /** Messages that may have been sent since then. */
  messages: number;
  freedTimes: number;
}

/**
 * Fetches the newest state of a replica into an empty data folder, verifies it, and prepares it for service.
 * @param replica a replica's URL (s3://…, sftp://…), its folder, a Litestream configuration file (*.yml), or the file
 *   that \`litestream restore\` wrote (*.db)
 * @param former addresses where the previous server may still answer
 * @throws Refusal if the folder has a database, the previous server still answers, the secret is wrong, or the state is
 *   damaged; nothing is left in the folder then
 */
export async function restoreStandby(config: Config, replica: string, former: string[]): Promise<Standby> {
  const { dataDir } = config;
  if (!config.isSecretGiven && !existsSync(secretFile(dataDir))) {
    throw new Refusal(
      "invalid",
      `The replica doesn't contain the secret. Copy the previous server's file app-secret to ${dataDir}, or set APP_SECRET to its content. Nothing was changed.`,
    );
  }
  const unlock = takeServerLock(dataDir);
  try {
    if (existsSync(join(dataDir, "firstnight.db"))) {
      throw new Refusal("conflict", `${dataDir} already has a database. Use an empty folder.`);
    }
    return await inWorkFolder(dataDir, "restoring", async (folder) => {
      const file = join(folder, "firstnight.db");
      await fetchReplica(config.replication.program, replica, file);
      const newestEntry = expectIntact(file, config);
      // The folder then has what it had on the lost machine, and the next start needs no setting.
      await writeFile(secretFile(folder), config.appSecret, { mode: 0o600 });
      // The previous machine's own record of the newest entry is lost, so entries that the replica lacks can't be noticed.
      if (newestEntry) await writeFile(join(folder, "audit-head"), `${newestEntry}\n`, { mode: 0o600 });
      const app = openApp({ ...config, dataDir: folder });
      const standby = await prepare(app, former).finally(() => app.close());
      await putInPlace(dataDir, folder, null);
      return standby;
    });
  } finally {
    unlock();
  }
}

async function prepare(app: App, former: string[]): Promise<Standby> {
  const { problems } = await verifyAudit(app);
  if (problems.length > 0) {
    throw new Refusal("invalid", `The audit log in the replica was changed: ${problems.join(" ")}`);
  }
  const { name } = await findInstallation(app.reads);
  for (const url of former) {
    if ((await installationAt(url))?.name !== name) continue;
    throw new Refusal(
      "conflict",
      `The previous server still answers at ${url}. Stop it first. If both ran, bookings on it would be lost.`,
    );
  }
  const { newest } = await app.reads
    .selectFrom("audit_log")
    .select(sql<number>`coalesce(max(created_at), 0)`.as("newest"))
    .executeTakeFirstOrThrow();
  await app.db.transaction().execute(async (trx) => {
    await trx
      .updateTable("installation")
      .set((eb) => ({ takeovers: eb("takeovers", "+", 1) }))
      .execute();
    await logAudit({ trx, app, who: operator }, "standby.took-over", null, { newest });
  });
  return { newest, ...(await setAsideMessages(app, operator, newest, "replica")) };
}

/** @throws Refusal with Litestream's own message */
async function fetchReplica(program: string, replica: string, file: string): Promise<void> {
  if (replica.endsWith(".db")) {
    if (!existsSync(replica)) throw noReplica(replica);
    // Litestream's image, which has no Firstnight, has restored the file.
    return copyFile(resolve(replica), file);
  }
  const isConfiguration = /\.ya?ml$/.test(replica);
  const source = isConfiguration
    ? await configurationIn(dirname(file), replica, await onlyDatabaseIn(program, replica))
    : [/^\w+:\/\//.test(replica) ? replica : `file://${resolve(replica)}`];
  const [latest, ...others] = await listGenerations(program, source);
  if (!latest) throw noReplica(isConfiguration ? replica : (source[0] ?? replica));
  await run(program, ["restore", "-generation", latest.name, "-o", file, ...source]);
  // A lost machine that came back for a moment writes a later generation, with old data.
  const draft = `${file}-other`;
  for (const { name, end } of others) {
    const best = stateOf(file);
    if (end <= best.newest) break;
    await run(program, ["restore", "-generation", name, "-o", draft, ...source]);
    const other = stateOf(draft);
    const isNewer =
      other.takeovers > best.takeovers || (other.takeovers === best.takeovers && other.newest > best.newest);
    await (isNewer ? rename(draft, file) : rm(draft));
  }
}

/**
 * Copies a configuration whose database is an empty file in the folder: Litestream lists generations only for a database
 * that exists.
 * @param path the database in the configuration
 * @returns arguments for Litestream
 */
async function configurationIn(folder: string, configuration: string, path: string): Promise<string[]> {
  const [copy, database] = [join(folder, "litestream.yml"), join(folder, "lost.db")];
  const text = await readFile(configuration, "utf8");
  const lines = text.split("\n").map((line) => {
    const [, key, value] = /^(\s*(?:-\s+)?path:\s*)["']?(.*?)["']?\s*$/.exec(line) ?? [];
    return key && value === path ? `${key}${JSON.stringify(database)}` : line;
  });
  await writeFile(copy, lines.join("\n"), { mode: 0o600 });
  await writeFile(database, "", { mode: 0o600 });
  return ["-config", copy, database];
}

/** The generations of a replica with the time of their last copy, in milliseconds UTC, latest first. */
async function listGenerations(program: string, source: string[]): Promise<{ name: string; end: number }[]> {
  const lines = (await run(program, ["generations", ...source])).split("\n");
  return lines
    .flatMap((line) => {
      const [, name, end] = /\s([0-9a-f]{16})\s.*\s(\S+Z)\s*$/.exec(line) ?? [];
      return name && end ? [{ name, end: Date.parse(end) }] : [];
    })
    .toSorted((a, b) => b.end - a.end);
}

/** How many standbys took over before, and when the newest change was made, in milliseconds UTC. */
function stateOf(file: string): { takeovers: number; newest: number } {
  const database = new Database(file, { readonly: true });
  try {
    const state =
      "select takeovers, (select coalesce(max(created_at), 0) from audit_log) as newest from installation";
    return database.prepare(state).get() as { takeovers: number; newest: number };
  } catch {
    // A damaged file loses against any other, and is refused later if it is the only one.
    return { takeovers: -1, newest: 0 };
  } finally {
    database.close();
  }
}

const noReplica = (place: string) =>
  new Refusal("missing", `There is no replica at ${place}. Check the address. Nothing was changed.`);

async function onlyDatabaseIn(program: string, configuration: string): Promise<string> {
  const output = await run(program, ["databases", "-config", configuration]);
  const paths = output.split("\n").flatMap((line) => /^(\/\S*firstnight\.db)\s/.exec(line)?.[1] ?? []);
  const [path] = paths;
  if (path && paths.length === 1) return path;
  throw new Refusal("invalid", `${configuration} must name one database, whose file is firstnight.db.`);
}

function run(program: string, args: string[]): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    const [out, err]: [string[], string[]] = [[], []];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk.toString()));
    child.once("error", () =>
      fail(
        new Refusal(
          "missing",
          `Litestream could not be started as "${program}". Install it, or set LITESTREAM_PATH.`,
        ),
      ),
    );
    child.once("exit", (code) => {
      if (code === 0) return done(out.join(""));
      const last = [...out, ...err].join("").trim().split("\n").at(-1) ?? "";
      if (last.includes("no matching backups found")) return fail(noReplica(args.at(-1) ?? ""));
      const isEncrypted = last.includes("bad magic number");
      fail(
        new Refusal(
          "invalid",
          `Litestream could not read the replica: ${last}${isEncrypted ? ". If the replica is encrypted, enter the configuration file with its identities instead." : ""}`,
        ),
      );
    });
  });
}

/**
 * Checks the whole file, because a replica is only as good as its last read, and the secret.
 * @returns the ID and hash of the newest entry in the audit log
 * @throws Refusal
 */
function expectIntact(file: string, { appSecret, isSecretGiven, dataDir }: Config): string | undefined {
  const database = new Database(file, { readonly: true });
  try {
    if (!isWrittenWith(database, secretsFrom(appSecret))) {
      const source = isSecretGiven ? "APP_SECRET" : secretFile(dataDir);
      throw new Refusal(
        "conflict",
        `${source} is not the secret of the previous server. Use the content of its file app-secret, or the one in its newest backup. Nothing was changed.`,
      );
    }
    const found = database.pragma("integrity_check(1)", { simple: true });
    const [orphan] = database.pragma("foreign_key_check") as { table: string }[];
    if (found === "ok" && !orphan) {
      const newest = "select id || ' ' || hash from audit_log order by id desc limit 1";
      return database.prepare(newest).pluck().get() as string | undefined;
    }
    const what = orphan ? `a row in ${orphan.table} refers to a missing row` : String(found);
    throw new Refusal(
      "invalid",
      `The newest state of the replica is damaged (${what}). Restore the newest backup instead.`,
    );
  } finally {
    database.close();
  }
}

/** Where the previous server may still answer. */
export const formerAddresses = (config: Config, old: string | undefined): string[] =>
  [config.publicUrl, old].filter((url) => url !== undefined);

/** @param newest in milliseconds UTC; 0 if nothing was entered yet */
export const sinceText = (newest: number): string =>
  newest === 0
    ? "it has no changes yet"
    : `its newest change is from ${new Date(newest).toISOString()}, ${Math.max(0, Math.round((systemClock.now() - newest) / 1000))} seconds ago`;
