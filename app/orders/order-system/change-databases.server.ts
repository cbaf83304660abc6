import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { isDuplicate } from "~/db/database-errors.server";
import { forgetOrderMeta } from "./order-meta.server";
import type { AddDatabase, RenameDatabase } from "./order-system-schema";

export function addDatabase(app: App, who: Who, { name, company }: AddDatabase): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto("companies")
      .values({ name: company })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ name: company }))
      .returning("id")
      .executeTakeFirstOrThrow();
    try {
      await trx.insertInto("databases").values({ name, company_id: id }).execute();
    } catch (error) {
      if (!isDuplicate(error, "databases.name")) throw error;
      throw invalidField("name", `Database "${name}" already exists.`);
    }
    await logAudit({ trx, app, who }, "database.added", `database ${name}`, { company });
  });
}

/** Order files and other systems must then use the new name. @throws Refusal */
export async function renameDatabase(app: App, who: Who, { name, new_name }: RenameDatabase): Promise<void> {
  if (new_name === name) throw invalidField("new_name", "The database already has this name.");
  await app.db.transaction().execute(async (trx) => {
    try {
      const { numUpdatedRows } = await trx
        .updateTable("databases")
        .set({ name: new_name })
        .where("name", "=", name)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new Refusal("missing", "Database not found.");
    } catch (error) {
      if (!isDuplicate(error, "databases.name")) throw error;
      throw invalidField("new_name", `Database "${new_name}" already exists.`);
    }
    await logAudit({ trx, app, who }, "database.renamed", `database ${new_name}`, {
      from: name,
      to: new_name,
    });
  });
  forgetOrderMeta(app);
}
