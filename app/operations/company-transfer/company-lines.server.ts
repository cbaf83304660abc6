import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import type { Tables } from "~/db/tables";
import { transferredTables } from "./company-tables.server";
import { renumbered, type TransferredTable } from "./transferred-table";

interface CompanyLine {
  table: keyof Tables;
  row: Record<string, unknown>;
}

/**
 * Equal data gives equal lines, even if ids and secrets differ.
 * @param db a transaction
 * @param of.isFrozen true if the export is of a frozen company
 */
export async function* companyLines(
  db: Db,
  { secrets }: Pick<App, "secrets">,
  { company, isFrozen }: { company: number; isFrozen: boolean },
): AsyncGenerator<CompanyLine> {
  const numbers = new Map<keyof Tables, Map<unknown, number>>();
  for (const table of transferredTables) {
    const ids = new Map<unknown, number>();
    numbers.set(table.name, ids);
    for await (const found of rowsOf(db, table, company)) {
      if ("id" in found) ids.set(found.id, ids.size + 1);
      let row = renumbered(
        table.exported?.(found, isFrozen) ?? found,
        table,
        (target, id) => numbers.get(target)?.get(id) ?? null,
      );
      for (const [column, open] of Object.entries(table.sealed ?? {})) {
        const { [column]: text, ...rest } = row;
        row = { ...rest, [open]: secrets.open(String(text)) };
      }
      const left = new Set(["id", ...(table.without ?? [])]);
      yield {
        table: table.name,
        row: Object.fromEntries(Object.entries(row).filter(([column]) => !left.has(column))),
      };
    }
  }
}

// SQLite finds the company's keys again for each page, so few large pages are faster.
const page = 20_000;

async function* rowsOf(db: Db, { name, key, of }: TransferredTable, company: number) {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  let after = sql`true`;
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(name)} where ${of(company)} and ${after}
      order by ${columns} limit ${page}`.execute(db);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < page) return;
    after = sql`(${columns}) > (${sql.join(key.map((column) => last[column]))})`;
  }
}
