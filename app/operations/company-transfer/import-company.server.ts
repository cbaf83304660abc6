import { createHash } from "node:crypto";
import { sql } from "kysely";
import { hasAdmin } from "~/accounts/users/users.server";
import { logAudit } from "~/audit/log-audit.server";
import type { App, AppTx } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { operator } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Tables } from "~/db/tables";
import { numberWordings } from "~/messages/consent/wording-version.server";
import { setAsideDue } from "~/messages/set-aside.server";
import { linkHash } from "~/orders/access/link-hash.server";
import { codeHash } from "~/orders/access/make-access-code.server";
import { offerHash } from "~/orders/access/send-code.server";
import { expectOneSecret } from "../expect-one-secret.server";
import { postponeWaves, queueDueMessages } from "../possibly-sent.server";
import { importedFile } from "../standby/installation.server";
import { checkFile, type FileLine, readFile } from "./company-file.server";
import { companyLines } from "./company-lines.server";
import { sentBeforeMove, transferredTables } from "./company-tables.server";
import { newestMigration } from "./export-company.server";
import { importUser, openAccounts, type Users } from "./import-users.server";
import { refuseExistingCompany } from "./refuse-existing-company.server";
import { renumbered, type TransferredTable } from "./transferred-table";

/**
 * Imports in one transaction. Before the commit, compares the result with the file. Automatic messages that were due
 * since the export count as possibly sent, unless the company was frozen.
 * @throws Refusal
 */
export async function importCompany(app: App, file: string) {
  const { company, migration, rows, made_at, frozen, sha256 } = await checkFile(file);
  const localMigration = await newestMigration(app.reads);
  if (migration !== localMigration) {
    throw new Refusal(
      "conflict",
      `The file was exported from a database at ${migration}. This database is at ${localMigration}. Update both to the same version of Firstnight, and export again.`,
    );
  }
  await requireAdmin(app.reads);
  await expectOneSecret(app, "Nothing was imported");
  const { id, ...imported } = await app.db.transaction().execute(async (trx) => {
    await removeEmptyCompany(trx, file);
    await refuseExistingCompany(trx, file);
    const users = await insertAll({ trx, app }, file);
    await numberWordings(trx);
    // The file has texts of hours that were already counted.
    await trx.deleteFrom("texting_hours").execute();
    const accounts = await openAccounts({ trx, app }, users);
    const { id } = await trx
      .selectFrom("companies")
      .select("id")
      .where("name", "=", company)
      .executeTakeFirstOrThrow();
    await expectSameLines({ trx, app }, { company: id, isFrozen: frozen }, file);
    // Nothing was sent since the export of a frozen company.
    if (!frozen) await postponeWaves({ trx, app }, sql`(select id from therapists where company_id = ${id})`);
    const connected = await trx
      .selectFrom("order_systems")
      .innerJoin("databases", "databases.name", "order_systems.database_name")
      .select("databases.name")
      .where("company_id", "=", id)
      .where("kind", "=", "brightree")
      .execute();
    await logAudit({ trx, app, who: operator }, "company.imported", importedFile(sha256), {
      name: company,
      rows,
    });
    return { id, company, rows, accounts, passwords: connected.map(({ name }) => name) };
  });
  if (frozen) return { ...imported, frozen };
  await queueDueMessages(app);
  const ofCompany = sql<boolean>`order_id in (select id from orders
    where brightree_db in (select name from databases where company_id = ${id}))`;
  const aside = { why: sentBeforeMove, since: Date.parse(made_at), which: ofCompany };
  await app.db.transaction().execute((trx) => setAsideDue({ trx, app }, aside));
  return { ...imported, frozen };
}

const batch = 200;

async function insertAll({ trx, app }: AppTx, file: string): Promise<Users> {
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
    // The trigger `companies_begin_with_a_kind` has made one.
    if (name === "visit_kinds" && counts.get(name) === 1) {
      await trx.deleteFrom("visit_kinds").where("company_id", "=", Number(row.company_id)).execute();
    }
    rows.push(numbered ? { id: idOf(name, counts.get(name)), ...row } : row);
  }
  await flush();
  return users;
}

function rowHere(
  app: App,
  table: TransferredTable,
  line: FileLine[1],
  idOf: (table: string, number: unknown) => number | null,
): Record<string, unknown> {
  let row = renumbered(line, table, idOf);
  for (const [column, open] of Object.entries(table.sealed ?? {})) {
    const { [open]: text, ...rest } = row;
    row = { ...rest, [column]: app.secrets.seal(String(text)) };
  }
  const hash = codeHashes[table.name];
  return hash ? { ...row, code_hash: hash(app, String(line.code)) } : row;
}

const codeHashes: Partial<Record<keyof Tables, typeof linkHash>> = {
  link_codes: linkHash,
  helpers: linkHash,
  offers: offerHash,
  access_codes: codeHash,
};

function tableOf(name: string): TransferredTable {
  const table = transferredTables.find((one) => one.name === name);
  if (!table) throw new Error(`Table ${name} is not transferred.`);
  return table;
}

async function highestId(trx: Db, table: keyof Tables): Promise<number> {
  const query = sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`;
  return (await query.execute(trx)).rows[0]?.id ?? 0;
}

async function insertInto(trx: Db, table: keyof Tables, rows: Record<string, unknown>[]): Promise<void> {
  await trx
    .insertInto(table)
    .values(rows as never)
    .execute();
}

async function expectSameLines(
  { trx, app }: AppTx,
  of: { company: number; isFrozen: boolean },
  file: string,
): Promise<void> {
  const expected = createHash("sha256");
  const imported = createHash("sha256");
  for await (const [table, row] of readFile(file)) {
    if (table !== "users") expected.update(canonical(row));
  }
  for await (const { table, row } of companyLines(trx, app, of)) {
    if (table !== "users") imported.update(canonical(row));
  }
  if (imported.digest("hex") === expected.digest("hex")) return;
  throw new Refusal("conflict", "The imported data differs from the file, so nothing was imported.");
}

const canonical = (row: Record<string, unknown>) =>
  `${JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))}\n`;

/** Removes empty companies and databases named in the file, because the setup page creates them. */
async function removeEmptyCompany(trx: Db, file: string): Promise<void> {
  const named = { companies: [] as string[], databases: [] as string[] };
  for await (const [table, { name }] of readFile(file)) {
    if (table === "companies" || table === "databases") named[table].push(String(name));
  }
  await trx
    .deleteFrom("databases")
    .where("name", "in", named.databases)
    .where("name", "not in", trx.selectFrom("order_systems").select("database_name"))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("orders").select("id").whereRef("brightree_db", "=", "databases.name"))),
    )
    .execute();
  await trx
    .deleteFrom("companies")
    .where("name", "in", named.companies)
    .where("id", "not in", trx.selectFrom("databases").select("company_id"))
    .where("id", "not in", trx.selectFrom("therapists").select("company_id"))
    .execute();
}

/** Requires an admin before the import, because the setup link ends once users exist. @throws Refusal */
async function requireAdmin(db: Db): Promise<void> {
  if (await hasAdmin(db)) return;
  throw new Refusal(
    "conflict",
    "Nothing was imported. This installation has no admin yet. Start it, create the first admin with the link it prints, stop it, and import again.",
  );
}
