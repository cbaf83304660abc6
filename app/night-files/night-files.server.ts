import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { repeat } from "~/core/repeat.server";
import { day, hour } from "~/core/time";
import type { Staff } from "~/core/who";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { type Night, saveNights } from "~/nights/save-nights.server";
import { headerKey, indexesIn, nameAt, readHead } from "~/orders/import/file-head.server";
import { uploadOf } from "~/orders/import/imports.server";
import {
  type ChooseNightColumns,
  columnsNamed,
  countKnown,
  fieldNames,
  isNightField,
  Mapping,
  missingIn,
} from "./columns";
import { type ReadNights, readNights, refuseTotals } from "./read-nights.server";

const keptFor = 7 * day;
/** A file has health data. It is deleted after its nights are saved, or a day after the upload. */
const fileKeptFor = day;
/** A step has up to 90 nights of each. */
const ordersPerStep = 25;

export type NightFile = Row<"night_files">;

export interface FileResult extends Omit<ReadNights, "nights"> {
  patients: number;
  /** Nights without a value from a file so far. */
  fresh: number;
  changed: number;
  unchanged: number;
}

export const listNightFiles = (db: Db): Promise<NightFile[]> =>
  db.selectFrom("night_files").selectAll().orderBy("id", "desc").limit(20).execute();

/** @throws Refusal "missing" */
export const findNightFile = (db: Db, id: number): Promise<NightFile> =>
  db
    .selectFrom("night_files")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => new Refusal("missing", "File not found. It may have been discarded."));

export const resultOf = ({ result }: Pick<NightFile, "result">): FileResult | null =>
  result === null ? null : (JSON.parse(result) as FileResult);

export const mappingOf = ({ mapping }: Pick<NightFile, "mapping">): Mapping | null =>
  mapping === null ? null : Mapping.parse(JSON.parse(mapping));

const rememberedKey = (header: readonly string[]) => headerKey([...header, "a file of nights"]);

/** The columns of a file: as chosen last time for the same column names, or else by their names. */
export async function proposeColumns(
  db: Db,
  { header, headerLine }: { header: readonly string[]; headerLine: number },
): Promise<{ mapping: Mapping; isRemembered: boolean }> {
  const saved = await db
    .selectFrom("import_mappings")
    .select("columns")
    .where("header_key", "=", rememberedKey(header))
    .orderBy("saved_at", "desc")
    .executeTakeFirst();
  if (saved) {
    const { columns, database } = JSON.parse(saved.columns) as Remembered;
    const mapping = { headerLine, columns: indexesIn(header, columns, isNightField), database };
    return { mapping, isRemembered: true };
  }
  const databases = await db.selectFrom("databases").select("name").limit(2).execute();
  const columns = columnsNamed(header);
  const only = databases.length === 1 ? (databases[0]?.name ?? null) : null;
  return {
    mapping: { headerLine, columns, database: columns.brightree_db === undefined ? only : null },
    isRemembered: false,
  };
}

interface Remembered {
  columns: Record<string, string>;
  database: string | null;
}

/** Adds an uploaded file, and checks it if its columns are clear. @returns the file's ID, and whether they are */
export async function addNightFile(
  app: App,
  who: Staff,
  { name, storedAs }: { name: string; storedAs: string },
): Promise<{ id: number; isClear: boolean }> {
  const read = await readColumns(app, storedAs);
  const isClear = "problem" in read || missingIn(read.mapping) === null;
  const id = await app.db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto("night_files")
      .values({
        user_id: who.userId,
        file_name: name,
        stored_as: storedAs,
        status: "problem" in read ? "failed" : "columns",
        problem: "problem" in read ? read.problem : null,
        mapping: "problem" in read ? null : JSON.stringify(read.mapping),
        created_at: app.clock.now(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await logAudit({ trx, app, who }, "nights.file_uploaded", `night file ${id}`);
    return id;
  });
  if (isClear && !("problem" in read)) await checkNightFile(app, id);
  return { id, isClear };
}

async function readColumns(app: App, storedAs: string): Promise<{ mapping: Mapping } | { problem: string }> {
  try {
    const head = await readHead(uploadOf(app.config.dataDir, storedAs), undefined, countKnown);
    refuseTotals(head.header);
    return await proposeColumns(app.reads, head);
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message };
    throw error;
  }
}

/**
 * Saves the columns of a file, remembers them for the next file with the same column names, and checks the file.
 * @throws Refusal "invalid" if a required one is missing; "conflict" if the nights are saved
 */
export async function chooseNightColumns(
  app: App,
  { id, header_line: headerLine, database, ...chosen }: ChooseNightColumns,
): Promise<void> {
  const file = await findNightFile(app.reads, id);
  refuseEnded(file);
  const columns: Mapping["columns"] = {};
  for (const field of fieldNames) if (chosen[field] !== undefined) columns[field] = chosen[field];
  const hasDatabase = columns.brightree_db !== undefined;
  const mapping = { headerLine, columns, database: hasDatabase ? null : (database ?? null) };
  const missing = missingIn(mapping);
  if (missing) {
    throw new Refusal("invalid", "Choose a column for each required field.", {
      fields: { [missing.field]: [missing.problem] },
    });
  }
  const { header } = await readHead(storedFile(app, file), headerLine, countKnown);
  const names = Object.entries(columns).map(([field, index]) => [field, nameAt(header, index ?? 0)]);
  const remembered: Remembered = { columns: Object.fromEntries(names), database: mapping.database };
  const row = { columns: JSON.stringify(remembered), saved_at: app.clock.now() };
  await app.db.transaction().execute(async (trx) => {
    await trx
      .updateTable("night_files")
      .set({ mapping: JSON.stringify(mapping), status: "columns", result: null })
      .where("id", "=", id)
      .execute();
    const companies = await trx
      .selectFrom("databases")
      .select("company_id")
      .distinct()
      .$if(mapping.database !== null, (query) => query.where("name", "=", mapping.database))
      .execute();
    const header_key = rememberedKey(header);
    if (companies.length > 0) {
      await trx
        .insertInto("import_mappings")
        .values(companies.map(({ company_id }) => ({ company_id, header_key, ...row })))
        .onConflict((conflict) => conflict.columns(["header_key", "company_id"]).doUpdateSet(row))
        .execute();
    }
  });
  await checkNightFile(app, id);
}

function refuseEnded({ status }: NightFile): void {
  if (status !== "saved" && status !== "failed") return;
  throw new Refusal(
    "conflict",
    "This file's nights are saved already, or it can't be read. Upload it again.",
  );
}

/** @throws Refusal "conflict" if the file is deleted */
export function storedFile(app: App, { stored_as }: NightFile): string {
  const path = uploadOf(app.config.dataDir, stored_as);
  if (existsSync(path)) return path;
  throw new Refusal("conflict", "This file was deleted a day after its upload. Upload it again.");
}

/** Reads a file, and counts what saving it would do. A file that can't be read is marked as such. */
async function checkNightFile(app: App, id: number): Promise<void> {
  const file = await findNightFile(app.reads, id);
  const mapping = mappingOf(file);
  if (!mapping) return;
  let ended: Partial<NightFile>;
  try {
    const read = await readNights(app, storedFile(app, file), mapping);
    ended = { status: "checked", result: JSON.stringify(await countChanges(app.reads, read)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    ended = { status: "failed", problem: error.message };
  }
  await app.db.updateTable("night_files").set(ended).where("id", "=", id).execute();
}

async function countChanges(db: Db, { nights, ...read }: ReadNights): Promise<FileResult> {
  const counts = { fresh: 0, changed: 0, unchanged: 0 };
  const orders = [...nights.keys()];
  for (let from = 0; from < orders.length; from += ordersPerStep) {
    await yieldToEventLoop();
    const some = orders.slice(from, from + ordersPerStep);
    const saved = await db
      .selectFrom("nights")
      .select(["order_id", "night", "device", "minutes"])
      .where("order_id", "in", sql<number>`(select value from json_each(${JSON.stringify(some)}))`)
      .where("source", "=", "file")
      .execute();
    const before = new Map(saved.map((row) => [`${row.order_id} ${row.night} ${row.device}`, row.minutes]));
    for (const order of some) {
      for (const { date, device = "", minutes } of nights.get(order) ?? []) {
        const known = before.get(`${order} ${date} ${device}`);
        counts[known === undefined ? "fresh" : known === minutes ? "unchanged" : "changed"] += 1;
      }
    }
  }
  return { ...read, patients: nights.size, ...counts };
}

/**
 * Saves the nights of a checked file, in short transactions. Saving again changes nothing, so that an interrupted one can be
 * repeated.
 * @throws Refusal "conflict" if the file isn't checked or is deleted
 */
export async function saveNightFile(app: App, who: Staff, id: number): Promise<void> {
  const file = await findNightFile(app.reads, id);
  if (file.status === "saved") return;
  const mapping = mappingOf(file);
  if (file.status !== "checked" || !mapping) {
    throw new Refusal("conflict", "Choose the columns of this file first.");
  }
  const path = storedFile(app, file);
  const read = await readNights(app, path, mapping);
  const result = await countChanges(app.reads, read);
  const orders = [...read.nights];
  for (let from = 0; from < orders.length; from += ordersPerStep) {
    await yieldToEventLoop();
    await saveSome(app, who, orders.slice(from, from + ordersPerStep));
  }
  await app.db.transaction().execute(async (trx) => {
    await trx
      .updateTable("night_files")
      .set({ status: "saved", result: JSON.stringify(result), ended_at: app.clock.now() })
      .where("id", "=", id)
      .execute();
    const { fresh, changed, patients } = result;
    await logAudit({ trx, app, who }, "nights.file_saved", `night file ${id}`, { fresh, changed, patients });
  });
  await rm(path, { force: true });
}

const saveSome = (app: App, who: Staff, orders: [order: number, nights: Night[]][]) =>
  app.db.transaction().execute(async (trx) => {
    const ids = JSON.stringify(orders.map(([order]) => order));
    const followed = await trx
      .selectFrom("first_nights")
      .selectAll()
      .where("order_id", "in", sql<number>`(select value from json_each(${ids}))`)
      .where("ended_at", "is", null)
      .execute();
    const followedOf = new Map(followed.map((one) => [one.order_id, one]));
    for (const [order, nights] of orders) {
      const first = followedOf.get(order);
      if (first) await saveNights({ trx, app, who }, first, { source: "file", by: who.name, nights });
    }
  });

/** Deletes a file and what was found in it. Saved nights stay. */
export async function discardNightFile(app: App, who: Staff, id: number): Promise<void> {
  const storedAs = await app.db.transaction().execute(async (trx) => {
    const { stored_as } = await findNightFile(trx, id);
    await trx.deleteFrom("night_files").where("id", "=", id).execute();
    await logAudit({ trx, app, who }, "nights.file_discarded", `night file ${id}`);
    return stored_as;
  });
  await rm(uploadOf(app.config.dataDir, storedAs), { force: true });
}

/** Deletes files a day after their upload, and what was found in them a week after it. */
export async function deleteOldNightFiles(app: App): Promise<void> {
  const now = app.clock.now();
  const old = await app.db
    .selectFrom("night_files")
    .select("stored_as")
    .where("created_at", "<", now - fileKeptFor)
    .execute();
  for (const { stored_as } of old) await rm(uploadOf(app.config.dataDir, stored_as), { force: true });
  await app.db
    .deleteFrom("night_files")
    .where("created_at", "<", now - keptFor)
    .execute();
}

export function startNightFiles(app: App): () => Promise<void> {
  const logError = (err: unknown) => app.log.error({ err }, "night files");
  const first = deleteOldNightFiles(app).catch(logError);
  const stop = repeat(hour, () => deleteOldNightFiles(app), logError);
  return async () => {
    await first;
    await stop();
  };
}
