import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { day, hour } from "~/core/time";
import type { Staff } from "~/core/who";
import { requiredColumns } from "../order-row";
import { type ChooseColumns, fieldName, fileFields, type Mapping } from "./choose-columns";
import { proposeMapping, readHead, rememberMapping } from "./file-head.server";
import { countChanges } from "./import-changes.server";
import { findImport, type Import, rejectedOf, uploadOf, uploadsIn } from "./imports.server";

const keptFor = 7 * day;

/** A file has personal data. It is deleted after its import, or a day after the upload. */
const fileKeptFor = day;

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
  await removeOldFiles(app);
  await removeStrays(app);
}

async function removeOldFiles({ db, config, clock }: App): Promise<void> {
  const before = clock.now() - fileKeptFor;
  const unfinished = await db
    .updateTable("imports")
    .set({ status: "failed", problem: "The file was deleted a day after its upload. Upload it again." })
    .where("created_at", "<", before)
    .where("status", "in", ["columns", "checked"])
    .returning("stored_as")
    .execute();
  const ended = await db
    .selectFrom("imports")
    .select("stored_as")
    .where("created_at", "<", before)
    .where("status", "in", ["stopped", "undone", "failed"])
    .execute();
  for (const { stored_as } of [...unfinished, ...ended]) {
    await rm(uploadOf(config.dataDir, stored_as), { force: true });
  }
  // Only an undo needs these, which is possible for an hour.
  await db.deleteFrom("import_changes").where("at", "<", before).where("kept", "is", null).execute();
}

async function removeStrays({ db, config, clock }: App): Promise<void> {
  const kept = await db
    .selectFrom("imports")
    .select("stored_as")
    .unionAll(db.selectFrom("night_files").select("stored_as"))
    .execute();
  const named = new Set(kept.map(({ stored_as }) => stored_as));
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

/**
 * Adds an uploaded file. If its columns are clear, it is checked immediately. Otherwise someone has to choose them.
 * @returns the import's ID, and whether the columns have to be chosen
 */
export async function addImport(
  app: App,
  who: Staff,
  { name, storedAs, bytes }: { name: string; storedAs: string; bytes: number },
): Promise<{ id: number; isUnclear: boolean }> {
  const proposal = await proposeFor(app, storedAs);
  const isUnclear = proposal !== null && !proposal.isSure;
  const id = await app.db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto("imports")
      .values({
        user_id: who.userId,
        address: who.address,
        file_name: name,
        stored_as: storedAs,
        bytes,
        status: isUnclear ? "columns" : "checking",
        mapping: proposal && JSON.stringify(proposal.mapping),
        created_at: app.clock.now(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await logAudit({ trx, app, who }, "import.uploaded", `import ${id}`, { bytes });
    return id;
  });
  return { id, isUnclear };
}

/** Null for a file that can't be read: the check then explains it. */
async function proposeFor(app: App, storedAs: string) {
  try {
    const head = await readHead(uploadOf(app.config.dataDir, storedAs));
    return await proposeMapping(app.db, head, app.clock.now());
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

const beforeImport: Import["status"][] = ["columns", "checking", "checked"];

/**
 * Saves the columns of a file, remembers them for the next one, and checks the file with them.
 * @throws Refusal if a required column is missing, or the import has started
 */
export async function chooseColumns(app: App, who: Staff, input: ChooseColumns): Promise<void> {
  const { stored_as } = await findImport(app.reads, input.id);
  const columns: Mapping["columns"] = {};
  for (const field of fileFields) {
    const index = input[field];
    if (index !== undefined) columns[field] = index;
  }
  const hasDatabase = columns.brightree_db !== undefined;
  const missing = requiredColumns.filter((field) =>
    field === "brightree_db"
      ? !hasDatabase && !input.database
      : columns[field] === undefined && !input.make_numbers,
  );
  if (missing.length > 0) {
    throw new Refusal("invalid", "Choose a column for each required field.", {
      fields: Object.fromEntries(
        missing.map((field) => [
          field,
          [
            field === "brightree_db"
              ? "Choose a column, or enter one database for all orders."
              : `Choose the column of the ${fieldName(field).toLowerCase().replace(/id$/, "ID")}.`,
          ],
        ]),
      ),
    });
  }
  const head = await readHead(uploadOf(app.config.dataDir, stored_as), input.header_line);
  const mapping: Mapping = {
    headerLine: input.header_line,
    columns,
    database: hasDatabase ? null : (input.database ?? null),
    inTitleCase: input.in_title_case !== undefined,
    makesNumbers: input.make_numbers !== undefined,
    notes: input.note_columns.filter((index) => !Object.values(columns).includes(index)),
  };
  await app.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("imports")
      .set({ status: "checking", mapping: JSON.stringify(mapping), bytes_read: 0, changed_fields: null })
      .where("id", "=", input.id)
      .where("status", "in", beforeImport)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) {
      throw new Refusal("conflict", "This import has started. To use other columns, upload the file again.");
    }
    await rememberMapping(trx, head, mapping, app.clock.now());
    await logAudit({ trx, app, who }, "import.columns_chosen", `import ${input.id}`);
  });
}

/** Starts the import of a checked file. Confirming again changes nothing. @throws Refusal */
export function confirmImport(app: App, who: Staff, { id }: { id: number }): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const { status } = await findImport(trx, id);
    if (status === "importing" || status === "done") return;
    if (status !== "checked" && status !== "stopped") {
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

/** Stops an import. The orders that are already saved stay, and are counted. @throws Refusal */
export function stopImport(app: App, who: Staff, { id }: { id: number }): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const { status } = await findImport(trx, id);
    if (status === "stopped") return;
    if (status !== "importing") {
      throw new Refusal("conflict", "This import isn't running anymore. Reload the page to see its result.");
    }
    const counts = await countChanges(trx, id);
    await trx
      .updateTable("imports")
      .set({ status: "stopped", ...counts, unchanged: 0, ended_at: app.clock.now() })
      .where("id", "=", id)
      .execute();
    await logAudit({ trx, app, who }, "import.stopped", `import ${id}`, { ...counts });
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
    if (status === "importing" || status === "undoing") {
      throw new Refusal("conflict", "This file is being imported. Try again when the import finishes.");
    }
    await trx.deleteFrom("imports").where("id", "=", id).execute();
    await logAudit({ trx, app, who }, "import.discarded", `import ${id}`);
    return stored_as;
  });
  await removeFiles(app.config.dataDir, storedAs);
}
