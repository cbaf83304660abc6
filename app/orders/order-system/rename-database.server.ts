import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { isDuplicate } from "~/db/constraint-errors.server";
import { forgetAnswers } from "./order-meta.server";
import type { RenameDatabase } from "./order-system-schema";

/**
 * Gives a database another name, once the order system calls it so. Its orders keep their history, codes,
 * links, visits and conversations, and its settings stay. Who sends orders must use the new name from now on.
 *
 * @throws Refusal "missing" for an unknown database; "invalid" for a name that is taken
 */
export async function renameDatabase(app: App, who: Who, { name, new_name }: RenameDatabase): Promise<void> {
  if (new_name === name) throw invalidField("new_name", "That is its name already.");
  await app.db.transaction().execute(async (trx) => {
    try {
      // Everything that names a database follows by its foreign key.
      const { numUpdatedRows } = await trx
        .updateTable("databases")
        .set({ name: new_name })
        .where("name", "=", name)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new Refusal("missing", "There is no such database.");
    } catch (error) {
      if (!isDuplicate(error, "databases.name")) throw error;
      throw invalidField("new_name", `The database "${new_name}" is on file already.`);
    }
    await logAudit(trx, app, who, {
      action: "database.renamed",
      subject: `database ${new_name}`,
      details: { from: name, to: new_name },
    });
  });
  forgetAnswers(app);
}
