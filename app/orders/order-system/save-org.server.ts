import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { isSupervisor, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { visibleOrders } from "../visible-orders.server";
import type { SaveOrg } from "./order-system-schema";

export function saveOrg(app: App, who: Who, { db: name, bt_org, bt_env }: SaveOrg): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    if (!(await maySee(trx, who, name))) throw new Refusal("missing", "Database not found.");
    await trx
      .insertInto("order_systems")
      .values({ database_name: name, kind: app.config.orderSystem, bt_org, bt_env })
      .onConflict((conflict) => conflict.column("database_name").doUpdateSet({ bt_org, bt_env }))
      .execute();
    await logAudit({ trx, app, who }, "database.org-saved", `database ${name}`, { bt_org, bt_env });
  });
}

async function maySee(db: Db, who: Who, name: string): Promise<boolean> {
  const seen = isSupervisor(who)
    ? db.selectFrom("databases").select("name").where("name", "=", name)
    : visibleOrders(db, who).select("brightree_db as name").where("brightree_db", "=", name).limit(1);
  return (await seen.executeTakeFirst()) !== undefined;
}
