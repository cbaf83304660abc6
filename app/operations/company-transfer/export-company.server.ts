import { createHash } from "node:crypto";
import { open, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { operator } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { inWorkFolder } from "../work-folder.server";
import type { Closing, Opening } from "./company-file.server";
import { companyLines } from "./company-lines.server";

interface Exported {
  rows: Closing["rows"];
  isFrozen: boolean;
}

/** Writes JSON lines that only the file's owner can read (docs/moving.md). @returns rows by table @throws Refusal */
export async function exportCompany(app: App, name: string, file: string): Promise<Exported> {
  const company = await findCompanyNamed(app.reads, name);
  const parent = dirname(file);
  // Fails with this folder's name if it doesn't exist.
  await stat(parent);
  return inWorkFolder(parent, "exporting", async (folder) => {
    const draft = join(folder, "company");
    const made_at = new Date(app.clock.now()).toISOString();
    const { rows, sha256 } = await writeCompany(app, company, made_at, draft);
    await expectFree(file);
    await app.db.transaction().execute(async (trx) => {
      const { moving_at } = await findCompanyNamed(trx, name);
      if (moving_at !== company.moving_at) {
        throw new Refusal("conflict", `${name} was frozen or unfrozen during the export. Export it again.`);
      }
      const details = { name, made_at, sha256 };
      await logAudit({ trx, app, who: operator }, "company.exported", `company ${company.id}`, details);
    });
    await rename(draft, file);
    return { rows, isFrozen: company.moving_at !== null };
  });
}

async function writeCompany(
  app: App,
  { id, name, moving_at }: NamedCompany,
  made_at: string,
  file: string,
): Promise<Closing> {
  const handle = await open(file, "wx", 0o600);
  try {
    const isFrozen = moving_at !== null;
    const written = writer((text) => handle.appendFile(text));
    const opening: Opening = {
      firstnight: "company",
      format: 1,
      company: name,
      made_at,
      migration: await newestMigration(app.reads),
      frozen: isFrozen,
    };
    await written.add(opening);
    await atOneMoment(app.reads, async (db) => {
      for await (const { table, row } of companyLines(db, app, { company: id, isFrozen }))
        await written.add([table, row], table);
    });
    const closing = await written.close();
    await handle.sync();
    return closing;
  } finally {
    await handle.close();
  }
}

async function expectFree(file: string): Promise<void> {
  const there = await open(file, "r").catch(() => null);
  await there?.close();
  if (there) throw new Refusal("conflict", `${file} already exists. Choose another name.`);
}

export type NamedCompany = Pick<Row<"companies">, "id" | "name" | "moving_at" | "moved_to">;

/** @throws Refusal with the names of all companies */
export async function findCompanyNamed(db: Db, name: string): Promise<NamedCompany> {
  const found = await db
    .selectFrom("companies")
    .select(["id", "name", "moving_at", "moved_to"])
    .orderBy("name")
    .execute();
  const company = found.find((one) => one.name === name);
  if (company) return company;
  const names = found.map((one) => one.name).join(", ") || "none";
  throw new Refusal("missing", `Company "${name}" not found. Companies in this database: ${names}.`);
}

export async function newestMigration(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select max(name) as name from migrations`.execute(db);
  return rows[0]?.name ?? "";
}

function atOneMoment(reads: Db, read: (db: Db) => Promise<void>): Promise<void> {
  return reads.connection().execute(async (one) => {
    await sql`begin`.execute(one);
    await read(one).finally(() => sql`commit`.execute(one));
  });
}

const chunk = 500_000;

function writer(write: (text: string) => Promise<void>) {
  const hash = createHash("sha256");
  const rows: Closing["rows"] = {};
  let waiting = "";
  return {
    async add(line: unknown, table?: string): Promise<void> {
      const text = `${JSON.stringify(line)}\n`;
      hash.update(text);
      if (table) rows[table] = (rows[table] ?? 0) + 1;
      waiting += text;
      if (waiting.length < chunk) return;
      await write(waiting);
      waiting = "";
    },
    async close(): Promise<Closing> {
      const closing: Closing = { rows, sha256: hash.digest("hex") };
      await write(`${waiting}${JSON.stringify(closing)}\n`);
      return closing;
    },
  };
}
