import { createHash } from "node:crypto";
import { sql } from "kysely";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { operator } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Tables } from "~/db/tables";
import { numberWordings } from "~/messages/consent/wording-version.server";
import { linkHash } from "~/orders/access/link-hash.server";
import { codeHash } from "~/orders/access/make-access-code.server";
import { offerHash } from "~/orders/access/offer-code.server";
import { expectOneSecret } from "../expect-one-secret.server";
import { type Closing, checkFile, type FileLine, readFile } from "./company-file.server";
import { companyLines } from "./company-lines.server";
import { transferredTables } from "./company-tables.server";
import { newestMigration } from "./export-company.server";
import { importUser, openAccounts, type Users } from "./import-users.server";
import { refuseExistingCompany } from "./refuse-existing-company.server";
import { removeEmptyCompany, requireAdmin } from "./remove-empty-company.server";
import { renumberedKey, type TransferredTable } from "./transferred-table";

interface Imported {
  company: string;
  rows: Closing["rows"];
  accounts: { open: string[]; closed: string[] };
  passwords: string[];
}

/**
 * Imports a company in one transaction, and compares the result with the file before the commit.
 * @throws Refusal
 */
export async function importCompany(app: App, file: string): Promise<Imported> {
  const { company, migration, rows } = await checkFile(file);
  const localMigration = await newestMigration(app.reads);
  if (migration !== localMigration) {
    throw new Refusal(
      "conflict",
      `The file comes from a database at ${migration}; this one is at ${localMigration}. Update both to the same version of Firstnight, and export again.`,
    );
  }
  await requireAdmin(app.reads);
  await expectOneSecret(app, "Nothing was imported");
  return app.db.transaction().execute(async (trx) => {
    await removeEmptyCompany(trx, file);
    await refuseExistingCompany(trx, file);
    const users = await insertAll(trx, app, file);
    await numberWordings(trx);
    const accounts = await openAccounts(trx, app, users);
    const { id } = await trx
      .selectFrom("companies")
      .select("id")
      .where("name", "=", company)
      .executeTakeFirstOrThrow();
    await expectSameLines(trx, app, id, file);
    const connected = await trx
      .selectFrom("order_systems")
      .innerJoin("databases", "databases.name", "order_systems.database_name")
      .select("databases.name")
      .where("company_id", "=", id)
      .where("kind", "=", "brightree")
      .execute();
    await logAudit(trx, app, operator, "company.imported", null, { name: company, rows });
    return { company, rows, accounts, passwords: connected.map(({ name }) => name) };
  });
}

const batch = 200;

async function insertAll(trx: Db, app: App, file: string): Promise<Users> {
  const users: Users = { ids: [], added: [] };
  const bases = new Map<string, number>();
  const counts = new Map<string, number>();
  const idOf = (table: string, number: unknown) => {
    if (typeof number !== "number") return null;
    return table === "users" ? (users.ids[number - 1] ?? null) : (bases.get(table) ?? 0) + number;
  };
  let table: TransferredTable | undefined;
  let rows: Record<string, unknown>[] = [];
  const flush = async () => {
    if (table && rows.length > 0) await insertInto(trx, table.name, rows);
    rows = [];
  };
  for await (const [name, line] of readFile(file)) {
    if (name === "users") {
      await importUser(trx, users, line);
      continue;
    }
    const next = tableOf(name);
    if (table !== next || rows.length >= batch) await flush();
    table = next;
    const numbered = table.key[0] === "id";
    if (numbered && !bases.has(name)) bases.set(name, await highestId(trx, table.name));
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const row = rowHere(app, table, line, idOf);
    rows.push(numbered ? { id: idOf(name, counts.get(name)), ...row } : row);
  }
  await flush();
  return users;
}

function rowHere(
  app: App,
  { name, points, sealed }: TransferredTable,
  line: FileLine[1],
  idOf: (table: string, number: unknown) => number | null,
): Record<string, unknown> {
  let row: Record<string, unknown> = renumberedKey(
    line,
    line.visit_id ?? null,
    idOf("visits", line.visit_id),
  );
  for (const [column, target] of Object.entries(points ?? {})) {
    row = { ...row, [column]: idOf(target, row[column]) };
  }
  for (const [column, open] of Object.entries(sealed ?? {})) {
    const { [open]: text, ...rest } = row;
    row = { ...rest, [column]: app.secrets.seal(String(text)) };
  }
  if (name === "link_codes" || name === "helpers")
    return { ...row, code_hash: linkHash(app, String(line.code)) };
  if (name === "offers") return { ...row, code_hash: offerHash(app, String(line.code)) };
  if (name === "access_codes") return { ...row, code_hash: codeHash(app, String(line.code)) };
  return row;
}

function tableOf(name: string): TransferredTable {
  const table = transferredTables.find((one) => one.name === name);
  if (!table) throw new Error(`No table ${name} is moved.`);
  return table;
}

async function highestId(trx: Db, table: keyof Tables): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`.execute(
    trx,
  );
  return rows[0]?.id ?? 0;
}

async function insertInto(trx: Db, table: keyof Tables, rows: Record<string, unknown>[]): Promise<void> {
  await trx
    .insertInto(table)
    .values(rows as never)
    .execute();
}

async function expectSameLines(trx: Db, app: App, company: number, file: string): Promise<void> {
  const there = createHash("sha256");
  const localMigration = createHash("sha256");
  for await (const line of readFile(file)) if (line[0] !== "users") there.update(`${canonical(line[1])}\n`);
  for await (const { table, row } of companyLines(trx, app, company)) {
    if (table !== "users") localMigration.update(`${canonical(row)}\n`);
  }
  if (localMigration.digest("hex") === there.digest("hex")) return;
  throw new Refusal("conflict", "The imported data differs from the file, so nothing was imported.");
}

const canonical = (row: Record<string, unknown>) =>
  JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
