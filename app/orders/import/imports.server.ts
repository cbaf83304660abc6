import { createReadStream } from "node:fs";
import { join } from "node:path";
import { Refusal } from "~/core/refusal";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { missingDatabaseIn } from "../upsert-orders.server";
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

export async function listProblems(db: Db, importId: number, after = 0) {
  const problems = await db
    .selectFrom("import_problems")
    .select(["line", "field", "error"])
    .where("import_id", "=", importId)
    .where("line", ">", after)
    .orderBy("line")
    .orderBy("field")
    .limit(problemsAtOnce)
    .execute();
  return {
    problems: problems.map((problem) => ({ ...problem, missingDatabase: missingDatabaseIn(problem) })),
    next: problems.length === problemsAtOnce ? (problems.at(-1)?.line ?? null) : null,
  };
}

const rowsShown = 8;

export async function firstRows(path: string): Promise<string[][]> {
  const rows: string[][] = [];
  try {
    for await (const record of csvRows(createReadStream(path, { end: 128 * 1024 }))) {
      if ("fields" in record) rows.push(record.fields);
      if (rows.length > rowsShown) break;
    }
  } catch {
    return [];
  }
  return rows;
}
