import type { App } from "~/boot/app.server";
import { zoneOrUtc } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { brightreeOrderSystem } from "~/integrations/order-system/brightree.server";
import { usualLimits } from "~/integrations/order-system/guarded-order-system.server";
import { importedOrderSystem } from "~/integrations/order-system/imported-order-system.server";
import type { OrderQuery, OrderSystem } from "~/integrations/order-system/order-system";
import { OrderSystemFailure } from "~/integrations/order-system/order-system-failure";
import { serviceDefaults } from "./order-system-defaults";

interface Credentials {
  userName: string;
  password: string;
}

export const sealCredentials = ({ secrets }: Pick<App, "secrets">, credentials: Credentials): string =>
  secrets.seal(JSON.stringify(credentials));

export const openCredentials = ({ secrets }: Pick<App, "secrets">, sealed: string): Credentials =>
  JSON.parse(secrets.open(sealed)) as Credentials;

export function findSettings(db: Db, database: string): Promise<Row<"order_systems"> | undefined> {
  return db.selectFrom("order_systems").selectAll().where("database_name", "=", database).executeTakeFirst();
}

// One client per database and settings, because a client counts failures and pauses after too many.
const clients = new WeakMap<Db, Map<string, { settings: string; system: OrderSystem }>>();

/** @throws OrderSystemFailure if no credentials were entered */
export async function orderSystemOf(app: App, database: string): Promise<OrderSystem> {
  const row = await findSettings(app.reads, database);
  if ((row?.kind ?? app.config.orderSystem) === "local") {
    return importedOrderSystem((options) => findImported(app.reads, database, options));
  }
  if (!row?.credentials_sealed) {
    throw new OrderSystemFailure(
      "unset",
      "This database has no user name and password. An admin can enter them under Databases.",
    );
  }
  const settings = JSON.stringify(row);
  const byDatabase = clients.get(app.db) ?? new Map<string, { settings: string; system: OrderSystem }>();
  clients.set(app.db, byDatabase);
  const known = byDatabase.get(database);
  if (known?.settings === settings) return known.system;
  const system = connect(app, row, row.credentials_sealed);
  byDatabase.set(database, { settings, system });
  return system;
}

function connect(app: App, row: Row<"order_systems">, sealed: string): OrderSystem {
  return brightreeOrderSystem(
    {
      ...openCredentials(app, sealed),
      ordersUrl: row.orders_url ?? serviceDefaults.orders_url,
      patientsUrl: row.patients_url ?? serviceDefaults.patients_url,
      referenceUrl: row.reference_url ?? serviceDefaults.reference_url,
      privateHosts: app.config.privateHosts,
      zone: zoneOrUtc(row.zone),
    },
    usualLimits,
    () => app.clock.now(),
  );
}

async function findImported(db: Db, database: string, { patientId, salesOrderNo }: OrderQuery) {
  const order = await db
    .selectFrom("orders")
    .select(["phone", "branch_office"])
    .where("brightree_db", "=", database)
    .where("patient_id", "=", patientId)
    .where("sales_order_no", salesOrderNo === null ? "is" : "=", salesOrderNo)
    .executeTakeFirst();
  return order ?? null;
}
