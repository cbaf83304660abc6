import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { day, hour } from "~/core/time";
import type { Staff } from "~/core/who";
import { findImport, rejectedOf, uploadOf, uploadsIn } from "./imports.server";

const keptFor = 7 * day;

const strayAfter = hour;

export async function prepareUploads(app: App): Promise<void> {
  const { db, config, clock } = app;
  await mkdir(uploadsIn(config.dataDir), { recursive: true, mode: 0o700 });
  const old = await db
    .deleteFrom("imports")
    .where("created_at", "<", clock.now() - keptFor)
    .returning("stored_as")
    .execute();
  for (const { stored_as } of old) await removeFiles(config.dataDir, stored_as);
  await removeStrays(app);
}

async function removeStrays({ db, config, clock }: App): Promise<void> {
  const imports = await db.selectFrom("imports").select("stored_as").execute();
  const named = new Set(imports.map(({ stored_as }) => stored_as));
  const folder = uploadsIn(config.dataDir);
  for (const name of await readdir(folder)) {
    if (named.has(name.split(".", 1)[0] ?? "")) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < clock.now() - strayAfter) await rm(path, { force: true });
  }
}

async function removeFiles(dataDir: string, storedAs: string): Promise<void> {
  await rm(uploadOf(dataDir, storedAs), { force: true });
  await rm(rejectedOf(dataDir, storedAs), { force: true });
}

export function addImport(
  app: App,
  who: Staff,
  { name, storedAs, bytes }: { name: string; storedAs: string; bytes: number },
): Promise<number> {
  return app.db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto("imports")
      .values({
        user_id: who.userId,
        address: who.address,
        file_name: name,
        stored_as: storedAs,
        bytes,
        status: "checking",
        created_at: app.clock.now(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await logAudit({ trx, app, who }, "import.uploaded", `import ${id}`, { bytes });
    return id;
  });
}

/** Starts the import of a checked file. Confirming again changes nothing. @throws Refusal */
export function confirmImport(app: App, who: Staff, { id }: { id: number }): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const { status } = await findImport(trx, id);
    if (status === "importing" || status === "done") return;
    if (status !== "checked") {
      throw new Refusal("conflict", "This file hasn't been checked yet. Try again when the check finishes.");
    }
    await trx
      .updateTable("imports")
      .set({ status: "importing", user_id: who.userId, address: who.address, bytes_read: 0 })
      .where("id", "=", id)
      .execute();
    await logAudit({ trx, app, who }, "import.confirmed", `import ${id}`);
  });
}

/** Rechecks files after a change, such as a new database, that may fix their problems. */
export async function checkAgain({ db }: App): Promise<void> {
  await db
    .updateTable("imports")
    .set({ status: "checking", bytes_read: 0 })
    .where("status", "=", "checked")
    .execute();
}

/** Deletes an import and its file. Imported orders stay. @throws Refusal */
export async function discardImport(app: App, who: Staff, { id }: { id: number }): Promise<void> {
  const storedAs = await app.db.transaction().execute(async (trx) => {
    const { status, stored_as } = await findImport(trx, id);
    if (status === "importing") {
      throw new Refusal("conflict", "This file is being imported. Try again when the import finishes.");
    }
    await trx.deleteFrom("imports").where("id", "=", id).execute();
    await logAudit({ trx, app, who }, "import.discarded", `import ${id}`);
    return stored_as;
  });
  await removeFiles(app.config.dataDir, storedAs);
}
