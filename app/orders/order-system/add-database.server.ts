import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField } from "~/core/refusal";
import type { Who } from "~/core/who";
import { isDuplicate } from "~/db/constraint-errors.server";
import type { AddDatabase } from "./order-system-schema";

/** Adds a database, and its company if it is new. @throws Refusal "invalid" if the name is taken */
export function addDatabase(app: App, who: Who, { name, company }: AddDatabase): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    await trx
      .insertInto("companies")
      .values({ name: company })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { id } = await trx
      .selectFrom("companies")
      .select("id")
      .where("name", "=", company)
      .executeTakeFirstOrThrow();
    try {
      await trx.insertInto("databases").values({ name, company_id: id }).execute();
    } catch (error) {
      if (!isDuplicate(error, "databases.name")) throw error;
      throw invalidField("name", `There is already a database "${name}".`);
    }
    await logAudit(trx, app, who, {
      action: "database.added",
      subject: `database ${name}`,
      details: { company },
    });
  });
}
