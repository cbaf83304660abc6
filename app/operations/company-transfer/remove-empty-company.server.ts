import { hasAdmin } from "~/accounts/users/user-roles.server";
import { Refusal } from "~/core/refusal";
import type { Db } from "~/db/open.server";
import { readFile } from "./company-file.server";

/** Removes empty companies and databases named in the file, because the setup page creates them. */
export async function removeEmptyCompany(trx: Db, file: string): Promise<void> {
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
export async function requireAdmin(db: Db): Promise<void> {
  if (await hasAdmin(db)) return;
  throw new Refusal(
    "conflict",
    "Nothing was imported. This installation has no admin yet. Start it, create the first admin with the link it prints, stop it, and import again.",
  );
}
