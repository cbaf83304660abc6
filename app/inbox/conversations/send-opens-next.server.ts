import type { App } from "~/boot/app.server";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";

export async function findSendOpensNext(db: Db, who: Staff): Promise<boolean> {
  const user = await db
    .selectFrom("users")
    .select("send_opens_next")
    .where("id", "=", who.userId)
    .executeTakeFirst();
  return user?.send_opens_next === 1;
}

export function chooseSendOpensNext(app: App, who: Staff, opensNext: boolean): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    await trx
      .updateTable("users")
      .set({ send_opens_next: Number(opensNext) })
      .where("id", "=", who.userId)
      .execute();
  });
}
