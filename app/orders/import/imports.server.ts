import { createReadStream } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { Refusal } from "~/core/refusal";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { csvRows } from "./csv-rows.server";

export type Import = Row<"imports">;

export const uploadsIn = (dataDir: string) => join(dataDir, "uploads");

export const uploadOf = (dataDir: string, storedAs: string) => join(uploadsIn(dataDir), `${storedAs}.csv`);

export const rejectedOf = (dataDir: string, storedAs: string) =>
  join(uploadsIn(dataDir), `${storedAs}.rejected.csv`);

export function listImports(db: Db): Promise<Import[]> {
  return db.selectFrom("imports").selectAll().orderBy("id", "desc").limit(50).execute();
}

export function findImport(db: Db, id: number): Promise<Import> {
  return db
    .selectFrom("imports")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => new Refusal("missing", "Import not found. It may have been discarded."));
}

const problemsAtOnce = 100;

/** Problems that differ only in a number have the same cause. An empty cell has another one than a wrong value. */
const cause = sql<string>`case
  when kind = 'similar' then 'similar'
  when error like 'Order % belongs to another patient.' then 'other patient'
  when exists (
    select 1 from import_rows as r
    where r.import_id = import_problems.import_id and r.line = import_problems.line
      and trim(coalesce(r.cells ->> import_problems.field, '')) = ''
  ) then 'empty'
  else error
end`;

const patientIn = sql<string | null>`coalesce(
  nullif(cells ->> 'patient_name', ''),
  nullif(trim(coalesce(cells ->> 'first_name', '') || ' ' || coalesce(cells ->> 'last_name', '')), ''),
  'Patient ' || nullif(cells ->> 'patient_id', ''))`;

const cellOfField = sql<string | null>`cells ->> import_problems.field`;

interface ProblemGroup {
  field: string;
  error: string;
  kind: Row<"import_problems">["kind"];
  count: number;
  /** The first line with this problem. */
  line: number;
  /** Up to three different values that have it. */
  values: string[];
  missingDatabase: string | null;
}

/** The problems of an import by cause, the most frequent first. */
export async function listProblemGroups(db: Db, importId: number): Promise<ProblemGroup[]> {
  const groups = await db
    .selectFrom("import_problems")
    .innerJoin("import_rows", (join) =>
      join
        .onRef("import_rows.import_id", "=", "import_problems.import_id")
        .onRef("import_rows.line", "=", "import_problems.line"),
    )
    .select((eb) => [
      "field",
      "kind",
      eb.fn.min("error").as("error"),
      eb.fn.countAll<number>().as("count"),
      eb.fn.min("import_problems.line").as("line"),
      eb.fn.min("missing_database").as("missingDatabase"),
      sql<string>`json_group_array(distinct ${cellOfField})`.as("all_values"),
    ])
    .where("import_problems.import_id", "=", importId)
    .groupBy(["field", "kind", cause])
    .orderBy((eb) => eb.case("kind").when("refused").then(1).when("flagged").then(2).else(3).end())
    .orderBy("count", "desc")
    .limit(60)
    .execute();
  return groups.map(({ all_values, ...group }) => ({
    ...group,
    count: Number(group.count),
    values: (JSON.parse(all_values) as (string | null)[])
      .filter((value): value is string => Boolean(value?.trim()))
      .slice(0, 3)
      .map((value) => value.slice(0, 60)),
  }));
}

/** The rows with the same problem as one line has in one field. */
export async function listProblemRows(
  db: Db,
  importId: number,
  { field, line, after = 0 }: { field: string; line: number; after?: number | undefined },
) {
  const rows = await db
    .selectFrom("import_problems")
    .innerJoin("import_rows", (join) =>
      join
        .onRef("import_rows.import_id", "=", "import_problems.import_id")
        .onRef("import_rows.line", "=", "import_problems.line"),
    )
    .select(["import_problems.line", "error", patientIn.as("patient"), cellOfField.as("value")])
    .where("import_problems.import_id", "=", importId)
    .where("field", "=", field)
    .where("import_problems.line", ">", after)
    .where((eb) =>
      eb(
        sql`(kind, ${cause})`,
        "=",
        sql`(select kind, ${cause} from import_problems
          where import_id = ${importId} and line = ${line} and field = ${field})`,
      ),
    )
    .orderBy("import_problems.line")
    .limit(problemsAtOnce)
    .execute();
  return { rows, next: rows.length === problemsAtOnce ? (rows.at(-1)?.line ?? null) : null };
}

/** How many of the orders that an import added are still in step 1, where orders without a step in the file start. */
export async function countInFirstStep(db: Db, importId: number): Promise<number> {
  const { count } = await db
    .selectFrom("import_changes")
    .innerJoin("orders", "orders.id", "import_changes.order_id")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("import_id", "=", importId)
    .where("was_added", "=", 1)
    .where("orders.step", "=", 1)
    .where("orders.stopped_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many imports this one waits for: one runs at a time. */
export async function countEarlierImports(db: Db, id: number): Promise<number> {
  const { count } = await db
    .selectFrom("imports")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("status", "in", ["checking", "importing", "undoing"])
    .where("id", "<", id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const rowsShown = 8;

export async function firstRows(path: string, headerLine: number | undefined): Promise<string[][]> {
  const rows: string[][] = [];
  try {
    for await (const record of csvRows(createReadStream(path, { end: 128 * 1024 }), headerLine)) {
      if ("fields" in record) rows.push(record.fields);
      if (rows.length > rowsShown) break;
    }
  } catch {
    return [];
  }
  return rows;
}
