import type { App } from "~/boot/app.server";
import { sealCredentials } from "~/orders/order-system/order-systems.server";
import { connectedDatabase, demoZone, orderStates } from "./demo-settings";
import { type DemoRecords, recordsOf } from "./simulated-orders";

export interface SimulatedServices {
  userName: string;
  password: string;
  ordersUrl: string;
  patientsUrl: string;
  referenceUrl: string;
}

export async function listRecords({ reads }: Pick<App, "reads">): Promise<DemoRecords> {
  const orders = await reads
    .selectFrom("orders")
    .selectAll()
    .where("brightree_db", "=", connectedDatabase)
    .orderBy("id")
    .execute();
  return recordsOf(orders);
}

export function connectDemo(app: App, services: SimulatedServices): Promise<void> {
  const { userName, password, ordersUrl, patientsUrl, referenceUrl } = services;
  const now = app.clock.now();
  const settings = {
    kind: "brightree" as const,
    credentials_sealed: sealCredentials(app, { userName, password }),
    orders_url: ordersUrl,
    patients_url: patientsUrl,
    reference_url: referenceUrl,
    zone: demoZone,
  };
  return app.db.transaction().execute(async (trx) => {
    const database = trx.selectFrom("databases").select("name").where("name", "=", connectedDatabase);
    // An admin may have renamed the database.
    if (!(await database.executeTakeFirst())) return;
    await trx
      .insertInto("order_systems")
      .values({ database_name: connectedDatabase, ...settings })
      .onConflict((conflict) => conflict.column("database_name").doUpdateSet(settings))
      .execute();
    await trx
      .insertInto("worklist_states")
      .values(orderStates.map((known) => ({ ...known, database_name: connectedDatabase, seen_at: now })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    for (const { state, step } of orderStates) {
      await trx
        .updateTable("orders")
        .set({ worklist_state: state })
        .where("brightree_db", "=", connectedDatabase)
        .where("source_step", "=", step)
        .where("worklist_state", "is", null)
        .execute();
    }
    await trx
      .insertInto("order_reads")
      .values({ database_name: connectedDatabase, read_until: now, due_at: now })
      .onConflict((conflict) =>
        conflict.column("database_name").doUpdateSet({ read_until: now, due_at: now }),
      )
      .execute();
  });
}

export async function disconnectDemo({ db }: Pick<App, "db">): Promise<void> {
  await db
    .updateTable("order_systems")
    .set({ kind: "local" })
    .where("database_name", "=", connectedDatabase)
    .execute();
}
