import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { closeOlderEntries } from "~/audit/older-secret.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Operator } from "~/core/who";
import { isOwnSecret } from "./is-own-secret.server";
import { type Lost, loseWhatWasSealed } from "./lose-what-was-sealed.server";

/**
 * Lets a database go on under the secret that is set now, where the one it was written with is lost: copies
 * it, takes away what nothing can open any more, and closes the audit log so far. All of it or nothing.
 *
 * @returns what was lost, and the folder that the database as it was lies in
 * @throws Refusal where the secret that is set is the database's own
 */
export async function replaceSecret(app: App, who: Operator): Promise<Lost & { copy: string }> {
  if (await isOwnSecret(app)) {
    throw new Refusal(
      "conflict",
      "The secret that is set is the one that the database was written with: there is nothing to replace.",
    );
  }
  const copy = await copyAside(app);
  const lost = await app.db.transaction().execute(async (trx) => {
    const lost = await loseWhatWasSealed(trx, app);
    await closeOlderEntries(trx, app, who, { ...lost });
    return lost;
  });
  return { ...lost, copy };
}

/** The database as it is, and the note of its audit log's newest row, for the day the old secret is found. */
async function copyAside({ config, clock, db, auditHead }: App): Promise<string> {
  const stamp = new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/g, "");
  const folder = join(config.dataDir, `before-new-secret-${stamp}`);
  await mkdir(folder, { mode: 0o700 });
  await sql`vacuum into ${join(folder, "firstnight.db")}`.execute(db);
  if (auditHead.read()) await copyFile(join(config.dataDir, "audit-head"), join(folder, "audit-head"));
  return folder;
}
