import { Refusal } from "~/core/refusal";
import type { Db } from "~/db/open.server";
import { readFile } from "./company-file.server";

export async function refuseExistingCompany(db: Db, file: string): Promise<void> {
  const existing: string[] = [];
  let conversations = 0;
  const emails: unknown[] = [];
  for await (const [table, row] of readFile(file)) {
    if (table === "users") emails.push(row.email);
    if (table === "companies" && (await has(db, "companies", String(row.name)))) {
      existing.push(`the company "${row.name}"`);
    }
    if (table === "databases" && (await has(db, "databases", String(row.name)))) {
      existing.push(`the database ${row.name}`);
    }
    if (table === "therapists") {
      const email = typeof row.user_id === "number" ? emails[row.user_id - 1] : null;
      const found = await db
        .selectFrom("therapists")
        .leftJoin("users", "users.id", "therapists.user_id")
        .select("therapists.id")
        .where((eb) =>
          eb.or([eb("therapists.name", "=", String(row.name)), eb("users.email", "=", `${email}`)]),
        )
        .executeTakeFirst();
      if (found) existing.push(`the therapist ${row.name}`);
    }
    if (table === "threads") {
      const phone = String(row.phone);
      const found = await db.selectFrom("threads").select("id").where("phone", "=", phone).executeTakeFirst();
      if (found) conversations++;
    }
  }
  if (conversations > 0) existing.push(`conversations with ${conversations} of the company's patients`);
  if (existing.length === 0) return;
  throw new Refusal(
    "conflict",
    `Nothing was imported. This installation already has: ${existing.join(", ")}. A company can be imported only where it doesn't exist yet.`,
  );
}

async function has(db: Db, table: "companies" | "databases", name: string): Promise<boolean> {
  const found = await db.selectFrom(table).select("name").where("name", "=", name).executeTakeFirst();
  return found !== undefined;
}
